/* The cells that receive touches: also a grid for screen readers and keyboards, with one tab stop. Arrows move,
 * Enter chooses. */
import { useMemo, useRef } from 'preact/hooks';
import type { Game, LegalMove, Position } from '../api';
import type { Layout, Look } from '../looks/look';
import { round } from '../looks/look';
import { isArrow, neighbour } from '../neighbours';
import { settings } from '../settings';
import { useStore } from '../store';
import type { View } from '../table';
import { useWords, type Speech } from '../words';
import { place } from './marks';

/** On cells smaller than this, in CSS pixels, a touch selects and a second one plays. */
const fingerWidth = 44;

/** A cell and its contents in words: "h8, black stone, last move". */
export function cellWords(
  look: Look, layout: Layout, game: Pick<Game, 'players'>, position: Position, cell: number, words: Speech,
  marks: { chosen: boolean; legal: boolean; move?: string },
): string {
  const label = layout.board.cells[cell]?.[5];
  const name = look.cellName?.(layout, cell, words) ?? label ?? '';
  const spot = layout.spots[cell]!;
  const where = name || words.t('cellAt', Math.round(spot.y / layout.uy), Math.round(spot.x / layout.ux));
  const pieces = position.pieces.filter((piece) => piece[0] === cell);
  const here = pieces.map((piece) => look.say(piece, words, game.players));
  return [
    where,
    ...(here.length > 0 ? here : [words.t('cellEmpty')]),
    ...(position.last?.cells.includes(cell) ? [words.t('cellLast')] : []),
    ...(marks.chosen ? [words.t('cellChosen')] : []),
    ...(marks.move ? [marks.move] : marks.legal ? [words.t('cellLegal')] : []),
  ].join(', ');
}

/** Cells by rows of the picture, from the top and the left. */
function rowsOf(layout: Layout): number[][] {
  const rows = new Map<number, number[]>();
  layout.spots.forEach((spot, cell) => {
    if (layout.beyond.has(cell)) return;
    const key = Math.round(spot.y / 4);
    const row = rows.get(key);
    if (row) row.push(cell);
    else rows.set(key, [cell]);
  });
  const byX = (a: number, b: number) => layout.spots[a]!.x - layout.spots[b]!.x;
  return [...rows].sort(([a], [b]) => a - b).map(([, cells]) => cells.sort(byX));
}

function hitPath(layout: Layout, cell: number): string {
  const [shape, , , w, h] = layout.board.cells[cell]!;
  const [x, y] = [((w / 1000) * layout.ux) / 2, ((h / 1000) * layout.ux) / 2];
  if (shape === 'hexagon') {
    const [left, half] = [round(-x), round(y / 2)];
    return `M0 ${round(-y)}L${round(x)} ${round(-y / 2)}V${half}L0 ${round(y)}L${left} ${half}V${round(-y / 2)}Z`;
  }
  const v = ((h / 1000) * layout.uy) / 2;
  return `M${-x} ${-v}H${x}V${v}H${-x}Z`;
}

const cellOf = (target: EventTarget | null): number | null => {
  const found = target instanceof Element ? target.closest('[data-cell]') : null;
  return found ? Number(found.getAttribute('data-cell')) : null;
};

/** A click takes no focus: the arrow keys of people who use a mouse walk through the moves. */
function leaveFocus(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement)
    document.activeElement.blur();
}

/** The tab stop: the last focused cell, else the last move, else the middle of the board. */
function tabStopOf(rows: number[][], layout: Layout, position: Position, cursor: number | null): number {
  const row = rows[rows.length >> 1];
  const middle = row?.[row.length >> 1] ?? 0;
  const stop = cursor ?? position.last?.cells.slice(-1)[0] ?? middle;
  return layout.spots[stop] && !layout.beyond.has(stop) ? stop : middle;
}

export interface HitGridProps {
  look: Look;
  layout: Layout;
  game: Game;
  position: Position;
  view: View;
  next: Map<number, LegalMove[]>;
  /** The cell that has or had the keyboard's focus. */
  cursor: number | null;
  setCursor: (cell: number | null) => void;
  setHover: (cell: number | null) => void;
  /** Whether the focus ring is visible. */
  setRinged: (ringed: boolean) => void;
  onTap: (cell: number, careful: boolean) => void;
  /** Whether the pointer's last movement was a drag: the click that ends it is no touch. */
  wasDrag: () => boolean;
}

/** The label of the move that a touch of a cell makes, if it has one. */
function labelOf({ next, position, view }: HitGridProps, cell: number, words: Speech): string {
  const move = next.get(cell)?.find((m) => m.length === view.chosen.length + 2);
  return move ? words.w(position.labels?.[move[0]]) : '';
}

/** Handles a key on a cell of the grid. */
function onGridKey(props: HitGridProps, rows: number[][], focusCell: (cell: number) => void) {
  const { layout, view, onTap } = props;
  return (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (isArrow(event.key)) {
      event.preventDefault();
      const reachable = layout.spots.map((spot, i) => (layout.beyond.has(i) ? { x: NaN, y: NaN } : spot));
      focusCell(neighbour(reachable, cell, event.key));
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      const row = rows.find((cells) => cells.includes(cell))!;
      focusCell(event.key === 'Home' ? row[0]! : row[row.length - 1]!);
    } else if ((event.key === 'Enter' && !view.typed) || event.key === ' ') {
      event.preventDefault();
      onTap(cell, false);
    }
  };
}

export function HitGrid(props: HitGridProps) {
  const { look, layout, game, position, view, next, cursor, setCursor, setHover, setRinged, onTap, wasDrag } = props;
  const words = useWords();
  const { atOnce } = useStore(settings);
  const grid = useRef<SVGGElement>(null);
  const pointer = useRef('mouse');
  const rows = useMemo(() => rowsOf(layout), [layout]);
  const tabStop = tabStopOf(rows, layout, position, cursor);
  const few = next.size * 2 < layout.spots.length;
  const focusCell = (cell: number) => {
    setCursor(cell);
    grid.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  };
  const isSmall = (): boolean => {
    const width = grid.current?.ownerSVGElement?.getBoundingClientRect().width ?? 1000;
    return (width / layout.width) * Math.min(layout.ux, layout.uy) < fingerWidth;
  };
  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell === null || (event.detail > 0 && wasDrag())) return; /* a click without a pointer has detail 0 */
    setCursor(cell);
    onTap(cell, pointer.current === 'touch' && !atOnce && isSmall());
  };
  const hit = (cell: number) => {
    const [chosen, legal] = [view.chosen.includes(cell), next.has(cell)];
    const reach = legal || (next.size > 0 && look.take?.({ layout, position }, view.chosen, cell) !== undefined);
    const move = labelOf(props, cell, words);
    return (
      <path
        key={cell} role="gridcell" data-cell={cell} data-label={layout.board.cells[cell]![5]}
        data-legal={legal ? '' : undefined} class={reach ? 'hit' : 'hit idle'}
        transform={place(layout, cell)} d={hitPath(layout, cell)}
        tabindex={cell === tabStop ? 0 : -1} aria-selected={chosen}
        aria-label={cellWords(look, layout, game, position, cell, words, { chosen, legal: few && legal, move })}
      />
    );
  };
  return (
    <g
      ref={grid} role="grid" aria-label={words.t('boardOf', words.w(game.title))} aria-busy={view.moving}
      onClick={onClick} onKeyDown={onGridKey(props, rows, focusCell)}
      onPointerDown={(event) => { pointer.current = event.pointerType; }}
      onMouseDown={leaveFocus}
      onPointerMove={(event) => { if (event.pointerType === 'mouse') setHover(cellOf(event.target)); }}
      onPointerLeave={() => setHover(null)}
      onFocusIn={(event) => {
        setCursor(cellOf(event.target));
        setRinged(event.target instanceof Element && event.target.matches(':focus-visible'));
      }}
      onFocusOut={() => setRinged(false)}
    >
      {rows.map((cells, i) => <g key={i} role="row">{cells.map(hit)}</g>)}
    </g>
  );
}
