/* An analysis under way: the best lines of the position on the board, better and better until it is stopped. It stops when
 * the page is hidden or the position changes, and goes on with the new position if it was going. */
import type { Refusal } from '../api';
import { connection } from '../socket';
import { store } from '../store';
import { nothing, settle, settleTime, take, type Settled } from './lines';
import type { BestLine, Question, StudyAnswer } from './messages';
import { prefs } from './prefs';
import { nodesLimit, type StudyLine } from './reviewing';
import type { Study } from './study';

/** A line that ends in a proven win or draw, gone through step by step. */
export interface Proof {
  /** The node where it begins. */
  from: string;
  line: BestLine;
  /** Moves of it that are on the board. */
  at: number;
}

export interface AnalysisState {
  /** The person has pressed Go, and not Stop: the next position is looked at, too. */
  going: boolean;
  /** The server is thinking at the moment. */
  busy: boolean;
  /** The node that the lines are about. */
  node: string | null;
  settled: Settled;
  refusal: Refusal | null;
  proof: Proof | null;
}

export class Analysing {
  readonly state = store<AnalysisState>({
    going: false, busy: false, node: null, settled: nothing, refusal: null, proof: null,
  });
  private readonly study: Study;
  private readonly line: StudyLine;
  private asked: { stop: () => void; forget: () => void } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Only because the page is hidden. */
  private rests = false;
  private stopWatching: (() => void) | null = null;

  constructor(study: Study, line: StudyLine = connection()) {
    this.study = study;
    this.line = line;
  }

  private set(some: Partial<AnalysisState>): void {
    this.state.set((now) => ({ ...now, ...some }));
  }

  /** Follows the board while a panel shows it. */
  open(): () => void {
    const follow = () => this.follow();
    this.stopWatching = this.study.view.watch(follow);
    document.addEventListener('visibilitychange', follow);
    this.follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      this.stopWatching?.();
      this.stopWatching = null;
      this.forget();
      this.set({ going: false, busy: false });
    };
  }

  /** Asks about the position on the board, or stops. */
  private follow(): void {
    const { shown } = this.study.view.get();
    const { going, busy, node } = this.state.get();
    const id = shown?.id ?? null;
    const over = shown !== null && shown.answer.position.result !== null;
    if (id !== node) {
      this.forget();
      this.rests = document.hidden;
      this.set({ node: id, settled: nothing, busy: false, refusal: null });
      if (going && id && !over && !document.hidden) this.begin();
    } else if (busy && document.hidden) {
      this.rests = true;
      this.asked?.stop();
    } else if (this.rests && !document.hidden) {
      this.rests = false;
      if (going && id && !over) this.begin();
    }
  }

  private forget(): void {
    this.asked?.forget();
    this.asked = null;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private begin(): void {
    const { shown } = this.study.view.get();
    if (!shown) return;
    const { lines: count, exact } = prefs.get();
    const question: Question = {
      do: 'lines', ...this.study.line(shown.id), count, ...nodesLimit(),
      ...(exact && shown.answer.solved ? { agent: 'oracle' as const } : {}),
    };
    this.set({ busy: true, refusal: null });
    this.asked = this.line.study(question, (message) => this.hear(shown.id, message));
  }

  private hear(id: string, message: StudyAnswer | { is: 'error'; error: Refusal } | null): void {
    if (id !== this.state.get().node) return;
    if (message === null) {
      this.set({ going: false, busy: false });
      return;
    }
    if (message.is === 'error') {
      this.set({ going: false, busy: false, refusal: message.error });
      return;
    }
    if (message.is !== 'lines') return;
    /* The last answer of a question that was stopped early may know nothing. */
    const known = message.lines.length > 0;
    this.set({
      ...(known ? { settled: take(this.state.get().settled, message, performance.now()) } : {}),
      ...(message.last ? { busy: false } : {}),
    });
    this.settleLater();
  }

  private settleLater(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.set({ settled: settle(this.state.get().settled, performance.now()) });
    }, settleTime + 10);
  }

  go(): void {
    this.set({ going: true, proof: null });
    this.forget();
    this.begin();
  }

  stop(): void {
    this.set({ going: false });
    this.asked?.stop();
  }

  /** Another number of lines, or another agent: asked again if it was going. */
  changed(): void {
    if (!this.state.get().going) return;
    this.forget();
    this.begin();
  }

  /* ---- lines on the board ---- */

  /** Plays the moves of a line up to one of them into the tree. */
  async play(line: BestLine, count: number): Promise<void> {
    const from = this.state.get().node;
    if (!from) return;
    if (count === 1) {
      await this.study.play(line.moves[0]!);
      return;
    }
    const id = await this.study.addLine(from, line.moves.slice(0, count));
    if (id) await this.study.goTo(id);
  }

  /** Begins to go through a proven line. */
  prove(line: BestLine): void {
    const from = this.state.get().node;
    if (!from) return;
    this.stop();
    this.set({ proof: { from, line, at: 0 } });
    void this.step(1);
  }

  /** One move on in the proven line, or back. */
  async step(by: 1 | -1): Promise<void> {
    const { proof } = this.state.get();
    if (!proof) return;
    const at = Math.max(0, Math.min(proof.line.moves.length, proof.at + by));
    const id = at === 0 ? proof.from : await this.study.addLine(proof.from, proof.line.moves.slice(0, at));
    if (!id || this.state.get().proof !== proof) return;
    this.set({ proof: { ...proof, at } });
    await this.study.goTo(id);
  }

  endProof(): void {
    const { proof } = this.state.get();
    this.set({ proof: null });
    if (proof) void this.study.goTo(proof.from);
  }
}

const all = new WeakMap<Study, Analysing>();

export function analysingOf(study: Study): Analysing {
  let found = all.get(study);
  if (!found) {
    found = new Analysing(study);
    all.set(study, found);
  }
  return found;
}
