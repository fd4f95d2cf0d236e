/* The addresses of the study page, below the application's own:
 *
 *   study                                    to begin one
 *   study/ID?at=17                           a game of this server, after 17 players' moves
 *   study#g=gomoku&v=size%3D9&p=..&m=e5+d4   a line: game, variant, start position, moves; n=3: after three of them;
 *                                            k=..: under which key this browser keeps it
 *   study?kept=KEY                           a study of this browser
 *   study?set=gomoku                         the set-up of a position
 *
 * and ?tab=review|analysis|players. A line is in the fragment: it may be long, and the server need not see it. */
import type { Start } from './study';

export interface LineAddress extends Start {
  /** Moves and outcomes of chance. */
  moves: string[];
  /** Players' moves to the position that is shown; null: all. */
  ply: number | null;
  /** Where this browser keeps it; not part of a link for others. */
  key?: string;
}

/** Longer links are refused by some programs that pass them on. */
export const linkMax = 8000;

const wholeNumber = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);

/** The line in a fragment, with or without its #; null: it has none. */
export function lineIn(fragment: string): LineAddress | null {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const game = parts.get('g');
  if (!game) return null;
  const key = parts.get('k');
  return {
    ...(key && /^[\w-]{1,64}$/.test(key) ? { key } : {}), game, variant: parts.get('v') ?? '', position: parts.get('p') || 'startpos',
    moves: (parts.get('m') ?? '').split(/\s+/).filter(Boolean), ply: wholeNumber(parts.get('n')),
  };
}

export function lineAddress({ game, variant, position, moves, ply, key }: LineAddress): string {
  const parts = new URLSearchParams({ g: game });
  if (variant) parts.set('v', variant);
  if (position !== 'startpos') parts.set('p', position);
  if (moves.length > 0) parts.set('m', moves.join(' '));
  if (ply !== null) parts.set('n', String(ply));
  if (key) parts.set('k', key);
  return `study#${parts.toString()}`;
}

export const gameAddress = (id: string, at: number | null): string => `study/${id}${at === null ? '' : `?at=${at}`}`;
export const keptAddress = (key: string): string => `study?kept=${encodeURIComponent(key)}`;
export const plyIn = (query: URLSearchParams): number | null => wholeNumber(query.get('at'));
