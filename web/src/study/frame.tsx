/* The frame of a study: the board on the left, the rail with panels and the tree of moves on the right. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Game, LegalMove } from '../api';
import { Board } from '../board/board';
import { byKeyboard } from '../input';
import type { Layout, Look } from '../looks/look';
import { Top, useTitle } from '../parts/frame';
import { Icon, type IconName } from '../parts/icon';
import { chosenWords, confirmWords, Hand, moveName } from '../parts/say';
import { within } from '../router';
import { useStore } from '../store';
import type { View } from '../table';
import { useWords, type Sentences, type Speech } from '../words';
import { useKeeping } from './keeping';
import { useStudyKeys } from './keys';
import { StudyMarks } from './marks';
import { MoveTree } from './moves';
import { Dialogs, More, type Asked } from './more';
import { panels } from './panels';
import { NodeTools, Removed } from './tools';
import type { Study, StudyView, Tab } from './study';

const own = {
  study: ['Study', 'Μελέτη'],
  studyOf: ['{1} · Study', '{1} · Μελέτη'],
  panels: ['What to look at', 'Τι θέλεις να δεις'],
  chances: ['{1} % for {2}', '{1} % για: {2}'],
  start: ['The start. {1}', 'Η αρχή. {1}'],
  first: ['Start', 'Αρχή'],
  last: ['End', 'Τέλος'],
  play: ['Run', 'Αυτόματα'],
  playLong: ['Run through the moves', 'Αυτόματο πέρασμα των κινήσεων'],
  pause: ['Pause', 'Παύση'],
  mine: ['My studies', 'Οι μελέτες μου'],
  kept: ['{1} {1|move|moves} · saved', '{1} {1|κίνηση|κινήσεις} · αποθηκεύτηκε'],
  full: [
    'Not saved: this browser has no space left. Remove old studies, or export this one.',
    'Δεν αποθηκεύτηκε: ο περιηγητής δεν έχει άλλο χώρο. Αφαίρεσε παλιές μελέτες ή κάνε εξαγωγή αυτής.',
  ],
} satisfies Sentences;

/** What the parts of the page are drawn from. */
interface Shown {
  study: Study;
  now: StudyView;
  view: View;
  game: Game;
  look: Look;
  layout: Layout;
  next: { next: Map<number, LegalMove[]>; buttons: LegalMove[] };
}

/** First's win probability beside the board, when a panel knows it. */
function Chance({ study, game }: Shown) {
  const words = useWords();
  const chance = useStore(study.chance);
  const bar = useRef<HTMLDivElement>(null);
  const percent = chance === null ? null : Math.round(chance * 100);
  useEffect(() => bar.current?.style.setProperty('--p', `${percent}%`), [percent]);
  if (percent === null) return null;
  return (
    <div ref={bar} class="eval" role="img" aria-label={words.s(own.chances, percent, words.w(game.players[0].title))}>
      <i /><span class="evalnum" aria-hidden="true">{percent}</span>
    </div>
  );
}

function Stage(props: Shown) {
  const { study, view, game, look, layout, next } = props;
  const { table } = study;
  const words = useWords();
  const marks = useStore(study.marks);
  const ratio = String(layout.width / layout.height);
  const { position } = game;
  return (
    <section class="stage" aria-label={words.t('board')}>
      <div class="boardwrap" ref={(node) => { node?.style.setProperty('--ar', ratio); }}>
        <Chance {...props} />
        <div class="board" id="board" tabIndex={-1}>
          <Board
            look={look} layout={layout} game={game} position={position} view={view} next={next.next}
            previews={table.previews} onTap={(cell, careful) => table.tap(cell, careful)} onDrag={(ways) => table.drag(ways)}
          >
            {!view.moving && marks.length > 0 && (
              <StudyMarks marks={marks} of={{ look, layout, position, players: game.players }} />
            )}
          </Board>
        </div>
      </div>
    </section>
  );
}

interface Spoken {
  text: string;
  tone?: 'soft';
  icon?: IconName;
}

/** What happened, then what can be done. */
function spoken({ study, view, game, look }: Shown, words: Speech): Spoken {
  if (view.notice)
    return {
      text: view.notice.say(words),
      ...(view.notice.tone === 'refused' ? { tone: 'soft' as const, icon: 'warn' as const } : {}),
    };
  if (view.aimed) return { text: words.t('aimedAt', moveName(game, view.aimed.move, words)) };
  if (view.chosen.length > 0) return { text: chosenWords(view, game, look, words) };
  const node = study.node();
  const { position } = game;
  if (position.result !== null) return { text: [words.w(node.said), words.w(position.said)].filter(Boolean).join(' ') };
  if (node.parent === null) return { text: words.s(own.start, words.w(position.said)) };
  return { text: words.w(node.said) || words.w(position.said) };
}

function Say(props: Shown) {
  const { study, view, game, look, next } = props;
  const { table } = study;
  const words = useWords();
  const now = spoken(props, words);
  return (
    <div class={`say ${now.tone ?? ''}`}>
      {now.icon ? <Icon name={now.icon} /> : <Hand game={game} look={look} />}
      <div class="say-text">
        {view.typed
          ? <p data-typed>{words.t('typing', view.typed)} <small>{words.t('typingHelp')}</small></p>
          : <p data-say>{now.text}</p>}
        <div class="vh" role="status" aria-live="polite" data-live>{now.text}</div>
        {(view.aimed || next.buttons.length > 0) && (
          <div class="say-row">
            {view.aimed && (
              <button type="button" class="btn" onClick={() => table.confirm()}>
                {confirmWords(game, look, view.aimed.move, words)}
              </button>
            )}
            {next.buttons.map(([text]) => (
              <button key={text} type="button" class="btn quiet" onClick={() => table.move(text)}>
                {words.w(game.position.labels?.[text]) || text}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

/** The tabs, and the panel of the chosen one. */
function Panels({ study, tab }: { study: Study; tab: Tab | null }) {
  const words = useWords();
  const chosen = panels.find((panel) => panel.tab === tab) ?? null;
  const list = useRef<HTMLDivElement>(null);
  if (panels.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <>
      <div class="st-tabs" role="tablist" aria-label={words.s(own.panels)} ref={list} onKeyDown={onKeyDown}>
        {panels.map((panel, i) => (
          <button
            key={panel.tab} type="button" role="tab" id={`tab-${panel.tab}`} aria-selected={panel === chosen}
            aria-controls={panel === chosen ? 'st-panel' : undefined} tabIndex={panel === chosen || (!chosen && i === 0) ? 0 : -1}
            onClick={() => study.setTab(panel === chosen ? null : panel.tab)}
          >
            {words.s(panel.title)}
          </button>
        ))}
      </div>
      {chosen && (
        <div class="st-panel" id="st-panel" role="tabpanel" aria-labelledby={`tab-${chosen.tab}`}>
          <chosen.Show study={study} />
        </div>
      )}
    </>
  );
}

function Steps({ study, now, look, ask }: Shown & { ask: (which: Asked) => void }) {
  const words = useWords();
  const node = study.node();
  const quiz = useStore(study.quiz);
  const button = (icon: IconName, text: string, name: string, act: () => void, off: boolean) => (
    <button type="button" disabled={off} title={name} onClick={act}><Icon name={icon} /><span>{text}</span></button>
  );
  const walk = (act: () => void) => () => { study.stop(); act(); };
  const [begins, ends] = [node.parent === null, node.children.length === 0 || quiz];
  return (
    <div class="actions st-steps" role="group" aria-label={words.t('actions')}>
      {button('first', words.s(own.first), words.t('firstMove'), walk(() => study.toEnd('first')), begins)}
      {button('prev', words.t('back'), words.t('back'), walk(() => study.step(-1)), begins)}
      {button(
        now.playing ? 'pause' : 'go', words.s(now.playing ? own.pause : own.play), words.s(now.playing ? own.pause : own.playLong),
        () => study.toggle(), now.tree.nodes.size < 2 || quiz,
      )}
      {button('right', words.t('forward'), words.t('forward'), walk(() => study.step(1)), ends)}
      {button('last', words.s(own.last), words.t('lastMoveStep'), walk(() => study.toEnd('last')), ends)}
      <More study={study} now={now} look={look} ask={ask} />
    </div>
  );
}

function NotKept() {
  const words = useWords();
  return (
    <div class="st-bar full" role="alert">
      <Icon name="warn" /><span>{words.s(own.full)}</span>
      <a class="btn quiet" href="study">{words.s(own.mine)}</a>
    </div>
  );
}

function Rail(props: Shown) {
  const { study, now } = props;
  const words = useWords();
  const moves = now.tree.nodes.size - 1;
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <aside class="rail" aria-label={words.s(own.study)}>
      {now.kept === 'full' && <NotKept />}
      <Say {...props} />
      <Panels study={study} tab={now.tab} />
      <details class="fold moves" open>
        <summary>
          <span>{words.t('moves')}</span>
          <span>{now.kept === 'yes' ? words.s(own.kept, moves) : words.t('movesMade', moves)}</span><Icon name="chev" />
        </summary>
        <div class="moves-body"><MoveTree study={study} /><NodeTools study={study} now={now} /></div>
      </details>
      <Removed study={study} now={now} />
      <Steps {...props} ask={ask} />
      <Dialogs study={study} now={now} asked={asked} ask={ask} />
    </aside>
  );
}

/** There is no space for a long title. */
export const isNarrow = (): boolean => matchMedia('(max-width:860px)').matches;

/** Puts the focus on the board when it appears, for people who came by keyboard. */
function useFocus(isThere: boolean): void {
  const came = useRef(byKeyboard());
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (isThere && lost && came.current) document.querySelector<HTMLElement>('#board')?.focus();
  }, [isThere]);
}

export function Frame({ study, behind }: { study: Study; behind: boolean }) {
  const words = useWords();
  const now = useStore(study.view);
  const view = useStore(study.table.view);
  const next = useMemo(() => study.table.next(), [view.told, view.chosen, view.sent]);
  useStudyKeys(study, behind);
  useKeeping(study);
  const game = view.told?.game;
  const { look, layout } = view;
  useFocus(game !== undefined && !behind);
  const title = game ? words.s(own.studyOf, words.w(game.title)) : words.s(own.study);
  useTitle(behind ? words.t('rules') : title);
  return (
    <div class={`play-page study-page b-${look?.name ?? 'none'}`}>
      <a class="skip" href={within('board')}>{words.t('skipToBoard')}</a>
      <Top title={game && isNarrow() ? words.w(game.title) : title} />
      <main class="play" aria-busy={game === undefined} data-at={now.at} data-result={game?.position.result ?? undefined}>
        {game && look && layout && (
          <>
            <Stage {...{ study, now, view, game, look, layout, next }} />
            <Rail {...{ study, now, view, game, look, layout, next }} />
          </>
        )}
      </main>
    </div>
  );
}

