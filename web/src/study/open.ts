/* How a study begins: from a game of the server, a line in the address, this browser's list, a record, a position. */
import { ApiError, ask } from '../api';
import { oldLines } from '../oldlines';
import { lineIn, plyIn, type LineAddress } from './address';
import { kept, keyOfGame } from './shelf';
import { isTab, Study, type Answer, type Plan, type Start, type Tab } from './study';
import { growLine, mainLine, merged, nodeOf, plant, type Listed, type Move, type Tree } from './tree';

/** A tree of one line, from the nodes of an answer. */
function lineTree(nodes: readonly Omit<Listed, 'parent'>[]): Tree {
  const [start, ...moves] = nodes;
  const root = plant(start?.moves ?? [], start?.comment ?? '');
  return growLine(root, root.root, moves.map((node): Move => ({ ...node, player: node.player ?? 0 }))).tree;
}

/** The node after so many moves of the main line; null: the last one. */
function nodeAt(tree: Tree, ply: number | null): string {
  const line = mainLine(tree);
  return line[Math.min(line.length - 1, ply ?? line.length - 1)]!.id;
}

/** Lines that were taken back on this browser's page of the game become variations. */
function withOldLines(tree: Tree, id: string): Tree {
  let made = tree;
  for (const { start, moves } of oldLines(id)) {
    if (plant(start).root !== tree.root) continue;
    made = growLine(made, made.root, moves).tree;
  }
  return made;
}

/** A game of the server. If this browser has a study of it, that is opened, with the moves made since. */
async function ofGame(id: string, ply: number | null, tab: Tab | null): Promise<Study> {
  const answer = await ask<Answer>('study', { id, nodes: true });
  const game = lineTree(answer.nodes ?? []);
  const start: Start = { game: answer.game, variant: answer.variant, position: answer.start };
  const mine = kept(keyOfGame(id));
  const old = mine?.tree.root === game.root ? mine : null;
  const tree = withOldLines(old ? merged(game, old.tree) : game, id);
  const at = ply !== null ? nodeAt(game, ply) : old && nodeOf(tree, old.at) ? old.at : nodeAt(game, null);
  const plan: Plan = { key: old ? old.key : null, start, tree, at, source: id, tags: old?.tags ?? {}, made: old?.made ?? Date.now() };
  return new Study(plan, tab, at === nodeAt(game, null) ? answer : null);
}

async function ofLine({ ply, moves, ...start }: LineAddress, tab: Tab | null): Promise<Study> {
  const answer = await ask<Answer>('study', { ...start, moves: moves.join(' '), nodes: true });
  const tree = lineTree(answer.nodes ?? []);
  const at = nodeAt(tree, ply);
  const plan: Plan = {
    key: null, start: { ...start, variant: answer.variant, position: answer.start }, tree, at, source: null, tags: {},
    made: Date.now(),
  };
  return new Study(plan, tab, at === nodeAt(tree, null) ? answer : null);
}

/** A new study that begins at a position of a game. */
export function ofStart(start: Start, tab: Tab | null = null): Promise<Study> {
  return ofLine({ ...start, moves: [], ply: null }, tab);
}

/** What POST study/read answers. */
export interface ReadRecord extends Omit<Start, 'position'> {
  start: string;
  tags: Record<string, string>;
  nodes: Listed[];
}

/** What an address asks for; null: nothing, the page to choose from. It fails with the server's refusal. */
export async function openStudy(id: string | null, query: URLSearchParams, fragment: string): Promise<Study | null> {
  const asked = query.get('tab');
  const tab = isTab(asked) ? asked : null;
  const line = lineIn(fragment);
  const key = query.get('kept');
  if (id) return ofGame(id, plyIn(query), tab);
  if (line) return ofLine(line, tab);
  if (!key) return null;
  const plan = kept(key);
  if (!plan) throw new ApiError({ code: 'unknown', why: notKept });
  return plan.source ? ofGame(plan.source, null, tab).catch(() => new Study(plan, tab)) : new Study(plan, tab);
}

const notKept = {
  en: 'this browser has no such study', el: 'αυτός ο περιηγητής δεν έχει τέτοια μελέτη',
};

