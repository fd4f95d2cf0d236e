/* How a study begins: from a game of the server, a line in the address, this browser's list, a record, a position. */
import { ApiError, ask, seeGame } from '../api';
import { oldLines } from '../oldlines';
import { lineIn, plyIn, type LineAddress } from './address';
import { kept, keyOfGame, keyOfLine } from './shelf';
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

/** Who played, as a record says it; nothing if the server does not say. */
async function tagsOf(id: string): Promise<Record<string, string>> {
  try {
    const { seats, created, position } = await seeGame(id);
    const [first, second] = seats.map(({ name, agent }) => name || agent || '');
    const tags = { First: first!, Second: second!, Date: new Date(created).toISOString().slice(0, 10), Result: position.result ?? '*' };
    return Object.fromEntries(Object.entries(tags).filter(([, text]) => text !== ''));
  } catch {
    return {};
  }
}

/** A game of the server. If this browser has a study of it, that is opened, with the moves made since. */
async function ofGame(id: string, ply: number | null, tab: Tab | null): Promise<Study> {
  const [answer, tags] = await Promise.all([ask<Answer>('study', { id, nodes: true }), tagsOf(id)]);
  const game = lineTree(answer.nodes ?? []);
  const start: Start = { game: answer.game, variant: answer.variant, position: answer.start };
  const mine = kept(keyOfGame(id));
  const old = mine?.tree.root === game.root ? mine : null;
  const tree = withOldLines(old ? merged(game, old.tree) : game, id);
  const at = ply !== null ? nodeAt(game, ply) : old && nodeOf(tree, old.at) ? old.at : nodeAt(game, null);
  const plan: Plan = { key: keyOfGame(id), start, tree, at, source: id, tags: { ...tags, ...old?.tags }, made: old?.made ?? Date.now() };
  const study = new Study(plan, tab, at === nodeAt(game, null) ? answer : null);
  if (old) study.setKept('yes');
  return study;
}

/** A line. If this browser has a study of it, that is opened at the position of the address. */
async function ofLine(address: LineAddress, tab: Tab | null): Promise<Study> {
  const { ply, moves, key: asked, ...start } = address;
  const answer = await ask<Answer>('study', { ...start, moves: moves.join(' '), nodes: true });
  const line = lineTree(answer.nodes ?? []);
  const key = asked ?? keyOfLine(JSON.stringify([start, moves]));
  const mine = kept(key);
  const old = mine?.tree.root === line.root ? mine : null;
  const tree = old ? merged(old.tree, line) : line;
  const at = old && ply === null && moves.length === 0 ? old.at : nodeAt(line, ply);
  const plan: Plan = {
    key, start: { ...start, variant: answer.variant, position: answer.start }, tree, at, source: null, tags: old?.tags ?? {},
    made: old?.made ?? Date.now(),
  };
  const study = new Study(plan, tab, at === nodeAt(line, null) ? answer : null);
  if (old) study.setKept('yes');
  return study;
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
  /* Without the server, or without the game, what is kept is still there. */
  if (plan.source) return ofGame(plan.source, null, tab).catch(() => ofPlan(plan, tab));
  return ofPlan(plan, tab);
}

function ofPlan(plan: Plan, tab: Tab | null): Study {
  const study = new Study(plan, tab);
  study.setKept('yes');
  return study;
}

const notKept = {
  en: 'this browser has no such study', el: 'αυτός ο περιηγητής δεν έχει τέτοια μελέτη',
};
