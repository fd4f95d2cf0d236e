/* A link for another device, as a QR code and to copy. */
import './linksheet.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon';
import { useWords, type Sentences } from '../words';
import { Qr } from './qr';

const own = {
  copy: ['Copy', 'Αντιγραφή'],
  copied: ['Copied', 'Αντιγράφηκε'],
  select: ['Select it and copy it', 'Επίλεξε και αντίγραψε'],
} satisfies Sentences;

export interface LinkSheetProps {
  title: string;
  text: string;
  /** What the field and the code are, for people who cannot see them. */
  label: string;
  address: string;
  onClose: () => void;
}

export default function LinkSheet({ title, text, label, address, onClose }: LinkSheetProps) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'copy' | 'copied' | 'select'>('copy');
  useEffect(() => {
    const was = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => was?.focus?.();
  }, []);
  const copy = () => {
    field.current?.select();
    const written = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('no clipboard'));
    written.then(() => setState('copied'), () => setState('select')); /* pages without HTTPS have no clipboard */
  };
  return (
    <dialog
      ref={dialog} class="link-sheet" aria-labelledby="link-title" onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="link-body">
        <header>
          <h2 id="link-title">{title}</h2>
          <button type="button" class="round" aria-label={words.t('close')} onClick={() => dialog.current?.close()}>
            <Icon name="x" />
          </button>
        </header>
        <p>{text}</p>
        <Qr text={address} label={label} />
        <div class="link-row">
          <input ref={field} readOnly value={address} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
          <button type="button" class="btn" onClick={copy}>{words.s(own[state])}</button>
        </div>
      </div>
    </dialog>
  );
}
