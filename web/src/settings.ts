/* The person's settings and games: stored in this browser only. */
import type { Board, Game, Result, Seat } from './api';
import { basePath } from './base';
import { packPieces } from './kept';
import { store, type Store } from './store';

export type Language = 'en' | 'el';

export interface Settings {
  language: Language | null; /* null: as the browser prefers */
  theme: 'light' | 'dark' | null; /* null: as the system prefers */
  motion: 0 | 0.5 | 1 | 2; /* multiplies every duration; 0 is off */
  sound: boolean;
  atOnce: boolean; /* a touch plays without a second touch on small cells */
  coordinates: boolean;
  threats: boolean;
  values: 'report' | 'all' | 'off'; /* computed values of moves: of report players, all computers, none */
  level: Record<string, number>; /* the level last played, per game */
  name: string;
}

export const defaults: Settings = {
  language: null,
  theme: null,
  motion: 1,
  sound: false,
  atOnce: false,
  coordinates: true,
  threats: false,
  values: 'report',
  level: {},
  name: '',
};

/** A game that this browser has keys of, or has watched: enough to list it without the server. */
export interface OwnGame {
  id: string;
  keys: [string | null, string | null];
  game: string;
  seen: number; /* time of the last visit */
  over: boolean;
  /** For the list: whose turn, number of moves, who plays. */
  turn: number | null;
  mine: number[];
  moves: number;
  /** What games of earlier versions do not have: when the last move was made, who sits where, the result, the last
   * position, and the variant, which says on which board. */
  changed?: number;
  seats?: [Seat, Seat];
  result?: Result | null;
  pieces?: string | null;
  variant?: string;
  /** Its result was counted for the person's strength. */
  rated?: boolean;
}

function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null; /* forbidden, or not JSON */
  }
}

/** Returns whether it was stored. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; /* private windows and full disks: everything works, but nothing is stored */
  }
}

const settingsKey = 'pessoi.settings';
/* Another Pessoi on the same host, below another path, has its own games. */
const gamesKey = basePath === '/' ? 'pessoi.games' : `pessoi.games ${basePath}`;
const gamesMax = 40;

export const settings: Store<Settings> = store({ ...defaults, ...(read<Partial<Settings>>(settingsKey) ?? {}) });
settings.watch(() => write(settingsKey, settings.get()));

const isKey = (key: unknown): key is string | null => key === null || typeof key === 'string';
const isSeat = (seat: unknown): seat is Seat =>
  typeof seat === 'object' && seat !== null && ['person', 'agent'].includes((seat as Seat).who);
const isResult = (result: unknown): result is Result => ['1-0', '0-1', '1/2-1/2'].includes(result as string);

/** A stored game with every member as it should be; null if it is none. Other versions may have written it. */
export function checkedGame(stored: unknown): OwnGame | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const g = stored as Partial<Record<keyof OwnGame, unknown>>;
  const keys = Array.isArray(g.keys) ? (g.keys as unknown[]) : null;
  if (typeof g.id !== 'string' || !keys || keys.length !== 2 || !keys.every(isKey)) return null;
  const time = (value: unknown) => (typeof value === 'number' && value > 0 && value < 8.64e15 ? value : 0);
  const seats = Array.isArray(g.seats) && g.seats.length === 2 && g.seats.every(isSeat) ? g.seats : null;
  return {
    id: g.id,
    keys: keys as OwnGame['keys'],
    game: typeof g.game === 'string' ? g.game : '',
    seen: time(g.seen),
    over: g.over === true,
    turn: g.turn === 0 || g.turn === 1 ? g.turn : null,
    mine: Array.isArray(g.mine) ? g.mine.filter((seat): seat is number => seat === 0 || seat === 1) : [],
    moves: typeof g.moves === 'number' && g.moves >= 0 ? Math.floor(g.moves) : 0,
    ...(time(g.changed) > 0 ? { changed: time(g.changed) } : {}),
    ...(seats ? { seats: seats as [Seat, Seat] } : {}),
    ...(isResult(g.result) ? { result: g.result } : {}),
    ...(typeof g.pieces === 'string' ? { pieces: g.pieces } : {}),
    ...(typeof g.variant === 'string' ? { variant: g.variant } : {}),
    ...(g.rated === true ? { rated: true } : {}),
  };
}

function readGames(): OwnGame[] {
  const stored = read<unknown>(gamesKey);
  const all = Array.isArray(stored) ? stored.map(checkedGame).filter((game): game is OwnGame => game !== null) : [];
  return all.slice(0, gamesMax);
}

export const ownGames: Store<OwnGame[]> = store(readGames());
ownGames.watch(() => {
  const all = ownGames.get();
  /* The keys matter more than the pictures. */
  if (!write(gamesKey, all)) write(gamesKey, all.map(({ pieces: _pieces, ...game }) => game));
});

/** The boards of the stored games, one per game and variant: the pieces alone are not a picture. */
const boardsKey = gamesKey.replace('games', 'boards');
const boardsMax = 12;
type Boards = Record<string, Board>;

const isBoard = (board: unknown): board is Board =>
  typeof board === 'object' && board !== null && Array.isArray((board as Board).cells) &&
  Array.isArray((board as Board).size);

let boards: Boards | null = null;

function allBoards(): Boards {
  if (!boards) {
    const stored = read<unknown>(boardsKey);
    const list = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    boards = Object.fromEntries(list.filter((entry): entry is [string, Board] => isBoard(entry[1])));
  }
  return boards;
}

export const boardOf = ({ game, variant }: OwnGame): Board | null =>
  variant === undefined ? null : (allBoards()[`${game} ${variant}`] ?? null);

function keepBoard({ game, variant, board }: Pick<Game, 'game' | 'variant' | 'board'>): void {
  const name = `${game} ${variant}`;
  const known = allBoards();
  if (known[name]) return;
  boards = Object.fromEntries([...Object.entries(known), [name, board] as const].slice(-boardsMax));
  write(boardsKey, boards);
}

/* Another window of this browser may have changed them. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === gamesKey) ownGames.set(readGames());
    if (event.key === boardsKey) boards = null;
    if (event.key === settingsKey) settings.set({ ...defaults, ...(read<Partial<Settings>>(settingsKey) ?? {}) });
  });

export function change(some: Partial<Settings>): void {
  settings.set((now) => ({ ...now, ...some }));
}

export const ownGame = (id: string): OwnGame | undefined => ownGames.get().find((g) => g.id === id);

/** Stores a game of this browser, newest first; keys that are already stored stay. */
export function keepGame(game: Partial<OwnGame> & { id: string }): void {
  ownGames.set((all) => {
    const old = all.find((g) => g.id === game.id);
    const blank: OwnGame = {
      id: game.id, keys: [null, null], game: '', seen: 0, over: false, turn: null, mine: [], moves: 0,
    };
    const now = Date.now();
    const moved = game.moves !== undefined && (game.moves !== (old?.moves ?? 0) || game.over !== (old?.over ?? false));
    const changed = moved ? now : (old?.changed ?? old?.seen ?? now);
    const made: OwnGame = { ...blank, ...old, ...game, seen: now, changed };
    made.keys = [game.keys?.[0] ?? old?.keys[0] ?? null, game.keys?.[1] ?? old?.keys[1] ?? null];
    return [made, ...all.filter((g) => g.id !== game.id)].slice(0, gamesMax);
  });
}

/** Stores what a list shows of a game. */
export function keepShown(game: Game): void {
  const { position } = game;
  const seat = ({ who, name, agent, title, level }: Seat): Seat =>
    JSON.parse(JSON.stringify({ who, name, agent, title, level })) as Seat; /* without what is undefined */
  keepBoard(game);
  keepGame({
    id: game.id, game: game.game, over: position.result !== null, turn: position.turn, mine: game.mine,
    moves: game.played.length, seats: [seat(game.seats[0]), seat(game.seats[1])], result: position.result,
    variant: game.variant, pieces: packPieces(position.pieces),
  });
}

/** Removes a game from the list; returns where it was. */
export function forgetGame(id: string): number {
  const at = ownGames.get().findIndex((g) => g.id === id);
  ownGames.set((all) => all.filter((g) => g.id !== id));
  return at;
}

/** Puts a removed game back to its place. */
export function restoreGame(game: OwnGame, at: number): void {
  ownGames.set((all) => {
    const others = all.filter((g) => g.id !== game.id);
    return [...others.slice(0, at), game, ...others.slice(at)].slice(0, gamesMax);
  });
}

/** The language in use: the chosen one, or the browser's. */
export function languageOf(chosen: Settings, browser: string): Language {
  return chosen.language ?? (/^el\b/i.test(browser) ? 'el' : 'en');
}

/** The factor of every duration; the system's preference for reduced motion wins. */
export function motionOf(chosen: Settings): number {
  const less = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
  return less ? 0 : chosen.motion;
}
