/* A board on the screen, in layers: from the background to the cells that receive touches. */
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Game, LegalMove, Position } from '../api';
import type { Layout, Look, NextProps, Sprite } from '../looks/look';
import { round } from '../looks/look';
import { memo } from '../memo';
import { settings } from '../settings';
import { useStore } from '../store';
import type { View } from '../table';
import { completes } from '../touch';
import { useFrame } from './frame';
import { HitGrid } from './grid';
import { FocusRing, MarksOver, MarksUnder, Pointed, type Scene } from './marks';

export interface BoardProps {
  look: Look;
  layout: Layout;
  game: Game;
  position: Position;
  view: View;
  next: Map<number, LegalMove[]>;
  onTap: (cell: number, careful: boolean) => void;
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

export function Board({ look, layout, game, position, view, next, onTap }: BoardProps) {
  const { coordinates } = useStore(settings);
  const svg = useRef<SVGSVGElement | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [ringed, setRinged] = useState(false);
  useFrame(svg, view.frame);
  const ways = useMemo(() => waysOf(next, view.chosen), [next, view.chosen]);
  const scene: Scene = { look, layout, position, view, ways, still: !view.moving };
  const { sprites, floats } = view.frame;
  return (
    <svg
      ref={svg} class={`board-svg look-${look.name}`} viewBox={`0 0 ${round(layout.width)} ${round(layout.height)}`}
    >
      <g aria-hidden="true">
        <look.Ground layout={layout} labels={coordinates} />
        <MarksUnder {...scene} />
        <Sprites look={look} layout={layout} sprites={sprites} />
        {look.Over && <look.Over layout={layout} labels={coordinates} sprites={sprites} />}
        <MarksOver {...scene} />
        <Pointed of={scene} game={game} hover={hover} />
        {floats.map((float, i) => <text key={i} class="float" data-float x={float.x} y={float.y}>{float.text}</text>)}
        {ringed && cursor !== null && <FocusRing of={scene} cell={cursor} />}
      </g>
      <HitGrid
        look={look} layout={layout} game={game} position={position} view={view} next={next} onTap={onTap}
        cursor={cursor} setCursor={setCursor} setHover={setHover} setRinged={setRinged}
      />
    </svg>
  );
}
