/* The class of this server: what the page knows of it, and what people do in it. The browser asks every few seconds;
 * that is also how the class knows who is here. The keys are in this browser's storage only. */
import { ApiError, ask, type Result, type Word } from '../api';
import { basePath } from '../base';
import { keepGame, ownGame } from '../settings';
import { store } from '../store';

export interface Person {
  person: number;
  name: string;
  here: boolean;
  won: number;
  drawn: number;
  lost: number;
}

export interface Challenge {
  challenge: number;
  by: number;
  game: string;
  title?: Word;
  variant: string;
  side: 'first' | 'second' | 'random';
  clock: { base_ms: number; increment_ms: number } | null;
}

export interface ClassGame {
  id: string;
  game: string;
  title?: Word;
  variant: string;
  players: [number, number];
  result: Result | null;
  began: number;
}

export interface ClassState {
  revision: number;
  class: string;
  code: string;
  me: number | null;
  teacher: boolean;
  people: Person[];
  challenges: Challenge[];
  games: ClassGame[];
}

export interface Wanted {
  game: string;
  variant?: string;
  side: Challenge['side'];
  clock?: { base_ms: number; increment_ms: number };
}

/** loading; none: the server has no class; join: this browser is not in it; in; away: the server does not answer. */
export type Phase = 'loading' | 'none' | 'join' | 'in' | 'away';

export interface ClassView {
  phase: Phase;
  state: ClassState | null;
  /** The name of a class in which this browser is not. */
  title: string;
}

interface Kept {
  key?: string;
  teacher?: string;
  code?: string;
}

const keptKey = basePath === '/' ? 'pessoi.class' : `pessoi.class ${basePath}`;
const askEvery = 3000;
/** A page in the background asks seldom enough to be cheap, and often enough to be here. */
const askSeldom = 12_000;

const isKey = (key: unknown): key is string => typeof key === 'string' && /^[\w-]{24}$/.test(key);
const isCode = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Za-z]{6}$/.test(code);

export function readKept(text: string | null): Kept {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  const { key, teacher, code } = (typeof stored === 'object' && stored !== null ? stored : {}) as Kept;
  return { ...(isKey(key) ? { key } : {}), ...(isKey(teacher) ? { teacher } : {}), ...(isCode(code) ? { code } : {}) };
}

/** What the fragment of the page's address brings: the code to enter with, the teacher's key, or a person's own key
 * for another device. */
export function fragmentOf(hash: string): Kept {
  const text = hash.replace(/^#/, '');
  const [name, value] = text.split('=', 2);
  if (name === 'teacher' && isKey(value)) return { teacher: value };
  if (name === 'me' && isKey(value)) return { key: value };
  return isCode(text) ? { code: text.toUpperCase() } : {};
}

export const points = ({ won, drawn }: Person): number => won + drawn / 2;

/** The table: most points first, then fewer games lost, then the name. */
export const ranked = (people: readonly Person[]): Person[] =>
  [...people].sort((a, b) => points(b) - points(a) || a.lost - b.lost || a.name.localeCompare(b.name));

export class ClassRoom {
  readonly view = store<ClassView>({ phase: 'loading', state: null, title: '' });
  private kept: Kept = {};
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stopped = true;
  /** A game in which this person plays has just begun. */
  onGame: (id: string) => void = () => {};

  start(): void {
    this.stopped = false;
    try {
      this.kept = readKept(localStorage.getItem(keptKey));
    } catch {
      this.kept = {}; /* storage is forbidden: the person is in the class until the page is closed */
    }
    this.takeFragment();
    window.addEventListener('hashchange', this.onHash);
    document.addEventListener('visibilitychange', this.onVisible);
    void this.look();
  }

  stop(): void {
    this.stopped = true;
    window.removeEventListener('hashchange', this.onHash);
    document.removeEventListener('visibilitychange', this.onVisible);
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private onHash = (): void => {
    if (this.takeFragment()) void this.look();
  };

  private onVisible = (): void => {
    if (document.visibilityState === 'visible') void this.look();
  };

  private takeFragment(): boolean {
    const found = fragmentOf(location.hash);
    if (Object.keys(found).length === 0) return false;
    history.replaceState(history.state, '', location.pathname + location.search);
    this.keep({ ...this.kept, ...found });
    return true;
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(keptKey, JSON.stringify(kept));
    } catch {
      /* see start() */
    }
  }

  get code(): string {
    return this.kept.code ?? '';
  }

  /** The key of this person, for another device. */
  get key(): string | null {
    return this.kept.key ?? null;
  }

  private rights(): { key?: string; teacher?: string } {
    const { key, teacher } = this.kept;
    return { ...(key ? { key } : {}), ...(teacher ? { teacher } : {}) };
  }

  private asking = false;

  private async look(): Promise<void> {
    if (this.asking || this.stopped) return;
    this.asking = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const { state } = this.view.get();
    try {
      const told = await ask<ClassState>('class', {
        do: 'look', ...this.rights(), ...(state ? { from: state.revision } : {}),
      });
      if (told.people) this.take(told);
      else if (told.revision === undefined) this.view.set(() => ({ phase: 'join', state: null, title: told.class }));
      else if (this.view.get().phase !== 'in') this.view.set((now) => ({ ...now, phase: 'in' }));
    } catch (error) {
      this.lookFailed(error);
    }
    this.asking = false;
    if (!this.stopped)
      this.timer = setTimeout(() => void this.look(), document.visibilityState === 'visible' ? askEvery : askSeldom);
  }

  private lookFailed(error: unknown): void {
    const code = error instanceof ApiError ? error.refusal?.code : undefined;
    if (code === 'unknown') this.view.set(() => ({ phase: 'none', state: null, title: '' }));
    else if (this.view.get().phase === 'loading') this.view.set((now) => ({ ...now, phase: 'away' }));
    else if (code !== 'busy') this.view.set((now) => ({ ...now, phase: 'away' }));
  }

  private take(state: ClassState): void {
    const { state: before } = this.view.get();
    this.view.set(() => ({ phase: 'in', state, title: state.class }));
    const { me } = state;
    if (me === null) return;
    const known = new Set(before?.games.map(({ id }) => id));
    const mine = state.games.filter(({ players, result }) => result === null && players.includes(me));
    for (const game of mine) this.keepSeat(game, me);
    const begun = before ? mine.find(({ id }) => !known.has(id)) : undefined;
    if (begun) this.onGame(begun.id);
  }

  /** The key of the person plays the seat. */
  private keepSeat({ id, game, players }: ClassGame, me: number): void {
    const { key } = this.kept;
    const seat = players[0] === me ? 0 : 1;
    if (!key || ownGame(id)?.keys[seat] === key) return;
    keepGame({ id, game, keys: seat === 0 ? [key, null] : [null, key] });
  }

  /** Sends a request and shows the class as it is after it. */
  private async act<T>(request: object): Promise<T> {
    const told = await ask<T>('class', { ...request, ...this.rights() });
    await this.look();
    return told;
  }

  async enter(code: string, name: string): Promise<void> {
    const { key } = await ask<{ key: string }>('class', { do: 'enter', code, name });
    this.keep({ ...this.kept, key, code: code.replace(/[ -]/g, '').toUpperCase() });
    await this.look();
  }

  challenge = (wanted: Wanted): Promise<unknown> => this.act({ do: 'challenge', ...wanted });
  withdraw = (challenge: number): Promise<unknown> => this.act({ do: 'withdraw', challenge });
  remove = (person: number): Promise<unknown> => this.act({ do: 'remove', person });
  drop = (game: string): Promise<unknown> => this.act({ do: 'drop', game });
  recode = (): Promise<unknown> => this.act({ do: 'recode' });
  csv = async (what: 'results' | 'games'): Promise<string> => (await this.act<{ csv: string }>({ do: 'csv', what })).csv;

  /** Takes a challenge; gives the game. */
  async accept(challenge: number): Promise<string> {
    const { id, seat } = await ask<{ id: string; seat: 0 | 1 }>('class', { do: 'accept', challenge, ...this.rights() });
    const key = this.kept.key ?? null;
    keepGame({ id, keys: seat === 0 ? [key, null] : [null, key] });
    return id;
  }
}
