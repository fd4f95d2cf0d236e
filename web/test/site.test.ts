import { describe, expect, it } from 'vitest';
import type { GameFile, Player, Row } from '../src/site/data';
import { filtered } from '../src/site/games';
import { edited, replayOf, unpack, unpackSteps } from '../src/site/pack';
import { against, bracketOf, csvOf, gamePoints, roundsOf, scaleOf, tallies, worthSeeing } from '../src/site/results';
import { addressOf, placeOf, type Place } from '../src/site/route';
import { pointsText, said } from '../src/site/words';
import { speech } from '../src/words';
import games from './site-games.json';

/* Games of all looks, as `pessoi` wrote them. */
const files = games as unknown as GameFile[];

const row = (number: number, first: number, second: number, result: Row[4], end: Row[5] = 'rules', round = 0): Row =>
  [number, round, first, second, result, end, 20 + number, 10 * number, 5, 100, 100];
const player = (name: string, more: Partial<Player> = {}): Player =>
  ({ name, agent: null, excluded: null, rank: 1, points: 0, rating: null, ...more });

describe('packed text', () => {
  it('reads numbers as source maps write them', () => {
    expect(unpack('ACDegBhBw+B')).toEqual([0, 1, -1, 15, 16, -16, 1000]);
  });
  it('applies an edit', () => {
    const old = [[1, 'a', 0, 0, 0], [2, 'a', 0, 0, 0], [3, 'a', 0, 0, 0]] as never;
    /* keep 1, drop 1, add 1: cell 7, kind 1, player -1, number 5, layer 0 */
    expect(edited(old, 'CCCOCDKA', ['a', 'b'])).toEqual([[1, 'a', 0, 0, 0], [7, 'b', -1, 5, 0], [3, 'a', 0, 0, 0]]);
    expect(edited(old, '', [])).toEqual(old);
  });
  it('reads steps in groups', () => {
    expect(unpackSteps('ACDEEoBCGEFJ', ['tile'])).toEqual([
      ['move', 20, 21, -1, 2, 3, 'tile'], ['move', 22, 20, -1, 2, -4, 'tile'],
    ]);
  });
  it.each(files.map((file) => [file.players![0].name, file] as const))('replays a game: %s', (_name, file) => {
    const replay = replayOf(file)!;
    const last = replay.positions[replay.positions.length - 1]!;
    expect(replay.positions.length).toBe(file.plies!.length + 1);
    expect(last.pieces).toEqual(file.end!.pieces);
    expect(last.hand).toEqual(file.end!.hand);
    expect(last.scores).toEqual(file.end!.scores);
    expect(last.last).toEqual(file.end!.last);
    expect(last.turn).toEqual(file.end!.turn);
    expect(last.ply).toBe(file.end!.ply);
    expect(replay.steps.every((steps) => steps.length > 0)).toBe(true);
  });
  it('does without positions', () => {
    expect(replayOf({ number: 1, logs: [null, null] })).toBeNull();
  });
});

describe('results', () => {
  const players = [player('anna', { rating: [1600, 1500, 1700] }), player('boris', { rating: [1400, 1300, 1500] }), player('chloe')];
  const games: Row[] = [row(1, 0, 1, '1-0'), row(2, 1, 0, '1/2-1/2'), row(3, 0, 2, '0-1', 'time'), row(4, 2, 1, '0-1', 'forfeit')];
  it('counts', () => {
    const [anna, boris, chloe] = tallies({ players, games });
    expect([anna!.won, anna!.drawn, anna!.lost, anna!.forfeits]).toEqual([1, 1, 1, 1]);
    expect([boris!.won, boris!.drawn, boris!.lost, boris!.forfeits]).toEqual([1, 1, 1, 0]);
    expect([chloe!.won, chloe!.lost, chloe!.forfeits]).toEqual([1, 1, 1]);
    expect(anna!.longest).toEqual({ ms: 30, game: 3 });
    expect(gamePoints(against(anna!).get(1)!)).toBe(1.5);
    expect([...against(anna!).keys()]).toEqual([1, 2]);
  });
  it('finds games worth a look', () => {
    expect(worthSeeing({ players, games }).map(([kind, game]) => [kind, game[0]])).toEqual([['top', 1], ['longest', 2]]);
    expect(worthSeeing({ players, games: [] })).toEqual([]);
  });
  it('chooses a scale that outliers do not spoil', () => {
    expect(scaleOf(players)).toEqual({ low: 1300, high: 1700, ticks: [1300, 1400, 1500, 1600, 1700] });
    const scale = scaleOf([...players, player('new', { rating: [1500, -3000, 6000] })])!;
    expect(scale.low).toBeGreaterThanOrEqual(900);
    expect(scale.high).toBeLessThanOrEqual(2100);
    expect(scaleOf([player('a')])).toBeNull();
    expect(scaleOf([player('a', { rating: [1500, 1500, 1500] })])!.high).toBeGreaterThan(1500);
  });
  it('groups rounds', () => {
    const rounds = roundsOf([row(3, 1, 0, '0-1', 'rules', 2), row(1, 0, 1, '1-0', 'rules', 1), row(2, 1, 0, '1/2-1/2', 'rules', 1)]);
    expect(rounds.map(({ round, meetings }) => [round, meetings.map(({ points }) => points)])).toEqual([[1, [[1.5, 0.5]]], [2, [[1, 0]]]]);
  });
  it('builds the tree of a knockout with byes', () => {
    const played = [
      row(1, 3, 4, '1-0', 'rules', 1), row(2, 2, 5, '0-1', 'rules', 1),
      row(3, 0, 3, '1-0', 'rules', 2), row(4, 1, 5, '0-1', 'rules', 2), row(5, 0, 5, '0-1', 'rules', 3),
    ];
    const [root, ...others] = bracketOf(played);
    expect(others).toEqual([]);
    expect(root!.winner).toBe(5);
    expect(root!.from.map((branch) => branch!.winner)).toEqual([0, 5]);
    expect(root!.from[0]!.from[0]).toBeNull(); /* 0 had a bye */
    expect(root!.from[0]!.from[1]!.winner).toBe(3);
    expect(bracketOf([])).toEqual([]);
    expect(bracketOf(played.slice(0, 4)).map((branch) => branch.winner)).toEqual([0, 5]);
  });
  it('filters', () => {
    const names = players.map(({ name }) => name);
    const by = (a: string, b: string, end: string) => filtered(games, names, { page: 'games', a, b, end }).map((game) => game[0]);
    expect(by('anna', '', '')).toEqual([1, 2, 3]);
    expect(by('anna', 'boris', '')).toEqual([1, 2]);
    expect(by('', '', 'time')).toEqual([3]);
    expect(by('nobody', '', '')).toEqual([]);
  });
  it('writes a table file that runs no formula', () => {
    const text = csvOf({ players: [player('=1+1', { points: 1.5 }), player('a "b", c', { excluded: { en: 'late', el: 'αργά' } })], games: [] });
    expect(text.split('\r\n')[1]).toBe('1,"\'=1+1",1.5,,,,0,0,0,0,0,');
    expect(text.split('\r\n')[2]).toBe(',"a ""b"", c",,,,,,,,,,late');
  });
});

describe('addresses', () => {
  it.each([
    ['', { page: 'standings' }],
    ['#', { page: 'standings' }],
    ['#games', { page: 'games', a: '', b: '', end: '' }],
    ['#games&a=anna&b=b+c&end=time', { page: 'games', a: 'anna', b: 'b c', end: 'time' }],
    ['#bot=%CE%B4%26', { page: 'bot', name: 'δ&' }],
    ['#game=12&n=33', { page: 'game', number: 12, ply: 33 }],
    ['#game=12', { page: 'game', number: 12, ply: null }],
    ['#game=x', { page: 'standings' }],
  ] as [string, Place][])('reads %s', (hash, place) => {
    expect(placeOf(hash)).toEqual(place);
    expect(placeOf(addressOf(place))).toEqual(place);
  });
});

describe('words', () => {
  it('has both languages', () => {
    for (const [key, [en, el]] of Object.entries(said)) {
      expect(en.length, key).toBeGreaterThan(0);
      const uses = (text: string) => [...new Set([...text.matchAll(/\{(\d)/g)].map((found) => found[1]))].sort();
      expect(uses(el), key).toEqual(uses(en));
      expect(en + el, key).not.toContain('!');
    }
  });
  it('writes halves', () => {
    expect([0, 0.5, 1, 21.5, 10000].map((n) => pointsText(n, speech('en')))).toEqual(['0', '½', '1', '21½', '10,000']);
  });
});
