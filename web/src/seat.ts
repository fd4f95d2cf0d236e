/* A seat that moves to another device: its keys are in the fragment of the address, which a browser sends to no server
 * and which the page removes from the address bar and the history as soon as it has read it. */
import { addressOf } from './base';

const form = /^#seat=([\w-]{24})?\.([\w-]{24})?$/;

export type Keys = [string | null, string | null];

/** The address that gives these seats to the browser that opens it. */
export const seatAddress = (id: string, keys: Keys): string =>
  `${addressOf(`g/${id}`)}#seat=${keys[0] ?? ''}.${keys[1] ?? ''}`;

/** The keys in a fragment; null: it has none. */
export function seatIn(hash: string): Keys | null {
  const found = form.exec(hash);
  return found && (found[1] || found[2]) ? [found[1] ?? null, found[2] ?? null] : null;
}
