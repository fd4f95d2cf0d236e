/* What panels draw on the board: see `Marks` in study.ts. Colour never is the only difference: strength, dashes, shapes and
 * texts say the same. */
import type { ComponentChildren } from 'preact';
import type { PlayerName, Position } from '../api';
import { corner, place } from '../board/marks';
import type { Layout, Look, Spot } from '../looks/look';
import { round } from '../looks/look';
import type { Marks } from './study';

interface Of {
  look: Look;
  layout: Layout;
  position: Position;
  players: [PlayerName, PlayerName];
}

/** Marks are drawn for a cell of 58 units. */
const sized = (layout: Layout): number => round((layout.ux / 58) * 100) / 100;

/** The head of an arrow, at its end. */
function head(from: Spot, to: Spot, size: number): string {
  const along = Math.atan2(to.y - from.y, to.x - from.x);
  const side = (turn: number) =>
    `${round(to.x - size * Math.cos(along + turn))} ${round(to.y - size * Math.sin(along + turn))}`;
  return `M${side(0.6)}L${round(to.x)} ${round(to.y)}L${side(-0.6)}`;
}

/** The line through the cells of a move, a little short of the last centre; a move of one cell has a ring instead. */
function Arrow({ of: { look, layout }, cells, n }: { of: Of; cells: readonly number[]; n?: number | undefined }) {
  const spots = cells.map((cell) => layout.spots[cell]).filter((spot): spot is Spot => spot !== undefined);
  const first = n === undefined || n === 1;
  const [from, to] = [spots[0], spots[spots.length - 1]];
  if (!from || !to) return null;
  const scale = sized(layout);
  const width = (first ? 11 : 6) * scale;
  const last = cells[cells.length - 1]!;
  const path = spots.length > 1 && (from.x !== to.x || from.y !== to.y)
    ? `M${spots.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}${head(spots[spots.length - 2]!, to, (first ? 26 : 18) * scale)}`
    : null;
  return (
    <g class="st-arrow">
      {path ? (
        <>
          <path d={path} fill="none" stroke="#fff" stroke-width={round(width + 5 * scale)} />
          <path d={path} fill="none" stroke="#8a3579" stroke-width={round(width)} />
        </>
      ) : (
        <path transform={place(layout, last)} d={look.outline(layout, 1)} class={first ? 'mk-hint' : 'mk-hint st-thin'} />
      )}
      {n !== undefined && (
        <g transform={path ? `translate(${round(from.x)} ${round(from.y)})` : place(layout, last)}>
          <Puck layout={layout} text={String(n)} tone={first ? 'line' : 'other'} />
        </g>
      )}
    </g>
  );
}

const shapes = {
  line: 'M-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z',
  other: 'M-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z',
  chosen: 'M-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z',
  error: 'M0 -19L19 0L0 19L-19 0Z',
} as const;

type Tone = keyof typeof shapes;

function Puck({ layout, text, tone }: { layout: Layout; text: string; tone: Tone }) {
  return (
    <g class={`st-puck ${tone}`} transform={`scale(${sized(layout)})`}>
      <path d={shapes[tone]} /><text>{text}</text>
    </g>
  );
}

function Heat({ of: { layout }, cell, step, text }: { of: Of; cell: number; step: number; text?: string | undefined }) {
  const unit = Math.min(layout.ux, layout.uy);
  const side = round(unit * (0.24 + 0.09 * step));
  return (
    <g transform={place(layout, cell)}>
      <rect class={`st-heat h${step}`} x={round(-side / 2)} y={round(-side / 2)} width={side} height={side} rx={round(side / 8)} />
      {text && (
        <text class={step >= 4 ? 'st-heatn w' : 'st-heatn'} transform={`scale(${sized(layout)})`}>{text}</text>
      )}
    </g>
  );
}

function Ghost({ of, cell, player, n }: { of: Of; cell: number; player: number; n: number }) {
  const { look, layout, players, position } = of;
  const seat = player === 1 ? 1 : 0;
  const drawn = look.ghost(players[seat], seat, position.hand[0]);
  return (
    <g transform={place(layout, cell)}>
      {drawn && <g opacity=".82">{drawn}</g>}
      <g class={drawn ? `st-ghost p${seat}` : 'st-ghost plain'} transform={`scale(${sized(layout)})`}>
        {!drawn && <circle r="15" />}<text>{n}</text>
      </g>
    </g>
  );
}

export function StudyMarks({ marks, of }: { marks: readonly Marks[]; of: Of }): ComponentChildren {
  const { look, layout, position } = of;
  const there = <M extends { cell: number }>(list: M[]) => list.filter(({ cell }) => layout.spots[cell] !== undefined);
  return (
    <g class="st-marks">
      {there(marks.flatMap((one) => one.heat ?? [])).map((one) => <Heat key={`h${one.cell}`} of={of} {...one} />)}
      {there(marks.flatMap((one) => one.ghosts ?? [])).map((one) => <Ghost key={`g${one.cell} ${one.n}`} of={of} {...one} />)}
      {there(marks.flatMap((one) => one.rings ?? [])).map(({ cell, tone }) => (
        <path
          key={`r${cell}${tone}`} class={tone === 'better' ? 'mk-hint' : 'st-error'} transform={place(layout, cell)}
          d={look.outline(layout, look.ringInside ? -1 : 2)}
        />
      ))}
      {marks.flatMap((one) => one.arrows ?? []).map((one, i) => <Arrow key={`a${i}`} of={of} cells={one.cells} n={one.n} />).reverse()}
      {there(marks.flatMap((one) => one.pucks ?? [])).map(({ cell, text, tone }) => (
        <g key={`p${cell}${text}`} transform={corner(layout, cell)}><Puck layout={layout} text={text} tone={tone} /></g>
      ))}
      {marks.map(({ draw }, i) => draw && <g key={i}>{draw({ look, layout, position })}</g>)}
    </g>
  );
}
