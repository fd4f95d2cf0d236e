/* The players, whose turn it is, clocks and scores. */
import { useEffect, useState } from 'preact/hooks';
import type { Clock, Game, GameInfo, Position, Seat } from '../api';
import { clockText, leftNow } from '../clock';
import { agentsOnly, shownAbout, type ShowValues } from '../game';
import type { Look } from '../looks/look';
import { strongestAgent } from '../pages/choices';
import { settings } from '../settings';
import { useStore } from '../store';
import { useGames } from '../usegames';
import { aboutShort, levelName, useWords, type Speech } from '../words';

/** Draws again often enough for a running clock. */
function useTicking(clock: Clock | null): void {
  const [, tick] = useState(0);
  const runs = clock !== null && clock.running !== null;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [runs]);
}

/** The catalogue's entry of a game, once it has arrived. */
export function useInfo(game: Game): GameInfo | undefined {
  return useGames().games?.find(({ name }) => name === game.game);
}

/** The computer's own name: "Level 3 · Easy-going", "Strongest", "MiniMax Boat". */
export function agentName({ agent = '', title, level }: Seat, info: GameInfo | undefined, words: Speech): string {
  if (level) return levelName(level, title, words);
  if (info && agent === strongestAgent(info)) return words.t('strongest');
  return words.w(title) || agent || words.t('computer');
}

/** What the computer on this seat computed for its last move, if it is shown. */
function underAgent(game: Game, seat: 0 | 1, show: ShowValues, words: Speech): string {
  const last = game.played.map((played) => played[1]).lastIndexOf(seat);
  const about = last < 0 ? null : shownAbout(game, last, show);
  return about ? ` · ${aboutShort(about, words)}` : '';
}

export function nameOf(game: Game, seat: 0 | 1, info: GameInfo | undefined, words: Speech): string {
  const { who, name } = game.seats[seat];
  if (who === 'agent') return agentsOnly(game) ? agentName(game.seats[seat], info, words) : words.t('computer');
  if (game.mine.includes(seat))
    return name || (game.mine.length === 2 ? words.w(game.players[seat].title) : words.t('you'));
  return name || words.t(game.free.includes(seat) ? 'waitingForPerson' : 'aPerson');
}

/** The text below the name: level, or colour. */
function underName(game: Game, seat: 0 | 1, info: GameInfo | undefined, words: Speech): string {
  const { who, here } = game.seats[seat];
  const colour = words.w(game.players[seat].title);
  if (who === 'agent') return agentsOnly(game) ? colour : agentName(game.seats[seat], info, words) || colour;
  return here === false && !game.mine.includes(seat) && !game.free.includes(seat)
    ? `${colour} · ${words.t('away')}`
    : colour;
}

/** How the game ended, from the reader's view: who won, and why. */
export function outcome(game: Game, info: GameInfo | undefined, words: Speech): string {
  const { result, why, said } = game.position;
  const { mine } = game;
  const reader = mine.length === 1 ? (mine[0] as 0 | 1) : 2;
  if (!why) return words.w(said);
  const reason = words.w(why[reader]);
  if (result === '1/2-1/2') return words.t('endDraw', reason);
  const winner = result === '1-0' ? 0 : 1;
  if (reader === winner) return words.t('endWin', reason);
  const { who, name } = game.seats[winner];
  const colour = words.w(game.players[winner].title);
  if (agentsOnly(game)) return words.t('endName', reason, `${agentName(game.seats[winner], info, words)} (${colour})`);
  if (who === 'agent') return words.t('endComputer', reason);
  if (name) return words.t('endName', reason, name);
  return reader === 2 ? words.t('endColour', reason, colour) : words.t('endLoss', reason);
}

function ending(game: Game, seat: 0 | 1, words: Speech): string | null {
  const { result } = game.position;
  if (result === null) return null;
  if (result === '1/2-1/2') return words.t('draw');
  return words.t((result === '1-0') === (seat === 0) ? 'won' : 'lost');
}

/** A race to many points has a bar; few points can be counted. */
const raceFrom = 20;

function Player(props: { game: Game; look: Look; position: Position; clockAt: number; seat: 0 | 1 }) {
  const { game, look, position, clockAt, seat } = props;
  const words = useWords();
  const info = useInfo(game);
  const over = game.position.result !== null;
  const on = !over && game.position.turn === seat;
  const thinks = on && game.thinking === seat;
  const { values } = useStore(settings);
  const isYou = game.mine.length === 1 && game.mine[0] === seat;
  const name = nameOf(game, seat, info, words);
  const under = underName(game, seat, info, words);
  const end = ending(game, seat, words);
  const score = position.scores?.[seat];
  const { target } = game.board;
  const left = game.clock ? leftNow(game.clock, seat, over ? 0 : performance.now() - clockAt) : null;
  return (
    <section
      class={on ? 'player on' : 'player'} aria-label={`${words.w(game.players[seat].title)}: ${name}`}
      aria-current={on ? 'true' : undefined}
    >
      <div class="disc" aria-hidden="true"><look.Disc player={game.players[seat]} seat={seat} /></div>
      <div class="who">
        <b>{name}</b>
        <small>
          {on && (
            <span class={thinks ? 'turn breathe-late' : 'turn'}>
              {words.t(thinks ? 'thinking' : isYou ? 'yourTurn' : 'theirTurn')}
            </span>
          )}
          {(!on || game.seats[seat].who === 'agent') && (
            <span class="lv-text">{end ? `${end} · ${under}` : under}{underAgent(game, seat, values, words)}</span>
          )}
        </small>
      </div>
      <div class="nums">
        {score !== undefined && (
          <span class="score" aria-label={words.t('pointsLabel', score)} role="img">
            {words.n(score)}{target !== null && <i> / {words.n(target)}</i>}
          </span>
        )}
        {left !== null && (
          <span
            class={score === undefined ? 'clock big' : 'clock'} role="timer" aria-live="off"
            aria-label={words.t('clockLabel', name)}
          >
            {clockText(left, words.language === 'el' ? ',' : '.')}
          </span>
        )}
      </div>
      {score !== undefined && target !== null && target >= raceFrom && (
        <svg class="race" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={Math.min(100, (score / target) * 100)} height="1" />
        </svg>
      )}
    </section>
  );
}

export function Players(props: { game: Game; look: Look; position: Position; clockAt: number }) {
  useTicking(props.game.clock);
  /* The person's own seat is below, as at a real table. Two people at one screen, or none: First above. */
  const { mine } = props.game;
  const order: (0 | 1)[] = mine.length === 1 && mine[0] === 0 ? [1, 0] : [0, 1];
  return <div class="players">{order.map((seat) => <Player key={seat} seat={seat} {...props} />)}</div>;
}
