import type { Look } from './look';
import { lake } from './lake';
import { marbles } from './marbles';
import { numbers } from './numbers';
import { plain } from './plain';
import { shapes } from './shapes';
import { stones } from './stones';

const looks = new Map<string, Look>([stones, marbles, numbers, shapes, lake].map((look) => [look.name, look]));

/** The recipe of that name; a name nobody knows is drawn plainly. */
export const lookOf = (name: string): Look => looks.get(name) ?? plain;
