/* All games that this browser keeps: by game and result, and as one file of records. */
import { useState } from 'preact/hooks';
import { ApiError, type GameInfo } from '../api';
import { Icon } from '../parts/icon';
import { Message, Top, useTitle } from '../parts/frame';
import { dateWords, opponentOf, OwnList } from '../parts/owngames';
import { StudiesLink } from '../parts/studylink';
import { narrowed, outcomeOf, outcomes, recordsOf, type Filter, type Outcome } from '../records';
import { route } from '../router';
import { ownGames, type OwnGame } from '../settings';
import { save } from '../share/save';
import { useStore } from '../store';
import { useGames } from '../usegames';
import { refusalText, useWords, type Sentence, type Sentences, type Speech } from '../words';
import './games.css';

const own = {
  game: ['Game', 'Παιχνίδι'],
  result: ['Result', 'Αποτέλεσμα'],
  all: ['All', 'Όλα'],
  exportAll: ['Export all ({1})', 'Εξαγωγή όλων ({1})'],
  exportThese: ['Export these ({1})', 'Εξαγωγή αυτών ({1})'],
  exporting: ['Reading the records…', 'Διαβάζονται οι παρτίδες…'],
  saved: ['{1} {1|game|games} in the file {2}.', '{1} {1|παρτίδα|παρτίδες} στο αρχείο {2}.'],
  noneSaved: ['There is no file: the server has none of these games.', 'Δεν έγινε αρχείο: ο διακομιστής δεν έχει καμία από αυτές τις παρτίδες.'],
  gone: ['No longer on the server:', 'Δεν υπάρχουν πια στον διακομιστή:'],
  nothing: ['None of your games is like this.', 'Καμία παρτίδα σου δεν είναι έτσι.'],
  showAll: ['Show all', 'Δείξε όλες'],
} satisfies Sentences;

const resultNames: Record<Outcome, Sentence> = {
  won: ['Won', 'Νίκη'],
  lost: ['Lost', 'Ήττα'],
  drawn: ['Draw', 'Ισοπαλία'],
  running: ['Not over', 'Σε εξέλιξη'],
  other: ['Watched, or both sides yours', 'Ως θεατής ή και με τις δύο πλευρές'],
};

const fileName = 'pessoi-games.txt';

function Select({ name, label, value, options, onChange }: {
  name: string; label: string; value: string; options: [value: string, text: string][]; onChange: (value: string) => void;
}) {
  const words = useWords();
  return (
    <label>
      <span>{label}</span>
      <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{words.s(own.all)}</option>
        {options.map(([option, text]) => <option key={option} value={option}>{text}</option>)}
      </select>
    </label>
  );
}

/** What an export has said last. */
type Exported = { is: 'busy' } | { is: 'done'; saved: number; gone: OwnGame[] } | { is: 'failed'; why: string };

function Exporting({ exported, games }: { exported: Exported; games: GameInfo[] }) {
  const words = useWords();
  if (exported.is === 'busy') return <p>{words.s(own.exporting)}</p>;
  if (exported.is === 'failed') return <p class="problem"><Icon name="warn" />{exported.why}</p>;
  const { saved, gone } = exported;
  return (
    <>
      <p>{saved > 0 ? words.s(own.saved, saved, fileName) : words.s(own.noneSaved)}</p>
      {gone.length > 0 && (
        <>
          <p>{words.s(own.gone)}</p>
          <ul>{gone.map((one) => <li key={one.id}>{lineOf(one, games, words)}</li>)}</ul>
        </>
      )}
    </>
  );
}

const lineOf = (one: OwnGame, games: GameInfo[], words: Speech): string => {
  const game = games.find(({ name }) => name === one.game);
  const date = dateWords(one.changed ?? one.seen, Date.now(), words.language);
  return [game ? words.w(game.title) : one.game, opponentOf(one, words), date].filter(Boolean).join(' · ');
};

/** The filter is in the address: it is still there when the person comes back from a game. */
function useFilter(): [Filter, (some: Partial<Filter>) => void] {
  const { query } = route.get();
  const [filter, setFilter] = useState<Filter>({ game: query.get('game') ?? '', result: query.get('result') ?? '' });
  return [filter, (some) => {
    const next = { ...filter, ...some };
    const given = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ''));
    history.replaceState(history.state, '', given.size > 0 ? `games?${given}` : 'games');
    setFilter(next);
  }];
}

function useExport(words: Speech): [Exported | null, (list: OwnGame[]) => void, () => void] {
  const [exported, setExported] = useState<Exported | null>(null);
  const begin = (list: OwnGame[]) => {
    setExported({ is: 'busy' });
    recordsOf(list).then(
      ({ file, saved, gone }) => {
        if (saved > 0) save(new Blob([file], { type: 'text/plain' }), fileName);
        setExported({ is: 'done', saved, gone });
      },
      (error: unknown) =>
        setExported({ is: 'failed', why: refusalText(error instanceof ApiError ? error.refusal : null, words) }),
    );
  };
  return [exported, begin, () => setExported(null)];
}

function Kept({ list, games }: { list: OwnGame[]; games: GameInfo[] }) {
  const words = useWords();
  const [filter, setFilter] = useFilter();
  const [exported, begin, forget] = useExport(words);
  const shown = narrowed(list, filter);
  const choose = (some: Partial<Filter>) => {
    setFilter(some);
    forget();
  };
  const played = games.filter(({ name }) => name === filter.game || list.some(({ game }) => game === name));
  const ended = outcomes.filter((outcome) => outcome === filter.result || list.some((one) => outcomeOf(one) === outcome));
  return (
    <>
      <div class="own-tools">
        <Select
          name="game" label={words.s(own.game)} value={filter.game} onChange={(game) => choose({ game })}
          options={played.map(({ name, title }) => [name, words.w(title)])}
        />
        <Select
          name="result" label={words.s(own.result)} value={filter.result} onChange={(result) => choose({ result })}
          options={ended.map((outcome) => [outcome, words.s(resultNames[outcome])])}
        />
        <button
          type="button" class="btn quiet" disabled={shown.length === 0 || exported?.is === 'busy'} onClick={() => begin(shown)}
        >
          <Icon name="save" />{words.s(filter.game || filter.result ? own.exportThese : own.exportAll, shown.length)}
        </button>
      </div>
      <div class="own-said" role="status">{exported && <Exporting exported={exported} games={games} />}</div>
      <OwnList key={`${filter.game} ${filter.result}`} list={shown} games={games} />
      {shown.length === 0 && list.length > 0 && (
        <p class="own-none">
          {words.s(own.nothing)}{' '}
          <button type="button" class="btn quiet" onClick={() => choose({ game: '', result: '' })}>{words.s(own.showAll)}</button>
        </p>
      )}
    </>
  );
}

export default function Games() {
  const words = useWords();
  const { games, away, again } = useGames();
  const all = useStore(ownGames);
  /* Who removes the last one can still bring it back. */
  const [any] = useState(all.some(({ moves }) => moves > 0));
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
  const known = games ? all.filter((o) => o.moves > 0 && games.some((g) => g.name === o.game)) : [];
  return (
    <>
      <Top />
      <main class="home all">
        <div><h1>{words.t('yourGames')}</h1><p>{words.t(known.length > 0 ? 'keptHere' : 'noOwnGames')}</p><StudiesLink /></div>
        {games && (any || known.length > 0) && <Kept list={known} games={games} />}
      </main>
    </>
  );
}
