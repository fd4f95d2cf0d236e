/* The best lines on the page: places, words, arrows. */
import { expect, test } from 'vitest';
import type { LegalMove } from '../src/api';
import type { BestLine, Lines } from '../src/study/messages';
import {
  arrowsOf, balance, nodesWords, nothing, proven, provenWords, settle, settleTime, take,
} from '../src/study/lines';
import { speech } from '../src/words';

const line = (move: string, chance = 0.5): BestLine => ({ moves: [move, 'z9'], cells: [0, 1], chance });
const answer = (moves: string[], some: Partial<Lines> = {}): Lines =>
  ({ is: 'lines', depth: 1, nodes: 10, ms: 5, last: false, lines: moves.map((move) => line(move)), ...some });
const shown = (now: { shown: BestLine[] }) => now.shown.map(({ moves }) => moves[0]).join('');

test('lines change places only when the order has lasted', () => {
  let now = take(nothing, answer(['a', 'b', 'c']), 1000);
  expect(shown(now)).toBe('abc');
  now = take(now, { ...answer(['b', 'a', 'c']), lines: [line('b', 0.9), line('a', 0.8), line('c')] }, 1100);
  expect(shown(now)).toBe('abc');
  expect(now.shown[0]!.chance).toBe(0.8); /* numbers change at once */
  now = take(now, answer(['a', 'b', 'c']), 1200);
  now = take(now, answer(['b', 'a', 'c']), 1300);
  expect(shown(settle(now, 1300 + settleTime - 1))).toBe('abc');
  expect(shown(take(now, answer(['b', 'a', 'c'], { depth: 3 }), 1300 + settleTime))).toBe('bac');
  now = settle(now, 1300 + settleTime);
  expect(shown(now)).toBe('bac');
  expect(settle(now, 9999)).toBe(now);
});

test('a line that is missing keeps its place until the order has lasted; the last answer is shown at once', () => {
  let now = take(nothing, answer(['a', 'b']), 0);
  now = take(now, answer(['a', 'c']), 10);
  expect(shown(now)).toBe('ab');
  expect(shown(settle(now, 600))).toBe('ac');
  expect(shown(take(now, answer(['c', 'a'], { last: true }), 20))).toBe('ca');
  expect(shown(take(now, answer(['a', 'c', 'd']), 20))).toBe('acd');
});

test('what is proven, from the view of the mover', () => {
  const en = speech('en');
  const names = ['Red', 'Green'] as const;
  const say = (mate: number, mover: number) => provenWords(proven({ ...line('a'), mate }, mover)!, names, en);
  expect(say(13, 0)).toBe('Red wins in 13');
  expect(say(13, 1)).toBe('Green wins in 13');
  expect(say(-4, 1)).toBe('Red wins in 4');
  expect(say(0, 1)).toBe('Draw, proven');
  expect(proven(line('a'), 0)).toBeNull();
  expect(proven(undefined, 0)).toBeNull();
});

test('a position in words', () => {
  const say = (chance: number | null) => balance(chance, ['Black', 'White'], speech('en'));
  expect([0.5, 0.4, 0.7, 0.99, 0.01, null].map(say)).toEqual([
    'Even', 'White is slightly better', 'Black is better', 'Black is much better', 'White is much better', 'No estimate',
  ]);
  expect(nodesWords(4_030_000, speech('en'))).toBe('4 million positions');
  expect(nodesWords(4_130_000, speech('el'))).toBe('4,1 εκατ. θέσεις');
  expect(nodesWords(1, speech('en'))).toBe('1 position');
});

test('arrows from the cells of the first moves', () => {
  const legal: LegalMove[] = [['a', 0, 4], ['b', 2], ['c'], ['d', 0, 1, 5]];
  expect(arrowsOf(['a', 'b', 'c', 'd'].map((move) => line(move)), legal)).toEqual([
    { n: 1, cells: [0, 4] }, { n: 2, cells: [2] },
  ]);
  expect(arrowsOf([line('d'), line('x')], legal)).toEqual([{ n: 1, cells: [0, 1, 5] }]);
});
