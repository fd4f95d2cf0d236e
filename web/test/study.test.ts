/* The model of the study page, with a server of a game in which everybody counts: a move is a digit, chance adds "#n". */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lineAddress, lineIn } from '../src/study/address';
import { openStudy } from '../src/study/open';
import { offsetOf, wordAt } from '../src/study/record';
import { allKept, bringBack, forget, keep, kept } from '../src/study/shelf';
import { Study, type Answer } from '../src/study/study';
import { keepOldLine, oldLines } from '../src/oldlines';
import { mainLine, movesTo } from '../src/study/tree';

const word = (text: string) => ({ en: text, el: text });

/** The answer of POST study for a line. */
function answer(body: { game?: string; moves?: string; play?: string; id?: string; nodes?: boolean }): Answer {
  const before = (body.id ? '1 2 3' : (body.moves ?? '')).split(' ').filter(Boolean);
  if (before.includes('9')) throw { code: 'illegal', why: word('9 is no move') };
  const added = body.play ? [body.play, ...(body.play === '7' ? [`#${before.length}`] : [])] : [];
  const moves = [...before, ...added];
  const ply = moves.filter((move) => !move.startsWith('#')).length;
  const nodes: { moves: string[]; player: number | null }[] = [{ moves: [], player: null }];
  for (const move of moves) {
    if (move.startsWith('#')) nodes[nodes.length - 1]!.moves.push(move);
    else nodes.push({ moves: [move], player: (nodes.length - 1) % 2 });
  }
  return {
    game: 'count', title: word('Count'), variant: '', look: 'plain', board: { cells: [['square', 500, 500, 1000, 1000, 'a1']], size: [1000, 1000], target: null },
    players: [{ name: 'one', title: word('One') }, { name: 'two', title: word('Two') }], start: 'startpos',
    position: {
      ply, text: moves.join(''), turn: ply % 2, pieces: [], hand: [], last: null, legal: [['1', 0], ['2']], scores: null, result: null,
      end: null, won_by: [], said: word('to move'),
    },
    steps: [], said: moves.length > 0 ? word(`played ${moves[moves.length - 1]}`) : null, editable: true, solved: false,
    ...(body.play ? { added } : {}), ...(body.nodes ? { nodes } : {}),
  };
}

let asked: { path: string; body: Record<string, unknown> }[] = [];
let away = false;

class Memory {
  private readonly kept = new Map<string, string>();
  room = Infinity;
  get length() { return this.kept.size; }
  key(i: number) { return [...this.kept.keys()][i] ?? null; }
  getItem(key: string) { return this.kept.get(key) ?? null; }
  removeItem(key: string) { this.kept.delete(key); }
  setItem(key: string, text: string) {
    if (text.length > this.room) throw new Error('quota');
    this.kept.set(key, text);
  }
}

let memory: Memory;

beforeEach(() => {
  asked = [];
  away = false;
  memory = new Memory();
  vi.stubGlobal('localStorage', memory);
  vi.stubGlobal('fetch', async (url: string, how: { body: string }) => {
    if (away) throw new TypeError('away');
    const body = JSON.parse(how.body) as Record<string, unknown>;
    asked.push({ path: new URL(url).pathname, body });
    try {
      return { ok: true, json: async () => answer(body) };
    } catch (error) {
      return { ok: false, json: async () => ({ error }) };
    }
  });
});
afterEach(() => vi.unstubAllGlobals());

async function opened(fragment = '#g=count&m=1+2+3'): Promise<Study> {
  const study = (await openStudy(null, new URLSearchParams(), fragment))!;
  study.open();
  await settled(study);
  return study;
}

/** Until the position of the chosen node is on the board. */
async function settled(study: Study): Promise<void> {
  await vi.waitFor(() => expect(study.view.get().shown?.id).toBe(study.view.get().at));
}

const line = (study: Study) => movesTo(study.view.get().tree, study.view.get().at).join(' ');

describe('a study', () => {
  it('opens a line at its end, and walks', async () => {
    const study = await opened();
    expect(line(study)).toBe('1 2 3');
    expect(study.table.view.get().told?.game.position.text).toBe('123');
    study.step(-1);
    await settled(study);
    expect(line(study)).toBe('1 2');
    study.toEnd('first');
    await settled(study);
    expect(line(study)).toBe('');
    study.toPly(2);
    await settled(study);
    expect(line(study)).toBe('1 2');
    const before = asked.length;
    study.toEnd('last');
    await settled(study);
    expect(asked.length - before).toBeLessThanOrEqual(1); /* known positions are not asked for again */
    expect(study.view.get().touched).toBe(false);
  });

  it('makes variations, promotes, removes and brings back', async () => {
    const study = await opened();
    study.toPly(1);
    await settled(study);
    await study.play('5');
    await settled(study);
    expect(line(study)).toBe('1 5');
    expect(study.isMain()).toBe(false);
    expect(study.view.get().touched).toBe(true);
    await study.goTo(study.node().parent!);
    await study.play('2'); /* known: only gone to */
    await settled(study);
    expect(line(study)).toBe('1 2');
    study.aside(1);
    await settled(study);
    expect(line(study)).toBe('1 5');
    study.promote();
    expect(mainLine(study.view.get().tree).map(({ moves }) => moves[0] ?? '')).toEqual(['', '1', '5']);
    study.comment('γιατί όχι;');
    expect(study.node().comment).toBe('γιατί όχι;');
    const size = study.view.get().tree.nodes.size;
    study.remove();
    await settled(study);
    expect(line(study)).toBe('1');
    expect(study.view.get().tree.nodes.size).toBe(size - 1);
    study.restore();
    await settled(study);
    expect(line(study)).toBe('1 5');
    expect(study.node().comment).toBe('γιατί όχι;');
  });

  it('keeps what chance did after a move', async () => {
    const study = await opened('#g=count&m=1');
    await study.play('7');
    await settled(study);
    expect(study.node().moves).toEqual(['7', '#1']);
    expect(line(study)).toBe('1 7 #1');
  });

  it('gives a move to a panel that asks for it', async () => {
    const study = await opened();
    const taken: string[] = [];
    study.onMove = (move) => { taken.push(move); return true; };
    study.table.move('5');
    await vi.waitFor(() => expect(taken).toEqual(['5']));
    expect(study.view.get().tree.nodes.size).toBe(4);
    study.onMove = null;
    study.table.move('5');
    await vi.waitFor(() => expect(line(study)).toBe('1 2 3 5'));
  });

  it('adds a line that the server accepts, and no other', async () => {
    const study = await opened();
    const root = study.view.get().tree.root;
    const last = await study.addLine(root, ['1', '5', '6']);
    expect(movesTo(study.view.get().tree, last!)).toEqual(['1', '5', '6']);
    expect(await study.addLine(root, ['9'])).toBeNull();
    expect(study.table.view.get().notice?.tone).toBe('refused');
  });

  it('stays where it is while the server is away', async () => {
    const study = await opened();
    away = true;
    study.table.move('5');
    await vi.waitFor(() => expect(study.table.view.get().notice?.tone).toBe('refused'));
    expect(line(study)).toBe('1 2 3');
    away = false;
    study.step(-1);
    await settled(study);
    study.step(1);
    await settled(study);
    await new Promise((done) => setTimeout(done, 20));
    expect(study.view.get().tree.nodes.size).toBe(4); /* the move is not made later by itself */
  });

  it('hides what follows while a move is to be found', async () => {
    const study = await opened();
    study.toPly(1);
    await settled(study);
    study.quiz.set(true);
    study.step(1);
    study.toEnd('last');
    expect(line(study)).toBe('1');
  });

  it('shows lines that were taken back, as variations', async () => {
    keepOldLine('AAAAAAAAAAAAAAAA', { start: [], moves: [{ moves: ['1'], player: 0 }, { moves: ['8'], player: 1 }] });
    const study = (await openStudy('AAAAAAAAAAAAAAAA', new URLSearchParams('at=1'), ''))!;
    study.open();
    await settled(study);
    expect(line(study)).toBe('1');
    study.step(1);
    await settled(study);
    expect(line(study)).toBe('1 2');
    study.aside(1);
    await settled(study);
    expect(line(study)).toBe('1 8');
  });
});

describe('the shelf', () => {
  const picture = { title: word('Count'), look: 'plain', board: answer({}).board, position: answer({}).position };

  it('keeps a study as it is', async () => {
    const study = await opened();
    await study.play('7');
    await settled(study);
    study.comment('σχόλιο');
    expect(keep({ ...study.view.get(), key: 'a' }, picture)).toBe(true);
    const again = kept('a')!;
    expect(again.at).toBe(study.view.get().at);
    expect(movesTo(again.tree, again.at)).toEqual(['1', '2', '3', '7', '#3']);
    expect(again.tree.nodes.get(again.at)!.comment).toBe('σχόλιο');
    expect(allKept().map(({ key, moves }) => [key, moves])).toEqual([['a', 4]]);
    const text = forget('a')!;
    expect(allKept()).toEqual([]);
    expect(bringBack('a', text)).toBe(true);
    expect(allKept()).toHaveLength(1);
  });

  it('is opened again with what was added', async () => {
    const study = await opened('#g=count&m=1&k=mine');
    await study.play('5');
    await settled(study);
    keep(study.view.get(), picture);
    const again = await opened('#g=count&m=1&k=mine');
    expect(again.view.get().tree.nodes.size).toBe(3);
    expect(again.view.get().kept).toBe('yes');
    expect((await opened('#g=count&m=1')).view.get().tree.nodes.size).toBe(2); /* another key */
  });

  it('says when there is no space', async () => {
    const study = await opened();
    memory.room = 10;
    expect(keep(study.view.get(), picture)).toBe(false);
    expect(allKept()).toEqual([]);
  });

  it('leaves out what is damaged', () => {
    memory.setItem('pessoi.study x', '{"v":1}');
    memory.setItem('pessoi.study y', 'no JSON');
    expect(allKept()).toEqual([]);
    expect(kept('x')).toBeNull();
    expect(kept('y')).toBeNull();
  });
});

describe('old lines', () => {
  it('are kept once, the longest of each', () => {
    const of = (text: string) => ({ start: [], moves: text.split(' ').map((move, i) => ({ moves: [move], player: i % 2 })) });
    for (const text of ['1 2', '1 2 3', '1 2', '1 4', '1 23']) keepOldLine('g', of(text));
    expect(oldLines('g').map(({ moves }) => moves.map((one) => one.moves[0]).join(' '))).toEqual(['1 2 3', '1 4', '1 23']);
    expect(oldLines('other')).toEqual([]);
    memory.room = 3;
    expect(keepOldLine('g', of('8'))).toBe(false);
  });
});

describe('addresses of lines', () => {
  it('are read as they were written', () => {
    const lines = [
      { game: 'gomoku', variant: '', position: 'startpos', moves: [], ply: null },
      { game: 'boats', variant: 'rule=ko,start=s2', position: '4432132344 0 11 r -', moves: ['R', '+2', '-1', '#3'], ply: 2, key: 'ab-c' },
    ];
    for (const one of lines) expect(lineIn(lineAddress(one).replace('study', ''))).toEqual(one);
    expect(lineIn('#board')).toBeNull();
    expect(lineIn('')).toBeNull();
    expect(lineIn('#g=a&n=-1&k=<x>')).toEqual({ game: 'a', variant: '', position: 'startpos', moves: [], ply: null });
  });
});

describe('the place of a mistake', () => {
  it('counts characters, and marks the word', () => {
    const text = '[Game "x"]\n\n1. {σχόλιο ☕🎲} h8 zz9 *';
    const at = offsetOf(text, 3, [...'1. {σχόλιο ☕🎲} h8 '].length + 1);
    expect(text.slice(at, at + 3)).toBe('zz9');
    expect(wordAt(text, at)).toEqual({ from: at, to: at + 3 });
    expect(offsetOf('abc', 9, 99)).toBe(3);
    expect(wordAt('', 0)).toEqual({ from: 0, to: 0 });
  });
});

