/* Marks that look the same on every board. */

/** A round white puck with an arrow head; two heads for a push. */
export function Puck(props: { turn: number; colour?: string; double?: boolean; scale?: number }) {
  const { turn, colour = 'var(--mk-chosen)', double = false, scale = 1 } = props;
  return (
    <g transform={`rotate(${turn}) scale(${scale})`}>
      <circle r="12" fill="#fff" stroke={colour} stroke-width="2.5" />
      <path
        d={double ? 'M-5-5l5 5-5 5M1-5l5 5-5 5' : 'M-2-5l5 5-5 5'}
        fill="none" stroke={colour} stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"
      />
    </g>
  );
}

/** A piece that can be added to the choice. */
export const Plus = ({ scale = 1 }: { scale?: number }) => (
  <g transform={`scale(${scale})`}>
    <circle r="11" fill="var(--mk-chosen)" stroke="#fff" stroke-width="2.5" />
    <path d="M-5 0h10M0-5v10" stroke="#fff" stroke-width="2.8" stroke-linecap="round" />
  </g>
);

/** Purple, with a bulb: a hint. */
export const Bulb = ({ scale = 1 }: { scale?: number }) => (
  <g transform={`scale(${scale})`}>
    <circle r="12" fill="var(--mk-bulb)" stroke="#fff" stroke-width="2" />
    <path
      transform="translate(-8.4 -8.6) scale(.7)"
      d="M9 18h6M10 21h4M12 3a6.5 6.5 0 0 0-4 11.600c.7.6 1 1.400 1 2.400h6c0-1 .3-1.800 1-2.400A6.5 6.5 0 0 0 12 3Z"
      fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"
    />
  </g>
);

/** A forbidden move. */
export const Cross = ({ scale = 1 }: { scale?: number }) => (
  <g transform={`scale(${scale})`}>
    <circle r="12" fill="#fff" stroke="var(--mk-against)" stroke-width="3" />
    <path d="M-4-4l8 8M4-4l-8 8" stroke="var(--mk-against)" stroke-width="3" stroke-linecap="round" />
  </g>
);

/** Where a threat would strike. */
export const Strike = ({ scale = 1 }: { scale?: number }) => (
  <path
    transform={`scale(${scale})`} d="M0-11l11 19h-22z" fill="#fff" fill-opacity=".92" stroke="var(--mk-threat)"
    stroke-width="3.2" stroke-linejoin="round"
  />
);

/** The number of a move in a hint's line. */
export const Turn = ({ n, scale = 1 }: { n: number; scale?: number }) => (
  <g transform={`scale(${scale})`}>
    <circle r="11" fill="var(--mk-bulb)" stroke="#fff" stroke-width="2" />
    <text class="turn-n" y="1">{n}</text>
  </g>
);
