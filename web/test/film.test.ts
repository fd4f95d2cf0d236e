import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Film, plainly, shotsOf, stillFrame, type Shot } from '../src/anim/film';
import type { Frame } from '../src/anim/plan';
import { game, position } from './fixtures';

const frame = (duration: number, gained: [number, number] = [0, 0]): Frame => ({ ...stillFrame, duration, gained });
/** A move of two frames of 100 ms and its last picture; the number tells moves apart. */
const move = (number: number): Shot[] => plainly([frame(100), frame(100), frame(0)]).map((shot) => ({
  ...shot, frame: { ...shot.frame, sprites: [{ id: number } as never] },
}));

describe('a film', () => {
  let shown: [number, boolean][];
  let film: Film;
  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    film = new Film((shot, moving) => shown.push([shot.frame.sprites[0]!.id, moving]));
  });
  afterEach(() => vi.useRealTimers());

  it('shows the frames of a move in their time', () => {
    film.play(move(1));
    expect(shown).toEqual([[1, true]]);
    vi.advanceTimersByTime(150);
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([[1, true], [1, true], [1, false]]);
  });

  it('shows an immediate answer after the own move', () => {
    film.playNext(move(1), false);
    film.playNext(move(2), false);
    expect(film.last()!.sprites[0]!.id).toBe(2);
    vi.runAllTimers();
    expect(shown.map(([number]) => number)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  it('is never more than one move behind', () => {
    for (let number = 1; number <= 9; number++) film.playNext(move(number), false);
    vi.runAllTimers();
    expect(new Set(shown.slice(-3).map(([number]) => number))).toEqual(new Set([9]));
    expect(shown.filter(([number]) => number < 9 && number > 2).length).toBeLessThanOrEqual(7);
  });

  it('shows only the newest move of two computers', () => {
    film.playNext(move(1), true);
    film.playNext(move(2), true);
    vi.runAllTimers();
    expect(shown.map(([number]) => number)).toEqual([1, 2, 2, 2]);
  });

  it('ends at once on request', () => {
    film.play(move(1));
    expect(film.finish()).toBe(true);
    expect(shown[shown.length - 1]).toEqual([1, false]);
    expect(film.finish()).toBe(false);
  });
});

it('counts the points with the frames, and shows the rest of the game with the last one', () => {
  const before = game({ position: position({ scores: [10, 20] }) });
  const after = game({ position: position({ scores: [15, 20], ply: 1 }) });
  const shots = shotsOf([frame(1, [3, 0]), frame(1, [5, 0]), frame(0)], before, after);
  expect(shots.map(({ shows }) => shows!.position.scores)).toEqual([[13, 20], [15, 20], [15, 20]]);
  expect(shots.map(({ shows }) => shows!.position.ply)).toEqual([before.position.ply, before.position.ply, 1]);
});
