import { describe, expect, it } from 'vitest';
import { looks } from '../src/looks';
import { aboutShort, aboutText, fill, levelName, number, refusalText, speech, words } from '../src/words';

describe('catalogue', () => {
  const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\d)/g)].map((m) => m[1]))].sort();
  const all = [...Object.entries(words), ...looks.flatMap((look) => Object.entries(look.words))];
  it.each(all)('%s has the same placeholders in both languages', (_key, [en, el]) => {
    expect(placeholders(el)).toEqual(placeholders(en));
  });
  it('is Greek in Greek', () => {
    const latinOnly = all.filter(([, [, el]]) => !/[Ͱ-Ͽ]/.test(el)).map(([key]) => key);
    expect(latinOnly).toEqual(['numberOf']); /* only arguments */
  });
  it('shouts at nobody', () => {
    for (const [, [en, el]] of all) expect(en + el).not.toContain('!');
  });
});

describe('fill', () => {
  it('puts arguments in their places', () => expect(fill('en', '{2} of {1}', ['a', 'b'])).toBe('b of a'));
  it('chooses the plural', () => {
    expect(fill('en', '{1} {1|move|moves}', [1])).toBe('1 move');
    expect(fill('el', '{1} {1|κίνηση|κινήσεις}', [0])).toBe('0 κινήσεις');
    expect(fill('el', '{1} {1|κίνηση|κινήσεις}', [1])).toBe('1 κίνηση');
  });
  it('leaves what has no argument', () => expect(fill('en', '{3}', [])).toBe('{3}'));
});

it('writes numbers as each language does', () => {
  expect(number('en', 1234.5)).toBe('1,234.5');
  expect(number('el', 1234.5)).toBe('1.234,5');
});

it('says the words of the server, in English where Greek is missing', () => {
  expect(speech('el').w({ en: 'a', el: 'α' })).toBe('α');
  expect(speech('el').w({ en: 'a', el: '' })).toBe('a');
  expect(speech('en').w(null)).toBe('');
});

it('names levels', () => {
  const title = { en: 'Steady', el: 'Σταθερός' };
  expect(levelName(4, title, speech('en'))).toBe('Level 4 · Steady');
  expect(levelName(4, title, speech('el'))).toBe('Επίπεδο 4 · Σταθερός');
  expect(levelName(4, { en: 'Level 4', el: 'Επίπεδο 4' }, speech('en'))).toBe('Level 4');
  expect(levelName(4, undefined, speech('en'))).toBe('Level 4');
});

it('says when to try again after a limit', () => {
  const why = { en: 'too many', el: 'πάρα πολλά' };
  const text = (wait_ms?: number, code = 'busy', language: 'en' | 'el' = 'en') =>
    refusalText(wait_ms === undefined ? { code, why } : { code, why, wait_ms }, speech(language));
  expect(text(700_000)).toBe('Too many games were started from this network. Try again in 12 minutes.');
  expect(text(700_000, 'busy', 'el')).toContain('σε 12 λεπτά.');
  expect(text(900)).toContain('Try again in 1 second.');
  expect(text(undefined)).toBe('Too many.');
  expect(text(5000, 'range')).toBe('Too many.');
  expect(refusalText(null, speech('en'))).toBe(speech('en').t('awayTitle'));
});

it('says what a computer computed for its move', () => {
  expect(aboutText('MiniMax Boat', { value: -1, number: 14 }, speech('en'))).toBe(
    'MiniMax Boat: value -1, move number 14.');
  expect(aboutText('x', { number: 3 }, speech('el'))).toBe('x: κίνηση με αριθμό 3.');
  expect(aboutText('x', { value: 0.5 }, speech('el'))).toBe('x: τιμή 0,5.');
  expect(aboutText('x', {}, speech('en'))).toBe('');
  expect(aboutShort({ value: 2, number: 0 }, speech('en'))).toBe('value 2 · no. 0');
});
