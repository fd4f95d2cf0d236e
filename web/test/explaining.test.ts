/* What is drawn of the explained players. */
import { expect, test } from 'vitest';
import { byCell, largest, legend, marksOf, ranked, short, stepsOf, valueOf, type Mode } from '../src/study/explaining';

const mode = (some: Partial<Mode> = {}): Mode => ({
  agent: 'heuristic', program: false, best: 'b', moves: [
    { move: 'a', cells: [4], value: 3, terms: [1, 2] },
    { move: 'b', cells: [5], value: 7.25, terms: [7.25, 0] },
    { move: 'c', cells: [1, 5], value: 7.5, terms: [8, -0.5] },
    { move: 'd', cells: [], value: 7, terms: [7, 0] },
  ], ...some,
});

test('several moves to one cell: the best of them counts; a move without cells has none', () => {
  const cells = byCell(mode());
  expect([...cells.keys()]).toEqual([4, 5]);
  expect(cells.get(5)!.move).toBe('c');
});

test('steps keep the order of values and use the whole range', () => {
  const values = [100, 2, 1, 0, -5, 40, 41, 42, 43, 44];
  const steps = stepsOf(values);
  const sorted = [...values].sort((a, b) => a - b);
  expect(steps.get(-5)).toBe(0);
  expect(steps.get(100)).toBe(6);
  for (let i = 1; i < sorted.length; i++) expect(steps.get(sorted[i]!)!).toBeGreaterThanOrEqual(steps.get(sorted[i - 1]!)!);
  expect(stepsOf([2, 2]).get(2)).toBe(3);
});

test('the legend has the least value of each step', () => {
  expect(legend(mode())).toEqual([{ step: 0, from: 3 }, { step: 6, from: 7.5 }]);
});

test('the move that the player plays is first, then the values decide, then the order of the list', () => {
  expect(ranked(mode()).map(({ move }) => move)).toEqual(['b', 'c', 'd', 'a']);
  const equal = mode({ best: null, moves: mode().moves.map((one) => ({ ...one, value: 1 })) });
  expect(ranked(equal).map(({ move }) => move)).toEqual(['a', 'b', 'c', 'd']);
});

test('marks: a tick on the move it plays, a ring on the one that is looked at, numbers on demand', () => {
  const marks = marksOf(mode(), 'a', false, String);
  expect(marks.pucks).toEqual([{ cell: 5, text: '✓', tone: 'chosen' }]);
  expect(marks.rings).toEqual([{ cell: 4, tone: 'better' }]);
  expect(marks.heat!.map(({ text }) => text)).toEqual([undefined, '7.5']);
  expect(marksOf(mode(), 'a', true, String).heat!.map(({ text }) => text)).toEqual(['3', '7.5']);
  expect(marksOf(mode(), 'c', false, String).arrows).toEqual([{ cells: [1, 5], n: 2 }]);
  expect(marksOf(mode({ best: 'd' }), 'd', false, String)).toMatchObject({ pucks: [], rings: [], arrows: [] });
});

test('a large number has no decimals in a cell, bars are measured by the largest term', () => {
  expect([short(451.48), short(-3.26), short(29)]).toEqual([451, -3.3, 29]);
  expect(largest([valueOf(mode(), 'c'), null])).toBe(8);
  expect(largest([])).toBe(1);
});
