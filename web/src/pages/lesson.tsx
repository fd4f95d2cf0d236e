/* The lesson about a game: one task after another on a real board. It is not part of the first load. A miss is a
 * refusal with its reason; nothing is locked, and every step can be left out. */
import './lesson.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, type Game, type GameInfo, type LegalMove, type Position, type Word } from '../api';
import { Board } from '../board/board';
import { corner } from '../board/marks';
import { byKeyboard } from '../input';
import {
  doneSteps, lessonOf, nextStep, StepWire, type Lesson as LessonData, type LessonStep, type Stage,
} from '../lesson';
import type { Layout, Look } from '../looks/look';
import { Message, Top, useTitle } from '../parts/frame';
import { Icon, type IconName } from '../parts/icon';
import { chosenWords, confirmWords, Hand, moveName } from '../parts/say';
import { within } from '../router';
import { useStore } from '../store';
import { pictured, Table, type View } from '../table';
import { useGames } from '../usegames';
import { useWords, type Sentences, type Speech } from '../words';

const own = {
  stepOf: ['Step {1} of {2}', 'Βήμα {1} από {2}'],
  step: ['Step {1}', 'Βήμα {1}'],
  stepDone: ['Step {1}, done', 'Βήμα {1}, έγινε'],
  steps: ['Steps', 'Βήματα'],
  lesson: ['Lesson', 'Μάθημα'],
  back: ['Back', 'Πίσω'],
  skip: ['Skip', 'Παράλειψη'],
  next: ['Next', 'Επόμενο'],
  again: ['Again', 'Ξανά'],
  fromOne: ['Start at the 1.', 'Ξεκίνα από το 1.'],
  toRules: ['The rules', 'Οι κανόνες'],
  none: ['This game has no lesson yet.', 'Αυτό το παιχνίδι δεν έχει ακόμη μάθημα.'],
} satisfies Sentences;

/** The lesson; null while it is loading. */
function useLesson(name: string): { lesson: LessonData | null; away: boolean; again: () => void } {
  const [lesson, setLesson] = useState<LessonData | null>(null);
  const [away, setAway] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setAway(false);
    lessonOf(name).then(
      (all) => { if (!gone) setLesson(all); },
      (error: unknown) => {
        if (gone) return;
        if (error instanceof ApiError && error.refusal) setLesson({ steps: [], source: null, known: null });
        else setAway(true);
      },
    );
    return () => { gone = true; };
  }, [name, attempt]);
  return { lesson, away, again: () => setAttempt((n) => n + 1) };
}

interface StepProps {
  name: string;
  number: number;
  count: number;
  step: LessonStep;
}

/** What the parts of a step are drawn from. */
interface Shown extends StepProps {
  wire: StepWire;
  table: Table;
  view: View;
  game: Game;
  look: Look;
  layout: Layout;
  /** As the picture shows it: the end of a move appears when its animation has ended. */
  stage: Stage;
  next: { next: Map<number, LegalMove[]>; buttons: LegalMove[] };
}

const addressOf = (name: string, step: number): string => `learn/${name}?step=${step}`;

function Dots({ name, number, count }: Pick<StepProps, 'name' | 'number' | 'count'>) {
  const words = useWords();
  const done = useStore(doneSteps)[name] ?? [];
  return (
    <div class="lhead">
      <b>{words.s(own.stepOf, number, count)}</b>
      <ol class={count > 8 ? 'dots two' : 'dots'} aria-label={words.s(own.steps)}>
        {Array.from({ length: count }, (_, i) => i + 1).map((n) => (
          <li key={n}>
            <a
              href={addressOf(name, n)} class={done.includes(n) ? 'done' : undefined}
              aria-current={n === number ? 'step' : undefined}
              aria-label={words.s(done.includes(n) ? own.stepDone : own.step, n)}
            >
              <i aria-hidden="true">{n === number ? n : ''}</i>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How many of the explained touches have been made. */
const touched = ({ step, view, stage }: Shown): number =>
  stage === 'done' ? step.touch.length : step.cells.slice(0, -1).filter((cell) => view.chosen.includes(cell)).length;

function Scores({ look, position, players }: { look: Look; position: Position; players: Game['players'] }) {
  const words = useWords();
  if (!position.scores) return null;
  return (
    <p class="lscores">
      {position.scores.map((score, seat) => {
        const player = players[seat as 0 | 1];
        return (
          <span key={seat} role="img" aria-label={`${words.w(player.title)}: ${words.t('pointsLabel', score)}`}>
            <look.Disc player={player} seat={seat} />{words.n(score)}
          </span>
        );
      })}
    </p>
  );
}

function Task(props: Shown) {
  const words = useWords();
  const { step, view, look, game } = props;
  const made = touched(props);
  return (
    <section class="task" aria-labelledby="task-title">
      <h2 id="task-title">{words.w(step.title)}</h2>
      <p>{words.w(step.task)}</p>
      <Scores look={look} position={pictured(view)!.position} players={game.players} />
      {step.touch.length > 0 && (
        <ol class="todo">
          {step.touch.map((text, i) => (
            <li key={i} class={i < made ? 'ok' : undefined}>
              <b aria-hidden="true">{i < made ? <Icon name="check" /> : i + 1}</b>{words.w(text)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface Spoken {
  text: string;
  tone?: 'good' | 'soft';
  icon?: IconName;
}

function spoken({ step, view, game, look, stage }: Shown, words: Speech): Spoken {
  if (stage === 'done') return { text: words.w(step.done), tone: 'good', icon: 'check' };
  if (stage === 'missed') return { text: words.w(step.miss as Word), tone: 'soft', icon: 'warn' };
  if (view.notice)
    return {
      text: view.notice.say(words), ...(view.notice.tone === 'refused' ? { tone: 'soft' as const, icon: 'warn' as const } : {}),
    };
  if (view.aimed) return { text: words.t('aimedAt', moveName(game, view.aimed.move, words)) };
  if (view.chosen.length > 0) return { text: chosenWords(view, game, look, words) };
  return { text: `${words.w(step.position.said)} ${words.s(step.touch.length > 0 ? own.fromOne : look.touchHelp)}` };
}

/** The spoken line, with "Again" after a miss. */
function Line(props: Shown) {
  const words = useWords();
  const { wire, table, view, game, look, stage, next } = props;
  const now = spoken(props, words);
  const asked = stage === 'asked';
  return (
    <div class={`say ${now.tone ?? ''}`}>
      {now.icon ? <Icon name={now.icon} /> : <Hand game={game} look={look} />}
      <div class="say-text">
        <p role="status" aria-live="polite" data-say data-stage={stage}>{now.text}</p>
        {(now.tone === 'soft' || (asked && (view.aimed || next.buttons.length > 0))) && (
          <div class="say-row">
            {now.tone === 'soft' && (
              <button
                type="button" class="btn quiet" data-again
                ref={(node) => { if (stage === 'missed' && byKeyboard()) node?.focus(); }}
                onClick={() => {
                  wire.again();
                  table.drop();
                  focusBoard();
                }}
              >
                {words.s(own.again)}
              </button>
            )}
            {asked && view.aimed && (
              <button type="button" class="btn" onClick={() => table.confirm()}>
                {confirmWords(game, look, view.aimed.move, words)}
              </button>
            )}
            {asked && next.buttons.map((move) => (
              <button key={move[0]} type="button" class="btn quiet" onClick={() => table.move(move[0])}>
                {moveName(game, move, words)}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

/** Back, Skip and Next. After the last step come the rules. */
function Foot({ name, number, count, stage }: Shown) {
  const words = useWords();
  const last = number === count;
  const on = last ? `rules/${name}` : addressOf(name, number + 1);
  const label = words.s(last ? own.toRules : own.next);
  return (
    <nav class="lfoot" aria-label={words.s(own.lesson)}>
      {number > 1 ? <a class="btn quiet" href={addressOf(name, number - 1)}>{words.s(own.back)}</a> : <span />}
      <a class="plain" href={on}>{words.s(own.skip)}</a>
      {stage === 'done'
        ? <a class="btn" href={on} data-next ref={(node) => { if (byKeyboard()) node?.focus(); }}>{label}</a>
        : <button type="button" class="btn dim" aria-disabled="true" data-next>{label}</button>}
    </nav>
  );
}

/** The numbers of the touches that are left, on the board. */
function Pucks({ step, layout, view, stage }: Shown) {
  if (stage !== 'asked' || view.moving || view.aimed) return null;
  const made = step.cells.slice(0, -1).filter((cell) => view.chosen.includes(cell)).length;
  /* Two touches of one cell have one puck: that of the touch that comes next. */
  const left = step.cells.map((cell, i) => ({ cell, n: i + 1 })).slice(made);
  const shown = left.filter(({ cell }, i) => left.findIndex((other) => other.cell === cell) === i);
  return (
    <>
      {shown.map(({ cell, n }) => (
        <g key={n} transform={corner(layout, cell)}>
          <g class="stp">
            <g transform={`scale(${layout.ux / 58})`}>
              <circle r="14" fill="#fff" stroke="var(--mk-chosen)" stroke-width="3" />
              <text class="stpn">{n}</text>
            </g>
          </g>
        </g>
      ))}
    </>
  );
}

function Stage(props: Shown) {
  const { wire, table, view, game, look, layout, stage, next } = props;
  const words = useWords();
  const ratio = String(layout.width / layout.height);
  /* After a miss the board can be touched again at once. */
  const anew = (act: () => void) => {
    if (wire.standing.get().stage === 'done') return;
    if (wire.standing.get().stage === 'missed') wire.again();
    act();
  };
  const { last } = game.position;
  const cell = last?.cells[last.cells.length - 1];
  const count = wire.standing.get().count;
  const marked = stage === 'missed' && cell !== undefined ? { ...view, refused: { cell, count } } : view;
  return (
    <section class="stage" aria-label={words.t('board')}>
      <div class="boardwrap" ref={(node) => { node?.style.setProperty('--ar', ratio); }}>
        <div class="board" id="board" tabIndex={-1}>
          <Board
            look={look} layout={layout} game={game} position={game.position} view={marked} next={next.next}
            previews={table.previews} onTap={(at, careful) => anew(() => table.tap(at, careful))}
            onDrag={(ways) => anew(() => table.drag(ways))}
          >
            <Pucks {...props} />
          </Board>
        </div>
      </div>
    </section>
  );
}

/** Puts the focus on the board, for people who use the keyboard. */
function focusBoard(): void {
  if (!byKeyboard()) return;
  setTimeout(() => document.querySelector<SVGElement>('#board [role=gridcell][tabindex="0"]')?.focus());
}

function useStepTable({ name, number, step }: StepProps, title: Word): { wire: StepWire; table: Table } {
  const both = useMemo(() => {
    const wire = new StepWire(name, number, step, title);
    return { wire, table: new Table(`${name}/${number}`, wire, false) };
  }, []);
  useEffect(() => {
    both.table.open();
    focusBoard();
    return () => both.table.close();
  }, []);
  return both;
}

/** One step: it is made again for each. */
function Step(props: StepProps & { info: GameInfo; behind: boolean }) {
  const { wire, table } = useStepTable(props, props.info.title);
  const view = useStore(table.view);
  const { stage } = useStore(wire.standing);
  const shown = useRef<Stage>('asked');
  if (!view.moving) shown.current = stage;
  const next = useMemo(() => table.next(), [view.told, view.chosen, view.sent]);
  const { behind } = props;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!behind && event.key === 'Escape' && !event.defaultPrevented && table.drop()) event.preventDefault();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [table, behind]);
  const game = view.told?.game;
  if (!game || !view.look || !view.layout) return <main class="play" aria-busy="true" />;
  const all: Shown = { ...props, wire, table, view, game, look: view.look, layout: view.layout, stage: shown.current, next };
  return (
    <main class="play" data-stage={shown.current} data-step={props.number}>
      <Stage {...all} />
      <aside class="rail">
        <Dots {...props} />
        <Task {...all} />
        <Line {...all} />
        <div class="grow" />
        <Foot {...all} />
      </aside>
    </main>
  );
}

export default function Lesson({ name, query, behind }: { name: string; query: URLSearchParams; behind: boolean }) {
  const words = useWords();
  const { games, away: noGames } = useGames();
  const { lesson, away, again } = useLesson(name);
  const [first] = useState(() => doneSteps.get()[name] ?? []);
  const info = games?.find((g) => g.name === name);
  const title = info ? words.t('learn', words.w(info.title)) : words.s(own.lesson);
  useTitle(behind ? words.t('rules') : title);
  if (away || noGames)
    return (
      <>
        <Top />
        <Message title={words.t('awayTitle')}>
          <p>{words.t('awayText')}</p>
          <button type="button" class="btn" onClick={again}>{words.t('tryAgain')}</button>
        </Message>
      </>
    );
  const count = lesson?.steps.length ?? 0;
  const asked = Number(query.get('step'));
  const number = asked >= 1 && asked <= count ? Math.floor(asked) : nextStep(first, count);
  const step = lesson?.steps[number - 1];
  if (games && lesson && (!info || !step))
    return (
      <>
        <Top />
        <Message title={words.t('missingTitle')}>
          <p>{info ? words.s(own.none) : words.t('missingText')}</p>
          <a class="btn" href="./">{words.t('toGames')}</a>
        </Message>
      </>
    );
  return (
    <div class={`play-page lesson-page b-${step?.look ?? 'none'}`}>
      <a class="skip" href={within('board')}>{words.t('skipToBoard')}</a>
      <Top title={info ? words.w(info.title) : words.t('loading')} />
      {info && step && (
        <Step key={`${name} ${number}`} name={name} number={number} count={count} step={step} info={info} behind={behind} />
      )}
    </div>
  );
}
