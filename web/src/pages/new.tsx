/* The sheet for a new game: game, opponent, side, options, clock. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, type GameInfo } from '../api';
import { onDialogKey, useFocusBack } from '../parts/dialog';
import { Icon } from '../parts/icon';
import { RulesLink } from '../parts/ruleslink';
import { closeDialog } from '../router';
import { change, settings } from '../settings';
import { start } from '../start';
import { useGames } from '../usegames';
import { refusalText, useWords } from '../words';
import { freshChoices, headline, summary, wishOf, type Choices } from './choices';
import { GameField, NameField, OpponentField, OptionsField, SideField } from './fields';

/** Starts the game; gives the error, if any, and whether the request is running. */
function useBegin(game: GameInfo, choices: Choices) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const begin = (event: Event) => {
    event.preventDefault();
    change({ level: { ...settings.get().level, [game.name]: choices.level }, name: choices.name.trim() });
    setBusy(true);
    start(wishOf(game, choices, Math.random)).catch((error: unknown) => {
      setBusy(false);
      setProblem(refusalText(error instanceof ApiError ? error.refusal : null, words));
    });
  };
  return { begin, busy, problem, forget: () => setProblem('') };
}

function Sheet({ games, first, watch }: { games: GameInfo[]; first: string; watch: boolean }) {
  const words = useWords();
  const [game, setGame] = useState(games.find((g) => g.name === first) ?? games[0]!);
  const [choices, setChoices] = useState<Choices>(() =>
    freshChoices(game, watch ? 'watch' : 'level', settings.get().name));
  const set = (some: Partial<Choices>) => setChoices((now) => ({ ...now, ...some }));
  const { begin, busy, problem, forget } = useBegin(game, choices);
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => dialog.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  const choose = (other: GameInfo) => {
    setGame(other);
    setChoices(freshChoices(other, choices.opponent, choices.name, choices));
    forget();
  };
  const fields = { game, choices, set };
  return (
    <div
      class="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title" ref={dialog}
      onKeyDown={(event) => onDialogKey(event, dialog.current, closeDialog)}
    >
      <form onSubmit={begin}>
        <header>
          <h2 id="sheet-title">{words.t('newGame')}</h2>
          <button type="button" class="round" aria-label={words.t('close')} onClick={closeDialog}><Icon name="x" /></button>
        </header>
        <div class="body">
          <GameField games={games} name={game.name} onChange={choose} />
          <RulesLink game={game.name} title={words.w(game.title)} class="plain" />
          <OpponentField {...fields} />
          {choices.opponent !== 'watch' && choices.opponent !== 'here' && <SideField {...fields} />}
          {choices.opponent === 'link' && <NameField {...fields} />}
          <OptionsField {...fields} />
          {problem && <p class="problem" role="alert"><Icon name="warn" />{problem}</p>}
        </div>
        <footer>
          <p><b>{headline(game, choices, words)}</b>{summary(choices, words)}</p>
          <button type="submit" class="btn" disabled={busy}>{words.t('startGame')}</button>
        </footer>
      </form>
    </div>
  );
}

export function NewGame({ query }: { query: URLSearchParams }) {
  const { games } = useGames();
  const first = query.get('game') ?? '';
  const watch = query.has('watch');
  const key = useMemo(() => `${first} ${watch}`, [first, watch]);
  useFocusBack();
  return (
    <div class="veil" onClick={(event) => event.target === event.currentTarget && closeDialog()}>
      {games && games.length > 0 && <Sheet key={key} games={games} first={first} watch={watch} />}
    </div>
  );
}
