/* The choices on the sheet for a new game, and the request made from them. */
import type { AgentInfo, GameInfo, GameOption, SeatWish, Wish } from '../api';
import { reportPlayers, usualLevel } from '../start';
import { nearestLevel, strengthOf, type Strength } from '../strength';
import { agentText, readVariant, variantText, type Chosen } from '../variant';
import type { Key, Speech } from '../words';

export type Opponent = 'level' | 'equal' | 'strongest' | 'report' | 'here' | 'link' | 'watch';
export type Side = 'first' | 'second' | 'lot';

export interface Choices {
  opponent: Opponent;
  level: number;
  report: string;
  reportOptions: Chosen;
  side: Side;
  options: Chosen;
  clock: number;
  name: string;
  watched: [string, string];
}

/** The clocks that are offered, none first. */
export const clocks: readonly (readonly [minutes: number, seconds: number])[] = [
  [0, 0], [1, 0], [3, 2], [5, 0], [5, 5], [10, 0], [15, 10], [30, 0],
];
const usualPace = 800;

const opponents: readonly (readonly [Opponent, Key, Key])[] = [
  ['level', 'computer', 'levelYouChoose'],
  ['equal', 'asStrong', 'byResults'],
  ['here', 'person', 'onThisScreen'],
  ['strongest', 'strongest', 'noMercy'],
  ['link', 'person', 'byLink'],
  ['report', 'reportPlayer', 'asReported'],
  ['watch', 'watch', 'twoComputers'],
];

/** The strongest agent: the default search of the game. */
export const strongestAgent = ({ agents }: GameInfo): string =>
  (agents.find((agent) => agent.name === 'max') ?? agents.find((agent) => agent.kind === 'search'))?.name ?? 'max';

export const reportPlayer = (game: GameInfo, c: Choices): AgentInfo | undefined =>
  reportPlayers(game).find((agent) => agent.name === c.report);

/** The options of a player that a person can set: choices, and numbers that can be stepped through. */
const stepsMost = 1000;
export const settableOptions = ({ options }: AgentInfo): GameOption[] =>
  options.filter((option) => option.kind === 'choice' || (option.kind === 'int' && option.max - option.min <= stepsMost));

const isOffered = (game: GameInfo, opponent: Opponent): boolean =>
  (opponent !== 'report' || reportPlayers(game).length > 0) && (!['level', 'equal'].includes(opponent) || game.levels.length > 0);

/** The opponents of a game: kind, name, and the text below it. */
export const opponentsOf = (game: GameInfo) => opponents.filter(([key]) => isOffered(game, key));

/** The initial choices for a game; after a change of game, those that do not depend on it stay. */
export function freshChoices(game: GameInfo, wanted: Opponent, name: string, keep?: Choices): Choices {
  const usual = game.levels[usualLevel(game) - 1]?.agent ?? strongestAgent(game);
  return {
    opponent: isOffered(game, wanted) ? wanted : 'strongest',
    level: usualLevel(game),
    report: reportPlayers(game)[0]?.name ?? '',
    reportOptions: {},
    side: keep?.side ?? 'first',
    options: readVariant(game.usual.variant),
    clock: keep?.clock ?? 0,
    name: keep?.name ?? name,
    watched: [usual, game.levels[game.levels.length - 1]?.agent ?? usual],
  };
}

/** The person's strength in the chosen variant, and the level that is about as strong. */
export function equalOf(game: GameInfo, c: Choices): { strength: Strength; level: number } {
  const strength = strengthOf(game, variantText(game.options, c.options));
  return { strength, level: nearestLevel(game, strength.rating) };
}

/** The level that the game will be against; 0: it is not against one. */
export const levelOf = (game: GameInfo, c: Choices): number =>
  c.opponent === 'level' ? c.level : c.opponent === 'equal' ? equalOf(game, c).level : 0;

function agentOf(game: GameInfo, c: Choices): string {
  const player = c.opponent === 'report' ? reportPlayer(game, c) : undefined;
  if (player) return agentText(player.name, player.options, c.reportOptions);
  const level = game.levels[levelOf(game, c) - 1]?.agent;
  return level ?? strongestAgent(game);
}

function seatsOf(game: GameInfo, c: Choices, toss: () => number): Wish['seats'] {
  const me: SeatWish = c.name.trim() ? { who: 'me', name: c.name.trim() } : { who: 'me' };
  if (c.opponent === 'here') return [{ who: 'me' }, { who: 'me' }];
  if (c.opponent === 'watch') return [{ who: 'agent', agent: c.watched[0] }, { who: 'agent', agent: c.watched[1] }];
  const other: SeatWish = c.opponent === 'link' ? { who: 'person' } : { who: 'agent', agent: agentOf(game, c) };
  const isFirst = c.side === 'first' || (c.side === 'lot' && toss() < 0.5);
  return isFirst ? [me, other] : [other, me];
}

export function wishOf(game: GameInfo, c: Choices, toss: () => number): Wish {
  const [minutes, seconds] = clocks[c.clock]!;
  const variant = variantText(game.options, c.options);
  const watched = c.opponent === 'watch';
  return {
    game: game.name,
    seats: seatsOf(game, c, toss),
    ...(variant ? { variant } : {}),
    ...(minutes > 0 && !watched ? { clock: { base_ms: minutes * 60_000, increment_ms: seconds * 1000 } } : {}),
    ...(watched ? { pace_ms: usualPace } : {}),
  };
}

export function clockWords([minutes, seconds]: readonly [number, number], words: Speech): string {
  if (minutes === 0) return words.t('noClock');
  return seconds === 0 ? words.t('minutesEach', minutes) : words.t('minutesPlus', minutes, seconds);
}

/** The sentence at the foot of the sheet about the game that will start. */
export function summary(c: Choices, words: Speech): string {
  if (c.opponent === 'here') return words.t('startsBoth');
  if (c.opponent === 'watch') return words.t('startsWatch');
  if (c.side === 'lot') return words.t('startsLot');
  const text = words.t(c.side === 'first' ? 'startsFirst' : 'startsSecond');
  return c.opponent === 'link' ? `${text} ${words.t('startsLink')}` : text;
}

export function headline(game: GameInfo, c: Choices, words: Speech): string {
  const player = c.opponent === 'report' ? reportPlayer(game, c) : undefined;
  if (player) return `${words.w(game.title)}: ${words.w(player.title)}`;
  const name = opponents.find(([key]) => key === c.opponent)![1];
  const level = levelOf(game, c);
  const against = level > 0 ? words.t('levelN', level) : words.t(name);
  return `${words.w(game.title)}, ${against.toLocaleLowerCase(words.language)}`;
}
