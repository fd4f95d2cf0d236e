/* Addresses, relative to the application's own: "" (home), new, about, g/ID. Links are ordinary links; this
 * module handles all of them without loading the page again. */
import { pathBelow } from './base';
import { store } from './store';

export interface Route {
  /** Below the application's own path, without a leading slash. */
  path: string;
  query: URLSearchParams;
  /** The path of the page from which this one was opened, below a sheet; null: it was opened directly. */
  from: string | null;
}

/** The entry of the browser's history keeps `from`, so that Back, Forward and a reload find it. */
const fromState = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' ? state.from : null;

const now = (): Route => ({
  path: pathBelow(location.pathname) ?? location.pathname, query: new URLSearchParams(location.search),
  from: fromState(history.state),
});

export const route = store<Route>(
  typeof location === 'undefined' ? { path: '', query: new URLSearchParams(), from: null } : now(),
);

/** A sheet, which covers the page from which it was opened. */
export const isSheet = (path: string): boolean => path === 'new';

/** Goes to an address of the application: relative to its own, or complete. From a sheet, the new page takes
 * the sheet's place in the history: Back returns to the page below it. */
export function go(address: string): void {
  const { path, from } = route.get();
  if (isSheet(path)) history.replaceState({ from }, '', address);
  else history.pushState({ from: path }, '', address);
  route.set(now());
  if (!isSheet(route.get().path)) window.scrollTo(0, 0);
}

/** Closes a sheet: back to the page from which it was opened, or home. */
export function closeSheet(): void {
  if (route.get().from !== null) history.back();
  else go('./');
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
