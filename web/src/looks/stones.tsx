/* Wood and stones. */
import { memo } from '../memo';
import type { Sentences } from '../words';
import { Linear } from './gradients';
import { disc, edges, nowhere, round, seeded, spritesOfPieces, type Look } from './look';
import './stones.css';

const step = 50;
const margin = 60;

function Grain({ width, height, count, seed }: { width: number; height: number; count: number; seed: number }) {
  const chance = seeded(seed);
  const curves = Array.from({ length: count }, (_, i) => {
    const y = (height * (i + 0.2 + chance() * 0.6)) / count;
    const a = 2 + chance() * 7;
    const b = chance() * 2 - 1;
    const opacity = round((0.06 + chance() * 0.12) * 10) / 10;
    const [first, second] = [
      `${round(width * 0.28)} ${round(y - a)}`, `${round(width * 0.6)} ${round(y + a * (1 + b))}`,
    ];
    const d = `M0 ${round(y)}C${first} ${second} ${width} ${round(y + b * 9)}`;
    return <path key={i} d={d} stroke-width={round(0.7 + chance() * chance() * 4)} opacity={opacity} />;
  });
  return <g fill="none" stroke="var(--wood-grain)">{curves}</g>;
}

/** Star points: the traditional ones on large boards, the centre on small ones. */
function stars(size: number): [number, number][] {
  const middle = (size - 1) / 2;
  if (size < 9) return size % 2 === 1 ? [[middle, middle]] : [];
  const near = size > 12 ? 3 : 2;
  const far = size - 1 - near;
  const corners: [number, number][] = [[near, near], [near, far], [far, near], [far, far]];
  return size % 2 === 1 ? [...corners, [middle, middle]] : corners;
}

/* Sentences. */
const said = {
  touch: ['Touch a point to place a stone.', 'Άγγιξε ένα σημείο για να βάλεις πούλι.'],
  black: ['black stone', 'μαύρο πούλι'],
  white: ['white stone', 'λευκό πούλι'],
} as const satisfies Sentences;

/* Gradients and pieces, once per page. */
const Defs = () => <Linear id="wd" x={0.25} y={1} of={[[0, '--wood-1'], [1, '--wood-2']]} />;

/* The small board of a card: 200 by 200, without margins. */
function Mini() {
  const at = (i: number) => round(33.3 * i + 16.6);
  const lines = [0, 1, 2, 3, 4, 5].map((i) => `M${at(i)} 0V200M0 ${at(i)}H200`).join('');
  const all = [
    [1, 4, 'b'], [2, 3, 'b'], [3, 2, 'b'], [2, 2, 'w'], [3, 3, 'w'], [4, 1, 'b'], [1, 3, 'w'], [2, 4, 'w'], [4, 2, 'w'],
    [3, 4, 'b'],
  ] as const;
  return (
    <>
      <rect width="200" height="200" fill="url(#wd)" />
      <Grain width={200} height={200} count={12} seed={3} />
      <path d={lines} stroke="var(--wood-line)" stroke-width="1.3" opacity=".75" />
      {all.map(([x, y, c]) => (
        <use key={`${x}${y}`} href={`#s${c}`} transform={`translate(${at(x)} ${at(y)}) scale(.67)`} />
      ))}
    </>
  );
}

export const stones: Look = {
  name: 'stones',
  manner: 'drop',
  turns: 2,
  turnWord: 'flip',
  mark: 1.1,
  aimedAsChosen: true,
  aims: true,
  joins: true,
  words: said,
  touchHelp: said.touch,
  Defs,
  Mini,
  layout(board, turn) {
    const size = board.size[0] / 1000;
    const side = 2 * margin + (size - 1) * step;
    const at = (v: number) => margin + (v / 1000 - 0.5) * step;
    const spots = board.cells.map(([, x, y]) => ({
      x: turn === 1 ? side - at(x) : at(x),
      y: turn === 1 ? side - at(y) : at(y),
      scale: 1,
      opacity: 1,
    }));
    return { board, turn, width: side, height: side + 10, ux: step, uy: step, spots, beyond: nowhere };
  },
  sprites: spritesOfPieces,
  outline: (_layout, grow) => disc(23 + grow),
  Ground: memo(({ layout, labels }) => {
    const side = layout.width;
    const size = layout.board.size[0] / 1000;
    const [low, high] = [margin, side - margin];
    const lines = Array.from({ length: size }, (_, i) => low + i * step)
      .map((v) => `M${v} ${low}V${high}M${low} ${v}H${high}`).join('');
    const names = edges(layout);
    return (
      <>
        <clipPath id="wood-clip"><rect width={side} height={side} rx="16" /></clipPath>
        <rect y="10" width={side} height={side} rx="17" fill="var(--wood-edge)" />
        <g clip-path="url(#wood-clip)">
          <rect width={side} height={side} fill="url(#wd)" />
          <Grain width={side} height={side} count={Math.round(size * 2.3)} seed={5} />
        </g>
        <rect x="1" y="1" width={side - 2} height={side - 2} rx="15" class="edge" />
        <path d={lines} stroke="var(--wood-line)" stroke-width="1.3" fill="none" opacity=".8" />
        <rect
          x={low} y={low} width={high - low} height={high - low} stroke="var(--wood-line)" stroke-width="2.6"
          fill="none"
        />
        {stars(size).map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={low + x * step} cy={low + y * step} r="5" fill="var(--wood-line)" />
        ))}
        {labels && (
          <g class="lbl" fill="var(--wood-text)" aria-hidden="true">
            {names.columns.map(([name, spot]) => <text key={name} x={spot.x} y={side - 24}>{name}</text>)}
            {names.rows.map(([name, spot]) => <text key={name} x="24" y={spot.y}>{name}</text>)}
          </g>
        )}
      </>
    );
  }),
  /* A stone's number is its colour: 1 black, 2 white; after a swap First's are white. */
  Piece: ({ sprite }) => <use href={sprite.number === 2 ? '#sw' : '#sb'} />,
  ghost: (player) => <use href={player.name === 'white' ? '#sw' : '#sb'} />,
  Last: ({ layout, position, cells }) => (
    <>
      {cells.map((cell) => {
        const spot = layout.spots[cell]!;
        const white = position.pieces.some((piece) => piece[0] === cell && piece[3] === 2);
        return (
          <circle
            key={cell} cx={spot.x} cy={spot.y} r="9.5" fill="none" stroke={white ? '#182024' : '#fff'}
            stroke-width="3.2"
          />
        );
      })}
    </>
  ),
  /* Dots on nearly every point would be noise; they help if some points are forbidden. */
  Next: ({ layout, position, next }) => {
    const empty = layout.spots.length - position.pieces.length;
    if (next.length >= empty) return null;
    return (
      <>
        {next.map(({ cell }) => (
          <circle
            key={cell} cx={layout.spots[cell]!.x} cy={layout.spots[cell]!.y} r="5" fill="var(--wood-line)" opacity=".8"
          />
        ))}
      </>
    );
  },
  Chosen: ({ layout, chosen }) => {
    const spot = layout.spots[chosen[chosen.length - 1]!]!;
    const [low, high] = [margin, layout.width - margin];
    return (
      <path
        d={`M${spot.x} ${low}V${high}M${low} ${spot.y}H${high}`} stroke="#0b4f9c" stroke-opacity=".55" stroke-width="3"
      />
    );
  },
  Disc: ({ player }) => (
    <svg viewBox="-26 -26 52 54">
      <use href={player.name === 'white' ? '#sw' : '#sb'} />
      {player.name !== 'white' && <circle r="23" fill="none" stroke="var(--disc-rim)" stroke-width="1.6" />}
    </svg>
  ),
  say: (piece, words) => words.s(piece[3] === 2 ? said.white : said.black),
};
