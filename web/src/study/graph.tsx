/* The graph of chances to win, with uPlot, which is loaded only with this file. First's chance is the dark area from below,
 * as in the evaluation bar; what only the quick pass has seen is hatched. A click, a drag or an arrow key goes to a move.
 *
 * The canvas is a picture of the table that follows it, which only screen readers get. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { settings } from '../settings';
import { useStore } from '../store';
import { useWords, type Sentence, type Speech } from '../words';
import { classWords, glyphOf } from './classmark';
import { isFault, series, type Fault, type Judged } from './judge';

export interface GraphProps {
  judged: Judged;
  /** The number of moves before the position that is looked at. */
  at: number;
  names: readonly [string, string];
  go: (ply: number) => void;
}

const own = {
  chances: ['Chances to win', 'Πιθανότητες νίκης'],
  first: ['{1}: chances to win after each move, in percent', '{1}: πιθανότητες νίκης μετά από κάθε κίνηση, τοις εκατό'],
  start: ['start', 'αρχή'],
  move: ['Move', 'Κίνηση'],
  chance: ['Chance', 'Πιθανότητα'],
  class: ['Judgement', 'Κρίση'],
  percent: ['{1} %', '{1} %'],
  at: ['after move {1}, {2}: {3}', 'μετά την κίνηση {1}, {2}: {3}'],
  atStart: ['before the first move: {1}', 'πριν από την πρώτη κίνηση: {1}'],
  unknown: ['not known yet', 'άγνωστη ακόμη'],
} as const satisfies Record<string, Sentence>;

const height = 122; /* 100 for the curve, the rest for the numbers below */

/* ---- drawing ---- */

interface Picture {
  judged: Judged;
  at: number;
  chance: (number | null)[];
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Diagonal lines, dark on light: seen, but not deeply. */
function hatch(ratio: number): CanvasPattern {
  const size = Math.round(6 * ratio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const pen = tile.getContext('2d')!;
  pen.strokeStyle = colour('--gr-b');
  pen.lineWidth = 2 * ratio;
  pen.beginPath();
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift - 1, size + 1);
    pen.lineTo(shift + size + 1, -1);
  }
  pen.stroke();
  return pen.createPattern(tile, 'repeat')!;
}

/** The area of light behind the curve. */
function drawGround({ ctx, bbox }: uPlot): void {
  ctx.save();
  ctx.fillStyle = colour('--gr-w');
  ctx.fillRect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.restore();
}

function drawHalf({ ctx, bbox }: uPlot, ratio: number): void {
  const y = bbox.top + bbox.height / 2;
  ctx.save();
  ctx.strokeStyle = colour('--p-ver-hi');
  ctx.lineWidth = 1.6 * ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.strokeStyle = colour('--line-strong');
  ctx.lineWidth = ratio;
  ctx.strokeRect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.restore();
}

/** Ring, triangle or diamond around a point. */
function shape(pen: CanvasRenderingContext2D, fault: Fault, x: number, y: number, r: number): void {
  pen.beginPath();
  if (fault === 'inaccuracy') pen.arc(x, y, r * 0.8, 0, 2 * Math.PI);
  else if (fault === 'mistake') {
    pen.moveTo(x, y - r);
    pen.lineTo(x + r, y + r * 0.8);
    pen.lineTo(x - r, y + r * 0.8);
    pen.closePath();
  } else {
    pen.moveTo(x, y - r * 1.1);
    pen.lineTo(x + r * 1.1, y);
    pen.lineTo(x, y + r * 1.1);
    pen.lineTo(x - r * 1.1, y);
    pen.closePath();
  }
  if (fault === 'blunder') pen.fill();
  pen.stroke();
}

function drawFaults(plot: uPlot, { judged, at, chance }: Picture, ratio: number): void {
  const pen = plot.ctx;
  pen.save();
  judged.moves.forEach((move, ply) => {
    const value = chance[ply + 1];
    if (!move || !isFault(move.class) || value === null || value === undefined) return;
    const [x, y] = [plot.valToPos(ply + 1, 'x', true), plot.valToPos(value, 'y', true)];
    const here = at === ply + 1;
    pen.fillStyle = colour('--surface');
    pen.strokeStyle = colour(here ? '--focus' : '--line-strong');
    pen.lineWidth = (here ? 3 : 1) * ratio;
    pen.beginPath();
    pen.arc(x, y, (here ? 9 : 7) * ratio, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    pen.fillStyle = colour('--threat');
    pen.strokeStyle = colour('--threat');
    pen.lineWidth = 1.7 * ratio;
    pen.lineJoin = 'round';
    shape(pen, move.class, x, y, 3.6 * ratio);
  });
  pen.restore();
}

function drawCursor(plot: uPlot, { at, chance }: Picture, ratio: number): void {
  const { ctx: pen, bbox } = plot;
  const x = Math.round(plot.valToPos(at, 'x', true));
  pen.save();
  for (const [width, ink] of [[4.5, '#fff'], [2, '#0b63c4']] as const) {
    pen.strokeStyle = ink;
    pen.lineWidth = width * ratio;
    pen.beginPath();
    pen.moveTo(x, bbox.top - 3 * ratio);
    pen.lineTo(x, bbox.top + bbox.height + 3 * ratio);
    pen.stroke();
  }
  const value = chance[at];
  if (value !== null && value !== undefined) {
    pen.fillStyle = colour('--surface');
    pen.strokeStyle = '#0b63c4';
    pen.lineWidth = 3 * ratio;
    pen.beginPath();
    pen.arc(x, plot.valToPos(value, 'y', true), 5 * ratio, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }
  pen.restore();
}

/** What the deeper pass has seen, and what only the quick one has: they meet in one point. */
function dataOf(judged: Judged): uPlot.AlignedData {
  const { chance, deep } = series(judged);
  const xs = chance.map((_, i) => i);
  const quick = chance.map((value, i) => (deep[i] && deep[i - 1] !== false && deep[i + 1] !== false ? null : value));
  return [xs.length > 1 ? xs : [0, 1], chance.map((value, i) => (deep[i] ? value : null)), quick] as uPlot.AlignedData;
}

function optionsOf(width: number, picture: () => Picture): uPlot.Options {
  const ratio = () => devicePixelRatio || 1;
  const hatched = hatch(ratio());
  const axis = {
    stroke: () => colour('--ink-3'), font: `500 11px ${getComputedStyle(document.body).fontFamily}`,
    grid: { show: false }, ticks: { show: false }, size: 18, gap: 2,
  };
  return {
    width, height, padding: [5, 9, 0, 9],
    cursor: { show: false }, legend: { show: false },
    scales: { x: { time: false }, y: { range: [0, 1] } },
    axes: [{ ...axis, incrs: [5, 10, 20, 50, 100, 200, 500], space: 40 }, { show: false }],
    series: [
      {},
      { fill: () => colour('--gr-b'), stroke: () => colour('--line-strong'), width: 1, points: { show: false } },
      { fill: () => hatched as unknown as string, stroke: () => colour('--line-strong'), width: 1, points: { show: false } },
    ],
    hooks: {
      drawClear: [drawGround],
      draw: [(plot) => {
        drawHalf(plot, ratio());
        drawCursor(plot, picture(), ratio());
        drawFaults(plot, picture(), ratio());
      }],
    },
  };
}

/* ---- the component ---- */

/** Keeps the plot on its element, and redraws it at most once a frame. */
function usePlot(box: { current: HTMLDivElement | null }, { judged, at }: GraphProps): void {
  const plot = useRef<uPlot | null>(null);
  const { theme } = useStore(settings);
  const chance = useMemo(() => series(judged).chance, [judged]);
  const picture = useRef<Picture>({ judged, at, chance });
  const drawn = useRef<Judged | null>(null);
  const frame = useRef(0);
  picture.current = { judged, at, chance };
  useEffect(() => {
    const node = box.current!;
    const made = new uPlot(optionsOf(Math.max(1, node.clientWidth), () => picture.current), dataOf(judged), node);
    plot.current = made;
    drawn.current = judged;
    const sized = new ResizeObserver(() => {
      if (node.clientWidth > 0 && node.clientWidth !== made.width) made.setSize({ width: node.clientWidth, height });
    });
    sized.observe(node);
    return () => {
      sized.disconnect();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
      plot.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      const now = picture.current;
      if (drawn.current === now.judged) plot.current?.redraw(false);
      else plot.current?.setData(dataOf(now.judged));
      drawn.current = now.judged;
    });
  }, [judged, at, theme]);
}

function keyTarget(key: string, at: number, last: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10,
    Home: 0, End: last }[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

/** A point of the curve in words. */
function pointWords({ judged }: Pick<GraphProps, 'judged'>, ply: number, chance: number | null | undefined, words: Speech): string {
  const percent = chance === null || chance === undefined ? words.s(own.unknown) : words.s(own.percent, Math.round(chance * 100));
  const move = ply > 0 ? judged.moves[ply - 1] : null;
  if (ply === 0) return words.s(own.atStart, percent);
  const name = move ? `${move.played}${isFault(move.class) ? ` ${classWords(move.class, words)}` : ''}` : '?';
  return words.s(own.at, ply, name, percent);
}

function Table({ judged, chance, names }: { judged: Judged; chance: readonly (number | null)[]; names: GraphProps['names'] }) {
  const words = useWords();
  return (
    <div class="vh"><table>
      <caption>{words.s(own.first, names[0])}</caption>
      <thead>
        <tr><th scope="col">{words.s(own.move)}</th><th scope="col">{words.s(own.chance)}</th><th scope="col">{words.s(own.class)}</th></tr>
      </thead>
      <tbody>
        {chance.map((value, i) => {
          const move = i > 0 ? judged.moves[i - 1] : null;
          return (
            <tr key={i}>
              <th scope="row">{i === 0 ? words.s(own.start) : `${i} ${move?.played ?? ''}`}</th>
              <td>{value === null ? words.s(own.unknown) : words.s(own.percent, Math.round(value * 100))}</td>
              <td>{move ? `${classWords(move.class, words)} ${glyphOf(move.class)}` : ''}</td>
            </tr>
          );
        })}
      </tbody>
    </table></div>
  );
}

export default function Graph(props: GraphProps) {
  const { judged, at, names, go } = props;
  const words = useWords();
  const box = useRef<HTMLDivElement | null>(null);
  const { chance } = useMemo(() => series(judged), [judged]);
  const last = judged.moves.length;
  usePlot(box, props);
  const toPointer = (event: PointerEvent) => {
    const area = box.current!.querySelector('.u-over')!.getBoundingClientRect();
    go(Math.min(last, Math.max(0, Math.round(((event.clientX - area.left) / area.width) * last))));
  };
  return (
    <section class="graph" aria-label={words.s(own.chances)}>
      <div class="row2 graph-head">
        <h2>{words.s(own.chances)}</h2>
        <span class="key" aria-hidden="true"><i />{names[0]}<i class="w" />{names[1]}</span>
      </div>
      <div
        ref={box} class="gr" role="slider" tabIndex={0} data-graph
        aria-label={words.s(own.first, names[0])} aria-valuemin={0} aria-valuemax={last} aria-valuenow={at}
        aria-valuetext={pointWords(props, at, chance[at], words)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          toPointer(event);
        }}
        onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) toPointer(event); }}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const to = keyTarget(event.key, at, last);
          if (to === null) return;
          event.preventDefault();
          event.stopPropagation();
          go(to);
        }}
      />
      <Table judged={judged} chance={chance} names={names} />
    </section>
  );
}
