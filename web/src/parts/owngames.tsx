/* The games of this browser: opponent, result, date, and the last position. Everything comes from the browser's own
 * storage; the server is not asked. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GameInfo } from '../api';
import { StillBoard } from '../board/still';
import { positionOf, unpackPieces } from '../kept';
import { Mini } from '../looks/mini';
import { boardOf, forgetGame, restoreGame, type OwnGame } from '../settings';
import { levelName, useWords, type Speech } from '../words';
import { Icon } from './icon';
import { StudyLink } from './studylink';

const day = 86_400_000;

/** "today", "yesterday", "3 May", "3 May 2025". */
export function dateWords(time: number, now: number, language: string): string {
  const [then, today] = [new Date(time), new Date(now)];
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(today) - midnight(then)) / day);
  if (days === 0 || days === 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day');
  const year = then.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' as const };
  const locale = language === 'en' ? 'en-GB' : language; /* 3 May, not May 3: as the rest of the page */
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', ...year }).format(then);
}

function seatWords(own: OwnGame, seat: 0 | 1, words: Speech): string {
  const { who, name, agent, title, level } = own.seats![seat];
  if (who === 'person') return name || words.t('aPerson');
  return (level ? levelName(level, title, words) : words.w(title)) || agent || words.t('computer');
}

/** Who the game is against: "Level 4 · Steady", a name, or both players of a game that was watched. */
export function opponentOf(own: OwnGame, words: Speech): string {
  if (own.mine.length === 2) return words.t('twoHere');
  if (!own.seats) return '';
  if (own.mine.length === 1) return seatWords(own, own.mine[0] === 0 ? 1 : 0, words);
  return `${seatWords(own, 0, words)} – ${seatWords(own, 1, words)}`;
}

/** The result or whose turn it is, from the person's view. */
export function stateOf(own: OwnGame, game: GameInfo, words: Speech): string {
  const side = (player: number) => words.w(game.players[player === 1 ? 1 : 0].title);
  const [mine] = own.mine;
  if (own.over) {
    if (!own.result) return words.t('isOver');
    if (own.result === '1/2-1/2') return words.t('draw');
    const winner = own.result === '1-0' ? 0 : 1;
    if (own.mine.length === 1) return words.t(winner === mine ? 'youWon' : 'youLost');
    return words.t('sideWon', side(winner));
  }
  if (own.mine.length === 0) return words.t('watchedGame');
  if (own.mine.length === 2) return words.t('sidesTurn', side(own.turn ?? 0));
  return words.t(own.turn === mine ? 'yourTurn' : 'rivalsTurn');
}

/** The last position, or the card's picture if it is not stored. */
function Small({ own, game }: { own: OwnGame; game: GameInfo }) {
  const pieces = useMemo(() => unpackPieces(own.pieces), [own.pieces]);
  const board = boardOf(own);
  const position = useMemo(() => pieces && positionOf(pieces), [pieces]);
  const fits = position && board && position.pieces.every(([cell]) => cell >= 0 && cell < board.cells.length);
  return (
    <span class="small-board">
      {fits ? <StillBoard look={game.look} board={board} position={position} /> : <Mini look={game.look} />}
    </span>
  );
}

export function Continue({ own, game }: { own: OwnGame; game: GameInfo }) {
  const words = useWords();
  const opponent = opponentOf(own, words);
  return (
    <section class="cont" aria-labelledby="cont-head">
      <Small own={own} game={game} />
      <div>
        <h2 id="cont-head">{words.t(own.over ? 'lastGame' : 'continueGame')}</h2>
        <p>{words.w(game.title)}</p>
        {opponent && <small>{opponent}</small>}
        <small>{`${stateOf(own, game, words)} · ${words.t('movesMade', own.moves)}`}</small>
        <div class="row"><a class="btn" href={`g/${own.id}`}>{words.t(own.over ? 'lookAgain' : 'continue_')}</a></div>
      </div>
    </section>
  );
}

function Row({ own, game, onForget }: { own: OwnGame; game: GameInfo; onForget: () => void }) {
  const words = useWords();
  const title = words.w(game.title);
  const opponent = opponentOf(own, words);
  const date = dateWords(own.changed ?? own.seen, Date.now(), words.language);
  return (
    <>
      <a href={`g/${own.id}`} data-own={own.id}>
        <Small own={own} game={game} />
        <span class="own-text">
          <b>{title}</b>
          {opponent && <span>{opponent}</span>}
          <small>{`${stateOf(own, game, words)} · ${date}`}</small>
        </span>
      </a>
      {own.over && <StudyLink id={own.id} class="round" name={[title, opponent].filter(Boolean).join(', ')} />}
      <button
        type="button" class="round" aria-label={words.t('forget', [title, opponent].filter(Boolean).join(', '))}
        onClick={onForget}
      >
        <Icon name="x" />
      </button>
    </>
  );
}

/** In place of a removed game: a button that brings it back. */
function Removed({ title, onRestore }: { title: string; onRestore: () => void }) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <span class="own-text removed" role="status">{words.t('removed', title)}</span>
      <button type="button" class="btn quiet" ref={button} onClick={onRestore}>{words.t('restore')}</button>
    </>
  );
}

/** The list; with `most`, only the first of them and a link to all, `total` games. */
export function OwnList({ list, games, most, total }: {
  list: OwnGame[]; games: GameInfo[]; most?: number; total?: number;
}) {
  const words = useWords();
  const [gone, setGone] = useState<{ own: OwnGame; at: number; row: number } | null>(null);
  const forget = (own: OwnGame, row: number) => setGone({ own, at: forgetGame(own.id), row });
  const restore = () => {
    if (!gone) return;
    restoreGame(gone.own, gone.at);
    setGone(null);
  };
  /* The removed game keeps its row until the next one is removed. */
  const rows: { own: OwnGame; removed: boolean }[] = list.map((own) => ({ own, removed: false }));
  if (gone && !list.some(({ id }) => id === gone.own.id)) rows.splice(gone.row, 0, { own: gone.own, removed: true });
  const shown = most === undefined ? rows : rows.slice(0, most);
  return (
    <section aria-labelledby={most === undefined ? undefined : 'own-head'}>
      {most !== undefined && <h2 id="own-head" class="own-head">{words.t('yourGames')}</h2>}
      <ul class="own">
        {shown.map(({ own, removed }, row) => {
          const game = games.find((g) => g.name === own.game);
          if (!game) return null;
          return (
            <li key={removed ? `${own.id} removed` : own.id}>
              {removed
                ? <Removed title={words.w(game.title)} onRestore={restore} />
                : <Row own={own} game={game} onForget={() => forget(own, row)} />}
            </li>
          );
        })}
      </ul>
      {most !== undefined && list.length > most && (
        <a class="plain all-games" href="games">{words.t('allGames', total ?? list.length)}<Icon name="arrow" /></a>
      )}
    </section>
  );
}
