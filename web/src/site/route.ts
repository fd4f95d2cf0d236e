/* Addresses are in the fragment, so that they work from the disk: "" (standings), #games&a=anna&b=boris&end=time,
 * #bot=anna, #game=12&n=33. */
import { store } from '../store';

export type Place =
  | { page: 'standings' }
  | { page: 'games'; a: string; b: string; end: string }
  | { page: 'bot'; name: string }
  | { page: 'game'; number: number; ply: number | null };

const whole = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null);

export function placeOf(hash: string): Place {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const number = whole(query.get('game'));
  if (number !== null) return { page: 'game', number, ply: whole(query.get('n')) };
  const name = query.get('bot');
  if (name !== null) return { page: 'bot', name };
  if (!query.has('games')) return { page: 'standings' };
  return { page: 'games', a: query.get('a') ?? '', b: query.get('b') ?? '', end: query.get('end') ?? '' };
}

/** The address of a place. */
export function addressOf(place: Place): string {
  const query = new URLSearchParams();
  if (place.page === 'bot') query.set('bot', place.name);
  if (place.page === 'game') {
    query.set('game', String(place.number));
    if (place.ply !== null) query.set('n', String(place.ply));
  }
  if (place.page !== 'games') return `#${query}`;
  for (const key of ['a', 'b', 'end'] as const) if (place[key]) query.set(key, place[key]);
  return ['#games', query.toString()].filter(Boolean).join('&');
}

export const botAddress = (name: string): string => addressOf({ page: 'bot', name });
export const gameAddress = (number: number, ply: number | null = null): string =>
  addressOf({ page: 'game', number, ply });
export const gamesAddress = (a = '', b = '', end = ''): string => addressOf({ page: 'games', a, b, end });

export const place = store<Place>(typeof location === 'undefined' ? { page: 'standings' } : placeOf(location.hash));

export function startRoute(): void {
  window.addEventListener('hashchange', () => place.set(placeOf(location.hash)));
}

/** Changes the address without a new entry of the browser's history: for steps through a game and filters. */
export function replacePlace(next: Place): void {
  history.replaceState(null, '', addressOf(next));
  place.set(next);
}
