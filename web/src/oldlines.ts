/* Lines of games that were taken back: the browser keeps them with the game, and its study shows them as variations. */
import { ask } from './api';
import { basePath } from './base';

export interface OldLine {
  /** Outcomes of chance before the first move. */
  start: string[];
  moves: { moves: string[]; player: number }[];
}

const key = basePath === '/' ? 'pessoi.oldlines' : `pessoi.oldlines ${basePath}`;
const gamesMax = 40;
const linesMax = 12;

type All = Record<string, OldLine[]>;

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

function isLine(value: unknown): value is OldLine {
  if (typeof value !== 'object' || value === null) return false;
  const { start, moves } = value as Partial<OldLine>;
  return (
    isTexts(start) && Array.isArray(moves) &&
    moves.every((move) => isTexts(move?.moves) && move.moves.length > 0 && (move.player === 0 || move.player === 1))
  );
}

function read(): All {
  const clean: All = {};
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (stored && typeof stored === 'object')
      for (const [id, lines] of Object.entries(stored)) if (Array.isArray(lines)) clean[id] = lines.filter(isLine);
  } catch {
    /* forbidden, or not JSON: there are none */
  }
  return clean;
}

export const oldLines = (id: string): OldLine[] => read()[id] ?? [];

const textOf = ({ start, moves }: OldLine): string => [...start, ...moves.flatMap((move) => move.moves)].join(' ');

/** A line that begins with all of another one says the same and more. */
const covers = (long: OldLine, short: OldLine): boolean => `${textOf(long)} `.startsWith(`${textOf(short)} `);

/** Keeps a line that is about to be taken back. Returns whether it was stored. */
export function keepOldLine(id: string, line: OldLine): boolean {
  if (line.moves.length === 0) return true;
  const { [id]: known = [], ...others } = read();
  if (known.some((one) => covers(one, line))) return true;
  const lines = [...known.filter((one) => !covers(line, one)), line].slice(-linesMax);
  try {
    const all = [...Object.entries(others).slice(-gamesMax + 1), [id, lines] as const];
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(all)));
    return true;
  } catch {
    return false; /* private windows and full disks */
  }
}

/** Undo does not wait longer for the line, in milliseconds. */
const patience = 1500;

/** Keeps the present line of a game: outcomes of chance, too, which the page itself does not know. */
export async function keepLineOf(id: string): Promise<void> {
  const asked = ask<{ nodes?: { moves: string[]; player?: number | null }[] }>('study', { id, nodes: true }).then(({ nodes }) => {
    const [start, ...moves] = nodes ?? [];
    if (start) keepOldLine(id, { start: start.moves, moves: moves.map((one) => ({ moves: one.moves, player: one.player ?? 0 })) });
  });
  await Promise.race([asked.catch(() => {}), new Promise((done) => setTimeout(done, patience))]);
}
