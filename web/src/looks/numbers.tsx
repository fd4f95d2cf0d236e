/* Hexagonal tiles with numbers: the higher the number, the higher the tile. */
import type { VNode } from 'preact';
import { memo } from '../memo';
import type { Sentences } from '../words';
import { Linear } from './gradients';
import { edges, hexagon, nowhere, round, spritesOfPieces, type Look } from './look';
import './numbers.css';

const R = 46;
const cellWidth = R * Math.sqrt(3);
const raised = (n: number): number => round(2 + Math.max(0, Math.min(40, n)) * 0.32);

/** Blue has a dot, Red a triangle: colour is never the only difference. */
function NumberTile({ player, number }: { player: number; number: number }) {
  const up = raised(number);
  const side = player === 1 ? 'var(--p-red-lo)' : 'var(--p-blue-lo)';
  const face = player === 1 ? 'url(#xr)' : 'url(#xb)';
  return (
    <>
      <use href="#h" y="3" fill={side} stroke={side} />
      <g transform={`translate(0 ${-up})`}>
        <use href="#h" y={round(up / 2)} fill={side} stroke={side} />
        <use href="#h" fill={face} stroke={face} />
        <path
          d={hexagon(40.5)} fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.6" stroke-linejoin="round"
        />
        <text class="n" y="-4">{number}</text>
        {player === 1 ? <path d="M0 16.5l6 10h-12z" fill="#fff" /> : <circle cy="22" r="4.6" fill="#fff" />}
      </g>
    </>
  );
}

/* Sentences. */
const said = {
  touch: [
    'Touch an empty cell to place your number; before that you see what it takes and lets grow.',
    'Άγγιξε ένα κενό κελί για να βάλεις τον αριθμό σου· πριν τον βάλεις βλέπεις τι παίρνει και τι μεγαλώνει.',
  ],
  numberOf: ['{1} of {2}', '{1}, {2}'],
} as const satisfies Sentences;

/* Gradients and pieces, once per page. */
const Defs = () => (
  <>
    <Linear id="xb" x={0.3} y={1} of={[[0, '--p-blue-hi'], [0.55, '--p-blue'], [1, '--p-blue']]} />
    <Linear id="xr" x={0.3} y={1} of={[[0, '--p-red-hi'], [0.55, '--p-red'], [1, '--p-red']]} />
    <path id="h" d={hexagon(39)} stroke-width="7" stroke-linejoin="round" />
  </>
);

/* The small board of a card: 200 by 200, without margins. */
function Mini() {
  const R = 30;
  const width = R * 1.732;
  const tiles: Record<string, [number, number]> = {
    '1,1': [
      0, 12,
    ], '2,1': [1, 7], '1,2': [0, 18], '2,2': [0, 9], '0,2': [1, 15], '2,3': [1, 11], '1,3': [1, 4], '3,2': [0, 16],
    '1,0': [1, 19], '3,3': [0, 6],
  };
  const cells: VNode[] = [];
  for (let y = -1; y < 6; y++)
    for (let x = -1; x < 5; x++) {
      const key = `${x},${y}`;
      const transform = `translate(${round(width * x + (y % 2 ? width / 2 : 0) + 22)} ${y * R * 1.5 + 16}) scale(.652)`;
      const tile = tiles[key];
      cells.push(
        <g key={key} transform={transform}>
          {tile
            ? <NumberTile player={tile[0]} number={tile[1]} />
            : <use href="#h" fill="var(--hex-empty)" stroke="var(--hex-empty)" />}
        </g>,
      );
    }
  return <><rect width="200" height="200" fill="var(--hex-board)" />{cells}</>;
}

export const numbers: Look = {
  name: 'numbers',
  manner: 'rise',
  turns: 2,
  turnWord: 'flip',
  mark: 1.15,
  nextUnder: true,
  words: said,
  touchHelp: said.touch,
  aims: true,
  Defs,
  Mini,
  layout(board, turn) {
    const k = cellWidth / 1000;
    const [w, h] = [board.size[0] * k, board.size[1] * k];
    const spots = board.cells.map(([, x, y]) => ({
      x: 34 + (turn === 1 ? w - x * k : x * k),
      y: 40 + (turn === 1 ? h - y * k : y * k),
      scale: 1,
      opacity: 1,
    }));
    return {
      board, turn, spots, beyond: nowhere,
      width: round(68 + w), height: round(72 + h) + 8, ux: cellWidth, uy: R * 2,
    };
  },
  /* Tiles overlap those behind them: painted from the top of the board to the bottom. */
  sprites: (layout, position) => spritesOfPieces(layout, position).map((s) => ({ ...s, layer: Math.round(s.y) })),
  outline: (_layout, grow) => hexagon(43 + grow),
  lift: (_layout, position, cell) => {
    const piece = position.pieces.find((p) => p[0] === cell);
    return piece ? -raised(piece[3]) : 0;
  },
  Ground: memo(({ layout, labels }) => {
    const { width, height } = layout;
    const names = edges(layout);
    return (
      <>
        <rect y="8" width={width} height={height - 8} rx="22" fill="var(--hex-board-edge)" />
        <rect width={width} height={height - 8} rx="22" fill="var(--hex-board)" />
        <rect x="1" y="1" width={width - 2} height={height - 10} rx="21" class="edge" />
        {labels && (
          <g class="lbl" fill="var(--hex-text)" aria-hidden="true">
            {names.columns.map(([name, spot]) => <text key={name} x={round(spot.x)} y="19">{name}</text>)}
            {names.rows.map(([name, spot]) => <text key={name} x="17" y={round(spot.y)}>{name}</text>)}
          </g>
        )}
        {layout.spots.map((spot, i) => (
          <use
            key={i} href="#h" transform={`translate(${round(spot.x)} ${round(spot.y)})`} fill="var(--hex-empty)"
            stroke="var(--hex-empty)"
          />
        ))}
      </>
    );
  }),
  Piece: ({ sprite }) => <NumberTile player={sprite.player} number={sprite.number} />,
  ghost: (_player, seat, hand) => (
    <>
      <use href="#h" fill={seat === 1 ? 'var(--p-red)' : 'var(--p-blue)'} stroke="#fff" />
      {hand && <text class="n" y="-4">{hand[2]}</text>}
      {seat === 1 ? <path d="M0 16.5l6 10h-12z" fill="#fff" /> : <circle cy="22" r="4.6" fill="#fff" />}
    </>
  ),
  Last: ({ layout, position, cells }) => (
    <>
      {cells.map((cell) => {
        const spot = layout.spots[cell]!;
        const up = numbers.lift!(layout, position, cell);
        return (
          <path
            key={cell} transform={`translate(${round(spot.x)} ${round(spot.y + up)})`} d={hexagon(34)} fill="none"
            stroke="#fff" stroke-width="3.4" stroke-linejoin="round"
          />
        );
      })}
    </>
  ),
  Next: memo(({ layout, next }) => (
    <>
      {next.map(({ cell }) => (
        <circle key={cell} class="legal" cx={round(layout.spots[cell]!.x)} cy={round(layout.spots[cell]!.y)} r="4" />
      ))}
    </>
  )),
  /* Tiles that change owner are shown in the new colour, those that grow with what they gain. */
  Preview: ({ layout, position, steps }) => (
    <>
      {steps.map(([what, from, , player, , value], i) => {
        if (from < 0 || (what !== 'capture' && what !== 'change')) return null;
        const spot = layout.spots[from]!;
        const up = numbers.lift!(layout, position, from);
        return (
          <g key={i} transform={`translate(${round(spot.x)} ${round(spot.y + up)})`} class={`would-${what}`}>
            {what === 'capture' ? (
              <>
                <use href="#h" fill={player === 1 ? 'var(--p-red)' : 'var(--p-blue)'} stroke="#fff" />
                <text class="n" y="-4">{value}</text>
                {player === 1 ? <path d="M0 16.5l6 10h-12z" fill="#fff" /> : <circle cy="22" r="4.6" fill="#fff" />}
              </>
            ) : (
              <g transform="translate(22 -24)">
                <circle r="16" fill="#fff" stroke="var(--mk-chosen)" stroke-width="3" />
                <text class="gain" y="1">{`+${value}`}</text>
              </g>
            )}
          </g>
        );
      })}
    </>
  ),
  Disc: ({ seat }) => (
    <svg viewBox="-46 -48 92 96">
      <use
        href="#h" fill={seat === 1 ? 'var(--p-red)' : 'var(--p-blue)'}
        stroke={seat === 1 ? 'var(--p-red)' : 'var(--p-blue)'}
      />
      {seat === 1 ? <path d="M0-17l17 29h-34z" fill="#fff" /> : <circle r="13" fill="#fff" />}
    </svg>
  ),
  say: (piece, words, players) => words.s(said.numberOf, piece[3], words.w(players[piece[2]]?.title)),
};
