/* Gradients and pieces, once a page: everything drawn refers to them. */
import { hexagon, round } from './look';

function Stop({ at, colour, opacity }: { at: number; colour: string; opacity?: number }) {
  return <stop offset={at} stop-color={colour.startsWith('--') ? `var(${colour})` : colour} stop-opacity={opacity} />;
}

type Colour = [at: number, colour: string, opacity?: number];
const stops = (colours: Colour[]) => colours.map(([at, colour, opacity], i) => <Stop key={i} at={at} colour={colour} opacity={opacity} />);

const Radial = ({ id, cx = 0.5, cy = 0.5, r = 0.5, of }: { id: string; cx?: number; cy?: number; r?: number; of: Colour[] }) => (
  <radialGradient id={id} cx={cx} cy={cy} r={r}>{stops(of)}</radialGradient>
);
const Linear = ({ id, x, y, of }: { id: string; x: number; y: number; of: Colour[] }) => (
  <linearGradient id={id} x1="0" y1="0" x2={x} y2={y}>{stops(of)}</linearGradient>
);

/* Stones and wood. */
const Stones = () => (
  <>
    <Radial id="sh" of={[[0.55, '#0b1214', 0.42], [0.8, '#0b1214', 0.16], [1, '#0b1214', 0]]} />
    <Linear id="wd" x={0.25} y={1} of={[[0, '--wood-1'], [1, '--wood-2']]} />
    <Radial id="gb" cx={0.4} cy={0.3} r={0.74} of={[[0, '--stone-b0'], [0.55, '--stone-b1'], [1, '--stone-b2']]} />
    <Radial id="gw" cx={0.42} cy={0.34} r={0.7} of={[[0, '--stone-w0'], [0.62, '--stone-w1'], [1, '--stone-w2']]} />
    <Radial id="gh" of={[[0, '#fff', 0.34], [1, '#fff', 0]]} />
    <g id="sb">
      <circle cx="2" cy="3.5" r="27" fill="url(#sh)" /><circle r="23" fill="url(#gb)" />
      <ellipse cx="-6" cy="-9" rx="13" ry="9" transform="rotate(-34 -6 -9)" fill="url(#gh)" />
    </g>
    <g id="sw">
      <circle cx="1.5" cy="4" r="27" fill="url(#sh)" /><circle r="23" fill="url(#gw)" />
      <circle r="22.6" fill="none" stroke="#6d6455" stroke-opacity=".45" stroke-width=".8" />
    </g>
  </>
);

/* Marbles and the tray. */
const Marbles = () => (
  <>
    <Radial id="mb" cx={0.38} cy={0.3} r={0.75} of={[[0, '#6d7a86'], [0.3, '#2c343c'], [0.75, '#11161b'], [1, '#05070a']]} />
    <Radial id="mw" cx={0.38} cy={0.3} r={0.8} of={[[0, '#ffffff'], [0.45, '#f5f3ee'], [0.82, '#d2cdc3'], [1, '#a39d92']]} />
    <Radial id="bl" cx={0.46} cy={0.4} r={0.62} of={[[0.72, '#9fc4d6', 0], [0.93, '#9fc4d6', 0.42], [1, '#9fc4d6', 0.1]]} />
    <Radial id="sp" of={[[0, '#fff', 0.95], [0.5, '#fff', 0.5], [1, '#fff', 0]]} />
    <Linear id="so" x={0} y={1} of={[[0, '--socket-lo'], [1, '--socket-hi']]} />
    <Linear id="ri" x={0.3} y={1} of={[[0, '--tray-rim-1'], [1, '--tray-rim-2']]} />
    <Linear id="tf" x={0.2} y={1} of={[[0, '--tray-2'], [1, '--tray-1']]} />
    <g id="k"><circle r="36" fill="url(#so)" /><circle r="31" cy="1.5" fill="var(--tray-2)" opacity=".55" /></g>
    <g id="ab">
      <circle cx="2" cy="7" r="45" fill="url(#sh)" /><circle r="37" fill="url(#mb)" /><circle r="37" fill="url(#bl)" />
      <ellipse cx="-12" cy="-16" rx="11" ry="7.5" transform="rotate(-36 -12 -16)" fill="url(#sp)" />
    </g>
    <g id="aw">
      <circle cx="2" cy="7" r="45" fill="url(#sh)" /><circle r="37" fill="url(#mw)" />
      <circle r="36.3" fill="none" stroke="#5f594e" stroke-opacity=".5" stroke-width="1.2" />
      <ellipse cx="-12" cy="-16" rx="12" ry="8" transform="rotate(-36 -12 -16)" fill="url(#sp)" />
    </g>
  </>
);

/* Numbered hexagons. */
const Numbers = () => (
  <>
    <Linear id="xb" x={0.3} y={1} of={[[0, '--p-blue-hi'], [0.55, '--p-blue'], [1, '--p-blue']]} />
    <Linear id="xr" x={0.3} y={1} of={[[0, '--p-red-hi'], [0.55, '--p-red'], [1, '--p-red']]} />
    <path id="h" d={hexagon(39)} stroke-width="7" stroke-linejoin="round" />
  </>
);

function star(outer: number, inner: number, points: number): string {
  let d = '';
  for (let i = 0; i < 2 * points; i++) {
    const a = (Math.PI * i) / points - Math.PI / 2;
    const r = i % 2 ? inner : outer;
    d += `${i ? 'L' : 'M'}${round(r * Math.cos(a))} ${round(r * Math.sin(a))}`;
  }
  return `${d}Z`;
}

/* Nine silhouettes inside a box of 56: path, width of the round rim, place of the letter. */
const silhouettes: [d: string, rim: number, letter: number][] = [
  ['M-25 0a25 25 0 1 0 50 0a25 25 0 1 0-50 0Z', 0, 1],
  ['M0-29C5-19 23-9 23 7A23 22 0 0 1-23 7C-23-9-5-19 0-29Z', 0, 5],
  ['M-15-23H15a8 8 0 0 1 8 8V15a8 8 0 0 1-8 8H-15a8 8 0 0 1-8-8V-15a8 8 0 0 1 8-8Z', 0, 1],
  [star(29, 15.5, 5), 5, 1],
  ['M0-29L26 0 0 29-26 0Z', 4, 1],
  ['M0-25L26 21H-26Z', 8, 7],
  ['M-14-24H14L28 0 14 24H-14L-28 0Z', 4, 1],
  ['M-10-26H10V-10H26V10H10V26H-10V10H-26V-10H-10Z', 4, 1],
  ['M0 25C-15 13-27 3-27-9A13 13 0 0 1 0-15A13 13 0 0 1 27-9C27 3 15 13 0 25Z', 2, -1],
];

const Shapes = () => (
  <>
    <Radial id="cs" of={[[0.3, '#0b1a24', 0.22], [1, '#0b1a24', 0]]} />
    {silhouettes.map(([d, rim, letter], i) => (
      <g key={i}>
        <Radial id={`c${i}`} cx={0.4} cy={0.28} r={0.8} of={[[0, `--t${i}h`], [0.55, `--t${i}`], [1, `--t${i}`]]} />
        <g id={`t${i}`}>
          <ellipse cx="1" cy="24" rx="27" ry="9" fill="url(#cs)" />
          <path d={d} transform="translate(0 2.2) scale(1.035)" fill={`var(--t${i}r)`} stroke={rim ? `var(--t${i}r)` : undefined} stroke-width={rim} stroke-linejoin="round" />
          <path d={d} fill={`url(#c${i})`} stroke={rim ? `url(#c${i})` : undefined} stroke-width={rim ? 3 : 0} stroke-linejoin="round" />
          <text class="cl" y={letter} fill={`var(--t${i}t)`}>{'ABCDEFGHI'[i]}</text>
        </g>
      </g>
    ))}
    <g id="t-unknown">
      <circle r="22" fill="var(--candy-b)" stroke="var(--candy-edge)" stroke-width="2.5" stroke-dasharray="5 4" />
      <text class="cl" y="1" fill="var(--candy-text)">?</text>
    </g>
  </>
);

/* The lake and its boats. */
const Lake = () => (
  <>
    <Linear id="hr" x={0} y={1} of={[[0, '--p-ver-hi'], [1, '--p-ver-lo']]} />
    <Linear id="hg" x={0} y={1} of={[[0, '--p-green-hi'], [1, '--p-green-lo']]} />
    <Linear id="sl" x={1} y={0.6} of={[[0, '--sail'], [1, '--sail-2']]} />
    <Radial id="ha" of={[[0.3, '--sun', 0.55], [1, '--sun', 0]]} />
    <Linear id="sk" x={0} y={1} of={[[0, '--sky-1'], [0.3, '--sky-2']]} />
    <Linear id="ba" x={0} y={1} of={[[0, '--basin-1'], [1, '--basin-2']]} />
    <Linear id="ro" x={0} y={1} of={[[0, '--rock-1'], [1, '--rock-2']]} />
    <Linear id="pi" x={1} y={0} of={[[0, '--rock-0'], [0.45, '--rock-1'], [1, '--rock-2']]} />
    <Linear id="pk" x={1} y={0} of={[[0, '--plank-1'], [1, '--plank-2']]} />
    <g id="br">
      <path d="M-3-64V-8" stroke="var(--plank-2)" stroke-width="3.6" stroke-linecap="round" />
      <path d="M-3-66l15 5-15 5z" fill="var(--p-ver)" />
      <path d="M1-54C18-44 29-28 31-13H1Z" fill="url(#sl)" />
      <path d="M-7-48C-18-38-24-25-26-13H-7Z" fill="url(#sl)" opacity=".95" />
      <path d="M2-31C13-29 22-24 27-21" fill="none" stroke="var(--p-ver)" stroke-width="3" opacity=".9" />
      <path d="M-37-9C-20-5 20-5 39-13 37 3 29 12 21 13H-22C-31 12-36 2-37-9Z" fill="url(#hr)" />
      <path d="M-37-9C-20-5 20-5 39-13L38.4-9C20-1-20-1-36.5-5Z" fill="#fff" opacity=".8" />
    </g>
    <g id="bg">
      <path d="M12-48h12v24h-12z" fill="var(--p-green-lo)" /><path d="M12-42h12v7h-12z" fill="#fff" opacity=".85" />
      <path d="M22-55c6-3 10 1 8-6 7 0 8-6 5-9" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="4" stroke-linecap="round" />
      <path d="M-20-34H8q3 0 3 3V-8H-23V-31q0-3 3-3Z" fill="url(#sl)" />
      <path d="M-25-35H13" stroke="var(--p-green)" stroke-width="5" stroke-linecap="round" />
      <rect x="-16" y="-27" width="9" height="10" rx="2" fill="var(--water-3)" />
      <rect x="-3" y="-27" width="9" height="10" rx="2" fill="var(--water-3)" />
      <path d="M-41-15C-22-6 20-6 36-10 36 3 30 12 22 13H-22C-31 12-38 1-41-15Z" fill="url(#hg)" />
      <path d="M-41-15C-22-6 20-6 36-10L35.7-6C20-2-22-2-39.5-10Z" fill="#fff" opacity=".8" />
      <circle cx="-14" cy="4" r="2.6" fill="#fff" opacity=".85" /><circle cx="-3" cy="4.5" r="2.6" fill="#fff" opacity=".85" />
      <circle cx="8" cy="4.5" r="2.6" fill="#fff" opacity=".85" />
    </g>
  </>
);

export const Defs = () => (
  <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">
    <defs><Stones /><Marbles /><Numbers /><Shapes /><Lake /></defs>
  </svg>
);
