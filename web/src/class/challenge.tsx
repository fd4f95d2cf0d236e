/* The sheet for a new challenge: the same fields as for a new game. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type GameInfo } from '../api';
import { clocks, freshChoices, type Choices } from '../pages/choices';
import { GameField, OptionsField, SideField } from '../pages/fields';
import { onDialogKey, useFocusBack } from '../parts/dialog';
import { Icon } from '../parts/icon';
import { variantText } from '../variant';
import { refusalText, useWords } from '../words';
import type { Wanted } from './class';
import { say } from './words';

function wantedOf(game: GameInfo, c: Choices): Wanted {
  const [minutes, seconds] = clocks[c.clock]!;
  const variant = variantText(game.options, c.options);
  return {
    game: game.name,
    side: c.side === 'lot' ? 'random' : c.side,
    ...(variant ? { variant } : {}),
    ...(minutes > 0 ? { clock: { base_ms: minutes * 60_000, increment_ms: seconds * 1000 } } : {}),
  };
}

export function ChallengeSheet({ games, onPost, onClose }: {
  games: GameInfo[]; onPost: (wanted: Wanted) => Promise<unknown>; onClose: () => void;
}) {
  const words = useWords();
  const [game, setGame] = useState(games[0]!);
  const [choices, setChoices] = useState<Choices>(() => ({ ...freshChoices(game, 'link', ''), side: 'lot' }));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDivElement>(null);
  useFocusBack();
  useEffect(() => dialog.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  const set = (some: Partial<Choices>) => setChoices((now) => ({ ...now, ...some }));
  const choose = (other: GameInfo) => {
    setGame(other);
    setChoices(freshChoices(other, 'link', '', choices));
  };
  const post = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    onPost(wantedOf(game, choices)).then(onClose, (error: unknown) => {
      setBusy(false);
      setProblem(refusalText(error instanceof ApiError ? error.refusal : null, words));
    });
  };
  const fields = { game, choices, set };
  return (
    <div class="veil" onClick={(event) => event.target === event.currentTarget && onClose()}>
      <div
        class="sheet" role="dialog" aria-modal="true" aria-labelledby="challenge-title" ref={dialog}
        onKeyDown={(event) => onDialogKey(event, dialog.current, onClose)}
      >
        <form onSubmit={post}>
          <header>
            <h2 id="challenge-title">{words.s(say.post)}</h2>
            <button type="button" class="round" aria-label={words.t('close')} onClick={onClose}><Icon name="x" /></button>
          </header>
          <div class="body">
            <GameField games={games} name={game.name} onChange={choose} />
            <SideField {...fields} />
            <OptionsField {...fields} />
            {problem && <p class="problem" role="alert"><Icon name="warn" />{problem}</p>}
          </div>
          <footer>
            <p><b>{words.w(game.title)}</b>{words.s(say.postFoot)}</p>
            <button type="submit" class="btn" disabled={busy}>{words.s(say.postIt)}</button>
          </footer>
        </form>
      </div>
    </div>
  );
}
