/* The players, whose turn it is, clocks and scores. */
import { useEffect, useState } from 'preact/hooks';
import type { Clock, Game, Position } from '../api';
import { clockText, leftNow } from '../clock';
import { shownAbout, type ShowValues } from '../game';
import type { Look } from '../looks/look';
import { settings } from '../settings';
import { useStore } from '../store';
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

export function nameOf(game: Game, seat: 0 | 1, words: Speech): string {
  const { who, name } = game.seats[seat];
  if (who === 'agent') return words.t('computer');
  if (game.mine.includes(seat))
    return name || (game.mine.length === 2 ? words.w(game.players[seat].title) : words.t('you'));
  return name || words.t(game.free.includes(seat) ? 'waitingForPerson' : 'aPerson');
}

/** The computer's own name: its level, or the agent. */
export function agentName(game: Game, seat: 0 | 1, words: Speech): string {
  const { agent, title, level } = game.seats[seat];
  return (level ? levelName(level, title, words) : words.w(title)) || agent || words.t('computer');
}

/** What the computer on this seat computed for its last move, if it is shown. */
function underAgent(game: Game, seat: 0 | 1, show: ShowValues, words: Speech): string {
  const last = game.played.map((played) => played[1]).lastIndexOf(seat);
  const about = last < 0 ? null : shownAbout(game, last, show);
  return about ? ` · ${aboutShort(about, words)}` : '';
}

/** The text below the name: level, colour, or result. */
function underName(game: Game, seat: 0 | 1, words: Speech): string {
  const { who, here } = game.seats[seat];
  const colour = words.w(game.players[seat].title);
  if (who === 'agent') return agentName(game, seat, words);
  return here === false && !game.mine.includes(seat) && !game.free.includes(seat)
    ? `${colour} · ${words.t('away')}`
    : colour;
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
  const over = game.position.result !== null;
  const on = !over && game.position.turn === seat;
  const thinks = on && game.thinking === seat;
  const { values } = useStore(settings);
  const isYou = game.mine.length === 1 && game.mine[0] === seat;
  const name = nameOf(game, seat, words);
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
          {on ? (
            <span class={thinks ? 'turn breathe-late' : 'turn'}>
              {words.t(thinks ? 'thinking' : isYou ? 'yourTurn' : 'theirTurn')}
            </span>
          ) : (
            <span class="lv-text">
              {end ? `${end} · ${underName(game, seat, words)}` : underName(game, seat, words)}
              {underAgent(game, seat, values, words)}
            </span>
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
