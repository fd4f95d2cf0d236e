import { describe, expect, it } from 'vitest';
import type { GameInfo, Piece } from '../src/api';
import { packPieces, piecesMax, unpackPieces } from '../src/kept';
import { dateWords, opponentOf, stateOf } from '../src/parts/owngames';
import { checkedGame, type OwnGame } from '../src/settings';
import { speech } from '../src/words';
import { word } from './fixtures';

const byCell = (pieces: Piece[]) => [...pieces].sort((a, b) => a[0] - b[0] || a[4] - b[4]);

describe('pieces as text', () => {
  it('come back as they were', () => {
    const pieces: Piece[] = [
      [112, 'stone', 0, 0, 0], [113, 'stone', 1, 0, 0], [5, 'water', -1, 3, 0], [5, 'boat', 1, 0, 2], [0, 'tile', 1, 20, 0],
    ];
    const text = packPieces(pieces)!;
    expect(text.length).toBeLessThan(60);
    expect(byCell(unpackPieces(text)!)).toEqual(byCell(pieces));
  });
  it('are not stored if they are too many', () => {
    const many = Array.from({ length: 2000 }, (_, i): Piece => [i, 'stone', 1, 12, 3]);
    expect(packPieces(many)).toBeNull();
    expect(packPieces(many.slice(0, 512))!.length).toBeLessThanOrEqual(piecesMax);
  });
  it('are refused if they are damaged', () => {
    for (const bad of [undefined, null, 3, {}, 'stone x.!', 'stone ..', 'x'.repeat(piecesMax + 1)])
      expect(unpackPieces(bad)).toBeNull();
    expect(unpackPieces('')).toEqual([]);
  });
});

describe('stored games', () => {
  const old = { id: 'x', keys: ['k', null], game: 'crush', seen: 5, over: true, turn: null, mine: [0], moves: 31 };
  it('of an earlier version are read', () => {
    expect(checkedGame(old)).toEqual(old);
  });
  it('lose what is damaged, and keep their keys', () => {
    const bad = {
      ...old, seen: 'x', over: 1, turn: 7, mine: [0, 'x', 2], moves: -3, changed: 1e99, seats: [{}, null], result: '2-0',
      pieces: 3, variant: {}, game: null,
    };
    expect(checkedGame(bad)).toEqual({
      id: 'x', keys: ['k', null], game: '', seen: 0, over: false, turn: null, mine: [0], moves: 0,
    });
  });
  it('without an id or keys are none', () => {
    for (const bad of [null, 3, 'x', [], {}, { id: 3, keys: [null, null] }, { id: 'x' }, { id: 'x', keys: [1, 2] }])
      expect(checkedGame(bad)).toBeNull();
  });
});

const info = {
  name: 'gomoku', title: word('Gomoku'), look: 'stones',
  players: [{ name: 'black', title: word('Black') }, { name: 'white', title: word('White') }],
} as unknown as GameInfo;

const own = (some: Partial<OwnGame>): OwnGame => ({
  id: 'x', keys: [null, null], game: 'gomoku', seen: 0, over: false, turn: 0, mine: [0], moves: 3,
  seats: [{ who: 'person' }, { who: 'agent', agent: 'level:n=4', level: 4, title: word('Steady') }], ...some,
});

describe('a game in the list', () => {
  const en = speech('en');
  const el = speech('el');
  it('names the opponent', () => {
    expect(opponentOf(own({}), en)).toBe('Level 4 · Steady');
    expect(opponentOf(own({ seats: [{ who: 'person' }, { who: 'agent', agent: 'crazy', title: word('Crazy Boat') }] }), en))
      .toBe('Crazy Boat');
    expect(opponentOf(own({ seats: [{ who: 'person', name: 'Άννα' }, { who: 'person' }], mine: [1] }), en)).toBe('Άννα');
    expect(opponentOf(own({ seats: [{ who: 'person' }, { who: 'person', name: null }] }), en)).toBe('A person');
    expect(opponentOf(own({ mine: [0, 1] }), en)).toBe('Two players, one screen');
    expect(opponentOf(own({ mine: [] }), en)).toBe('A person – Level 4 · Steady');
    const { seats: _seats, ...bare } = own({});
    expect(opponentOf(bare, en)).toBe('');
  });
  it('tells the result from the person\'s view', () => {
    const over = { over: true, turn: null };
    expect(stateOf(own({ ...over, result: '1-0' }), info, en)).toBe('You won');
    expect(stateOf(own({ ...over, result: '1-0', mine: [1] }), info, el)).toBe('Έχασες');
    expect(stateOf(own({ ...over, result: '1/2-1/2' }), info, en)).toBe('Draw');
    expect(stateOf(own({ ...over, result: '0-1', mine: [0, 1] }), info, en)).toBe('White won');
    expect(stateOf(own({ ...over }), info, en)).toBe('Over');
    expect(stateOf(own({}), info, en)).toBe('Your turn');
    expect(stateOf(own({ turn: 1 }), info, en)).toBe('Their turn');
    expect(stateOf(own({ turn: 1, mine: [0, 1] }), info, en)).toBe('White to move');
    expect(stateOf(own({ mine: [] }), info, en)).toBe('Watched');
  });
  it('has a date in words', () => {
    const now = new Date(2026, 4, 10, 1, 30).getTime();
    const at = (...date: [number, number, number, number]) => new Date(...date).getTime();
    expect(dateWords(at(2026, 4, 10, 0), now, 'en')).toBe('today');
    expect(dateWords(at(2026, 4, 9, 23), now, 'en')).toBe('yesterday');
    expect(dateWords(at(2026, 4, 9, 23), now, 'el')).toBe('χθες');
    expect(dateWords(at(2026, 4, 3, 12), now, 'en')).toBe('3 May');
    expect(dateWords(at(2026, 4, 3, 12), now, 'el')).toBe('3 Μαΐου');
    expect(dateWords(at(2025, 4, 3, 12), now, 'en')).toBe('3 May 2025');
  });
});
