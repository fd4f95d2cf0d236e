/* Reads the short text of pieces and steps that src/site/site_pack.h describes, and the positions of a game from it. */
import type { Held, Piece, Played, Position, Step, StepKind } from '../api';
import type { GameFile } from './data';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const value = new Map([...digits].map((digit, i) => [digit, i]));
const whats: readonly StepKind[] = ['move', 'place', 'remove', 'capture', 'change', 'points', 'end'];

/** The numbers of a text: base64 VLQ, as in source maps. */
export function unpack(text: string): number[] {
  const numbers: number[] = [];
  let [sum, shift] = [0, 0];
  for (const digit of text) {
    const bits = value.get(digit) ?? 0;
    sum += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(sum & 1 ? -(sum >>> 1) : sum >>> 1);
    [sum, shift] = [0, 0];
  }
  return numbers;
}

/** The pieces after an edit. */
export function edited(old: readonly Piece[], text: string, kinds: readonly string[]): Piece[] {
  const numbers = unpack(text);
  const now: Piece[] = [];
  let [at, cell] = [0, 0];
  for (let i = 0; i < numbers.length;) {
    const [keep, drop, add] = [numbers[i++]!, numbers[i++]!, numbers[i++]!];
    now.push(...old.slice(at, at + keep));
    at += keep + drop;
    for (let k = 0; k < add; k++, i += 5) {
      cell += numbers[i]!;
      now.push([cell, kinds[numbers[i + 1]!]!, numbers[i + 2]!, numbers[i + 3]!, numbers[i + 4]!]);
    }
  }
  return [...now, ...old.slice(at)];
}

export function unpackSteps(text: string, kinds: readonly string[]): Step[] {
  const numbers = unpack(text);
  const steps: Step[] = [];
  for (let i = 0; i < numbers.length;) {
    const [what, kind, player, wave, count] = numbers.slice(i, i + 5) as [number, number, number, number, number];
    i += 5;
    for (let k = 0, from = 0; k < count; k++, i += 3) {
      from += numbers[i]!;
      steps.push([whats[what]!, from, from + numbers[i + 1]!, player, wave, numbers[i + 2]!, kinds[kind - 1] ?? null]);
    }
  }
  return steps;
}

export interface Replay {
  /** One more than moves: positions[0] is the start. */
  positions: Position[];
  /** What move i did: steps[0] leads from positions[0] to positions[1]. */
  steps: Step[][];
  played: Played[];
}

const inHand = (hand: readonly Held[]): Piece[] => hand.map(([kind, player, number]) => [-1, kind, player, number, 0]);

/** Every position of a game; null if its file has none. */
export function replayOf({ start, plies, end, kinds = [] }: GameFile): Replay | null {
  if (!start || !plies || !end) return null;
  const positions = [start];
  const steps: Step[][] = [];
  const played: Played[] = [];
  let hand = inHand(start.hand);
  for (const [text, player, cells, said, stepText, pieces, handText, scores, turn] of plies) {
    const before = positions[positions.length - 1]!;
    hand = edited(hand, handText, kinds);
    positions.push({
      ...before, ply: before.ply + 1, text: '', turn: turn < 0 ? null : turn,
      pieces: edited(before.pieces, pieces, kinds),
      hand: hand.map(([, kind, owner, number]) => [kind, owner, number]),
      last: { text, player, cells },
      scores: scores.length > 0 ? (scores as [number, number]) : before.scores,
    });
    steps.push(unpackSteps(stepText, kinds));
    played.push([text, player, said]);
  }
  const last = positions[positions.length - 1]!;
  positions[positions.length - 1] = { ...last, result: end.result, end: end.end, won_by: end.won_by, why: end.why };
  return { positions, steps, played };
}
