/* "Find it yourself": one's own mistakes again, one after the other. Pure: what the page asks the server and shows
 * follows from this. */
import type { Class, Reviewed } from './messages';

export type Stage =
  | 'asked' /* a move is awaited */
  | 'checking' /* the server judges it */
  | 'right' /* the best move */
  | 'good' /* another move that gives nothing away */
  | 'not' /* a worse one; another may be tried */
  | 'shown' /* the person wanted to see it */
  | 'summary'; /* after the last one */

export type Found = 'right' | 'good' | 'later' | 'shown';

export interface Finding {
  /** The moves that were mistakes, by the number of moves before them. */
  plies: readonly number[];
  at: number;
  stage: Stage;
  tried: string | null;
  /** The judgement of the move that was tried. */
  judged: Reviewed | null;
  /** Another move was tried before. */
  missed: boolean;
  found: readonly (Found | null)[];
}

export const begin = (plies: readonly number[]): Finding => ({
  plies, at: 0, stage: plies.length > 0 ? 'asked' : 'summary', tried: null, judged: null, missed: false,
  found: plies.map(() => null),
});

export const plyOf = ({ plies, at }: Finding): number | null => plies[at] ?? null;

/** It was found; after a miss only later. */
const solved = (now: Finding, how: 'right' | 'good'): (Found | null)[] =>
  now.found.map((one, i) => (i === now.at ? (now.missed ? 'later' : how) : one));

const asks = ({ stage }: Finding): boolean => stage === 'asked' || stage === 'not';

/** A move was played. The best one and the old mistake need no judgement: they have one. */
export function attempt(now: Finding, move: string, error: Reviewed): Finding {
  if (!asks(now)) return now;
  if (move === error.line[0]) return { ...now, stage: 'right', tried: move, judged: error, found: solved(now, 'right') };
  if (move === error.played) return { ...now, stage: 'not', tried: move, judged: error, missed: true };
  return { ...now, stage: 'checking', tried: move, judged: null };
}

const fine: readonly Class[] = ['forced', 'best', 'good'];

/** The server has judged the move that was tried. */
export function verdict(now: Finding, judged: Reviewed): Finding {
  if (now.stage !== 'checking' || judged.played !== now.tried) return now;
  if (!fine.includes(judged.class)) return { ...now, stage: 'not', judged, missed: true };
  return { ...now, stage: 'good', judged, found: solved(now, 'good') };
}

/** The move could not be judged: it may be tried again. */
export const unjudgedMove = (now: Finding): Finding =>
  now.stage === 'checking' ? { ...now, stage: 'asked', tried: null, judged: null } : now;

/** The person wants to see the move. */
export function show(now: Finding): Finding {
  if (!asks(now)) return now;
  return { ...now, stage: 'shown', tried: null, judged: null, found: now.found.map((one, i) => (i === now.at ? 'shown' : one)) };
}

/** The next mistake; after the last one, the summary. */
export function next(now: Finding): Finding {
  if (now.at + 1 >= now.plies.length) return { ...now, stage: 'summary', tried: null, judged: null };
  return { ...now, at: now.at + 1, stage: 'asked', tried: null, judged: null, missed: false };
}

/** How many were found at once, and how many after a miss. */
export function score({ found, plies }: Finding): { at: number; later: number; of: number } {
  return {
    at: found.filter((one) => one === 'right' || one === 'good').length,
    later: found.filter((one) => one === 'later').length,
    of: plies.length,
  };
}
