/* Whether the person uses the keyboard: the focus then follows what was started with it. */

let keys = false;

export const byKeyboard = (): boolean => keys;

export function startInput(): void {
  window.addEventListener('keydown', () => { keys = true; }, true);
  window.addEventListener('pointerdown', () => { keys = false; }, true);
}
