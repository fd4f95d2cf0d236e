/* The spoken line: what happened, then what can be done; and the ARIA live region of the page, which
 * announces each sentence once. The two differ: when a notice goes, the line shows the last move again, but
 * nothing is announced; and typed text is shown, but not announced with every letter. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Game, GameInfo, LegalMove, Offer } from '../api';
import { consent } from '../consent';
import { shownAbout, type ShowValues } from '../game';
import type { Look } from '../looks/look';
import { settings } from '../settings';
import { connection } from '../socket';
import { useStore } from '../store';
import type { Table, View } from '../table';
import { touching } from '../touch';
import { aboutText, useWords, words as list, type Sentence, type Speech } from '../words';
import { Icon, type IconName } from './icon';
import { agentName, nameOf, outcome, useInfo } from './players';
import { StudyLink } from './studylink';

interface Spoken {
  text: string;
  tone?: 'threat' | 'hint' | 'refused';
  icon?: IconName;
  /** The first words, in bold: how the game ended. */
  head?: string;
  /** What the sentence is about, if it passes: a notice, a hint, .. Without it: the state of the game. */
  passing?: unknown;
}

const ladder = ['idea', 'area', 'move', 'line'] as const;

const offerWords: Record<Offer['what'], Sentence> = {
  draw: list.drawOffered, undo: list.undoOffered, rematch: list.rematchOffered, hints: consent.offered,
};

const isOffered = ({ offer, mine }: Game): boolean => offer !== null && mine.length > 0 && !mine.includes(offer.player);

/** Whether the line has buttons that need space: an answer is waited for, or something can be chosen. */
export const asks = (view: View, game: Game, buttons: readonly LegalMove[]): boolean =>
  view.asking !== null || isOffered(game) || buttons.length > 0 || view.hint !== null || game.next !== null;

/** A move in a few words, or its text. */
export const moveName = (game: Game, move: LegalMove, words: Speech): string =>
  words.w(game.position.labels?.[move[0]]) || move[0];

/** The button that plays the selected move. */
export function confirmWords(game: Game, look: Look, move: LegalMove, words: Speech): string {
  const label = words.w(game.position.labels?.[move[0]]);
  return label || words.t(look.ghost(game.players[0], 0, undefined) ? 'placeAt' : 'playNow', move[0]);
}

/** What is chosen, and what can be touched next. */
export function chosenWords(view: View, game: Game, look: Look, words: Speech): string {
  const name = (cell: number) =>
    game.board.cells[cell]?.[5] || (view.layout && look.cellName?.(view.layout, cell, words)) || '';
  const names = view.chosen.map(name).join(', ');
  const { go, stuck } = look.chosenHelp ?? {};
  if (!go || !stuck) return words.t('chooseNext', names);
  const { next } = touching(game.position.legal, view.chosen, look.unordered);
  if (next.size === 0) return words.s(stuck, names);
  const grows = [...next.values()].some((moves) => moves.every((move) => move.length > view.chosen.length + 2));
  return grows ? words.s(go, names) : words.t('chooseNext', names);
}

/** The last move in words, with what the computer that made it computed, if that is shown. */
function lastWords(game: Game, info: GameInfo | undefined, values: ShowValues, words: Speech): string {
  const last = game.played[game.played.length - 1];
  if (!last) return '';
  const about = shownAbout(game, game.played.length - 1, values);
  const computed = about ? ` ${aboutText(agentName(game.seats[last[1] as 0 | 1], info, words), about, words)}` : '';
  return words.w(last[2]) + computed;
}

/** What else the sentences depend on. */
interface Around {
  info: GameInfo | undefined;
  lost: boolean;
  busy: boolean;
  values: ShowValues;
}

/** The most important sentence now. */
function spoken(view: View, game: Game, look: Look, { info, lost, busy, values }: Around, words: Speech): Spoken {
  const { position, played, offer } = game;
  if (lost) return { text: words.t(busy ? 'lineBusy' : 'lineLost'), tone: 'threat', icon: 'warn', passing: busy ? 'busy' : 'lost' };
  if (view.asking === 'resign') return { text: words.t('resignAsk'), icon: 'flag', passing: 'resign' };
  if (offer && isOffered(game)) {
    const said = offerWords[offer.what];
    const text = words.s(said, nameOf(game, offer.player as 0 | 1, info, words));
    return { text, icon: 'hand', passing: `offered ${offer.what}` };
  }
  if (view.notice) {
    const refused = view.notice.tone === 'refused';
    return {
      text: view.notice.say(words), passing: view.notice,
      ...(refused ? { tone: 'refused' as const, icon: 'warn' as const } : {}),
    };
  }
  if (offer && game.mine.length > 0) return { text: words.t('youOffered'), passing: `offer ${offer.what}` };
  if (view.hint) return { text: words.w(view.hint.said), tone: 'hint', icon: 'hint', passing: view.hint };
  const last = lastWords(game, info, values, words);
  if (position.result !== null)
    return { head: outcome(game, info, words), text: position.end === 'rules' ? last : '' };
  if (view.aimed) return { text: words.t('aimedAt', moveName(game, view.aimed.move, words)), passing: view.aimed };
  if (view.chosen.length > 0) return { text: chosenWords(view, game, look, words), passing: view.chosen };
  const threat = view.threats?.threats[0];
  if (threat && !view.moving) return { text: words.w(threat.said), tone: 'threat', icon: 'warn', passing: view.threats };
  if (played.length === 0) {
    const { turn } = (view.shows ?? game).position; /* in the picture */
    const help = turn !== null && game.mine.includes(turn) ? ` ${words.s(look.touchHelp)}` : '';
    const watching = game.mine.length === 0 && game.free.length === 0 ? `${words.t('watching')} ` : '';
    return { text: watching + words.w(position.said) + help };
  }
  return { text: last };
}

/** The announcement: the newest sentence that was not announced yet, with its number. */
function useAnnounced(now: Spoken, state: string): { text: string; count: number } {
  const kept = useRef({ text: '', count: 0, state: '', passing: undefined as unknown });
  const { current } = kept;
  const isNew = now.passing === undefined ? current.state !== state : current.passing !== now.passing;
  current.passing = now.passing;
  if (now.passing === undefined) current.state = state;
  if (isNew) {
    current.text = now.head ? `${now.head} ${now.text}`.trim() : now.text;
    current.count++;
  }
  return current;
}

/** The next pieces, which are not on the board yet. */
export function Hand({ game, look }: { game: Game; look: Look }) {
  const words = useWords();
  const { hand, result } = game.position;
  if (hand.length === 0 || result !== null || look.handOnBoard) return null;
  const [first, ...later] = hand;
  const names = hand.map((held) => held[2] || held[0]).join(', ');
  return (
    <div class="hand" role="img" aria-label={`${words.t('inHand')}: ${names}`}>
      <svg viewBox="-46 -54 92 100">
        <look.Piece
          sprite={{
            id: 0, cell: -1, kind: first![0], player: first![1], number: first![2], layer: 0, x: 0, y: 0, scale: 1,
            opacity: 1,
          }}
        />
      </svg>
      {later.length > 0 && <small>{words.t('handThen', later.slice(0, 4).map((held) => held[2]).join(', '))}</small>}
    </div>
  );
}

export function Say({ table, view, game, look, buttons }: {
  table: Table; view: View; game: Game; look: Look; buttons: LegalMove[];
}) {
  const words = useWords();
  const around: Around = {
    info: useInfo(game), lost: useStore(connection().line) === 'lost', busy: useStore(connection().busy),
    values: useStore(settings).values,
  };
  const now = spoken(view, game, look, around, words);
  const announced = useAnnounced(now, `${game.id} ${game.position.ply} ${game.position.result}`);
  const offered = isOffered(game);
  const row: ComponentChildren[] = [];
  if (view.asking === 'resign')
    row.push(
      <button key="yes" type="button" class="btn" onClick={() => table.resign()}>{words.t('resign')}</button>,
      <button key="no" type="button" class="btn quiet" ref={(node) => node?.focus()} onClick={() => table.drop()}>
        {words.t('cancel')}
      </button>,
    );
  else if (offered)
    row.push(
      <button key="yes" type="button" class="btn" onClick={() => table.accept()}>{words.t('accept')}</button>,
      <button key="no" type="button" class="btn quiet" onClick={() => void table.ask({ do: 'decline' })}>
        {words.t('decline')}
      </button>,
    );
  else if (view.aimed)
    row.push(
      <button key="place" type="button" class="btn" onClick={() => table.confirm()}>
        {confirmWords(game, look, view.aimed.move, words)}
      </button>,
    );
  for (const [text] of buttons)
    row.push(
      <button key={text} type="button" class="btn quiet" onClick={() => table.move(text)}>
        {words.w(game.position.labels?.[text]) || text}
      </button>,
    );
  if (game.position.result !== null && game.mine.length > 0 && !offered && !game.next)
    row.push(
      <button key="again" type="button" class="btn" onClick={() => table.rematch()}>{words.t('rematch')}</button>,
    );
  if (game.position.result !== null && game.played.length > 0)
    row.push(<StudyLink key="study" id={game.id} class="btn quiet" icon={false} />);
  if (game.next)
    row.push(
      <button key="next" type="button" class="btn" onClick={() => table.rematch()}>
        {`${words.t('rematchReady')} ${words.t('toRematch')}`}
      </button>,
    );

  return (
    <div class={`say ${now.tone ?? ''}`}>
      {now.icon ? <Icon name={now.icon} /> : <Hand game={game} look={look} />}
      <div class="say-text">
        {view.typed
          ? <p data-typed>{words.t('typing', view.typed)} <small>{words.t('typingHelp')}</small></p>
          : <p data-say>{now.head && <strong>{now.head}</strong>}{now.head && now.text && ' '}{now.text}</p>}
        <div class="vh" role="status" aria-live="polite" data-live>
          <span key={announced.count}>{announced.text}</span>
        </div>
        {now.tone === 'hint' && view.hint && (
          <div class="ladder" role="group" aria-label={words.t('howMuch')}>
            {ladder.map((step, i) => (
              <button
                key={step} type="button" aria-pressed={view.hint!.step === i}
                onClick={() => void table.ask({ do: 'hint', step: i })}
              >
                {words.t(step)}
              </button>
            ))}
          </div>
        )}
        {row.length > 0 && <div class="say-row">{row}</div>}
      </div>
    </div>
  );
}
