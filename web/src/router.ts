/* Addresses, relative to the application's own: "" (home), new, about, games, g/ID, rules/NAME, learn/NAME, puzzles,
 * puzzles/NAME, puzzles/NAME/ID, study, study/ID. Links are ordinary links; this module handles all of them without loading the page again.
 *
 * Some pages are dialogs: they lie above the page from which they were opened, which stays open below. The
 * entry of the browser's history keeps the addresses of the pages below, so that Back, Forward and a reload
 * find them. */
import { pathBelow } from './base';
import { store } from './store';

export interface Place {
  /** Below the application's own path, without a leading slash. */
  path: string;
  query: URLSearchParams;
  /** With its #; often empty. */
  hash: string;
}

export interface Route extends Place {
  /** The pages below a dialog, the lowest first; none: it was opened by its address. */
  below: Place[];
}

export const gameOf = (path: string): string | null => /^g\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? null;

const namedAt = (page: string, path: string): string | null =>
  new RegExp(`^${page}/([A-Za-z0-9_-]{1,64})$`).exec(path)?.[1] ?? null;

/** The name of the game whose rules are shown, or whose lesson. */
export const rulesAt = (path: string): string | null => namedAt('rules', path);
export const lessonAt = (path: string): string | null => namedAt('learn', path);

/** The pages of puzzles: of the day, of a game, or one puzzle; null: another page. */
export function puzzlesAt(path: string): { name: string | null; id: string | null } | null {
  const at = /^puzzles(?:\/([A-Za-z0-9_-]{1,64})(?:\/([0-9a-f]{8}))?)?$/.exec(path);
  return at && { name: at[1] ?? null, id: at[2] ?? null };
}

/** The study page: of a game of the server, or of anything else (""); null: another page. */
export const studyAt = (path: string): string | null => (path === 'study' ? '' : namedAt('study', path));

/** The sheet for a new game. */
export const isSheet = (path: string): boolean => path === 'new';

export const isDialog = (path: string): boolean => isSheet(path) || rulesAt(path) !== null;

const placeOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Place => ({
  path: pathBelow(pathname) ?? pathname, query: new URLSearchParams(search), hash,
});

/** The addresses of the pages below the present one. */
function stackNow(): string[] {
  const state: unknown = history.state;
  const stack = state && typeof state === 'object' ? (state as { stack?: unknown }).stack : null;
  return Array.isArray(stack) ? stack.filter((address) => typeof address === 'string') : [];
}

function now(): Route {
  const place = placeOf(location);
  const stack = isDialog(place.path) ? stackNow() : [];
  return { ...place, below: stack.map((address) => placeOf(new URL(address, location.href))) };
}

export const route = store<Route>(
  typeof location === 'undefined' ? { path: '', query: new URLSearchParams(), hash: '', below: [] } : now(),
);

/** Goes to an address of the application: relative to its own, or complete. A page that is opened from a dialog
 * takes its place in the history: Back returns to the page below the dialog. `replace`: so does this one. */
export function go(address: string, replace = false): void {
  const { path } = route.get();
  const target = isDialog(placeOf(new URL(address, document.baseURI)).path);
  if (!target && (replace || isDialog(path))) history.replaceState(null, '', address);
  else if (replace) history.replaceState({ stack: stackNow() }, '', address);
  else
    history.pushState(target ? { stack: [...stackNow(), location.pathname + location.search + location.hash] } : null, '', address);
  route.set(now());
  if (!target) window.scrollTo(0, 0);
}

/** Closes a dialog: back to the page below it, or home. */
export function closeDialog(): void {
  if (route.get().below.length > 0) history.back();
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
    if (path === null || path.startsWith('api/') || path.startsWith('tournament/')) return;
    if (link.hash && link.pathname === location.pathname) return; /* within the page */
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
