/* Keys of the whole play page. Letters and digits type a move, so shortcuts use Alt; Enter and Esc act
 * on typed text first. On a layout that is not Latin, letters are identified by their physical key: h is
 * h on a Greek keyboard too. */
import { useEffect } from 'preact/hooks';
import { go, isDialog, route } from './router';
import type { Table } from './table';

const fields = 'input,textarea,select,[contenteditable]';

/** The character of a move that a key types, or null. */
export function typedBy(key: string, code: string): string | null {
  if (/^[A-Za-z0-9+#-]$/.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && key.length === 1 ? letter.toLowerCase() : null;
}

const shortcuts: Record<string, (table: Table) => void> = {
  KeyU: (table) => void table.takeBack(),
  KeyR: (table) => void table.ask({ do: 'redo' }),
  KeyH: (table) => table.hintMore(),
  KeyF: (table) => table.turnBoard(),
  KeyN: (table) => go(`new?game=${table.view.get().told?.game.game ?? ''}`),
};

/** Steps through the moves; what uses these keys itself, such as the board, has taken them before. */
const walks: Record<string, (table: Table) => void> = {
  ArrowLeft: (table) => table.browse(-1),
  ArrowRight: (table) => table.browse(1),
  Home: (table) => table.browseTo('first'),
  End: (table) => table.browseTo('last'),
  ',': (table) => table.browse(-1),
  '.': (table) => table.browse(1),
};

function onKey(table: Table, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
  if (isDialog(route.get().path)) return; /* a dialog is open above the game */
  const inField = event.target instanceof Element && event.target.matches(fields);
  if (inField) return;
  const take = () => event.preventDefault();
  if (event.altKey) {
    const shortcut = shortcuts[event.code];
    if (!shortcut) return;
    take();
    shortcut(table);
    return;
  }
  if (event.key !== 'Tab' && event.key !== 'Shift') table.finish();
  const { typed } = table.view.get();
  if (event.key === 'Escape') {
    if (table.drop()) take();
  } else if (event.key === 'Enter' && typed) {
    take();
    table.sendTyped();
  } else if (event.key === 'Backspace' && typed) {
    take();
    table.type(typed.slice(0, -1));
  } else if (event.key in walks && !typed) {
    take();
    walks[event.key]!(table);
  } else {
    const character = typedBy(event.key, event.code);
    if (character === null) return;
    take();
    table.type(typed + character);
  }
}

/** `off` while a sheet covers the page. */
export function useKeys(table: Table, off: boolean): void {
  useEffect(() => {
    if (off) return;
    const listener = (event: KeyboardEvent) => onKey(table, event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [table, off]);
}
