/* A tray of celadon and marbles. */
import type { VNode } from 'preact';
import { memo } from '../memo';
import type { Sentences } from '../words';
import { toward } from '../drag';
import { Linear, Radial } from './gradients';
import { Plus, Puck } from './marks';
import {
  angle, disc, nowhere, round, spritesOfPieces, type DragProps, type Layout, type Look, type MarkProps, type Spot,
} from './look';
import './marbles.css';

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

/** The grooves have a place for every marble that must be ejected, at least six. */
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
      {all.map(([x, y], i) => (
        <circle
          key={i} cx={round(x)} cy={round(y)} r={round(22 * (grooveStep(places) / 59))} stroke="#fff"
          stroke-opacity=".28" stroke-width="2"
        />
      ))}
    </g>
  );
}

/** The cells of a straight line between two cells, both included: a row of marbles. */
function between(layout: Layout, a: number, b: number): number[] {
  const [from, to] = [layout.spots[a]!, layout.spots[b]!];
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  return layout.spots.flatMap((spot, i) => {
    const [p, q] = [Math.hypot(spot.x - from.x, spot.y - from.y), Math.hypot(spot.x - to.x, spot.y - to.y)];
    return p + q < long + 1 ? [i] : [];
  });
}

/** Whether a marble of the player to move is on a cell. */
const isOwn = (position: MarkProps['position'], cell: number | undefined): boolean =>
  cell !== undefined && position.pieces.some((piece) => piece[0] === cell && piece[2] === position.turn);

/** The longest row that moves together. */
const rowMost = 3;

/** Two cells are the ends of a row of two or three own marbles. */
function isRow({ layout, position }: MarkProps, a: number, b: number): boolean {
  const row = between(layout, a, b);
  const long = Math.hypot(layout.spots[a]!.x - layout.spots[b]!.x, layout.spots[a]!.y - layout.spots[b]!.y);
  return Math.round(long / pitch) === row.length - 1 && row.length <= rowMost && row.every((cell) => isOwn(position, cell));
}

/** The end of a group whose goal is touched to move it sideways: the higher one of the board as the
 * server sees it, or the right one in a row. */
function higher(layout: Layout, a: number, b: number): number {
  const [p, q] = [layout.board.cells[a]!, layout.board.cells[b]!];
  return p[2] < q[2] || (p[2] === q[2] && p[1] > q[1]) ? a : b;
}

/** A function from a cell to the next one in a direction. */
function stepper(layout: Layout, from: number, to: number, back = false): (cell: number) => number | undefined {
  const [p, q] = [layout.spots[from]!, layout.spots[to]!];
  const [dx, dy] = back ? [p.x - q.x, p.y - q.y] : [q.x - p.x, q.y - p.y];
  return (cell) => {
    const { x, y } = layout.spots[cell]!;
    const found = layout.spots.findIndex((spot) => Math.hypot(spot.x - x - dx, spot.y - y - dy) < 1);
    return found < 0 ? undefined : found;
  };
}

/** A chosen group goes where one of its marbles is dragged. */
function dragGroup(layout: Layout, [a, b]: readonly [number, number], next: ReturnType<typeof stepper>): number[][] {
  const row = between(layout, a, b);
  const front = [a, b].find((end) => !row.includes(next(end) ?? -1) && row.some((cell) => next(cell) === end));
  const goal = next(front ?? higher(layout, a, b));
  return goal === undefined ? [] : [[a, b, goal]];
}

/** A marble takes along those in front of it, and as many behind it as a push needs. */
function dragMarble({ layout, position, from }: DragProps, to: number): number[][] {
  const next = stepper(layout, from, to);
  const before = stepper(layout, from, to, true);
  const ahead = [from];
  for (let cell = next(from); isOwn(position, cell); cell = next(cell!)) ahead.push(cell!);
  if (ahead.length > rowMost) return [[from, ahead[rowMost - 1]!, ahead[rowMost]!]];
  const front = ahead[ahead.length - 1]!;
  const goal = next(front);
  if (goal === undefined) return [];
  const ways = [front === from ? [from, goal] : [from, front, goal]];
  if (!position.pieces.some((piece) => piece[0] === goal)) return ways;
  let long = ahead.length;
  for (let cell = before(from); isOwn(position, cell) && long < rowMost; cell = before(cell!), long++)
    ways.push([cell!, front, goal]);
  return ways;
}

/** A straight row of own marbles from a chosen cell to another one that is too long to move. */
function isTooLong({ layout, position }: MarkProps, chosen: readonly number[], cell: number): boolean {
  return chosen.some((end) => {
    const row = between(layout, end, cell);
    const [a, b] = [layout.spots[end]!, layout.spots[cell]!];
    const isStraight = Math.abs(Math.hypot(b.x - a.x, b.y - a.y) - (row.length - 1) * pitch) < 1;
    return isStraight && row.length > rowMost && row.every((place) => isOwn(position, place));
  });
}

const at = (spot: Spot) => `translate(${round(spot.x)} ${round(spot.y)})`;

/* Sentences. */
const said = {
  tooMany: ['At most three marbles move together.', 'Το πολύ τρεις μπίλιες κινούνται μαζί.'],
  touch: [
    'Drag a marble: those in front of it go along. Or touch a marble, or both ends of a row, and then where it goes.',
    'Σύρε μια μπίλια: όσες είναι μπροστά της πάνε μαζί. ' +
      'Ή άγγιξε μια μπίλια ή τις δύο άκρες μιας σειράς, και μετά πού πάει.',
  ],
  go: [
    'Chosen: {1}. Touch an arrow to go there, or a marble with + to take it along.',
    'Επιλογή: {1}. Άγγιξε ένα βέλος για να πάει εκεί, ή μια μπίλια με + για να έρθει κι αυτή.',
  ],
  stuck: [
    'Chosen: {1}. It cannot move now; touch another marble.',
    'Επιλογή: {1}. Τώρα δεν έχει πού να πάει· άγγιξε άλλη μπίλια.',
  ],
  black: ['black marble', 'μαύρη μπίλια'],
  white: ['white marble', 'λευκή μπίλια'],
} as const satisfies Sentences;

/* Gradients and pieces, once per page. */
const Defs = () => (
  <>
    <Radial
      id="mb" cx={0.38} cy={0.3} r={0.75} of={[[0, '#6d7a86'], [0.3, '#2c343c'], [0.75, '#11161b'], [1, '#05070a']]}
    />
    <Radial
      id="mw" cx={0.38} cy={0.3} r={0.8} of={[[0, '#ffffff'], [0.45, '#f5f3ee'], [0.82, '#d2cdc3'], [1, '#a39d92']]}
    />
    <Radial
      id="bl" cx={0.46} cy={0.4} r={0.62} of={[[0.72, '#9fc4d6', 0], [0.93, '#9fc4d6', 0.42], [1, '#9fc4d6', 0.1]]}
    />
    <Radial id="sp" of={[[0, '#fff', 0.95], [0.5, '#fff', 0.5], [1, '#fff', 0]]} />
    <Linear id="so" x={0} y={1} of={[[0, '--socket-lo'], [1, '--socket-hi']]} />
    <Linear id="ri" x={0.3} y={1} of={[[0, '--tray-rim-1'], [1, '--tray-rim-2']]} />
    <Linear id="tf" x={0.2} y={1} of={[[0, '--tray-2'], [1, '--tray-1']]} />
    <g id="k"><circle r="36" fill="url(#so)" /><circle r="31" cy="1.5" fill="var(--tray-2)" opacity=".55" /></g>
    <g id="ab">
      <circle cx="2" cy="7" r="45" fill="url(#sh)" /><circle r="37" fill="url(#mb)" /><circle r="37" fill="url(#bl)" />
      <ellipse cx="-12" cy="-16" rx="11" ry="7.5" transform="rotate(-36 -12 -16)" fill="url(#sp)" />
    </g>
    <g id="aw">
      <circle cx="2" cy="7" r="45" fill="url(#sh)" /><circle r="37" fill="url(#mw)" />
      <circle r="36.3" fill="none" stroke="#5f594e" stroke-opacity=".5" stroke-width="1.2" />
      <ellipse cx="-12" cy="-16" rx="12" ry="8" transform="rotate(-36 -12 -16)" fill="url(#sp)" />
    </g>
  </>
);

/* The small board of a card: 200 by 200, without margins. */
function Mini() {
  const pitch = 37;
  const white = ['-1,-2', '-1,-1', '-1,0', '-2,-2', '-2,-1', '0,-2', '-2,0', '-3,-2'];
  const black = ['1,0', '1,1', '1,2', '2,1', '2,2', '0,1', '2,3', '3,2'];
  const sockets: VNode[] = [];
  const balls: VNode[] = [];
  for (let r = -4; r <= 4; r++)
    for (let n = -4; n <= 4; n++) {
      const [x, y] = [100 + n * pitch - (r * pitch) / 2, 100 - r * pitch * 0.866];
      if (x < -20 || x > 220 || y < -20 || y > 220) continue;
      const key = `${r},${n}`;
      const transform = `translate(${round(x)} ${round(y)}) scale(.44)`;
      sockets.push(<use key={key} href="#k" transform={transform} />);
      const ball = black.includes(key) ? '#ab' : white.includes(key) ? '#aw' : null;
      if (ball) balls.push(<use key={key} href={ball} transform={transform} />);
    }
  return <><rect width="200" height="200" fill="url(#tf)" />{sockets}{balls}</>;
}

export const marbles: Look = {
  name: 'marbles',
  manner: 'roll',
  turns: 6,
  turnWord: 'rotate',
  mark: 1.5,
  lastUnder: true,
  ringInside: true,
  words: said,
  touchHelp: said.touch,
  Defs,
  Mini,
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
    /* Marbles that First has ejected are on the left, those of Second on the right. */
    for (const player of [0, 1] as const)
      groove(player === 1 ? 1 : -1, places).slice(0, position.scores?.[1 - player] ?? 0).forEach(([x, y], i) =>
        out.push({
          x: middle.x + x, y: middle.y + y, scale: 0.7 * (grooveStep(places) / 59), opacity: 1, cell: -2 - i,
          kind: 'lost', player, number: 0, layer: 0,
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
  take(of, chosen, cell) {
    if (!isOwn(of.position, cell)) return undefined;
    const [a, b] = chosen;
    if (a !== undefined && b === undefined && isRow(of, a, cell)) return [a, cell];
    const row = marbles.extend!(of.layout, chosen, cell);
    return row && isRow(of, row[0]!, row[1]!) ? row : [cell];
  },
  drag(drag) {
    const { layout, position, chosen, from, by } = drag;
    const to = isOwn(position, from) ? toward(layout, from, by) : undefined;
    if (to === undefined) return [];
    const [a, b] = chosen;
    if (a !== undefined && b !== undefined && between(layout, a, b).includes(from))
      return dragGroup(layout, [a, b], stepper(layout, from, to));
    return dragMarble(drag, to);
  },
  chosenHelp: { go: said.go, stuck: said.stuck },
  apart: (of, chosen, cell) => (isTooLong(of, chosen, cell) ? said.tooMany : null),
  chosenCells: (layout, chosen) => (chosen.length === 2 ? between(layout, chosen[0]!, chosen[1]!) : chosen),
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
      firstOf((name) =>
        name === letter + Math.min(...names.filter((n) => n[0] === letter).map((n) => Number(n.slice(1)))));
    const lowest = (number: string) =>
      firstOf((name) => name === [...names].filter((n) => n.slice(1) === number).sort()[0]);
    return (
      <>
        <g transform={`translate(${middle.x} ${middle.y})`} stroke-linejoin="round">
          <Groove side={1} who="left" places={places} />
          <Groove side={-1} who="right" places={places} />
          <polygon
            points={corners(424)} transform="translate(0 12)" fill="var(--tray-edge)" stroke="var(--tray-edge)"
            stroke-width="44"
          />
          <polygon points={corners(424)} fill="url(#ri)" stroke="url(#ri)" stroke-width="44" />
          <polygon
            points={corners(391)} fill="var(--tray-edge)" stroke="var(--tray-edge)" stroke-width="20" opacity=".55"
          />
          <polygon
            points={corners(391)} transform="translate(0 3)" fill="url(#tf)" stroke="url(#tf)" stroke-width="16"
          />
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
  Piece: ({ sprite }) => (
    <use class={sprite.kind === 'lost' ? 'in-groove' : undefined} href={sprite.player === 1 ? '#aw' : '#ab'} />
  ),
  ghost: () => null,
  Last: ({ layout, cells }) => {
    const spots = cells.map((cell) => layout.spots[cell]!).filter(Boolean);
    if (spots.length === 0) return null;
    const [a, b] = [spots[0]!, spots[spots.length - 1]!];
    return (
      <g class="trail">
        <path
          d={`M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`} stroke="#fff" stroke-opacity=".55"
          stroke-width="80" stroke-linecap="round"
        />
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
          if (!done)
            return (
              <g key={cell} transform={at(spot)}><Plus scale={1.25} /></g>
            );
          const push = holder.has(cell) && holder.get(cell) !== own;
          return (
            <g key={cell} transform={at(spot)}>
              {push ? (
                <circle r="38" fill="none" stroke="var(--mk-against)" stroke-width="3.5" stroke-dasharray="10 6" />
              ) : (
                <circle r="33" fill="#fff" fill-opacity=".2" stroke="#fff" stroke-width="3" stroke-dasharray="9 7" />
              )}
              <Puck
                turn={angle(layout.spots[from]!, spot)} colour={push ? 'var(--mk-against)' : 'var(--mk-chosen)'}
                double={push} scale={1.5}
              />
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
  say: (piece, words) => words.s(piece[2] === 1 ? said.white : said.black),
};
