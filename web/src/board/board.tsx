/* A board on the screen, in layers: from the background to the cells that receive touches. */
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Game, LegalMove, Position } from '../api';
import type { Layout, Look, NextProps, Sprite } from '../looks/look';
import { round } from '../looks/look';
import { memo } from '../memo';
import { settings } from '../settings';
import { useStore } from '../store';
import { meant, type Meant } from '../drag';
import { usePreview, type Previews } from '../preview';
import type { View } from '../table';
import { completes } from '../touch';
import { useFrame } from './frame';
import { HitGrid } from './grid';
import { DragRefused, FocusRing, MarksOver, MarksUnder, Pointed, type Scene } from './marks';
import { useDrag, type Drag } from './usedrag';

export interface BoardProps {
  look: Look;
  layout: Layout;
  game: Game;
  position: Position;
  view: View;
  next: Map<number, LegalMove[]>;
  previews: Previews;
  onTap: (cell: number, careful: boolean) => void;
  /** A drag that may stand for any of these touches. */
  onDrag: (ways: number[][]) => void;
  /** More marks, above all others. */
  children?: ComponentChildren;
}

const SpriteView = memo(({ sprite, look }: { sprite: Sprite; look: Look }) => {
  const at = `translate(${round(sprite.x)} ${round(sprite.y)})`;
  return (
    <g transform={sprite.scale !== 1 ? `${at} scale(${sprite.scale})` : at} opacity={sprite.opacity}>
      <g data-sprite={sprite.id}><look.Piece sprite={sprite} /></g>
    </g>
  );
});

export function Sprites({ look, layout, sprites }: { look: Look; layout: Layout; sprites: readonly Sprite[] }) {
  const sorted = useMemo(() => [...sprites].sort((a, b) => a.layer - b.layer || a.id - b.id), [sprites]);
  return (
    <g clip-path={look.clip ? `url(#${look.clip(layout)})` : undefined}>
      {sorted.map((sprite) => <SpriteView key={sprite.id} sprite={sprite} look={look} />)}
    </g>
  );
}

/** The marks of the legal moves after the present choice: where each leads, and from where. */
function waysOf(next: Map<number, LegalMove[]>, chosen: readonly number[]): NextProps['next'] {
  return [...next].map(([cell, moves]) => {
    const move = moves.find((m) => m.length === chosen.length + 2);
    if (!move) return { cell, done: false, from: cell };
    /* A move goes from the cell before its last one to the last, whatever was touched first. */
    const whole = completes(move, chosen, cell) && move.length > 2;
    return { cell, done: true, from: whole ? (move[move.length - 2] as number) : (chosen[0] ?? cell) };
  });
}

/** What a drag means at the moment, if it means a move of this look. */
function meantBy(drag: Drag | null, { look, layout, position, view }: BoardProps): Meant | null {
  if (!drag || !look.drag) return null;
  const ways = look.drag({ layout, position, chosen: view.chosen, from: drag.from, by: drag.by });
  return meant(position.legal, ways, look.unordered);
}

/** The scene while a drag is under way: as if its cells were chosen, and only its target was left. */
function dragged(scene: Scene, { cells, move }: Meant): Scene {
  const [chosen, cell] = [cells.slice(0, -1), cells[cells.length - 1]!];
  const from = move && move.length > 2 ? (move[move.length - 2] as number) : (chosen[0] ?? cell);
  return {
    ...scene, view: { ...scene.view, chosen, aimed: null, refused: null }, dragging: true,
    ways: move ? [{ cell, done: true, from }] : [],
  };
}

/** The legal move that a touch of a cell would make. */
const moveAt = (next: Map<number, LegalMove[]>, chosen: readonly number[], cell: number | null): LegalMove | null =>
  (cell === null ? undefined : next.get(cell)?.find((move) => move.length === chosen.length + 2)) ?? null;

export function Board(props: BoardProps) {
  const { look, layout, game, position, view, next, previews, onTap, onDrag } = props;
  const { coordinates, atOnce } = useStore(settings);
  const svg = useRef<SVGSVGElement | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [ringed, setRinged] = useState(false);
  useFrame(svg, view.frame);
  const mayDrag = next.size > 0 && (look.drag !== undefined || look.aims === true);
  const { drag, handlers, wasDrag } = useDrag(
    svg, layout,
    (_cell, pointer) => mayDrag && (look.drag !== undefined || pointer === 'touch'),
    (end) => {
      if (look.drag) onDrag(look.drag({ layout, position, chosen: view.chosen, from: end.from, by: end.by }));
      else if (end.over !== null) onTap(end.over, !atOnce);
    },
  );
  const meaning = meantBy(drag, props);
  const ways = useMemo(() => waysOf(next, view.chosen), [next, view.chosen]);
  const still = !view.moving;
  const plain: Scene = { look, layout, position, view, ways, still };
  const scene = meaning ? dragged(plain, meaning) : drag ? { ...plain, view: { ...view, aimed: null } } : plain;
  const pointed = drag
    ? (look.drag ? (meaning?.cells.length === 1 ? meaning.cells[0]! : null) : drag.over)
    : hover;
  const tried = meaning
    ? meaning.move
    : moveAt(next, view.chosen, drag ? drag.over : (view.aimed?.cell ?? hover ?? (ringed ? cursor : null)));
  const steps = usePreview(previews, position.ply, look.Preview && still && tried ? tried[0] : null);
  const { sprites, floats } = view.frame;
  return (
    <svg
      ref={svg} class={`board-svg look-${look.name}${mayDrag ? ' drags' : ''}${drag ? ' dragging' : ''}`}
      viewBox={`0 0 ${round(layout.width)} ${round(layout.height)}`} {...handlers}
    >
      <g aria-hidden="true">
        <look.Ground layout={layout} labels={coordinates} />
        <MarksUnder {...scene} />
        <Sprites look={look} layout={layout} sprites={sprites} />
        {look.Over && <look.Over layout={layout} labels={coordinates} sprites={sprites} />}
        {look.Preview && steps && <g data-preview><look.Preview layout={layout} position={position} steps={steps} /></g>}
        <MarksOver {...scene} />
        <Pointed of={scene} game={game} hover={pointed} />
        {meaning && !meaning.move && <DragRefused of={scene} cell={meaning.cells[meaning.cells.length - 1]!} />}
        {floats.map((float, i) => <text key={i} class="float" data-float x={float.x} y={float.y}>{float.text}</text>)}
        {props.children}
        {ringed && cursor !== null && <FocusRing of={scene} cell={cursor} />}
      </g>
      <HitGrid
        look={look} layout={layout} game={game} position={position} view={view} next={next} onTap={onTap}
        cursor={cursor} setCursor={setCursor} setHover={setHover} setRinged={setRinged} wasDrag={wasDrag}
      />
    </svg>
  );
}
