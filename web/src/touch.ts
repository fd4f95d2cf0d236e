/* Moves are entered by touching cells: `legal` has the cells of each. All but the last may come in any
 * order (the two ends of a row of marbles); the last one plays the move. After some touches, the moves
 * remain whose cells, without the last, include them. If a look says that pairs have no order (two
 * exchanged tiles), a legal pair in the other order means the same move. */
import type { LegalMove } from './api';

export interface Touching {
  /** Cells that may be touched next, with the moves that each would begin or complete. */
  next: Map<number, LegalMove[]>;
  /** Moves that cells do not distinguish: buttons. */
  buttons: LegalMove[];
}

const cellsOf = (move: LegalMove): number[] => move.slice(1) as number[];

/** Multiset difference of cells; null if one of the others is not among them. */
function without(cells: readonly number[], taken: readonly number[]): number[] | null {
  const left = [...cells];
  for (const cell of taken) {
    const at = left.indexOf(cell);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** Whether a touch of `cell` would play the move after `chosen`. */
export function completes(move: LegalMove, chosen: readonly number[], cell: number): boolean {
  return move.length === chosen.length + 2 && move[move.length - 1] === cell;
}

function put(next: Map<number, LegalMove[]>, cell: number, move: LegalMove): void {
  const list = next.get(cell);
  if (!list) next.set(cell, [move]);
  else if (!list.includes(move)) list.push(move);
}

/** The possible touches after the cells touched so far. */
export function touching(legal: readonly LegalMove[], chosen: readonly number[], unordered = false): Touching {
  const next = new Map<number, LegalMove[]>();
  const buttons: LegalMove[] = [];
  for (const move of legal) {
    const cells = cellsOf(move);
    if (cells.length === 0) {
      if (chosen.length === 0) buttons.push(move);
      continue;
    }
    const left = without(cells.slice(0, -1), chosen);
    if (left === null) continue;
    if (left.length === 0) put(next, cells[cells.length - 1]!, move);
    else for (const cell of left) put(next, cell, move);
  }
  if (unordered && chosen.length < 2) {
    const straight = new Set(next.keys());
    for (const move of legal) {
      const cells = cellsOf(move);
      if (cells.length !== 2) continue;
      if (chosen.length === 0 ? !straight.has(cells[1]!) : cells[1] === chosen[0] && !straight.has(cells[0]!))
        put(next, cells[1 - chosen.length]!, move);
    }
  }
  return { next, buttons };
}

export type Touch =
  | { is: 'chosen'; chosen: number[] } /* more touches are needed */
  | { is: 'move'; move: LegalMove } /* that was the last one */
  | { is: 'dropped' } /* the choice is cancelled */
  | { is: 'refused' }; /* nothing begins there */

/** The effect of a touch after the cells touched before. */
export function touch(
  legal: readonly LegalMove[], chosen: readonly number[], cell: number, unordered = false,
): Touch {
  const moves = touching(legal, chosen, unordered).next.get(cell);
  if (moves) {
    const done = moves.find((move) => move.length === chosen.length + 2);
    return done ? { is: 'move', move: done } : { is: 'chosen', chosen: [...chosen, cell] };
  }
  if (chosen.length === 0) return { is: 'refused' };
  if (chosen.includes(cell)) return { is: 'dropped' };
  /* Elsewhere: start a new choice there, if a move begins there. */
  const anew = touch(legal, [], cell, unordered);
  return anew.is === 'chosen' ? anew : { is: 'dropped' };
}

/** The cells of a legal move's text, for marks. */
export function cellsOfText(legal: readonly LegalMove[], text: string): number[] {
  const move = legal.find((m) => m[0] === text);
  return move ? cellsOf(move) : [];
}
