import { describe, expect, it } from 'vitest';
import { neighbour, type Spot } from '../src/neighbours';

const square: Spot[] = Array.from({ length: 9 }, (_, i) => ({ x: i % 3, y: Math.floor(i / 3) }));
/* Three rows of hexagons, the middle one half a cell to the right. */
const hexes: Spot[] = Array.from({ length: 9 }, (_, i) => ({
  x: (i % 3) + (Math.floor(i / 3) === 1 ? 0.5 : 0), y: Math.floor(i / 3) * 0.866,
}));

describe('on squares', () => {
  it('goes one cell', () => {
    expect(neighbour(square, 4, 'ArrowLeft')).toBe(3);
    expect(neighbour(square, 4, 'ArrowRight')).toBe(5);
    expect(neighbour(square, 4, 'ArrowUp')).toBe(1);
    expect(neighbour(square, 4, 'ArrowDown')).toBe(7);
  });
  it('stays at the edge', () => {
    expect(neighbour(square, 0, 'ArrowLeft')).toBe(0);
    expect(neighbour(square, 0, 'ArrowUp')).toBe(0);
  });
  it('passes over a hole', () => {
    const holed = square.map((spot, i) => (i === 1 ? { x: NaN, y: NaN } : spot));
    expect(neighbour(holed, 0, 'ArrowRight')).toBe(2);
  });
});

describe('on hexagons', () => {
  it('stays in the row sideways', () => {
    expect(neighbour(hexes, 4, 'ArrowLeft')).toBe(3);
    expect(neighbour(hexes, 4, 'ArrowRight')).toBe(5);
  });
  it('comes home when it goes up and down', () => {
    const up = neighbour(hexes, 4, 'ArrowUp');
    expect([1, 2]).toContain(up);
    expect(neighbour(hexes, up, 'ArrowDown')).toBe(4);
  });
  it('reaches every cell', () => {
    const seen = new Set([0]);
    const queue = [0];
    for (let at = queue.shift(); at !== undefined; at = queue.shift())
      for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
        const to = neighbour(hexes, at, arrow);
        if (!seen.has(to)) { seen.add(to); queue.push(to); }
      }
    expect(seen.size).toBe(9);
  });
});
