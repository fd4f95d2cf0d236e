/* The best lines as the page shows them, from the server's messages: pure functions. */
import type { LegalMove } from '../api';
import { cellsOfText } from '../touch';
import type { Sentence, Speech } from '../words';
import type { BestLine, Lines } from './messages';

/* ---- the order ---- */

/** How long a new order must last before lines change their places, in milliseconds: the search changes its mind often,
 * and a line that moves away cannot be clicked. */
export const settleTime = 500;

/** The lines on the screen, and the order that may replace theirs. */
export interface Settled {
  answer: Lines | null;
  shown: BestLine[];
  order: string;
  since: number;
}

export const nothing: Settled = { answer: null, shown: [], order: '', since: 0 };

const key = (line: BestLine): string => line.moves[0] ?? '';
const orderOf = (lines: readonly BestLine[]): string => lines.map(key).join(' ');

/** Takes an answer that arrived at a time. Numbers change at once; places only when the new order has lasted, or with the
 * last answer. A line that is missing from the answer keeps its place and its numbers until then. */
export function take(now: Settled, answer: Lines, time: number): Settled {
  const order = orderOf(answer.lines);
  const since = order === now.order ? now.since : time;
  const same = order === orderOf(now.shown);
  const more = answer.lines.length !== now.shown.length;
  if (same || more || answer.last || time - since >= settleTime)
    return { answer, shown: [...answer.lines], order, since };
  const fresh = new Map(answer.lines.map((line) => [key(line), line]));
  return { answer, shown: now.shown.map((line) => fresh.get(key(line)) ?? line), order, since };
}

/** The order has lasted: the same as if the answer had arrived again. Returns `now` itself if nothing changes. */
export function settle(now: Settled, time: number): Settled {
  if (!now.answer || orderOf(now.shown) === now.order || time - now.since < settleTime) return now;
  return { ...now, shown: [...now.answer.lines] };
}

/* ---- what is known of a position ---- */

/** A proven end; null: nothing is proven. `winner` -1: a draw. */
export interface Proven {
  winner: number;
  plies: number;
}

/** What a line proves, if `mover` is to move. */
export function proven(line: BestLine | undefined, mover: number): Proven | null {
  if (line?.mate === undefined) return null;
  if (line.mate === 0) return { winner: -1, plies: 0 };
  return { winner: line.mate > 0 ? mover : 1 - mover, plies: Math.abs(line.mate) };
}

const own = {
  drawn: ['Draw, proven', 'Ισοπαλία, αποδεδειγμένη'],
  wins: ['{1} wins in {2}', 'Νίκη σε {2}: {1}'],
  won: ['{1} wins', 'Νίκη: {1}'],
  even: ['Even', 'Ισορροπία'],
  slight: ['{1} is slightly better', 'Μικρό πλεονέκτημα: {1}'],
  better: ['{1} is better', 'Πλεονέκτημα: {1}'],
  much: ['{1} is much better', 'Μεγάλο πλεονέκτημα: {1}'],
  unknown: ['No estimate', 'Χωρίς εκτίμηση'],
} as const satisfies Record<string, Sentence>;

export function provenWords({ winner, plies }: Proven, names: readonly [string, string], words: Speech): string {
  if (winner < 0) return words.s(own.drawn);
  const name = names[winner as 0 | 1];
  return plies > 0 ? words.s(own.wins, name, plies) : words.s(own.won, name);
}

/** "Black is better", from First's win probability. */
export function balance(chance: number | null, names: readonly [string, string], words: Speech): string {
  if (chance === null) return words.s(own.unknown);
  const lead = Math.abs(chance - 0.5);
  const name = names[chance >= 0.5 ? 0 : 1];
  if (lead < 0.04) return words.s(own.even);
  return words.s(lead < 0.15 ? own.slight : lead < 0.35 ? own.better : own.much, name);
}

/** The first line's chance; null: unknown. */
export const chanceOfLines = (lines: readonly BestLine[]): number | null => lines[0]?.chance ?? null;

const sizes: [number, Sentence][] = [
  [1e9, ['{1} billion positions', '{1} δισ. θέσεις']],
  [1e6, ['{1} million positions', '{1} εκατ. θέσεις']],
  [1e3, ['{1} thousand positions', '{1} χιλ. θέσεις']],
  [1, ['{1} {1|position|positions}', '{1} {1|θέση|θέσεις}']],
];

/** "4.0 million positions". */
export function nodesWords(nodes: number, words: Speech): string {
  const [unit, sentence] = sizes.find(([size]) => nodes >= size) ?? sizes[sizes.length - 1]!;
  const value = nodes / unit;
  return words.s(sentence, unit > 1 && value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}

/* ---- arrows ---- */

/** Lines that are drawn as arrows. */
export const arrowsMax = 3;

/** The first moves of the best lines as arrows through their cells, if they touch any. */
export function arrowsOf(lines: readonly BestLine[], legal: readonly LegalMove[]): { n: number; cells: number[] }[] {
  return lines.slice(0, arrowsMax).flatMap((line, i) => {
    const cells = cellsOfText(legal, line.moves[0] ?? '');
    return cells.length > 0 ? [{ n: i + 1, cells: [...cells] }] : [];
  });
}
