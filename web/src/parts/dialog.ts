/* What every dialog does: keeps the focus, and gives it back. */
import { useEffect, useRef } from 'preact/hooks';

/** Keeps Tab within a dialog while it is open; Escape closes it. */
export function onDialogKey(event: KeyboardEvent, dialog: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape') close();
  if (event.key !== 'Tab' || !dialog) return;
  const all = [...dialog.querySelectorAll<HTMLElement>('a,button,input,select,summary')].filter(
    (node) => node.offsetParent !== null && !node.hasAttribute('disabled'),
  );
  const [head, tail] = [all[0], all[all.length - 1]];
  const leaving = event.shiftKey ? document.activeElement === head : document.activeElement === tail;
  if (!leaving) return;
  event.preventDefault();
  (event.shiftKey ? tail : head)?.focus();
}

/** The page behind becomes inert while a dialog is open, and loses the focus: stores the focus before, and restores
 * it afterwards. */
export function useFocusBack(): void {
  const was = useRef(document.activeElement);
  useEffect(() => () => queueMicrotask(() => (was.current as HTMLElement | null)?.focus?.()), []);
}
