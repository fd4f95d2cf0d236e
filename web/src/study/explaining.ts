/* What the players of a game's report think of every move, and how it is drawn: pure functions. */
import type { Word } from '../api';
import type { Marks } from './study';

/** One legal move. `cells` are its touches, the last one is where it goes; none: the move is a button. */
export interface Valued {
  move: string;
  cells: number[];
  value: number;
  terms: number[];
}

/** One setting of a player: as the report describes it, or (`program`) as its program did it. */
export interface Mode {
  agent: string;
  program: boolean;
  /** The move that it plays; null: it draws by lot. */
  best: string | null;
  moves: Valued[];
}

export interface ReportPlayer {
  name: string;
  title: Word;
  help: Word;
  terms: Word[];
  /** How the value follows from the terms; null: it is their sum. */
  how: Word | null;
  modes: Mode[];
}

/** The answer of POST study/explain. */
export interface Explained {
  players: ReportPlayer[];
}

/** Steps of a heat map, from 0. */
export const steps = 7;

/** The best move to each cell: several moves may go there. */
export function byCell(mode: Mode): Map<number, Valued> {
  const best = new Map<number, Valued>();
  for (const one of mode.moves) {
    const cell = one.cells[one.cells.length - 1];
    if (cell === undefined) continue;
    const there = best.get(cell);
    if (!there || one.value > there.value) best.set(cell, one);
  }
  return best;
}

/** The step of each value: different values are spread evenly, so that a single large one does not make all others look
 * alike. A greater value never has a smaller step. */
export function stepsOf(values: Iterable<number>): Map<number, number> {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const last = sorted.length - 1;
  return new Map(sorted.map((value, i) => [value, last === 0 ? 3 : Math.round((i * (steps - 1)) / last)]));
}

/** The least value of each step that occurs, from the smallest. */
export function legend(mode: Mode): { step: number; from: number }[] {
  const from = new Map<number, number>();
  for (const [value, step] of stepsOf([...byCell(mode).values()].map(({ value }) => value)))
    if (!from.has(step) || value < from.get(step)!) from.set(step, value);
  return [...from].map(([step, least]) => ({ step, from: least })).sort((a, b) => a.step - b.step);
}

/** The moves in the order of their values; equal ones stay in the order of the list. The move that the player plays is
 * the first of all, even if it needs a margin to prefer another. */
export function ranked(mode: Mode): Valued[] {
  return mode.moves
    .map((one, i) => ({ one, i }))
    .sort((a, b) =>
      Number(b.one.move === mode.best) - Number(a.one.move === mode.best) || b.one.value - a.one.value || a.i - b.i)
    .map(({ one }) => one);
}

export const valueOf = (mode: Mode, move: string | null): Valued | null =>
  mode.moves.find((one) => one.move === move) ?? null;

/** A number that fits into a cell. */
export const short = (value: number): number => (Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10);

/** The heat map, the move that the player plays, and the one that the person looks at. `text`: how numbers are written. */
export function marksOf(mode: Mode, chosen: string | null, numbers: boolean, text: (value: number) => string): Marks {
  const cells = byCell(mode);
  const step = stepsOf([...cells.values()].map(({ value }) => value));
  const best = valueOf(mode, mode.best);
  const looked = valueOf(mode, chosen);
  const to = (one: Valued | null) => one?.cells[one.cells.length - 1];
  const [bestCell, lookedCell] = [to(best), to(looked)];
  return {
    heat: [...cells].map(([cell, { value }]) => ({
      cell, step: step.get(value)!, ...(numbers || cell === bestCell ? { text: text(short(value)) } : {}),
    })),
    arrows: [best, looked].filter((one, i): one is Valued => one !== null && one.cells.length > 1 && (i === 0 || one !== best))
      .map((one) => ({ cells: one.cells, ...(one === best ? {} : { n: 2 }) })),
    rings: lookedCell === undefined ? [] : [{ cell: lookedCell, tone: 'better' as const }],
    pucks: bestCell === undefined ? [] : [{ cell: bestCell, text: '✓', tone: 'chosen' as const }],
  };
}

/** The largest term of some moves, for the length of bars; 1 if all are 0. */
export const largest = (moves: readonly (Valued | null)[]): number =>
  Math.max(...moves.flatMap((one) => one?.terms ?? []).map(Math.abs), 0) || 1;
