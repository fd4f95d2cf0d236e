/* The action bar: the frequent actions, and a menu for the others. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from '../base';
import { recordAddress, type Game } from '../api';
import { consent } from '../consent';
import { agentsOnly, mayAsk, myTurn, twoPeople } from '../game';
import type { Look } from '../looks/look';
import { copy } from '../pages/play';
import { go } from '../router';
import { settings } from '../settings';
import { useStore } from '../store';
import type { Table, View } from '../table';
import { reviewWord, wantReview } from '../wanted';
import { useWords } from '../words';
import { Elsewhere, elsewhere } from './elsewhere';
import { Icon, type IconName } from './icon';
import { StudyLink } from './studylink';

function More({ table, view, game, look, thinks, onMoving }: {
  table: Table; view: View; game: Game; look: Look; thinks: boolean; onMoving: () => void;
}) {
  const words = useWords();
  const { threats } = useStore(settings);
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const playing = game.position.result === null;
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); /* it closes the menu and nothing else */
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);
  const item = (icon: IconName, text: string, act: () => void, pressed?: boolean, off = false) => (
    <button type="button" aria-pressed={pressed} disabled={off} onClick={() => { setOpen(false); act(); }}>
      <Icon name={icon} /><span>{text}</span>
    </button>
  );
  return (
    <div class="more-menu" ref={root}>
      <button type="button" aria-expanded={open} aria-controls="more-actions" onClick={() => setOpen(!open)}>
        <Icon name="dots" /><span>{words.t('moreActions')}</span>
      </button>
      <div class="menu" id="more-actions" hidden={!open}>
        {item('redo', words.t('redo'), () => void table.ask({ do: 'redo' }), undefined, !game.redo)}
        {playing && game.hints && item('warn', words.t('threats'), () => table.toggleThreats(), threats)}
        {mayAsk(game) && item('scale', words.t('evaluation'), () => table.toggleJudge(), view.judging)}
        {look.turns > 1 && item(look.turnWord, words.t(look.turnWord), () => table.turnBoard())}
        {thinks && item('stop', words.t('stop'), () => void table.ask({ do: 'stop' }))}
        {playing && twoPeople(game) && game.mine.length > 0 &&
          item('hand', words.t('offerDraw'), () => table.offer('draw'))}
        {playing && twoPeople(game) && game.mine.length > 0 && game.free.length === 0 && !game.agreed &&
          item('hint', words.s(consent.suggest), () => table.offer('hints'))}
        {mayAsk(game) && game.played.length > 0 && <StudyLink id={game.id} onClick={() => setOpen(false)} />}
        <a href={`rules/${game.game}`} onClick={() => setOpen(false)}>
          <Icon name="book" /><span>{words.t('rules')}</span>
        </a>
        {game.mine.length > 0 && playing && item('go', words.s(elsewhere.action), onMoving)}
        {item('link', words.t('share'), () => void copy(table, addressOf(`g/${game.id}`)))}
        <a href={recordAddress(game.id)} download={`pessoi-${game.game}-${game.id}.txt`}>
          <Icon name="save" /><span>{words.t('record')}</span>
        </a>
      </div>
    </div>
  );
}

export function Actions({ table, view, game, look }: { table: Table; view: View; game: Game; look: Look }) {
  const words = useWords();
  const [moving, setMoving] = useState(false);
  const over = game.position.result !== null;
  const mine = game.mine.length > 0;
  const thinks = game.thinking !== null && !over;
  const button = (icon: IconName, text: string, act: () => void, off = false, pressed?: boolean) => (
    <button type="button" disabled={off} aria-pressed={pressed} onClick={act}>
      <Icon name={icon} /><span>{text}</span>
    </button>
  );
  return (
    <>
    <div class="actions" role="group" aria-label={words.t('actions')}>
      {mine && button('undo', words.t('undo'), () => void table.takeBack(), !game.undo)}
      {mine && !over && (thinks
        ? button('stop', words.t('stopShort'), () => void table.ask({ do: 'stop' }))
        : game.hints && button('hint', words.t('hint'), () => table.hintMore(), !myTurn(game), view.hint !== null))}
      {mine && over && button('again', words.t('rematch'), () => table.rematch())}
      {!mine && look.turns > 1 && button(look.turnWord, words.t(look.turnWord), () => table.turnBoard())}
      {over && game.played.length > 0 && button('scale', words.s(reviewWord), () => {
        wantReview(game.id);
        go(`study/${game.id}?tab=review`);
      })}
      {mine && !over && button('flag', words.t('resign'), () => table.askResign())}
      {button('plus', words.t('new_'), () => go(`new?game=${game.game}${agentsOnly(game) ? '&watch=1' : ''}`))}
      <More
        table={table} view={view} game={game} look={look} thinks={thinks} onMoving={() => setMoving(true)}
      />
    </div>
    {moving && <Elsewhere id={game.id} onClose={() => setMoving(false)} />}
    </>
  );
}
