/* Addresses, relative to the application's own: "" (home), new, about, games, rules/NAME, g/ID. Links are ordinary
 * links; this module handles all of them without loading the page again. */
import { pathBelow } from './base';
import { store } from './store';

export interface Route {
  /** Below the application's own path, without a leading slash. */
  path: string;
  query: URLSearchParams;
  /** The page that stays open below the rules; null: they were opened by their address. */
  under: { path: string; query: URLSearchParams } | null;
}

const placeOf = ({ pathname, search }: { pathname: string; search: string }) => ({
  path: pathBelow(pathname) ?? pathname, query: new URLSearchParams(search),
});

/** The name of the game whose rules are shown. */
export const rulesAt = (path: string): string | null => /^rules\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? null;

/** The address below the rules, stored with the entry of the browser's history. */
const underNow = (): string | null => {
  const state: unknown = history.state;
  const under = state && typeof state === 'object' ? (state as { under?: unknown }).under : null;
  return typeof under === 'string' ? under : null;
};

function now(): Route {
  const place = placeOf(location);
  const under = rulesAt(place.path) === null ? null : underNow();
  return { ...place, under: under === null ? null : placeOf(new URL(under, location.href)) };
}

export const route = store<Route>(
  typeof location === 'undefined' ? { path: '', query: new URLSearchParams(), under: null } : now(),
);

/** Goes to an address of the application: relative to its own, or complete. */
export function go(address: string, replace = false): void {
  const over = rulesAt(placeOf(new URL(address, document.baseURI)).path) !== null;
  const state = over ? { under: underNow() ?? location.pathname + location.search } : null;
  if (replace) history.replaceState(state, '', address);
  else history.pushState(state, '', address);
  route.set(now());
  if (!replace && !over) window.scrollTo(0, 0);
}

/** Closes the rules: back to the page below them. */
export function closeRules(): void {
  if (route.get().under) history.back();
  else go('./', true);
}

/** The address of a part of the present page: "#id" alone would be relative to home. */
export const within = (id: string): string => `${location.pathname}${location.search}#${id}`;

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Handles clicks on links within the application. */
export function startRouter(): void {
  window.addEventListener('popstate', () => route.set(now()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const path = pathBelow(link.pathname);
    if (path === null || path.startsWith('api/')) return;
    if (link.hash && link.pathname === location.pathname) return; /* within the page */
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

export const gameOf = (path: string): string | null => /^g\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? null;
