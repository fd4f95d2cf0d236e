/* Clocks run in the browser between two messages; the server's time counts. */
import type { Clock } from './api';

/** A player's time left now, by a clock that arrived `since` ms ago. */
export function leftNow(clock: Clock, player: 0 | 1, since: number): number {
  const left = clock.left_ms[player];
  return clock.running === player ? Math.max(0, left - Math.max(0, since)) : left;
}

/** "4:05", "1:02:03"; tenths below ten seconds: "9.4", in Greek "9,4". */
export function clockText(ms: number, decimal = '.'): string {
  if (ms < 10_000) {
    const tenths = Math.floor(ms / 100);
    return `${Math.floor(tenths / 10)}${decimal}${tenths % 10}`;
  }
  const all = Math.ceil(ms / 1000); /* 5:00 is shown for a whole second */
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
