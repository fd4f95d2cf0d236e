/* Sprites keep their identity from position to position, so that moves can be animated. */
import type { Sprite, Unborn } from '../looks/look';

let lastId = 0;
export const newId = (): number => ++lastId;

/** The sprites of a position, with the identities of the previous ones: first those that are equal,
 * then those on the same cell and of the same kind. */
export function reconcile(before: readonly Sprite[], after: readonly Unborn[]): Sprite[] {
  const free = new Set(before);
  const exact = new Map<string, Sprite[]>();
  const close = new Map<string, Sprite[]>();
  const keyOf = (s: Unborn) => `${s.cell} ${s.kind} ${s.player} ${s.number}`;
  const nearOf = (s: Unborn) => `${s.cell} ${s.kind} ${s.player}`;
  const add = (map: Map<string, Sprite[]>, key: string, sprite: Sprite) => {
    const list = map.get(key);
    if (list) list.push(sprite);
    else map.set(key, [sprite]);
  };
  for (const sprite of before) {
    add(exact, keyOf(sprite), sprite);
    add(close, nearOf(sprite), sprite);
  }
  const take = (map: Map<string, Sprite[]>, key: string): Sprite | undefined => {
    const found = map.get(key)?.find((s) => free.has(s));
    if (found) free.delete(found);
    return found;
  };
  const ids = after.map((s) => take(exact, keyOf(s))?.id);
  return after.map((s, i) => ({ ...s, id: ids[i] ?? take(close, nearOf(s))?.id ?? newId() }));
}
