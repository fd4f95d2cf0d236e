/* The types of the server's messages over HTTP and the WebSocket: docs/formats/api.md. */
import { addressOf } from './base';

/** A sentence in every language. */
export interface Word {
  en: string;
  el: string;
}

export type Shape = 'square' | 'circle' | 'hexagon';
/** Shape, centre, size in thousandths of a cell, label. */
export type Cell = [shape: Shape, x: number, y: number, width: number, height: number, label: string];
export type Piece = [cell: number, kind: string, player: number, number: number, layer: number];
export type Held = [kind: string, player: number, number: number];
/** A move's text and the cells to touch for it. */
export type LegalMove = [text: string, ...cells: number[]];
export type StepKind = 'move' | 'place' | 'remove' | 'capture' | 'change' | 'points' | 'end';
export type Step = [
  what: StepKind,
  from: number,
  to: number,
  player: number,
  wave: number,
  value: number,
  kind?: string | null,
];
/** What is known about a move: the value that the agent who made it computed, its number in the report. */
export interface About {
  value?: number;
  number?: number;
}
export type Played = [text: string, player: number, said: Word, about?: About];

export interface Board {
  cells: Cell[];
  size: [number, number];
  /** The score that wins. */
  target: number | null;
}

export type Result = '1-0' | '0-1' | '1/2-1/2';

export interface Position {
  ply: number;
  text: string;
  turn: number | null;
  pieces: Piece[];
  hand: Held[];
  last: { text: string; player: number; cells: number[] } | null;
  legal: LegalMove[];
  labels?: Record<string, Word>;
  scores: [number, number] | null;
  result: Result | null;
  end: string | null;
  won_by: number[];
  /** Why it ended, as the rest of a sentence: to First, to Second, to everybody else. */
  why?: [Word, Word, Word] | null;
  said: Word;
}

export interface PlayerName {
  name: string;
  title: Word;
}

export interface Seat {
  who: 'person' | 'agent';
  name?: string | null;
  here?: boolean;
  agent?: string;
  title?: Word;
  /** The agent's level of the game, from 1. */
  level?: number;
  /** A player of the report that the game began as. */
  report?: boolean;
}

export interface Clock {
  left_ms: [number, number];
  increment_ms: number;
  running: number | null;
}

export interface Offer {
  what: 'draw' | 'undo' | 'rematch' | 'hints';
  player: number;
}

export interface Game {
  id: string;
  event: number;
  game: string;
  variant: string;
  title: Word;
  look: string;
  board: Board;
  players: [PlayerName, PlayerName];
  seats: [Seat, Seat];
  mine: number[];
  free: number[];
  created: number;
  position: Position;
  steps: Step[];
  played: Played[];
  clock: Clock | null;
  undo: boolean;
  redo: boolean;
  offer: Offer | null;
  pace_ms: number | null;
  thinking: number | null;
  next: string | null;
  /** May this connection ask for hints, threats and chances while the game lasts? */
  hints: boolean;
  /** Both people have agreed to them. */
  agreed: boolean;
}

export interface Refusal {
  code: string;
  why: Word;
  place?: number;
  wait_ms?: number;
}

export interface Threat {
  player: number;
  cells: number[];
  at: number[];
  said: Word;
}

interface Tagged {
  id: string;
  re?: number;
}

export type GameMessage = Tagged & { is: 'game' } & Game;
export type MovedMessage = Tagged & {
  is: 'moved';
  event: number;
  move: string;
  player: number;
  steps: Step[];
  said: Word;
  about?: About;
  position: Position;
  clock: Clock | null;
  undo: boolean;
  redo: boolean;
  thinking: number | null;
};
export type StateMessage = Tagged & { is: 'state' } & Pick<
    Game,
    'event' | 'clock' | 'offer' | 'undo' | 'redo' | 'free' | 'next' | 'seats' | 'pace_ms' | 'thinking'
    | 'agreed'
  >;
export type HintMessage = Tagged & {
  is: 'hint';
  ply: number;
  step: number;
  said: Word;
  cells: number[];
  moves: string[];
};
export type ThreatsMessage = Tagged & { is: 'threats'; ply: number; threats: Threat[] };
export type JudgedMessage = Tagged & { is: 'judged'; ply: number; chance: number; mate?: number };
export type AtMessage = Tagged & { is: 'at'; ply: number; position: Position; steps: Step[] };
/** Why touched cells are no legal move; null if they stand for none. */
export type WhyMessage = Tagged & { is: 'why'; ply: number; said: Word | null };
/** What a move would do. */
export type TryMessage = Tagged & { is: 'try'; ply: number; move: string; steps: Step[] };
export type ThinkingMessage = Tagged & { is: 'thinking'; player: number; ms: number; depth?: number; nodes?: number };
export type SameMessage = Tagged & { is: 'same'; event: number };
export type ErrorMessage = { is: 'error'; id?: string; re?: number; error: Refusal };
export type DoneMessage = { is: 'done'; id?: string; re?: number };

export type ServerMessage =
  | GameMessage
  | MovedMessage
  | StateMessage
  | HintMessage
  | ThreatsMessage
  | JudgedMessage
  | AtMessage
  | WhyMessage
  | TryMessage
  | ThinkingMessage
  | SameMessage
  | ErrorMessage
  | DoneMessage;

/** The requests of a client about a game that it follows. */
export type Request =
  | { do: 'move'; ply: number; move: string }
  | { do: 'undo' | 'redo' | 'resign' | 'accept' | 'decline' | 'rematch' | 'threats' | 'step' | 'stop' | 'leave' }
  | { do: 'offer'; what: Offer['what'] }
  | { do: 'hint'; step: number }
  | { do: 'hints'; on: boolean }
  | { do: 'judge'; ply?: number }
  | { do: 'at'; ply: number }
  | { do: 'why'; ply: number; cells: number[] }
  | { do: 'try'; ply: number; move: string }
  | { do: 'pace'; ms: number };

/* ---- the catalogue of games ---- */

interface AnyOption {
  key: string;
  title: Word;
  default: string;
  help: Word;
}
export type GameOption =
  | (AnyOption & { kind: 'int'; min: number; max: number })
  | (AnyOption & { kind: 'choice'; choices: string[]; /** One per choice. */ choice_titles?: Word[] })
  | (AnyOption & { kind: 'text' });

export interface Level {
  agent: string;
  title: Word;
  sees: Word;
  /** Elo, if it was measured. */
  rating?: number;
}

export interface AgentInfo {
  name: string;
  title: Word;
  help: Word;
  kind: 'report' | 'search' | 'other';
  options: GameOption[];
}

export interface GameInfo {
  name: string;
  title: Word;
  /** For a card: shorter than the goal; optional. */
  tagline?: Word;
  goal: Word;
  how_to_move: Word;
  look: string;
  players: [PlayerName, PlayerName];
  chance: boolean;
  /** How many steps its lesson has; 0: there is none. */
  lesson: number;
  puzzles: boolean;
  variant: string;
  /** What a person's first game starts with. */
  usual: { level: number | null; variant: string };
  options: GameOption[];
  levels: Level[];
  agents: AgentInfo[];
}

/** One picture of the rules: a text, and a move from one position to another. */
export interface Rule {
  text: Word;
  look: string;
  board: Board;
  players: [PlayerName, PlayerName];
  before: Position;
  after: Position;
  steps: Step[];
  /** Cells where the text says that something is not possible. */
  crossed: number[];
}

export type SeatWish = { who: 'me'; name?: string } | { who: 'person' } | { who: 'agent'; agent: string };

export interface Wish {
  game: string;
  variant?: string;
  position?: string;
  moves?: string;
  seats: [SeatWish, SeatWish];
  clock?: { base_ms: number; increment_ms: number };
  pace_ms?: number;
  seed?: number;
}

export interface Made {
  id: string;
  keys: [string | null, string | null];
}

/** A refusal of the server, or no answer. */
export class ApiError extends Error {
  readonly refusal: Refusal | null;
  constructor(refusal: Refusal | null) {
    super(refusal ? refusal.why.en : 'the server does not answer');
    this.refusal = refusal;
  }
}

/** Another server has the game at the moment, and will give it to this one soon. */
const patience = 8;

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce<T>(path, body);
    } catch (error) {
      const refusal = error instanceof ApiError ? error.refusal : null;
      if (refusal?.code !== 'elsewhere' || attempt === patience) throw error;
      await new Promise((done) => setTimeout(done, refusal.wait_ms ?? 1000));
    }
  }
}

async function askOnce<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(
      addressOf(`api/1/${path}`),
      body === undefined
        ? { headers: { Accept: 'application/json' } }
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new ApiError(null);
  }
  let data: unknown;
  try {
    data = await answer.json();
  } catch {
    throw new ApiError(null);
  }
  if (!answer.ok) throw new ApiError((data as { error?: Refusal }).error ?? null);
  return data as T;
}

let games: Promise<GameInfo[]> | null = null;

/** Every game of the server; requested once. */
export function allGames(): Promise<GameInfo[]> {
  games ??= ask<GameInfo[]>('games').catch((error: unknown) => {
    games = null;
    throw error;
  });
  return games;
}

/** The rules of a game in pictures; requested once per game. */
const rules = new Map<string, Promise<Rule[]>>();

export function rulesOf(name: string): Promise<Rule[]> {
  const known = rules.get(name);
  if (known) return known;
  const asked = ask<Rule[]>(`games/${encodeURIComponent(name)}/rules`).catch((error: unknown) => {
    rules.delete(name);
    throw error;
  });
  rules.set(name, asked);
  return asked;
}

/** What this server has beside games; requested once, and by no page that waits for it. */
export interface Served {
  class: boolean;
  tournament: boolean;
}

let served: Promise<Served> | null = null;

export function whatIsServed(): Promise<Served> {
  served ??= ask<Partial<Served>>('health').then(
    (health) => ({ class: health.class === true, tournament: health.tournament === true }),
    () => {
      served = null;
      return { class: false, tournament: false };
    },
  );
  return served;
}

/** Why the server refuses this address at the moment; null: it does not, or it cannot be asked. A browser
 * does not tell a page why a WebSocket was refused. */
export async function whyBusy(): Promise<Refusal | null> {
  try {
    await ask('health');
    return null;
  } catch (error) {
    return error instanceof ApiError && error.refusal?.code === 'busy' ? error.refusal : null;
  }
}

export const makeGame = (wish: Wish): Promise<Made> => ask('play', wish);
export const joinGame = (id: string, name: string): Promise<{ seat: number; key: string }> =>
  ask(`play/${encodeURIComponent(id)}/join`, name ? { name } : {});
export const seeGame = (id: string): Promise<Game> => ask(`play/${encodeURIComponent(id)}`);
export const recordAddress = (id: string): string =>
  addressOf(`api/1/play/${encodeURIComponent(id)}/record`);
