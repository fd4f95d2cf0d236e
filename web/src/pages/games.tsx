/* All games that this browser keeps. */
import { Message, Top, useTitle } from '../parts/frame';
import { OwnList } from '../parts/owngames';
import { StudiesLink } from '../parts/studylink';
import { ownGames } from '../settings';
import { useStore } from '../store';
import { useGames } from '../usegames';
import { useWords } from '../words';

export function Games() {
  const words = useWords();
  const { games, away, again } = useGames();
  const own = useStore(ownGames);
  useTitle(words.t('yourGames'));
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
  const known = games ? own.filter((o) => o.moves > 0 && games.some((g) => g.name === o.game)) : [];
  return (
    <>
      <Top />
      <main class="home all">
        <div><h1>{words.t('yourGames')}</h1><p>{words.t(known.length > 0 ? 'keptHere' : 'noOwnGames')}</p><StudiesLink /></div>
        {games && <OwnList list={known} games={games} />}
      </main>
    </>
  );
}
