/* Keys of the whole study page. A letter types a move, as in a game. The arrows walk through the tree from anywhere but a
 * field, and but the board if the person came there by keyboard: a click gives the board no focus, so people with a mouse
 * always walk; on the board `,` and `.` do. */
import { useEffect } from 'preact/hooks';
import { isDialog, route } from '../router';
import { typedBy } from '../usekeys';
import type { Study } from './study';

const fields = 'input:not([type=range]):not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable]';

const walks: Record<string, (study: Study) => void> = {
  ArrowLeft: (study) => study.step(-1),
  ArrowRight: (study) => study.step(1),
  ArrowUp: (study) => study.aside(-1),
  ArrowDown: (study) => study.aside(1),
  Home: (study) => study.toEnd('first'),
  End: (study) => study.toEnd('last'),
  ',': (study) => study.step(-1),
  '.': (study) => study.step(1),
};

function onKey(study: Study, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || isDialog(route.get().path)) return;
  const { table } = study;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.matches(fields) || at?.closest('dialog,[role=tablist],[role=radiogroup]')) return;
  if (at?.matches('input') && event.key.startsWith('Arrow')) return;
  const take = () => event.preventDefault();
  if (event.altKey) {
    if (event.code !== 'KeyF') return;
    take();
    table.turnBoard();
    return;
  }
  if (event.key !== 'Tab' && event.key !== 'Shift') table.finish();
  const { typed } = table.view.get();
  if (event.key === 'Escape') {
    if (study.view.get().playing) study.stop();
    else if (!table.drop()) return;
    take();
  } else if (event.key === 'Enter' && typed) {
    take();
    table.sendTyped();
  } else if (event.key === 'Backspace' && typed) {
    take();
    table.type(typed.slice(0, -1));
  } else if (event.key in walks && !typed) {
    take();
    study.stop();
    walks[event.key]!(study);
  } else if (event.key === ' ' && !at?.closest('button,a,summary,input,[role=gridcell]')) {
    take();
    study.toggle();
  } else {
    const character = typedBy(event.key, event.code);
    if (character === null) return;
    take();
    table.type(typed + character);
  }
}

/** `off` while something covers the page. */
export function useStudyKeys(study: Study, off: boolean): void {
  useEffect(() => {
    if (off) return;
    const listener = (event: KeyboardEvent) => onKey(study, event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [study, off]);
}
