/* The pointer on a board: a drag from a cell, by mouse or finger. A click that ends a drag is no touch. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { cellAt, pointIn, slopOf, type Point } from '../drag';
import type { Layout } from '../looks/look';

/** A drag that is under way. */
export interface Drag {
  from: number;
  /** How far it has gone, in the picture's units. */
  by: Point;
  /** The cell under the pointer, or null beside the board. */
  over: number | null;
  pointer: string;
}

interface Begun {
  id: number;
  pointer: string;
  from: number;
  x: number;
  y: number;
}

export interface DragHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: (event: PointerEvent) => void;
}

/** `begins`: whether a pointer of this kind may drag from a cell. `done`: it was lifted. */
export function useDrag(
  svg: { current: SVGSVGElement | null }, layout: Layout,
  begins: (cell: number, pointer: string) => boolean, done: (drag: Drag) => void,
): { drag: Drag | null; handlers: DragHandlers; wasDrag: () => boolean } {
  const begun = useRef<Begun | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const now = useRef<Drag | null>(null);
  const moved = useRef(false);
  const show = (next: Drag | null) => {
    now.current = next;
    setDrag(next);
  };
  const stop = () => {
    begun.current = null;
    show(null);
  };
  const point = (event: { clientX: number; clientY: number }): Point =>
    pointIn(layout, svg.current!.getBoundingClientRect(), { x: event.clientX, y: event.clientY });
  const dragging = drag !== null;
  useEffect(() => {
    if (!dragging) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      stop();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [dragging]);
  const handlers: DragHandlers = {
    onPointerDown: (event) => {
      moved.current = false;
      stop();
      const from = svg.current && event.isPrimary && event.button === 0 ? cellAt(layout, point(event)) : null;
      if (from === null || !begins(from, event.pointerType)) return;
      const { pointerId: id, pointerType: pointer, clientX: x, clientY: y } = event;
      begun.current = { id, pointer, from, x, y };
    },
    onPointerMove: (event) => {
      const start = begun.current;
      if (!start || !svg.current || event.pointerId !== start.id) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!now.current && Math.hypot(dx, dy) < slopOf(start.pointer)) return;
      if (!now.current) svg.current.setPointerCapture(start.id);
      moved.current = true;
      const to = point(event);
      const from = point({ clientX: start.x, clientY: start.y });
      const by = { x: to.x - from.x, y: to.y - from.y };
      show({ from: start.from, by, over: cellAt(layout, to), pointer: start.pointer });
    },
    onPointerUp: (event) => {
      const last = now.current;
      if (!begun.current || event.pointerId !== begun.current.id) return;
      stop();
      if (last) done(last);
    },
    onPointerCancel: stop,
  };
  return { drag, handlers, wasDrag: () => moved.current };
}
