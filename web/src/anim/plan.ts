/* Makes an animation from the steps of a move: a list of frames, each with the sprites and how they
 * moved there. Pure functions, with tests; board.tsx only plays the result.
 *
 * Every animation ends where the sprite is drawn, so that the board is correct whenever one is
 * stopped. Only transform and opacity change. */
import type { Step } from '../api';
import type { Layout, Look, Sprite, Unborn } from '../looks/look';
import { newId, reconcile } from './sprites';

export interface Anim {
  id: number;
  keyframes: Keyframe[];
  duration: number;
  delay: number;
  easing: string;
}

export interface Float {
  x: number;
  y: number;
  text: string;
}

export interface Frame {
  sprites: Sprite[];
  anims: Anim[];
  /** A rising "+5". */
  floats: Float[];
  duration: number;
  sound: 'put' | 'slide' | 'take' | 'end' | null;
  /** The points that the move has brought to each player, this frame included. */
  gained: readonly [number, number];
}

export const d1 = 90;
export const d2 = 160;
export const d3 = 240;
export const d4 = 380;
const waveGap = 140;
const flipApart = 70;
const sinking = 600;
const ease = 'cubic-bezier(.2,.7,.2,1)';
const fall = 'cubic-bezier(.45,.05,.75,.6)';

/** The time of an animation, by the time that its steps would take. One's own move is shown at leisure; one
 * of the opponent takes about half of it, so that the board is soon still and the turn comes back. */
export type Time = (whole: number) => number;
export const ownTime: Time = (whole) => Math.min(whole, 1200);
export const theirTime: Time = (whole) => Math.min(whole, Math.max(400, Math.min(600, whole / 2)));
/** Between two computers: until the next move, which comes after `pace`. */
export const watchedTime = (pace: number): Time => (whole) => Math.min(ownTime(whole), Math.max(200, pace));

/** The waves of a move in their order. The server decides which steps are in one wave. */
export function wavesOf(steps: readonly Step[]): Step[][] {
  const byWave = new Map<number, Step[]>();
  for (const step of steps) {
    const list = byWave.get(step[4]);
    if (list) list.push(step);
    else byWave.set(step[4], [step]);
  }
  return [...byWave].sort(([a], [b]) => a - b).map(([, list]) => list);
}

/** From where a sprite was to where it is drawn now. */
export function glide(was: Sprite, is: Sprite): Keyframe[] {
  const scale = is.scale || 1;
  const x = (was.x - is.x) / scale;
  const y = (was.y - is.y) / scale;
  return [
    {
      transform: `translate(${x}px,${y}px) scale(${was.scale / scale})`,
      opacity: is.opacity > 0 ? was.opacity / is.opacity : 1,
    },
    { transform: 'none', opacity: 1 },
  ];
}

const isMoved = (a: Sprite, b: Sprite): boolean =>
  a.x !== b.x || a.y !== b.y || a.scale !== b.scale || a.opacity !== b.opacity;

interface Working {
  look: Look;
  layout: Layout;
  now: Sprite[];
  anims: Anim[];
  leaving: Sprite[];
  floats: Float[];
  end: number;
}

function animate(w: Working, id: number, keyframes: Keyframe[], duration: number, easing = ease, delay = 0): void {
  w.anims.push({ id, keyframes, duration, delay, easing });
  w.end = Math.max(w.end, delay + duration);
}

const on = (w: Working, cell: number): Sprite | undefined => {
  for (let i = w.now.length - 1; i >= 0; i--) if (w.now[i]!.cell === cell) return w.now[i];
  return undefined;
};

function put(w: Working, [, , to, player, , value, kind]: Step): void {
  const spot = w.layout.spots[to];
  if (!spot) return;
  const sprite: Sprite = { ...spot, id: newId(), cell: to, kind: kind ?? '', player, number: value, layer: 0 };
  w.now = [...w.now, sprite];
  const from: Record<Look['manner'], Keyframe> = {
    drop: { transform: 'translate(0,-10px) scale(1.2)', opacity: 0.4 },
    rise: { transform: 'translate(0,8px) scale(.85)', opacity: 0 },
    roll: { transform: 'scale(.7)', opacity: 0 },
    fall: { transform: 'translate(0,-24px)', opacity: 0 },
    glide: { transform: 'none', opacity: 0 },
  };
  animate(w, sprite.id, [from[w.look.manner], { transform: 'none', opacity: 1 }], d2);
}

/** All pieces of a wave move together; a piece vacates its cell for a later one in the list. */
function moveAll(w: Working, steps: Step[]): void {
  const moved = new Map<number, Sprite>();
  const isSwap = (from: number, to: number) => steps.some((step) => step[1] === to && step[2] === from);
  const swapped = new Set<number>();
  for (const [, from, to, , , , kind] of steps) {
    const was = on({ ...w, now: w.now.filter((s) => !moved.has(s.id)) }, from);
    const spot = w.layout.spots[to];
    if (!was || !spot) continue;
    moved.set(was.id, { ...was, ...spot, cell: to, kind: kind ?? was.kind });
    if (isSwap(from, to)) swapped.add(was.id);
  }
  for (const was of w.now) {
    const is = moved.get(was.id);
    if (!is) continue;
    const falls = w.look.manner === 'fall' && !swapped.has(is.id);
    const rows = Math.abs(is.y - was.y) / w.layout.uy;
    const time = falls ? 120 + 60 * Math.sqrt(rows) : w.look.manner === 'fall' ? d2 : d3;
    animate(w, is.id, glide(was, is), time, falls ? fall : ease);
  }
  w.now = w.now.map((s) => moved.get(s.id) ?? s);
}

function removeAll(w: Working, removes: Step[], moves: Step[]): void {
  for (const [, from] of removes) {
    const gone = on(w, from);
    if (!gone) continue;
    w.now = w.now.filter((s) => s !== gone);
    w.leaving.push(gone);
    if (w.look.manner === 'roll') {
      /* It continues in the direction of the push, over the rim. */
      const push = moves.find((step) => step[2] === from);
      const [a, b] = [push && w.layout.spots[push[1]], w.layout.spots[from]];
      const [dx, dy] = a && b ? [b.x - a.x, b.y - a.y] : [0, 0];
      animate(w, gone.id, [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${dx}px,${dy}px)`, opacity: 1, offset: 0.6 },
        { transform: `translate(${dx * 1.5}px,${dy * 1.5}px) scale(.8)`, opacity: 0 },
      ], d3 + d4, fall);
    } else {
      animate(w, gone.id, [
        { transform: 'none', opacity: 1 },
        { transform: 'scale(1.12)', opacity: 1, offset: d1 / (d1 + d2) },
        { transform: 'scale(.2)', opacity: 0 },
      ], d1 + d2);
    }
  }
}

function captureAll(w: Working, steps: Step[]): void {
  steps.forEach(([, from, , player], i) => {
    const was = on(w, from);
    if (!was) return;
    const old: Sprite = { ...was, id: newId() };
    const is: Sprite = { ...was, player };
    w.now = w.now.map((s) => (s === was ? is : s));
    w.leaving.push(old);
    /* A flip: the colour changes half-way. */
    animate(w, old.id, [{ transform: 'none' }, { transform: 'scale(0,1)' }], d3 / 2, ease, i * flipApart);
    animate(w, is.id, [{ transform: 'scale(0,1)' }, { transform: 'none' }], d3 / 2, ease, i * flipApart + d3 / 2);
  });
}

function changeAll(w: Working, steps: Step[]): void {
  for (const [, from, , , , value] of steps) {
    const was = from >= 0 ? on(w, from) : undefined;
    if (!was) continue;
    w.now = w.now.map((s) => (s === was ? { ...was, number: was.number + value } : s));
    animate(w, was.id, [{ transform: 'none' }, { transform: 'scale(1.08)' }, { transform: 'none' }], d2);
  }
}

/** A look with a state of its own (water and walls) computes the sprites after a wave; those that differ glide. */
function glideAll(w: Working, steps: Step[]): void {
  const next = w.look.wave!(w.layout, w.now, steps);
  for (const was of w.now) {
    const is = next.find((s) => s.id === was.id);
    if (is && isMoved(was, is)) animate(w, is.id, glide(was, is), d4);
    if (is) continue;
    w.leaving.push(was);
    animate(w, was.id, [
      { transform: 'none', opacity: 1 },
      { transform: 'translate(0,30px) rotate(18deg)', opacity: 0.9, offset: 0.5 },
      { transform: `translate(0,${w.layout.uy}px) rotate(18deg)`, opacity: 0 },
    ], sinking);
  }
  w.now = next;
}

function floatPoints(w: Working, steps: Step[]): void {
  const taken = steps.filter((step) => step[0] === 'remove').map((step) => w.layout.spots[step[1]]!);
  const points = steps.find((step) => step[0] === 'points');
  if (!points || taken.length === 0) return;
  const middle = (of: 'x' | 'y') => taken.reduce((sum, spot) => sum + spot[of], 0) / taken.length;
  w.floats.push({ x: middle('x'), y: middle('y'), text: `+${points[5]}` });
  w.end = Math.max(w.end, d4);
}

function soundOf(steps: Step[]): Frame['sound'] {
  const has = (what: Step[0]) => steps.some((step) => step[0] === what);
  if (has('remove') || has('capture')) return 'take';
  if (has('place')) return 'put';
  if (has('move') || has('change')) return 'slide';
  return has('end') ? 'end' : null;
}

function frameOf(look: Look, layout: Layout, now: Sprite[], steps: Step[]): { frame: Frame; now: Sprite[] } {
  const w: Working = { look, layout, now, anims: [], leaving: [], floats: [], end: 0 };
  const of = (what: Step[0]) => steps.filter((step) => step[0] === what);
  if (look.wave) {
    glideAll(w, steps);
  } else {
    removeAll(w, of('remove'), of('move'));
    moveAll(w, of('move'));
    of('place').forEach((step) => put(w, step));
    captureAll(w, of('capture'));
    changeAll(w, of('change'));
    floatPoints(w, steps);
  }
  const pause = w.end > 0 && look.manner === 'fall' && of('remove').length === 0 ? waveGap : 0;
  return {
    frame: {
      sprites: [...w.now, ...w.leaving], anims: w.anims, floats: w.floats, duration: w.end + pause,
      sound: soundOf(steps), gained: [0, 0],
    },
    now: w.now,
  };
}

function pointsOf(steps: readonly Step[], player: number): number {
  return steps.reduce((sum, step) => (step[0] === 'points' && step[3] === player ? sum + step[5] : sum), 0);
}

/** Plans a move: frames in their order; the last is `after` itself, without motion. */
export function plan(
  look: Look, layout: Layout, before: readonly Sprite[], steps: readonly Step[], after: readonly Unborn[],
  motion: number, time: Time = ownTime,
): Frame[] {
  let now = [...before];
  let gained: Frame['gained'] = [0, 0];
  const frames: Frame[] = [];
  if (motion > 0) {
    let removals = 0;
    for (const wave of wavesOf(steps)) {
      const made = frameOf(look, layout, now, wave);
      now = made.now;
      gained = [gained[0] + pointsOf(wave, 0), gained[1] + pointsOf(wave, 1)];
      if (made.frame.duration === 0) continue;
      if (wave.some((step) => step[0] === 'remove')) removals++;
      const frame: Frame = { ...made.frame, gained };
      frames.push(removals >= 4 ? hasten(frame, 0.6) : frame);
    }
  }
  const total = frames.reduce((sum, frame) => sum + frame.duration, 0);
  const factor = motion * (total > 0 ? time(total) / total : 1);
  return [
    ...frames.map((frame) => hasten(frame, factor)),
    { sprites: reconcile(now, after), anims: [], floats: [], duration: 0, sound: null, gained },
  ];
}

function hasten(frame: Frame, factor: number): Frame {
  return {
    ...frame,
    duration: frame.duration * factor,
    anims: frame.anims.map((a) => ({ ...a, duration: a.duration * factor, delay: a.delay * factor })),
  };
}
