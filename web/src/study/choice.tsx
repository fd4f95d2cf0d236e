/* What to study: a game from its start, a position that is set up, a record, or a study of this browser. */
import { useMemo, useState } from 'preact/hooks';
import type { GameInfo } from '../api';
import { StillBoard } from '../board/still';
import { positionOf, unpackPieces } from '../kept';
import { Mini } from '../looks/mini';
import { Message, Top, useTitle } from '../parts/frame';
import { Icon } from '../parts/icon';
import { dateWords } from '../parts/owngames';
import { go } from '../router';
import { useGames } from '../usegames';
import { useWords, type Sentences } from '../words';
import { keptAddress, lineAddress } from './address';
import { Import, useDrop } from './import';
import { allKept, bringBack, forget, newKey, type Kept } from './shelf';

const own = {
  study: ['Study', 'Μελέτη'],
  lead: [
    'Play both sides, try variations, write comments. Everything stays in this browser.',
    'Παίξε και για τις δύο πλευρές, δοκίμασε παραλλαγές, γράψε σχόλια. Όλα μένουν σε αυτόν τον περιηγητή.',
  ],
  begin: ['From the start of a game', 'Από την αρχή ενός παιχνιδιού'],
  setUp: ['Set up a position', 'Στήσε μια θέση'],
  setUpOf: ['Set up a position: {1}', 'Στήσε μια θέση: {1}'],
  paste: ['Paste a record or a position', 'Επικόλλησε παρτίδα ή θέση'],
  mine: ['My studies', 'Οι μελέτες μου'],
  none: ['No studies yet: a study is kept here as soon as you change something in it.',
    'Καμία μελέτη ακόμη: μια μελέτη φυλάσσεται εδώ μόλις αλλάξεις κάτι.'],
  ofGame: ['of a game', 'παρτίδας'],
  delete_: ['Remove: {1}, {2}', 'Αφαίρεση: {1}, {2}'],
} satisfies Sentences;

function Small({ one, info }: { one: Kept; info: GameInfo | undefined }) {
  const position = useMemo(() => {
    const pieces = unpackPieces(one.pieces);
    return pieces && positionOf(pieces);
  }, [one.pieces]);
  const look = one.look || info?.look || '';
  const fits = position && one.board && position.pieces.every(([cell]) => cell >= 0 && cell < one.board!.cells.length);
  return (
    <span class="small-board">
      {fits ? <StillBoard look={look} board={one.board!} position={position} /> : <Mini look={look} />}
    </span>
  );
}

function Mine({ games }: { games: GameInfo[] }) {
  const words = useWords();
  const [list, setList] = useState(allKept);
  const [gone, setGone] = useState<{ one: Kept; text: string } | null>(null);
  const remove = (one: Kept) => {
    const text = forget(one.key);
    setList(allKept());
    setGone(text === null ? null : { one, text });
  };
  const restore = () => {
    if (gone) bringBack(gone.one.key, gone.text);
    setGone(null);
    setList(allKept());
  };
  const title = (one: Kept) => words.w(games.find(({ name }) => name === one.game)?.title ?? one.title);
  return (
    <section aria-labelledby="st-mine">
      <h2 id="st-mine" class="own-head">{words.s(own.mine)}</h2>
      {gone && (
        <div class="st-bar" role="status">
          <span>{words.t('removed', title(gone.one))}</span>
          <button type="button" class="btn quiet" ref={(node) => node?.focus()} onClick={restore}>{words.t('restore')}</button>
        </div>
      )}
      {list.length === 0 && !gone && <p class="st-none">{words.s(own.none)}</p>}
      <ul class="own">
        {list.map((one) => {
          const date = dateWords(one.changed, Date.now(), words.language);
          const names = one.names.filter(Boolean).join(' – ');
          return (
            <li key={one.key}>
              <a href={one.source ? `study/${one.source}` : keptAddress(one.key)} data-study={one.key}>
                <Small one={one} info={games.find(({ name }) => name === one.game)} />
                <span class="own-text">
                  <b>{title(one)}</b>
                  {(names || one.source) && <span>{names || words.s(own.ofGame)}</span>}
                  <small>{`${words.t('movesMade', one.moves)} · ${date}`}</small>
                </span>
              </a>
              <button type="button" class="round" aria-label={words.s(own.delete_, title(one), date)} onClick={() => remove(one)}>
                <Icon name="x" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Games({ games }: { games: GameInfo[] }) {
  const words = useWords();
  const begin = ({ name, usual }: GameInfo) =>
    go(lineAddress({ game: name, variant: usual.variant, position: 'startpos', moves: [], ply: null, key: newKey() }));
  return (
    <section aria-labelledby="st-begin">
      <h2 id="st-begin" class="own-head">{words.s(own.begin)}</h2>
      <ul class="st-games">
        {games.map((game) => (
          <li key={game.name}>
            <button type="button" onClick={() => begin(game)} data-begin={game.name}>
              <span class="small-board"><Mini look={game.look} /></span><b>{words.w(game.title)}</b>
            </button>
            <a class="plain" href={`study?set=${game.name}`} aria-label={words.s(own.setUpOf, words.w(game.title))}>
              <Icon name="pen" />{words.s(own.setUp)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Choice({ behind }: { behind: boolean }) {
  const words = useWords();
  const { games, away, again } = useGames();
  const [dropped, setDropped] = useState({ text: '', count: 0 });
  useDrop((text) => setDropped(({ count }) => ({ text, count: count + 1 })));
  useTitle(behind ? words.t('rules') : words.s(own.study));
  if (away && !games)
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
      <Top />
      <main class="home all st-choice">
        <div><h1>{words.s(own.study)}</h1><p>{words.s(own.lead)}</p></div>
        {games && (
          <>
            <Mine games={games} />
            <Games games={games} />
            <section class="panel" aria-labelledby="st-paste">
              <h2 id="st-paste" class="own-head">{words.s(own.paste)}</h2>
              <Import key={dropped.count} games={games} game={games[0]?.name ?? ''} variant="" first={dropped.text} />
            </section>
          </>
        )}
      </main>
    </>
  );
}
