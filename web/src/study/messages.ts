/* What the server answers to questions about a line of moves: docs/formats/api.md, section Study. */
import type { Word } from '../api';

export type Class = 'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** One move of a game, judged. Chances are First's; `mate` and `mate_after` are the mover's. */
export interface Reviewed {
  is: 'reviewed';
  re?: number;
  /** 0: the quick pass, 1: the deeper one. */
  pass: number;
  /** The players' moves before it. */
  ply: number;
  of: number;
  player: number;
  played: string;
  /** With the best move, and with the move played. */
  chance: number;
  after: number;
  mate?: number;
  mate_after?: number;
  class: Class;
  accuracy: number;
  /** What was better, and the destination of each of its moves; -1: none. */
  line: string[];
  cells: number[];
  /** What follows the move played. */
  reply: string[];
  said: Word | null;
  /** What the roll after the move changed. */
  luck?: number;
}

/** A player's moves, as far as they are known. */
export type ReviewPlayer = Record<Class, number> & {
  accuracy: number;
  /** Sums of win probability, in games with chance. */
  skill?: number;
  luck?: number;
};

export interface Review {
  is: 'review';
  re?: number;
  pass: number;
  known: number;
  of: number;
  /** First's chance after the last move. */
  end: number | null;
  last: boolean;
  /** Why it ended before its end. */
  why?: Word;
  players: [ReviewPlayer, ReviewPlayer];
}

export interface BestLine {
  moves: string[];
  cells: number[];
  /** First's win probability, a draw counting half; null: unknown. */
  chance: number | null;
  /** From the mover's view, as `pessoi best --json` says it. */
  score?: number;
  /** A proven end in that many plies, from the mover's view; 0: a proven draw. */
  mate?: number;
}

export interface Lines {
  is: 'lines';
  re?: number;
  depth: number;
  nodes: number;
  ms: number;
  last: boolean;
  why?: Word;
  lines: BestLine[];
}

export type StudyAnswer = Reviewed | Review | Lines;

/** The moves that a question is about. */
export interface Line {
  game: string;
  variant?: string;
  position?: string;
  moves?: string;
}

export type Question = Partial<Line> & { id?: string; ply?: number } & (
  | { do: 'lines'; count?: number; ms?: number; depth?: number; nodes?: number; agent?: 'oracle' }
  | { do: 'review'; ms?: number; nodes?: number; from?: number }
);
