/* How strong this person is, per game and variant: an estimate from the last results against levels, kept in this
 * browser only. It is Bayes' rule on a grid of ratings with Elo's formula for the chance to win: unlike one number and a
 * step, it finds a strong player quickly where levels are far apart, and forgets results that are old. It decides which
 * level a new game is against; during a game nothing changes. */
import { allGames, type Game, type GameInfo, type Result } from './api';
import { basePath } from './base';
import { keepGame, ownGame } from './settings';

export type Score = 0 | 0.5 | 1;
/** One game: the rating of the level, and the person's score. */
export type Outcome = [other: number, score: Score];

export interface Strength {
  rating: number;
  /** How many results it is made from. */
  games: number;
}

/** So many results count, the newest: a person who learns gets stronger. */
const resultsMost = 20;
/** The standard deviation of the prior, at least; more where the levels are further apart. */
const leastDeviation = 300;
/** Between two levels that were not measured: what levels usually differ by. */
const usualStep = 130;
const firstRating = 1000;
const gridStep = 20;
const gridBeyond = 400;

/** The ratings of all levels, those that were not measured continued from their neighbours; never falling. */
export function ratingsOf({ levels }: Pick<GameInfo, 'levels'>): number[] {
  let last = firstRating - usualStep;
  return levels.map(({ rating }) => (last = Math.max(last + 1, rating ?? last + usualStep)));
}

/** The expected score of a player against another. */
export const expected = (own: number, other: number): number => 1 / (1 + 10 ** ((other - own) / 400));

/** The logarithm of the probability of the results; a draw is half a win and half a loss. */
const likelihood = (rating: number, results: readonly Outcome[]): number =>
  results.reduce((sum, [other, score]) => {
    const e = expected(rating, other);
    return sum + score * Math.log(e) + (1 - score) * Math.log(1 - e);
  }, 0);

/** The mean of the posterior. The prior is the level that a first game starts with. */
export function estimate(game: GameInfo, results: readonly Outcome[]): Strength {
  const ratings = ratingsOf(game);
  const [low, high] = [ratings[0] ?? firstRating, ratings[ratings.length - 1] ?? firstRating];
  const usual = ratings[(game.usual.level ?? 1) - 1] ?? firstRating;
  const deviation = Math.max(leastDeviation, (high - low) / 2);
  const grid: [rating: number, log: number][] = [];
  for (let r = low - gridBeyond; r <= high + gridBeyond; r += gridStep)
    grid.push([r, likelihood(r, results) - (r - usual) ** 2 / (2 * deviation ** 2)]);
  const most = Math.max(...grid.map(([, log]) => log));
  const weights = grid.map(([r, log]) => [r, Math.exp(log - most)] as const);
  const sum = weights.reduce((all, [, w]) => all + w, 0);
  const mean = results.length === 0 ? usual : weights.reduce((all, [r, w]) => all + r * w, 0) / sum;
  return { rating: mean, games: results.length };
}

/** The level, from 1, against which the expected score is nearest to one half. */
export function nearestLevel(game: Pick<GameInfo, 'levels'>, rating: number): number {
  const distances = ratingsOf(game).map((level) => Math.abs(level - rating));
  return distances.indexOf(Math.min(...distances)) + 1;
}

/* ---- what this browser keeps ---- */

const key = basePath === '/' ? 'pessoi.strength' : `pessoi.strength ${basePath}`;
const keptMost = 40;

const isOutcome = (value: unknown): value is Outcome =>
  Array.isArray(value) && value.length === 2 && Number.isFinite(value[0]) && [0, 0.5, 1].includes(value[1] as number);

function readAll(): [string, Outcome[]][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const entries: [string, unknown][] = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    return entries.map(([name, list]) => [name, Array.isArray(list) ? list.filter(isOutcome).slice(-resultsMost) : []]);
  } catch {
    return []; /* forbidden, or not JSON */
  }
}

const resultsIn = (name: string): Outcome[] => readAll().find(([other]) => other === name)?.[1] ?? [];

export const strengthOf = (game: GameInfo, variant: string): Strength =>
  estimate(game, resultsIn(`${game.name} ${variant}`));

function keep(name: string, outcome: Outcome): void {
  const results = [...resultsIn(name), outcome].slice(-resultsMost);
  const others = readAll().filter(([other]) => other !== name);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries([...others, [name, results]].slice(-keptMost))));
  } catch {
    /* private windows: every game starts with the prior */
  }
}

const scoreOf = (result: Result, seat: number): Score =>
  result === '1/2-1/2' ? 0.5 : (result === '1-0') === (seat === 0) ? 1 : 0;

/** Counts the result of a game against a level that has just ended on this screen, once, also if it is taken back and
 * played again. */
export async function countResult(game: Game): Promise<void> {
  const own = ownGame(game.id);
  const { result } = game.position;
  const [mine] = game.mine;
  if (!own || own.over || own.rated || result === null || game.mine.length !== 1 || mine === undefined) return;
  const { level } = game.seats[mine === 0 ? 1 : 0];
  if (!level) return;
  keepGame({ id: game.id, rated: true });
  const info = (await allGames()).find(({ name }) => name === game.game);
  const rating = info && ratingsOf(info)[level - 1];
  if (rating === undefined) return;
  keep(`${game.game} ${game.variant}`, [rating, scoreOf(result, mine)]);
}
