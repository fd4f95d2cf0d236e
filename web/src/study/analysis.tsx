/* The tab "Analysis": the best lines of the position on the board, and what is proven about it. Nothing is computed until
 * the person presses Go. */
import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../parts/icon';
import { useStore } from '../store';
import { refusalText, sentence, useWords, type Sentence, type Speech } from '../words';
import { analysingOf, type Analysing, type AnalysisState } from './analysing';
import { arrowsOf, balance, chanceOfLines, nodesWords, proven, provenWords, type Proven } from './lines';
import type { BestLine } from './messages';
import type { PanelProps } from './panels';
import { linesMax, prefs } from './prefs';
import { useMarks, type Marks, type Study } from './study';
import './review.css';

const own = {
  go: ['Go', 'Ξεκίνα'],
  stop: ['Stop', 'Στοπ'],
  title: ['Analysis', 'Ανάλυση'],
  idle: ['Best lines of this position', 'Καλύτερες συνέχειες της θέσης'],
  idleHelp: ['Go thinks until you stop it.', 'Σκέφτεται μέχρι να το σταματήσεις.'],
  thinking: ['Thinking…', 'Σκέφτεται…'],
  over: ['The game is over here.', 'Εδώ η παρτίδα έχει τελειώσει.'],
  depth: ['depth {1}', 'βάθος {1}'],
  seconds: ['{1} s', '{1} δ.'],
  lines: ['Number of lines', 'Πλήθος συνεχειών'],
  line: ['Line {1}', 'Συνέχεια {1}'],
  percentOf: ['{1} % for {2}', '{1} % για: {2}'],
  evaluation: ['Show evaluation', 'Εμφάνιση αξιολόγησης'],
  exact: ['Exact values', 'Ακριβείς τιμές'],
  showIt: ['Show it step by step', 'Δείξε το βήμα-βήμα'],
  proof: ['Step {1} of {2}', 'Βήμα {1} από {2}'],
  back: ['Back', 'Πίσω'],
  forward: ['Forward', 'Μπρος'],
  endProof: ['End', 'Τέλος'],
  counted: ['Counted in moves of both, with best play.', 'Μετρημένο σε κινήσεις και των δύο, με το καλύτερο παιχνίδι.'],
  playTo: ['Play {1} on the board', 'Παίξε στο ταμπλό: {1}'],
} as const satisfies Record<string, Sentence>;

interface Shown extends PanelProps {
  analysing: Analysing;
  state: AnalysisState;
  /** Who is to move; null: the game is over. */
  mover: 0 | 1 | null;
  titles: [string, string];
  evaluation: boolean;
}

/** A shield with what is proven: a tick for a win, two lines for a draw. */
const Shield = ({ drawn }: { drawn: boolean }) => (
  <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">
    <path d={`M12 3l7 2.500v6c0 4.500-3 7.500-7 9.500c-4-2-7-5-7-9.500v-6L12 3Z${drawn ? 'M9 10.500h6M9 13.500h6' : 'M8.500 12l2.500 2.500 4.500-5'}`} />
  </svg>
);

/* ---- what is known, and Go or Stop ---- */

function headline({ state, titles, mover, evaluation }: Shown, fact: Proven | null, words: Speech): string {
  const { settled, busy, refusal } = state;
  if (mover === null) return words.s(own.over);
  if (refusal) return refusalText(refusal, words);
  if (!settled.answer) return words.s(busy ? own.thinking : own.idle);
  if (fact) return provenWords(fact, titles, words);
  return evaluation ? balance(chanceOfLines(settled.shown), titles, words) : words.s(busy ? own.thinking : own.idle);
}

function Engine(props: Shown) {
  const { analysing, state, mover } = props;
  const words = useWords();
  const { going, busy, settled } = state;
  const { answer } = settled;
  const fact = mover === null ? null : proven(settled.shown[0], mover);
  const details = answer
    ? [words.s(own.depth, answer.depth), nodesWords(answer.nodes, words), words.s(own.seconds, Math.round(answer.ms / 100) / 10)].join(' · ')
    : words.s(own.idleHelp);
  const why = answer?.last ? words.w(answer.why) : '';
  return (
    <div class={fact ? 'eng is-proven' : 'eng'} data-going={going} data-busy={busy} data-depth={answer?.depth} data-nodes={answer?.nodes} data-last={answer?.last}>
      {fact ? <span class={fact.winner < 0 ? 'shield even' : 'shield'}><Shield drawn={fact.winner < 0} /></span>
        : busy && <i class="breathe-late" aria-hidden="true" />}
      <div>
        <b data-headline>{headline(props, fact, words)}</b>
        {mover !== null && <small>{details}</small>}
        {why && <small>{sentence(why)}</small>}
      </div>
      {mover !== null && (going && busy
        ? <button type="button" class="stop" data-go onClick={() => analysing.stop()}>{words.s(own.stop)}</button>
        : <button type="button" class="btn small" data-go onClick={() => analysing.go()}><Icon name="go" />{words.s(own.go)}</button>)}
    </div>
  );
}

/* ---- the lines ---- */

/** Moves of a line that are shown; the first line may have a proof of any length. */
const movesShown = { one: 6, first: 12 };

/** What a line is worth: a proven end in short, or a chance. */
function Worth({ line, mover, titles, evaluation }: { line: BestLine } & Pick<Shown, 'mover' | 'titles' | 'evaluation'>) {
  const words = useWords();
  const fact = mover === null ? null : proven(line, mover);
  if (fact) {
    const text = provenWords(fact, titles, words);
    return (
      <span class="wp fact" role="img" aria-label={text} title={text}>
        <Shield drawn={fact.winner < 0} />{fact.winner < 0 ? '=' : `${fact.winner === mover ? '' : '−'}${words.n(fact.plies)}`}
      </span>
    );
  }
  if (line.chance === null || !evaluation) return <span class="wp">–</span>;
  const percent = Math.round(line.chance * 100);
  const text = words.s(own.percentOf, percent, titles[0]);
  return <span class="wp" role="img" aria-label={text} data-chance={line.chance}>{words.n(percent)}<small> %</small></span>;
}

function LineRow({ line, n, ...props }: Shown & { line: BestLine; n: number }) {
  const { analysing } = props;
  const words = useWords();
  const first = n === 1;
  return (
    <li class={first ? 'pv first' : 'pv'} aria-label={words.s(own.line, n)} data-line={line.moves.join(' ')}>
      <span class={first ? 'no' : 'no b'} aria-hidden="true">{n}</span>
      <Worth line={line} {...props} />
      <span class="mv">
        {line.moves.slice(0, first ? movesShown.first : movesShown.one).map((move, i) => (
          <button
            key={i} type="button" class={i === 0 ? 'lead' : undefined}
            aria-label={words.s(own.playTo, line.moves.slice(0, i + 1).join(' '))}
            onClick={() => void analysing.play(line, i + 1)}
          >
            {move}
          </button>
        ))}
      </span>
    </li>
  );
}

/** The first line, if it ends in a proven win. */
function ProofStart({ analysing, state, mover }: Shown) {
  const words = useWords();
  const [line] = state.settled.shown;
  const fact = mover === null ? null : proven(line, mover);
  if (!line || !fact || fact.winner < 0) return null;
  return (
    <div class="proof">
      <p>{words.s(own.counted)}</p>
      <button type="button" class="btn quiet small" data-prove onClick={() => analysing.prove(line)}>{words.s(own.showIt)}</button>
    </div>
  );
}

function ProofSteps({ analysing, state }: Shown) {
  const words = useWords();
  const { at, line } = state.proof!;
  const last = line.moves.length;
  return (
    <section class="proof steps" data-proof={at}>
      <p role="status" aria-live="polite"><b>{words.s(own.proof, at, last)}</b> {line.moves[at - 1] ?? ''}</p>
      <div class="do">
        <button type="button" class="btn quiet small" disabled={at === 0} onClick={() => void analysing.step(-1)}>
          <Icon name="prev" />{words.s(own.back)}
        </button>
        <button type="button" class="btn small" data-forward disabled={at === last} onClick={() => void analysing.step(1)}>
          {words.s(own.forward)}<Icon name="right" />
        </button>
        <button type="button" class="plain" onClick={() => analysing.endProof()}>{words.s(own.endProof)}</button>
      </div>
    </section>
  );
}

/* ---- choices ---- */

function Choices({ study, analysing }: Shown) {
  const words = useWords();
  const now = useStore(prefs);
  const solved = study.view.get().shown?.answer.solved === true;
  const choose = (some: Partial<typeof now>) => {
    prefs.set((before) => ({ ...before, ...some }));
    if (!('evaluation' in some)) analysing.changed();
  };
  return (
    <div class="choices">
      <div class="seg" role="group" aria-label={words.s(own.lines)}>
        {Array.from({ length: linesMax }, (_, i) => i + 1).map((n) => (
          <button key={n} type="button" aria-pressed={now.lines === n} data-lines={n} onClick={() => choose({ lines: n })}>{n}</button>
        ))}
      </div>
      <label class="check">
        <input type="checkbox" checked={now.evaluation} onChange={(event) => choose({ evaluation: event.currentTarget.checked })} />
        <span>{words.s(own.evaluation)}</span>
      </label>
      {solved && (
        <label class="check">
          <input type="checkbox" data-exact checked={now.exact} onChange={(event) => choose({ exact: event.currentTarget.checked })} />
          <span>{words.s(own.exact)}</span>
        </label>
      )}
    </div>
  );
}

/* ---- the panel ---- */

/** Arrows of the best lines, and the bar beside the board. */
function useOnBoard(study: Study, { settled, node, proof }: AnalysisState, evaluation: boolean): void {
  const { shown } = useStore(study.view);
  const lines = proof || shown?.id !== node ? [] : settled.shown;
  const marks = useMemo((): Marks | null =>
    (shown && lines.length > 0 ? { arrows: arrowsOf(lines, shown.answer.position.legal) } : null), [shown, settled.shown, node, proof]);
  useMarks(study, marks);
  const chance = evaluation ? chanceOfLines(lines) : null;
  useEffect(() => { study.chance.set(chance); }, [study, chance]);
  useEffect(() => () => study.chance.set(null), [study]);
}

export default function AnalysisPanel({ study }: PanelProps) {
  const words = useWords();
  const analysing = analysingOf(study);
  const state = useStore(analysing.state);
  const { evaluation } = useStore(prefs);
  const { shown } = useStore(study.view);
  useEffect(() => analysing.open(), [analysing]);
  useOnBoard(study, state, evaluation);
  const players = shown?.answer.players;
  const turn = shown?.answer.position.result === null ? shown.answer.position.turn : null;
  const titles: [string, string] = [words.w(players?.[0].title), words.w(players?.[1].title)];
  const all: Shown = { study, analysing, state, mover: turn === 0 || turn === 1 ? turn : null, titles, evaluation };
  return (
    <div class="analysis" role="group" aria-label={words.s(own.title)}>
      <Engine {...all} />
      {state.proof ? <ProofSteps {...all} /> : (
        <>
          {state.settled.shown.length > 0 && (
            <ol class="pvs">{state.settled.shown.map((line, i) => <LineRow key={line.moves[0]} {...all} line={line} n={i + 1} />)}</ol>
          )}
          <ProofStart {...all} />
        </>
      )}
      <Choices {...all} />
    </div>
  );
}
