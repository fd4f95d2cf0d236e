import { describe, expect, it } from 'vitest';
import type { LegalMove } from '../src/api';
import { cellsOfText, touch, touching } from '../src/touch';

const stones: LegalMove[] = [['a1', 0], ['b1', 1], ['black'], ['white']];
/* Two marbles on 1 and 2: each alone, the row both ways, and sideways with the lower end first. */
const marbles: LegalMove[] = [['single', 1, 9], ['right', 1, 2, 3], ['left', 2, 1, 0], ['up', 1, 2, 12]];
const boat: LegalMove[] = [['R', 5, 6], ['+5', 5, 5], ['+7', 7], ['-7', 17]];
const tiles: LegalMove[] = [['a1r', 0, 1], ['c1l', 2, 1]];

describe('touching', () => {
  it('offers the first cells, and buttons for moves without cells', () => {
    const { next, buttons } = touching(stones, []);
    expect([...next.keys()]).toEqual([0, 1]);
    expect(buttons.map((move) => move[0])).toEqual(['black', 'white']);
  });
  it('offers what goes on from a choice, and no buttons then', () => {
    expect([...touching(marbles, [1]).next.keys()].sort()).toEqual([2, 9]);
    expect([...touching(marbles, [2]).next.keys()]).toEqual([1]);
    expect(touching([...marbles, ['pass']], [1]).buttons).toEqual([]);
  });
  it('takes the ends of a row in either order', () => {
    const straight = [...touching(marbles, [1, 2]).next.keys()].sort((a, b) => a - b);
    const turned = [...touching(marbles, [2, 1]).next.keys()].sort((a, b) => a - b);
    expect(straight).toEqual([0, 3, 12]);
    expect(turned).toEqual(straight);
    expect(touching(marbles, [2, 1]).next.get(12)![0]![0]).toBe('up');
  });
  it('takes all cells but the last in any order', () => {
    const long: LegalMove[] = [['m', 1, 2, 3, 4]];
    expect([...touching(long, [3]).next.keys()].sort()).toEqual([1, 2]);
    expect([...touching(long, [3, 1, 2]).next.keys()]).toEqual([4]);
    expect(touching(long, [4]).next.size).toBe(0);
    expect(touching(long, [1, 1]).next.size).toBe(0);
  });
  it('has no order in pairs only where the look says so', () => {
    expect(touching(tiles, []).next.has(1)).toBe(false);
    expect(touching(tiles, [], true).next.has(1)).toBe(true);
    expect([...touching(tiles, [1], true).next.keys()].sort()).toEqual([0, 2]);
  });
});

describe('touch', () => {
  it('plays at the last cell of a sequence', () => {
    expect(touch(stones, [], 1)).toEqual({ is: 'move', move: ['b1', 1] });
    expect(touch(marbles, [1, 2], 3)).toEqual({ is: 'move', move: ['right', 1, 2, 3] });
  });
  it('plays a move that touches a cell twice', () => {
    expect(touch(boat, [5], 5)).toEqual({ is: 'move', move: ['+5', 5, 5] });
  });
  it('drops the choice when it is touched again', () => {
    expect(touch(marbles, [1], 1)).toEqual({ is: 'dropped' });
  });
  it('begins anew elsewhere, but never plays a move by it', () => {
    expect(touch(marbles, [1, 2], 2)).toEqual({ is: 'dropped' });
    expect(touch([...marbles, ['other', 20, 21]], [1], 20)).toEqual({ is: 'chosen', chosen: [20] });
    expect(touch(boat, [5], 7)).toEqual({ is: 'dropped' });
  });
  it('refuses a cell where nothing begins', () => {
    expect(touch(stones, [], 5)).toEqual({ is: 'refused' });
  });
  it('plays a pair of tiles from either end', () => {
    expect(touch(tiles, [1], 0, true)).toEqual({ is: 'move', move: ['a1r', 0, 1] });
    expect(touch(tiles, [1], 2, true)).toEqual({ is: 'move', move: ['c1l', 2, 1] });
  });
});

it('finds the cells of a move', () => {
  expect(cellsOfText(boat, 'R')).toEqual([5, 6]);
  expect(cellsOfText(boat, 'nothing')).toEqual([]);
});
