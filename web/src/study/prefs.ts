/* What the person chose on the study page, in this browser only. */
import { basePath } from '../base';
import { store, type Store } from '../store';

export interface Prefs {
  /** Chances, curve and judgements are shown; off: only lines and proven ends. */
  evaluation: boolean;
  /** Lines of an analysis, 1 to 5. */
  lines: number;
  /** Exact values instead of a search, where they are known. */
  exact: boolean;
}

const key = basePath === '/' ? 'pessoi.study' : `pessoi.study ${basePath}`;
export const linesMax = 5;

/** Stored preferences with every member as it should be: another version may have written them. */
export function checkedPrefs(stored: unknown): Prefs {
  const some = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<keyof Prefs, unknown>>;
  const lines = typeof some.lines === 'number' && some.lines >= 1 && some.lines <= linesMax ? Math.floor(some.lines) : 3;
  return { evaluation: some.evaluation !== false, lines, exact: some.exact !== false };
}

function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null; /* forbidden, or not JSON */
  }
}

export const prefs: Store<Prefs> = store(checkedPrefs(read()));
prefs.watch(() => {
  try {
    localStorage.setItem(key, JSON.stringify(prefs.get()));
  } catch {
    /* private windows and full disks: everything works, but nothing is kept */
  }
});
