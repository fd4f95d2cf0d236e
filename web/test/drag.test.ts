import { describe, expect, it } from 'vitest';
import type { Board, LegalMove, Piece } from '../src/api';
import { cellAt, isFar, meant, pointIn, toward } from '../src/drag';
import { lake } from '../src/looks/lake';
import { marbles } from '../src/looks/marbles';
import { plain } from '../src/looks/plain';
import { shapes } from '../src/looks/shapes';
import { position, squares } from './fixtures';

const board = squares(3, 3);
const layout = plain.layout(board, 0, position());
const [ux, uy] = [layout.ux, layout.uy];
const cellOf = (label: string, of: Board = board): number => of.cells.findIndex((cell) => cell[5] === label);

describe('the pointer', () => {
  it('is at a point of the picture, whatever its size on the screen', () => {
    expect(pointIn(layout, { left: 10, top: 20, width: layout.width / 2 }, { x: 10, y: 20 })).toEqual({ x: 0, y: 0 });
    expect(pointIn(layout, { left: 10, top: 20, width: layout.width / 2 }, { x: 60, y: 30 })).toEqual({ x: 100, y: 20 });
  });
  it('is on a cell, or beside the board', () => {
    const spot = layout.spots[4]!;
    expect(cellAt(layout, spot)).toBe(4);
    expect(cellAt(layout, { x: spot.x + 0.4 * ux, y: spot.y })).toBe(4);
    expect(cellAt(layout, { x: spot.x + 0.6 * ux, y: spot.y })).toBe(5);
    expect(cellAt(layout, { x: layout.width + ux, y: spot.y })).toBe(null);
    expect(cellAt({ ...layout, beyond: new Set([4]) }, spot)).toBe(null);
  });
});

describe('the direction of a drag', () => {
  it('leads to the neighbour there', () => {
    expect(toward(layout, cellOf('b2'), { x: 0, y: -uy })).toBe(cellOf('b3'));
    expect(toward(layout, cellOf('b2'), { x: 3 * ux, y: uy })).toBe(cellOf('c2'));
  });
  it('leads nowhere if it is short, or off the board, or to tiles that cannot be touched', () => {
    expect(isFar(layout, { x: 0.2 * ux, y: 0.2 * uy })).toBe(false);
    expect(toward(layout, cellOf('b2'), { x: 0.2 * ux, y: 0 })).toBe(undefined);
    expect(toward(layout, cellOf('a2'), { x: -ux, y: 0 })).toBe(undefined);
    expect(toward({ ...layout, beyond: new Set([cellOf('b3')]) }, cellOf('b2'), { x: 0, y: -uy })).toBe(undefined);
  });
});

describe('meant', () => {
  const legal: LegalMove[] = [['single', 1, 9], ['push', 1, 2, 3], ['+5', 5, 5], ['-7', 17], ['a1r', 20, 21]];
  it('is the first way that is legal', () => {
    expect(meant(legal, [[2, 3], [1, 2, 3]])).toEqual({ cells: [1, 2, 3], move: legal[1] });
    expect(meant(legal, [[17]])).toEqual({ cells: [17], move: legal[3] });
    expect(meant(legal, [[5, 5]])).toEqual({ cells: [5, 5], move: legal[2] });
  });
  it('is the last way if none is, and nothing without any', () => {
    expect(meant(legal, [[2, 3], [0, 2, 3]])).toEqual({ cells: [0, 2, 3], move: null });
    expect(meant(legal, [])).toBe(null);
  });
  it('knows pairs without an order', () => {
    expect(meant(legal, [[21, 20]])!.move).toBe(null);
    expect(meant(legal, [[21, 20]], true)!.move).toEqual(['a1r', 20, 21]);
  });
});

describe('a swipe of a tile', () => {
  const tiles = squares(4, 4);
  const at = position({ pieces: tiles.cells.map((_, i): Piece => [i, 'tile', -1, 0, 0]) });
  const of = shapes.layout(tiles, 0, at);
  it('is the tile and its neighbour', () => {
    const swipe = { layout: of, position: at, chosen: [], from: cellOf('b2', tiles) };
    expect(shapes.drag!({ ...swipe, by: { x: 0, y: -60 } })).toEqual([[cellOf('b2', tiles), cellOf('b3', tiles)]]);
    expect(shapes.drag!({ ...swipe, by: { x: 3, y: 3 } })).toEqual([]);
  });
  it('any tile can be chosen, and a neighbour ends the choice', () => {
    const [a, b, far] = [cellOf('a1', tiles), cellOf('a2', tiles), cellOf('d4', tiles)];
    expect(shapes.take!({ layout: of, position: at }, [], a)).toEqual([a]);
    expect(shapes.take!({ layout: of, position: at }, [a], b)).toBe(undefined);
    expect(shapes.take!({ layout: of, position: at }, [a], far)).toEqual([far]);
  });
});

/** Rows a, b, c of hexagons with six cells each, as the server sends them: row c on top. */
const hexes: Board = {
  cells: ['a', 'b', 'c'].flatMap((row, r) =>
    [1, 2, 3, 4, 5, 6].map((n): Board['cells'][number] =>
      ['hexagon', 1000 * n - 500 * r, 866 * (2 - r) + 577, 1000, 1155, `${row}${n}`])),
  size: [6500, 2887], target: 6,
};

describe.each([0, 1, 4])('a drag of marbles, the board turned %d times', (turn) => {
  const hex = marbles.layout(hexes, turn, position());
  const cells = (...labels: string[]) => labels.map((label) => cellOf(label, hexes));
  /** Drags from one cell towards another; pieces are "own | other". */
  const drag = (own: string, other: string, from: string, to: string, chosen: string[] = []) => {
    const marble = (player: number) => (label: string): Piece => [cellOf(label, hexes), 'marble', player, 0, 0];
    const pieces = [own.split(' ').map(marble(0)), other.split(' ').filter(Boolean).map(marble(1))].flat();
    const [p, q] = [hex.spots[cellOf(from, hexes)]!, hex.spots[cellOf(to, hexes)]!];
    return marbles.drag!({
      layout: hex, position: position({ pieces }), chosen: cells(...chosen), from: cellOf(from, hexes),
      by: { x: q.x - p.x, y: q.y - p.y },
    });
  };
  it('moves one marble to a free cell', () => {
    expect(drag('b3', '', 'b3', 'b4')).toEqual([cells('b3', 'b4')]);
    expect(drag('b3', '', 'b3', 'c3')).toEqual([cells('b3', 'c3')]);
    expect(drag('b3', '', 'b4', 'b5')).toEqual([]);
  });
  it('takes along the marbles in front', () => {
    expect(drag('b2 b3 b4', '', 'b2', 'b3')).toEqual([cells('b2', 'b4', 'b5')]);
    expect(drag('b2 b3 b4', '', 'b3', 'b4')).toEqual([cells('b3', 'b4', 'b5')]);
    expect(drag('b1 b2 b3 b4', '', 'b1', 'b2')).toEqual([cells('b1', 'b3', 'b4')]);
  });
  it('takes those behind it for a push, as few as are enough', () => {
    expect(drag('b1 b2 b3', 'b4', 'b3', 'b4')).toEqual([
      cells('b3', 'b4'), cells('b2', 'b3', 'b4'), cells('b1', 'b3', 'b4'),
    ]);
    expect(drag('b1 b2 b3', '', 'b3', 'b4')).toEqual([cells('b3', 'b4')]);
  });
  it('moves a chosen row along its line or sideways', () => {
    expect(drag('b2 b3 b4', '', 'b3', 'b4', ['b2', 'b4'])).toEqual([cells('b2', 'b4', 'b5')]);
    expect(drag('b2 b3 b4', '', 'b3', 'b2', ['b2', 'b4'])).toEqual([cells('b2', 'b4', 'b1')]);
    expect(drag('b2 b3 b4', '', 'b3', 'c3', ['b2', 'b4'])).toEqual([cells('b2', 'b4', 'c4')]);
    expect(drag('b2 b3 b4', '', 'b3', 'a3', ['b4', 'b2'])).toEqual([cells('b4', 'b2', 'a4')]);
  });
  it('any own marble can be chosen, and the ends of any own row', () => {
    const pieces = cells('b1', 'b2', 'b3', 'b5').map((cell): Piece => [cell, 'marble', 0, 0, 0]);
    const of = { layout: hex, position: position({ pieces: [...pieces, [cellOf('a1', hexes), 'marble', 1, 0, 0]] }) };
    const take = (chosen: string[], label: string) => marbles.take!(of, cells(...chosen), cellOf(label, hexes));
    expect(take([], 'b1')).toEqual(cells('b1'));
    expect(take(['b1'], 'b3')).toEqual(cells('b1', 'b3'));
    expect(take(['b1', 'b2'], 'b3')).toEqual(cells('b1', 'b3'));
    expect(take(['b1'], 'b5')).toEqual(cells('b5'));
    expect(take([], 'a1')).toBe(undefined);
    expect(take([], 'c1')).toBe(undefined);
  });
});

describe.each([0, 1])('a drag on the lake, turned %d times', (turn) => {
  /* Docks of level 4 and three columns of levels 4, 2 and 0; Red floats on column 2. */
  const columns = 5;
  const levels = [4, 4, 2, 0, 4];
  const cells = Array.from({ length: 7 * columns }, (_, i): Board['cells'][number] =>
    ['square', 1000 * (i % columns) + 500, 1000 * Math.floor(i / columns) + 500, 1000, 1000, '']);
  const water = levels.flatMap((level, column) =>
    Array.from({ length: level }, (_, k): Piece =>
      [(5 - k) * columns + column, column % 4 === 0 ? 'wall' : 'water', -1, k + 1, 0]));
  const at = (row: number, column: number) => row * columns + column;
  const pieces: Piece[] = [...water, [at(3, 2), 'boat', 0, 0, 1], [at(1, 4), 'boat', 1, 0, 2]];
  const of = lake.layout({ cells, size: [5000, 7000], target: null }, turn, position());
  const drag = (from: number, x: number, y: number) =>
    lake.drag!({ layout: of, position: position({ pieces }), chosen: [], from, by: { x: turn === 1 ? -x : x, y } });
  it('sails the own boat', () => {
    expect(drag(at(3, 2), 80, 5)).toEqual([[at(3, 2), at(5, 3)]]);
    expect(drag(at(3, 2), -80, 5)).toEqual([[at(3, 2), at(1, 1)]]);
    expect(drag(at(3, 1), 80, 5)).toEqual([]);
  });
  it('raises and lowers the water of a column', () => {
    expect(drag(at(2, 1), 5, -80)).toEqual([[at(1, 1)]]);
    expect(drag(at(2, 1), 5, 80)).toEqual([[at(2, 1)]]);
    expect(drag(at(3, 2), 5, -80)).toEqual([[at(3, 2), at(3, 2)]]);
    expect(drag(at(5, 3), 5, 80)).toEqual([[at(6, 3)]]);
    expect(drag(at(3, 0), 5, 80)).toEqual([]);
    expect(drag(at(3, 2), 5, 5)).toEqual([]);
  });
});
