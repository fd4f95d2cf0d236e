/* Moves by dragging: where a pointer is on the board, in which direction it has moved, and which move
 * that stands for. The look says which touches a drag means; nothing here knows a game. */
import type { LegalMove } from './api';
import type { Layout } from './looks/look';
import { touch } from './touch';

export interface Point {
  x: number;
  y: number;
}

/** How far a pointer must move before it drags, in CSS pixels: a finger is never quite still. */
export const slopOf = (pointer: string): number => (pointer === 'mouse' ? 5 : 10);

/** A drag shorter than this part of a cell means nothing. */
const least = 0.35;

/** A point of the window in the picture's units; `box` is where the picture is in the window. */
export function pointIn(layout: Layout, box: { left: number; top: number; width: number }, at: Point): Point {
  const scale = layout.width / Math.max(1, box.width);
  return { x: (at.x - box.left) * scale, y: (at.y - box.top) * scale };
}

/** The cell at a point of the picture, or null beside the board. */
export function cellAt(layout: Layout, at: Point): number | null {
  let best: number | null = null;
  let nearest = Infinity;
  layout.spots.forEach((spot, i) => {
    if (layout.beyond.has(i)) return;
    const [dx, dy] = [Math.abs(spot.x - at.x) / layout.ux, Math.abs(spot.y - at.y) / layout.uy];
    const far = Math.hypot(dx, dy);
    if (dx <= 0.6 && dy <= 0.6 && far < nearest) [best, nearest] = [i, far];
  });
  return best;
}

/** Whether a drag is long enough to mean a direction. */
export const isFar = (layout: Layout, by: Point): boolean =>
  Math.hypot(by.x / layout.ux, by.y / layout.uy) >= least;

/** The neighbour of a cell in the direction of a drag, if there is one. */
export function toward(layout: Layout, from: number, by: Point): number | undefined {
  const at = layout.spots[from];
  if (!at || !isFar(layout, by)) return undefined;
  const long = Math.hypot(by.x, by.y);
  const reach = 1.25 * Math.max(layout.ux, layout.uy);
  let best: number | undefined;
  let most = 0.7; /* the cosine of about 45 degrees */
  layout.spots.forEach((spot, i) => {
    const [dx, dy] = [spot.x - at.x, spot.y - at.y];
    const far = Math.hypot(dx, dy);
    if (i === from || layout.beyond.has(i) || far > reach) return;
    const along = (dx * by.x + dy * by.y) / (far * long);
    if (along > most) [best, most] = [i, along];
  });
  return best;
}

/** What a drag means: a legal move, or touches that are none. */
export interface Meant {
  /** The touches, the last one is the target. */
  cells: number[];
  move: LegalMove | null;
}

/** The first of some touches that is a legal move, else the last of them, which the server can refuse
 * with a reason; null if there are none. */
export function meant(legal: readonly LegalMove[], ways: readonly number[][], unordered = false): Meant | null {
  for (const cells of ways) {
    const result = touch(legal, cells.slice(0, -1), cells[cells.length - 1]!, unordered);
    if (result.is === 'move') return { cells, move: result.move };
  }
  const last = ways[ways.length - 1];
  return last ? { cells: last, move: null } : null;
}
