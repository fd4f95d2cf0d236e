/* The help page: the games, moves by touch and by typing, the keys. */
import { lookOf } from '../looks';
import { Mini } from '../looks/mini';
import { Top, useTitle } from '../parts/frame';
import { RulesLink } from '../parts/ruleslink';
import { SettingsList } from '../parts/preferences';
import { useGames } from '../usegames';
import { useWords, type Key } from '../words';

const keys: readonly (readonly [string | Key, Key])[] = [
  ['arrows', 'keyArrows'], ['Enter, Space', 'keyEnter'], ['Esc', 'keyEsc'], ['letters', 'keyType'],
  ['Alt + U, Alt + R', 'keyUndo'], ['Alt + H', 'keyHint'], ['Alt + F', 'keyFlip'], ['Alt + N', 'keyNew'],
  ['← →', 'keyBrowse'], ['Home, End', 'keyEnds'], [', .', 'keyBrowseAlways'], ['anyKey', 'keySkip'],
];

export function About() {
  const words = useWords();
  const { games } = useGames();
  useTitle(words.t('aboutTitle'));
  const name = (key: string) => (['arrows', 'letters', 'anyKey'].includes(key) ? words.t(key as Key) : key);
  return (
    <>
      <Top />
      <main class="about">
        <h1>{words.t('aboutTitle')}</h1>
        <p class="lead">{words.t('aboutText')}</p>
        <h2>{words.t('theGames')}</h2>
        <div class="about-games">
          {games?.map((game) => (
            <section key={game.name} id={game.name}>
              <Mini look={game.look} />
              <div>
                <h3>{words.w(game.title)}</h3>
                <RulesLink game={game.name} title={words.w(game.title)} class="plain rules-link" />
                <dl>
                  <dt>{words.t('goal')}</dt><dd>{words.w(game.goal)}</dd>
                  <dt>{words.t('byTouch')}</dt><dd>{words.s(lookOf(game.look).touchHelp)}</dd>
                  <dt>{words.t('howToMove')}</dt><dd>{words.w(game.how_to_move)}</dd>
                </dl>
              </div>
            </section>
          ))}
        </div>
        <h2>{words.t('keyboard')}</h2>
        <table class="keys">
          <thead><tr><th scope="col">{words.t('key')}</th><th scope="col">{words.t('does')}</th></tr></thead>
          <tbody>
            {keys.map(([key, does]) => (
              <tr key={key}><th scope="row"><kbd>{name(key)}</kbd></th><td>{words.t(does)}</td></tr>
            ))}
          </tbody>
        </table>
        <p>{words.t('keyNote')}</p>
        <h2>{words.t('settings')}</h2>
        <div class="panel"><SettingsList /></div>
      </main>
    </>
  );
}
