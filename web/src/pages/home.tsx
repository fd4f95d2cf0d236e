/* The home page: the games, and the person's unfinished games. */
import { useState } from 'preact/hooks';
import { ApiError, type GameInfo } from '../api';
import { Mini } from '../looks/mini';
import { Icon } from '../parts/icon';
import { Message, Top, useTitle } from '../parts/frame';
import { within } from '../router';
import { forgetGame, ownGames, type OwnGame } from '../settings';
import { start, usualWish } from '../start';
import { useStore } from '../store';
import { useGames } from '../usegames';
import { refusalText, useWords, type Speech } from '../words';

function stateOf(own: OwnGame, title: string, words: Speech): string {
  if (own.over) return words.t('gameOver', title);
  if (own.mine.length === 0) return words.t('gameWatched', title);
  return words.t(own.turn !== null && own.mine.includes(own.turn) ? 'gameYourTurn' : 'gameTheirTurn', title);
}

function Continue({ own, game }: { own: OwnGame; game: GameInfo }) {
  const words = useWords();
  return (
    <section class="cont" aria-labelledby="cont-head">
      <Mini look={game.look} />
      <div>
        <h2 id="cont-head">{words.t(own.over ? 'lastGame' : 'continueGame')}</h2>
        <p>{stateOf(own, words.w(game.title), words)}</p>
        <small>{words.t('movesMade', own.moves)}</small>
        <div class="row"><a class="btn" href={`g/${own.id}`}>{words.t(own.over ? 'lookAgain' : 'continue_')}</a></div>
      </div>
    </section>
  );
}

function OwnList({ list, games }: { list: OwnGame[]; games: GameInfo[] }) {
  const words = useWords();
  return (
    <section aria-labelledby="own-head">
      <h2 id="own-head" class="own-head">{words.t('yourGames')}</h2>
      <ul class="own">
        {list.map((own) => {
          const game = games.find((g) => g.name === own.game);
          if (!game) return null;
          const state = stateOf(own, words.w(game.title), words);
          return (
            <li key={own.id}>
              <a href={`g/${own.id}`}>
                <Mini look={game.look} /><span><b>{state}</b><small>{words.t('movesMade', own.moves)}</small></span>
              </a>
              <button
                type="button" class="round" aria-label={words.t('forget', state)} onClick={() => forgetGame(own.id)}
              >
                <Icon name="x" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Card({ game, onProblem }: { game: GameInfo; onProblem: (text: string) => void }) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const title = words.w(game.title);
  const play = () => {
    setBusy(true);
    start(usualWish(game)).catch((error: unknown) => {
      setBusy(false);
      onProblem(refusalText(error instanceof ApiError ? error.refusal : null, words));
    });
  };
  return (
    <li class="card">
      <Mini look={game.look} />
      <div>
        <h3>{title}</h3>
        <p>{words.w(game.tagline ?? game.goal)}</p>
        <span class="card-go">
          <button
            type="button" class="go" disabled={busy} onClick={play} aria-label={words.t('playGame', title)}
            data-play={game.name}
          >
            {words.t('play')}<Icon name="arrow" />
          </button>
          <a
            class="tune" href={`new?game=${game.name}`} aria-label={words.t('optionsOf', title)}
            title={words.t('options')}
          >
            <Icon name="gear" />
          </a>
        </span>
      </div>
    </li>
  );
}

export function Home({ behind = false }: { behind?: boolean }) {
  const words = useWords();
  const { games, away, again } = useGames();
  const own = useStore(ownGames);
  const [problem, setProblem] = useState('');
  useTitle(behind ? words.t('newGame') : '');
  const known = games ? own.filter((o) => o.moves > 0 && games.some((g) => g.name === o.game)) : [];
  const first = known.find((o) => !o.over && o.mine.length > 0) ?? known.find((o) => o.mine.length > 0);
  const rest = known.filter((o) => o !== first).slice(0, 8);
  const firstGame = first && games?.find((g) => g.name === first.game);
  if (away)
    return (
      <>
        <Top />
        <Message title={words.t('awayTitle')}>
          <p>{words.t('awayText')}</p>
          <button type="button" class="btn" onClick={again}>{words.t('tryAgain')}</button>
        </Message>
      </>
    );
  return (
    <>
      <a class="skip" href={within('games')}>{words.t('skipToGames')}</a>
      <Top />
      <main class="home">
        <div class={firstGame ? 'hero' : 'hero alone'}>
          <div><h1>{words.t('heroTitle')}</h1><p>{words.t('heroText')}</p></div>
          {first && firstGame && <Continue own={first} game={firstGame} />}
        </div>
        {problem && <p class="problem" role="alert"><Icon name="warn" />{problem}</p>}
        <ul class="cards" id="games" tabIndex={-1} aria-label={words.t('games')}>
          {games?.map((game) => <Card key={game.name} game={game} onProblem={setProblem} />)}
        </ul>
        <div class="more">
          <a class="plain" href="new"><Icon name="plus" />{words.t('newWithOptions')}</a>
          <a class="plain" href="new?watch=1">{words.t('watchTwo')}</a>
        </div>
        {games && rest.length > 0 && <OwnList list={rest} games={games} />}
      </main>
    </>
  );
}
