/* The home page: the games, and the person's unfinished games. */
import { useState } from 'preact/hooks';
import { ApiError, type AgentInfo, type GameInfo } from '../api';
import { Mini } from '../looks/mini';
import { Icon } from '../parts/icon';
import { Message, ServedLinks, Top, useTitle } from '../parts/frame';
import { Continue, OwnList } from '../parts/owngames';
import { LearnLink, RulesLink } from '../parts/ruleslink';
import { StudiesLink } from '../parts/studylink';
import { within } from '../router';
import { ownGames } from '../settings';
import { reportPlayers, start, usualWish } from '../start';
import { useStore } from '../store';
import { useGames } from '../usegames';
import { refusalText, useWords } from '../words';

function Card({ game, onProblem }: { game: GameInfo; onProblem: (text: string) => void }) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const title = words.w(game.title);
  const players = reportPlayers(game);
  const play = (against?: AgentInfo) => {
    setBusy(true);
    start(usualWish(game, against)).catch((error: unknown) => {
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
            type="button" class="go" disabled={busy} onClick={() => play()} aria-label={words.t('playGame', title)}
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
          <RulesLink game={game.name} title={title} class="tune" short />
          <LearnLink game={game} class="tune" short />
        </span>
      </div>
      {players.length > 0 && (
        <span class="card-players">
          <small aria-hidden="true">{words.t('orAgainst')}</small>
          {players.map((agent) => (
            <button
              key={agent.name} type="button" disabled={busy} title={words.w(agent.help)} onClick={() => play(agent)}
              aria-label={words.t('playAgainst', title, words.w(agent.title))} data-against={agent.name}
            >
              {words.w(agent.title)}
            </button>
          ))}
        </span>
      )}
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
  const rest = known.filter((o) => o !== first);
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
          <div>
            <h1>{words.t('heroTitle')}</h1>
            <p>{words.t('heroText')}</p>
            <div class="row served-row"><ServedLinks class="btn quiet" /></div>
          </div>
          {first && firstGame && <Continue own={first} game={firstGame} />}
        </div>
        {problem && <p class="problem" role="alert"><Icon name="warn" />{problem}</p>}
        <h2 class="vh">{words.t('games')}</h2>
        <ul class="cards" id="games" tabIndex={-1} aria-label={words.t('games')}>
          {games?.map((game) => <Card key={game.name} game={game} onProblem={setProblem} />)}
        </ul>
        <div class="more">
          <a class="plain" href="new"><Icon name="plus" />{words.t('newWithOptions')}</a>
          <a class="plain" href="new?watch=1">{words.t('watchTwo')}</a>
          <StudiesLink />
          {games?.some((g) => g.puzzles) && <a class="plain" href="puzzles"><Icon name="puzzle" />{words.t('puzzleOfDay')}</a>}
        </div>
        {games && rest.length > 0 && <OwnList list={rest} games={games} most={6} total={known.length} />}
      </main>
    </>
  );
}
