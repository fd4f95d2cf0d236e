/* Puzzles: the puzzle of the day for every game, the list of one game, and one puzzle. Not part of the first load.
 * A wrong move is answered on the board before the words come; nothing is counted but what was solved, and that
 * stays in this browser. */
import './lesson.css';
import './puzzle.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, type Game, type GameInfo, type LegalMove } from '../api';
import { Board } from '../board/board';
import { byKeyboard } from '../input';
import type { Layout, Look } from '../looks/look';
import { Choice, Message, Top, useTitle } from '../parts/frame';
import { Icon, type IconName } from '../parts/icon';
import { chosenWords, confirmWords, Hand, moveName } from '../parts/say';
import {
  dateOf, dayOf, GRADES, isOver, keepMark, marks, puzzleOf, puzzleOfDay, puzzlesOf, PuzzleWire, solvedDays, streak,
  weekOf, type Mark, type Puzzle, type PuzzleInfo, type Standing,
} from '../puzzle';
import { within } from '../router';
import { useStore } from '../store';
import { Table, type View } from '../table';
import { useGames } from '../usegames';
import { readVariant, variantWords } from '../variant';
import { useWords, type Sentences, type Speech } from '../words';

const own = {
  puzzles: ['Puzzles', 'Προβλήματα'],
  ofDay: ['Puzzle of the day', 'Πρόβλημα της ημέρας'],
  intro: [
    'One position a day for each game. One move is better than all others: find it.',
    'Μία θέση την ημέρα για κάθε παιχνίδι. Μία κίνηση είναι καλύτερη από όλες τις άλλες: βρες την.',
  ],
  ofGame: ['Puzzles: {1}', 'Προβλήματα: {1}'],
  week: ['This week', 'Αυτή την εβδομάδα'],
  daySolved: ['{1}: solved', '{1}: λύθηκε'],
  inARow: ['{1} {1|day|days} in a row', '{1} {1|ημέρα|ημέρες} στη σειρά'],
  all: ['All {1}', 'Και τα {1}'],
  solve: ['Solve', 'Λύσε το'],
  look: ['Look again', 'Δες το ξανά'],
  solved: ['Solved', 'Λύθηκε'],
  seen: ['Seen', 'Το είδες'],
  grade: ['Difficulty {1} of {2}', 'Δυσκολία {1} από {2}'],
  difficulty: ['Difficulty', 'Δυσκολία'],
  any: ['Any', 'Όλες'],
  count: ['{1} of {2} solved', 'Λύθηκαν {1} από {2}'],
  none: ['This game has no puzzles yet.', 'Αυτό το παιχνίδι δεν έχει ακόμη προβλήματα.'],
  again: ['Again', 'Ξανά'],
  reset: ['From the start', 'Από την αρχή'],
  showLine: ['Show line', 'Η λύση'],
  next: ['Next', 'Επόμενο'],
  right: ['Right. {1}', 'Σωστά. {1}'],
  goOn: ['Right. Go on.', 'Σωστά. Συνέχισε.'],
  wrong: ['That lets it slip. {1}', 'Έτσι χάνεται η ευκαιρία. {1}'],
  wrongAlone: ['That is not the move.', 'Δεν είναι αυτή η κίνηση.'],
  wrongChance: [
    'After this move you win about {1} games of 100; the best move wins more.',
    'Μετά από αυτή την κίνηση κερδίζεις περίπου {1} στις 100 παρτίδες· η καλύτερη κίνηση κερδίζει περισσότερες.',
  ],
  done: ['Solved.', 'Το έλυσες.'],
  also: ['Solved: that wins as well.', 'Το έλυσες: κερδίζει κι αυτή.'],
  bestChance: [
    'Solved. It wins about {1} games of 100, the next best move {2}.',
    'Το έλυσες. Κερδίζει περίπου {1} στις 100 παρτίδες, η δεύτερη καλύτερη κίνηση {2}.',
  ],
  shown: ['This is the line. The puzzle counts as seen.', 'Αυτή είναι η λύση. Το πρόβλημα μετρά ως ιδωμένο.'],
  line: ['The line', 'Η συνέχεια'],
  foundBy: [
    '{1} of {2} levels of the computer find the first move.',
    'Την πρώτη κίνηση τη βρίσκουν {1} από τα {2} επίπεδα του υπολογιστή.',
  ],
  points: ['Points: {1} {2}, {3} {4}', 'Πόντοι: {1} {2}, {3} {4}'],
  theList: ['All puzzles', 'Όλα τα προβλήματα'],
} satisfies Sentences;

/* ---- what is asked of the server ---- */

interface Asked<T> {
  value: T | null;
  /** The server said that there is no such thing. */
  missing: boolean;
  away: boolean;
  again: () => void;
}

function useAsked<T>(ask: () => Promise<T>, key: string): Asked<T> {
  const [state, setState] = useState<{ value: T | null; missing: boolean; away: boolean }>({ value: null, missing: false, away: false });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    ask().then(
      (value) => { if (!gone) setState({ value, missing: false, away: false }); },
      (error: unknown) => {
        if (!gone) setState({ value: null, missing: error instanceof ApiError && !!error.refusal, away: !(error instanceof ApiError && error.refusal) });
      },
    );
    return () => { gone = true; };
  }, [key, attempt]);
  return { ...state, again: () => setAttempt((n) => n + 1) };
}

function Away({ again }: { again: () => void }) {
  const words = useWords();
  return (
    <>
      <Top />
      <Message title={words.t('awayTitle')}>
        <p>{words.t('awayText')}</p>
        <button type="button" class="btn" onClick={again}>{words.t('tryAgain')}</button>
      </Message>
    </>
  );
}

function Missing({ text }: { text: string }) {
  const words = useWords();
  return (
    <>
      <Top />
      <Message title={words.t('missingTitle')}>
        <p>{text}</p>
        <a class="btn" href="puzzles">{words.s(own.puzzles)}</a>
      </Message>
    </>
  );
}

/* ---- marks ---- */

function Grade({ grade }: { grade: number }) {
  const words = useWords();
  return (
    <span class="grade" role="img" aria-label={words.s(own.grade, grade, GRADES)}>
      {Array.from({ length: GRADES }, (_, i) => <i key={i} class={i < grade ? 'on' : undefined} />)}
    </span>
  );
}

function MarkOf({ mark }: { mark: Mark | undefined }) {
  const words = useWords();
  if (!mark) return null;
  return (
    <span class={`pmark ${mark}`} data-mark={mark}>
      <Icon name={mark === 'solved' ? 'check' : 'hint'} />{words.s(mark === 'solved' ? own.solved : own.seen)}
    </span>
  );
}

/** Which days of this week have a solved puzzle of the day. */
function Week({ game, today }: { game?: string; today: number }) {
  const words = useWords();
  const days = solvedDays(useStore(marks), game);
  const name = (day: number, weekday: 'long' | 'narrow') =>
    new Intl.DateTimeFormat(words.language, { weekday }).format(dateOf(day));
  return (
    <ol class="week" aria-label={words.s(own.week)}>
      {weekOf(today).map((day) => (
        <li key={day} class={days.has(day) ? 'ok' : undefined} aria-current={day === today ? 'date' : undefined}>
          <span aria-hidden="true">{name(day, 'narrow')}</span>
          <i
            role="img" aria-label={days.has(day) ? words.s(own.daySolved, name(day, 'long')) : name(day, 'long')}
          >
            {days.has(day) && <Icon name="check" />}
          </i>
        </li>
      ))}
    </ol>
  );
}

/* ---- the puzzles of the day ---- */

function DayCard({ game, today }: { game: GameInfo; today: number }) {
  const words = useWords();
  const { value: list } = useAsked(() => puzzlesOf(game.name), game.name);
  const known = useStore(marks).puzzles;
  const puzzle = list ? puzzleOfDay(list, today) : undefined;
  const mark = puzzle && known[`${game.name}/${puzzle.id}`];
  const all = list ? words.s(own.all, list.length) : words.s(own.theList);
  return (
    <li class="daycard" data-day={game.name}>
      <h2>{words.w(game.title)}</h2>
      {puzzle && <p>{words.w(puzzle.task)}</p>}
      {puzzle && <span class="row"><Grade grade={puzzle.grade} /><MarkOf mark={mark} /></span>}
      <Week game={game.name} today={today} />
      <span class="row">
        {puzzle && (
          <a class={mark ? 'btn quiet' : 'btn'} href={`puzzles/${game.name}/${puzzle.id}`} aria-label={`${words.s(mark ? own.look : own.solve)}: ${words.w(game.title)}`}>
            {words.s(mark ? own.look : own.solve)}
          </a>
        )}
        <a class="plain" href={`puzzles/${game.name}`} aria-label={`${all}: ${words.w(game.title)}`}>{all}</a>
      </span>
    </li>
  );
}

function Days() {
  const words = useWords();
  const { games, away, again } = useGames();
  const today = dayOf(new Date());
  const row = streak(solvedDays(useStore(marks)), today);
  useTitle(words.s(own.ofDay));
  if (away) return <Away again={again} />;
  return (
    <>
      <Top />
      <main class="days">
        <h1>{words.s(own.ofDay)}</h1>
        <p>{words.s(own.intro)}{row > 1 && <> <b data-streak>{words.s(own.inARow, row)}</b></>}</p>
        <ul class="daycards">
          {games?.filter((g) => g.puzzles).map((game) => <DayCard key={game.name} game={game} today={today} />)}
        </ul>
      </main>
    </>
  );
}

/* ---- the list of a game ---- */

function List({ game }: { game: GameInfo }) {
  const words = useWords();
  const { value: list, away, again } = useAsked(() => puzzlesOf(game.name), game.name);
  const known = useStore(marks).puzzles;
  const [grade, setGrade] = useState(0);
  const title = words.s(own.ofGame, words.w(game.title));
  useTitle(title);
  if (away) return <Away again={again} />;
  if (list?.length === 0) return <Missing text={words.s(own.none)} />;
  const markOf = ({ id }: PuzzleInfo) => known[`${game.name}/${id}`];
  const grades = [...new Set((list ?? []).map((p) => p.grade))].sort();
  const shown = (list ?? []).filter((p) => grade === 0 || p.grade === grade);
  const solved = (list ?? []).filter((p) => markOf(p) === 'solved').length;
  const choices: [number, string][] = [[0, words.s(own.any)], ...grades.map((g): [number, string] => [g, words.n(g)])];
  return (
    <>
      <Top />
      <main class="days">
        <h1>{title}</h1>
        {list && <p>{words.s(own.count, solved, list.length)}</p>}
        {grades.length > 1 && <Choice label={words.s(own.difficulty)} value={grade} options={choices} onChange={setGrade} />}
        <ul class="plist">
          {shown.map((p) => (
            <li key={p.id}>
              <a href={`puzzles/${game.name}/${p.id}`}>
                <b>{words.w(p.task)}</b>
                <small>{words.w(game.players[p.player === 1 ? 1 : 0].title)} <Grade grade={p.grade} /></small>
                <MarkOf mark={markOf(p)} />
              </a>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

/* ---- one puzzle ---- */

interface Shown {
  puzzle: Puzzle;
  info: GameInfo;
  wire: PuzzleWire;
  table: Table;
  view: View;
  game: Game;
  look: Look;
  layout: Layout;
  /** As the picture shows it: the end of a move appears when its animation has ended. */
  standing: Standing;
  next: { next: Map<number, LegalMove[]>; buttons: LegalMove[] };
}

interface Spoken {
  text: string;
  tone?: 'good' | 'soft';
  icon?: IconName;
}

function overWords({ puzzle, standing: { stage, line } }: Shown, words: Speech): Spoken {
  if (stage === 'shown') return { text: words.s(own.shown), icon: 'hint' };
  const best = puzzle.kind === 'best' && line;
  const text = stage === 'also' ? words.s(own.also)
    : best ? words.s(own.bestChance, line.percent, line.next_percent) : words.s(own.done);
  return { text, tone: 'good', icon: 'check' };
}

function spoken(all: Shown, words: Speech): Spoken {
  const { view, game, look, standing: { stage, reply, percent } } = all;
  if (isOver(stage)) return overWords(all, words);
  if (stage === 'wrong') {
    const text = percent !== null ? words.s(own.wrongChance, percent)
      : reply ? words.s(own.wrong, words.w(reply)) : words.s(own.wrongAlone);
    return { text, tone: 'soft', icon: 'warn' };
  }
  if (view.notice) {
    const refused = view.notice.tone === 'refused';
    return { text: view.notice.say(words), ...(refused ? { tone: 'soft' as const, icon: 'warn' as const } : {}) };
  }
  if (view.aimed) return { text: words.t('aimedAt', moveName(game, view.aimed.move, words)) };
  if (view.chosen.length > 0) return { text: chosenWords(view, game, look, words) };
  if (stage === 'going')
    return { text: reply ? words.s(own.right, words.w(reply)) : words.s(own.goOn), tone: 'good', icon: 'check' };
  return { text: `${words.w(game.position.said)} ${words.s(look.touchHelp)}` };
}

/** The spoken line, with "Again" after a wrong move. */
function Say(props: Shown) {
  const words = useWords();
  const { wire, table, view, game, look, standing, next } = props;
  const now = spoken(props, words);
  const asked = standing.stage === 'asked' || standing.stage === 'going';
  return (
    <div class={`say ${now.tone ?? ''}`}>
      {now.icon ? <Icon name={now.icon} /> : <Hand game={game} look={look} />}
      <div class="say-text">
        <p role="status" aria-live="polite" data-say data-stage={standing.stage}>{now.text}</p>
        {(now.tone === 'soft' || (asked && (view.aimed || next.buttons.length > 0))) && (
          <div class="say-row">
            {now.tone === 'soft' && (
              <button
                type="button" class="btn quiet" data-again
                ref={(node) => { if (standing.stage === 'wrong' && byKeyboard()) node?.focus(); }}
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

function Task({ puzzle, info, game, standing: { line } }: Shown) {
  const words = useWords();
  const { scores } = game.position;
  const [first, second] = info.players.map(({ title }) => words.w(title));
  const variant = variantWords(info.options, readVariant(puzzle.variant), words);
  return (
    <section class="task" aria-labelledby="task-title">
      <h2 id="task-title">{words.w(puzzle.task)}</h2>
      {variant && <p>{variant}</p>}
      {scores && <p data-scores>{words.s(own.points, first!, words.n(scores[0]), second!, words.n(scores[1]))}</p>}
      {line && puzzle.levels > 0 && <p data-found>{words.s(own.foundBy, line.found_by.length, puzzle.levels)}</p>}
    </section>
  );
}

/** The whole line in moves, when it may be known. */
function LineOf({ puzzle, look, standing: { line, stage } }: Shown) {
  const words = useWords();
  if (!line || !isOver(stage)) return null;
  return (
    <ol class="pline" aria-label={words.s(own.line)} data-line>
      {line.moves.map(({ move, player }, i) => (
        <li key={i}><look.Disc player={puzzle.players[player === 1 ? 1 : 0]} seat={player} /><bdi>{move}</bdi></li>
      ))}
    </ol>
  );
}

function Foot({ info, puzzle, wire, table, standing: { stage } }: Shown) {
  const words = useWords();
  const { value: list } = useAsked(() => puzzlesOf(info.name), info.name);
  const known = useStore(marks).puzzles;
  const at = list?.findIndex((p) => p.id === puzzle.id) ?? -1;
  const later = list && at >= 0 ? [...list.slice(at + 1), ...list.slice(0, at)] : [];
  const next = later.find((p) => !known[`${info.name}/${p.id}`]) ?? later[0];
  const over = isOver(stage);
  return (
    <nav class="lfoot" aria-label={words.s(own.puzzles)}>
      <button type="button" class="btn quiet" data-reset onClick={() => { table.drop(); wire.reset(); focusBoard(); }}>
        {words.s(own.reset)}
      </button>
      <button type="button" class="plain" data-show onClick={() => { table.drop(); void wire.show().catch(() => {}); }}>
        {words.s(own.showLine)}
      </button>
      {next
        ? <a class={over ? 'btn' : 'btn quiet'} href={`puzzles/${info.name}/${next.id}`} data-next>{words.s(own.next)}</a>
        : <a class="btn quiet" href={`puzzles/${info.name}`}>{words.s(own.theList)}</a>}
    </nav>
  );
}

function Stage({ wire, table, view, game, look, layout, standing, next }: Shown) {
  const words = useWords();
  const ratio = String(layout.width / layout.height);
  /* After a wrong move the board can be touched again at once. */
  const anew = (act: () => void) => {
    const { stage } = wire.standing.get();
    if (isOver(stage)) return;
    if (stage === 'wrong') wire.again();
    act();
  };
  const { last } = game.position;
  const cell = last?.cells[last.cells.length - 1];
  const { stage, count } = standing;
  const marked = stage === 'wrong' && cell !== undefined ? { ...view, refused: { cell, count } } : view;
  return (
    <section class="stage" aria-label={words.t('board')}>
      <div class="boardwrap" ref={(node) => { node?.style.setProperty('--ar', ratio); }}>
        <div class="board" id="board" tabIndex={-1}>
          <Board
            look={look} layout={layout} game={game} position={game.position} view={marked} next={next.next}
            previews={table.previews} onTap={(at, careful) => anew(() => table.tap(at, careful))}
            onDrag={(ways) => anew(() => table.drag(ways))}
          />
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

function usePuzzleTable(info: GameInfo, puzzle: Puzzle): { wire: PuzzleWire; table: Table } {
  const both = useMemo(() => {
    const onEnd = (mark: Mark) => {
      const today = dayOf(new Date());
      void puzzlesOf(info.name).then((list) =>
        keepMark(info.name, puzzle.id, mark, puzzleOfDay(list, today)?.id === puzzle.id ? today : null));
    };
    const wire = new PuzzleWire(info.name, puzzle, info.title, onEnd);
    return { wire, table: new Table(`${info.name}/${puzzle.id}`, wire, false) };
  }, []);
  useEffect(() => {
    both.table.open();
    focusBoard();
    return () => both.table.close();
  }, []);
  return both;
}

/** One puzzle: it is made again for each. */
function One({ info, puzzle, behind }: { info: GameInfo; puzzle: Puzzle; behind: boolean }) {
  const words = useWords();
  const { wire, table } = usePuzzleTable(info, puzzle);
  const view = useStore(table.view);
  const standing = useStore(wire.standing);
  const shown = useRef<Standing>(standing);
  if (!view.moving) shown.current = standing;
  const next = useMemo(() => table.next(), [view.told, view.chosen, view.sent]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!behind && event.key === 'Escape' && !event.defaultPrevented && table.drop()) event.preventDefault();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [table, behind]);
  const mark = useStore(marks).puzzles[`${info.name}/${puzzle.id}`];
  const game = view.told?.game;
  if (!game || !view.look || !view.layout) return <main class="play" aria-busy="true" />;
  const all: Shown = { puzzle, info, wire, table, view, game, look: view.look, layout: view.layout, standing: shown.current, next };
  return (
    <main class="play" data-stage={shown.current.stage} data-turn={shown.current.turn} data-count={shown.current.count} data-puzzle={puzzle.id}>
      <Stage {...all} />
      <aside class="rail">
        <div class="phead">
          <a class="plain" href={`puzzles/${info.name}`} aria-label={words.s(own.theList)}><Icon name="back" />{words.s(own.puzzles)}</a>
          <MarkOf mark={mark} />
          <Grade grade={puzzle.grade} />
        </div>
        <Task {...all} />
        <Say {...all} />
        <LineOf {...all} />
        <div class="grow" />
        <Foot {...all} />
      </aside>
    </main>
  );
}

function OnePage({ info, id, behind }: { info: GameInfo; id: string; behind: boolean }) {
  const words = useWords();
  const { value: puzzle, missing, away, again } = useAsked(() => puzzleOf(info.name, id), `${info.name}/${id}`);
  useTitle(words.s(own.ofGame, words.w(info.title)));
  if (missing) return <Missing text={words.t('missingText')} />;
  if (away) return <Away again={again} />;
  return (
    <div class={`play-page puzzle-page b-${puzzle?.look ?? 'none'}`}>
      <a class="skip" href={within('board')}>{words.t('skipToBoard')}</a>
      <Top title={words.w(info.title)} />
      {puzzle && <One key={puzzle.id} info={info} puzzle={puzzle} behind={behind} />}
    </div>
  );
}

export default function Puzzles({ name, id, behind }: { name: string | null; id: string | null; behind: boolean }) {
  const words = useWords();
  const { games, away, again } = useGames();
  if (name === null) return <Days />;
  const info = games?.find((g) => g.name === name);
  if (away) return <Away again={again} />;
  if (!games) return <Top />;
  if (!info) return <Missing text={words.t('missingText')} />;
  return id === null ? <List game={info} /> : <OnePage info={info} id={id} behind={behind} />;
}

