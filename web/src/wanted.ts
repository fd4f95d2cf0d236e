/* A game whose review was asked for on its page: only then does it begin by itself. An address alone starts nothing. */
import type { Sentence } from './words';

export const reviewWord: Sentence = ['Review', 'Ανασκόπηση'];

let wanted: string | null = null;

export function wantReview(id: string): void {
  wanted = id;
}

/** Whether the review of this game was asked for; once. */
export function takeWanted(id: string): boolean {
  const is = wanted === id;
  if (is) wanted = null;
  return is;
}
