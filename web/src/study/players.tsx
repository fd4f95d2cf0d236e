/* The tab "Players": what the players of the report think of every move of the position on the board. The value of each
 * cell is drawn on the board; the move that is looked at is taken apart into its terms. Where there is room, the board of
 * the report and that of its program are side by side, else a switch chooses one. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, ask, type Refusal } from '../api';
import { StillBoard } from '../board/still';
import type { Layout, Look } from '../looks/look';
import { useStore } from '../store';
import { refusalText, useWords, type Sentence, type Speech } from '../words';
import {
  largest, legend, marksOf, ranked, valueOf, type Explained, type Mode, type ReportPlayer, type Valued,
} from './explaining';
import { StudyMarks } from './marks';
import type { PanelProps } from './panels';
import { useMarks, type Answer, type Study } from './study';
import './players.css';

const own = {
  players: ['Which player', 'Ποιος παίκτης'],
  modes: ['Which version', 'Ποια εκδοχή'],
  report: ['As the report says', 'Όπως λέει η αναφορά'],
  program: ['As its program did', 'Όπως έκανε το πρόγραμμα'],
  reportShort: ['The report', 'Η αναφορά'],
  programShort: ['Its program', 'Το πρόγραμμα'],
  plays: ['plays {1}', 'παίζει {1}'],
  lot: ['draws by lot; the values are weights', 'κληρώνει· οι αξίες είναι βάρη'],
  onBoard: ['On the board:', 'Στο ταμπλό:'],
  heat: ['Value: larger and darker is better', 'Αξία: μεγαλύτερο και σκουρότερο, καλύτερο'],
  from: ['from {1}', 'από {1}'],
  numbers: ['Numbers', 'Αριθμοί'],
  move: ['Move: {1}', 'Κίνηση: {1}'],
  touch: ['Touch the board to look at another move.', 'Άγγιξε το ταμπλό για να δεις άλλη κίνηση.'],
  term: ['Term', 'Όρος'],
  value: ['Value', 'Αξία'],
  sum: ['The value is the sum of its terms.', 'Η αξία είναι το άθροισμα των όρων.'],
  play: ['Play {1} on the board', 'Παίξε στο ταμπλό: {1}'],
  best: ['Best moves', 'Καλύτερες κινήσεις'],
  valued: ['{1} {1|move|moves} valued', '{1} {1|κίνηση|κινήσεις} με αξία'],
  over: ['The game is over here: there is no move to value.', 'Εδώ η παρτίδα έχει τελειώσει: δεν υπάρχει κίνηση με αξία.'],
  none: ['The report of this game has no player.', 'Η αναφορά αυτού του παιχνιδιού δεν έχει παίκτη.'],
  wait: ['Loading…', 'Φορτώνει…'],
  again: ['Try again', 'Δοκίμασε ξανά'],
} as const satisfies Record<string, Sentence>;

/** Moves in the list of the best. */
const listed = 6;

/* ---- what the server says ---- */

interface Known {
  explained: Explained | null;
  refusal: Refusal | 'away' | null;
}

const unknown: Known = { explained: null, refusal: null };

/** The explanation of the position that is shown, asked once for each. */
function useExplained(study: Study, shown: { id: string; answer: Answer } | null): Known & { again: () => void } {
  const memory = useRef(new Map<string, Explained>());
  const [known, setKnown] = useState<Known>(unknown);
  const [count, setCount] = useState(0);
  const id = shown?.answer.position.turn == null ? null : shown.id;
  useEffect(() => {
    let gone = false;
    const before = id === null ? null : memory.current.get(id);
    setKnown(before ? { explained: before, refusal: null } : unknown);
    if (id === null || before) return;
    ask<Explained>('study/explain', study.line(id)).then(
      (explained) => {
        memory.current.set(id, explained);
        if (!gone) setKnown({ explained, refusal: null });
      },
      (error: unknown) => {
        if (!gone) setKnown({ explained: null, refusal: (error instanceof ApiError && error.refusal) || 'away' });
      },
    );
    return () => { gone = true; };
  }, [study, id, count]);
  return { ...known, again: () => setCount(count + 1) };
}

/** Is there room for two boards side by side? The same width as in players.css. */
function useWide(): boolean {
  const query = useMemo(() => matchMedia('(min-width:1100px)'), []);
  const [wide, setWide] = useState(query.matches);
  useEffect(() => {
    const changed = () => setWide(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [query]);
  return wide;
}

/* ---- parts ---- */

interface Shown {
  study: Study;
  answer: Answer;
  player: ReportPlayer;
  chosen: string | null;
  choose: (move: string) => void;
  numbers: boolean;
}

const nameOf = (answer: Answer, move: string, words: Speech): string => words.w(answer.position.labels?.[move]) || move;

function plays(mode: Mode, answer: Answer, words: Speech): string {
  return mode.best === null ? words.s(own.lot) : words.s(own.plays, nameOf(answer, mode.best, words));
}

/** The switch between players or versions. */
function Switch({ label, names, at, choose }: { label: Sentence; names: string[]; at: number; choose: (i: number) => void }) {
  const words = useWords();
  return (
    <div class="seg full" role="group" aria-label={words.s(label)}>
      {names.map((name, i) => (
        <button key={name} type="button" aria-pressed={i === at} onClick={() => choose(i)}>{name}</button>
      ))}
    </div>
  );
}

/** The other version, on a board that is only looked at. */
function Twin({ answer, mode, chosen, numbers }: { answer: Answer; mode: Mode; chosen: string | null; numbers: boolean }) {
  const words = useWords();
  const { look, board, position, players } = answer;
  const over = useMemo(() => {
    const marks = [marksOf(mode, chosen, numbers, words.n)];
    return (of: { look: Look; layout: Layout }) => (
      <StudyMarks marks={marks} of={{ ...of, position, players }} />
    );
  }, [mode, chosen, numbers, words, position, players]);
  return (
    <article class="ex-twin">
      <h2>{words.s(mode.program ? own.program : own.report)} <small>{plays(mode, answer, words)}</small></h2>
      <div class="board"><StillBoard look={look} board={board} position={position} over={over} /></div>
    </article>
  );
}

function Legend({ mode, numbers, setNumbers }: { mode: Mode; numbers: boolean; setNumbers: (on: boolean) => void }) {
  const words = useWords();
  const scale = legend(mode);
  return (
    <section class="ex-legend" aria-label={words.s(own.heat)}>
      <div class="ex-head">
        <h2>{words.s(own.heat)}</h2>
        <button type="button" class="plain" aria-pressed={numbers} onClick={() => setNumbers(!numbers)}>
          {words.s(own.numbers)}
        </button>
      </div>
      <ul>
        {scale.map(({ step, from }) => {
          const side = 14 + 5.4 * step;
          return (
            <li key={step} title={words.s(own.from, from)}>
              <svg viewBox="0 0 54 48" aria-hidden="true">
                <rect class={`st-heat h${step}`} x={27 - side / 2} y={24 - side / 2} width={side} height={side} rx={side / 8} />
              </svg>
              {words.n(Math.round(from * 10) / 10)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A bar to the right for what speaks for the move, to the left for what speaks against it. */
const Bar = ({ value, most }: { value: number; most: number }) => {
  const length = Math.min(50, (50 * Math.abs(value)) / most);
  return (
    <svg class={value < 0 ? 'ex-bar minus' : 'ex-bar'} viewBox="-51 0 102 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" x="-50" y="2" width="100" height="6" rx="3" />
      <rect class="fill" x={value < 0 ? -length : 0} y="1" width={length} height="8" rx="1.5" />
      <path class="zero" d="M0 0V10" />
    </svg>
  );
};

/** The terms of the move that is looked at, in every version. */
function Terms({ study, answer, player, chosen }: Shown) {
  const words = useWords();
  if (chosen === null) return null;
  const values = player.modes.map((mode) => valueOf(mode, chosen));
  const most = largest(values);
  const name = nameOf(answer, chosen, words);
  const cell = (one: Valued | null, value: number | undefined, key: number, attribute: object) => (
    <td key={key} {...attribute}>
      {one && value !== undefined ? words.n(Math.round(value * 100) / 100) : '–'}
    </td>
  );
  return (
    <section class="ex-terms" data-move={chosen}>
      <h2>{words.s(own.move, name)}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.s(own.term)}</th>
            {player.modes.map((mode) => (
              <th key={mode.agent} scope="col">{words.s(mode.program ? own.programShort : own.reportShort)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {player.terms.map((term, k) => (
            <tr key={k}>
              <th scope="row">{words.w(term)}</th>
              {values.map((one, i) => (
                <td key={i} data-term={one?.terms[k]}>
                  {one ? words.n(Math.round(one.terms[k]! * 100) / 100) : '–'}
                  {one && <Bar value={one.terms[k]!} most={most} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.s(own.value)}</th>
            {values.map((one, i) => cell(one, one?.value, i, { 'data-value': one?.value }))}
          </tr>
        </tfoot>
      </table>
      <p>{player.how ? words.w(player.how) : words.s(own.sum)}</p>
      <button type="button" class="btn quiet small" onClick={() => void study.play(chosen)}>{words.s(own.play, name)}</button>
    </section>
  );
}

/** The best moves of every version beside each other. */
function Best({ answer, player, chosen, choose }: Shown) {
  const words = useWords();
  const lists = useMemo(() => player.modes.map((mode) => ranked(mode).slice(0, listed)), [player]);
  return (
    <section class="ex-best">
      <div class="ex-head">
        <h2>{words.s(own.best)}</h2>
        <small>{words.s(own.valued, player.modes[0]!.moves.length)}</small>
      </div>
      <div class="ex-lists">
        {lists.map((list, i) => {
          const mode = player.modes[i]!;
          const title = words.s(mode.program ? own.program : own.report);
          return (
            <div key={mode.agent}>
              {lists.length > 1 && <small>{title}</small>}
              <ol aria-label={title}>
                {list.map(({ move, value }) => (
                  <li key={move}>
                    <button
                      type="button" aria-current={move === chosen ? 'true' : undefined} data-move={move} data-value={value}
                      onClick={() => choose(move)}
                    >
                      <span>{nameOf(answer, move, words)}{move === mode.best && <i aria-hidden="true"> ✓</i>}</span>
                      <b>{words.n(Math.round(value * 100) / 100)}</b>
                    </button>
                  </li>
                ))}
              </ol>
            </div>
          );
        })}
      </div>
    </section>
  );
}

/* ---- the panel ---- */

/** One player in all its versions. */
function Explanation({ study, answer, player }: Pick<Shown, 'study' | 'answer' | 'player'>) {
  const words = useWords();
  const wide = useWide();
  const [picked, setPicked] = useState(0);
  const [numbers, setNumbers] = useState(false);
  const [looked, setLooked] = useState<string | null>(null);
  const { modes } = player;
  const mode = modes[wide ? 0 : Math.min(picked, modes.length - 1)]!;
  const other = wide && modes.length > 1 ? modes[1]! : null;
  const chosen = looked ?? mode.best ?? ranked(mode)[0]?.move ?? null;
  const marks = useMemo(() => marksOf(mode, chosen, numbers, words.n), [mode, chosen, numbers, words]);
  useMarks(study, marks);
  useEffect(() => {
    const look = (move: string) => { setLooked(move); return true; };
    study.onMove = look;
    return () => { if (study.onMove === look) study.onMove = null; };
  }, [study]);
  const shown: Shown = { study, answer, player, chosen, choose: setLooked, numbers };
  return (
    <div class={other ? 'ex-two' : 'ex-one'} data-agent={mode.agent}>
      {other && <Twin answer={answer} mode={other} chosen={chosen} numbers={numbers} />}
      <div class="ex-side">
        {!wide && modes.length > 1 && (
          <Switch
            label={own.modes} names={modes.map(({ program }) => words.s(program ? own.programShort : own.reportShort))}
            at={modes.indexOf(mode)} choose={setPicked}
          />
        )}
        <p class="ex-now">
          {words.s(own.onBoard)} <b>{words.s(mode.program ? own.program : own.report)}</b>, {plays(mode, answer, words)}.{' '}
          <span>{words.s(own.touch)}</span>
        </p>
        <Terms {...shown} />
        <Best {...shown} />
        <Legend mode={mode} numbers={numbers} setNumbers={setNumbers} />
      </div>
    </div>
  );
}

export default function Players({ study }: PanelProps) {
  const words = useWords();
  const { shown } = useStore(study.view);
  const { explained, refusal, again } = useExplained(study, shown);
  const [name, setName] = useState<string | null>(null);
  if (!shown) return null;
  if (shown.answer.position.turn === null) return <p class="ex-note">{words.s(own.over)}</p>;
  if (refusal)
    return (
      <div class="ex-note" role="alert">
        <p>{refusalText(refusal === 'away' ? null : refusal, words)}</p>
        <button type="button" class="btn quiet small" onClick={again}>{words.s(own.again)}</button>
      </div>
    );
  if (!explained) return <p class="ex-note" aria-busy="true">{words.s(own.wait)}</p>;
  if (explained.players.length === 0) return <p class="ex-note">{words.s(own.none)}</p>;
  const player = explained.players.find((one) => one.name === name) ?? explained.players[0]!;
  return (
    <div class="ex" data-ready={shown.id}>
      <header class="ex-who">
        {explained.players.length > 1 && (
          <Switch
            label={own.players} names={explained.players.map(({ title }) => words.w(title))}
            at={explained.players.indexOf(player)} choose={(i) => setName(explained.players[i]!.name)}
          />
        )}
        <p><b>{words.w(player.title)}</b> {words.w(player.help)}</p>
      </header>
      <Explanation key={`${shown.id} ${player.name}`} study={study} answer={shown.answer} player={player} />
    </div>
  );
}
