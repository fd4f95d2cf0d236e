/* The marks of errors: ring, triangle, filled diamond. Each goes with a glyph and a word. */
import type { Layout } from '../looks/look';
import { round } from '../looks/look';
import { corner } from '../board/marks';
import { glyphs, type Fault } from './judge';

const shapes: Record<Fault, string> = {
  inaccuracy: 'M1.500 6a4.500 4.500 0 1 0 9 0a4.500 4.500 0 1 0 -9 0Z',
  mistake: 'M6 1.200L11 10.500H1Z',
  blunder: 'M6 .5L11.500 6L6 11.500L.5 6Z',
};

/** Beside a text. */
export const Mark = ({ fault }: { fault: Fault }) => (
  <svg class={`vm ${fault}`} viewBox="0 0 12 12" aria-hidden="true"><path d={shapes[fault]} /></svg>
);

const pucks: Record<Fault, string> = {
  inaccuracy: 'M-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z',
  mistake: 'M0 -20L20 14H-20Z',
  blunder: 'M0 -20L20 0L0 20L-20 0Z',
};

/** At the corner of a cell of the board. */
export const FaultPuck = ({ layout, cell, fault }: { layout: Layout; cell: number; fault: Fault }) => (
  <g transform={corner(layout, cell)}>
    <g class={`faultpuck ${fault}`} transform={`scale(${round(layout.ux / 58)})`}>
      <path d={pucks[fault]} /><text y={fault === 'mistake' ? 4 : 1}>{glyphs[fault]}</text>
    </g>
  </g>
);
