import type { Board, Game, MovedMessage, Position } from '../src/api';

export const word = (en: string) => ({ en, el: en });

export const position = (some: Partial<Position> = {}): Position => ({
  ply: 0, text: '', turn: 0, pieces: [], hand: [], last: null, legal: [],
  scores: null, result: null, end: null, won_by: [], said: word(''), ...some,
});

/** A board of squares with labels a1.., row 1 below. */
export function squares(columns: number, rows: number): Board {
  const cells = Array.from({ length: columns * rows }, (_, i): Board['cells'][number] => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return ['square', 1000 * x + 500, 1000 * (rows - 1 - y) + 500, 1000, 1000, 'abcdefghijkl'[x]! + (y + 1)];
  });
  return { cells, size: [columns * 1000, rows * 1000], target: null };
}

export const game = (some: Partial<Game> = {}): Game => ({
  id: 'x', event: 3, game: 'gomoku', variant: '', title: word('Gomoku'), look: 'stones', board: squares(3, 3),
  players: [{ name: 'black', title: word('Black') }, { name: 'white', title: word('White') }],
  seats: [{ who: 'person' }, { who: 'agent', agent: 'level:n=3', level: 3 }],
  mine: [0], free: [], created: 0, position: position(), steps: [], played: [],
  clock: null, undo: false, redo: false, offer: null, pace_ms: null, thinking: null, next: null, hints: true, agreed: true, ...some,
});

export const moved = (some: Partial<MovedMessage> = {}): MovedMessage => ({
  is: 'moved', id: 'x', event: 4, move: 'a1', player: 0,
  steps: [['place', -1, 0, 0, 0, 1, 'stone']], said: word('Black places a1.'),
  position: position({ ply: 1, turn: 1, pieces: [[0, 'stone', 0, 1, 0]] }),
  clock: null, undo: true, redo: false, thinking: 1, ...some,
});
