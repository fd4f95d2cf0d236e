/* The tree of a study: what holds after any changes, and each function on small trees. */
import { describe, expect, it } from 'vitest';
import { seeded } from '../src/looks/look';
import {
  beside, childBy, comment, grow, growLine, idOf, isMain, lineThrough, lineTo, listOf, mainLine, merged, movesTo, nodeOf,
  onwards, plant, plyOf, promote, prune, treeOf, type Move, type Tree,
} from '../src/study/tree';

const move = (text: string, player = 0): Move => ({ moves: text.split(' '), player });
const names = (tree: Tree, ids: readonly { id: string }[]) => ids.map(({ id }) => nodeOf(tree, id)!.moves.join(' '));

/** a b c, and beside b: x y, and beside y: z. */
function small(): { tree: Tree; at: Record<string, string> } {
  const at: Record<string, string> = {};
  let tree = plant();
  at.root = tree.root;
  const add = (from: string, name: string, player: number) => {
    const made = grow(tree, at[from]!, move(name, player));
    tree = made.tree;
    at[name] = made.id;
  };
  add('root', 'a', 0);
  add('a', 'b', 1);
  add('b', 'c', 0);
  add('a', 'x', 1);
  add('x', 'y', 0);
  add('x', 'z', 0);
  return { tree, at };
}

/** What every tree must satisfy. */
function check(tree: Tree): void {
  const seen = new Set<string>();
  const waiting = [tree.root];
  while (waiting.length > 0) {
    const node = nodeOf(tree, waiting.pop()!)!;
    expect(seen.has(node.id)).toBe(false);
    seen.add(node.id);
    expect(node.id).toBe(idOf(node.parent, node.moves));
    expect(new Set(node.children).size).toBe(node.children.length);
    for (const child of node.children) {
      expect(nodeOf(tree, child)!.parent).toBe(node.id);
      waiting.push(child);
    }
  }
  expect(seen.size).toBe(tree.nodes.size);
}

describe('the tree of a study', () => {
  it('has lines', () => {
    const { tree, at } = small();
    expect(names(tree, mainLine(tree))).toEqual(['', 'a', 'b', 'c']);
    expect(names(tree, lineTo(tree, at.z!))).toEqual(['', 'a', 'x', 'z']);
    expect(names(tree, onwards(tree, at.x!))).toEqual(['x', 'y']);
    expect(names(tree, lineThrough(tree, at.x!))).toEqual(['', 'a', 'x', 'y']);
    expect(movesTo(tree, at.y!)).toEqual(['a', 'x', 'y']);
    expect(plyOf(tree, at.y!)).toBe(3);
    expect(isMain(tree, at.c!)).toBe(true);
    expect(isMain(tree, at.y!)).toBe(false);
  });

  it('keeps outcomes with their move, and tells apart what chance did', () => {
    const first = grow(plant(['#3']), plant(['#3']).root, move('a #1 #2'));
    const second = grow(first.tree, first.tree.root, move('a #4'));
    expect(second.id).not.toBe(first.id);
    expect(movesTo(second.tree, second.id)).toEqual(['#3', 'a', '#4']);
    expect(childBy(second.tree, second.tree.root, 'a')).toBe(first.id);
    expect(childBy(second.tree, second.tree.root, 'b')).toBeNull();
  });

  it('knows a move that is there, and learns what it did', () => {
    const { tree, at } = small();
    const again = grow(tree, at.a!, { ...move('x', 1), said: { en: 'x', el: 'χ' } });
    expect(again.id).toBe(at.x);
    expect(again.tree.nodes.size).toBe(tree.nodes.size);
    expect(nodeOf(again.tree, at.x!)!.said).toEqual({ en: 'x', el: 'χ' });
    expect(grow(again.tree, at.a!, move('x', 1)).tree).toBe(again.tree);
  });

  it('goes from variation to variation', () => {
    const { tree, at } = small();
    expect(beside(tree, at.b!, 1)).toBe(at.x);
    expect(beside(tree, at.c!, 1)).toBe(at.y);
    expect(beside(tree, at.x!, -1)).toBe(at.b);
    expect(beside(tree, at.y!, 1)).toBe(at.z);
    expect(beside(tree, at.z!, 1)).toBeNull();
    expect(beside(tree, at.a!, 1)).toBeNull();
    expect(beside(tree, at.root!, 1)).toBeNull();
    const long = growLine(tree, at.c!, [move('d'), move('e')]);
    expect(beside(long.tree, long.id, 1)).toBe(at.y); /* as far as the shorter one goes */
  });

  it('promotes one branching at a time', () => {
    const { tree, at } = small();
    const once = promote(tree, at.z!);
    expect(names(once, onwards(once, at.x!))).toEqual(['x', 'z']);
    expect(isMain(once, at.z!)).toBe(false);
    const twice = promote(once, at.z!);
    expect(names(twice, mainLine(twice))).toEqual(['', 'a', 'x', 'z']);
    expect(promote(twice, at.z!)).toBe(twice);
    expect(tree).toEqual(small().tree); /* the old value is what it was */
  });

  it('removes a node with what follows', () => {
    const { tree, at } = small();
    const less = prune(tree, at.x!);
    check(less);
    expect([at.x, at.y, at.z].some((id) => less.nodes.has(id!))).toBe(false);
    expect(less.nodes.size).toBe(4);
    expect(prune(tree, tree.root)).toBe(tree);
  });

  it('has comments', () => {
    const { tree, at } = small();
    const said = comment(tree, at.b!, 'Καλή κίνηση');
    expect(nodeOf(said, at.b!)!.comment).toBe('Καλή κίνηση');
    expect(comment(said, at.b!, 'Καλή κίνηση')).toBe(said);
  });

  it('takes over everything of another tree', () => {
    const { tree, at } = small();
    const other = grow(grow(plant(), plant().root, move('a')).tree, at.a!, move('w', 1)).tree;
    const both = merged(tree, other);
    check(both);
    expect(names(both, nodeOf(both, at.a!)!.children.map((id) => ({ id })))).toEqual(['b', 'x', 'w']);
    expect(merged(tree, plant(['#1']))).toBe(tree);
  });

  it('survives any changes, and its list says the same', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const chance = seeded(seed);
      const below = (n: number) => Math.floor(chance() * n);
      let tree = plant(below(2) ? ['#1', '#2'] : []);
      for (let step = 0; step < 60; step++) {
        const ids = [...tree.nodes.keys()];
        const id = ids[below(ids.length)]!;
        const what = below(10);
        if (what === 0) tree = prune(tree, id);
        else if (what === 1) tree = promote(tree, id);
        else if (what === 2) tree = comment(tree, id, `comment ${step}`);
        else tree = grow(tree, id, move(['a', 'b', 'c #1', 'c #2'][below(4)]!, below(2))).tree;
      }
      check(tree);
      const again = treeOf(listOf(tree))!;
      expect(again).toEqual(tree);
      for (const node of tree.nodes.values()) expect(movesTo(again, node.id)).toEqual(movesTo(tree, node.id));
    }
  });

  it('is not read from what is no tree', () => {
    expect(treeOf([])).toBeNull();
    expect(treeOf([{ parent: 0, moves: [] }])).toBeNull();
    expect(treeOf([{ parent: -1, moves: [] }, { parent: 1, moves: ['a'] }])).toBeNull();
    expect(treeOf([{ parent: -1, moves: [] }, { parent: 0, moves: [] }])).toBeNull();
  });

  it('has lines of two thousand moves', () => {
    const moves = Array.from({ length: 2000 }, (_, i) => ({ parent: i, moves: [`m${i}`] }));
    const tree = treeOf([{ parent: -1, moves: [] }, ...moves])!;
    const last = mainLine(tree)[2000]!.id;
    expect(plyOf(tree, last)).toBe(2000);
    expect(listOf(tree)).toHaveLength(2001);
    expect(prune(tree, mainLine(tree)[1]!.id).nodes.size).toBe(1);
  });
});
