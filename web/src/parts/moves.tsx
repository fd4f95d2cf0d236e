/* The moves so far: a click or the arrow keys show earlier positions. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { About, Game, GameInfo, Played } from '../api';
import { shownAbout, type ShowValues } from '../game';
import { settings } from '../settings';
import { useStore } from '../store';
import type { Table } from '../table';
import { aboutText, useWords, type Speech } from '../words';
import { Icon, type IconName } from './icon';
import { agentName, useInfo } from './players';

/** Rows of two: First's move on the left, Second's on the right; a second move of the same player begins a row. */
export function pairs(game: { played: readonly Played[] }): (number | null)[][] {
  const rows: (number | null)[][] = [];
  game.played.forEach(([, player], i) => {
    const last = rows[rows.length - 1];
    if (player === 1 && last && last.length === 1) last.push(i);
    else rows.push(player === 1 ? [null, i] : [i]);
  });
  return rows;
}

/** What the move did, and what the computer that made it computed. */
function titleOf(
  game: Game, info: GameInfo | undefined, index: number, show: ShowValues, words: Speech,
): string {
  const [, player, said] = game.played[index]!;
  const about = shownAbout(game, index, show);
  return words.w(said) + (about ? ` ${aboutText(agentName(game.seats[player as 0 | 1], info, words), about, words)}` : '');
}

/** The value that the computer computed for its move, beside the move. */
function Worth({ about, words }: { about: About | null; words: Speech }) {
  return about?.value === undefined ? null : <small class="worth">{words.n(about.value)}</small>;
}

/** Buttons to the first, the previous, the next and the last position. */
export function MoveSteps({ first, shown, last, go, children }: {
  first: number; shown: number; last: number; go: (ply: number) => void;
  /** In the middle. */
  children?: ComponentChildren;
}) {
  const words = useWords();
  const step = (name: IconName, label: string, to: number, off: boolean) => (
    <button type="button" aria-label={label} title={label} disabled={off} onClick={() => go(to)}>
      <Icon name={name} />
    </button>
  );
  return (
    <div class="steps">
      {step('first', words.t('firstMove'), first, shown <= first)}
      {step('prev', words.t('back'), shown - 1, shown <= first)}
      {children}
      {step('right', words.t('forward'), shown + 1, shown >= last)}
      {step('last', words.t('lastMoveStep'), last, shown >= last)}
    </div>
  );
}

/** The list itself. `first` is the ply before the first listed move; the move that led to `shown` is marked. */
export function MoveList({ played, first, shown, go, title, after }: {
  played: readonly Played[]; first: number; shown: number; go: (ply: number) => void;
  title: (index: number) => string;
  /** More about a move, beside it. */
  after?: (index: number) => ComponentChildren;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box) return;
    if (!current) box.scrollTop = 0;
    else if (current.offsetTop < box.scrollTop ||
      current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [shown, played.length]);
  return (
    <ol class="movelist" ref={list}>
      {pairs({ played }).map((row, i) => (
        <li key={i}>
          <span aria-hidden="true">{i + 1}</span>
          {row.map((index, side) =>
            index === null ? <span key={side} /> : (
              <button
                key={side} type="button" title={title(index)}
                aria-current={shown === first + index + 1 ? 'step' : undefined}
                onClick={() => go(first + index + 1)}
              >
                {played[index]![0]}
                {after?.(index)}
              </button>
            ),
          )}
        </li>
      ))}
    </ol>
  );
}

export function Moves({ table, game, shown }: { table: Table; game: Game; shown: number }) {
  const words = useWords();
  const info = useInfo(game);
  const { values } = useStore(settings);
  const [open, setOpen] = useState(() => matchMedia('(min-width: 861px)').matches);
  const now = game.position.ply;
  const first = now - game.played.length;
  const go = (ply: number) => void table.lookAt(ply);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: shown - 1, ArrowRight: shown + 1, ArrowUp: shown - 2, ArrowDown: shown + 2, Home: first, End: now,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  };
  return (
    <details class="fold moves" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{words.t('moves')}</span><span>{words.t('played', game.played.length)}</span><Icon name="chev" />
      </summary>
      <div class="moves-body" onKeyDown={onKeyDown}>
        <MoveSteps first={first} shown={shown} last={now} go={go} />
        {game.played.length === 0 ? (
          <p class="no-moves">{words.t('noMoves')}</p>
        ) : (
          <MoveList
            key={String(open)} played={game.played} first={first} shown={shown} go={go}
            title={(index) => titleOf(game, info, index, values, words)}
            after={(index) => <Worth about={shownAbout(game, index, values)} words={words} />}
          />
        )}
      </div>
    </details>
  );
}
