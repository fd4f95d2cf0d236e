/* Gradients and pieces, once per page: everything drawn refers to them by id. */
import { Radial } from './gradients';
import { looks } from './index';

/* Shared by several looks: the shadow below round pieces, and the two stones that messages show too. */
const Common = () => (
  <>
    <Radial id="sh" of={[[0.55, '#0b1214', 0.42], [0.8, '#0b1214', 0.16], [1, '#0b1214', 0]]} />
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

export const Defs = () => (
  <svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>
      <Common />
      {looks.map((look) => look.Defs && <look.Defs key={look.name} />)}
    </defs>
  </svg>
);
