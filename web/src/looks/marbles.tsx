/* A tray of celadon and marbles. */
import { memo } from '../memo';
import { Puck } from './marks';
import { angle, disc, nowhere, round, spritesOfPieces, type Layout, type Look, type Spot } from './look';

const pitch = 84;
const width = 1008;
const height = 816;
const middle = { x: 504, y: 398 };

const corners = (R: number): string =>
  Array.from({ length: 6 }, (_, i) => {
    const a = (i * Math.PI) / 3;
    return `${round(R * Math.cos(a))} ${round(R * Math.sin(a))}`;
  }).join(' ');

function turned(x: number, y: number, turn: number): [number, number] {
  const a = (turn * Math.PI) / 3;
  return [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
}

/** The grooves have a place for every marble that must be ejected, six at least. */
const placesOf = (layout: Layout): number => Math.max(6, layout.board.target ?? 0);

const grooveStep = (places: number): number => Math.min(59, 354 / places);

/** The places of a groove, seen from the middle: on the right for what First has ejected. */
function groove(side: 1 | -1, places: number): [number, number][] {
  const x = -0.75 * 424 - 64 * 0.866;
  const y = -0.433 * 424 - 64 * 0.5;
  const apart = grooveStep(places);
  return Array.from({ length: places }, (_, i) => {
    const along = (i - (places - 1) / 2) * apart;
    return [side * (x + 0.5 * along), side * (y - 0.866 * along)];
  });
}

function Groove({ side, who, places }: { side: 1 | -1; who: string; places: number }) {
  const all = groove(side, places);
  const [a, b] = [all[0]!, all[places - 1]!];
  const d = `M${round(a[0])} ${round(a[1])}L${round(b[0])} ${round(b[1])}`;
  return (
    <g class={`groove groove-${who}`} stroke-linecap="round" fill="none">
      <path d={d} stroke="var(--tray-edge)" stroke-width="70" transform="translate(0 9)" />
      <path d={d} stroke="var(--tray-rim-1)" stroke-width="70" />
      <path d={d} stroke="var(--socket-lo)" stroke-width="58" opacity=".75" />
      {all.map(([x, y], i) => <circle key={i} cx={round(x)} cy={round(y)} r={round(22 * (grooveStep(places) / 59))} stroke="#fff" stroke-opacity=".28" stroke-width="2" />)}
    </g>
  );
}

/** Cells between two of them in a straight line, both included: a row of marbles. */
export function between(layout: Layout, a: number, b: number): number[] {
  const [from, to] = [layout.spots[a]!, layout.spots[b]!];
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  return layout.spots.flatMap((spot, i) => {
    const [p, q] = [Math.hypot(spot.x - from.x, spot.y - from.y), Math.hypot(spot.x - to.x, spot.y - to.y)];
    return p + q < long + 1 ? [i] : [];
  });
}

const at = (spot: Spot) => `translate(${round(spot.x)} ${round(spot.y)})`;

export const marbles: Look = {
  name: 'marbles',
  manner: 'roll',
  turns: 6,
  turnWord: 'rotate',
  mark: 1.5,
  touchHelp: 'touchMarbles',
  layout(board, turn) {
    const k = pitch / 1000;
    const [cx, cy] = [board.size[0] / 2, board.size[1] / 2];
    const spots = board.cells.map(([, x, y]) => {
      const [dx, dy] = turned((x - cx) * k, (y - cy) * k, turn);
      return { x: middle.x + dx, y: middle.y + dy, scale: 1, opacity: 1 };
    });
    return { board, turn, width, height, ux: pitch, uy: pitch, spots, beyond: nowhere };
  },
  sprites(layout, position) {
    const out = spritesOfPieces(layout, position);
    const places = placesOf(layout);
    /* What First has ejected lies on the left, what Second has on the right. */
    for (const player of [0, 1] as const)
      groove(player === 1 ? 1 : -1, places).slice(0, position.scores?.[1 - player] ?? 0).forEach(([x, y], i) =>
        out.push({
          x: middle.x + x, y: middle.y + y, scale: 0.7 * (grooveStep(places) / 59), opacity: 1, cell: -2 - i, kind: 'lost', player, number: 0, layer: 0,
        }),
      );
    return out;
  },
  extend(layout, chosen, cell) {
    const [a, b] = chosen;
    if (a === undefined || b === undefined) return undefined;
    if (between(layout, a, cell).includes(b)) return [a, cell];
    return between(layout, b, cell).includes(a) ? [b, cell] : undefined;
  },
  outline: (_layout, grow) => disc(37 + grow),
  Ground: memo(({ layout, labels }) => {
    const places = placesOf(layout);
    const names = layout.board.cells.map((cell) => cell[5]);
    const firstOf = (test: (name: string) => boolean) => layout.spots[names.findIndex(test)];
    const beside = (spot: Spot | undefined, dx: number, dy: number): Spot | null => {
      if (!spot) return null;
      const [x, y] = turned(dx, dy, layout.turn);
      return { ...spot, x: spot.x + x, y: spot.y + y };
    };
    const letters = [...new Set(names.map((name) => name[0]!))];
    const numbers = [...new Set(names.map((name) => name.slice(1)))];
    /* The first cell of a row in reading order from a1: the one with the least number. */
    const rowStart = (letter: string) =>
      firstOf((name) => name === letter + Math.min(...names.filter((n) => n[0] === letter).map((n) => Number(n.slice(1)))));
    const lowest = (number: string) => firstOf((name) => name === [...names].filter((n) => n.slice(1) === number).sort()[0]);
    return (
      <>
        <g transform={`translate(${middle.x} ${middle.y})`} stroke-linejoin="round">
          <Groove side={1} who="left" places={places} />
          <Groove side={-1} who="right" places={places} />
          <polygon points={corners(424)} transform="translate(0 12)" fill="var(--tray-edge)" stroke="var(--tray-edge)" stroke-width="44" />
          <polygon points={corners(424)} fill="url(#ri)" stroke="url(#ri)" stroke-width="44" />
          <polygon points={corners(391)} fill="var(--tray-edge)" stroke="var(--tray-edge)" stroke-width="20" opacity=".55" />
          <polygon points={corners(391)} transform="translate(0 3)" fill="url(#tf)" stroke="url(#tf)" stroke-width="16" />
        </g>
        {layout.spots.map((spot, i) => <use key={i} href="#k" transform={at(spot)} />)}
        {labels && (
          <g class="lbl tray-lbl" fill="var(--tray-text)" aria-hidden="true">
            {letters.map((letter) => {
              const spot = beside(rowStart(letter), -87, 1);
              return spot && <text key={letter} x={round(spot.x)} y={round(spot.y)}>{letter}</text>;
            })}
            {numbers.map((number) => {
              const spot = beside(lowest(number), 43.5, 75.5);
              return spot && <text key={number} x={round(spot.x)} y={round(spot.y)}>{number}</text>;
            })}
          </g>
        )}
      </>
    );
  }),
  Piece: ({ sprite }) => <use class={sprite.kind === 'lost' ? 'in-groove' : undefined} href={sprite.player === 1 ? '#aw' : '#ab'} />,
  ghost: () => null,
  Last: ({ layout, cells }) => {
    const spots = cells.map((cell) => layout.spots[cell]!).filter(Boolean);
    if (spots.length === 0) return null;
    const [a, b] = [spots[0]!, spots[spots.length - 1]!];
    return (
      <g class="trail">
        <path d={`M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`} stroke="#fff" stroke-opacity=".55" stroke-width="80" stroke-linecap="round" />
        <circle cx={round(a.x)} cy={round(a.y)} r="13" fill="none" stroke="#fff" stroke-width="4" />
      </g>
    );
  },
  Next({ layout, position, chosen, next }) {
    if (chosen.length === 0) return null;
    const holder = new Map(position.pieces.map((piece) => [piece[0], piece[2]]));
    const own = holder.get(chosen[0]!);
    return (
      <>
        {next.map(({ cell, done, from }) => {
          const spot = layout.spots[cell]!;
          if (!done) return <circle key={cell} cx={spot.x} cy={spot.y} r="39" fill="none" stroke="#fff" stroke-width="3.5" stroke-dasharray="9 7" />;
          const push = holder.has(cell) && holder.get(cell) !== own;
          return (
            <g key={cell} transform={at(spot)}>
              {push ? (
                <circle r="38" fill="none" stroke="#8f2f03" stroke-width="3.5" stroke-dasharray="10 6" />
              ) : (
                <circle r="33" fill="#fff" fill-opacity=".2" stroke="#fff" stroke-width="3" stroke-dasharray="9 7" />
              )}
              <Puck turn={angle(layout.spots[from]!, spot)} colour={push ? '#8f2f03' : '#0b63c4'} double={push} scale={1.5} />
            </g>
          );
        })}
      </>
    );
  },
  Disc: ({ player }) => (
    <svg viewBox="-42 -42 84 88">
      <use href={player.name === 'white' ? '#aw' : '#ab'} />
      {player.name !== 'white' && <circle r="37" fill="none" stroke="var(--disc-rim)" stroke-width="2.5" />}
    </svg>
  ),
  say: (piece, words) => words.t(piece[2] === 1 ? 'whiteMarble' : 'blackMarble'),
};
