/* Options as text, "size=19,rule=renju" with only the values that differ from the defaults, and in words. */
import type { GameOption } from './api';
import type { Speech } from './words';

export type Chosen = Record<string, string>;

const differing = (options: readonly GameOption[], chosen: Chosen): GameOption[] =>
  options.filter(({ key, default: usual }) => chosen[key] !== undefined && chosen[key] !== usual);

export function variantText(options: readonly GameOption[], chosen: Chosen): string {
  return differing(options, chosen)
    .map(({ key }) => `${key}=${chosen[key]}`)
    .join(',');
}

/** The values of a variant's text. */
export function readVariant(text: string): Chosen {
  const items = text.split(',').filter(Boolean);
  return Object.fromEntries(items.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)]));
}

/** A value in words. */
export function valueWords(option: GameOption, value: string, words: Speech): string {
  const title = option.kind === 'choice' ? option.choice_titles?.[option.choices.indexOf(value)] : undefined;
  return words.w(title) || value;
}

/** "Rule: ko · Board size: 19": what differs from the defaults, in words. */
export function variantWords(options: readonly GameOption[], chosen: Chosen, words: Speech): string {
  return differing(options, chosen)
    .map((option) => `${words.w(option.title)}: ${valueWords(option, chosen[option.key]!, words)}`)
    .join(' · ');
}

/** An agent with its options: "mcts:nodes=1000,c=2". */
export function agentText(name: string, options: readonly GameOption[], chosen: Chosen): string {
  const text = variantText(options, chosen);
  return text ? `${name}:${text}` : name;
}
