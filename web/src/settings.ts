/* The person's settings and games: stored in this browser only. */
import { basePath } from './base';
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
}

function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null; /* forbidden, or not JSON */
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* Private windows and full disks: everything works, but nothing is stored. */
  }
}

const settingsKey = 'pessoi.settings';
/* Another Pessoi on the same host, below another path, has its own games. */
const gamesKey = basePath === '/' ? 'pessoi.games' : `pessoi.games ${basePath}`;
const gamesMax = 40;

export const settings: Store<Settings> = store({ ...defaults, ...(read<Partial<Settings>>(settingsKey) ?? {}) });
settings.watch(() => write(settingsKey, settings.get()));

export const ownGames: Store<OwnGame[]> = store(
  (read<OwnGame[]>(gamesKey) ?? []).filter((g) => typeof g?.id === 'string' && Array.isArray(g.keys)),
);
ownGames.watch(() => write(gamesKey, ownGames.get()));

/* Another window of this browser may have changed them. */
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === gamesKey) ownGames.set(read<OwnGame[]>(gamesKey) ?? []);
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
    const made: OwnGame = { ...blank, ...old, ...game, seen: Date.now() };
    made.keys = [game.keys?.[0] ?? old?.keys[0] ?? null, game.keys?.[1] ?? old?.keys[1] ?? null];
    return [made, ...all.filter((g) => g.id !== game.id)].slice(0, gamesMax);
  });
}

export function forgetGame(id: string): void {
  ownGames.set((all) => all.filter((g) => g.id !== id));
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
