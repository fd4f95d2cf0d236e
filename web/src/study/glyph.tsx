/* The class of an error on the board: ring, triangle or filled diamond around its glyph. */
import type { Layout } from '../looks/look';
import { round } from '../looks/look';
import { corner } from '../board/marks';
import { glyphOf } from './classmark';
import type { Fault } from './judge';

const pucks: Record<Fault, string> = {
  inaccuracy: 'M-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z',
  mistake: 'M0 -20L20 14H-20Z',
  blunder: 'M0 -20L20 0L0 20L-20 0Z',
};

/** At the corner of a cell of the board. */
export const FaultPuck = ({ layout, cell, fault }: { layout: Layout; cell: number; fault: Fault }) => (
  <g transform={corner(layout, cell)}>
    <g class={`faultpuck ${fault}`} transform={`scale(${round(layout.ux / 58)})`}>
      <path d={pucks[fault]} /><text y={fault === 'mistake' ? 4 : 1}>{glyphOf(fault)}</text>
    </g>
  </g>
);
