/* Moves are touched cell by cell: `legal` says the sequences, no one of which begins another.
 *
 * Two kindnesses. Where both orders of two cells begin a move (the two ends of a row of marbles)
 * either order opens the moves of both. And where a look says that pairs have no order (two tiles
 * that change places) the other order of a legal pair means the same move. */
import type { LegalMove } from './api';

export interface Touching {
  /** Cells that may be touched next, with the moves that each would begin or complete. */
  next: Map<number, LegalMove[]>;
  /** Moves that no cell can tell apart: buttons. */
  buttons: LegalMove[];
}

const cellsOf = (move: LegalMove): number[] => move.slice(1) as number[];

function beginsWith(cells: number[], chosen: readonly number[]): boolean {
  return cells.length > chosen.length && chosen.every((cell, i) => cells[i] === cell);
}

function put(next: Map<number, LegalMove[]>, cell: number, move: LegalMove): void {
  const list = next.get(cell);
  if (list) list.push(move);
  else next.set(cell, [move]);
}

/** What can be touched after the cells that were. */
export function touching(legal: readonly LegalMove[], chosen: readonly number[], unordered = false): Touching {
  const next = new Map<number, LegalMove[]>();
  const buttons: LegalMove[] = [];
  for (const move of legal) {
    const cells = cellsOf(move);
    if (cells.length === 0) {
      if (chosen.length === 0) buttons.push(move);
    } else if (beginsWith(cells, chosen)) {
      put(next, cells[chosen.length]!, move);
    }
  }
  if (chosen.length === 2 && chosen[0] !== chosen[1]) {
    const turned = [chosen[1]!, chosen[0]!];
    for (const move of legal) {
      const cells = cellsOf(move);
      if (beginsWith(cells, turned) && !next.has(cells[2]!)) put(next, cells[2]!, move);
    }
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
  | { is: 'chosen'; chosen: number[] } /* more is to be touched */
  | { is: 'move'; move: LegalMove } /* that was the last one */
  | { is: 'dropped' } /* the choice is given up */
  | { is: 'refused' }; /* nothing begins there */

/** What a touch means after the cells that were touched before. */
export function touch(
  legal: readonly LegalMove[], chosen: readonly number[], cell: number, unordered = false,
): Touch {
  const moves = touching(legal, chosen, unordered).next.get(cell);
  if (moves) {
    const done = moves.find((move) => cellsOf(move).length === chosen.length + 1);
    return done ? { is: 'move', move: done } : { is: 'chosen', chosen: [...chosen, cell] };
  }
  if (chosen.length === 0) return { is: 'refused' };
  if (chosen.includes(cell)) return { is: 'dropped' };
  /* Elsewhere: begin anew there, if anything can begin. */
  const anew = touch(legal, [], cell, unordered);
  return anew.is === 'chosen' ? anew : { is: 'dropped' };
}

/** The cells of a legal move's text, for marks. */
export function cellsOfText(legal: readonly LegalMove[], text: string): number[] {
  const move = legal.find((m) => m[0] === text);
  return move ? cellsOf(move) : [];
}
