/* What the page shows of a review, from the server's messages. */
import { expect, test } from 'vitest';
import {
  change, counts, favoured, judge, luckSentence, nextError, points, series, toFind, unjudged, type Judged,
} from '../src/study/judge';
import type { Class, Review, Reviewed, ReviewPlayer } from '../src/study/messages';
import { speech } from '../src/words';

export const reviewed = (some: Partial<Reviewed> = {}): Reviewed => ({
  is: 'reviewed', pass: 0, ply: 0, of: 4, player: 0, played: 'a1', chance: 0.6, after: 0.6, class: 'best',
  accuracy: 100, line: ['a1', 'b1'], cells: [0, 1], reply: ['b1'], said: null, ...some,
});

const player = (some: Partial<ReviewPlayer> = {}): ReviewPlayer => ({
  accuracy: 90, forced: 0, best: 1, good: 0, inaccuracy: 0, mistake: 0, blunder: 0, ...some,
});

export const review = (some: Partial<Review> = {}): Review => ({
  is: 'review', pass: 0, known: 4, of: 4, end: 1, last: false, players: [player(), player()], ...some,
});

const game = (classes: Class[], pass = 0): Judged =>
  classes.reduce((now, name, ply) => judge(now, reviewed({ ply, of: classes.length, player: ply % 2, class: name, pass })), unjudged);

test('a move of the second pass replaces that of the first, and none of the first replaces it', () => {
  let now = game(['best', 'blunder', 'good', 'best']);
  now = judge(now, reviewed({ ply: 1, player: 1, class: 'mistake', pass: 1 }));
  expect(now.moves[1]!.class).toBe('mistake');
  expect(now.progress).toEqual({ pass: 1, move: 2 });
  now = judge(now, reviewed({ ply: 1, player: 1, class: 'blunder', pass: 0 }));
  expect(now.moves[1]!.class).toBe('mistake');
  expect(counts(now, 1)).toEqual({ inaccuracy: 0, mistake: 1, blunder: 0 });
  expect(counts(now, 0)).toEqual({ inaccuracy: 0, mistake: 0, blunder: 0 });
});

test('the sum ends it, and a later question goes on', () => {
  let now = judge(game(['best', 'best']), review({ of: 2, known: 2, last: true }));
  expect(now.over).toBe(true);
  now = judge(now, reviewed({ of: 2, pass: 1 }));
  expect(now.over).toBe(false);
  expect(now.sum?.known).toBe(2);
});

test('messages that fit no game are ignored', () => {
  expect(judge(unjudged, reviewed({ ply: 9, of: 4 }))).toBe(unjudged);
  expect(judge(unjudged, { is: 'lines', depth: 1, nodes: 1, ms: 1, last: false, lines: [] })).toBe(unjudged);
});

test('the next error, of one player or both, and round again', () => {
  const now = game(['mistake', 'best', 'good', 'blunder', 'inaccuracy', 'best']);
  expect(nextError(now, -1, null)).toBe(0);
  expect(nextError(now, 0, null)).toBe(3);
  expect(nextError(now, 0, 0)).toBe(4);
  expect(nextError(now, 4, 0)).toBe(0);
  expect(nextError(now, 0, 1)).toBe(3);
  expect(nextError(game(['best']), 0, null)).toBeNull();
  expect(nextError(unjudged, 0, null)).toBeNull();
});

test('what is to be found: grave errors, else inaccuracies', () => {
  expect(toFind(game(['mistake', 'blunder', 'inaccuracy', 'best', 'blunder']), 0)).toEqual([0, 4]);
  expect(toFind(game(['inaccuracy', 'blunder', 'best']), 0)).toEqual([0]);
  expect(toFind(game(['best', 'blunder']), 0)).toEqual([]);
});

test('the curve has one point more than moves; what is unknown follows from the move before', () => {
  expect(series(unjudged)).toEqual({ chance: [], deep: [] });
  let now = judge(unjudged, reviewed({ of: 2, chance: 0.5, after: 0.4, luck: 0.05 }));
  const first = series(now);
  expect(first.chance).toHaveLength(3);
  expect(first.chance[0]).toBe(0.5);
  expect(first.chance[1]).toBeCloseTo(0.45);
  expect(first.chance[2]).toBeNull();
  now = judge(now, reviewed({ ply: 1, of: 2, chance: 0.47, after: 0.3, pass: 1 }));
  expect(series(now)).toEqual({ chance: [0.5, 0.47, 0.3], deep: [false, true, true] });
  now = judge(now, review({ of: 2, known: 2, end: 0 }));
  expect(series(now).chance[2]).toBe(0);
});

test('changes are those of the mover, and proven ends are words', () => {
  const en = speech('en');
  expect(change(reviewed({ chance: 0.97, after: 0.65 }), en)).toBe('97 → 65 %');
  expect(change(reviewed({ player: 1, chance: 0.03, after: 0.35 }), en)).toBe('97 → 65 %');
  expect(change(reviewed({ chance: 1, after: 0.65, mate: 5 }), en)).toBe('win in 5 → 65 %');
  expect(change(reviewed({ chance: 0.5, after: 0, mate: 0, mate_after: -3 }), speech('el'))).toBe('ισοπαλία → ήττα σε 3');
});

test('skill and luck: what is nearly equal is called equal', () => {
  expect([favoured(0, -0.04), favoured(-0.1, -0.02), favoured(0.2, 0.1)]).toEqual(['even', 'other', 'me']);
  expect([points(-0.004), points(-1.29), points(0.066)]).toEqual([0, -129, 7]);
  const sum = review({ players: [player({ skill: -0.1, luck: -0.3 }), player({ skill: -0.6, luck: 0.3 })] });
  const say = (me: 0 | 1 | null) => luckSentence(sum, me, ['Blue', 'Red'], speech('en'));
  expect(say(0)).toBe('You played better; luck was not with you.');
  expect(say(1)).toBe('Your opponent played better, but luck was on your side.');
  expect(say(null)).toBe('Blue played better; the luck was with Red.');
  expect(luckSentence(sum, null, ['Μπλε', 'Κόκκινος'], speech('el'))).toBe('Καλύτερο παιχνίδι: Μπλε. Περισσότερη τύχη: Κόκκινος.');
  expect(luckSentence(review(), 0, ['a', 'b'], speech('en'))).toBeNull();
});
