/* The review of a game as the page shows it, from the server's messages: pure functions.
 *
 * Messages come move by move, in a quick pass and a deeper one. A move of the second pass replaces that of the
 * first, and what is known never becomes less: after a lost connection the same question is asked again. */
import type { Word } from '../api';
import type { Sentence, Speech } from '../words';
import { classWords, glyphOf } from './classmark';
import type { Class, Review, Reviewed, StudyAnswer } from './messages';

export interface Judged {
  /** One for every move of a player; null: not judged yet. */
  moves: readonly (Reviewed | null)[];
  /** The newest sum. */
  sum: Review | null;
  /** The pass and the number of the last judged move. */
  progress: { pass: number; move: number };
  /** The review has come to its end or was stopped. */
  over: boolean;
}

export const unjudged: Judged = { moves: [], sum: null, progress: { pass: 0, move: 0 }, over: false };

export function judge(now: Judged, message: StudyAnswer): Judged {
  if (message.is === 'review') return { ...now, sum: message, over: message.last };
  if (message.is !== 'reviewed' || message.ply < 0 || message.ply >= message.of) return now;
  const moves = now.moves.length === message.of ? [...now.moves] : new Array<Reviewed | null>(message.of).fill(null);
  const old = moves[message.ply];
  if (!old || old.pass <= message.pass) moves[message.ply] = message;
  return { ...now, moves, over: false, progress: { pass: message.pass, move: message.ply + 1 } };
}

/* ---- classes ---- */

export type Fault = 'inaccuracy' | 'mistake' | 'blunder';
export const faults: readonly Fault[] = ['inaccuracy', 'mistake', 'blunder'];
export const isFault = (name: Class): name is Fault => (faults as readonly string[]).includes(name);

/** "2 inaccuracies", for readers of the screen. */
export const countWords = {
  inaccuracy: ['{1} {1|inaccuracy|inaccuracies}', '{1} {1|ανακρίβεια|ανακρίβειες}'],
  mistake: ['{1} {1|mistake|mistakes}', '{1} {1|λάθος|λάθη}'],
  blunder: ['{1} {1|blunder|blunders}', '{1} {1|σοβαρό λάθος|σοβαρά λάθη}'],
} as const satisfies Record<Fault, Sentence>;

/** How many errors of each class a player has made, as far as it is known. */
export function counts({ moves }: Judged, player: number): Record<Fault, number> {
  const all = { inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const move of moves) if (move && move.player === player && isFault(move.class)) all[move.class]++;
  return all;
}

/** The ply of the next error after `ply`, of a player or (null) of both; from the start again after the last. */
export function nextError({ moves }: Judged, ply: number, player: number | null): number | null {
  const is = (move: Reviewed | null) => move !== null && isFault(move.class) && (player === null || move.player === player);
  const after = moves.findIndex((move, i) => i > ply && is(move));
  const any = after >= 0 ? after : moves.findIndex(is);
  return any >= 0 ? any : null;
}

/** The moves that somebody may want to find again: mistakes and blunders; if there are none, inaccuracies. */
export function toFind({ moves }: Judged, player: number): number[] {
  const of = (names: readonly Class[]) => moves.flatMap((move, ply) =>
    move && move.player === player && names.includes(move.class) && move.line.length > 0 ? [ply] : []);
  const grave = of(['mistake', 'blunder']);
  return grave.length > 0 ? grave : of(['inaccuracy']);
}

/* ---- chances ---- */

/** A chance of First's from the view of a player. */
export const chanceOf = (player: number, chance: number): number => (player === 1 ? 1 - chance : chance);

const percentOf = (chance: number): number => Math.round(chance * 100);

/** What a mover could expect: a chance in percent, or a proven end in words. */
export function expected(player: number, chance: number, mate: number | undefined, words: Speech): string {
  if (mate === undefined) return words.s(own.percent, percentOf(chanceOf(player, chance)));
  if (mate === 0) return words.s(own.draw);
  return words.s(mate > 0 ? own.winIn : own.lossIn, Math.abs(mate));
}

/** "97 → 65 %": before and after a move, from the view of its mover. */
export function change(move: Reviewed, words: Speech): string {
  const { player, chance, after, mate, mate_after: then } = move;
  if (mate === undefined && then === undefined)
    return words.s(own.change, percentOf(chanceOf(player, chance)), percentOf(chanceOf(player, after)));
  return words.s(own.turned, expected(player, chance, mate, words), expected(player, after, then, words));
}

/** First's win probability before each move and at the end; null where it is unknown. `deep` says which of them the
 * deeper pass has seen. */
export function series({ moves, sum }: Judged): { chance: (number | null)[]; deep: boolean[] } {
  const count = moves.length;
  const chance: (number | null)[] = [];
  const deep: boolean[] = [];
  for (let i = 0; i <= count && count > 0; i++) {
    const [here, before] = [moves[i] ?? null, i > 0 ? moves[i - 1]! : null];
    const led = before ? Math.min(1, Math.max(0, before.after + (before.luck ?? 0))) : null;
    const end = i === count && sum && sum.known === sum.of ? sum.end : null;
    chance.push(here?.chance ?? end ?? led);
    deep.push(((i === count ? before : here) ?? before)?.pass === 1);
  }
  return { chance, deep };
}

/* ---- skill and luck ---- */

/** Which player a difference favours, if it is more than what is easily noise. */
export type Favoured = 'me' | 'even' | 'other';

/** Differences of less than five points of winning chances are called equal. */
export const threshold = 0.05;

export const favoured = (mine: number, others: number): Favoured =>
  Math.abs(mine - others) < threshold ? 'even' : mine > others ? 'me' : 'other';

/** A sum of win probability in points of a hundred. */
export const points = (sum: number): number => Math.round(sum * 100) + 0; /* not -0 */

const verdicts: Record<Favoured, Record<Favoured, Sentence>> = {
  me: {
    me: ['You played better, and luck was on your side too.', 'Έπαιξες καλύτερα, και η τύχη ήταν με το μέρος σου.'],
    even: ['You played better; luck favoured nobody.', 'Έπαιξες καλύτερα· η τύχη δεν ευνόησε κανέναν.'],
    other: ['You played better; luck was not with you.', 'Έπαιξες καλύτερα· η τύχη όμως δεν ήταν μαζί σου.'],
  },
  even: {
    me: ['You played equally well; luck was on your side.', 'Παίξατε εξίσου καλά· η τύχη ήταν με το μέρος σου.'],
    even: ['You played equally well, with equal luck.', 'Παίξατε εξίσου καλά, με ίση τύχη.'],
    other: ['You played equally well; luck was not with you.', 'Παίξατε εξίσου καλά· η τύχη δεν ήταν μαζί σου.'],
  },
  other: {
    me: ['Your opponent played better, but luck was on your side.', 'Ο αντίπαλος έπαιξε καλύτερα, αλλά η τύχη ήταν με το μέρος σου.'],
    even: ['Your opponent played better; luck favoured nobody.', 'Ο αντίπαλος έπαιξε καλύτερα· η τύχη δεν ευνόησε κανέναν.'],
    other: ['Your opponent played better, and had the luck too.', 'Ο αντίπαλος έπαιξε καλύτερα, και είχε και την τύχη.'],
  },
};

/** Between two others: {1} and {2} are names. */
const others: Record<'same' | 'split' | 'skill' | 'luck' | 'even', Sentence> = {
  same: ['{1} played better, and had the luck too.', 'Καλύτερο παιχνίδι και περισσότερη τύχη: {1}.'],
  split: ['{1} played better; the luck was with {2}.', 'Καλύτερο παιχνίδι: {1}. Περισσότερη τύχη: {2}.'],
  skill: ['{1} played better; luck favoured nobody.', 'Καλύτερο παιχνίδι: {1}. Η τύχη δεν ευνόησε κανέναν.'],
  luck: ['Both played equally well; the luck was with {1}.', 'Έπαιξαν εξίσου καλά. Περισσότερη τύχη: {1}.'],
  even: ['Both played equally well, with equal luck.', 'Έπαιξαν εξίσου καλά, με ίση τύχη.'],
};

/** "You played better; luck was not with you." `me` is the reader's seat, null for a spectator; null: the game has no
 * chance. */
export function luckSentence(sum: Review, me: 0 | 1 | null, names: readonly [string, string], words: Speech): string | null {
  const seat = me ?? 0;
  const [mine, theirs] = [sum.players[seat], sum.players[1 - seat]!];
  if (mine.skill === undefined || mine.luck === undefined) return null;
  const skill = favoured(mine.skill, theirs.skill ?? 0);
  const luck = favoured(mine.luck, theirs.luck ?? 0);
  if (me !== null) return words.s(verdicts[skill][luck]);
  const name = (who: Favoured): string => names[who === 'me' ? 0 : 1];
  if (skill === 'even') return luck === 'even' ? words.s(others.even) : words.s(others.luck, name(luck));
  if (luck === 'even') return words.s(others.skill, name(skill));
  return words.s(skill === luck ? others.same : others.split, name(skill), name(luck));
}

/* ---- words ---- */

const own = {
  percent: ['{1} %', '{1} %'],
  change: ['{1} → {2} %', '{1} → {2} %'],
  turned: ['{1} → {2}', '{1} → {2}'],
  draw: ['draw', 'ισοπαλία'],
  winIn: ['win in {1}', 'νίκη σε {1}'],
  lossIn: ['loss in {1}', 'ήττα σε {1}'],
} as const satisfies Record<string, Sentence>;

/** "i8 ??, blunder: 97 → 65 %." for readers of the screen. */
export const spokenVerdict = (move: Reviewed, words: Speech): string =>
  `${move.played} ${glyphOf(move.class)}, ${classWords(move.class, words)}: ${change(move, words)}`;

export const saidOf = (move: Reviewed, words: Speech): string => words.w(move.said as Word | null);
