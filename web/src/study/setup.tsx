/* A position that is set up by hand: a brush of the game's palette, and cells to tap or to drag over. The server paints,
 * and says in words what is wrong with the position. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, ask, type Board as BoardData, type Game, type GameInfo, type PlayerName, type Position, type Word } from '../api';
import { still } from '../anim/film';
import { reconcile } from '../anim/sprites';
import { HitGrid } from '../board/grid';
import { FocusRing } from '../board/marks';
import { Sprites } from '../board/board';
import { lookOf } from '../looks';
import { round, type Layout, type Look } from '../looks/look';
import { Message, Top, useTitle } from '../parts/frame';
import { Icon } from '../parts/icon';
import { go, within } from '../router';
import { blank } from '../table';
import { useGames } from '../usegames';
import { refusalText, sentence, useWords, type Sentences } from '../words';
import { lineAddress, lineIn } from './address';
import { isNarrow } from './frame';
import { newKey } from './shelf';

const own = {
  title: ['{1} · Set up a position', '{1} · Στήσε μια θέση'],
  short: ['Set up a position', 'Στήσε μια θέση'],
  brushes: ['Brushes', 'Πινέλα'],
  how: ['Choose a brush, then touch cells or drag over them.', 'Διάλεξε πινέλο και άγγιξε κελιά ή σύρε πάνω τους.'],
  ready: ['This position can be played.', 'Η θέση παίζεται.'],
  use: ['Use this position', 'Χρησιμοποίησε τη θέση'],
  start: ['Start position', 'Αρχική θέση'],
  undo: ['Undo', 'Αναίρεση'],
  number: ['Number', 'Αριθμός'],
  settings: ['Position', 'Θέση'],
} satisfies Sentences;

interface Brush {
  title: Word;
  /** The piece it puts; null: it removes, or changes something that is no piece. */
  kind: string | null;
  player: number;
  /** It needs a cell. */
  cell: boolean;
  min: number;
  max: number;
}

type Stroke = [brush: number, cell: number, number: number];

interface Edited {
  palette: Brush[];
  board: BoardData;
  players: [PlayerName, PlayerName];
  look: string;
  position: Position;
  text: string | null;
  why: Word | null;
}

/** The server makes so many at once. */
const strokesMax = 4000;

interface From {
  variant: string;
  position: string;
}

/** What has been painted, and what the server says about it. */
function useEditing(game: string, from: From) {
  const words = useWords();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [strokes, setStrokes] = useState<Stroke[][]>([]);
  const [base, setBase] = useState(from);
  const [problem, setProblem] = useState<string | null>(null);
  const count = useRef(0);
  useEffect(() => {
    const mine = ++count.current;
    ask<Edited>('study/edit', { game, ...base, paint: strokes.flat() }).then(
      (answer) => {
        if (mine !== count.current) return; /* painted further meanwhile */
        setEdited(answer);
        setProblem(null);
      },
      (error: unknown) => {
        if (mine !== count.current) return;
        setProblem(refusalText(error instanceof ApiError ? error.refusal : null, words));
        if (error instanceof ApiError && error.refusal) setStrokes((all) => all.slice(0, -1)); /* refused: as it was */
      },
    );
  }, [strokes, base]);
  return {
    edited, problem, canUndo: strokes.length > 0,
    paint: (some: Stroke[]) => setStrokes((all) => (all.length < strokesMax ? [...all, some] : all)),
    undo: () => setStrokes((all) => all.slice(0, -1)),
    restart: () => { setBase({ ...from, position: 'startpos' }); setStrokes([]); },
  };
}

/** The piece of a brush, as the look draws it. */
function BrushIcon({ brush, look, number }: { brush: Brush; look: Look; number: number }) {
  if (!brush.kind) return <Icon name={brush.cell ? 'x' : 'again'} />;
  const sprite = {
    id: 0, cell: -1, kind: brush.kind, player: brush.player, number, layer: 0, x: 0, y: 0, scale: 1, opacity: 1,
  };
  return <svg viewBox="-36 -40 72 76" aria-hidden="true"><look.Piece sprite={sprite} /></svg>;
}

interface Painting {
  look: Look;
  layout: Layout;
  game: Game;
  onPaint: (cell: number) => void;
}

/** The board while it is painted: a touch or a drag paints the cells below it. */
function PaintBoard({ look, layout, game, onPaint }: Painting) {
  const { position } = game;
  const [cursor, setCursor] = useState<number | null>(null);
  const [ringed, setRinged] = useState(false);
  const down = useRef(false);
  const last = useRef<number | null>(null);
  const sprites = useMemo(() => still(reconcile([], look.sprites(layout, position)))[0]!.frame.sprites, [look, layout, position]);
  const cellAt = (event: PointerEvent): number | null => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]');
    return found ? Number(found.getAttribute('data-cell')) : null;
  };
  const paint = (event: PointerEvent) => {
    const cell = cellAt(event);
    if (cell === null || cell === last.current) return;
    last.current = cell;
    onPaint(cell);
  };
  const end = () => {
    if (!down.current) return;
    down.current = false;
    last.current = null;
  };
  return (
    <svg
      class={`board-svg painting look-${look.name}`} viewBox={`0 0 ${round(layout.width)} ${round(layout.height)}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
        down.current = true;
        paint(event);
      }}
      onPointerMove={(event) => { if (down.current) paint(event); }}
      onPointerUp={end} onPointerCancel={end} onPointerLeave={end}
    >
      <g aria-hidden="true">
        <look.Ground layout={layout} labels />
        <Sprites look={look} layout={layout} sprites={sprites} />
        {look.Over && <look.Over layout={layout} labels sprites={sprites} />}
        {ringed && cursor !== null && (
          <FocusRing of={{ look, layout, position, view: blank, ways: [], still: true }} cell={cursor} />
        )}
      </g>
      <HitGrid
        look={look} layout={layout} game={game} position={position} view={blank} next={new Map()}
        onTap={onPaint} cursor={cursor} setCursor={setCursor} setHover={() => {}}
        setRinged={setRinged} wasDrag={() => true}
      />
    </svg>
  );
}

/** A position as a board wants it: nobody is to move. */
function gameOf(name: string, title: Word, { look, board, players, position }: Edited): Game {
  return {
    id: 'setup', event: 1, game: name, variant: '', title, look, board, players, seats: [{ who: 'person' }, { who: 'person' }],
    mine: [], free: [], created: 0, position, steps: [], played: [], clock: null, undo: false, redo: false, offer: null,
    pace_ms: null, thinking: null, next: null, hints: false, agreed: false,
  };
}

function Numbered({ brush, value, set }: { brush: Brush; value: number; set: (n: number) => void }) {
  const words = useWords();
  const clamp = (n: number) => Math.max(brush.min, Math.min(brush.max, n));
  return (
    <label class="st-number">
      <span>{words.s(own.number)}</span>
      <span class="stepper">
        <button type="button" aria-label={words.t('less')} disabled={value <= brush.min} onClick={() => set(clamp(value - 1))}>−</button>
        <input
          type="number" min={brush.min} max={brush.max} value={value}
          onInput={(event) => {
            const n = Math.round(Number(event.currentTarget.value));
            if (Number.isFinite(n) && event.currentTarget.value !== '') set(clamp(n));
          }}
        />
        <button type="button" aria-label={words.t('more')} disabled={value >= brush.max} onClick={() => set(clamp(value + 1))}>+</button>
      </span>
    </label>
  );
}

function Editor({ info, from, behind }: { info: GameInfo; from: From; behind: boolean }) {
  const words = useWords();
  const { edited, problem, canUndo, paint, undo, restart } = useEditing(info.name, from);
  const [chosen, setChosen] = useState(0);
  const [numbers, setNumbers] = useState<Record<number, number>>({});
  const game = useMemo(() => edited && gameOf(info.name, info.title, edited), [edited]);
  const look = lookOf(edited?.look ?? info.look);
  const layout = useMemo(() => edited && look.layout(edited.board, 0, edited.position), [edited?.board, look, edited?.position]);
  useTitle(behind ? words.t('rules') : words.s(own.title, words.w(info.title)));
  useEffect(() => {
    if (behind) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.key !== 'z') return;
      event.preventDefault();
      undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [behind]);
  const brush = edited?.palette[chosen];
  const numberOf = (i: number) => numbers[i] ?? Math.max(1, edited?.palette[i]?.min ?? 0);
  const value = brush && brush.max > brush.min ? numberOf(chosen) : (brush?.min ?? 0);
  const use = () => go(lineAddress({
    game: info.name, variant: from.variant, position: edited!.text!, moves: [], ply: null, key: newKey(),
  }));
  const ratio = layout ? String(layout.width / layout.height) : '1';
  const said = problem ?? (edited?.why ? sentence(words.w(edited.why)) : edited?.text ? words.s(own.ready) : '');
  return (
    <div class={`play-page study-page setup-page b-${look.name}`}>
      <a class="skip" href={within('board')}>{words.t('skipToBoard')}</a>
      <Top title={isNarrow() ? words.s(own.short) : words.s(own.title, words.w(info.title))} />
      <main class="play" aria-busy={edited === null} data-text={edited?.text ?? undefined}>
        <section class="stage" aria-label={words.t('board')}>
          <div class="boardwrap" ref={(node) => { node?.style.setProperty('--ar', ratio); }}>
            <div class="board" id="board" tabIndex={-1}>
              {game && layout && (
                <PaintBoard
                  look={look} layout={layout} game={game}
                  onPaint={(cell) => { if (brush?.cell) paint([[chosen, cell, value]]); }}
                />
              )}
            </div>
          </div>
        </section>
        <aside class="rail" aria-label={words.s(own.settings)}>
          <div class={`say ${edited?.text ? 'good' : 'soft'}`}>
            <Icon name={edited?.text ? 'check' : 'warn'} />
            <div class="say-text"><p data-said role="status">{said}</p></div>
          </div>
          <p class="st-how">{words.s(own.how)}</p>
          <div class="st-pal xscroll" role="group" aria-label={words.s(own.brushes)}>
            {edited?.palette.map((one, i) => (
              <button
                key={i} type="button" aria-pressed={one.cell || one.max > one.min ? i === chosen : undefined} title={words.w(one.title)} aria-label={words.w(one.title)}
                data-brush={i}
                onClick={() => {
                  if (one.cell || one.max > one.min) setChosen(i);
                  if (!one.cell) paint([[i, -1, one.max > one.min ? numberOf(i) : one.min]]);
                }}
              >
                <BrushIcon brush={one} look={look} number={numberOf(i)} /><span>{words.w(one.title)}</span>
              </button>
            ))}
          </div>
          {brush && brush.max > brush.min && (
            <Numbered
              brush={brush} value={value}
              set={(n) => {
                setNumbers((all) => ({ ...all, [chosen]: n }));
                if (!brush.cell) paint([[chosen, -1, n]]);
              }}
            />
          )}
          <div class="grow" />
          <div class="st-foot">
            <button type="button" class="btn quiet" disabled={!canUndo} onClick={undo}><Icon name="undo" />{words.s(own.undo)}</button>
            <button type="button" class="btn quiet" onClick={restart}>{words.s(own.start)}</button>
            <button type="button" class="btn" disabled={!edited?.text} data-use onClick={use}>{words.s(own.use)}</button>
          </div>
        </aside>
      </main>
    </div>
  );
}

export function SetUp({ game, hash, behind }: { game: string; hash: string; behind: boolean }) {
  const words = useWords();
  const { games, away, again } = useGames();
  const line = lineIn(hash);
  const info = games?.find(({ name }) => name === game);
  if (info) {
    const from = line?.game === game
      ? { variant: line.variant, position: line.position }
      : { variant: info.usual.variant, position: 'startpos' };
    return <Editor info={info} from={from} behind={behind} />;
  }
  return (
    <>
      <Top />
      {(away || games) && (
        <Message title={words.t(away ? 'awayTitle' : 'missingTitle')}>
          {away
            ? <button type="button" class="btn" onClick={again}>{words.t('tryAgain')}</button>
            : <a class="btn" href="study">{words.t('toGames')}</a>}
        </Message>
      )}
    </>
  );
}
