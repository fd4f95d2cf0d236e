/* Tiles of nine shapes, colours and letters on porcelain; the next two rows are shown above. */
import type { Position } from '../api';
import { memo } from '../memo';
import type { Sentences } from '../words';
import { toward } from '../drag';
import { Radial } from './gradients';
import { Puck } from './marks';
import { angle, box, edges, round, spritesOfPieces, type Layout, type Look } from './look';
import './shapes.css';

const cell = 72;
const margin = 34;

/** The y of the topmost visible row, in thousandths: tiles of kind `tile` are visible. Boards without
 * hidden rows begin at the top. */
function visibleTop(cells: readonly (readonly unknown[])[], position: Position): number {
  let top = Infinity;
  for (const [at, kind] of position.pieces)
    if (kind === 'tile') top = Math.min(top, cells[at]![2] as number);
  return top === Infinity ? 500 : top;
}

/** Whether two cells have an edge in common. */
const besides = (layout: Layout, a: number, b: number): boolean => {
  const [p, q] = [layout.spots[a]!, layout.spots[b]!];
  return Math.abs(Math.abs(p.x - q.x) + Math.abs(p.y - q.y) - cell) < 1 && !layout.beyond.has(b);
};

/* Sentences. */
const said = {
  touch: [
    'Swipe a tile towards its neighbour to swap them, or touch one and then the other.',
    'Σύρε ένα πλακίδιο προς τον γείτονά του για να αλλάξουν θέση, ή άγγιξε πρώτα το ένα και μετά το άλλο.',
  ],
  unknown: ['unknown tile', 'άγνωστο πλακίδιο'],
  tile0: ['A circle', 'A κύκλος'],
  tile1: ['B drop', 'B σταγόνα'],
  tile2: ['C square', 'C τετράγωνο'],
  tile3: ['D star', 'D αστέρι'],
  tile4: ['E diamond', 'E ρόμβος'],
  tile5: ['F triangle', 'F τρίγωνο'],
  tile6: ['G hexagon', 'G εξάγωνο'],
  tile7: ['H cross', 'H σταυρός'],
  tile8: ['I heart', 'I καρδιά'],
} as const satisfies Sentences;

/* Gradients and pieces, once per page. */
function star(outer: number, inner: number, points: number): string {
  let d = '';
  for (let i = 0; i < 2 * points; i++) {
    const a = (Math.PI * i) / points - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    d += `${i ? 'L' : 'M'}${round(r * Math.cos(a))} ${round(r * Math.sin(a))}`;
  }
  return `${d}Z`;
}

/* Nine silhouettes inside a box of 56: path, width of the round rim, place of the letter. */
const silhouettes: [d: string, rim: number, letter: number][] = [
  ['M-25 0a25 25 0 1 0 50 0a25 25 0 1 0-50 0Z', 0, 1],
  ['M0-29C5-19 23-9 23 7A23 22 0 0 1-23 7C-23-9-5-19 0-29Z', 0, 5],
  ['M-15-23H15a8 8 0 0 1 8 8V15a8 8 0 0 1-8 8H-15a8 8 0 0 1-8-8V-15a8 8 0 0 1 8-8Z', 0, 1],
  [star(29, 15.5, 5), 5, 1],
  ['M0-29L26 0 0 29-26 0Z', 4, 1],
  ['M0-25L26 21H-26Z', 8, 7],
  ['M-14-24H14L28 0 14 24H-14L-28 0Z', 4, 1],
  ['M-10-26H10V-10H26V10H10V26H-10V10H-26V-10H-10Z', 4, 1],
  ['M0 25C-15 13-27 3-27-9A13 13 0 0 1 0-15A13 13 0 0 1 27-9C27 3 15 13 0 25Z', 2, -1],
];

const Defs = () => (
  <>
    <Radial id="cs" of={[[0.3, '#0b1a24', 0.22], [1, '#0b1a24', 0]]} />
    {silhouettes.map(([d, rim, letter], i) => (
      <g key={i}>
        <Radial id={`c${i}`} cx={0.4} cy={0.28} r={0.8} of={[[0, `--t${i}h`], [0.55, `--t${i}`], [1, `--t${i}`]]} />
        <g id={`t${i}`}>
          <ellipse cx="1" cy="24" rx="27" ry="9" fill="url(#cs)" />
          <path
            d={d} transform="translate(0 2.2) scale(1.035)" fill={`var(--t${i}r)`}
            stroke={rim ? `var(--t${i}r)` : undefined} stroke-width={rim} stroke-linejoin="round"
          />
          <path
            d={d} fill={`url(#c${i})`} stroke={rim ? `url(#c${i})` : undefined} stroke-width={rim ? 3 : 0}
            stroke-linejoin="round"
          />
          <text class="cl" y={letter} fill={`var(--t${i}t)`}>{'ABCDEFGHI'[i]}</text>
        </g>
      </g>
    ))}
    <g id="t-unknown">
      <circle r="22" fill="var(--candy-b)" stroke="var(--candy-edge)" stroke-width="2.5" stroke-dasharray="5 4" />
      <text class="cl" y="1" fill="var(--candy-text)">?</text>
    </g>
  </>
);

/* The small board of a card: 200 by 200, without margins. */
function Mini() {
  const dark = [[0, 0], [100, 0], [50, 50], [150, 50], [0, 100], [100, 100], [50, 150], [150, 150]];
  return (
    <>
      <rect width="200" height="200" fill="var(--candy-a)" />
      <path d={dark.map(([x, y]) => `M${x} ${y}h50v50h-50z`).join('')} fill="var(--candy-b)" />
      {['2064', '5316', '0425', '6143'].flatMap((row, y) =>
        [...row].map((c, x) => (
          <use key={`${x}${y}`} href={`#t${c}`} transform={`translate(${25 + 50 * x} ${25 + 50 * y}) scale(.66)`} />
        )),
      )}
    </>
  );
}

export const shapes: Look = {
  name: 'shapes',
  manner: 'fall',
  turns: 1,
  turnWord: 'flip',
  unordered: true,
  /* Any tile can be chosen: that only some could would show where the runs are. */
  take: ({ layout }, chosen, at) => (chosen.length > 0 && besides(layout, chosen[0]!, at) ? undefined : [at]),
  drag({ layout, from, by }) {
    const to = toward(layout, from, by);
    return to === undefined ? [] : [[from, to]];
  },
  mark: 1.15,
  ringInside: true,
  handOnBoard: true,
  words: said,
  touchHelp: said.touch,
  Defs,
  Mini,
  layout(board, turn, position) {
    const top = visibleTop(board.cells, position);
    const rowsAbove = Math.round((top - 500) / 1000);
    const rows = Math.round(board.size[1] / 1000) - rowsAbove;
    const columns = Math.round(board.size[0] / 1000);
    const head = rowsAbove >= 2 ? 122 : rowsAbove === 1 ? 80 : margin;
    const beyond = new Set<number>();
    const spots = board.cells.map(([, x, y], i) => {
      const above = Math.round((top - y) / 1000); /* 1 is the next row */
      const left = margin + (x / 1000) * cell;
      if (above <= 0) return { x: left, y: head + ((y - top) / 1000) * cell + cell / 2, scale: 1, opacity: 1 };
      beyond.add(i);
      if (above === 1) return { x: left, y: head - 34, scale: 0.64, opacity: 0.85 };
      if (above === 2) return { x: left, y: head - 78, scale: 0.54, opacity: 0.55 };
      return { x: left, y: head - 100, scale: 0.4, opacity: 0 };
    });
    return {
      board, turn, spots, beyond, ux: cell, uy: cell,
      width: 2 * margin + columns * cell, height: head + rows * cell + 48,
    };
  },
  sprites: spritesOfPieces,
  outline: (_layout, grow) => box(64 + 2 * grow, 64 + 2 * grow, 14),
  Ground: memo(({ layout, labels }) => {
    const { width, height } = layout;
    const seen = layout.spots.filter((_, i) => !layout.beyond.has(i));
    const head = Math.min(...seen.map((spot) => spot.y)) - cell / 2;
    const foot = Math.max(...seen.map((spot) => spot.y)) + cell / 2;
    const dark = seen
      .filter((spot) => Math.round((spot.x - margin) / cell - 0.5 + (spot.y - head) / cell - 0.5) % 2 === 1)
      .map((spot) => `M${spot.x - cell / 2 + 2} ${spot.y - cell / 2 + 2}h${cell - 4}v${cell - 4}h${4 - cell}z`)
      .join('');
    const names = edges(layout);
    return (
      <>
        <rect y="8" width={width} height={height - 8} rx="22" fill="var(--candy-edge)" />
        <rect width={width} height={height - 8} rx="22" fill="var(--candy-tray)" />
        <rect x="1" y="1" width={width - 2} height={height - 10} rx="21" class="edge" />
        <rect
          x={margin - 5} y={head - 5} width={width - 2 * margin + 10} height={foot - head + 10} rx="14"
          fill="var(--candy-a)" stroke="var(--candy-edge)" stroke-width="1.5"
        />
        <path d={dark} fill="var(--candy-b)" stroke-linejoin="round" />
        {labels && (
          <g class="lbl" fill="var(--candy-text)" aria-hidden="true">
            {names.columns.map(([name, spot]) => <text key={name} x={spot.x} y={foot + 23}>{name}</text>)}
            {names.rows.map(([name, spot]) => <text key={name} x="15" y={spot.y}>{name}</text>)}
          </g>
        )}
      </>
    );
  }),
  Piece: ({ sprite }) =>
    sprite.opacity === 0 ? null : <use href={sprite.kind === 'unknown' ? '#t-unknown' : `#t${sprite.number % 9}`} />,
  ghost: () => null,
  Last: ({ layout, cells }) => {
    const spots = cells.filter((c) => !layout.beyond.has(c)).map((c) => layout.spots[c]!);
    if (spots.length === 0) return null;
    const [x0, x1] = [
      Math.min(...spots.map((s) => s.x)) - cell / 2 + 5, Math.max(...spots.map((s) => s.x)) + cell / 2 - 5,
    ];
    const [y0, y1] = [
      Math.min(...spots.map((s) => s.y)) - cell / 2 + 5, Math.max(...spots.map((s) => s.y)) + cell / 2 - 5,
    ];
    return (
      <path
        class="lastc"
        d={`M${x0} ${y0 + 14}v-14h14M${x1 - 14} ${y0}h14v14M${x1} ${y1 - 14}v14h-14M${x0 + 14} ${y1}h-14v-14`}
      />
    );
  },
  /* Arrows to all neighbours, for the same reason; in a drag only to the target. */
  Next: ({ layout, chosen, next, dragging }) =>
    chosen.length === 0 ? null : (
      <>
        {(dragging
          ? next.map(({ cell: to }) => to)
          : layout.spots.flatMap((_, to) => (besides(layout, chosen[0]!, to) ? [to] : []))
        ).map((to) => {
          const [a, b] = [layout.spots[chosen[0]!]!, layout.spots[to]!];
          return (
            <g key={to} transform={`translate(${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)})`}>
              <Puck turn={angle(a, b)} scale={1.15} />
            </g>
          );
        })}
      </>
    ),
  Chosen: ({ layout, chosen }) => (
    <>
      {chosen.map((c) => (
        <rect
          key={c} x={layout.spots[c]!.x - 31} y={layout.spots[c]!.y - 31} width="62" height="62" rx="14"
          fill="var(--candy-hi)"
        />
      ))}
    </>
  ),
  Disc: ({ seat }) =>
    seat === 0 ? (
      <svg viewBox="0 0 44 44">
        <circle cx="22" cy="22" r="20" fill="var(--accent)" />
        <text x="22" y="23" class="cd" fill="var(--on-accent)">1</text>
      </svg>
    ) : (
      <svg viewBox="0 0 44 44">
        <rect x="4" y="4" width="36" height="36" rx="8" fill="var(--surface)" stroke="var(--accent)" stroke-width="3" />
        <text x="22" y="23" class="cd" fill="var(--accent)">2</text>
      </svg>
    ),
  say: (piece, words) =>
    words.s(piece[1] === 'unknown' ? said.unknown : said[`tile${piece[3] % 9}` as keyof typeof said]),
};
