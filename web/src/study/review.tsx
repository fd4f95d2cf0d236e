/* The tab "Review": what a review has found, move by move. It begins when the person asks for it. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ask } from '../api';
import { lazy } from '../lazy';
import { Icon } from '../parts/icon';
import { takeWanted } from '../wanted';
import { lookOf } from '../looks';
import { useStore } from '../store';
import { cellsOfText } from '../touch';
import { refusalText, useWords, type Sentence, type Speech } from '../words';
import { Finder } from './finder';
import { ClassShape, classWords, glyphOf } from './classmark';
import { FaultPuck } from './glyph';
import {
  change, countWords, counts, faults, isFault, luckSentence, nextError, points, saidOf, spokenVerdict,
  toFind,
} from './judge';
import type { Review, Reviewed } from './messages';
import type { PanelProps } from './panels';
import { prefs } from './prefs';
import { reviewingOf, type Reviewing, type ReviewState } from './reviewing';
import { useSeats, type Seats } from './seats';
import { useMarks, type Answer, type Marks, type Study } from './study';
import './review.css';

const Graph = lazy(() => import('./graph'));

const own = {
  invite: [
    'Every move is judged: what it gave away, what was better, and why.',
    'Κρίνεται κάθε κίνηση: τι χάρισε, τι ήταν καλύτερο και γιατί.',
  ],
  start: ['Review this game', 'Ανασκόπηση της παρτίδας'],
  noMoves: ['There is no move to review yet.', 'Δεν υπάρχει ακόμη κίνηση για ανασκόπηση.'],
  quick: ['First look: move {1} of {2}', 'Πρώτη ματιά: κίνηση {1} από {2}'],
  deeper: ['Looking deeper: move {1} of {2}', 'Βαθύτερα: κίνηση {1} από {2}'],
  stop: ['Stop', 'Στοπ'],
  stopped: ['Stopped: {1} of {2} moves are known.', 'Σταμάτησε: γνωστές {1} από {2} κινήσεις.'],
  goOn: ['Go on', 'Συνέχισε'],
  done: ['The review is complete.', 'Η ανασκόπηση ολοκληρώθηκε.'],
  accuracy: ['accuracy', 'ακρίβεια'],
  accuracyOf: ['{1}: accuracy {2} %', '{1}: ακρίβεια {2} %'],
  skill: ['Skill', 'Δεξιότητα'],
  luck: ['Luck', 'Τύχη'],
  sums: ['Skill and luck, in points of winning chances', 'Δεξιότητα και τύχη, σε μονάδες πιθανότητας νίκης'],
  player: ['Player', 'Παίκτης'],
  played: ['Played', 'Παίχτηκε'],
  better: ['Better', 'Καλύτερη'],
  board: ['On the board', 'Στο ταμπλό'],
  betterWas: ['Better was', 'Καλύτερη ήταν'],
  find: ['Find it yourself', 'Βρες την εσύ'],
  findOf: ['Find it: {1}', 'Βρες την: {1}'],
  none: ['No mistake to find: well played.', 'Κανένα λάθος για να βρεις: πολύ καλά.'],
  nextOf: ['Next error: {1}', 'Επόμενο λάθος: {1}'],
  nextError: ['Next error', 'Επόμενο λάθος'],
  noErrors: ['No errors', 'Χωρίς λάθη'],
  pick: ['Choose a move to see what was better.', 'Διάλεξε μια κίνηση για να δεις τι ήταν καλύτερο.'],
  unknown: ['This move is not judged yet.', 'Αυτή η κίνηση δεν έχει κριθεί ακόμη.'],
  variation: ['A variation: the review is about the main line.', 'Παραλλαγή: η ανασκόπηση αφορά την κύρια γραμμή.'],
  changed: ['The game has more moves now.', 'Η παρτίδα έχει τώρα περισσότερες κινήσεις.'],
} as const satisfies Record<string, Sentence>;

interface Shown extends PanelProps {
  reviewing: Reviewing;
  state: ReviewState;
  seats: Seats;
}

/* ---- the players ---- */

function Tally({ state, player }: { state: ReviewState; player: number }) {
  const words = useWords();
  const all = counts(state.judged, player);
  return (
    <span class="tally">
      {faults.map((fault) => (
        <span key={fault} role="img" aria-label={words.s(countWords[fault], all[fault])} title={words.s(countWords[fault], all[fault])}>
          <ClassShape of={fault} />{words.n(all[fault])}
        </span>
      ))}
    </span>
  );
}

function Disc({ study, seat }: { study: Study; seat: 0 | 1 }) {
  const answer = study.view.get().shown?.answer;
  if (!answer) return null;
  const look = lookOf(answer.look);
  return <div class="disc" aria-hidden="true"><look.Disc player={answer.players[seat]} seat={seat} /></div>;
}

function Players({ study, state, seats }: Shown) {
  const words = useWords();
  const sum = state.judged.sum;
  return (
    <div class="duo">
      {([0, 1] as const).map((seat) => {
        const accuracy = sum ? Math.round(sum.players[seat].accuracy) : null;
        return (
          <section key={seat} class="player" aria-label={seats.names[seat]} data-player={seat}>
            <Disc study={study} seat={seat} />
            <div class="who"><b>{seats.names[seat]}</b><Tally state={state} player={seat} /></div>
            <div class="nums">
              <span
                class="score" role="img" data-accuracy
                aria-label={accuracy === null ? `${words.s(own.accuracy)}: –` : words.s(own.accuracyOf, seats.names[seat], accuracy)}
              >
                {accuracy === null ? '–' : words.n(accuracy)}<i> %</i>
              </span>
              <span class="clock" aria-hidden="true">{words.s(own.accuracy)}</span>
            </div>
          </section>
        );
      })}
    </div>
  );
}

/* ---- skill and luck ---- */

/** A bar that hangs from zero, to the left if it was lost. */
function Bar({ value, most, kind }: { value: number; most: number; kind: 's' | 'l' }) {
  const part = most > 0 ? Math.abs(value) / most : 0;
  const width = Math.round(part * 50);
  const x = value < 0 ? 50 - width : 50;
  return (
    <svg class="slbar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" y="1.500" width="100" height="9" rx="2" />
      <rect class={kind} x={x} y="1.500" width={width} height="9" />
      <path class="zero" d="M50 0V12" />
    </svg>
  );
}

/** "−12": with a real minus sign. */
const signed = (value: number, words: Speech): string =>
  (value < 0 ? '−' : value > 0 ? '+' : '') + words.n(Math.abs(value));

function SkillAndLuck({ study, sum, seats }: Shown & { sum: Review }) {
  const words = useWords();
  const sums = sum.players.map(({ skill = 0, luck = 0 }) => ({ skill: points(skill), luck: points(luck) }));
  const most = Math.max(1, ...sums.flatMap(({ skill, luck }) => [Math.abs(skill), Math.abs(luck)]));
  const sentence = luckSentence(sum, seats.me, seats.names, words);
  return (
    <section class="slt">
      <svg class="vh" aria-hidden="true">
        <defs>
          <pattern id="hatched" width="3" height="6" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)">
            <path d="M.8 0V6" stroke="currentColor" stroke-width="1.400" />
          </pattern>
        </defs>
      </svg>
      <table>
        <caption class="vh">{words.s(own.sums)}</caption>
        <thead>
          <tr>
            <th scope="col"><span class="vh">{words.s(own.player)}</span></th>
            <th scope="col">{words.s(own.skill)}</th>
            <th scope="col">{words.s(own.luck)}</th>
          </tr>
        </thead>
        <tbody>
          {([0, 1] as const).map((seat) => (
            <tr key={seat}>
              <th scope="row"><span><Disc study={study} seat={seat} /><span>{seats.names[seat]}</span></span></th>
              <td data-skill={seat}><b>{signed(sums[seat]!.skill, words)}</b><Bar value={sums[seat]!.skill} most={most} kind="s" /></td>
              <td data-luck={seat}><b>{signed(sums[seat]!.luck, words)}</b><Bar value={sums[seat]!.luck} most={most} kind="l" /></td>
            </tr>
          ))}
        </tbody>
      </table>
      <p data-luck-sentence>{sentence}</p>
    </section>
  );
}

/* ---- progress ---- */

function Progress({ reviewing, state, study }: Shown) {
  const words = useWords();
  const { stage, judged, refusal, nodes } = state;
  const known = judged.moves.filter(Boolean).length;
  const { pass, move } = judged.progress;
  const why = judged.sum?.why;
  if (stage === 'running')
    return (
      <div class="prog" data-stage="running">
        <i class="breathe-late" aria-hidden="true" />
        <span>{words.s(pass === 0 ? own.quick : own.deeper, move, judged.moves.length || nodes.length - 1)}</span>
        <button type="button" class="stop" onClick={() => reviewing.stop()}>{words.s(own.stop)}</button>
      </div>
    );
  const outdated = !study.view.get().tree.nodes.has(nodes[nodes.length - 1] ?? '');
  if (stage === 'done' && !outdated) return <p class="vh" role="status" data-stage="done">{words.s(own.done)}</p>;
  return (
    <div class="prog" data-stage={stage} role="status">
      <span>
        {refusal ? refusalText(refusal === 'away' ? null : refusal, words)
          : why ? words.w(why) : outdated ? words.s(own.changed) : words.s(own.stopped, known, judged.moves.length || nodes.length - 1)}
      </span>
      <button type="button" class="btn quiet small" onClick={() => reviewing.start()}>{words.s(own.goOn)}</button>
    </div>
  );
}

/* ---- the judged move ---- */

type Mode = 'played' | 'better';

/** The judged move that led to the chosen node. */
function judgedAt({ state, study }: Pick<Shown, 'state' | 'study'>): Reviewed | null {
  const at = state.nodes.indexOf(study.view.get().at);
  return at > 0 ? (state.judged.moves[at - 1] ?? null) : null;
}

function Verdict(props: Shown & { move: Reviewed; mode: Mode; setMode: (mode: Mode) => void; startFinding: () => void }) {
  const { move, mode, setMode, state, seats, startFinding } = props;
  const words = useWords();
  const fault = isFault(move.class) ? move.class : null;
  const finder = seats.me ?? move.player;
  const may = state.stage !== 'running' && toFind(state.judged, finder).length > 0;
  const button = (name: Mode) => (
    <button type="button" aria-pressed={mode === name} onClick={() => setMode(name)}>{words.s(own[name])}</button>
  );
  return (
    <section class="why" data-class={move.class}>
      <h2 class="verdict" aria-label={spokenVerdict(move, words)}>
        {fault && <ClassShape of={fault} />}
        <span>{move.played} {glyphOf(move.class)}</span>
        <span class={fault ? 'w' : 'ok'}>{classWords(move.class, words)}</span>
        <span class="chg" data-change>{change(move, words)}</span>
      </h2>
      {saidOf(move, words) && <p data-why>{saidOf(move, words)}</p>}
      {fault && move.line.length > 0 && (
        <p class="line"><span>{words.s(own.betterWas)}</span> <b>{move.line[0]}</b> {move.line.slice(1, 9).join(' ')}</p>
      )}
      {fault && (
        <div class="do">
          <button type="button" class="btn" disabled={!may} onClick={startFinding}>
            {seats.me === null ? words.s(own.findOf, seats.titles[move.player as 0 | 1]) : words.s(own.find)}
          </button>
          <div class="seg" role="group" aria-label={words.s(own.board)}>{button('played')}{button('better')}</div>
        </div>
      )}
    </section>
  );
}

/* ---- what is drawn on the board ---- */

/** Moves of a line that are drawn. */
const ghostsMax = 9;

interface Ghost {
  cell: number;
  player: number;
  n: number;
}

/** The moves of the better line with their players, who need not take turns; the server knows. Each cell once. */
function useGhosts(study: Study, move: Reviewed | null, before: string | null): Ghost[] {
  const [known, setKnown] = useState<{ of: Reviewed; ghosts: Ghost[] } | null>(null);
  useEffect(() => {
    if (!move || before === null || move.line.length === 0) return undefined;
    let current = true;
    const line = study.line(before);
    const moves = [line.moves, ...move.line.slice(0, ghostsMax)].filter(Boolean).join(' ');
    ask<Answer>('study', { ...line, moves, nodes: true }).then(
      ({ nodes = [] }) => {
        const players = nodes.slice(-Math.min(ghostsMax, move.line.length)).map(({ player }) => player ?? move.player);
        const ghosts = move.cells.slice(0, players.length)
          .map((cell, i) => ({ cell, player: players[i]!, n: i + 1 }))
          .filter(({ cell }, i) => cell >= 0 && move.cells.indexOf(cell) === i);
        if (current) setKnown({ of: move, ghosts });
      },
      () => {}, /* the ring of the first move is drawn all the same */
    );
    return () => { current = false; };
  }, [study, move, before]);
  return known && known.of === move ? known.ghosts : [];
}

/** Ring and puck at the played move; in the position before it also the better move with its line. */
function useReviewMarks(study: Study, move: Reviewed | null, mode: Mode, before: string | null): void {
  const { shown } = useStore(study.view);
  const fault = move && isFault(move.class) ? move.class : null;
  const isBefore = fault !== null && shown?.id === before;
  const ghosts = useGhosts(study, isBefore ? move : null, before);
  const marks = useMemo((): Marks | null => {
    if (!move || !fault || !shown) return null;
    const { legal, last } = shown.answer.position;
    const look = lookOf(shown.answer.look);
    const played = isBefore ? cellsOfText(legal, move.played) : (last?.cells ?? []);
    const cell = played[played.length - 1];
    const puck: Pick<Marks, 'rings' | 'draw'> = cell === undefined ? {} : {
      rings: [{ cell, tone: 'error' }], draw: ({ layout }) => <FaultPuck layout={layout} cell={cell} fault={fault} />,
    };
    if (!isBefore) return puck;
    const best = cellsOfText(legal, move.line[0] ?? '');
    const to = best[best.length - 1];
    const placed = look.ghost(shown.answer.players[move.player as 0 | 1], move.player, shown.answer.position.hand[0]) !== null;
    return {
      ...puck,
      ghosts: placed ? ghosts : ghosts.filter(({ n }) => n > 1 && n <= 5),
      rings: [...(puck.rings ?? []), ...(to === undefined ? [] : [{ cell: to, tone: 'better' as const }])],
      ...(best.length > 1 ? { arrows: [{ cells: best }] } : {}),
    };
  }, [move, fault, shown, isBefore, ghosts, mode]);
  useMarks(study, marks);
}

/** Which position is on the board: before the judged move, or after it. */
function usePeek(study: Study, move: Reviewed | null, mode: Mode, before: string | null): void {
  const { at } = useStore(study.view);
  const wanted = mode === 'better' && move && isFault(move.class) ? before : null;
  useEffect(() => { void study.peek(wanted); }, [study, at, wanted]);
  useEffect(() => () => { void study.peek(null); }, [study]);
}

/* ---- the panel ---- */

function Errors({ study, state, seats, setMode }: Shown & { setMode: (mode: Mode) => void }) {
  const words = useWords();
  const at = state.nodes.indexOf(study.view.get().at) - 1;
  const to = (player: number | null, label: string) => {
    const next = nextError(state.judged, at, player);
    return (
      <button
        type="button" class="btn quiet small" disabled={next === null} data-next-error={player ?? 'any'}
        onClick={() => {
          if (next === null) return;
          setMode('better');
          void study.goTo(state.nodes[next + 1]!);
        }}
      >
        <span>{label}</span>
      </button>
    );
  };
  return (
    <div class="errors">
      {seats.me === null
        ? ([0, 1] as const).map((seat) => to(seat, words.s(own.nextOf, seats.titles[seat])))
        : [to(seats.me, words.s(own.nextOf, seats.names[seats.me])), to(null, words.s(own.nextError))]}
    </div>
  );
}

function Idle({ reviewing, study }: Pick<Shown, 'reviewing' | 'study'>) {
  const words = useWords();
  const { tree } = useStore(study.view);
  const none = tree.nodes.size < 2;
  return (
    <section class="invite-review">
      <p>{words.s(none ? own.noMoves : own.invite)}</p>
      <button type="button" class="btn" disabled={none} onClick={() => reviewing.start()}>
        <Icon name="scale" />{words.s(own.start)}
      </button>
    </section>
  );
}

function Known(props: Shown) {
  const { study, state, seats, reviewing } = props;
  const words = useWords();
  const { at } = useStore(study.view);
  const { evaluation } = useStore(prefs);
  const [mode, setMode] = useState<Mode>('played');
  const finding = useStore(reviewing.finding);
  const place = state.nodes.indexOf(at);
  const move = finding ? null : judgedAt(props);
  const before = place > 0 ? state.nodes[place - 1]! : null;
  usePeek(study, move, mode, before);
  useReviewMarks(study, move, mode, before);
  const sum = state.judged.sum;
  const isLuck = sum !== null && sum.players[0].skill !== undefined;
  const go = (ply: number) => { void study.goTo(state.nodes[ply]!); };
  return (
    <>
      <Players {...props} />
      {isLuck && <SkillAndLuck {...props} sum={sum} />}
      {evaluation && state.judged.moves.length > 0 && (
        <Graph judged={state.judged} at={Math.max(0, place)} names={seats.titles} go={go} />
      )}
      <Progress {...props} />
      {finding ? <Finder {...props} finding={finding} /> : (
        <>
          {move
            ? <Verdict {...props} move={move} mode={mode} setMode={setMode} startFinding={() => reviewing.find(seats.me ?? move.player)} />
            : <p class="why quiet">{words.s(place < 0 ? own.variation : place === 0 ? own.pick : own.unknown)}</p>}
          <Errors {...props} setMode={setMode} />
        </>
      )}
    </>
  );
}

export default function ReviewPanel({ study }: PanelProps) {
  const words = useWords();
  const reviewing = reviewingOf(study);
  const state = useStore(reviewing.state);
  const seats = useSeats(study);
  useStore(study.view);
  useEffect(() => {
    const { source } = study.view.get();
    if (source !== null && takeWanted(source) && reviewing.state.get().stage === 'idle') reviewing.start();
  }, [study]);
  return (
    <div class="review" aria-label={words.s(own.start)} role="group">
      {state.stage === 'idle'
        ? <Idle reviewing={reviewing} study={study} />
        : <Known study={study} reviewing={reviewing} state={state} seats={seats} />}
    </div>
  );
}
