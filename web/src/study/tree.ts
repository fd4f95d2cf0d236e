/* The tree of a study: pure functions on values that are never changed. A node is one move of a player and the
 * outcomes of chance after it. Its first child continues the main line, the others are variations.
 *
 * The id of a node is a hash of the moves that lead to it. So it is the same after a reload, in another window, and for
 * the same line in another tree of the same start, and what is known about a position (its review, its picture) can be
 * kept by it. */
import type { Word } from '../api';

export interface Node {
  readonly id: string;
  /** Null: the root. */
  readonly parent: string | null;
  /** The player's move, and the outcomes of chance after it. At the root only outcomes, often none. */
  readonly moves: readonly string[];
  /** Null: the root. */
  readonly player: number | null;
  /** What the move did, once the server has said it. */
  readonly said: Word | null;
  readonly comment: string;
  readonly children: readonly string[];
}

export interface Tree {
  readonly root: string;
  readonly nodes: ReadonlyMap<string, Node>;
}

/** A move to be added. */
export interface Move {
  moves: readonly string[];
  player: number;
  said?: Word | null;
  comment?: string;
}

/** A node as the server reads and writes it. The first has parent -1, and parents come before their children. */
export interface Listed {
  parent: number;
  moves: readonly string[];
  player?: number | null;
  said?: Word | null;
  comment?: string;
}

/** FNV-1a, 32 bits, from any beginning. */
function fnv(text: string, begin: number): number {
  let hash = begin;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Two hashes of 32 bits: among the nodes of one tree two equal ids will not happen. */
export function idOf(parent: string | null, moves: readonly string[]): string {
  const text = `${parent ?? ''} ${moves.join(' ')}`;
  return fnv(text, 0x811c9dc5).toString(36) + fnv(text, 0x3c6ef372).toString(36).padStart(7, '0');
}

/** A tree without moves; `moves`: outcomes of chance before the first move. */
export function plant(moves: readonly string[] = [], comment = ''): Tree {
  const id = idOf(null, moves);
  const root: Node = { id, parent: null, moves, player: null, said: null, comment, children: [] };
  return { root: id, nodes: new Map([[id, root]]) };
}

export const nodeOf = (tree: Tree, id: string): Node | undefined => tree.nodes.get(id);

function known(tree: Tree, id: string): Node {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

function withNodes(tree: Tree, ...changed: Node[]): Tree {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { ...tree, nodes };
}

/** Adds a move after a node, as its last variation. A move that is there already stays, and learns what was unknown. */
export function grow(tree: Tree, parentId: string, move: Move): { tree: Tree; id: string } {
  const parent = known(tree, parentId);
  const id = idOf(parentId, move.moves);
  const old = tree.nodes.get(id);
  if (old) {
    const said = old.said ?? move.said ?? null;
    const comment = old.comment || (move.comment ?? '');
    if (said === old.said && comment === old.comment) return { tree, id };
    return { tree: withNodes(tree, { ...old, said, comment }), id };
  }
  const node: Node = {
    id, parent: parentId, moves: move.moves, player: move.player, said: move.said ?? null, comment: move.comment ?? '',
    children: [],
  };
  return { tree: withNodes(tree, { ...parent, children: [...parent.children, id] }, node), id };
}

/** Adds moves one after the other; `id` is the last. */
export function growLine(tree: Tree, from: string, moves: readonly Move[]): { tree: Tree; id: string } {
  let made = { tree, id: from };
  for (const move of moves) made = grow(made.tree, made.id, move);
  return made;
}

/* ---- walking ---- */

/** The nodes from the root to a node. */
export function lineTo(tree: Tree, id: string): Node[] {
  const line: Node[] = [];
  for (let node: Node | undefined = known(tree, id); node; node = node.parent === null ? undefined : known(tree, node.parent))
    line.push(node);
  return line.reverse();
}

/** Moves and outcomes from the start to a node, as the server wants them. */
export const movesTo = (tree: Tree, id: string): string[] => lineTo(tree, id).flatMap((node) => node.moves);

/** The number of players' moves up to a node. */
export const plyOf = (tree: Tree, id: string): number => lineTo(tree, id).length - 1;

/** The node and what continues it: first children to the end. */
export function onwards(tree: Tree, id: string): Node[] {
  const line: Node[] = [];
  for (let node: Node | undefined = known(tree, id); node;) {
    line.push(node);
    const next: string | undefined = node.children[0];
    node = next === undefined ? undefined : known(tree, next);
  }
  return line;
}

export const mainLine = (tree: Tree): Node[] => onwards(tree, tree.root);

/** The line that goes through a node: to it, and on by first children. */
export const lineThrough = (tree: Tree, id: string): Node[] => [...lineTo(tree, id).slice(0, -1), ...onwards(tree, id)];

export const isMain = (tree: Tree, id: string): boolean =>
  lineTo(tree, id).every((node) => node.parent === null || known(tree, node.parent).children[0] === node.id);

/** The node after the same number of moves in the next (+1) or previous (-1) variation of the nearest branching at or
 * before this node; null: there is none. */
export function beside(tree: Tree, id: string, by: 1 | -1): string | null {
  const line = lineTo(tree, id);
  for (let at = line.length - 1; at > 0; at--) {
    const { children } = line[at - 1]!;
    if (children.length < 2) continue;
    const place = children.indexOf(line[at]!.id) + by;
    const other = children[place];
    if (other === undefined) return null;
    const rest = onwards(tree, other);
    return rest[Math.min(line.length - 1 - at, rest.length - 1)]!.id;
  }
  return null;
}

/** The child that begins with a move: the first of them, whatever chance did after it. */
export const childBy = (tree: Tree, id: string, move: string): string | null =>
  known(tree, id).children.find((child) => known(tree, child).moves[0] === move) ?? null;

/* ---- changing ---- */

export function comment(tree: Tree, id: string, text: string): Tree {
  const node = known(tree, id);
  return node.comment === text ? tree : withNodes(tree, { ...node, comment: text });
}

export function say(tree: Tree, id: string, said: Word | null): Tree {
  const node = known(tree, id);
  return said === null || node.said ? tree : withNodes(tree, { ...node, said });
}

/** Makes the variation that a node belongs to the first one at its branching; in the main line nothing changes. */
export function promote(tree: Tree, id: string): Tree {
  const line = lineTo(tree, id);
  for (let at = line.length - 1; at > 0; at--) {
    const parent = line[at - 1]!;
    const child = line[at]!.id;
    if (parent.children[0] === child) continue;
    return withNodes(tree, { ...parent, children: [child, ...parent.children.filter((other) => other !== child)] });
  }
  return tree;
}

/** Removes a node with everything after it. The root stays. */
export function prune(tree: Tree, id: string): Tree {
  const node = known(tree, id);
  if (node.parent === null) return tree;
  const parent = known(tree, node.parent);
  const nodes = new Map(tree.nodes);
  const doomed = [id];
  while (doomed.length > 0) {
    const one = doomed.pop()!;
    doomed.push(...known(tree, one).children);
    nodes.delete(one);
  }
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/* ---- as a list ---- */

/** Every node, parents before their children and the main line first, as the server writes records from it. */
export function listOf(tree: Tree): Listed[] {
  const list: Listed[] = [];
  const places = new Map<string, number>();
  const waiting = [tree.root];
  while (waiting.length > 0) {
    const node = known(tree, waiting.pop()!);
    places.set(node.id, list.length);
    list.push({
      parent: node.parent === null ? -1 : places.get(node.parent)!, moves: node.moves, player: node.player, said: node.said,
      ...(node.comment ? { comment: node.comment } : {}),
    });
    waiting.push(...[...node.children].reverse());
  }
  return list;
}

/** The tree of a list; null: it is none. */
export function treeOf(list: readonly Listed[]): Tree | null {
  const [first, ...rest] = list;
  if (!first || first.parent !== -1) return null;
  let tree = plant(first.moves, first.comment ?? '');
  const ids = [tree.root];
  /* One new map for all: the list may have thousands of nodes. */
  const nodes = new Map(tree.nodes);
  for (const { parent, moves, player, said, comment: text } of rest) {
    const above = ids[parent];
    if (above === undefined || moves.length === 0) return null;
    const id = idOf(above, moves);
    ids.push(id);
    if (nodes.has(id)) continue; /* the same move twice is one node */
    nodes.set(id, {
      id, parent: above, moves, player: player ?? 0, said: said ?? null, comment: text ?? '', children: [],
    });
    const node = nodes.get(above)!;
    nodes.set(above, { ...node, children: [...node.children, id] });
  }
  tree = { root: tree.root, nodes };
  return tree;
}

/** A tree with everything of another one of the same start; its own order stays. */
export function merged(tree: Tree, other: Tree): Tree {
  if (tree.root !== other.root) return tree;
  let made = tree;
  const waiting = [other.root];
  while (waiting.length > 0) {
    const node = known(other, waiting.shift()!);
    if (node.parent !== null)
      made = grow(made, node.parent, { moves: node.moves, player: node.player ?? 0, said: node.said, comment: node.comment }).tree;
    waiting.push(...node.children);
  }
  return made;
}
