/* The studies of this browser, each under a key of its own in its storage, so that two windows do not overwrite each
 * other's. Nothing is stored elsewhere. A study that does not fit is not stored, and `keep` says so. */
import type { Board, Position, Word } from '../api';
import { basePath } from '../base';
import { packPieces } from '../kept';
import type { Plan } from './study';
import { idOf, listOf, treeOf, type Listed } from './tree';

const prefix = basePath === '/' ? 'pessoi.study ' : `pessoi.study ${basePath} `;

/** What the list shows of a study. */
export interface Kept {
  key: string;
  game: string;
  title: Word;
  look: string;
  variant: string;
  source: string | null;
  /** Players' moves in the tree. */
  moves: number;
  changed: number;
  board: Board | null;
  pieces: string | null;
  names: [string, string];
}

/** As it is stored: `n` has the nodes as [parent, moves, player, comment]. */
interface Stored {
  v: 1;
  game: string;
  title: Word;
  look: string;
  variant: string;
  position: string;
  source: string | null;
  tags: Record<string, string>;
  made: number;
  changed: number;
  at: number;
  n: [parent: number, moves: string, player: number, comment?: string][];
  board?: Board;
  pieces?: string | null;
}

/** The key of the study of a game of the server. */
export const keyOfGame = (id: string): string => `g-${id}`;

/** The key of the study of a line that came by its address. */
export const keyOfLine = (line: string): string => `l-${idOf(null, [line])}`;

/** A new key: time and chance, so that two windows do not choose the same. */
export const newKey = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 8.64e15;

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const s = value as Partial<Record<keyof Stored, unknown>>;
  return (
    s.v === 1 && isText(s.game) && isText(s.look) && isText(s.variant) && isText(s.position) &&
    typeof s.title === 'object' && s.title !== null && typeof s.tags === 'object' && s.tags !== null &&
    (s.source === null || isText(s.source)) && isTime(s.made) && isTime(s.changed) && Number.isSafeInteger(s.at) &&
    Array.isArray(s.n) && s.n.every((one) => Array.isArray(one) && Number.isSafeInteger(one[0]) && isText(one[1]))
  );
}

function read(key: string): Stored | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? 'null');
    return isStored(value) ? value : null;
  } catch {
    return null; /* forbidden, or not JSON */
  }
}

const listedOf = (stored: Stored): Listed[] =>
  stored.n.map(([parent, moves, player, comment]) => ({
    parent, moves: moves ? moves.split(' ') : [], player: player === 0 || player === 1 ? player : null,
    ...(isText(comment) ? { comment } : {}),
  }));

/** A study of the list, as it was; null: there is none with this key, or it is damaged. */
export function kept(key: string): Plan | null {
  const stored = read(key);
  const tree = stored && treeOf(listedOf(stored));
  if (!stored || !tree) return null;
  const { game, variant, position, source, tags, made } = stored;
  const at = [...tree.nodes.keys()][stored.at] ?? tree.root;
  return { key, start: { game, variant, position }, tree, at, source, tags, made };
}

/** What is drawn of it in the list. */
export interface Picture {
  title: Word;
  look: string;
  board: Board;
  position: Position;
}

/** Stores a study under its key. Returns whether there was space for it. */
export function keep(plan: Plan, picture: Picture | null): boolean {
  const { start, tree, at, source, tags, made } = plan;
  const list = listOf(tree);
  const places = [...(treeOf(list)?.nodes.keys() ?? [])];
  const stored: Stored = {
    v: 1, game: start.game, variant: start.variant, position: start.position, source, tags, made, changed: Date.now(),
    title: picture?.title ?? { en: start.game, el: start.game }, look: picture?.look ?? '', at: Math.max(0, places.indexOf(at)),
    n: list.map(({ parent, moves, player, comment }) =>
      comment ? [parent, moves.join(' '), player ?? -1, comment] : [parent, moves.join(' '), player ?? -1]),
    ...(picture ? { board: picture.board, pieces: packPieces(picture.position.pieces) } : {}),
  };
  try {
    localStorage.setItem(prefix + plan.key, JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

function shownOf(key: string, stored: Stored): Kept {
  const { game, title, look, variant, source, changed, n, board, pieces, tags } = stored;
  return {
    key, game, title, look, variant, source, changed, moves: n.length - 1, board: board ?? null, pieces: pieces ?? null,
    names: [isText(tags.First) ? tags.First : '', isText(tags.Second) ? tags.Second : ''],
  };
}

/** All studies, the last changed first. */
export function allKept(): Kept[] {
  const list: Kept[] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const name = localStorage.key(i);
      if (!name?.startsWith(prefix)) continue;
      const key = name.slice(prefix.length);
      const stored = read(key);
      if (stored) list.push(shownOf(key, stored));
    }
  } catch {
    return []; /* forbidden */
  }
  return list.sort((a, b) => b.changed - a.changed);
}

/** Removes a study; `bringBack` with the returned text undoes it. */
export function forget(key: string): string | null {
  const text = localStorage.getItem(prefix + key);
  localStorage.removeItem(prefix + key);
  return text;
}

export function bringBack(key: string, text: string): boolean {
  try {
    localStorage.setItem(prefix + key, text);
    return true;
  } catch {
    return false;
  }
}
