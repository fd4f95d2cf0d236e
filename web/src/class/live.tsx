/* The little boards of running games, followed over the page's WebSocket. */
import { useEffect, useState } from 'preact/hooks';
import type { Game } from '../api';
import { StillBoard } from '../board/still';
import { hear, type Told } from '../game';
import { Mini } from '../looks/mini';
import { lookOf } from '../looks';
import { connection } from '../socket';
import { useWords } from '../words';
import type { ClassGame, ClassState } from './class';
import { say } from './words';

/** A connection follows at most 16 games. */
export const liveMax = 12;

/** A game as a spectator sees it; null until it has arrived. */
function useFollowed(id: string): Game | null {
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    let now: Told | null = null;
    return connection().follow({
      id,
      keys: () => [],
      from: () => now?.game.event ?? null,
      hear: (message) => {
        const news = hear(now, message, performance.now());
        if (news.stale) connection().followAgain(id);
        if (news.told === now) return;
        now = news.told;
        setTold(now);
      },
    });
  }, [id]);
  return told?.game ?? null;
}

export const nameIn = (state: ClassState, person: number): string | undefined =>
  state.people.find((p) => p.person === person)?.name;

function LiveBoard({ of, state, look }: { of: ClassGame; state: ClassState; look: string | undefined }) {
  const words = useWords();
  const game = useFollowed(of.id);
  const names = of.players.map((person) => nameIn(state, person) ?? words.s(say.gone)) as [string, string];
  const mine = state.me !== null && of.players.includes(state.me);
  const drawn = game ? lookOf(game.look) : null;
  const title = words.w(of.title);
  return (
    <a class={mine ? 'live mine' : 'live'} href={`g/${of.id}`} data-live={of.id}>
      <span class="live-board">
        {game
          ? <StillBoard look={game.look} board={game.board} position={game.position} />
          : look && <Mini look={look} />}
      </span>
      <span class="live-names">
        {names.map((name, seat) => {
          const on = game?.position.turn === seat && game.position.result === null;
          return (
            <span key={seat} class={on ? 'on' : undefined}>
              {drawn && game && <i aria-hidden="true"><drawn.Disc player={game.players[seat]!} seat={seat as 0 | 1} /></i>}
              <bdi>{name}</bdi>
              {game?.position.scores && <small>{words.n(game.position.scores[seat]!)}</small>}
            </span>
          );
        })}
      </span>
      <small class="live-foot">
        {title}{game && ` · ${words.t('movesMade', game.played.length)}`}{mine && <b> · {words.s(say.goOn)}</b>}
      </small>
    </a>
  );
}

export function Running({ state, looks }: { state: ClassState; looks: Map<string, string> }) {
  const words = useWords();
  const { me } = state;
  const isMine = (game: ClassGame) => me !== null && game.players.includes(me);
  const running = state.games.filter(({ result }) => result === null).sort((a, b) => Number(isMine(b)) - Number(isMine(a)));
  const shown = running.slice(0, liveMax);
  return (
    <section class="class-running" aria-labelledby="running-head">
      <h2 id="running-head">{words.s(say.running)}</h2>
      {running.length === 0 && <p class="quiet">{words.s(say.noRunning)}</p>}
      <div class="lives">
        {shown.map((game) => <LiveBoard key={game.id} of={game} state={state} look={looks.get(game.game)} />)}
      </div>
      {running.length > shown.length && (
        <ul class="class-list">
          {running.slice(liveMax).map((game) => (
            <li key={game.id}>
              <a href={`g/${game.id}`}>
                {`${words.w(game.title)}: ${game.players.map((p) => nameIn(state, p) ?? words.s(say.gone)).join(' – ')}`}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
