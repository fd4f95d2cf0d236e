/* Where an arrow key leads: the nearest cell in that direction, on any board. */

export interface Spot {
  x: number;
  y: number;
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const heading: Record<Arrow, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isArrow = (key: string): key is Arrow => key in heading;

/** The cell that an arrow leads to from `at`, or `at` itself at the edge. Distance sideways counts
 * more, so that on hexagons left and right stay in the row, and up and down go to a neighbour. Of two
 * equally near cells, up takes the left one and down the right one: up, then down, returns to `at`. */
export function neighbour(spots: readonly Spot[], at: number, arrow: Arrow): number {
  const from = spots[at];
  if (!from) return spots.length > 0 ? 0 : at;
  const [dx, dy] = heading[arrow];
  let best = at;
  let least = Infinity;
  spots.forEach((spot, i) => {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = (spot.x - from.x) * dy + (spot.y - from.y) * dx;
    if (i === at || along < 1e-6 || Math.abs(aside) > along * 1.2) return;
    const tie = arrow === 'ArrowUp' ? spot.x - from.x : from.x - spot.x;
    const cost = along * along + 3.2 * aside * aside + tie * 1e-4;
    if (cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}
