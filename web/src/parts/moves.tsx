/* The moves so far: a click or the arrow keys show earlier positions. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { About, Game, GameInfo } from '../api';
import { shownAbout, type ShowValues } from '../game';
import { settings } from '../settings';
import { useStore } from '../store';
import type { Table } from '../table';
import { aboutText, useWords, type Speech } from '../words';
import { Icon, type IconName } from './icon';
import { agentName, useInfo } from './players';

/** Rows of two: First's move on the left, Second's on the right; a second move of the same player begins a row. */
export function pairs(game: Pick<Game, 'played'>): (number | null)[][] {
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

export function Moves({ table, game, shown }: { table: Table; game: Game; shown: number }) {
  const words = useWords();
  const info = useInfo(game);
  const { values } = useStore(settings);
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState(() => matchMedia('(min-width: 861px)').matches);
  const now = game.position.ply;
  const first = now - game.played.length;
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box) return;
    if (!current) box.scrollTop = 0;
    else if (current.offsetTop < box.scrollTop ||
      current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [shown, now, open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: shown - 1, ArrowRight: shown + 1, ArrowUp: shown - 2, ArrowDown: shown + 2, Home: first, End: now,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void table.lookAt(to);
  };
  const step = (name: IconName, label: string, to: number, off: boolean) => (
    <button type="button" aria-label={label} title={label} disabled={off} onClick={() => void table.lookAt(to)}>
      <Icon name={name} />
    </button>
  );
  return (
    <details class="fold moves" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{words.t('moves')}</span><span>{words.t('played', game.played.length)}</span><Icon name="chev" />
      </summary>
      <div class="moves-body" onKeyDown={onKeyDown}>
        <div class="steps">
          {step('first', words.t('firstMove'), first, shown <= first)}
          {step('prev', words.t('back'), shown - 1, shown <= first)}
          {step('right', words.t('forward'), shown + 1, shown >= now)}
          {step('last', words.t('lastMoveStep'), now, shown >= now)}
        </div>
        {game.played.length === 0 ? (
          <p class="no-moves">{words.t('noMoves')}</p>
        ) : (
          <ol class="movelist" ref={list}>
            {pairs(game).map((row, i) => (
              <li key={i}>
                <span aria-hidden="true">{i + 1}</span>
                {row.map((index, side) =>
                  index === null ? <span key={side} /> : (
                    <button
                      key={side} type="button" title={titleOf(game, info, index, values, words)}
                      aria-current={shown === first + index + 1 ? 'step' : undefined}
                      onClick={() => void table.lookAt(first + index + 1)}
                    >
                      {game.played[index]![0]}
                      <Worth about={shownAbout(game, index, values)} words={words} />
                    </button>
                  ),
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </details>
  );
}
