/* The files of the pages: what data.js and games/N.js call, docs/formats/site.md. They are classic scripts that call a
 * function, because a page on the disk may load scripts but not fetch files. */
import type { Board, GameOption, PlayerName, Position, Result, Word } from '../api';

export type End = 'rules' | 'repetition' | 'plies' | 'resign' | 'time' | 'forfeit' | 'agreed';

/** A game in the list; the moves are in a file of its own. `reason`: of a forfeit or a loss on time. */
export type Row = [
  number: number, round: number, first: number, second: number, result: Result, end: End, plies: number,
  maxFirst: number, maxSecond: number, sumFirst: number, sumSecond: number, reason?: Word,
];

export interface Player {
  name: string;
  agent: string | null;
  /** Why it did not take part. */
  excluded: Word | null;
  rank: number;
  points: number;
  rating: [rating: number, low: number | null, high: number | null] | null;
}

export interface Tournament {
  format: number;
  title: string | null;
  game: {
    name: string; title: Word; variant: string; options: GameOption[]; look: string | null; board: Board | null;
  };
  type: 'robin' | 'gauntlet' | 'swiss' | 'knockout';
  games_each: number | null;
  movetime_ms: number | null;
  clock_ms: number | null;
  increment_ms: number;
  max_plies: number | null;
  how: Word | null;
  seed: string;
  version: string | null;
  date: number | null;
  expected: number | null;
  /** More games will come, however many. Pages of earlier versions do not say so. */
  running?: boolean;
  players: Player[];
  games: Row[];
}

export interface Log {
  text: string;
  /** Only the end of it. */
  cut: boolean;
}

/** One ply: the move, what it did, and the changes as short text (pack.ts). `scores`: [] if they are the same. */
export type PlyRow = [
  text: string, player: number, cells: number[], said: Word, steps: string, pieces: string, hand: string,
  scores: number[], turn: number,
];

export interface GameFile {
  number: number;
  logs: [Log | null, Log | null];
  /** What follows is missing if the game has no view. */
  players?: [PlayerName, PlayerName];
  kinds?: string[];
  start?: Position;
  plies?: PlyRow[];
  end?: Position;
}

declare global {
  interface Window {
    pessoiTournament?: (data: Tournament) => void;
    pessoiGame?: (file: GameFile) => void;
  }
}

const files = new Map<number, Promise<GameFile>>();
const waiting = new Map<number, (file: GameFile) => void>();

/** Whether more games will come. */
export const isRunning = ({ expected, games, running }: Tournament): boolean =>
  running === true || (expected !== null && expected > games.length);

const lookEvery = 4000;

/** While games are played, a page that a server shows loads data.js again whenever it has changed. A page on the disk
 * stays as it is. */
export function keepUp(data: () => Tournament): void {
  if (!location.protocol.startsWith('http')) return;
  let known: string | null = null;
  const look = async () => {
    if (!isRunning(data())) return;
    if (document.visibilityState === 'visible')
      try {
        const answer = await fetch('data.js', { method: 'HEAD', cache: 'no-cache' });
        const tag = answer.ok ? answer.headers.get('etag') : known;
        if (known !== null && tag !== known) loadData();
        known = tag;
      } catch {
        /* the server is away: the next look may find it */
      }
    setTimeout(() => void look(), lookEvery);
  };
  void look();
}

function loadData(): void {
  const script = document.createElement('script');
  script.src = 'data.js';
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}

/** Receives the scripts: `begin` is called with the tournament. */
export function receive(begin: (data: Tournament) => void): void {
  window.pessoiTournament = begin;
  window.pessoiGame = (file) => waiting.get(file.number)?.(file);
}

/** The file of a game; loaded once. */
export function gameFile(number: number): Promise<GameFile> {
  const known = files.get(number);
  if (known) return known;
  const file = new Promise<GameFile>((resolve, reject) => {
    const script = document.createElement('script');
    waiting.set(number, resolve);
    script.src = `games/${number}.js`;
    script.onload = () => {
      reject(new Error('the file holds another game')); /* without effect if it was this one */
      script.remove();
    };
    script.onerror = () => {
      files.delete(number);
      reject(new Error('the file is missing'));
      script.remove();
    };
    document.head.append(script);
  });
  file.catch(() => {}); /* pages ask for the outcome themselves */
  files.set(number, file);
  return file;
}
