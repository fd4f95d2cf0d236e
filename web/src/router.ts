/* Addresses: /, /new, /about, /g/ID. Links are plain links; going there without loading the page
 * again is done here for all of them. */
import { store } from './store';

export interface Route {
  path: string;
  query: URLSearchParams;
}

const now = (): Route => ({ path: location.pathname, query: new URLSearchParams(location.search) });

export const route = store<Route>(typeof location === 'undefined' ? { path: '/', query: new URLSearchParams() } : now());

/** Goes to an address of the application. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  route.set(now());
  if (!replace) window.scrollTo(0, 0);
}

/** Takes over clicks on links that stay in the application. */
export function startRouter(): void {
  window.addEventListener('popstate', () => route.set(now()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.hash && link.pathname === location.pathname) return; /* within the page */
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

export const gameOf = (path: string): string | null => /^\/g\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? null;
