/* The play page: the board, and beside it players, spoken line and actions. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Game, LegalMove, Position } from '../api';
import { addressOf } from '../base';
import { Board } from '../board/board';
import { agentsOnly } from '../game';
import { byKeyboard } from '../input';
import { Message, Top, useTitle } from '../parts/frame';
import { Actions } from '../parts/actions';
import { Consent, isHelped } from '../parts/consent';
import { Icon } from '../parts/icon';
import { Moves } from '../parts/moves';
import { Players } from '../parts/players';
import { asks, Say } from '../parts/say';
import { Setup } from '../parts/setup';
import { Watching } from '../parts/watching';
import { go, within } from '../router';
import type { Layout, Look } from '../looks/look';
import { connection } from '../socket';
import { useStore } from '../store';
import { pictured, Table, type View } from '../table';
import { useKeys } from '../usekeys';
import { useWords } from '../words';

/** First's win probability, only on request. */
function Evaluation({ chance, game }: { chance: number; game: Game }) {
  const words = useWords();
  const percent = Math.round(chance * 100);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.style.setProperty('--p', `${percent}%`), [percent]);
  return (
    <div ref={bar} class="eval" role="img" aria-label={words.t('evalLabel', percent, words.w(game.players[0].title))}>
      <i /><span class="evalnum" aria-hidden="true">{percent}</span>
    </div>
  );
}

/** A free seat: an address to send, or a seat to take. */
function Invitation({ table, game }: { table: Table; game: Game }) {
  const words = useWords();
  const [name, setName] = useState('');
  const address = addressOf(`g/${game.id}`);
  if (game.mine.length > 0)
    return (
      <section class="invite" aria-labelledby="invite-title">
        <p id="invite-title"><b>{words.t('inviteTitle')}</b> {words.t('inviteText')}</p>
        <div class="invite-row">
          <input
            readOnly value={address} aria-label={words.t('inviteAddress')}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" class="btn" onClick={() => void copy(table, address)}>{words.t('share')}</button>
        </div>
      </section>
    );
  return (
    <form class="invite" onSubmit={(event) => { event.preventDefault(); void table.join(name.trim()); }}>
      <p><b>{words.t(game.free[0] === 0 ? 'seatFirst' : 'seatSecond')}</b></p>
      <div class="invite-row">
        <input
          value={name} maxLength={32} autocomplete="nickname" placeholder={words.t('yourName')}
          aria-label={words.t('yourName')} onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" class="btn">{words.t('takeSeat')}</button>
      </div>
    </form>
  );
}

export async function copy(table: Table, address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    table.say('copied');
  } catch {
    table.say('copyThis', address); /* pages without HTTPS have no clipboard */
  }
}

/** The page after the game has arrived. */
interface ShownProps {
  table: Table;
  view: View;
  game: Game;
  look: Look;
  layout: Layout;
  /** The position on the screen, which may be an earlier one. */
  position: Position;
  next: { next: Map<number, LegalMove[]>; buttons: LegalMove[] };
}

/** Says that an earlier position is shown, with a button to return. */
function BackNote({ table, view, game }: ShownProps) {
  const words = useWords();
  const { ply } = view.back!;
  const atStart = ply === game.position.ply - game.played.length;
  return (
    <div class="back-note">
      <Icon name="prev" />
      <span>{atStart ? words.t('lookingStart') : words.t('lookingBack', ply, game.position.ply)}</span>
      <button type="button" class="btn" onClick={() => table.present()}>{words.t('backToNow')}</button>
    </div>
  );
}

function Stage(props: ShownProps) {
  const { table, view, game, look, layout, position, next } = props;
  const ratio = String(layout.width / layout.height);
  return (
    <div
      class={view.back ? 'boardwrap looking-back' : 'boardwrap'}
      ref={(node) => { node?.style.setProperty('--ar', ratio); }}
    >
      {view.judging && view.judged && <Evaluation chance={view.judged.chance} game={game} />}
      <div class="board" id="board" tabIndex={-1}>
        <Board
          look={look} layout={layout} game={game} position={position} view={view} next={next.next}
          previews={table.previews} onTap={(cell, careful) => table.tap(cell, careful)}
          onDrag={(ways) => table.drag(ways)}
        />
      </div>
      {view.back && <BackNote {...props} />}
    </div>
  );
}

/** Its game is the one that belongs to the picture: while a move is animated, the state before it. */
function Rail({ table, view, look, next }: ShownProps) {
  const game = pictured(view)!;
  const position = view.back?.position ?? game.position;
  return (
    <>
      <Players game={game} look={look} position={position} clockAt={view.told!.clockAt} />
      <Say table={table} view={view} game={game} look={look} buttons={next.buttons} />
      <Consent table={table} game={game} />
      {game.free.length > 0 && <Invitation table={table} game={game} />}
      {agentsOnly(game) && <Watching table={table} game={game} />}
      <Setup game={game} />
      <Moves table={table} game={game} shown={position.ply} />
      <Actions table={table} view={view} game={game} look={look} />
    </>
  );
}

/** What needs space below the board, for the styles of small windows. */
function needOf({ view, next }: ShownProps): string {
  const game = pictured(view)!;
  if (game.free.length > 0) return 'invites';
  if (asks(view, game, next.buttons)) return 'asks';
  if (isHelped(game)) return 'helped';
  return agentsOnly(game) && game.position.result === null ? 'watched' : '';
}

function NoGame() {
  const words = useWords();
  return (
    <>
      <Top />
      <Message title={words.t('noGameTitle')}>
        <p>{words.t('missingText')}</p>
        <a class="btn" href="./">{words.t('toGames')}</a>
      </Message>
    </>
  );
}

function ServerAway() {
  const words = useWords();
  return (
    <>
      <Top />
      <Message title={words.t('awayTitle')}><p>{words.t('awayText')}</p></Message>
    </>
  );
}

/** The table of a game, which is followed while its page is open. */
function useTable(id: string): Table {
  const table = useMemo(() => new Table(id), [id]);
  useEffect(() => {
    table.onNext = (next) => go(`g/${next}`);
    table.open();
    return () => table.close();
  }, [table]);
  return table;
}

/** Puts the focus on the board when it appears, for people who came by keyboard. */
function useFocus(isThere: boolean): void {
  const came = useRef(byKeyboard());
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (isThere && lost && came.current)
      document.querySelector<SVGElement>('#board [role=gridcell][tabindex="0"]')?.focus();
  }, [isThere]);
}

export function Play({ id, behind = false }: { id: string; behind?: boolean }) {
  const words = useWords();
  const table = useTable(id);
  const view = useStore(table.view);
  useKeys(table, behind);
  const lost = useStore(connection().line) === 'lost';
  const game = view.told?.game;
  const title = game ? words.w(game.title) : '';
  useTitle(behind ? words.t('newGame') : title);
  const next = useMemo(() => table.next(), [view.told, view.chosen, view.back, view.sent]);
  useFocus(game !== undefined && view.look !== null && !behind);
  if (view.problem === 'missing') return <NoGame />;
  if (!game && lost) return <ServerAway />;
  const { look, layout } = view;
  const shown = game && look && layout
    ? { table, view, game, look, layout, position: view.back?.position ?? game.position, next }
    : null;
  return (
    <div class={`play-page b-${look?.name ?? 'none'}`}>
      <a class="skip" href={within('board')}>{words.t('skipToBoard')}</a>
      <Top title={title || words.t('loading')} />
      <main
        class={shown ? `play ${needOf(shown)}` : 'play'} aria-busy={game === undefined}
        data-result={pictured(view)?.position.result ?? undefined}
      >
        <section class="stage" aria-label={words.t('board')}>{shown && <Stage {...shown} />}</section>
        <aside class="rail" aria-label={words.t('gamePanel')}>{shown && <Rail {...shown} />}</aside>
      </main>
    </div>
  );
}
