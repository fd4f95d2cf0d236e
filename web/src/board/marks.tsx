/* The marks on a board, in layers under and over its pieces. The look decides how each is drawn. */
import type { VNode } from 'preact';
import type { Game, HintMessage, Position, Threat } from '../api';
import type { Layout, Look, NextProps } from '../looks/look';
import { round } from '../looks/look';
import { Bulb, Cross, Strike, Turn } from '../looks/marks';
import type { View } from '../table';
import { cellsOfText } from '../touch';

/** Moves of a hint's line that are drawn. */
const lineShown = 7;

/** What the marks are drawn from. */
export interface Scene {
  look: Look;
  layout: Layout;
  position: Position;
  view: View;
  /** Where the legal moves after the present choice lead. */
  ways: NextProps['next'];
  /** False during an animation: the marks of a position appear at its end. */
  still: boolean;
  /** A drag is under way, and `ways` is where it goes. */
  dragging?: boolean;
}

export const place = (layout: Layout, cell: number, dy = 0): string => {
  const spot = layout.spots[cell];
  return spot ? `translate(${round(spot.x)} ${round(spot.y + dy)})` : '';
};

/** The upper right corner of a cell. */
export const corner = (layout: Layout, cell: number): string =>
  `${place(layout, cell)} translate(${round(layout.ux * 0.34)} ${round(-layout.uy * 0.34)})`;

const joined = (layout: Layout, cells: readonly number[]): string =>
  `M${cells.map((cell) => `${layout.spots[cell]!.x} ${layout.spots[cell]!.y}`).join('L')}`;

type Attributes = Record<string, string | number>;

export function Outline(props: { of: Scene; cell: number; grow: number; attributes: Attributes }) {
  const { of: { look, layout, position }, cell, grow, attributes } = props;
  const lift = look.lift?.(layout, position, cell) ?? 0;
  return (
    <path
      transform={place(layout, cell, lift)} d={look.outline(layout, grow)} fill="none" stroke-linejoin="round"
      {...attributes}
    />
  );
}

/** The ring around a chosen cell: blue, with white inside. */
const Ring = ({ of, cell, grow }: { of: Scene; cell: number; grow: number }) => (
  <g>
    <Outline of={of} cell={cell} grow={grow} attributes={{ stroke: 'var(--mk-chosen)', 'stroke-width': 7 }} />
    <Outline of={of} cell={cell} grow={grow - 1} attributes={{ stroke: '#fff', 'stroke-width': 3.5 }} />
  </g>
);

/* ---- the last move, the choice, the next moves ---- */

function Last({ look, layout, position, still }: Scene) {
  const { last } = position;
  if (!still || !last || last.cells.length === 0) return null;
  return <look.Last layout={layout} position={position} cells={last.cells} player={last.player} />;
}

function Chosen({ look, layout, position, view, still }: Scene) {
  if (!still || view.chosen.length === 0 || !look.Chosen) return null;
  return <look.Chosen layout={layout} position={position} chosen={view.chosen} />;
}

function AimedAsChosen({ look, layout, position, view, still }: Scene) {
  if (!still || !view.aimed || !look.aimedAsChosen || !look.Chosen) return null;
  return <look.Chosen layout={layout} position={position} chosen={[view.aimed.cell]} />;
}

function ChosenRings(scene: Scene) {
  const { look, layout, view, still } = scene;
  if (!still || look.chosenOver) return null;
  const cells = look.chosenCells?.(layout, view.chosen) ?? view.chosen;
  return <>{cells.map((cell) => <Ring key={cell} of={scene} cell={cell} grow={2} />)}</>;
}

function Next({ look, layout, position, view, ways, still, dragging = false }: Scene) {
  if (!still || (view.aimed && !look.nextUnder)) return null;
  return <look.Next layout={layout} position={position} chosen={view.chosen} next={ways} dragging={dragging} />;
}

/* ---- hints ---- */

const hintNow = (view: View): HintMessage | null => (view.back ? null : view.hint);

/** In some games each move of a line has one cell: the first few are numbered. */
function lineOf(hint: HintMessage): number[] | null {
  const isLine = hint.step === 3 && hint.moves.length > 1 && hint.cells.length === hint.moves.length;
  return isLine ? hint.cells.slice(0, lineShown) : null;
}

function hintCells(hint: HintMessage, position: Position): number[] {
  const line = lineOf(hint);
  if (line) return line.slice(0, 1);
  return hint.cells.length > 0 ? hint.cells : hint.moves.slice(0, 1).flatMap((m) => cellsOfText(position.legal, m));
}

function HintArea({ look, layout, position, view }: Scene) {
  const hint = hintNow(view);
  if (!hint || hint.step !== 1) return null;
  return (
    <>
      {hintCells(hint, position).map((cell) => (
        <path key={cell} class="hintarea" transform={place(layout, cell)} d={look.outline(layout, 2)} />
      ))}
    </>
  );
}

function Hints(scene: Scene) {
  const { look, layout, position, view } = scene;
  const hint = hintNow(view);
  if (!hint) return null;
  const cells = hintCells(hint, position);
  const grow = look.ringInside ? -1 : 2;
  return (
    <>
      {hint.step !== 1 && cells.map((cell) => (
        <Outline key={cell} of={scene} cell={cell} grow={grow} attributes={{ class: 'mk-hint' }} />
      ))}
      {lineOf(hint)?.slice(1).map((cell, i) => (
        <g key={i} transform={place(layout, cell)}><Turn n={i + 2} scale={look.mark} /></g>
      ))}
      {cells.length > 0 && <g transform={corner(layout, cells[cells.length - 1]!)}><Bulb scale={look.mark} /></g>}
    </>
  );
}

/* ---- threats, and the cells that decided the game ---- */

const threatsNow = (view: View): Threat[] => (view.back || hintNow(view) ? [] : (view.threats?.threats ?? []));

/** Lines through the cells of one row. */
function Joins({ look, layout, position, view, still }: Scene) {
  if (!look.joins) return null;
  return (
    <>
      {threatsNow(view).filter((threat) => threat.cells.length > 1).map((threat, i) => (
        <path
          key={i} class="threat-link" d={joined(layout, threat.cells)}
          fill="none" stroke="var(--mk-threat)" stroke-width="12" stroke-linecap="round"
        />
      ))}
      {still && position.won_by.length > 1 && (
        <path d={joined(layout, position.won_by)} fill="none" stroke="#fff" stroke-width="14" stroke-linecap="round" />
      )}
    </>
  );
}

function Won(scene: Scene) {
  if (!scene.still) return null;
  return (
    <>
      {scene.position.won_by.map((cell) => (
        <Outline key={cell} of={scene} cell={cell} grow={2} attributes={{ stroke: '#fff', 'stroke-width': 4 }} />
      ))}
    </>
  );
}

function Threats(scene: Scene) {
  const { look, layout, view } = scene;
  const threats = threatsNow(view);
  const ring = { stroke: 'var(--mk-threat)', 'stroke-width': 4 };
  return (
    <>
      {threats.flatMap(({ cells }, i) =>
        cells.map((cell) => <Outline key={`${i} ${cell}`} of={scene} cell={cell} grow={2} attributes={ring} />))}
      {threats.flatMap(({ at }, i) =>
        at.map((cell) => (
          <g key={`at ${i} ${cell}`} transform={place(layout, cell)}><Strike scale={look.mark} /></g>
        )))}
    </>
  );
}

/* ---- marks at the pointer and the keyboard focus ---- */

/** The piece that a touch would place: at the selected cell, the move that was sent, or the pointer. */
function ghostOf(scene: Scene, game: Game, pointed: number | null): { cell: number; drawn: VNode } | null {
  const { look, position, view } = scene;
  const cell = view.aimed?.cell ?? view.sent?.cells[0] ?? (view.chosen.length === 0 ? pointed : null);
  if (cell === null || position.pieces.some((piece) => piece[0] === cell)) return null;
  const mover = position.turn === 1 ? 1 : 0;
  const drawn = look.ghost(game.players[mover], mover, position.hand[0]);
  return drawn && { cell, drawn };
}

interface PointedProps {
  of: Scene;
  game: Game;
  /** The cell under the pointer. */
  hover: number | null;
}

export function Pointed({ of: scene, game, hover }: PointedProps) {
  const { look, layout, position, view, ways, still } = scene;
  const reaches = (at: number) =>
    ways.some(({ cell }) => cell === at) ||
    (ways.length > 0 && look.take?.({ layout, position }, view.chosen, at) !== undefined);
  const pointed = hover !== null && reaches(hover) ? hover : null;
  const ghost = ghostOf(scene, game, pointed);
  const at = view.aimed?.cell ?? hover;
  const ringed = still && pointed !== null && !look.Hover && !ghost && !view.chosen.includes(pointed);
  return (
    <>
      {still && look.Hover && at !== null && (
        <look.Hover layout={layout} position={position} chosen={view.chosen} next={ways} cell={at} />
      )}
      {ringed && <Outline of={scene} cell={pointed} grow={1} attributes={{ stroke: '#fff', 'stroke-width': 3 }} />}
      {ghost && (
        <g transform={place(layout, ghost.cell)} opacity={view.aimed || view.sent ? 0.75 : 0.55}>{ghost.drawn}</g>
      )}
      {view.aimed && <Ring of={scene} cell={view.aimed.cell} grow={3} />}
      {view.refused && layout.spots[view.refused.cell] && (
        <g transform={corner(layout, view.refused.cell)}>
          <g key={view.refused.count} class="illegal"><Cross scale={look.mark} /></g>
        </g>
      )}
    </>
  );
}

/** Where a drag goes that is no legal move. */
export const DragRefused = ({ of: { look, layout }, cell }: { of: Scene; cell: number }) => (
  <g transform={corner(layout, cell)}><Cross scale={look.mark} /></g>
);

export const FocusRing = ({ of, cell }: { of: Scene; cell: number }) => (
  <g class="focus-ring">
    <Outline of={of} cell={cell} grow={5} attributes={{ stroke: 'var(--focus-gap)', 'stroke-width': 8 }} />
    <Outline of={of} cell={cell} grow={5} attributes={{ stroke: 'var(--focus)', 'stroke-width': 4 }} />
  </g>
);

/* ---- the two layers ---- */

export const MarksUnder = (scene: Scene) => (
  <>
    {scene.look.lastUnder && <Last {...scene} />}
    {!scene.look.chosenOver && <Chosen {...scene} />}
    <AimedAsChosen {...scene} />
    {scene.look.nextUnder && <Next {...scene} />}
    <HintArea {...scene} />
    <Joins {...scene} />
  </>
);

export const MarksOver = (scene: Scene) => (
  <>
    {!scene.look.lastUnder && <Last {...scene} />}
    <Won {...scene} />
    <Threats {...scene} />
    {scene.look.chosenOver && <Chosen {...scene} />}
    <ChosenRings {...scene} />
    {!scene.look.nextUnder && <Next {...scene} />}
    <Hints {...scene} />
  </>
);
