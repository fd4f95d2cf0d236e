/* A lake between two docks: water that rises and falls, walls between the columns, two boats. */
import type { Position, Step } from '../api';
import { memo } from '../memo';
import { isFar } from '../drag';
import type { Sentences } from '../words';
import { Linear, Radial } from './gradients';
import { Cross, Puck } from './marks';
import { box, nowhere, round, seeded, type Layout, type Look, type Sprite, type Unborn } from './look';
import './lake.css';

const cw = 84;
const ch = 102;
const rows = 7;
const floorRow = 6;
const foot = 36;

const columnsOf = (layout: Layout): number => Math.round(layout.width / cw);
const columnAt = (x: number): number => Math.floor(x / cw + 1e-6);
const surface = (level: number): number => (floorRow - level) * ch;
/** A boat's hull hangs a little below its waterline. */
const afloat = (level: number): number => surface(level) - 8;

const crest = (x: number, width: number, y: number, high = 4): string => {
  const quarter = round(width / 4);
  return `M${round(x)} ${round(y)}q${round(width / 8)} ${-high} ${quarter} 0t${quarter} 0 ${quarter} 0 ${quarter} 0`;
};

/** Levels by column of the picture; the level of a dock is the height of its wall. */
function levels(layout: Layout, position: Position): number[] {
  const out = new Array<number>(columnsOf(layout)).fill(0);
  for (const [cell, kind] of position.pieces) {
    if (kind !== 'water' && kind !== 'wall') continue;
    const spot = layout.spots[cell]!;
    if (spot.y < floorRow * ch) out[columnAt(spot.x)]!++;
  }
  return out;
}

const still = { scale: 1, opacity: 1, cell: -1 };

/** All sprites that have a level, from the levels. */
function scenery(level: readonly number[]): Unborn[] {
  const out: Unborn[] = [];
  level.forEach((l, i) => {
    out.push({ ...still, x: i * cw, y: surface(l), kind: 'water', player: i, number: l, layer: 0 });
    if (i > 0)
      out.push({
        ...still, x: i * cw, y: surface(Math.max(l, level[i - 1]!)) - 10, kind: 'pillar', player: i, number: 0,
        layer: 1,
      });
  });
  return out;
}

/** Two boats in one column are drawn side by side and smaller. */
function placeBoats(boats: { player: number; column: number; level: number; cell: number }[]): Unborn[] {
  return boats.map((boat) => {
    const shared = boats.some((other) => other !== boat && other.column === boat.column);
    return {
      cell: boat.cell, kind: 'boat', player: boat.player, number: boat.column, layer: 2 + boat.player,
      x: boat.column * cw + cw / 2 + (shared ? (boat.player === 0 ? -14 : 14) : 0),
      y: afloat(boat.level), scale: shared ? 0.8 : 0.94, opacity: 1,
    };
  });
}

const boatsOf = (layout: Layout, position: Position, level: readonly number[]): Unborn[] =>
  placeBoats(
    position.pieces.filter((piece) => piece[1] === 'boat').map(([cell, , player]) => {
      const column = columnAt(layout.spots[cell]!.x);
      return { player, column, level: level[column] ?? 0, cell };
    }),
  );

const cellIn = (layout: Layout, column: number, row: number): number =>
  layout.spots.findIndex((spot) => columnAt(spot.x) === column && Math.floor(spot.y / ch) === row);

/** The cell of the boat of the player to move. */
const ownBoat = (position: Position): number | undefined =>
  position.pieces.find((piece) => piece[1] === 'boat' && piece[2] === position.turn)?.[0];

/** The water of one column, its surface at 0, deep enough that no gap shows below it while it moves. */
function Water({ level }: { level: number }) {
  const deep = (level + 1) * ch;
  if (level === 0) return null;
  const layers = Array.from({ length: level }, (_, i) => level - i);
  return (
    <>
      {layers.map((k) => (
        <rect
          key={k} y={(level - k) * ch} width={cw} height={deep - (level - k) * ch}
          fill={`var(--water-${Math.max(1, 5 - k)})`} opacity={k === level ? 0.62 : 0.4}
        />
      ))}
      <path
        d={layers.filter((k) => k < level).map((k) => crest(0, cw, (level - k) * ch, 2.5)).join('')} fill="none"
        stroke="var(--crest)" stroke-width="1.6" opacity=".36"
      />
      <path d={`${crest(0, cw, 0)}V13H0Z`} fill="var(--water-1)" opacity=".6" />
      <path d={crest(0, cw, 0)} fill="none" stroke="var(--crest)" stroke-width="4" />
      <path
        d="M18 34q10-5 20 0M46 52q8-4 16 0" fill="none" stroke="var(--crest)" stroke-width="2.2" stroke-linecap="round"
        opacity=".45"
      />
    </>
  );
}

function Pillar() {
  const courses = Array.from({ length: 14 }, (_, i) => `M-8 ${44 + i * 34}h16`).join('');
  return (
    <>
      <rect x="-8" width="16" height={6 * ch} fill="url(#pi)" />
      <path d={courses} stroke="var(--rock-3)" stroke-width="1.8" opacity=".6" />
      <rect x="-11" y="-6" width="22" height="11" rx="3.5" fill="var(--rock-0)" />
      <rect x="-11" y="3" width="22" height="3" fill="var(--rock-3)" opacity=".35" />
    </>
  );
}

function Dock({ x, mirrored, red, high }: { x: number; mirrored: boolean; red: boolean; high: number }) {
  const top = surface(high);
  return (
    <g transform={`translate(${x} 0) scale(${mirrored ? -1 : 1} 1)`}>
      <path d={`M0 ${top + ch}H76M0 ${top + 2 * ch + 30}H76`} stroke="var(--plank-2)" stroke-width="9" opacity=".7" />
      <rect x="-2" y={top - 30} width="22" height={6 * ch - top + 30} fill="url(#pk)" />
      <rect x="62" y={top - 22} width="13" height={6 * ch - top + 22} fill="url(#pk)" />
      <path d={`M-4 ${top - 32}H32`} stroke="var(--plank-1)" stroke-width="11" stroke-linecap="round" />
      <path d={`M11 ${top - 36}V44`} stroke="var(--plank-2)" stroke-width="5" stroke-linecap="round" />
      {red ? (
        <><path d="M14 48h46l-12 14 12 14H14z" fill="var(--p-ver)" /><path d="M30 54l9 15h-18z" fill="#fff" /></>
      ) : (
        <><path d="M14 48h46v28H14z" fill="var(--p-green)" /><circle cx="36" cy="62" r="7.5" fill="#fff" /></>
      )}
    </g>
  );
}

const clouds =
  'M150 66c6-16 30-18 38-4 14-4 26 6 22 16h-74c-6-8 4-16 14-12Z' +
  'M540 46c4-11 22-13 28-3 10-3 19 4 16 12h-54c-4-6 3-12 10-9Z';

/** Sky, hills and the far bank, as wide as the lake. */
const Scene = memo(({ width, high }: { width: number; high: number }) => {
  const k = width / 1008;
  const bank = surface(high) - 10;
  let courses = '';
  for (let j = 0; bank + 14 + j * 51 < 6 * ch; j++) {
    const y = bank + 14 + j * 51;
    courses += `M0 ${y}H${width}`;
    for (let x = (j % 2 ? 42 : 0) + 21; x < width; x += 84) courses += `M${x} ${y}v51`;
  }
  return (
    <>
      <rect width={width} height={rows * ch + foot} fill="url(#sk)" />
      <circle cx={round(742 * k)} cy="72" r="92" fill="url(#ha)" />
      <circle cx={round(742 * k)} cy="72" r="32" fill="var(--sun)" />
      <g transform={`scale(${round(k * 10) / 10} 1)`}>
        <path class="cloud" d={clouds} />
      </g>
      <g transform={`translate(0 ${bank - 194}) scale(${width / 1008} 1)`}>
        <path d="M0 168C90 112 150 134 236 158S420 72 520 132s190 44 270-6 150-14 218 36V200H0Z" fill="var(--hill-1)" />
        <path d="M0 188c120-36 220-12 330 4s200-44 330-16 220 8 348-12V200H0Z" fill="var(--hill-2)" />
      </g>
      <rect y={bank} width={width} height={6 * ch - bank} fill="url(#ba)" />
      <path d={courses} fill="none" stroke="var(--course)" stroke-width="1.4" opacity=".3" />
      <rect y={bank} width={width} height="14" fill="var(--basin-2)" opacity=".8" />
      <rect y={bank} width={width} height="3" fill="#fff" opacity=".45" />
    </>
  );
});

function floorCourses(width: number): string {
  const chance = seeded(9);
  let d = '';
  for (let j = 0; j < 3; j++) {
    const y = 6 * ch + j * 34;
    d += `M0 ${y}H${width}`;
    for (let x = (j % 2 ? 0 : 36) + 10 * j; x < width; x += 72) d += `M${round(x + chance() * 10)} ${y}v34`;
  }
  return d;
}

/** The frame of a boat's or a column's cell. */
const cellFrame = box(cw - 26, ch - 20, 16);

const hull = (spot: { x: number; y: number }, blue: boolean) => (
  <g transform={`translate(${round(spot.x)} ${round(spot.y + 11)})`}>
    {blue && <ellipse rx="44" ry="12" fill="none" stroke="var(--mk-chosen)" stroke-width="9" />}
    <ellipse rx={blue ? 44 : 40} ry={blue ? 12 : 9} fill="none" stroke="#fff" stroke-width="4" />
  </g>
);

/** Where a boat floats in a cell of the picture. */
const boatIn = (layout: Layout, cell: number) => ({ x: layout.spots[cell]!.x, y: layout.spots[cell]!.y + ch / 2 - 8 });

/** The boat that may sail, with an arrow to each side to which it may. */
function MaySail({ layout, position, boat }: { layout: Layout; position: Position; boat: number }) {
  const { x, y } = layout.spots[boat]!;
  const sides = position.legal
    .filter((move) => move[1] === boat && move.length === 3)
    .map((move) => Math.sign(layout.spots[move[2] as number]!.x - x))
    .filter((side) => side !== 0);
  return (
    <g class="may-sail">
      <g opacity=".8">{hull(boatIn(layout, boat), false)}</g>
      {sides.map((side) => (
        <g key={side} transform={`translate(${round(x + side * cw * 0.62)} ${round(y + ch * 0.22)})`}>
          <Puck turn={side > 0 ? 0 : 180} scale={1.25} />
        </g>
      ))}
    </g>
  );
}

/** The water of a cell that would fill or empty. */
function WouldFlow({ layout, cell, fills }: { layout: Layout; cell: number; fills: boolean }) {
  const { x, y } = layout.spots[cell]!;
  const [left, top] = [round(x - cw / 2), round(y - ch / 2)];
  return (
    <g>
      <rect
        x={left + 8} y={top} width={cw - 16} height={ch} fill={fills ? 'var(--water-1)' : 'var(--sky-2)'}
        opacity={fills ? 0.75 : 0.6}
      />
      <path
        d={crest(left + 8, cw - 16, fills ? top : top + ch, 4)} fill="none" stroke="#fff" stroke-width="4"
        stroke-dasharray="9 7"
      />
    </g>
  );
}

/* Sentences. */
const said = {
  touch: [
    'Your boat wants to reach the dock with your flag. Drag it, or the water of a column up or down. ' +
      'Or touch the boat and a lit cell, the top of the water to lower it, the air above to raise it.',
    'Η βάρκα σου θέλει να φτάσει στην αποβάθρα με τη σημαία σου. Σύρε την, ή σύρε το νερό μιας στήλης πάνω ή κάτω. ' +
      'Ή άγγιξε τη βάρκα και ένα φωτεινό κελί, την επιφάνεια του νερού για να κατέβει, τον αέρα από πάνω για να ανέβει.',
  ],
  columnRow: ['column {1}, height {2}', 'στήλη {1}, ύψος {2}'],
  water: ['water', 'νερό'],
  wall: ['wall', 'τοίχος'],
  boatOf: ['boat of {1}', 'βάρκα: {1}'],
} as const satisfies Sentences;

/* Gradients and pieces, once per page. */
const Defs = () => (
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
      <path
        d="M22-55c6-3 10 1 8-6 7 0 8-6 5-9" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="4"
        stroke-linecap="round"
      />
      <path d="M-20-34H8q3 0 3 3V-8H-23V-31q0-3 3-3Z" fill="url(#sl)" />
      <path d="M-25-35H13" stroke="var(--p-green)" stroke-width="5" stroke-linecap="round" />
      <rect x="-16" y="-27" width="9" height="10" rx="2" fill="var(--water-3)" />
      <rect x="-3" y="-27" width="9" height="10" rx="2" fill="var(--water-3)" />
      <path d="M-41-15C-22-6 20-6 36-10 36 3 30 12 22 13H-22C-31 12-38 1-41-15Z" fill="url(#hg)" />
      <path d="M-41-15C-22-6 20-6 36-10L35.7-6C20-2-22-2-39.5-10Z" fill="#fff" opacity=".8" />
      <circle cx="-14" cy="4" r="2.6" fill="#fff" opacity=".85" />
      <circle cx="-3" cy="4.5" r="2.6" fill="#fff" opacity=".85" />
      <circle cx="8" cy="4.5" r="2.6" fill="#fff" opacity=".85" />
    </g>
  </>
);

/* The small board of a card: 200 by 200, without margins. */
function Mini() {
  const level = [3, 3, 1, 2, 3];
  const cw = 40;
  const top = (l: number) => 182 - l * 32;
  return (
    <>
      <rect width="200" height="200" fill="url(#sk)" />
      <circle cx="96" cy="30" r="13" fill="var(--sun)" />
      <path d="M0 74c30-24 60-8 90-4s60-30 110-4v40H0Z" fill="var(--hill-1)" />
      <rect y="84" width="200" height="100" fill="url(#ba)" />
      {level.map((l, i) => (
        <g key={i}>
          {Array.from({ length: l }, (_, k) => l - k).map((k) => (
            <rect
              key={k} x={i * cw} y={top(k)} width={cw} height={k * 32} fill={`var(--water-${5 - k})`}
              opacity={k === l ? 0.62 : 0.4}
            />
          ))}
          <path d={crest(i * cw, cw, top(l), 2.5)} fill="none" stroke="var(--crest)" stroke-width="2.5" />
        </g>
      ))}
      {[1, 2, 3, 4].map((i) => {
        const y = top(Math.max(level[i - 1]!, level[i]!)) - 4;
        return (
          <g key={i}>
            <rect x={i * cw - 4} y={y} width="8" height={182 - y} fill="url(#pi)" />
            <rect x={i * cw - 5.5} y={y - 3} width="11" height="5" rx="2" fill="var(--rock-0)" />
          </g>
        );
      })}
      <rect y="180" width="200" height="20" fill="var(--rock-2)" />
      <path
        d="M0 190H200M24 180v10M70 180v10M120 180v10M166 180v10M46 190v10M96 190v10M146 190v10" stroke="var(--rock-3)"
        stroke-width="1.2" opacity=".6"
      />
      <use href="#br" transform={`translate(60 ${top(3) - 3}) scale(.5)`} />
      <use href="#bg" transform={`translate(140 ${top(2) - 3}) scale(.48)`} />
    </>
  );
}

const clipOf = (layout: Layout): string => `lake-clip-${layout.width}`;

export const lake: Look = {
  name: 'lake',
  manner: 'glide',
  turns: 2,
  turnWord: 'flip',
  clip: clipOf,
  mark: 1.6,
  chosenOver: true,
  ringInside: true,
  words: said,
  touchHelp: said.touch,
  Defs,
  Mini,
  layout(board, turn) {
    const width = (board.size[0] / 1000) * cw;
    const spots = board.cells.map(([, x, y]) => ({
      x: turn === 1 ? width - (x / 1000) * cw : (x / 1000) * cw,
      y: (y / 1000) * ch,
      scale: 1,
      opacity: 1,
    }));
    return { board, turn, width, height: rows * ch + foot, ux: cw, uy: ch, spots, beyond: nowhere };
  },
  sprites(layout, position) {
    const level = levels(layout, position);
    return [...scenery(level), ...boatsOf(layout, position, level)];
  },
  /* The steps give the levels; walls and boats follow from these. */
  wave(layout, now, steps) {
    const level = new Array<number>(columnsOf(layout)).fill(0);
    for (const s of now) if (s.kind === 'water') level[s.player] = s.number;
    for (const [what, from, , , , value] of steps)
      if (what === 'change' && from >= 0) level[columnAt(layout.spots[from]!.x)]! += value;
    const sailed = (step: Step, boat: Sprite) => step[0] === 'move' && step[3] === boat.player;
    const sunk = (boat: Sprite) => steps.some((step) => step[0] === 'remove' && step[3] === boat.player);
    const boats = now.filter((s) => s.kind === 'boat' && !sunk(s));
    const placed = placeBoats(
      boats.map((boat) => {
        const to = steps.find((step) => sailed(step, boat))?.[2] ?? boat.cell;
        const column = columnAt(layout.spots[to]!.x);
        return { player: boat.player, column, level: level[column] ?? 0, cell: to };
      }),
    );
    const idOf = (s: Unborn) => now.find((old) => old.kind === s.kind && old.player === s.player)!.id;
    return [...scenery(level), ...placed].map((s) => ({ ...s, id: idOf(s) }));
  },
  /* Sideways the boat sails; up and down the water of a column goes. */
  drag({ layout, position, from, by }) {
    if (!isFar(layout, by)) return [];
    const level = levels(layout, position);
    const column = columnAt(layout.spots[from]!.x);
    const boat = ownBoat(position);
    const here = boat !== undefined && columnAt(layout.spots[boat]!.x) === column;
    const floats = (at: number) => cellIn(layout, at, floorRow - 1 - level[at]!);
    if (Math.abs(by.x) > Math.abs(by.y)) {
      const to = column + Math.sign(by.x);
      return here && level[to] !== undefined ? [[boat, floats(to)]] : [];
    }
    if (column === 0 || column === level.length - 1) return [];
    if (by.y > 0) return [[cellIn(layout, column, floorRow - level[column]!)]];
    return [here ? [boat, boat] : [floats(column)]];
  },
  outline: (_layout, grow) => box(cw - 26 + 2 * grow, ch - 20 + 2 * grow, 16),
  Ground: memo(({ layout }) => (
    <>
      <clipPath id={clipOf(layout)}><rect width={layout.width} height={layout.height} rx="20" /></clipPath>
      <g clip-path={`url(#${clipOf(layout)})`}><Scene width={layout.width} high={4} /></g>
    </>
  )),
  Over({ layout, labels, sprites }) {
    const { width } = layout;
    const columns = columnsOf(layout);
    const level = sprites.filter((s) => s.kind === 'water').sort((a, b) => a.player - b.player).map((s) => s.number);
    const isDock = (name: string) => name === '0' || name === String(columns - 1);
    const names = layout.board.cells
      .map((cell, i) => [cell[5], layout.spots[i]!.x] as const)
      .filter(([name]) => name && !isDock(name));
    const flipped = layout.turn === 1;
    return (
      <g clip-path={`url(#${clipOf(layout)})`}>
        <rect y={6 * ch} width={width} height={ch} fill="url(#ro)" />
        <path d={floorCourses(width)} fill="none" stroke="var(--rock-3)" stroke-width="1.8" opacity=".4" />
        <rect y={6 * ch} width={width} height="5" fill="#fff" opacity=".22" />
        <Dock x={0} mirrored={false} red={flipped} high={level[0] ?? 4} />
        <Dock x={width} mirrored red={!flipped} high={level[columns - 1] ?? 4} />
        <rect y={rows * ch} width={width} height={foot} fill="var(--rock-3)" />
        {labels && (
          <g class="lbl lake-lbl" fill="#fff" aria-hidden="true">
            {names.map(([name, x]) => <text key={name} x={x} y={rows * ch + 18}>{name}</text>)}
          </g>
        )}
        <g class="lv" aria-hidden="true">
          {level.slice(1, -1).map((l, i) => (
            <g key={i} transform={`translate(${(i + 1) * cw + cw / 2} ${6 * ch + 52})`}>
              <rect x="-19" y="-18" width="38" height="36" rx="9" /><text>{l}</text>
            </g>
          ))}
        </g>
        <rect x="1" y="1" width={width - 2} height={layout.height - 2} rx="19" class="edge" />
      </g>
    );
  },
  Piece({ sprite }) {
    if (sprite.kind === 'water') return <Water level={sprite.number} />;
    if (sprite.kind === 'pillar') return <Pillar />;
    return (
      <>
        <use href={sprite.player === 1 ? '#bg' : '#br'} />
        <path d={`${crest(-34, 68, 12, 3.5)}v8h-68z`} fill="var(--water-1)" opacity=".8" />
      </>
    );
  },
  ghost: () => null,
  Last({ layout, position, cells, player }) {
    /* A boat that sailed: rings around it and around its previous place. Water: a ring on the cell. */
    const boat = position.pieces.find((piece) => piece[1] === 'boat' && piece[2] === player);
    const sailed = boat !== undefined && cells.length > 1 && cells.includes(boat[0]);
    return (
      <>
        {cells.filter((cell) => !sailed || cell !== boat[0]).slice(0, 1).map((cell) => (
          <circle
            key={cell} cx={layout.spots[cell]!.x} cy={layout.spots[cell]!.y} r="10" fill="#125a80" fill-opacity=".3"
            stroke="#fff" stroke-width="4"
          />
        ))}
        {sailed && hull(boatIn(layout, boat[0]), false)}
      </>
    );
  },
  Next({ layout, position, chosen, next }) {
    if (chosen.length === 0) {
      const boat = next.find(({ cell, done }) =>
        !done && position.pieces.some((p) => p[0] === cell && p[1] === 'boat'));
      return boat ? <MaySail layout={layout} position={position} boat={boat.cell} /> : null;
    }
    return (
      <>
        {next.map(({ cell, from }) => {
          const [spot, was] = [layout.spots[cell]!, layout.spots[from]!];
          const turn = spot.x > was.x + 1 ? 0 : spot.x < was.x - 1 ? 180 : -90;
          return (
            <g key={cell} transform={`translate(${spot.x} ${spot.y})`}>
              {turn !== -90 && (
                <path
                  d={cellFrame} fill="#fff" fill-opacity=".3" stroke="#fff" stroke-width="3" stroke-dasharray="9 7"
                />
              )}
              <g transform={turn === -90 ? 'translate(0 -34)' : undefined}><Puck turn={turn} scale={1.6} /></g>
            </g>
          );
        })}
      </>
    );
  },
  Chosen: ({ layout, chosen }) => hull(boatIn(layout, chosen[0]!), true),
  /* The column at the pointer: the mark for raising is in the air, for lowering at the surface. */
  Hover({ layout, position, cell, chosen, next }) {
    const x = layout.spots[cell]!.x;
    if (chosen.length > 0) return null;
    const here = next.filter(({ cell: c, done }) => done && Math.abs(layout.spots[c]!.x - x) < 1);
    if (here.length === 0) return null;
    const heights = here.map((n) => layout.spots[n.cell]!.y);
    const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
    const isWater = (c: number) => position.pieces.some((piece) => piece[0] === c && piece[1] === 'water');
    return (
      <>
        <rect
          x={x - cw / 2 + 13} y={top - ch / 2 + 10} width={cw - 26} height={bottom - top + ch - 20} rx="16" fill="none"
          stroke="#fff" stroke-width="3"
        />
        {here.map(({ cell: c }) => (
          <g key={c} transform={`translate(${x} ${layout.spots[c]!.y})`}>
            <Puck turn={isWater(c) ? 90 : -90} scale={1.6} />
          </g>
        ))}
      </>
    );
  },
  /* The new surface, where a boat comes to, and a boat that sinks. */
  Preview: ({ layout, steps }) => (
    <g class="would">
      {steps.map(([what, from, to, player], i) => {
        if (what === 'change' && from >= 0)
          return <WouldFlow key={i} layout={layout} cell={from} fills={steps[i]![5] > 0} />;
        if (what !== 'move' && what !== 'remove') return null;
        const cell = what === 'move' ? to : from;
        const spot = boatIn(layout, cell);
        const sinks = what === 'remove';
        return (
          <g key={i} transform={`translate(${round(spot.x)} ${round(spot.y)})`} opacity={sinks ? 1 : 0.6}>
            {sinks ? <Cross scale={1.6} /> : <use href={player === 1 ? '#bg' : '#br'} />}
          </g>
        );
      })}
    </g>
  ),
  Disc: ({ seat }) => <svg viewBox="-44 -70 88 88"><use href={seat === 1 ? '#bg' : '#br'} /></svg>,
  say: (piece, words, players) =>
    piece[1] === 'boat'
      ? words.s(said.boatOf, words.w(players[piece[2]]?.title))
      : words.s(piece[1] === 'water' ? said.water : said.wall),
  cellName: (layout, cell, words) => {
    const spot = layout.spots[cell]!;
    const column = columnAt(spot.x);
    return words.s(
      said.columnRow, layout.turn === 1 ? columnsOf(layout) - 1 - column : column, rows - 1 - Math.floor(spot.y / ch),
    );
  },
};
