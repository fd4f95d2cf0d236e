/* Pieces of a position as short text, for the games that a browser stores: "stone 2n 2o.1;water 5.-1.3". Cells and
 * numbers have base 36; the pieces of one kind follow its name, each as cell.player.number.layer without zeros at its
 * end. */
import type { Piece, Position } from './api';

/** More is not stored: the list shows the card's picture instead. */
export const piecesMax = 6000;

const digits = (n: number): string => n.toString(36);

export function packPieces(pieces: readonly Piece[]): string | null {
  const byKind = new Map<string, string[]>();
  for (const [cell, kind, player, number, layer] of pieces) {
    const all = [cell, player, number, layer].map(digits);
    while (all.length > 1 && all[all.length - 1] === '0') all.pop();
    const list = byKind.get(kind);
    if (list) list.push(all.join('.'));
    else byKind.set(kind, [all.join('.')]);
  }
  const text = [...byKind].map(([kind, list]) => [kind, ...list].join(' ')).join(';');
  return text.length <= piecesMax ? text : null;
}

/** The pieces; null if the text is damaged. */
export function unpackPieces(text: unknown): Piece[] | null {
  if (typeof text !== 'string' || text.length > piecesMax) return null;
  const pieces: Piece[] = [];
  for (const group of text.split(';').filter(Boolean)) {
    const [kind, ...list] = group.split(' ');
    for (const one of list) {
      const [cell, player = 0, number = 0, layer = 0] = one.split('.').map((part) => parseInt(part, 36));
      if (![cell, player, number, layer].every(Number.isSafeInteger)) return null;
      pieces.push([cell!, kind!, player, number, layer]);
    }
  }
  return pieces;
}

/** A position of which only the pieces are known. */
export const positionOf = (pieces: Piece[]): Position => ({
  ply: 0, text: '', turn: null, pieces, hand: [], last: null, legal: [], scores: null, result: null, end: null,
  won_by: [], said: { en: '', el: '' },
});
