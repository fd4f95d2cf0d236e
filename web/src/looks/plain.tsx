/* The look of any view without its own: cells by their shape, pieces as their owner's shape with the
 * letter of their kind or their number. */
import { memo } from '../memo';
import type { Sentences } from '../words';
import { Puck } from './marks';
import { angle, box, disc, edges, hexagon, nowhere, round, spritesOfPieces, type Layout, type Look } from './look';

const unit = 64;
const margin = 40;

function cellPath(layout: Layout, i: number, grow: number): string {
  const [shape, , , width, height] = layout.board.cells[i]!;
  const [w, h] = [(width / 1000) * unit, (height / 1000) * unit];
  if (shape === 'circle') return disc(Math.min(w, h) / 2 + grow);
  if (shape === 'hexagon') return hexagon(h / 2 + grow);
  return box(w + 2 * grow, h + 2 * grow, 6);
}

/** First is a disc, Second a square, pieces without an owner are lozenges. */
function shapeOf(player: number): string {
  if (player === 0) return disc(22);
  return player === 1 ? box(40, 40, 7) : 'M0-25L25 0 0 25-25 0Z';
}

const fills = ['var(--p-blue)', 'var(--p-red)'];
const fillOf = (player: number): string => fills[player] ?? 'var(--ink-2)';

/* Sentences. */
const said = {
  touch: ['Touch a lit cell.', 'Άγγιξε ένα φωτεινό κελί.'],
} as const satisfies Sentences;

/* The small board of a card: 200 by 200, without margins. */
const Mini = () => (
  <>
    <rect width="200" height="200" fill="var(--hex-board)" />
    <path
      d="M0 50H200M0 100H200M0 150H200M50 0V200M100 0V200M150 0V200" stroke="var(--hex-board-edge)" stroke-width="2"
    />
    <circle cx="75" cy="75" r="18" fill="var(--p-blue)" />
    <rect x="109" y="109" width="32" height="32" rx="6" fill="var(--p-red)" />
  </>
);

export const plain: Look = {
  name: 'plain',
  manner: 'drop',
  turns: 2,
  turnWord: 'flip',
  mark: 1.2,
  words: said,
  touchHelp: said.touch,
  Mini,
  layout(board, turn) {
    const [w, h] = [(board.size[0] / 1000) * unit, (board.size[1] / 1000) * unit];
    const spots = board.cells.map(([, x, y]) => {
      const [px, py] = [(x / 1000) * unit, (y / 1000) * unit];
      return { x: margin + (turn === 1 ? w - px : px), y: margin + (turn === 1 ? h - py : py), scale: 1, opacity: 1 };
    });
    return { board, turn, spots, beyond: nowhere, width: w + 2 * margin, height: h + 2 * margin, ux: unit, uy: unit };
  },
  sprites: spritesOfPieces,
  outline: (layout, grow) => (layout.board.cells.length > 0 ? cellPath(layout, 0, grow - 3) : ''),
  Ground: memo(({ layout, labels }) => {
    const names = edges(layout);
    return (
      <>
        <rect
          width={layout.width} height={layout.height} rx="18" fill="var(--hex-board)" stroke="var(--hex-board-edge)"
          stroke-width="2"
        />
        {layout.spots.map((spot, i) => (
          <path
            key={i} transform={`translate(${round(spot.x)} ${round(spot.y)})`} d={cellPath(layout, i, -2)}
            fill="var(--hex-empty)" stroke="var(--hex-board-edge)"
          />
        ))}
        {labels && (
          <g class="lbl" fill="var(--hex-text)" aria-hidden="true">
            {names.columns.map(([name, spot]) => <text key={name} x={spot.x} y={layout.height - 18}>{name}</text>)}
            {names.rows.map(([name, spot]) => <text key={name} x="18" y={spot.y}>{name}</text>)}
          </g>
        )}
      </>
    );
  }),
  Piece: ({ sprite }) => (
    <g transform={sprite.layer > 0 ? 'scale(.8)' : undefined}>
      <path d={shapeOf(sprite.player)} fill={fillOf(sprite.player)} stroke="#fff" stroke-width="2" />
      <text class="cl" y="1" fill="#fff">
        {sprite.number !== 0 ? sprite.number : sprite.kind.charAt(0).toUpperCase()}
      </text>
    </g>
  ),
  ghost: (_player, seat, hand) => (
    <>
      <path d={shapeOf(seat)} fill={fillOf(seat)} stroke="#fff" stroke-width="2" />
      {hand && <text class="cl" y="1" fill="#fff">{hand[2]}</text>}
    </>
  ),
  Last: ({ layout, cells }) => (
    <>
      {cells.map((cell, i) => (
        <path
          key={i} transform={`translate(${layout.spots[cell]!.x} ${layout.spots[cell]!.y})`}
          d={cellPath(layout, cell, -7)} fill="none" stroke="var(--ink)" stroke-width="3"
        />
      ))}
    </>
  ),
  Next: ({ layout, chosen, next }) => (
    <>
      {next.map(({ cell, from }) => (
        <g key={cell} transform={`translate(${layout.spots[cell]!.x} ${layout.spots[cell]!.y})`}>
          {chosen.length === 0
            ? <circle class="legal" r="5" />
            : <Puck turn={angle(layout.spots[from]!, layout.spots[cell]!)} />}
        </g>
      ))}
    </>
  ),
  Disc: ({ seat }) => <svg viewBox="-28 -28 56 56"><path d={shapeOf(seat)} fill={fillOf(seat)} /></svg>,
  say: (piece, words, players) =>
    [piece[1], piece[3] !== 0 ? words.n(piece[3]) : '', words.w(players[piece[2]]?.title)].filter(Boolean).join(' '),
};
