/* The class of a judged move: a shape, the glyph of the field and, for people who hear the page, a word. */
import { useWords, type Sentences, type Speech } from '../words';
import type { Class } from './messages';

const own = {
  forced: ['the only move', 'μοναδική κίνηση'],
  best: ['best move', 'καλύτερη κίνηση'],
  good: ['good', 'καλή'],
  inaccuracy: ['inaccuracy', 'ανακρίβεια'],
  mistake: ['mistake', 'λάθος'],
  blunder: ['blunder', 'σοβαρό λάθος'],
} satisfies Record<Class, readonly [string, string]> satisfies Sentences;

export const classWords = (of: Class, words: Speech): string => words.s(own[of]);

const errors: Partial<Record<Class, { glyph: string; path: string; filled?: true }>> = {
  inaccuracy: { glyph: '?!', path: 'M6 1.500a4.500 4.500 0 1 0 .01 0Z' },
  mistake: { glyph: '?', path: 'M6 1.200L11 10.500H1Z' },
  blunder: { glyph: '??', path: 'M6 .5L11.500 6L6 11.500L.5 6Z', filled: true },
};

/** "??"; nothing for moves that are no error. */
export const glyphOf = (of: Class): string => errors[of]?.glyph ?? '';

/** The shape alone: a ring, a triangle, a filled diamond; nothing for moves that are no error. */
export function ClassShape({ of }: { of: Class }) {
  const error = errors[of];
  if (!error) return null;
  return <svg class="vm" viewBox="0 0 12 12" aria-hidden="true"><path class={error.filled && 'f'} d={error.path} /></svg>;
}

/** Shape and glyph, with the word for screen readers. */
export function ClassMark({ of }: { of: Class }) {
  const words = useWords();
  const error = errors[of];
  if (!error) return null;
  return (
    <em class="vmark" role="img" aria-label={classWords(of, words)}>
      <ClassShape of={of} /><span aria-hidden="true">{error.glyph}</span>
    </em>
  );
}
