/* The WebSocket to the server: it reconnects by itself and resumes every game.
 *
 * After a reconnection, games are followed from their last event, so that no event is lost or repeated. The
 * address names the game, so that a proxy in front of several servers finds the one that has it; if another
 * has it nevertheless (`elsewhere`), the page connects again in a moment.
 * Requests without an answer fail at once when the connection is lost; their callers decide what to do. */
import type { ErrorMessage, Request, Refusal, ServerMessage } from './api';
import { ApiError, whyBusy } from './api';
import { addressOf } from './base';
import { store } from './store';
import type { Question, StudyAnswer } from './study/messages';

export type Line = 'connecting' | 'open' | 'lost';

export interface Follower {
  id: string;
  keys: () => (string | null)[];
  /** The last event received, or null to request the whole game. */
  from: () => number | null;
  hear: (message: ServerMessage) => void;
}

/** A question about a line of moves: the server answers with several messages, the last of which says so. */
interface Asked {
  seq: number;
  question: object;
  /** Null: another question took its place. */
  hear: (message: StudyAnswer | ErrorMessage | null) => void;
}

interface Waiting {
  done: (message: ServerMessage) => void;
  fail: (error: ApiError) => void;
  timer: ReturnType<typeof setTimeout>;
}

const firstWait = 400;
const longestWait = 15_000;
const answerWithin = 20_000;

/** The delay before the nth attempt: exponential backoff with jitter, so that a thousand clients do not
 * reconnect at the same moment. */
export function waitBefore(attempt: number, chance: number): number {
  return Math.min(longestWait, firstWait * 2 ** attempt) * (0.75 + chance / 2);
}

export class Connection {
  readonly line = store<Line>('connecting');
  /** The connection was refused because of a limit of this network; it is tried again. */
  readonly busy = store(false);
  private socket: WebSocket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private seq = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly followers = new Map<string, Follower>();
  private readonly address: string;

  constructor(address: string) {
    this.address = address;
    if (typeof window === 'undefined') return;
    window.addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry());
  }

  /** Begins to follow a game; its `hear` receives the answer. */
  follow(follower: Follower): () => void {
    this.followers.set(follower.id, follower);
    if (this.isOpen()) this.sendFollow(follower);
    else this.open();
    return () => {
      if (this.followers.get(follower.id) !== follower) return;
      this.followers.delete(follower.id);
      if (this.isOpen()) this.send({ do: 'leave', id: follower.id });
    };
  }

  /** Requests the whole game, or sends the keys again. */
  followAgain(id: string): void {
    const follower = this.followers.get(id);
    if (follower && this.isOpen()) this.sendFollow(follower);
  }

  /** Sends a request about a game; fails with the server's refusal, or null without a connection. */
  ask(id: string, request: Request): Promise<ServerMessage> {
    return new Promise((done, fail) => {
      if (!this.isOpen()) {
        fail(new ApiError(null));
        this.hurry();
        return;
      }
      const seq = ++this.seq;
      /* No answer at all: the connection is dead although it looks open. */
      const timer = setTimeout(() => this.socket?.close(), answerWithin);
      this.waiting.set(seq, { done, fail, timer });
      this.send({ ...request, id, seq });
    });
  }

  /** The connection's question about a line of moves; the server answers one at a time. */
  private question: Asked | null = null;

  /** Asks about a line of moves, in place of the question before. After a lost connection it is asked again. Returns
   * what stops it: the server then sends its last answer. `forget`: nobody listens any more. */
  study(question: Question, hear: Asked['hear']): { stop: () => void; forget: () => void } {
    const asked: Asked = { seq: 0, question, hear };
    const before = this.question;
    this.question = asked;
    before?.hear(null);
    if (this.isOpen()) this.sendQuestion(asked);
    else this.hurry();
    const stop = () => {
      if (this.question === asked && this.isOpen()) this.send({ do: 'quiet' });
    };
    const forget = () => {
      if (this.question !== asked) return;
      stop();
      this.question = null;
    };
    return { stop, forget };
  }

  private sendQuestion(asked: Asked): void {
    asked.seq = ++this.seq;
    this.send({ ...asked.question, seq: asked.seq });
  }

  /** Gives a message to whoever asks about a line of moves. Returns whether it was an answer to that. */
  private answered(message: ServerMessage | StudyAnswer): boolean {
    const asked = this.question;
    const isError = message.is === 'error';
    if (message.is !== 'lines' && message.is !== 'review' && message.is !== 'reviewed' && !isError) return false;
    if (!asked || message.re !== asked.seq) return !isError;
    if (isError || (message.is !== 'reviewed' && message.last)) this.question = null;
    asked.hear(message);
    return true;
  }

  /** Whether anybody needs the connection. */
  private isNeeded(): boolean {
    return this.followers.size > 0 || this.question !== null;
  }

  private isOpen(): boolean {
    return this.socket?.readyState === 1;
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private sendFollow(follower: Follower): void {
    const from = follower.from();
    this.send({
      do: 'follow',
      id: follower.id,
      keys: follower.keys().filter((key) => key !== null),
      ...(from === null ? {} : { from }),
      seq: ++this.seq,
    });
    this.asked.set(this.seq, follower.id);
  }

  /** The game of a follow request by its number, for a refusal without `id`. */
  private readonly asked = new Map<number, string>();

  private hurry(): void {
    if (this.isOpen() || !this.isNeeded()) return;
    this.attempt = 0;
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
    this.open();
  }

  private open(): void {
    if (this.socket !== null || this.retry !== null) return;
    if (this.line.get() === 'open') this.line.set('connecting');
    const newest = [...this.followers.keys()].pop();
    const socket = new WebSocket(newest === undefined ? this.address : `${this.address}/${newest}`, 'pessoi.1');
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.busy.set(false);
      this.attempt = 0;
      this.line.set('open');
      for (const follower of this.followers.values()) this.sendFollow(follower);
      if (this.question) this.sendQuestion(this.question);
    };
    socket.onmessage = (event) => this.hearText(String(event.data));
    socket.onclose = () => {
      this.lost();
      if (!opened) void whyBusy().then((why) => this.busy.set(why !== null && !this.isOpen()));
    };
  }

  private lost(): void {
    this.socket = null;
    this.asked.clear();
    for (const { fail, timer } of this.waiting.values()) {
      clearTimeout(timer);
      fail(new ApiError(null));
    }
    this.waiting.clear();
    if (!this.isNeeded()) return;
    this.line.set('lost');
    this.retry = setTimeout(() => {
      this.retry = null;
      this.open();
    }, waitBefore(this.attempt++, Math.random()));
  }

  private hearText(text: string): void {
    let message: ServerMessage | StudyAnswer;
    try {
      message = JSON.parse(text) as ServerMessage | StudyAnswer;
    } catch {
      return; /* not a message of the protocol */
    }
    if (message.is === 'error' && message.error.code === 'elsewhere') {
      this.socket?.close();
      return;
    }
    if (this.answered(message)) return;
    this.hearGame(message as ServerMessage);
  }

  private hearGame(message: ServerMessage): void {
    const { re } = message;
    const id = message.id ?? (re !== undefined ? this.asked.get(re) : undefined);
    /* The state first, then the caller of the request, which must see the new state. */
    if (id !== undefined) this.followers.get(id)?.hear({ ...message, id } as ServerMessage);
    if (re === undefined) return;
    /* The server cannot read the game at the moment, e.g. while its database is restarted. */
    if (id !== undefined && this.asked.has(re) && message.is === 'error' && message.error.wait_ms !== undefined)
      setTimeout(() => this.followAgain(id), message.error.wait_ms);
    this.asked.delete(re);
    const waiting = this.waiting.get(re);
    if (!waiting) return;
    this.waiting.delete(re);
    clearTimeout(waiting.timer);
    if (message.is === 'error') waiting.fail(new ApiError((message as ErrorMessage).error as Refusal));
    else waiting.done(message);
  }
}

let shared: Connection | null = null;

/** The page's connection, opened when it is first needed. */
export function connection(): Connection {
  shared ??= new Connection(addressOf('api/1/socket').replace(/^http/, 'ws'));
  return shared;
}
