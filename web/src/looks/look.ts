/* What a look is: the recipe that draws boards of one material from what a view says. A look knows
 * no rules; it knows how things lie, shine and move. */
import type { ComponentType, VNode } from 'preact';
import type { Board, Held, Piece, PlayerName, Position, Step } from '../api';
import type { Sentence, Sentences, Speech } from '../words';

/** Where a cell lies in the picture. */
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
  /** Cells that cannot be touched or reached, such as tiles that wait above the board. */
  beyond: ReadonlySet<number>;
  turn: number;
}

/** Something drawn that keeps its identity while it moves. */
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
  /** Cells that may be touched next; `done` where that completes a move. `from` is the cell the
   * touch before it was on. */
  next: readonly { cell: number; done: boolean; from: number }[];
}

export type Manner = 'drop' | 'roll' | 'rise' | 'fall' | 'glide';

export interface Look {
  name: string;
  manner: Manner;
  /** How many ways the board can be turned, and what the button says. */
  turns: number;
  turnWord: 'flip' | 'rotate';
  /** The two cells of a move have no order. */
  unordered?: boolean;
  /** A choice with one more cell, where several stand for a longer one: three marbles are their ends. */
  extend?(layout: Layout, chosen: readonly number[], cell: number): number[] | undefined;
  /** The clip path that holds what stands on the board, where it could show beyond it. */
  clip?: string;
  /** How large marks are beside the cells. */
  mark: number;
  /** The mark of the last move lies under the pieces. */
  lastUnder?: boolean;
  /** `Next` lies under the pieces. */
  nextUnder?: boolean;
  /** `Chosen` lies over the pieces and stands in for the rings around chosen cells. */
  chosenOver?: boolean;
  /** A cell that is aimed at is marked by `Chosen` too. */
  aimedAsChosen?: boolean;
  /** Rings of hints lie inside the cells, which touch each other. */
  ringInside?: boolean;
  /** Cells that threaten or have won together are joined by a line. */
  joins?: boolean;
  /** What comes next is part of the board: it is not shown beside the spoken line. */
  handOnBoard?: boolean;
  /** The cells that a choice stands for, where they are more than those touched. */
  chosenCells?(layout: Layout, chosen: readonly number[]): readonly number[];
  layout(board: Board, turn: number, position: Position): Layout;
  sprites(layout: Layout, position: Position): Unborn[];
  /** What a wave of steps makes of the sprites, where steps alone do not tell it. */
  wave?(layout: Layout, now: Sprite[], steps: Step[]): Sprite[];
  /** The outline of a cell or its piece, around its place, `grow` units larger. */
  outline(layout: Layout, grow: number): string;
  /** How far the outline lies from the cell's place: raised tiles. */
  lift?(layout: Layout, position: Position, cell: number): number;
  Ground: ComponentType<{ layout: Layout; labels: boolean }>;
  Over?: ComponentType<{ layout: Layout; labels: boolean; sprites: readonly Sprite[] }>;
  Piece(props: { sprite: Sprite }): VNode | null;
  /** The piece that would be placed; null where a ring serves. */
  ghost(player: PlayerName, seat: number, hand: Held | undefined): VNode | null;
  Last: ComponentType<MarkProps & { cells: readonly number[]; player: number }>;
  Next: ComponentType<NextProps>;
  Chosen?: ComponentType<MarkProps & { chosen: readonly number[] }>;
  Hover?: ComponentType<NextProps & { cell: number }>;
  Disc: ComponentType<{ player: PlayerName; seat: number }>;
  /** What stands there, in words. */
  say(piece: Piece, words: Speech, players: readonly PlayerName[]): string;
  /** The name of a cell where the view gives none. */
  cellName?(layout: Layout, cell: number, words: Speech): string;
  /** Every sentence of this look. */
  words: Sentences;
  /** What to touch, in one sentence. */
  touchHelp: Sentence;
  /** Gradients and pieces that the look refers to by id. Ids are shared by all looks of a page. */
  Defs?: ComponentType;
  /** A little board for cards and lists: 200 by 200, bleeding to the edge. */
  Mini: ComponentType;
}

/* ---- geometry that several looks share ---- */

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

/** Chance that is the same every time: grain and stones lie where they lay. */
export function seeded(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The names on the edges, from the cells' own: "h8" lies in column h and row 8. */
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

/** One sprite a piece, on its cell's spot. */
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
