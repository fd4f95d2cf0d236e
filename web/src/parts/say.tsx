/* The spoken line: what happened, then what can be done. It is the ARIA live region of the page: each
 * move and each refusal is announced once. */
import type { ComponentChildren } from 'preact';
import type { Game, LegalMove } from '../api';
import { myTurn, shownAbout, type ShowValues } from '../game';
import type { Look } from '../looks/look';
import { connection } from '../socket';
import { settings } from '../settings';
import { useStore } from '../store';
import type { Table, View } from '../table';
import { touching } from '../touch';
import { aboutText, useWords, type Speech } from '../words';
import { Icon, type IconName } from './icon';
import { agentName, nameOf } from './players';

interface Spoken {
  text: string;
  tone?: 'threat' | 'hint' | 'refused';
  icon?: IconName;
  /** The first words, in bold: how the game ended. */
  head?: string;
}

const ladder = ['idea', 'area', 'move', 'line'] as const;

/** A move in a few words, or its text. */
const moveName = (game: Game, move: LegalMove, words: Speech): string =>
  words.w(game.position.labels?.[move[0]]) || move[0];

/** The button that plays the selected move. */
function confirmWords(game: Game, look: Look, move: LegalMove, words: Speech): string {
  const label = words.w(game.position.labels?.[move[0]]);
  return label || words.t(look.ghost(game.players[0], 0, undefined) ? 'placeAt' : 'playNow', move[0]);
}

/** The most important sentence now. */
function spoken(
  view: View, game: Game, look: Look, line: { lost: boolean; busy: boolean }, values: ShowValues, words: Speech,
): Spoken {
  const { position, played, offer } = game;
  if (line.lost) return { text: words.t(line.busy ? 'lineBusy' : 'lineLost'), tone: 'threat', icon: 'warn' };
  if (view.typed) return { text: `${words.t('typing', view.typed)} ${words.t('typingHelp')}` };
  if (view.asking === 'resign') return { text: words.t('resignAsk'), icon: 'flag' };
  if (view.notice) {
    const refused = view.notice.tone === 'refused';
    return { text: view.notice.say(words), ...(refused ? { tone: 'refused' as const, icon: 'warn' as const } : {}) };
  }
  if (offer && game.mine.length > 0) {
    if (game.mine.includes(offer.player)) return { text: words.t('youOffered') };
    const key = offer.what === 'draw' ? 'drawOffered' : offer.what === 'undo' ? 'undoOffered' : 'rematchOffered';
    return { text: words.t(key, nameOf(game, offer.player as 0 | 1, words)), icon: 'hand' };
  }
  if (view.hint) return { text: words.w(view.hint.said), tone: 'hint', icon: 'hint' };
  if (position.result !== null)
    return {
      head: words.w(position.said),
      text: position.end === 'rules' && played.length > 0 ? words.w(played[played.length - 1]![2]) : '',
    };
  if (view.aimed) return { text: words.t('aimedAt', moveName(game, view.aimed.move, words)) };
  if (view.chosen.length > 0) {
    const name = (cell: number) =>
      game.board.cells[cell]?.[5] || (view.layout && look.cellName?.(view.layout, cell, words)) || '';
    const names = view.chosen.map(name).join(', ');
    const { go, stuck } = look.chosenHelp ?? {};
    if (!go || !stuck) return { text: words.t('chooseNext', names) };
    const { next } = touching(position.legal, view.chosen, look.unordered);
    if (next.size === 0) return { text: words.s(stuck, names) };
    const grows = [...next.values()].some((moves) => moves.every((move) => move.length > view.chosen.length + 2));
    return { text: grows ? words.s(go, names) : words.t('chooseNext', names) };
  }
  const threat = view.threats?.threats[0];
  if (threat) return { text: words.w(threat.said), tone: 'threat', icon: 'warn' };
  if (played.length === 0) {
    const help = myTurn(game) ? ` ${words.s(look.touchHelp)}` : '';
    const watching = game.mine.length === 0 && game.free.length === 0 ? `${words.t('watching')} ` : '';
    return { text: watching + words.w(position.said) + help };
  }
  const last = played[played.length - 1]!;
  const about = shownAbout(game, played.length - 1, values);
  const computed = about ? ` ${aboutText(agentName(game, last[1] as 0 | 1, words), about, words)}` : '';
  return { text: words.w(last[2]) + computed };
}

/** The next pieces, which are not on the board yet. */
function Hand({ game, look }: { game: Game; look: Look }) {
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
  const line = { lost: useStore(connection().line) === 'lost', busy: useStore(connection().busy) };
  const now = spoken(view, game, look, line, useStore(settings).values, words);
  const offered = game.offer && game.mine.length > 0 && !game.mine.includes(game.offer.player);
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
        <p role="status" aria-live="polite" data-say>{now.head && <strong>{now.head} </strong>}{now.text}</p>
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
