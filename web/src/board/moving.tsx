/* A board that shows moves but takes none: a picture of the rules, the replay of a game. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Frame } from '../anim/plan';
import type { Position } from '../api';
import { round, type Layout, type Look } from '../looks/look';
import { blank } from '../table';
import { Sprites } from './board';
import { useFrame } from './frame';
import { MarksOver, MarksUnder, type Scene } from './marks';

export function MovingBoard({ look, layout, frame, position, still, labels = true, children, svg }: {
  look: Look; layout: Layout; frame: Frame; position: Position;
  /** False during a move: the marks of the position appear at its end. */
  still: boolean;
  labels?: boolean;
  /** More marks, above all others. */
  children?: ComponentChildren;
  svg?: { current: SVGSVGElement | null };
}) {
  const own = useRef<SVGSVGElement>(null);
  const ref = svg ?? own;
  useFrame(ref, frame);
  const scene: Scene = {
    look, layout, position: still ? position : { ...position, last: null }, view: blank, ways: [], still,
  };
  return (
    <svg
      ref={ref} class={`board-svg look-${look.name}`} viewBox={`0 0 ${round(layout.width)} ${round(layout.height)}`}
      aria-hidden="true"
    >
      <look.Ground layout={layout} labels={labels} />
      <MarksUnder {...scene} />
      <Sprites look={look} layout={layout} sprites={frame.sprites} />
      {look.Over && <look.Over layout={layout} labels={labels} sprites={frame.sprites} />}
      <MarksOver {...scene} />
      {children}
      {frame.floats.map((float, i) => <text key={i} class="float" data-float x={float.x} y={float.y}>{float.text}</text>)}
    </svg>
  );
}
