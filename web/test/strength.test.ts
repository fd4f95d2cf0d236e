import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../src/api';
import { estimate, expected, nearestLevel, ratingsOf, type Outcome } from '../src/strength';
import { word } from './fixtures';

const infoOf = (ratings: (number | undefined)[], usual = 3): GameInfo => ({
  name: 'x', title: word('X'), goal: word(''), how_to_move: word(''), look: 'stones', chance: false, lesson: 0, puzzles: false,
  players: [{ name: 'a', title: word('A') }, { name: 'b', title: word('B') }], variant: '',
  usual: { level: usual, variant: '' }, options: [], agents: [],
  levels: ratings.map((rating, i) => ({
    agent: `level:n=${i + 1}`, title: word(''), sees: word(''), ...(rating === undefined ? {} : { rating }),
  })),
});
/* The ladders of Gomoku and Abalone. */
const gomoku = infoOf([1000, 1129, 1340, 1462, 1579, 1703, 1796, 1863]);
const abalone = infoOf([1000, 1173, 1365, 1523, 1660, 1887, 2147, 2390, 2654, 2884, 3264, 3567]);

/** A small generator with a seed (mulberry32): the same games in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Plays games against the level that is picked each time; the level that would be next. */
function play(game: GameInfo, truth: number, games: number, seed: number): number {
  const toss = random(seed);
  const results: Outcome[] = [];
  for (let i = 0; i < games; i++) {
    const other = ratingsOf(game)[nearestLevel(game, estimate(game, results).rating) - 1]!;
    results.push([other, toss() < expected(truth, other) ? 1 : 0]);
  }
  return nearestLevel(game, estimate(game, results).rating);
}

describe('the estimate', () => {
  it.each([['gomoku', gomoku], ['abalone', abalone]] as const)('finds the level within 15 games: %s', (_, game) => {
    ratingsOf(game).forEach((truth, i) => {
      const found = Array.from({ length: 25 }, (__, seed) => play(game, truth, 15, seed + 1));
      const near = found.filter((level) => Math.abs(level - (i + 1)) <= 1).length;
      expect(near / found.length, `level ${i + 1}`).toBeGreaterThan(0.85);
    });
  }, 30_000);
  it('is the usual level before the first game', () => expect(nearestLevel(gomoku, estimate(gomoku, []).rating)).toBe(3));
  it('moves less with every game', () => {
    const results: Outcome[] = [];
    const steps = Array.from({ length: 20 }, (_, i) => {
      const { rating } = estimate(gomoku, results);
      results.push([rating, i % 2 === 0 ? 1 : 0]);
      return Math.abs(estimate(gomoku, results).rating - rating);
    });
    expect(steps[0]).toBeGreaterThan(100);
    expect(steps[10]).toBeLessThan(steps[0]! / 2);
    expect(steps[19]).toBeGreaterThan(5);
  });
  it('does not leave the levels', () => {
    expect(nearestLevel(gomoku, -5000)).toBe(1);
    expect(nearestLevel(gomoku, 9000)).toBe(8);
  });
  it('moves little by a draw against an equal', () => {
    const before = estimate(gomoku, [[1462, 1], [1462, 0]]).rating;
    expect(Math.abs(estimate(gomoku, [[1462, 1], [1462, 0], [before, 0.5]]).rating - before)).toBeLessThan(20);
  });
});

describe('ratings of levels', () => {
  it('continue where none was measured', () => expect(ratingsOf(infoOf([undefined, 1200, undefined]))).toEqual([1000, 1200, 1330]));
  it('never fall', () => expect(ratingsOf(infoOf([1000, 990]))).toEqual([1000, 1001]));
});
