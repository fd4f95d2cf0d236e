/* Where the application is served. The server writes it into <base>, and every address of the application is
 * relative to it, so that it works below any path of a host. */
const here = typeof document === 'undefined' ? 'http://localhost/' : document.baseURI;

/** The path of the application, with a slash at its end: "/", or "/games/" where a host has other pages too. */
export const basePath = new URL('./', here).pathname;

/** The complete address of a path below it. */
export const addressOf = (path: string): string => new URL(path, here).href;

/** The part of a path below the application's own: "" is home; null: outside the application. */
export function pathBelow(path: string, base = basePath): string | null {
  if (`${path}/` === base) return '';
  return path.startsWith(base) ? path.slice(base.length) : null;
}
