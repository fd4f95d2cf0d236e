/* The lesson about a game: its steps, what has been done of it, and a wire that answers a table in place of the
 * server's WebSocket. A step needs no game on the server: every answer follows from the step alone. */
import { ApiError, ask, type Board, type Game, type PlayerName, type Position, type Request, type ServerMessage,
  type Step, type Word } from './api';
import { basePath } from './base';
import type { Follower, Line } from './socket';
import { store } from './store';
import type { Wire } from './table';

export interface LessonStep {
  title: Word;
  task: Word;
  done: Word;
  /** Null: every legal move does it. */
  miss: Word | null;
  /** What to touch, and the cell of each sentence; often not said. */
  touch: Word[];
  cells: number[];
  look: string;
  board: Board;
  players: [PlayerName, PlayerName];
  position: Position;
}

export interface Lesson {
  steps: LessonStep[];
  source: Word | null;
  known: Word | null;
}

interface Tried {
  move: string;
  player: number;
  reached: boolean;
  steps: Step[];
  said: Word;
  position: Position;
}

const lessons = new Map<string, Promise<Lesson>>();

const pathOf = (name: string): string => `games/${encodeURIComponent(name)}/lesson`;

/** The lesson about a game; requested once. */
export function lessonOf(name: string): Promise<Lesson> {
  const known = lessons.get(name);
  if (known) return known;
  const asked = ask<Lesson>(pathOf(name)).catch((error: unknown) => {
    lessons.delete(name);
    throw error;
  });
  lessons.set(name, asked);
  return asked;
}

/* ---- what has been done, in this browser only ---- */

const key = basePath === '/' ? 'pessoi.lessons' : `pessoi.lessons ${basePath}`;

function readDone(): Record<string, number[]> {
  const clean: Record<string, number[]> = {};
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (all && typeof all === 'object')
      for (const [name, list] of Object.entries(all))
        if (Array.isArray(list)) clean[name] = list.filter((n) => Number.isSafeInteger(n));
  } catch {
    /* forbidden, or not JSON: nothing is done yet */
  }
  return clean;
}

/** The steps that were done, from 1, by the name of the game. */
export const doneSteps = store<Record<string, number[]>>(typeof localStorage === 'undefined' ? {} : readDone());

export function keepDone(name: string, step: number): void {
  const list = doneSteps.get()[name] ?? [];
  if (list.includes(step)) return;
  doneSteps.set((all) => ({ ...all, [name]: [...list, step] }));
  try {
    localStorage.setItem(key, JSON.stringify(doneSteps.get()));
  } catch {
    /* private windows: the lesson works, but nothing is stored */
  }
}

/** The step to begin with: the first that was not done, or the first. */
export function nextStep(done: readonly number[], count: number): number {
  for (let n = 1; n <= count; n++) if (!done.includes(n)) return n;
  return 1;
}

/* ---- one step ---- */

export type Stage = 'asked' | 'missed' | 'done';

/** How a step stands, and the number of attempts, so that a second miss is seen as a new one. */
export interface Standing {
  stage: Stage;
  count: number;
}

export class StepWire implements Wire {
  readonly line = store<Line>('open');
  readonly standing = store<Standing>({ stage: 'asked', count: 0 });
  private readonly name: string;
  private readonly number: number;
  private readonly step: LessonStep;
  private readonly title: Word;
  private follower: Follower | null = null;
  private event = 1;

  constructor(name: string, number: number, step: LessonStep, title: Word) {
    this.name = name;
    this.number = number;
    this.step = step;
    this.title = title;
  }

  follow(follower: Follower): () => void {
    this.follower = follower;
    this.again();
    return () => { this.follower = null; };
  }

  followAgain(): void {
    this.again();
  }

  /** The position of the step, from the beginning. */
  again(): void {
    this.standing.set(({ count }) => ({ stage: 'asked', count }));
    this.follower?.hear({ is: 'game', ...this.game() });
  }

  async ask(id: string, request: Request): Promise<ServerMessage> {
    if (request.do === 'why') {
      const { said } = await this.question<{ said: Word | null }>(`why/${request.cells.join('.')}`);
      return { is: 'why', id, ply: request.ply, said };
    }
    if (request.do !== 'move' && request.do !== 'try')
      throw new ApiError(null); /* a step has no hints and no other requests */
    const index = this.step.position.legal.findIndex(([text]) => text === request.move);
    const tried = await this.question<Tried>(`try/${index}`);
    const { move, player, reached, steps, said, position } = tried;
    if (request.do === 'try') return { is: 'try', id, ply: request.ply, move, steps };
    this.standing.set(({ count }) => ({ stage: reached ? 'done' : 'missed', count: count + 1 }));
    if (reached) keepDone(this.name, this.number);
    this.follower?.hear({
      is: 'moved', id, event: ++this.event, move, player, steps, said, position, clock: null, undo: false, redo: false,
      thinking: null,
    });
    return { is: 'done', id };
  }

  private question<T>(what: string): Promise<T> {
    return ask<T>(`${pathOf(this.name)}/${this.number}/${what}`);
  }

  private game(): Game {
    const { look, board, players, position } = this.step;
    return {
      id: `${this.name}/${this.number}`, event: ++this.event, game: this.name, variant: '', title: this.title, look,
      board, players, seats: [{ who: 'person' }, { who: 'person' }], mine: position.turn === null ? [] : [position.turn],
      free: [], created: 0, position, steps: [], played: [], clock: null, undo: false, redo: false, offer: null,
      pace_ms: null, thinking: null, next: null, hints: false, agreed: false,
    };
  }
}
