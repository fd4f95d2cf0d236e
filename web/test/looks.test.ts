import { describe, expect, it } from 'vitest';
import type { Piece, Played } from '../src/api';
import { cellWords } from '../src/board/grid';
import { lookOf, looks } from '../src/looks';
import { pairs } from '../src/parts/moves';
import { waitBefore } from '../src/socket';
import { nearest } from '../src/table';
import { typedBy } from '../src/usekeys';
import { speech } from '../src/words';
import { game, position, squares, word } from './fixtures';

describe('looks', () => {
  it('draws a look nobody knows plainly', () => expect(lookOf('something new').name).toBe('plain'));
  it.each(looks.filter((look) => look.name !== 'marbles').map((look) => look.name))('%s lays out any size inside its picture', (name) => {
    const look = lookOf(name);
    for (const [columns, rows] of [[3, 3], [5, 5], [12, 10], [20, 20]] as const)
      for (let turn = 0; turn < look.turns; turn++) {
        const layout = look.layout(squares(columns, rows), turn, position());
        expect(layout.spots).toHaveLength(columns * rows);
        if (name === 'lake') continue; /* seven rows always */
        for (const spot of layout.spots) {
          expect(spot.x).toBeGreaterThan(0);
          expect(spot.x).toBeLessThan(layout.width);
          expect(spot.y).toBeGreaterThan(0);
          expect(spot.y).toBeLessThan(layout.height);
        }
      }
  });
  it('finds every look by its own name', () => {
    for (const look of looks) expect(lookOf(look.name)).toBe(look);
    expect(new Set(looks.map((look) => look.name)).size).toBe(looks.length);
  });
  it('keeps tiles that wait above out of reach', () => {
    const board = squares(2, 4);
    const pieces: Piece[] = [
      [0, 'tile', -1, 1, 0], [2, 'tile', -1, 1, 0], [4, 'hidden', -1, 1, 0], [6, 'unknown', -1, 0, 0],
    ];
    const layout = lookOf('shapes').layout(board, 0, position({ pieces }));
    expect([...layout.beyond].sort()).toEqual([4, 5, 6, 7]);
  });
  it('says what a cell holds', () => {
    const look = lookOf('stones');
    const here = position({ pieces: [[0, 'stone', 0, 1, 0]], last: { text: 'a1', player: 0, cells: [0] } });
    const layout = look.layout(squares(3, 3), 0, here);
    const say = (cell: number, language: 'en' | 'el') =>
      cellWords(look, layout, game(), here, cell, speech(language), { chosen: false, legal: false });
    expect(say(0, 'en')).toBe('a1, black stone, last move');
    expect(say(1, 'en')).toBe('b1, empty');
    expect(say(0, 'el')).toBe('a1, μαύρο πούλι, τελευταία κίνηση');
  });
  it('lays ejected marbles into the groove of who has lost them', () => {
    const look = lookOf('marbles');
    const board = { ...squares(5, 1), target: 6 };
    const here = position({ pieces: [[0, 'marble', 0, 0, 0]], scores: [1, 3] });
    const lost = look.sprites(look.layout(board, 0, here), here).filter((sprite) => sprite.kind === 'lost');
    expect(lost.map((sprite) => sprite.player)).toEqual([0, 0, 0, 1]);
  });
  it('takes three marbles touched one after another for their ends', () => {
    const look = lookOf('marbles');
    const layout = look.layout(squares(5, 1), 0, position());
    expect(look.extend!(layout, [0, 1], 2)).toEqual([0, 2]);
    expect(look.extend!(layout, [1, 2], 0)).toEqual([2, 0]);
    expect(look.extend!(layout, [0, 2], 1)).toBeUndefined();
    expect(look.extend!(layout, [0], 1)).toBeUndefined();
  });
  it('finds the nearest cell of some, not farther than about a cell', () => {
    const layout = lookOf('plain').layout(squares(5, 1), 0, position());
    expect(nearest(layout, 2, [0, 3])).toBe(3);
    expect(nearest(layout, 2, [0])).toBeNull();
  });
});

it('puts moves in rows of two, whoever moves twice', () => {
  const played = (...players: number[]) => ({ played: players.map((p): Played => ['m', p, word('')]) });
  expect(pairs(played(0, 1, 0))).toEqual([[0, 1], [2]]);
  expect(pairs(played(0, 0, 1, 1))).toEqual([[0], [1, 2], [null, 3]]);
});

it('waits longer each time, with some chance in it', () => {
  expect(waitBefore(0, 0.5)).toBe(400);
  expect(waitBefore(3, 0.5)).toBe(3200);
  expect(waitBefore(50, 1)).toBe(18750);
  expect(waitBefore(1, 0)).toBeLessThan(waitBefore(1, 1));
});

it('reads letters by their place on a Greek keyboard', () => {
  expect(typedBy('h', 'KeyH')).toBe('h');
  expect(typedBy('η', 'KeyH')).toBe('h');
  expect(typedBy('8', 'Digit8')).toBe('8');
  expect(typedBy('+', 'Equal')).toBe('+');
  expect(typedBy('ArrowUp', 'ArrowUp')).toBeNull();
  expect(typedBy('F5', 'F5')).toBeNull();
});
