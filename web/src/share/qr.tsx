/* A QR code on the page: always dark on white with the margin that scanners need, in both themes. */
import './qr.css';
import { useMemo } from 'preact/hooks';
import { useWords, type Sentences } from '../words';
import { pathOf, qrOf } from './qrcode';

const own = {
  code: ['QR code of {1}', 'Κωδικός QR: {1}'],
  long: ['This link is too long for a QR code.', 'Ο σύνδεσμος είναι πολύ μακρύς για κωδικό QR.'],
} satisfies Sentences;

/** The light margin of a code, in modules. */
const margin = 4;

/** `label`: what it is for people who cannot see it; without it, the text itself. */
export function Qr({ text, label }: { text: string; label?: string }) {
  const words = useWords();
  const modules = useMemo(() => qrOf(text), [text]);
  if (!modules) return <p class="qr-long">{words.s(own.long)}</p>;
  const side = modules.length + 2 * margin;
  return (
    <svg
      class="qr" viewBox={`0 0 ${side} ${side}`} role="img" shape-rendering="crispEdges"
      aria-label={label ?? words.s(own.code, text)}
    >
      <rect width={side} height={side} fill="#fff" />
      <path transform={`translate(${margin} ${margin})`} d={pathOf(modules)} fill="#000" />
    </svg>
  );
}
