/* Puzzles: their list, what was solved in this browser, the puzzle of the day, and a wire that answers a table in
 * place of the server's WebSocket. Every answer follows from the puzzle and the turn; the server keeps nothing. */
import { ApiError, ask, type Board, type Game, type PlayerName, type Position, type Request, type ServerMessage,
  type Step, type Word } from './api';
import { basePath } from './base';
import type { Follower, Line } from './socket';
import { store } from './store';
import type { Wire } from './table';

export type Kind = 'win' | 'save' | 'best';

export interface PuzzleInfo {
  id: string;
  kind: Kind;
  /** From 1, every level finds it, to 5. */
  grade: number;
  turns: number;
  player: number;
  task: Word;
}

export interface Puzzle extends PuzzleInfo {
  levels: number;
  variant: string;
  look: string;
  board: Board;
  players: [PlayerName, PlayerName];
  position: Position;
}

export interface PuzzleMove {
  move: string;
  player: number;
  steps: Step[];
  said: Word;
  position: Position;
}

interface Attempt {
  is: 'right' | 'also' | 'wrong';
  done: boolean;
  percent: number | null;
  moves: PuzzleMove[];
}

export interface PuzzleLine {
  found_by: number[];
  percent: number;
  next_percent: number;
  moves: PuzzleMove[];
}

export const GRADES = 5;

const pathOf = (name: string): string => `games/${encodeURIComponent(name)}/puzzles`;

const lists = new Map<string, Promise<PuzzleInfo[]>>();

/** The puzzles of a game, in an order that looks random and is always the same; requested once. */
export function puzzlesOf(name: string): Promise<PuzzleInfo[]> {
  const known = lists.get(name);
  if (known) return known;
  const asked = ask<{ puzzles: PuzzleInfo[] }>(pathOf(name)).then(
    ({ puzzles }) => [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1)),
    (error: unknown) => {
      lists.delete(name);
      throw error;
    },
  );
  lists.set(name, asked);
  return asked;
}

export const puzzleOf = (name: string, id: string): Promise<Puzzle> => ask<Puzzle>(`${pathOf(name)}/${id}`);
export const lineOf = (name: string, id: string): Promise<PuzzleLine> => ask<PuzzleLine>(`${pathOf(name)}/${id}/line`);

/* ---- days ---- */

const dayLength = 86_400_000;

/** The number of a day by the clock of the person. */
export const dayOf = (date: Date): number =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayLength);

/** Noon of a day, for its name. */
export const dateOf = (day: number): Date => {
  const utc = new Date(day * dayLength);
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12);
};

/** The puzzle of a day: every puzzle once before any comes again. */
export const puzzleOfDay = <T>(list: readonly T[], day: number): T | undefined => list[day % list.length];

/** The days of the week that `day` is in, from Monday. */
export const weekOf = (day: number): number[] => {
  const monday = day - ((day + 3) % 7); /* day 0 was a Thursday */
  return Array.from({ length: 7 }, (_, i) => monday + i);
};

/** How many days in a row, up to `day` or the day before, have a solved puzzle. */
export function streak(days: ReadonlySet<number>, day: number): number {
  let count = 0;
  for (let at = days.has(day) ? day : day - 1; days.has(at); at--) count++;
  return count;
}

/* ---- what was solved, in this browser only ---- */

/** A puzzle whose line was shown counts as seen. */
export type Mark = 'solved' | 'seen';

export interface Marks {
  puzzles: Record<string, Mark>; /* by "game/id" */
  days: Record<string, string[]>; /* the games whose puzzle of the day was solved, by the day's number */
}

const key = basePath === '/' ? 'pessoi.puzzles' : `pessoi.puzzles ${basePath}`;

const isRecord = (x: unknown): x is Record<string, unknown> => !!x && typeof x === 'object' && !Array.isArray(x);

export function cleanMarks(text: string | null): Marks {
  const clean: Marks = { puzzles: {}, days: {} };
  try {
    const all: unknown = JSON.parse(text ?? '{}');
    if (!isRecord(all)) return clean;
    if (isRecord(all.puzzles))
      for (const [id, mark] of Object.entries(all.puzzles))
        if (mark === 'solved' || mark === 'seen') clean.puzzles[id] = mark;
    if (isRecord(all.days))
      for (const [day, games] of Object.entries(all.days))
        if (/^\d{1,7}$/.test(day) && Array.isArray(games)) clean.days[day] = games.filter((g) => typeof g === 'string');
  } catch {
    /* not JSON: nothing is solved yet */
  }
  return clean;
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; /* forbidden */
  }
}

export const marks = store<Marks>(cleanMarks(typeof localStorage === 'undefined' ? null : stored()));

/** The first mark of a puzzle stays. `day`: it is the puzzle of that day. */
export function keepMark(game: string, id: string, mark: Mark, day: number | null): void {
  const name = `${game}/${id}`;
  const { puzzles, days } = marks.get();
  if (puzzles[name]) return; /* the first time counts */
  const games = day === null || mark !== 'solved' ? null : [...new Set([...(days[day] ?? []), game])];
  marks.set({ puzzles: { ...puzzles, [name]: mark }, days: games ? { ...days, [day!]: games } : days });
  try {
    localStorage.setItem(key, JSON.stringify(marks.get()));
  } catch {
    /* private windows: puzzles work, but nothing is stored */
  }
}

export const solvedDays = ({ days }: Marks, game?: string): Set<number> =>
  new Set(Object.entries(days).filter(([, games]) => (game ? games.includes(game) : games.length > 0)).map(([d]) => Number(d)));

/* ---- one puzzle ---- */

export type Stage = 'asked' | 'wrong' | 'going' | 'solved' | 'also' | 'shown';

export interface Standing {
  stage: Stage;
  turn: number;
  /** Attempts, so that a second wrong one is seen as a new one. */
  count: number;
  /** After a wrong move: the reply in words, and the chance to win that is left. */
  reply: Word | null;
  percent: number | null;
  line: PuzzleLine | null;
}

const begun: Standing = { stage: 'asked', turn: 0, count: 0, reply: null, percent: null, line: null };

export const isOver = (stage: Stage): boolean => stage === 'solved' || stage === 'also' || stage === 'shown';

export class PuzzleWire implements Wire {
  readonly line = store<Line>('open');
  readonly standing = store<Standing>(begun);
  private follower: Follower | null = null;
  private event = 1;
  /** Of the present turn. */
  private position: Position;

  constructor(
    private readonly name: string, private readonly puzzle: Puzzle, private readonly title: Word,
    private readonly onEnd: (mark: Mark) => void,
  ) {
    this.position = puzzle.position;
  }

  follow(follower: Follower): () => void {
    this.follower = follower;
    this.again();
    return () => { this.follower = null; };
  }

  followAgain(): void {
    this.again();
  }

  /** The position of the present turn. */
  again(): void {
    this.standing.set((now) => ({ ...now, stage: now.turn > 0 ? 'going' : 'asked', reply: null, percent: null }));
    this.follower?.hear({ is: 'game', ...this.game() });
  }

  /** The puzzle from its beginning; what was solved stays solved. */
  reset(): void {
    this.position = this.puzzle.position;
    this.standing.set(({ count }) => ({ ...begun, count }));
    this.again();
  }

  /** Plays the whole line, a move at a time. */
  async show(): Promise<void> {
    const line = await lineOf(this.name, this.puzzle.id);
    const seen = isOver(this.standing.get().stage);
    this.position = this.puzzle.position;
    this.follower?.hear({ is: 'game', ...this.game() });
    this.standing.set((now) => ({ ...now, stage: seen ? now.stage : 'shown', reply: null, percent: null, line }));
    if (!seen) this.onEnd('seen');
    for (const move of line.moves) this.play(move);
  }

  async ask(id: string, request: Request): Promise<ServerMessage> {
    const { turn } = this.standing.get();
    if (request.do === 'why') {
      const { said } = await this.question<{ said: Word | null }>(`why/${turn}/${request.cells.join('.')}`);
      return { is: 'why', id, ply: request.ply, said };
    }
    if (request.do !== 'move' && request.do !== 'try')
      throw new ApiError(null); /* a puzzle has no hints and no other requests */
    const index = this.position.legal.findIndex(([text]) => text === request.move);
    if (request.do === 'try') {
      const { move, steps } = await this.question<{ move: string; steps: Step[] }>(`see/${turn}/${index}`);
      return { is: 'try', id, ply: request.ply, move, steps };
    }
    await this.attempt(await this.question<Attempt>(`try/${turn}/${index}`), id);
    return { is: 'done', id };
  }

  private async attempt(attempt: Attempt, id: string): Promise<void> {
    const { moves, done, percent } = attempt;
    const reply = moves[1]?.said ?? null;
    const line = done ? await lineOf(this.name, this.puzzle.id).catch(() => null) : null;
    if (done) this.onEnd('solved');
    if (attempt.is === 'right' && !done) this.position = moves[moves.length - 1]!.position;
    this.standing.set(({ turn, count }) => ({
      stage: done ? (attempt.is === 'also' ? 'also' : 'solved') : attempt.is === 'wrong' ? 'wrong' : 'going',
      turn: attempt.is === 'right' && !done ? turn + 1 : turn,
      count: count + 1, reply, percent, line,
    }));
    moves.forEach((move, i) => this.play(move, i === 0 ? id : undefined));
  }

  private play({ move, player, steps, said, position }: PuzzleMove, id?: string): void {
    this.follower?.hear({
      is: 'moved', id: id ?? '', event: ++this.event, move, player, steps, said, position, clock: null,
      undo: false, redo: false, thinking: null,
    });
  }

  private question<T>(what: string): Promise<T> {
    return ask<T>(`${pathOf(this.name)}/${this.puzzle.id}/${what}`);
  }

  private game(): Game {
    const { id, look, board, players, player, variant } = this.puzzle;
    return {
      id: `${this.name}/${id}`, event: ++this.event, game: this.name, variant, title: this.title, look, board, players,
      seats: [{ who: 'person' }, { who: 'person' }], mine: [player], free: [], created: 0, position: this.position,
      steps: [], played: [], clock: null, undo: false, redo: false, offer: null, pace_ms: null, thinking: null,
      next: null, hints: false, agreed: false,
    };
  }
}
