/* A game on the table: the board, and beside it who plays, what was said, what can be done. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Game, Position } from '../api';
import { Board } from '../board';
import { agentsOnly } from '../game';
import { Icon } from '../parts/icon';
import { Message, Top, useTitle } from '../parts/frame';
import { Actions } from '../parts/actions';
import { Moves } from '../parts/moves';
import { Players } from '../parts/players';
import { Say } from '../parts/say';
import { Setup } from '../parts/setup';
import { Watching } from '../parts/watching';
import { go } from '../router';
import { connection } from '../socket';
import { useStore } from '../store';
import { Table } from '../table';
import { useKeys } from '../usekeys';
import { useWords } from '../words';

/** First's chance to win, only when asked for. */
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

/** The seat that waits for somebody: an address to send, or a seat to take. */
function Invitation({ table, game }: { table: Table; game: Game }) {
  const words = useWords();
  const [name, setName] = useState('');
  const address = `${location.origin}/g/${game.id}`;
  if (game.mine.length > 0)
    return (
      <section class="invite" aria-labelledby="invite-title">
        <p id="invite-title"><b>{words.t('inviteTitle')}</b> {words.t('inviteText')}</p>
        <div class="invite-row">
          <input readOnly value={address} aria-label={words.t('inviteAddress')} onFocus={(event) => event.currentTarget.select()} />
          <button type="button" class="btn" onClick={() => void copy(table, address)}>{words.t('share')}</button>
        </div>
      </section>
    );
  const seat = game.free[0]!;
  return (
    <form class="invite" onSubmit={(event) => { event.preventDefault(); void table.join(name.trim()); }}>
      <p><b>{words.t('seatFree', words.w(game.players[seat as 0 | 1].title))}</b></p>
      <div class="invite-row">
        <input value={name} maxLength={32} autocomplete="nickname" placeholder={words.t('yourName')} aria-label={words.t('yourName')} onInput={(event) => setName(event.currentTarget.value)} />
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
    table.say('copyThis', address); /* pages without a safe connection have no clipboard */
  }
}

export function Play({ id }: { id: string }) {
  const words = useWords();
  const table = useMemo(() => new Table(id), [id]);
  useEffect(() => {
    table.onNext = (next) => go(`/g/${next}`);
    table.open();
    return () => table.close();
  }, [table]);
  const view = useStore(table.view);
  useKeys(table);
  const lost = useStore(connection().line) === 'lost';
  const game = view.told?.game;
  const title = game ? words.w(game.title) : '';
  useTitle(title);
  const next = useMemo(() => table.next(), [view.told, view.chosen, view.back, view.sent]);
  const { look, layout } = view;
  if (view.problem === 'missing')
    return (
      <>
        <Top />
        <Message title={words.t('noGameTitle')}>
          <p>{words.t('missingText')}</p>
          <a class="btn" href="/">{words.t('toGames')}</a>
        </Message>
      </>
    );
  if (!game && lost)
    return (
      <>
        <Top />
        <Message title={words.t('awayTitle')}><p>{words.t('awayText')}</p></Message>
      </>
    );
  const position: Position | null = view.back?.position ?? game?.position ?? null;
  return (
    <div class={`play-page b-${look?.name ?? 'none'}`}>
      <a class="skip" href="#board">{words.t('skipToBoard')}</a>
      <Top title={title || words.t('loading')} />
      <main class="play" aria-busy={game === undefined} data-result={game?.position.result ?? undefined}>
        <section class="stage" aria-label={words.t('board')}>
          {game && look && layout && position && (
            <div class={view.back ? 'boardwrap looking-back' : 'boardwrap'} ref={(node) => { node?.style.setProperty('--ar', String(layout.width / layout.height)); }}>
              {view.judging && view.judged && <Evaluation chance={view.judged.chance} game={game} />}
              <div class="board" id="board" tabIndex={-1}>
                <Board look={look} layout={layout} game={game} position={position} view={view} next={next.next} onTap={(cell, careful) => table.tap(cell, careful)} />
              </div>
              {view.back && (
                <div class="back-note">
                  <Icon name="prev" /><span>{view.back.ply === game.position.ply - game.played.length ? words.t('lookingStart') : words.t('lookingBack', view.back.ply, game.position.ply)}</span>
                  <button type="button" class="btn" onClick={() => table.present()}>{words.t('backToNow')}</button>
                </div>
              )}
            </div>
          )}
        </section>
        <aside class="rail" aria-label={words.t('gamePanel')}>
          {game && look && layout && position && (
            <>
              <Players game={game} look={look} position={position} clockAt={view.told!.clockAt} />
              <Say table={table} view={view} game={game} look={look} buttons={next.buttons} />
              {game.free.length > 0 && <Invitation table={table} game={game} />}
              {agentsOnly(game) && <Watching table={table} game={game} />}
              <Setup game={game} />
              <Moves table={table} game={game} shown={position.ply} />
              <Actions table={table} view={view} game={game} look={look} />
            </>
          )}
        </aside>
      </main>
    </div>
  );
}
