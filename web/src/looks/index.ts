import type { Look } from './look';
import { lake } from './lake';
import { marbles } from './marbles';
import { numbers } from './numbers';
import { plain } from './plain';
import { shapes } from './shapes';
import { stones } from './stones';

/** Every look there is, in the order in which their gradients are defined. */
export const looks: readonly Look[] = [stones, marbles, numbers, shapes, lake, plain];

/** The look of that name; `plain` draws whatever has no look of its own. */
export const lookOf = (name: string): Look => looks.find((look) => look.name === name) ?? plain;
