/* The interface of a look, which draws the boards of one kind of view. A look has no rules of games,
 * only positions, drawings and animations. */
import type { ComponentType, VNode } from 'preact';
import type { Board, Held, Piece, PlayerName, Position, Step } from '../api';
import type { Sentence, Sentences, Speech } from '../words';

/** The position of a cell in the picture. */
export interface Spot {
  x: number;
  y: number;
  scale: number;
  opacity: number;
}

export interface Layout {
  board: Board;
  width: number;
  height: number;
  /** Width and height of a cell in the picture's units. */
  ux: number;
  uy: number;
  spots: Spot[];
  /** Cells that cannot be touched or focused, such as the tiles above the board. */
  beyond: ReadonlySet<number>;
  turn: number;
}

/** A drawn object that keeps its identity while it moves. */
export interface Sprite extends Spot {
  id: number;
  cell: number;
  kind: string;
  player: number;
  number: number;
  layer: number;
}

export type Unborn = Omit<Sprite, 'id'>;

export interface MarkProps {
  layout: Layout;
  position: Position;
}

export interface NextProps extends MarkProps {
  chosen: readonly number[];
  /** Cells that may be touched next; `done` if the touch completes a move. `from` is the cell of the
   * previous touch. */
  next: readonly { cell: number; done: boolean; from: number }[];
  /** The only one of `next` is where a drag goes. */
  dragging?: boolean;
}

/** A drag over the board. */
export interface DragProps extends MarkProps {
  chosen: readonly number[];
  /** The cell where it began, and how far it has gone in the picture. */
  from: number;
  by: { x: number; y: number };
}

export type Manner = 'drop' | 'roll' | 'rise' | 'fall' | 'glide';

export interface Look {
  name: string;
  manner: Manner;
  /** The number of orientations of the board, and the label of the button. */
  turns: number;
  turnWord: 'flip' | 'rotate';
  /** The two cells of a move have no order. */
  unordered?: boolean;
  /** A choice with one more cell, if touches may skip cells: two ends stand for three marbles. */
  extend?(layout: Layout, chosen: readonly number[], cell: number): number[] | undefined;
  /** The choice after a touch that continues no legal move, so that a later touch is refused with its
   * reason; undefined: the cell cannot be chosen. */
  take?(of: MarkProps, chosen: readonly number[], cell: number): number[] | undefined;
  /** The touches that a drag may stand for, legal or not, the best first; none: it means nothing. */
  drag?(drag: DragProps): number[][];
  /** A finger that moves over the board aims at the cell below it: every move is one touch. */
  aims?: boolean;
  /** Why a touched cell does not join the chosen ones, if it looks as if it could; null: it does not. */
  apart?(of: MarkProps, chosen: readonly number[], cell: number): Sentence | null;
  /** The id of the board's clip path, if pieces could be drawn beyond it: a page may have boards of several sizes. */
  clip?(layout: Layout): string;
  /** The size of marks relative to cells. */
  mark: number;
  /** The mark of the last move is drawn under the pieces. */
  lastUnder?: boolean;
  /** `Next` is drawn under the pieces. */
  nextUnder?: boolean;
  /** `Chosen` is drawn over the pieces and replaces the rings around chosen cells. */
  chosenOver?: boolean;
  /** A selected cell is marked by `Chosen` too. */
  aimedAsChosen?: boolean;
  /** Rings of hints are drawn inside the cells, because cells are adjacent. */
  ringInside?: boolean;
  /** The cells of a threat or of a winning row are joined by a line. */
  joins?: boolean;
  /** The next pieces are part of the board: they are not shown beside the spoken line. */
  handOnBoard?: boolean;
  /** The cells that a choice stands for, if they are more than the touched ones. */
  chosenCells?(layout: Layout, chosen: readonly number[]): readonly number[];
  layout(board: Board, turn: number, position: Position): Layout;
  sprites(layout: Layout, position: Position): Unborn[];
  /** The sprites after a wave of steps, if the steps alone do not determine them. */
  wave?(layout: Layout, now: Sprite[], steps: Step[]): Sprite[];
  /** The outline of a cell or its piece, around its centre, `grow` units larger. */
  outline(layout: Layout, grow: number): string;
  /** The offset of the outline from the cell's centre: raised tiles. */
  lift?(layout: Layout, position: Position, cell: number): number;
  Ground: ComponentType<{ layout: Layout; labels: boolean }>;
  Over?: ComponentType<{ layout: Layout; labels: boolean; sprites: readonly Sprite[] }>;
  Piece(props: { sprite: Sprite }): VNode | null;
  /** The piece that would be placed; null: a ring is drawn instead. */
  ghost(player: PlayerName, seat: number, hand: Held | undefined): VNode | null;
  Last: ComponentType<MarkProps & { cells: readonly number[]; player: number }>;
  Next: ComponentType<NextProps>;
  Chosen?: ComponentType<MarkProps & { chosen: readonly number[] }>;
  Hover?: ComponentType<NextProps & { cell: number }>;
  /** What the steps of a move that is pointed at would change. */
  Preview?: ComponentType<MarkProps & { steps: readonly Step[] }>;
  Disc: ComponentType<{ player: PlayerName; seat: number }>;
  /** The contents of a cell, in words. */
  say(piece: Piece, words: Speech, players: readonly PlayerName[]): string;
  /** The name of a cell if the view gives none. */
  cellName?(layout: Layout, cell: number, words: Speech): string;
  /** Every sentence of this look. */
  words: Sentences;
  /** What can be done with the chosen cells, {1}: if they can go somewhere or become more, and if they cannot
   * move. */
  chosenHelp?: { go: Sentence; stuck: Sentence };
  /** How to enter a move by touch or by dragging, in a sentence or two. */
  touchHelp: Sentence;
  /** Gradients and pieces that the look refers to by id. Ids are shared by all looks of a page. */
  Defs?: ComponentType;
  /** A small board for cards and lists: 200 by 200, without margins. */
  Mini: ComponentType;
}

/* ---- geometry shared by several looks ---- */

export const round = (n: number): number => Math.round(n * 10) / 10;

/** A hexagon on its corner, of circumradius R. */
export function hexagon(R: number): string {
  const x = round(R * 0.866);
  const y = round(R / 2);
  return `M0 ${round(-R)}L${x} ${-y}V${y}L0 ${round(R)}L${-x} ${y}V${-y}Z`;
}

export const disc = (r: number): string => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export function box(width: number, height: number, r: number): string {
  const [w, h] = [width / 2, height / 2];
  return (
    `M${round(-w + r)} ${round(-h)}H${round(w - r)}a${r} ${r} 0 0 1 ${r} ${r}` +
    `V${round(h - r)}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `H${round(-w + r)}a${r} ${r} 0 0 1 ${-r} ${-r}V${round(-h + r)}a${r} ${r} 0 0 1 ${r} ${-r}Z`
  );
}

/** A generator with a fixed seed: grain and stones are the same every time. */
export function seeded(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The labels on the edges, from the names of cells: "h8" is in column h and row 8. */
export function edges(layout: Layout): { columns: [string, Spot][]; rows: [string, Spot][] } {
  const columns = new Map<string, Spot>();
  const rows = new Map<string, Spot>();
  layout.board.cells.forEach((cell, i) => {
    if (layout.beyond.has(i)) return;
    const parts = /^([a-z]+)(\d+)$/.exec(cell[5]);
    if (!parts) return;
    if (!columns.has(parts[1]!)) columns.set(parts[1]!, layout.spots[i]!);
    if (!rows.has(parts[2]!)) rows.set(parts[2]!, layout.spots[i]!);
  });
  return { columns: [...columns], rows: [...rows] };
}

/** One sprite per piece, at the centre of its cell. */
export function spritesOfPieces(layout: Layout, position: Position): Unborn[] {
  return position.pieces.map(([cell, kind, player, number, layer]) => ({
    ...(layout.spots[cell] ?? { x: 0, y: 0, scale: 1, opacity: 0 }),
    cell, kind, player, number, layer,
  }));
}

export const nowhere: ReadonlySet<number> = new Set();

/** The angle from one spot to another, in degrees. */
export const angle = (from: Spot, to: Spot): number =>
  round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
