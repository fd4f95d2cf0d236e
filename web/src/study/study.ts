/* The model of the study page: a tree of moves, the node that is looked at, and the positions that the server has
 * answered. The server keeps nothing: every question brings its line.
 *
 * For panels, which get a study as their only property (panels.ts lists them):
 *   view      what is looked at: `tree`, `at` (the chosen node), `shown` (the position on the board; it follows `at`)
 *   line()    the members that say in any question which position is meant
 *   peek      shows the position of another node while `at` stays
 *   goTo, step, play, addLine, ..   everything that changes what is looked at
 *   judged    what is known about the move of a node, by its id: the move list shows its class
 *   mark()    draws arrows, pucks, heat on the board; in a component: `useMarks(study, marks)`
 *   chance    First's chance to win, for the bar beside the board; null: no bar
 *   onMove    is asked before a move is made; true: the panel has taken it, and the tree stays as it is
 *   quiz      while true, the moves after the chosen node are hidden
 *   table     the board's state: `study.table.say(..)`, `turnBoard()`, .. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import {
  ApiError, ask, type Board, type Game, type PlayerName, type Position, type Refusal, type Request, type ServerMessage,
  type Step, type Word,
} from '../api';
import type { Layout, Look } from '../looks/look';
import type { Follower, Line } from '../socket';
import { store } from '../store';
import { Table, type Wire } from '../table';
import type { Reviewed } from './messages';
import {
  beside, childBy, comment, grow, growLine, isMain, lineTo, mainLine, movesTo, nodeOf, onwards, plyOf, promote, prune, say,
  type Listed, type Node, type Tree,
} from './tree';

/** The answer of POST study. */
export interface Answer {
  game: string;
  title: Word;
  variant: string;
  look: string;
  board: Board;
  players: [PlayerName, PlayerName];
  start: string;
  position: Position;
  steps: Step[];
  said: Word | null;
  added?: string[];
  nodes?: Omit<Listed, 'parent'>[];
  editable: boolean;
  solved: boolean;
}

/** Where a study begins. */
export interface Start {
  game: string;
  variant: string;
  /** In the game's notation, or "startpos". */
  position: string;
}

/** The members of a question that say which position is meant. */
export interface LineMembers extends Start {
  moves: string;
}

/** What a panel draws on the board, above everything else. Cells are those of `board.cells`. */
export interface Marks {
  /** Through the cells of a move; `n` on a puck, 1 is drawn stronger. */
  arrows?: readonly { cells: readonly number[]; n?: number }[];
  /** Around a cell: dashed for what is better, solid for what was played and judged. */
  rings?: readonly { cell: number; tone: 'better' | 'error' }[];
  /** A short text at the corner of a cell, in a shape that says what it is. */
  pucks?: readonly { cell: number; text: string; tone: 'line' | 'other' | 'chosen' | 'error' }[];
  /** The moves of a line that are not on the board: numbered pieces of a player. */
  ghosts?: readonly { cell: number; player: number; n: number }[];
  /** How much a cell is worth, in seven steps (0 to 6); size and depth both say it. */
  heat?: readonly { cell: number; step: number; text?: string }[];
  /** Anything else, as SVG in the picture's units. */
  draw?: (of: { look: Look; layout: Layout; position: Position }) => ComponentChildren;
}

export type Tab = 'review' | 'analysis' | 'players';
export const isTab = (text: string | null): text is Tab => text === 'review' || text === 'analysis' || text === 'players';

/** What a study is made from, and stored as. */
export interface Plan {
  /** Its name in this browser's list. */
  key: string;
  start: Start;
  tree: Tree;
  at: string;
  /** The game of the server that it is about. */
  source: string | null;
  /** Of the record: First, Second, Result, .. */
  tags: Record<string, string>;
  /** When it was made, in milliseconds since 1970. */
  made: number;
}

export interface StudyView extends Plan {
  /** The node whose position is on the board, and the answer for it. */
  shown: { id: string; answer: Answer } | null;
  /** Why nothing can be shown; `away`: the server does not answer. */
  problem: Refusal | 'away' | null;
  tab: Tab | null;
  /** Moves follow each other by themselves. */
  playing: boolean;
  /** Milliseconds between two of them. */
  pace: number;
  /** The tree before something was removed, until the next change. */
  removed: { tree: Tree; at: string } | null;
  /** The tree has something that its source does not give back. */
  touched: boolean;
  /** Whether this browser keeps it; `full`: there was no space for it. */
  kept: 'no' | 'yes' | 'full';
}

const offline: Word = {
  en: 'the server does not answer; try again in a moment', el: 'ο διακομιστής δεν απαντά· δοκίμασε ξανά σε λίγο',
};

/** Positions that are remembered. */
const remembered = 400;

/** The answers of the server to a table, as for a game of one person with both seats. */
class StudyWire implements Wire {
  readonly line = store<Line>('open');
  private readonly study: Study;
  private follower: Follower | null = null;
  private event = 0;

  constructor(study: Study) {
    this.study = study;
  }

  follow(follower: Follower): () => void {
    this.follower = follower;
    this.tell(false);
    return () => { this.follower = null; };
  }

  followAgain(): void {
    this.tell(false);
  }

  /** The position on the board; `moved`: the last move led to it from the one before. */
  tell(moved: boolean): void {
    const { shown, tree } = this.study.view.get();
    if (shown) this.follower?.hear({ is: 'game', ...gameOf(tree, shown.id, shown.answer, ++this.event, moved) });
  }

  async ask(id: string, request: Request): Promise<ServerMessage> {
    const { shown } = this.study.view.get();
    if (!shown) throw new ApiError(null);
    const line = this.study.line(shown.id);
    if (request.do === 'why') {
      const { said } = await ask<{ said: Word | null }>('study', { ...line, why: request.cells });
      return { is: 'why', id, ply: request.ply, said };
    }
    if (request.do === 'try') {
      const { steps } = await ask<{ steps: Step[] }>('study', { ...line, try: request.move });
      return { is: 'try', id, ply: request.ply, move: request.move, steps };
    }
    if (request.do !== 'move') throw new ApiError(null); /* a study has no opponent and no clock */
    if (await this.study.onMove?.(request.move, shown.id)) return { is: 'done', id };
    try {
      await this.study.play(request.move);
    } catch (error) {
      /* A table sends a move again that found no connection, when the position may be another one. */
      throw error instanceof ApiError && !error.refusal ? new ApiError({ code: 'server', why: offline }) : error;
    }
    return { is: 'done', id };
  }
}

/** A position of a study as a table wants it: both sides are played here. */
function gameOf(tree: Tree, id: string, answer: Answer, event: number, moved: boolean): Game {
  const { game, variant, title, look, board, players, position, steps } = answer;
  const played = lineTo(tree, id).slice(1).map(
    (node): Game['played'][number] => [node.moves[0]!, node.player ?? 0, node.said ?? { en: node.moves[0]!, el: node.moves[0]! }],
  );
  return {
    id: 'study', event, game, variant, title, look, board, players, seats: [{ who: 'person' }, { who: 'person' }],
    mine: [0, 1], free: [], created: 0, position, steps: moved ? steps : [], played, clock: null, undo: false, redo: false,
    offer: null, pace_ms: null, thinking: null, next: null, hints: false,
    agreed: false,
  };
}

export class Study {
  readonly view;
  readonly judged = store<ReadonlyMap<string, Reviewed>>(new Map());
  readonly marks = store<readonly Marks[]>([]);
  readonly chance = store<number | null>(null);
  readonly quiz = store(false);
  readonly table: Table;
  /** Called when the page is left: for what panels have under way. */
  readonly closing = new Set<() => void>();
  onMove: ((move: string, at: string) => boolean | Promise<boolean>) | null = null;
  private readonly wire = new StudyWire(this);
  private readonly answers = new Map<string, Answer>();
  private board: Board | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `known`: the answer for the node `plan.at`, if there is one already. */
  constructor(plan: Plan, tab: Tab | null = null, known: Answer | null = null) {
    this.view = store<StudyView>({
      ...plan, shown: null, problem: null, tab, playing: false, pace: 1000, removed: null, touched: false,
      kept: 'no',
    });
    this.table = new Table('study', this.wire, false);
    if (known) this.remember(plan.at, known);
  }

  open(): void {
    this.table.open();
    void this.goTo(this.view.get().at);
  }

  close(): void {
    this.stop();
    this.table.close();
    for (const listener of [...this.closing]) listener();
  }

  private set(some: Partial<StudyView>): void {
    this.view.set((now) => ({ ...now, ...some }));
  }

  /** The line to a node, for any question to the server. */
  line(id = this.view.get().at): LineMembers {
    const { start, tree } = this.view.get();
    return { ...start, moves: movesTo(tree, id).join(' ') };
  }

  node(id = this.view.get().at): Node {
    return nodeOf(this.view.get().tree, id)!;
  }

  /** What the storage of the browser has said. */
  setKept(kept: StudyView['kept']): void {
    if (this.view.get().kept !== kept) this.set({ kept });
  }

  setTab(tab: Tab | null): void {
    this.set({ tab });
  }

  /* ---- positions ---- */

  private remember(id: string, answer: Answer): void {
    this.board ??= answer.board;
    this.answers.delete(id);
    this.answers.set(id, { ...answer, board: this.board });
    const [oldest] = this.answers.keys();
    if (this.answers.size > remembered) this.answers.delete(oldest!);
    this.set({ tree: say(this.view.get().tree, id, answer.said) });
  }

  /** The position of a node, from memory or from the server. */
  async answerAt(id: string): Promise<Answer> {
    const known = this.answers.get(id);
    if (known) return known;
    const answer = await ask<Answer>('study', this.line(id));
    if (!nodeOf(this.view.get().tree, id)) throw new ApiError(null); /* removed meanwhile */
    this.remember(id, answer);
    return this.answers.get(id)!;
  }

  /** Chooses a node, and shows its position. */
  async goTo(id: string): Promise<void> {
    if (!nodeOf(this.view.get().tree, id)) return;
    this.set({ at: id });
    let answer: Answer;
    try {
      answer = await this.answerAt(id);
    } catch (error) {
      if (this.view.get().at === id) this.failed(error);
      return;
    }
    if (this.view.get().at !== id) return; /* a newer wish */
    this.show(id, answer);
    const next = this.node(id).children[0];
    if (next) void this.answerAt(next).catch(() => {}); /* only ahead of time */
  }

  private show(id: string, answer: Answer): void {
    const before = this.view.get().shown?.id;
    this.set({ shown: { id, answer }, problem: null });
    this.wire.tell(before !== undefined && this.node(id).parent === before);
  }

  /** Shows the position of another node while the chosen one stays: a better move is drawn where it could have been
   * played. Null: that of the chosen node again. */
  async peek(id: string | null): Promise<void> {
    const { at, shown } = this.view.get();
    const wanted = id ?? at;
    if (!shown || shown.id === wanted) return;
    const answer = await this.answerAt(wanted).catch(() => null); /* then the board stays as it is */
    if (answer && this.view.get().at === at) this.show(wanted, answer);
  }

  private failed(error: unknown): void {
    const refusal = error instanceof ApiError ? error.refusal : null;
    const { shown } = this.view.get();
    this.stop();
    if (!shown) this.set({ problem: refusal ?? 'away' });
    else {
      this.set({ at: shown.id });
      this.table.refusal(error);
    }
  }

  /* ---- walking ---- */

  /** To the next or the previous move. */
  step(by: 1 | -1): void {
    const { children, parent } = this.node();
    const to = by === 1 ? (this.quiz.get() ? undefined : children[0]) : parent;
    if (to) void this.goTo(to);
  }

  /** To the next or the previous variation. */
  aside(by: 1 | -1): void {
    const { tree, at } = this.view.get();
    const to = this.quiz.get() ? null : beside(tree, at, by);
    if (to) void this.goTo(to);
  }

  toEnd(end: 'first' | 'last'): void {
    const { tree, at } = this.view.get();
    if (end === 'first') void this.goTo(tree.root);
    else if (!this.quiz.get()) void this.goTo(onwards(tree, at).pop()!.id);
  }

  /** To the position after so many moves of the main line. */
  toPly(ply: number): void {
    const line = mainLine(this.view.get().tree);
    void this.goTo(line[Math.max(0, Math.min(line.length - 1, ply))]!.id);
  }

  /** Starts or stops the moves that follow each other by themselves. */
  toggle(): void {
    if (this.view.get().playing) {
      this.stop();
      return;
    }
    const { children } = this.node();
    this.set({ playing: true });
    if (children.length > 0) this.wait(0);
    else void this.goTo(this.view.get().tree.root).then(() => this.wait(this.view.get().pace)); /* from the beginning */
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.view.get().playing) this.set({ playing: false });
  }

  setPace(pace: number): void {
    this.set({ pace });
  }

  private wait(ms: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.advance(), ms);
  }

  private async advance(): Promise<void> {
    const [next] = this.node().children;
    if (!this.view.get().playing || !next) {
      this.stop();
      return;
    }
    await this.goTo(next);
    if (this.view.get().playing) this.wait(this.view.get().pace);
  }

  /* ---- changing the tree ---- */

  private change(tree: Tree, at = this.view.get().at): void {
    this.set({ tree, at, removed: null, touched: true });
  }

  /** Makes a move in the position on the board. A move that is known already is only gone to, with what chance did
   * after it then. */
  async play(move: string): Promise<void> {
    this.stop();
    const { shown, tree } = this.view.get();
    if (!shown) return;
    const known = childBy(tree, shown.id, move);
    if (known) {
      await this.goTo(known);
      return;
    }
    const answer = await ask<Answer>('study', { ...this.line(shown.id), play: move });
    const now = this.view.get();
    if (!nodeOf(now.tree, shown.id)) return; /* removed meanwhile */
    const there = childBy(now.tree, shown.id, answer.added![0]!); /* the same move, typed in another way */
    if (there) {
      await this.goTo(there);
      return;
    }
    const made = grow(now.tree, shown.id, {
      moves: answer.added!, player: shown.answer.position.turn ?? 0, said: answer.said,
    });
    const stays = now.shown?.id !== shown.id; /* the person has gone on meanwhile */
    this.change(made.tree, stays ? now.at : made.id);
    this.remember(made.id, answer);
    if (!stays) this.show(made.id, this.answers.get(made.id)!);
  }

  /** Adds moves after a node, and outcomes of chance among them, as a variation; the server says what they are. Returns
   * the last node; null: they are not legal there. */
  async addLine(from: string, moves: readonly string[]): Promise<string | null> {
    const before = movesTo(this.view.get().tree, from);
    const { start } = this.view.get();
    try {
      const { nodes } = await ask<Answer>('study', { ...start, moves: [...before, ...moves].join(' '), nodes: true });
      const { tree } = this.view.get();
      if (!nodes || !nodeOf(tree, from)) return null;
      const added = nodes.slice(plyOf(tree, from) + 1).map((node) => ({ ...node, player: node.player ?? 0 }));
      const made = growLine(tree, from, added);
      if (made.tree !== tree) this.change(made.tree);
      return made.id;
    } catch (error) {
      this.table.refusal(error);
      return null;
    }
  }

  comment(text: string, id = this.view.get().at): void {
    const { tree } = this.view.get();
    const made = comment(tree, id, text);
    if (made !== tree) this.change(made);
  }

  /** Makes a variation the first one at its branching. */
  promote(id = this.view.get().at): void {
    const { tree } = this.view.get();
    const made = promote(tree, id);
    if (made !== tree) this.change(made);
  }

  isMain(id = this.view.get().at): boolean {
    return isMain(this.view.get().tree, id);
  }

  /** Removes a move with everything after it; `restore` brings it back. */
  remove(id = this.view.get().at): void {
    const { tree, at } = this.view.get();
    const { parent } = nodeOf(tree, id)!;
    if (parent === null) return;
    this.stop();
    const inside = lineTo(tree, at).some((node) => node.id === id);
    const made = prune(tree, id);
    this.change(made, inside ? parent : at);
    this.set({ removed: { tree, at } });
    if (inside) void this.goTo(parent);
  }

  restore(): void {
    const { removed } = this.view.get();
    if (!removed) return;
    this.change(removed.tree);
    void this.goTo(removed.at);
  }

  /* ---- what panels add ---- */

  /** Draws marks until the returned function is called. */
  mark(marks: Marks): () => void {
    this.marks.set((all) => [...all, marks]);
    return () => this.marks.set((all) => all.filter((other) => other !== marks));
  }

  /** What a review has found about moves, by the ids of their nodes. */
  judge(id: string, judged: Reviewed): void {
    this.judged.set((all) => new Map(all).set(id, judged));
  }
}

/** Draws marks while a component shows them; null: none. Keep the object (`useMemo`) as long as it says the same. */
export function useMarks(study: Study, marks: Marks | null): void {
  useEffect(() => (marks ? study.mark(marks) : undefined), [study, marks]);
}
