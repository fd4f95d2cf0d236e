/* Import and export: what a pasted text is, and where in it a mistake is. The server reads and writes records. */
import { ApiError, ask, type Refusal } from '../api';
import { addressOf, pathBelow } from '../base';
import { gameOf, studyAt } from '../router';
import { gameAddress, lineAddress, lineIn } from './address';
import { keep, newKey } from './shelf';
import type { Answer, Plan, StudyView } from './study';
import { isMain, lineThrough, listOf, mainLine, plyOf, treeOf, type Listed } from './tree';

/** A refusal of a text; line and column, in characters, count from 1. */
export type TextRefusal = Refusal & { line?: number; column?: number };

/** A mistake in the text: why, and the characters from which to which it is marked. */
export interface Mistake {
  refusal: TextRefusal | null;
  from: number;
  to: number;
}

/** What POST study/read answers. */
interface Read {
  game: string;
  variant: string;
  start: string;
  tags: Record<string, string>;
  nodes: Listed[];
}

/** The offset of the character at a line and column, both from 1; a character may be two units of the text. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const at = Math.min(line, lines.length) - 1;
  const before = lines.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0);
  return before + [...lines[at]!].slice(0, column - 1).join('').length;
}

/** The word at an offset, to be marked: at least one character, if there is one. */
export function wordAt(text: string, offset: number): { from: number; to: number } {
  const from = Math.min(offset, Math.max(0, text.length - 1));
  const rest = /^\S+/.exec(text.slice(from))?.[0].length ?? 1;
  return { from, to: Math.min(text.length, from + rest) };
}

function mistakeIn(text: string, refusal: TextRefusal | null, added: number): Mistake {
  if (!refusal?.line) return { refusal, from: 0, to: 0 };
  const line = Math.max(1, refusal.line - added);
  const inside = refusal.line > added;
  const { from, to } = wordAt(text, inside ? offsetOf(text, line, refusal.column ?? 1) : 0);
  return { refusal: { ...refusal, line, column: inside ? (refusal.column ?? 1) : 1 }, from, to };
}

/** The address of this application in a text, if it is one; else null. */
function addressIn(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const path = url.origin === location.origin ? pathBelow(url.pathname) : null;
  if (path === null) return null;
  const id = gameOf(path) ?? studyAt(path);
  if (id) return gameAddress(id, null) + url.search;
  const line = lineIn(url.hash);
  return line ? lineAddress(line) : null;
}

const refusalOf = (error: unknown): TextRefusal | null => (error instanceof ApiError ? error.refusal : null);

/** Stores what was read as a new study of this browser; returns its address. */
function stored({ game, variant, start, tags, nodes }: Read): string {
  const tree = treeOf(nodes);
  if (!tree) throw new ApiError(null);
  const plan: Plan = {
    key: newKey(), start: { game, variant, position: start }, tree, at: tree.root, source: null, tags, made: Date.now(),
  };
  if (keep(plan, null)) return `study?kept=${plan.key}`;
  /* No space: its main line still fits into an address. */
  return lineAddress({ game, variant, position: start, moves: mainLine(tree).flatMap((node) => node.moves), ply: 0, key: plan.key });
}

const hasTags = (text: string): boolean => /^\ufeff?\s*\[\s*[A-Za-z]/.test(text);
const hasResult = (text: string): boolean => /(^|\s)(1-0|0-1|1\/2-1\/2|\*)\s*$/.test(text);

/** Reads a record, a link, the text of a position, or a list of moves; the last two are of `game`. Returns the address of
 * the study made from it, or the mistake. */
export async function readText(text: string, game: string, variant: string): Promise<string | Mistake> {
  const address = addressIn(text.trim());
  if (address) return address;
  const read = async (whole: string, added: number): Promise<string | Mistake> => {
    try {
      return stored(await ask<Read>('study/read', { text: whole }));
    } catch (error) {
      return mistakeIn(text, refusalOf(error), added);
    }
  };
  if (hasTags(text)) return read(text, 0);
  if (!text.trim().includes('\n')) {
    try {
      const position = text.trim();
      const { start } = await ask<Answer>('study', { game, variant, position });
      return lineAddress({ game, variant, position: start, moves: [], ply: null, key: newKey() });
    } catch (error) {
      if (!refusalOf(error)) return { refusal: null, from: 0, to: 0 };
    }
  }
  const tags = `[Format "1"]\n[Game "${game}"]\n${variant ? `[Variant "${variant}"]\n` : ''}\n`;
  return read(tags + text + (hasResult(text) ? '' : ' *'), tags.split('\n').length - 1);
}

/** A study as a record. */
export async function writeRecord({ start, tree, tags }: StudyView): Promise<string> {
  const nodes = listOf(tree).map(({ parent, moves, comment }) => ({ parent, moves, ...(comment ? { comment } : {}) }));
  const { text } = await ask<{ text: string }>('study/write', { ...start, tags, nodes });
  return text;
}

/** The link to the chosen position: to the move of a game, or with the line that goes through it. */
export function linkTo({ start, source, tree, at }: StudyView): string {
  const ply = plyOf(tree, at);
  if (source && isMain(tree, at)) return addressOf(gameAddress(source, ply));
  const moves = lineThrough(tree, at).flatMap((node) => node.moves);
  return addressOf(lineAddress({ ...start, moves, ply }));
}
