/* The table of a game: the state of its page, and what touches, keys and buttons do. Everything that the
 * page shows is in `view`; components have no state of their own. */
import {
  ApiError, joinGame, type AtMessage, type Game, type HintMessage, type JudgedMessage, type LegalMove, type Position,
  type Request, type ServerMessage, type Step, type ThreatsMessage, type Word,
} from './api';
import { Film, plainly, shotsOf, still, stillFrame, type Shown } from './anim/film';
import { ownTime, plan, theirTime, watchedTime, type Frame, type Time } from './anim/plan';
import { meant } from './drag';
import { reconcile } from './anim/sprites';
import { keepLineOf } from './oldlines';
import { agentsOnly, differs, hear, mayAsk, myTurn, twoPeople, type Told } from './game';
import { consent } from './consent';
import { lookOf } from './looks';
import type { Layout, Look } from './looks/look';
import { Previews } from './preview';
import { keepGame, keepShown, motionOf, ownGame, settings } from './settings';
import { countResult } from './strength';
import { connection, type Follower, type Line as WireState } from './socket';
import { click } from './sound';
import { store, type Store } from './store';
import { touch, touching } from './touch';
import { sentence, type Key, type Speech } from './words';

/** A sentence that can be said in any language, at any time. */
export type Line = (words: Speech) => string;

export interface Notice {
  say: Line;
  tone: 'plain' | 'refused';
}

export interface View {
  told: Told | null;
  problem: 'missing' | null;
  look: Look | null;
  layout: Layout | null;
  frame: Frame;
  moving: boolean;
  /** While a move is animated: the game before it, with the points so far. */
  shows: Shown | null;
  /** The earlier position on the screen. */
  back: { ply: number; position: Position } | null;
  chosen: number[];
  /** A move that needs a confirmation. */
  aimed: { move: LegalMove; cell: number } | null;
  /** A move that was sent. */
  sent: { move: string; cells: number[] } | null;
  hint: HintMessage | null;
  threats: ThreatsMessage | null;
  judged: JudgedMessage | null;
  judging: boolean;
  refused: { cell: number; count: number } | null;
  notice: Notice | null;
  asking: 'resign' | null;
  typed: string;
}

/** The game as the picture shows it; whose turn it is is always the present state. */
export function pictured({ told, shows }: View): Game | undefined {
  const game = told?.game;
  if (!game || !shows) return game;
  return { ...game, played: shows.played, position: { ...shows.position, turn: game.position.turn } };
}

export const blank: View = {
  told: null, problem: null, look: null, layout: null, frame: stillFrame, moving: false, shows: null, back: null,
  chosen: [], aimed: null, sent: null, hint: null, threats: null, judged: null, judging: false, refused: null, notice: null,
  asking: null, typed: '',
};

/** The state that is reset when the position changes. */
const fresh = {
  chosen: [], aimed: null, sent: null, hint: null, threats: null, refused: null, asking: null,
} satisfies Partial<View>;

/** What a table talks to: the server's WebSocket, or what answers in its place. */
export interface Wire {
  line: Store<WireState>;
  follow: (follower: Follower) => () => void;
  followAgain: (id: string) => void;
  ask: (id: string, request: Request) => Promise<ServerMessage>;
}

const said = (word: Word): Line => (words) => sentence(words.w(word));
const phrase = (key: Key, ...args: (string | number)[]): Line => (words) => words.t(key, ...args);

export class Table {
  readonly view = store<View>(blank);
  readonly id: string;
  private readonly wire: Wire;
  private readonly kept: boolean;
  private turn = 0;
  private stopFollowing: (() => void) | null = null;
  private stopWatching: (() => void) | null = null;
  private readonly film = new Film((shot, moving) => {
    this.set({ frame: shot.frame, moving, shows: moving ? shot.shows : null });
    click(shot.frame.sound);
  });
  /** The ply that was last asked for: keys may be faster than the answers. */
  private going: number | null = null;
  /** A move made without a connection. */
  private queued: { ply: number; move: string } | null = null;
  private wasLost = false;
  private wantsRematch = false;
  /** The number of touches and drags, to ignore answers about earlier ones. */
  private touches = 0;
  readonly previews = new Previews((ply, move) => this.tryMove(ply, move));
  /** The address of the rematch. */
  onNext: (id: string) => void = () => {};

  /** `kept`: the game belongs to the list of games in this browser. */
  constructor(id: string, wire: Wire = connection(), kept = true) {
    this.id = id;
    this.wire = wire;
    this.kept = kept;
  }

  open(): void {
    this.stopFollowing = this.wire.follow({
      id: this.id,
      keys: () => ownGame(this.id)?.keys ?? [],
      from: () => this.view.get().told?.game.event ?? null,
      hear: (message) => this.hear(message),
    });
    this.stopWatching = this.wire.line.watch(() => this.lineChanged());
    this.lineChanged();
  }

  close(): void {
    this.stopFollowing?.();
    this.stopWatching?.();
    this.film.stop();
  }

  private set(some: Partial<View>): void {
    this.view.set((now) => ({ ...now, ...some }));
  }

  private notice(say: Line, tone: Notice['tone'] = 'plain'): void {
    this.set({ notice: { say, tone } });
  }

  /* ---- messages of the server ---- */

  private lineChanged(): void {
    const line = this.wire.line.get();
    if (line === 'lost') {
      this.wasLost = true;
      this.set({ sent: null });
    } else if (line === 'open' && this.wasLost) {
      this.wasLost = false;
      if (this.view.get().told) this.notice(phrase('lineBack'));
    }
  }

  private hear(message: ServerMessage): void {
    if (message.is === 'error') {
      if (!this.view.get().told && message.error.code === 'unknown') this.set({ problem: 'missing' });
      return; /* the caller of the request shows it */
    }
    if (message.is === 'same') this.sendQueued();
    const before = this.view.get().told;
    const news = hear(before, message, performance.now());
    if (news.told === before) return;
    const game = news.told!.game;
    const changed = !before || news.redraw;
    const newer = before !== null && (changed || differs(before.game, game));
    this.set({ told: news.told, ...(changed ? fresh : {}), ...(newer ? { notice: null } : {}) });
    if (changed) this.draw(game, news.steps, before?.game ?? null);
    if (this.kept) {
      void countResult(game).catch(() => {}); /* without the list of games there is nothing to count with */
      keepShown(game);
    }
    const switched = before !== null && before.game.agreed !== game.agreed && twoPeople(game);
    if (switched) this.consented(game);
    const mine = before?.game.offer && game.mine.includes(before.game.offer.player);
    if (mine && !game.offer && !changed && !switched && game.position.result === before.game.position.result && !game.next)
      this.notice(phrase('offerGone'));
    if (news.stale) this.wire.followAgain(this.id);
    if (changed) this.askAround(game);
    if (message.is === 'game') this.sendQueued();
    if (game.next && this.wantsRematch) this.goToNext(game);
  }

  /** Two people have allowed hints, or one of them has forbidden them: what they showed goes. */
  private consented(game: Game): void {
    if (!mayAsk(game)) this.set({ hint: null, threats: null, judged: null, judging: false });
    this.notice((words) => words.s(game.agreed ? consent.nowOn : consent.nowOff));
    this.askAround(game);
  }

  /** Threats and evaluation follow the game while they are switched on. */
  private askAround(game: Game): void {
    if (!mayAsk(game)) return;
    if (settings.get().threats && game.position.result === null) void this.quietly({ do: 'threats' });
    if (this.view.get().judging) void this.quietly({ do: 'judge' });
  }

  /* ---- drawing ---- */

  private draw(game: Game, steps: Game['steps'] | null, before: Game | null): void {
    const look = lookOf(game.look);
    const layout = look.layout(game.board, this.turn % look.turns, game.position);
    const { back, frame } = this.view.get();
    this.set({ look, layout });
    if (back) return; /* an earlier position is on the screen: do not change it */
    const settled = this.film.last() ?? frame;
    const after = look.sprites(layout, game.position);
    if (!steps || !before || frame === stillFrame) {
      this.film.play(still(reconcile(settled.sprites, after)));
      return;
    }
    const frames = plan(look, layout, settled.sprites, steps, after, motionOf(settings.get()), this.timeOf(game));
    this.film.playNext(shotsOf(frames, before, game), agentsOnly(game));
  }

  private timeOf(game: Game): Time {
    if (agentsOnly(game)) return game.pace_ms !== null && game.pace_ms >= 0 ? watchedTime(game.pace_ms) : ownTime;
    const mover = game.played[game.played.length - 1]?.[1];
    return mover !== undefined && game.mine.includes(mover) ? ownTime : theirTime;
  }

  /** Ends the animation now. Returns whether there was one. */
  finish(): boolean {
    return this.film.finish();
  }

  /** The position on the screen. */
  shown(): Position | null {
    const { back, told } = this.view.get();
    return back?.position ?? told?.game.position ?? null;
  }

  turnBoard(): void {
    this.turn++;
    const { told, look } = this.view.get();
    if (!told || !look) return;
    const position = this.shown()!;
    const layout = look.layout(told.game.board, this.turn % look.turns, position);
    this.set({ layout });
    this.film.play(still(reconcile([], look.sprites(layout, position))));
  }

  /* ---- requests ---- */

  /** Sends a request; the spoken line shows a refusal. Returns whether it succeeded. */
  async ask(request: Request): Promise<ServerMessage | null> {
    try {
      const answer = await this.wire.ask(this.id, request);
      this.take(answer);
      return answer;
    } catch (error) {
      this.refusal(error);
      return null;
    }
  }

  private async quietly(request: Request): Promise<void> {
    try {
      this.take(await this.wire.ask(this.id, request));
    } catch {
      /* An automatic request: its refusal is not shown. */
    }
  }

  private take(answer: ServerMessage): void {
    const ply = this.view.get().told?.game.position.ply;
    if (answer.is === 'hint' && answer.ply === ply) this.set({ hint: answer, notice: null });
    if (answer.is === 'threats' && answer.ply === ply) this.set({ threats: answer });
    if (answer.is === 'judged') this.set({ judged: answer });
  }

  /* ---- moving ---- */

  /** Whether a touch can move something now. */
  canMove(): boolean {
    const { told, back, sent } = this.view.get();
    return told !== null && back === null && sent === null && myTurn(told.game) && told.game.position.legal.length > 0;
  }

  next(): ReturnType<typeof touching> {
    const { told, look, chosen } = this.view.get();
    if (!told || !look || !this.canMove()) return { next: new Map(), buttons: [] };
    return touching(told.game.position.legal, chosen, look.unordered);
  }

  /** A touch of a cell. `careful`: cells are smaller than a finger, so the first touch only selects a
   * move of one touch. */
  tap(cell: number, careful: boolean): void {
    const skipped = this.finish();
    const { told, look, layout, chosen, aimed, back } = this.view.get();
    if (!told || !look || !layout) return;
    if (back) {
      this.present();
      return;
    }
    if (!this.canMove()) {
      if (skipped) return;
      if (told.game.position.result === null && told.game.mine.length > 0) this.refuse(cell, phrase('notYourTurn'));
      return;
    }
    if (aimed && aimed.cell === cell) {
      this.confirm();
      return;
    }
    this.touches++;
    const legal = told.game.position.legal;
    let result = touch(legal, chosen, cell, look.unordered);
    const row = result.is === 'dropped' || result.is === 'chosen' ? look.extend?.(layout, chosen, cell) : undefined;
    const longer = row !== undefined && touching(legal, row, look.unordered).next.size > 0;
    if (longer) result = { is: 'chosen', chosen: row };
    const goesOn = longer || this.next().next.has(cell);
    this.set({ notice: null, refused: null, aimed: null });
    if (!goesOn && !chosen.includes(cell)) {
      /* The touch may only have been meant to end the animation. */
      this.attempt(cell, result.is === 'chosen' ? result.chosen : undefined, careful, skipped);
    } else if (result.is === 'chosen') this.set({ chosen: result.chosen });
    else if (result.is === 'dropped') this.set({ chosen: [] });
    else if (result.is === 'move') this.playOrAim(result.move, cell, careful);
  }

  /** Plays a move, or selects it if it needs a confirmation. */
  private playOrAim(move: LegalMove, cell: number, careful: boolean): void {
    if (careful && move.length === 2) this.set({ aimed: { move, cell } });
    else this.move(move[0], move.slice(1) as number[]);
  }

  /** A touch that continues no legal move. The look may take the cell as a choice all the same (`again`:
   * a move begins there). If that does not add to the choice, the server says why it is no move. */
  private attempt(cell: number, again: number[] | undefined, careful: boolean, quiet: boolean): void {
    const { told, look, layout, chosen } = this.view.get();
    const { position } = told!.game;
    const choice = look!.take?.({ layout: layout!, position }, chosen, cell) ?? again;
    if (choice) this.set({ chosen: choice });
    if (quiet || (choice && choice.length > chosen.length)) return;
    const apart = choice ? look!.apart?.({ layout: layout!, position }, chosen, cell) : null;
    if (apart) {
      this.notice((words) => words.s(apart));
      return;
    }
    const near = careful && !choice && chosen.length === 0
      ? nearest(layout!, cell, [...this.next().next.keys()])
      : null;
    const aimNear = () => {
      const result = touch(position.legal, [], near!, look!.unordered);
      if (result.is === 'chosen') this.set({ chosen: result.chosen });
      else if (result.is === 'move') this.playOrAim(result.move, near!, true);
    };
    /* A finger that hits a piece has probably missed the cell beside it. */
    if (near !== null && position.pieces.some((piece) => piece[0] === cell)) {
      aimNear();
      return;
    }
    this.refuseBecause([...chosen, cell], () => {
      if (choice) return;
      if (near !== null) aimNear();
      else if (chosen.length > 0) this.set({ chosen: [] });
      else this.refuse(cell, phrase('cannotHere'));
    });
  }

  /** Refuses touches with the server's reason; `otherwise`: it gives none, or does not answer. */
  private refuseBecause(cells: number[], otherwise: () => void): void {
    const count = this.touches;
    const ply = this.view.get().told!.game.position.ply;
    this.wire.ask(this.id, { do: 'why', ply, cells }).then(
      (answer) => {
        if (count !== this.touches || this.view.get().told?.game.position.ply !== ply) return;
        const why = answer.is === 'why' ? answer.said : null;
        if (why) this.refuse(cells[cells.length - 1]!, said(why));
        else otherwise();
      },
      () => { if (count === this.touches) otherwise(); },
    );
  }

  /** A drag that stands for one of some touches: see Look.drag. */
  drag(ways: readonly number[][]): void {
    this.finish();
    const { told, look, back } = this.view.get();
    if (!told || !look || ways.length === 0) return;
    if (back || !this.canMove()) {
      this.tap(ways[0]![0]!, false); /* says why */
      return;
    }
    this.touches++;
    this.set({ notice: null, refused: null, aimed: null });
    const { cells, move } = meant(told.game.position.legal, ways, look.unordered)!;
    if (move) this.move(move[0], move.slice(1) as number[]);
    else this.refuseBecause(cells, () => this.refuse(cells[cells.length - 1]!, phrase('cannotHere')));
  }

  /** The steps of a move that is not made; null if the server does not say. */
  private async tryMove(ply: number, move: string): Promise<Step[] | null> {
    try {
      const answer = await this.wire.ask(this.id, { do: 'try', ply, move });
      return answer.is === 'try' ? answer.steps : null;
    } catch {
      return null; /* only a preview */
    }
  }

  confirm(): void {
    const { aimed } = this.view.get();
    if (aimed) this.move(aimed.move[0], aimed.move.slice(1) as number[]);
  }

  private refuse(cell: number, say: Line): void {
    this.set({ refused: { cell, count: (this.view.get().refused?.count ?? 0) + 1 }, notice: { say, tone: 'refused' } });
  }

  /** Sends a move. Without a connection it is sent later, if the game has not changed. */
  move(text: string, cells: number[] = []): void {
    const { told } = this.view.get();
    if (!told) return;
    const ply = told.game.position.ply;
    this.set({ sent: { move: text, cells }, chosen: [], aimed: null, typed: '', hint: null, notice: null });
    this.wire.ask(this.id, { do: 'move', ply, move: text }).then(
      () => this.set({ sent: null }),
      (error: unknown) => this.moveFailed(error, ply, text, cells),
    );
  }

  private moveFailed(error: unknown, ply: number, text: string, cells: number[]): void {
    const refusal = error instanceof ApiError ? error.refusal : null;
    this.set({ sent: null });
    if (!refusal) {
      this.queued = { ply, move: text };
      this.notice(phrase('offlineMove'), 'refused');
      return;
    }
    if (cells.length > 0) this.refuse(cells[cells.length - 1]!, said(refusal.why));
    else this.notice(said(refusal.why), 'refused');
    if (refusal.code === 'late') this.wire.followAgain(this.id);
  }

  private sendQueued(): void {
    const queued = this.queued;
    this.queued = null;
    const game = this.view.get().told?.game;
    /* If the server received it after all, the game has changed and the move is not sent again. */
    if (queued && game && game.position.ply === queued.ply && myTurn(game)) this.move(queued.move);
  }

  /** Cancels typed text, a choice, a question, or an earlier position. Returns whether there was any. */
  drop(): boolean {
    const v = this.view.get();
    if (v.typed || v.asking || v.chosen.length > 0 || v.aimed) {
      this.set({ typed: '', asking: null, chosen: [], aimed: null });
      return true;
    }
    if (v.hint || v.notice || v.refused) {
      this.set({ hint: null, notice: null, refused: null });
      return true;
    }
    if (v.back) {
      this.present();
      return true;
    }
    return false;
  }

  type(text: string): void {
    this.set({ typed: text.slice(0, 40), notice: null });
  }

  sendTyped(): void {
    const text = this.view.get().typed.trim();
    const { told } = this.view.get();
    if (!text || !told) return;
    this.set({ typed: '' });
    if (!myTurn(told.game)) this.notice(phrase('notYourTurn'), 'refused');
    else this.move(text);
  }

  /* ---- earlier positions ---- */

  async lookAt(ply: number): Promise<void> {
    const { told, look } = this.view.get();
    if (!told || !look) return;
    this.finish();
    const game = told.game;
    const now = game.position.ply;
    const first = now - game.played.length;
    const to = Math.max(first, Math.min(now, ply));
    if (to >= now) {
      this.present();
      return;
    }
    const from = this.shown()!.ply;
    this.going = to;
    const answer = (await this.ask({ do: 'at', ply: to })) as AtMessage | null;
    if (this.going !== to) return; /* a newer request */
    this.going = null;
    if (!answer || answer.is !== 'at') return;
    const { layout, frame } = this.view.get();
    this.set({ back: { ply: to, position: answer.position }, chosen: [], aimed: null, hint: null });
    const after = look.sprites(layout!, answer.position);
    this.film.play(
      to === from + 1
        ? plainly(plan(look, layout!, frame.sprites, answer.steps, after, motionOf(settings.get())))
        : still(reconcile(frame.sprites, after)),
    );
  }

  /** Back to the present position. */
  present(): void {
    this.going = null;
    const { told, look, layout, back, frame } = this.view.get();
    if (!told || !look || !layout || !back) return;
    this.set({ back: null });
    const steps = told.game.position.ply === back.ply + 1 ? told.game.steps : [];
    const after = look.sprites(layout, told.game.position);
    this.film.play(plainly(plan(look, layout, frame.sprites, steps, after, motionOf(settings.get()))));
  }

  /** Steps through the moves: -1 back, 1 forward. */
  browse(by: number): void {
    const shown = this.shown();
    if (shown) void this.lookAt((this.going ?? shown.ply) + by);
  }

  /** To the beginning, or back to the game. */
  browseTo(end: 'first' | 'last'): void {
    void this.lookAt(end === 'first' ? 0 : Infinity);
  }

  /* ---- other actions ---- */

  /** More of the hint each time: idea, area, move, line. */
  hintMore(): void {
    const { hint } = this.view.get();
    void this.ask({ do: 'hint', step: hint ? Math.min(3, hint.step + 1) : 0 });
  }

  askResign(): void {
    this.set({ asking: 'resign' });
  }

  resign(): void {
    this.set({ asking: null });
    void this.ask({ do: 'resign' });
  }

  /** Undo. What is taken back is kept in this browser, as a line of the game's study. */
  async takeBack(): Promise<void> {
    const game = this.view.get().told?.game;
    if (this.kept && game && mayAsk(game)) await keepLineOf(game.id);
    await this.ask({ do: 'undo' });
  }

  offer(what: 'draw' | 'undo' | 'rematch' | 'hints'): void {
    void this.ask({ do: 'offer', what });
  }

  rematch(): void {
    this.wantsRematch = true;
    const game = this.view.get().told?.game;
    if (game?.next) this.goToNext(game);
    else void this.ask({ do: 'rematch' });
  }

  accept(): void {
    if (this.view.get().told?.game.offer?.what === 'rematch') this.wantsRematch = true;
    void this.ask({ do: 'accept' });
  }

  /** The rematch has swapped sides, and so swapped keys. */
  private goToNext(game: Game): void {
    this.wantsRematch = false;
    const keys = ownGame(this.id)?.keys ?? [null, null];
    keepGame({ id: game.next!, keys: [keys[1], keys[0]], game: game.game });
    this.onNext(game.next!);
  }

  toggleThreats(): void {
    const on = !settings.get().threats;
    settings.set((now) => ({ ...now, threats: on }));
    if (!on) this.set({ threats: null });
    else
      void this.ask({ do: 'threats' }).then((answer) => {
        if (answer?.is === 'threats' && answer.threats.length === 0) this.notice(phrase('noThreats'));
      });
  }

  toggleJudge(): void {
    const judging = !this.view.get().judging;
    this.set({ judging, judged: null });
    if (judging) void this.ask({ do: 'judge' });
  }

  async join(name: string): Promise<void> {
    try {
      const { seat, key } = await joinGame(this.id, name);
      keepGame({ id: this.id, keys: seat === 0 ? [key, null] : [null, key] });
      this.set({ told: null });
      this.wire.followAgain(this.id);
    } catch (error) {
      this.refusal(error);
    }
  }

  /** Says why a request failed. */
  refusal(error: unknown): void {
    const refusal = error instanceof ApiError ? error.refusal : null;
    this.notice(refusal ? said(refusal.why) : phrase('offlineAsk'), 'refused');
  }

  say(key: Key, ...args: (string | number)[]): void {
    this.notice(phrase(key, ...args));
  }
}

/** The nearest of some cells, if it is at most about one cell away. */
export function nearest(layout: Layout, cell: number, among: readonly number[]): number | null {
  const at = layout.spots[cell];
  if (!at) return null;
  let best: number | null = null;
  let least = 1.3 * Math.max(layout.ux, layout.uy);
  for (const other of among) {
    const spot = layout.spots[other];
    const far = spot ? Math.hypot(spot.x - at.x, spot.y - at.y) : Infinity;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}
