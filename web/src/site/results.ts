/* What the list of games says: counts by player and pairing, rounds, the tree of a knockout. Pure functions. */
import type { End, Player, Row, Tournament } from './data';

/** A game from one player's side. */
export type Outcome = 'won' | 'drawn' | 'lost';

export interface Side {
  game: Row;
  outcome: Outcome;
  opponent: number;
  /** 0: First. */
  seat: 0 | 1;
}

export interface Tally {
  sides: Side[];
  won: number;
  drawn: number;
  lost: number;
  /** Lost by a mistake or on time, not on the board. */
  forfeits: number;
  /** The longest move in milliseconds. */
  longest: { ms: number; game: number } | null;
}

export const offBoard = (end: End): boolean => end === 'forfeit' || end === 'time';

export function outcomeOf(game: Row, seat: 0 | 1): Outcome {
  if (game[4] === '1/2-1/2') return 'drawn';
  return (game[4] === '1-0') === (seat === 0) ? 'won' : 'lost';
}

export function sideOf(game: Row, player: number): Side | null {
  if (game[2] !== player && game[3] !== player) return null;
  const seat = game[2] === player ? 0 : 1;
  return { game, seat, outcome: outcomeOf(game, seat), opponent: game[seat === 0 ? 3 : 2] };
}

const empty = (): Tally => ({ sides: [], won: 0, drawn: 0, lost: 0, forfeits: 0, longest: null });

function count(tally: Tally, side: Side): void {
  const ms = side.game[side.seat === 0 ? 7 : 8];
  tally.sides.push(side);
  tally[side.outcome]++;
  if (side.outcome === 'lost' && offBoard(side.game[5])) tally.forfeits++;
  if (ms > (tally.longest?.ms ?? 0)) tally.longest = { ms, game: side.game[0] };
}

/** The games of every player. */
export function tallies({ players, games }: Pick<Tournament, 'players' | 'games'>): Tally[] {
  const all = players.map(empty);
  for (const game of games)
    for (const player of [game[2], game[3]]) {
      const side = sideOf(game, player);
      if (side && all[player]) count(all[player]!, side);
    }
  return all;
}

/** The games against each opponent, in the order of the standings. */
export function against(tally: Tally): Map<number, Tally> {
  const found = new Map<number, Tally>();
  for (const side of [...tally.sides].sort((a, b) => a.opponent - b.opponent)) {
    if (!found.has(side.opponent)) found.set(side.opponent, empty());
    count(found.get(side.opponent)!, side);
  }
  return found;
}

/** Game points: one for a win, half for a draw. */
export const gamePoints = ({ won, drawn }: Pick<Tally, 'won' | 'drawn'>): number => won + drawn / 2;

/** All games of two players in one round. */
export interface Meeting {
  round: number;
  players: [number, number];
  games: Row[];
  points: [number, number];
}

/** The meetings of every round, in the order of their games. */
export function roundsOf(games: readonly Row[]): { round: number; meetings: Meeting[] }[] {
  const rounds = new Map<number, Map<string, Meeting>>();
  for (const game of [...games].sort((a, b) => a[1] - b[1] || a[0] - b[0])) {
    const players: [number, number] = [Math.min(game[2], game[3]), Math.max(game[2], game[3])];
    const round = rounds.get(game[1]) ?? new Map<string, Meeting>();
    rounds.set(game[1], round);
    const meeting = round.get(players.join()) ?? { round: game[1], players, games: [], points: [0, 0] };
    round.set(players.join(), meeting);
    meeting.games.push(game);
    players.forEach((player, i) => {
      const { outcome } = sideOf(game, player)!;
      meeting.points[i as 0 | 1] += outcome === 'won' ? 1 : outcome === 'drawn' ? 0.5 : 0;
    });
  }
  return [...rounds].map(([round, meetings]) => ({ round, meetings: [...meetings.values()] }));
}

/** Those who take part but have no game in a round. */
export function restingIn(players: readonly Player[], meetings: readonly Meeting[]): number[] {
  const busy = new Set(meetings.flatMap((meeting) => meeting.players));
  return players.map((_, i) => i).filter((i) => !players[i]!.excluded && !busy.has(i));
}

/** A meeting of a knockout, with those from which its players came; null: that player had a bye. */
export interface Branch {
  meeting: Meeting;
  winner: number | null;
  from: [Branch | null, Branch | null];
}

/** Who went on: the one who plays in the next round; in the last round, the one with more points, then the better
 * placed. */
function winnerOf(meeting: Meeting, next: readonly Meeting[] | undefined): number | null {
  const on = next && meeting.players.find((player) => next.some((later) => later.players.includes(player)));
  if (next) return on ?? null;
  const [a, b] = meeting.points;
  return a === b ? Math.min(...meeting.players) : meeting.players[a > b ? 0 : 1];
}

/** The tree of a knockout from its last meetings down to the first round. */
export function bracketOf(games: readonly Row[]): Branch[] {
  const rounds = roundsOf(games);
  const build = (meeting: Meeting, at: number): Branch => ({
    meeting,
    winner: winnerOf(meeting, rounds[at + 1]?.meetings),
    from: meeting.players.map((player) => {
      const before = rounds[at - 1]?.meetings.find((earlier) => earlier.players.includes(player));
      return before ? build(before, at - 1) : null;
    }) as Branch['from'],
  });
  const last = rounds.length - 1;
  return last < 0 ? [] : rounds[last]!.meetings.map((meeting) => build(meeting, last));
}

/** Games worth a look: of the two best, the clearest surprise, the longest and the shortest decided on the board. */
export type Worth = 'top' | 'surprise' | 'longest' | 'shortest';
export function worthSeeing({ players, games }: Pick<Tournament, 'players' | 'games'>): [Worth, Row][] {
  const decided = games.filter((game) => game[5] === 'rules' && game[4] !== '1/2-1/2');
  const rating = (player: number) => players[player]?.rating?.[0] ?? 0;
  const gap = (game: Row) => {
    const [winner, loser] = game[4] === '1-0' ? [game[2], game[3]] : [game[3], game[2]];
    return rating(loser) - rating(winner);
  };
  const most = (list: readonly Row[], by: (game: Row) => number) =>
    list.reduce<Row | undefined>((best, game) => (!best || by(game) > by(best) ? game : best), undefined);
  const found: [Worth, Row | undefined][] = [
    ['top', decided.find((game) => game[2] + game[3] === 1)],
    ['surprise', most(decided.filter((game) => gap(game) > 0), gap)],
    ['longest', most(games.filter((game) => !offBoard(game[5])), (game) => game[6])],
    ['shortest', most(decided, (game) => -game[6])],
  ];
  const seen = new Set<Row>();
  return found.filter((pair): pair is [Worth, Row] => {
    const isNew = pair[1] !== undefined && !seen.has(pair[1]);
    if (isNew) seen.add(pair[1]!);
    return isNew;
  });
}

/** How far a chart goes beyond the ratings themselves: one player who hardly played has an interval of thousands. */
const beyond = 400;

/** The range of a rating chart and its ticks, from the ends of the intervals. */
export function scaleOf(players: readonly Player[]): { low: number; high: number; ticks: number[] } | null {
  const rated = players.flatMap(({ rating }) => (rating ? [rating] : []));
  if (rated.length === 0) return null;
  const middles = rated.map(([rating]) => rating);
  const least = Math.max(Math.min(...rated.map(([rating, low]) => low ?? rating)), Math.min(...middles) - beyond);
  const most = Math.min(Math.max(...rated.map(([rating, , high]) => high ?? rating)), Math.max(...middles) + beyond);
  const step = [50, 100, 200, 250, 500, 1000, 2000].find((size) => (most - least) / size <= 5) ?? 5000;
  const [low, high] = [Math.floor(least / step) * step, Math.max(Math.ceil(most / step), Math.floor(least / step) + 1) * step];
  const ticks: number[] = [];
  for (let tick = low; tick <= high; tick += step) ticks.push(tick);
  return { low, high, ticks };
}

const csvField = (value: string | number): string => {
  /* A table program would run a name like "=1+1" as a formula. */
  const text = typeof value === 'string' ? value.replace(/^[=+\-@\t]/, "'$&") : String(value);
  return /[",\n']/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** The standings as a file for table programs. */
export function csvOf({ players, games }: Pick<Tournament, 'players' | 'games'>): string {
  const all = tallies({ players, games });
  const rows = players.map((player, i) => {
    const { won, drawn, lost, forfeits, sides } = all[i]!;
    const rating = (player.rating ?? ['', '', '']).map((x) => (typeof x === 'number' ? Math.round(x) : ''));
    return player.excluded
      ? ['', player.name, '', '', '', '', '', '', '', '', '', player.excluded.en]
      : [player.rank, player.name, player.points, ...rating, won, drawn, lost, sides.length, forfeits, ''];
  });
  const head = ['rank', 'name', 'points', 'rating', 'rating_low', 'rating_high', 'wins', 'draws', 'losses', 'games', 'forfeits', 'excluded'];
  return [head, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n') + '\r\n';
}
