/* A board that is only looked at: a picture of the rules, a game in a list. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { reconcile } from '../anim/sprites';
import type { Board, Position } from '../api';
import { lookOf } from '../looks';
import { round, type Layout, type Look } from '../looks/look';
import { memo } from '../memo';
import { Sprites } from './board';

export const StillBoard = memo(({ look: name, board, position, over }: {
  look: string; board: Board; position: Position;
  /** Drawn above everything else. */
  over?: (of: { look: Look; layout: Layout }) => ComponentChildren;
}) => {
  const look = lookOf(name);
  const { layout, sprites } = useMemo(() => {
    const made = look.layout(board, 0, position);
    return { layout: made, sprites: reconcile([], look.sprites(made, position)) };
  }, [look, board, position]);
  return (
    <svg
      class={`still look-${look.name}`} viewBox={`0 0 ${round(layout.width)} ${round(layout.height)}`}
      aria-hidden="true"
    >
      <look.Ground layout={layout} labels={false} />
      <Sprites look={look} layout={layout} sprites={sprites} />
      {look.Over && <look.Over layout={layout} labels={false} sprites={sprites} />}
      {over?.({ look, layout })}
    </svg>
  );
});
