/* A review under way: what it asks the server and what it knows. It belongs to a study and outlives the panel, so it goes
 * on while another tab is looked at. Nothing is asked before the person wants it. */
import { ask, type Refusal } from '../api';
import { connection } from '../socket';
import { store } from '../store';
import { attempt, begin, next, plyOf, show, unjudgedMove, verdict, type Finding } from './find';
import { judge, toFind, unjudged, type Judged } from './judge';
import type { Question, Reviewed, StudyAnswer } from './messages';
import type { Answer, Study } from './study';
import { mainLine } from './tree';

export interface ReviewState {
  stage: 'idle' | 'running' | 'stopped' | 'done';
  judged: Judged;
  /** The nodes of the reviewed line: move n leads from nodes[n] to nodes[n + 1]. */
  nodes: readonly string[];
  /** Why the server does not answer; 'away': nobody knows. */
  refusal: Refusal | 'away' | null;
}

type Hear = (message: StudyAnswer | { is: 'error'; error: Refusal } | null) => void;

/** What answers questions: the server's WebSocket, in tests a recording. */
export interface StudyLine {
  study: (question: Question, hear: Hear) => { stop: () => void; forget: () => void };
}

/** A limit in positions instead of time, from the address: the same numbers every time. */
export const nodesLimit = (): { nodes?: number } => {
  const nodes = Number(new URLSearchParams(typeof location === 'undefined' ? '' : location.search).get('nodes'));
  return Number.isInteger(nodes) && nodes > 0 ? { nodes } : {};
};

export class Reviewing {
  readonly state = store<ReviewState>({ stage: 'idle', judged: unjudged, nodes: [], refusal: null });
  readonly finding = store<Finding | null>(null);
  private readonly study: Study;
  private readonly line: StudyLine;
  private asked: { stop: () => void; forget: () => void } | null = null;

  constructor(study: Study, line: StudyLine = connection()) {
    this.study = study;
    this.line = line;
  }

  private set(some: Partial<ReviewState>): void {
    this.state.set((now) => ({ ...now, ...some }));
  }

  /** Reviews the main line. What is known of the same line stays. */
  start(): void {
    const nodes = mainLine(this.study.view.get().tree).map(({ id }) => id);
    const { judged, nodes: before } = this.state.get();
    const same = before.length === nodes.length && before[before.length - 1] === nodes[nodes.length - 1];
    this.set({ stage: 'running', nodes, judged: same ? judged : unjudged, refusal: null });
    const { moves, ...start } = this.study.line(nodes[nodes.length - 1]);
    this.asked = this.line.study({ do: 'review', ...start, moves, ...nodesLimit() }, (message) => this.hear(message));
  }

  stop(): void {
    this.asked?.stop();
    if (this.state.get().stage === 'running') this.set({ stage: 'stopped' });
  }

  /** The page is left. */
  close(): void {
    this.asked?.forget();
    this.asked = null;
    if (this.state.get().stage === 'running') this.set({ stage: 'stopped' });
  }

  private hear(message: Parameters<Hear>[0]): void {
    if (message === null) {
      if (this.state.get().stage === 'running') this.set({ stage: 'stopped' });
      return;
    }
    if (message.is === 'error') {
      this.set({ stage: 'stopped', refusal: message.error });
      return;
    }
    const { stage, nodes } = this.state.get();
    const judged = judge(this.state.get().judged, message);
    /* It may have been stopped while its last answers were on their way. */
    const over = judged.over && stage === 'running';
    const whole = judged.sum !== null && judged.sum.pass === 1 && judged.sum.known === judged.sum.of && !judged.sum.why;
    this.set({ judged, ...(over ? { stage: whole ? 'done' : 'stopped' } : {}) });
    if (message.is !== 'reviewed') return;
    const id = nodes[message.ply + 1];
    const kept = judged.moves[message.ply];
    if (id && kept === message) this.study.judge(id, message as Parameters<Study['judge']>[1]);
  }

  /* ---- find it yourself ---- */

  /** One's own mistakes again; `player`: whose. */
  find(player: number): void {
    const { judged } = this.state.get();
    this.study.stop();
    this.finding.set(begin(toFind(judged, player)));
    this.study.onMove = (move, at) => this.tried(move, at);
    this.place();
  }

  /** The position before the mistake. */
  private place(): void {
    const finding = this.finding.get();
    const ply = finding && plyOf(finding);
    const node = ply === null || ply === undefined ? undefined : this.state.get().nodes[ply];
    this.study.quiz.set(finding !== null && finding.stage !== 'summary');
    if (node && finding?.stage !== 'summary') void this.study.goTo(node);
  }

  /** The mistake that is looked for now. */
  mistake(): Reviewed | null {
    const finding = this.finding.get();
    const ply = finding ? plyOf(finding) : null;
    return ply === null ? null : (this.state.get().judged.moves[ply] ?? null);
  }

  private async tried(text: string, at: string): Promise<boolean> {
    const finding = this.finding.get();
    const error = this.mistake();
    if (!finding || !error || at !== this.state.get().nodes[error.ply]) return false;
    const line = this.study.line(at);
    /* In the game's own words, with what chance does after it. */
    const { added } = await ask<Answer>('study', { ...line, play: text });
    const [move] = added ?? [];
    if (this.finding.get() !== finding || move === undefined) return true;
    const now = attempt(finding, move, error);
    this.finding.set(now);
    if (now.stage === 'checking') this.check(error.ply, { ...line, moves: [line.moves, ...added!].filter(Boolean).join(' ') });
    return true;
  }

  private check(ply: number, line: Omit<Question, 'do'>): void {
    const give = () => this.finding.set((now) => now && unjudgedMove(now));
    let best: Reviewed | null = null;
    this.asked = this.line.study({ do: 'review', ...line, from: ply, ...nodesLimit() } as Question, (message) => {
      if (message === null || message.is === 'error') give();
      else if (message.is === 'reviewed' && message.ply === ply) best = message;
      else if (message.is === 'review' && message.last) {
        if (best) this.finding.set((now) => now && verdict(now, best!));
        else give();
      }
    });
  }

  showIt(): void {
    this.finding.set((now) => now && show(now));
  }

  nextOne(): void {
    this.finding.set((now) => now && next(now));
    this.place();
  }

  endFinding(): void {
    const ply = this.mistake()?.ply;
    this.finding.set(null);
    this.study.onMove = null;
    this.study.quiz.set(false);
    const node = ply === undefined ? undefined : this.state.get().nodes[ply + 1];
    if (node) void this.study.goTo(node);
  }
}

const all = new WeakMap<Study, Reviewing>();

/** The review of a study: one, whichever tab is open. */
export function reviewingOf(study: Study): Reviewing {
  let found = all.get(study);
  if (!found) {
    const made = new Reviewing(study);
    study.closing.add(() => made.close());
    found = made;
    all.set(study, found);
  }
  return found;
}

