/* A dialog of the study page: the browser's own, which keeps the focus and closes with Escape. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon';
import { useWords } from '../words';

export function Modal({ id, title, onClose, children }: {
  id: string; title: string; onClose: () => void; children: ComponentChildren;
}) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const node = dialog.current;
    node?.showModal();
    return () => node?.close();
  }, []);
  return (
    <dialog
      ref={dialog} class="st-dialog" aria-labelledby={`${id}-title`} onClose={onClose}
      onClick={(event) => { if (event.target === dialog.current) dialog.current?.close(); }}
    >
      <div class="st-dialog-in">
        <header>
          <h2 id={`${id}-title`}>{title}</h2>
          <button type="button" class="round" aria-label={words.t('close')} onClick={() => dialog.current?.close()}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
