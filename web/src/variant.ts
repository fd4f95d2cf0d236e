/* Variants as text: "size=19,rule=renju", only the values that differ from the defaults. */
import type { GameOption } from './api';

export type Chosen = Record<string, string>;

export function variantText(options: readonly GameOption[], chosen: Chosen): string {
  return options
    .filter((option) => chosen[option.key] !== undefined && chosen[option.key] !== option.default)
    .map((option) => `${option.key}=${chosen[option.key]}`)
    .join(',');
}

/** An agent with its options: "mcts:nodes=1000,c=2". */
export function agentText(name: string, options: readonly GameOption[], chosen: Chosen): string {
  const text = variantText(options, chosen);
  return text ? `${name}:${text}` : name;
}
