/* Finding one's own mistakes again. */
import { expect, test } from 'vitest';
import { attempt, begin, next, plyOf, score, show, unjudgedMove, verdict } from '../src/study/find';
import type { Reviewed } from '../src/study/messages';

const judged = (some: Partial<Reviewed> = {}): Reviewed => ({
  is: 'reviewed', pass: 1, ply: 4, of: 9, player: 0, played: 'bad', chance: 0.9, after: 0.3, class: 'blunder', accuracy: 5,
  line: ['best', 'x'], cells: [1, 2], reply: [], said: null, ...some,
});

test('the best move is right without a judgement', () => {
  const now = attempt(begin([4, 8]), 'best', judged());
  expect(now.stage).toBe('right');
  expect(score(now)).toEqual({ at: 1, later: 0, of: 2 });
  expect(plyOf(next(now))).toBe(8);
});

test('another good move is as good; a worse one may be followed by others', () => {
  let now = attempt(begin([4]), 'other', judged());
  expect(now.stage).toBe('checking');
  expect(attempt(now, 'best', judged())).toBe(now);
  expect(verdict(now, judged({ played: 'stale' }))).toBe(now);
  expect(verdict(now, judged({ played: 'other', class: 'good' })).stage).toBe('good');
  now = verdict(now, judged({ played: 'other', class: 'inaccuracy' }));
  expect(now.stage).toBe('not');
  now = attempt(now, 'best', judged());
  expect(now.stage).toBe('right');
  expect(score(now)).toEqual({ at: 0, later: 1, of: 1 });
  expect(next(now).stage).toBe('summary');
});

test('the old mistake again is known to be one', () => {
  const now = attempt(begin([4]), 'bad', judged());
  expect(now.stage).toBe('not');
  expect(now.judged?.class).toBe('blunder');
});

test('what was shown or left out was not found', () => {
  const shown = show(begin([4, 6]));
  expect(shown.stage).toBe('shown');
  expect(attempt(shown, 'best', judged())).toBe(shown);
  expect(score(next(next(shown)))).toEqual({ at: 0, later: 0, of: 2 });
  expect(begin([]).stage).toBe('summary');
});

test('a move that could not be judged may be tried again', () => {
  const now = unjudgedMove(attempt(begin([4]), 'other', judged()));
  expect([now.stage, now.tried]).toEqual(['asked', null]);
});
