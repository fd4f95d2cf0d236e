import type { Look } from './look';
import { lake } from './lake';
import { marbles } from './marbles';
import { numbers } from './numbers';
import { plain } from './plain';
import { shapes } from './shapes';
import { stones } from './stones';

/** Every look, in the order in which their gradients are defined. */
export const looks: readonly Look[] = [stones, marbles, numbers, shapes, lake, plain];

/** The look of that name; `plain` if there is none. */
export const lookOf = (name: string): Look => looks.find((look) => look.name === name) ?? plain;
