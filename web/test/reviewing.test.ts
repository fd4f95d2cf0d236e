/* A review and an analysis under way, with recorded answers in place of the server. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Analysing } from '../src/study/analysing';
import type { Lines, Question, Review, Reviewed } from '../src/study/messages';
import { Reviewing, type StudyLine } from '../src/study/reviewing';
import { Study, type Answer } from '../src/study/study';
import { growLine, mainLine, plant } from '../src/study/tree';
import { game, position, word } from './fixtures';

/** Plays recorded messages, and records what was asked. */
class Recording implements StudyLine {
  asked: Question[] = [];
  quiet = 0;
  private hear: ((message: never) => void) | null = null;

  study(question: Question, hear: (message: never) => void): { stop: () => void; forget: () => void } {
    this.asked.push(question);
    this.hear = hear;
    return { stop: () => { this.quiet++; }, forget: () => { this.hear = null; } };
  }

  say(message: object | null): void {
    this.hear?.(message as never);
  }
}

const reviewed = (some: Partial<Reviewed>): Reviewed => ({
  is: 'reviewed', pass: 0, ply: 0, of: 3, player: 0, played: 'a1', chance: 0.8, after: 0.3, class: 'blunder', accuracy: 10,
  line: ['b2', 'c3'], cells: [4, 8], reply: [], said: null, ...some,
});

const sum = (some: Partial<Review>): Review => {
  const player = { accuracy: 50, forced: 0, best: 1, good: 0, inaccuracy: 0, mistake: 0, blunder: 1 };
  return { is: 'review', pass: 1, known: 3, of: 3, end: 1, last: true, players: [player, player], ...some };
};

const { board, players } = game();
const answer: Answer = {
  game: 'gomoku', title: word('Gomoku'), variant: '', look: 'stones', board, players, start: 'startpos',
  position: position({ legal: [['b2', 4], ['c3', 8], ['a1', 0]] }), steps: [], said: null, added: ['c3'],
  editable: true, solved: false,
} as Answer;

function study(): Study {
  const root = plant();
  const { tree, id } = growLine(root, root.root, ['a1', 'b1', 'c1'].map((move, i) => ({ moves: [move], player: i % 2 })));
  const made = new Study({
    key: 'k', start: { game: 'gomoku', variant: '', position: 'startpos' }, tree, at: id, source: null, tags: {}, made: 0,
  } as ConstructorParameters<typeof Study>[0]);
  return made;
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve(answer) }));
  vi.stubGlobal('document', {
    hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined, baseURI: 'http://host/',
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a review asks about the main line only when it is started, and marks its moves', () => {
  const [line, its] = [new Recording(), study()];
  const reviewing = new Reviewing(its, line);
  expect(line.asked).toEqual([]);
  reviewing.start();
  expect(line.asked).toEqual([{ do: 'review', game: 'gomoku', variant: '', position: 'startpos', moves: 'a1 b1 c1' }]);
  line.say(reviewed({ ply: 0 }));
  line.say(reviewed({ ply: 0, pass: 1, class: 'good' }));
  const [, first] = mainLine(its.view.get().tree);
  expect(its.judged.get().get(first!.id)?.class).toBe('good');
  expect(reviewing.state.get().stage).toBe('running');
  line.say(sum({ known: 1, last: false, pass: 0 }));
  expect(reviewing.state.get().stage).toBe('running');
  line.say(sum({}));
  expect(reviewing.state.get().stage).toBe('done');
});

test('stopped, refused, or replaced by another question, what is known stays', () => {
  const line = new Recording();
  const reviewing = new Reviewing(study(), line);
  reviewing.start();
  line.say(reviewed({ ply: 1, player: 1 }));
  reviewing.stop();
  expect(line.quiet).toBe(1);
  line.say(sum({ known: 1 }));
  expect(reviewing.state.get()).toMatchObject({ stage: 'stopped', refusal: null });
  reviewing.start();
  expect(reviewing.state.get().judged.moves[1]?.class).toBe('blunder');
  line.say({ is: 'error', error: { code: 'busy', why: word('busy') } });
  expect(reviewing.state.get()).toMatchObject({ stage: 'stopped', refusal: { code: 'busy' } });
  reviewing.start();
  line.say(null);
  expect(reviewing.state.get().stage).toBe('stopped');
});

test('a move that is tried in place of a mistake is judged alone', async () => {
  const [line, its] = [new Recording(), study()];
  const reviewing = new Reviewing(its, line);
  reviewing.start();
  line.say(reviewed({ ply: 2, played: 'c1' }));
  line.say(sum({}));
  reviewing.find(0);
  expect(its.quiz.get()).toBe(true);
  const before = mainLine(its.view.get().tree)[2]!.id;
  expect(await its.onMove!('c3', before)).toBe(true);
  expect(reviewing.finding.get()?.stage).toBe('checking');
  expect(line.asked[1]).toMatchObject({ do: 'review', from: 2, moves: 'a1 b1 c3' });
  line.say(reviewed({ ply: 2, played: 'c3', class: 'good' }));
  line.say(sum({}));
  expect(reviewing.finding.get()?.stage).toBe('good');
  reviewing.nextOne();
  expect(reviewing.finding.get()?.stage).toBe('summary');
  reviewing.endFinding();
  expect([its.quiz.get(), its.onMove]).toEqual([false, null]);
});

const lines = (some: Partial<Lines> = {}): Lines => ({
  is: 'lines', depth: 3, nodes: 100, ms: 5, last: false, lines: [{ moves: ['b2'], cells: [4], chance: 0.6 }], ...some,
});

test('an analysis begins with Go, follows the board while it goes, and stops', async () => {
  const [line, its] = [new Recording(), study()];
  await its.goTo(its.view.get().at);
  const analysing = new Analysing(its, line);
  const close = analysing.open();
  expect(line.asked).toEqual([]);
  analysing.go();
  expect(line.asked[0]).toMatchObject({ do: 'lines', count: 3, moves: 'a1 b1 c1' });
  line.say(lines());
  expect(analysing.state.get().settled.shown[0]?.moves).toEqual(['b2']);
  await its.goTo(mainLine(its.view.get().tree)[1]!.id);
  expect(line.asked[1]).toMatchObject({ moves: 'a1' });
  expect(analysing.state.get().settled.shown).toEqual([]);
  analysing.stop();
  expect(line.quiet).toBe(1);
  line.say(lines({ last: true }));
  expect(analysing.state.get()).toMatchObject({ going: false, busy: false });
  await its.goTo(its.view.get().tree.root);
  expect(line.asked.length).toBe(2);
  close();
});

test('a hidden page lets the server rest, and goes on when it is seen again', async () => {
  const [line, its] = [new Recording(), study()];
  await its.goTo(its.view.get().at);
  const listeners: (() => void)[] = [];
  const page = { hidden: false, addEventListener: (_: string, heard: () => void) => listeners.push(heard), removeEventListener: () => undefined };
  vi.stubGlobal('document', page);
  const analysing = new Analysing(its, line);
  analysing.open();
  analysing.go();
  page.hidden = true;
  listeners.forEach((heard) => heard());
  expect(line.quiet).toBe(1);
  line.say(lines({ last: true }));
  expect(line.asked.length).toBe(1);
  page.hidden = false;
  listeners.forEach((heard) => heard());
  expect(line.asked.length).toBe(2);
});
