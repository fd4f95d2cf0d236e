/* Plays the frames of moves one after another, each with what the page shows beside it. */
import type { Game, Played, Position } from '../api';
import type { Frame } from './plan';

/** The part of a game that belongs to a picture of it. */
export interface Shown {
  position: Position;
  played: Played[];
}

/** A frame, and what the page shows beside it; null: the present state of the game. */
export interface Shot {
  frame: Frame;
  shows: Shown | null;
  /** The last one of a move. */
  ends: boolean;
}

/** Between a move and the answer to it, where both are animated. */
const breath = 120;

export const stillFrame: Frame = { sprites: [], anims: [], floats: [], duration: 0, sound: null, gained: [0, 0] };

export const still = (sprites: Frame['sprites']): Shot[] =>
  [{ frame: { ...stillFrame, sprites }, shows: null, ends: true }];
export const plainly = (frames: Frame[]): Shot[] =>
  frames.map((frame, i) => ({ frame, shows: null, ends: i === frames.length - 1 }));

/** The frames of a move, with the game as it was until the last of them. */
export function shotsOf(frames: Frame[], before: Game, after: Game): Shot[] {
  const { scores } = before.position;
  return frames.map((frame, i) => {
    if (i === frames.length - 1) return { frame, shows: { position: after.position, played: after.played }, ends: true };
    const [first, second] = frame.gained;
    const position: Position = scores
      ? { ...before.position, scores: [scores[0] + first, scores[1] + second] }
      : before.position;
    return { frame, shows: { position, played: before.played }, ends: false };
  });
}

export class Film {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private rest: Shot[] = [];
  private readonly onShot: (shot: Shot, moving: boolean) => void;

  /** `onShot` shows a frame; `moving`: others follow it. */
  constructor(onShot: (shot: Shot, moving: boolean) => void) {
    this.onShot = onShot;
  }

  /** The frame with which the present animation will end; null: there is none. */
  last(): Frame | null {
    return this.rest[this.rest.length - 1]?.frame ?? null;
  }

  /** Animates a move after the present animation, with a short pause between them: an immediate answer
   * does not cut off the person's own move. If moves arrive faster than that, or nobody here plays, only the
   * newest one is animated: the picture is never more than one move behind. */
  playNext(shots: Shot[], watching: boolean): void {
    const waiting = this.rest.filter(({ ends }) => ends).length;
    if (waiting === 0 || waiting > 1 || watching) {
      this.play(shots);
      return;
    }
    const end = this.rest.length - 1;
    this.rest = [
      ...this.rest.map((shot, i) => (i === end ? { ...shot, frame: { ...shot.frame, duration: breath } } : shot)),
      ...shots,
    ];
  }

  /** Plays frames; the previous animation ends at once. */
  play(shots: Shot[]): void {
    this.show(shots, performance.now());
  }

  /** Ends the animation now. Returns whether there was one. */
  finish(): boolean {
    if (this.rest.length === 0) return false;
    this.play(this.rest.slice(-1));
    return true;
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Shows the first of some frames, which begins at `begins`, and then the others. */
  private show(shots: Shot[], begins: number): void {
    this.stop();
    const [shot, ...rest] = shots;
    if (!shot) return;
    this.rest = rest;
    this.onShot(shot, rest.length > 0);
    const ends = begins + shot.frame.duration;
    if (rest.length > 0) this.timer = setTimeout(() => this.advance(ends), ends - performance.now());
  }

  /** Shows the next frame, which should have begun at `begins`. Drawing may take longer than a frame lasts:
   * frames whose time is over are left out, so that a slow computer shows less, not later. */
  private advance(begins: number): void {
    let shots = this.rest;
    let start = begins;
    while (shots.length > 1 && start + shots[0]!.frame.duration <= performance.now()) {
      start += shots[0]!.frame.duration;
      shots = shots.slice(1);
    }
    this.show(shots, start);
  }
}
