/* Addresses, relative to the application's own: "" (home), new, about, g/ID. Links are ordinary links; this
 * module handles all of them without loading the page again. */
import { pathBelow } from './base';
import { store } from './store';

export interface Route {
  /** Below the application's own path, without a leading slash. */
  path: string;
  query: URLSearchParams;
}

const now = (): Route => ({
  path: pathBelow(location.pathname) ?? location.pathname, query: new URLSearchParams(location.search),
});

export const route = store<Route>(
  typeof location === 'undefined' ? { path: '', query: new URLSearchParams() } : now(),
);

/** Goes to an address of the application: relative to its own, or complete. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  route.set(now());
  if (!replace) window.scrollTo(0, 0);
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
