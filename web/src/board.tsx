/* A board on the screen: layers from the ground to the cells that are touched. It is a grid for ears
 * and keyboards: one tab stop, arrows move, Enter chooses. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Game, LegalMove, Position } from './api';
import type { Frame } from './anim/plan';
import { d4 } from './anim/plan';
import type { Layout, Look, NextProps, Sprite } from './looks/look';
import { round } from './looks/look';
import { between } from './looks/marbles';
import { Bulb, Cross, Strike, Turn } from './looks/marks';
import { memo } from './memo';
import { isArrow, neighbour } from './neighbours';
import { motionOf, settings } from './settings';
import { useStore } from './store';
import type { View } from './table';
import { cellsOfText, completes } from './touch';
import { useWords, type Speech } from './words';

export interface BoardProps {
  look: Look;
  layout: Layout;
  game: Game;
  position: Position;
  view: View;
  next: Map<number, LegalMove[]>;
  onTap: (cell: number, careful: boolean) => void;
}

/** Moves of a hint's line that are drawn. */
const lineShown = 7;

const place = (layout: Layout, cell: number, dy = 0): string => {
  const spot = layout.spots[cell];
  return spot ? `translate(${round(spot.x)} ${round(spot.y + dy)})` : '';
};

/** What a cell is and holds, in words: "h8, black stone, last move". */
export function cellWords(
  look: Look, layout: Layout, game: Pick<Game, 'players'>, position: Position, cell: number, words: Speech,
  marks: { chosen: boolean; legal: boolean },
): string {
  const label = layout.board.cells[cell]?.[5];
  const name = look.cellName?.(layout, cell, words) ?? label ?? '';
  const spot = layout.spots[cell]!;
  const where = name || words.t('cellAt', Math.round(spot.y / layout.uy), Math.round(spot.x / layout.ux));
  const here = position.pieces.filter((piece) => piece[0] === cell).map((piece) => look.say(piece, words, game.players));
  return [
    where,
    ...(here.length > 0 ? here : [words.t('cellEmpty')]),
    ...(position.last?.cells.includes(cell) ? [words.t('cellLast')] : []),
    ...(marks.chosen ? [words.t('cellChosen')] : []),
    ...(marks.legal ? [words.t('cellLegal')] : []),
  ].join(', ');
}

/** Cells by rows of the picture, from the top and the left. */
function rowsOf(layout: Layout): number[][] {
  const rows = new Map<number, number[]>();
  layout.spots.forEach((spot, cell) => {
    if (layout.beyond.has(cell)) return;
    const key = Math.round(spot.y / 4);
    const row = rows.get(key);
    if (row) row.push(cell);
    else rows.set(key, [cell]);
  });
  const byX = (a: number, b: number) => layout.spots[a]!.x - layout.spots[b]!.x;
  return [...rows].sort(([a], [b]) => a - b).map(([, cells]) => cells.sort(byX));
}

function hitPath(layout: Layout, cell: number): string {
  const [shape, , , w, h] = layout.board.cells[cell]!;
  const [x, y] = [((w / 1000) * layout.ux) / 2, ((h / 1000) * layout.ux) / 2];
  if (shape === 'hexagon') return `M0 ${round(-y)}L${round(x)} ${round(-y / 2)}V${round(y / 2)}L0 ${round(y)}L${round(-x)} ${round(y / 2)}V${round(-y / 2)}Z`;
  const v = ((h / 1000) * layout.uy) / 2;
  return `M${-x} ${-v}H${x}V${v}H${-x}Z`;
}

const SpriteView = memo(({ sprite, look }: { sprite: Sprite; look: Look }) => (
  <g transform={`translate(${round(sprite.x)} ${round(sprite.y)})${sprite.scale !== 1 ? ` scale(${sprite.scale})` : ''}`} opacity={sprite.opacity}>
    <g data-sprite={sprite.id}><look.Piece sprite={sprite} /></g>
  </g>
));

/** Starts a frame's animations after it is drawn; the ones before it end where they are drawn. */
function useFrame(root: { current: SVGSVGElement | null }, frame: Frame): void {
  const running = useRef<Animation[]>([]);
  useLayoutEffect(() => {
    for (const animation of running.current) animation.cancel();
    running.current = [];
    const svg = root.current;
    if (!svg || (frame.anims.length === 0 && frame.floats.length === 0)) return;
    const parts = new Map<string, Element>();
    svg.querySelectorAll('[data-sprite]').forEach((part) => parts.set(part.getAttribute('data-sprite')!, part));
    for (const { id, keyframes, duration, delay, easing } of frame.anims) {
      const part = parts.get(String(id));
      if (part) running.current.push(part.animate(keyframes, { duration, delay, easing, fill: 'both' }));
    }
    svg.querySelectorAll('[data-float]').forEach((part) =>
      running.current.push(
        part.animate([{ transform: 'none', opacity: 1 }, { transform: 'translate(0,-34px)', opacity: 0 }], {
          duration: d4 * 2 * motionOf(settings.get()), easing: 'ease-out', fill: 'both',
        }),
      ),
    );
  }, [frame]);
  useEffect(() => () => running.current.forEach((animation) => animation.cancel()), []);
}

/** How the moves that can go on from here are marked: where each leads, from where. */
function nextOf(next: Map<number, LegalMove[]>, chosen: readonly number[]): NextProps['next'] {
  return [...next].map(([cell, moves]) => {
    const move = moves.find((m) => m.length === chosen.length + 2);
    /* A move goes from the cell before its last one to the last, whatever was touched first. */
    const from = move ? (completes(move, chosen, cell) && move.length > 2 ? (move[move.length - 2] as number) : (chosen[0] ?? cell)) : cell;
    return { cell, done: move !== undefined, from };
  });
}

export function Board({ look, layout, game, position, view, next, onTap }: BoardProps) {
  const words = useWords();
  const { coordinates, atOnce } = useStore(settings);
  const svg = useRef<SVGSVGElement | null>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [ringed, setRinged] = useState(false);
  const pointer = useRef('mouse');
  useFrame(svg, view.frame);

  const rows = useMemo(() => rowsOf(layout), [layout]);
  const { frame, chosen, moving } = view;
  const ways = useMemo(() => nextOf(next, chosen), [next, chosen]);
  const marks = !moving;
  /* The tab stop: where the keyboard was, else the last move, else the middle of the board. */
  const middle = rows[rows.length >> 1]?.[(rows[rows.length >> 1]?.length ?? 0) >> 1] ?? 0;
  const stop = cursor ?? position.last?.cells.slice(-1)[0] ?? middle;
  const tabStop = layout.spots[stop] && !layout.beyond.has(stop) ? stop : middle;

  const cellOf = (target: EventTarget | null): number | null => {
    const found = target instanceof Element ? target.closest('[data-cell]') : null;
    return found ? Number(found.getAttribute('data-cell')) : null;
  };
  const isSmall = (): boolean => {
    const width = svg.current?.getBoundingClientRect().width ?? 1000;
    return (width / layout.width) * Math.min(layout.ux, layout.uy) < 44;
  };
  const focusCell = (cell: number) => {
    setCursor(cell);
    (svg.current?.querySelector(`[data-cell="${cell}"]`) as SVGElement | null)?.focus();
  };

  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell === null) return;
    setCursor(cell);
    onTap(cell, pointer.current === 'touch' && !atOnce && isSmall());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (isArrow(event.key)) {
      event.preventDefault();
      const reachable = layout.spots.map((spot, i) => (layout.beyond.has(i) ? { x: NaN, y: NaN } : spot));
      focusCell(neighbour(reachable, cell, event.key));
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      const row = rows.find((cells) => cells.includes(cell))!;
      focusCell(event.key === 'Home' ? row[0]! : row[row.length - 1]!);
    } else if ((event.key === 'Enter' && !view.typed) || event.key === ' ') {
      event.preventDefault();
      onTap(cell, false);
    }
  };

  const mark = look.mark;
  const lift = (cell: number) => look.lift?.(layout, position, cell) ?? 0;
  const outline = (cell: number, grow: number, attributes: Record<string, string | number>) => (
    <path key={cell} transform={place(layout, cell, lift(cell))} d={look.outline(layout, grow)} fill="none" stroke-linejoin="round" {...attributes} />
  );
  const corner = (cell: number) => `${place(layout, cell)} translate(${round(layout.ux * 0.34)} ${round(-layout.uy * 0.34)})`;

  const turn = position.turn;
  const mover = turn === 0 || turn === 1 ? turn : 0;
  const ghostAt = view.aimed?.cell ?? view.sent?.cells[0] ?? (chosen.length === 0 && hover !== null && next.has(hover) ? hover : null);
  const ghostIs = ghostAt !== null && !position.pieces.some((piece) => piece[0] === ghostAt) ? look.ghost(game.players[mover], mover, position.hand[0]) : null;
  const rowChosen = look.name === 'marbles' && chosen.length === 2 ? between(layout, chosen[0]!, chosen[1]!) : chosen;
  const lastCells = position.last?.cells ?? [];
  const hint = view.back ? null : view.hint;
  /* A line has one cell a move in some games: numbered, and only as far as one reads ahead. */
  const line = hint && hint.step === 3 && hint.moves.length > 1 && hint.cells.length === hint.moves.length ? hint.cells.slice(0, lineShown) : null;
  const hintCells = line ? line.slice(0, 1) : hint ? (hint.cells.length > 0 ? hint.cells : hint.moves.slice(0, 1).flatMap((m) => cellsOfText(position.legal, m))) : [];
  const threats = view.back || hint ? [] : (view.threats?.threats ?? []);
  const common = { layout, position };
  const few = next.size * 2 < layout.spots.length;
  const sprites = useMemo(() => [...frame.sprites].sort((a, b) => a.layer - b.layer || a.id - b.id), [frame]);
  const under = look.name === 'marbles' || look.name === 'lake' || look.name === 'shapes';
  const lastMark = marks && lastCells.length > 0 && position.last && (
    <look.Last {...common} cells={lastCells} player={position.last.player} />
  );

  return (
    <svg ref={svg} class={`board-svg look-${look.name}`} viewBox={`0 0 ${round(layout.width)} ${round(layout.height)}`}>
      <g aria-hidden="true">
        <look.Ground layout={layout} labels={coordinates} />
        {look.name === 'marbles' && lastMark}
        {marks && chosen.length > 0 && look.Chosen && look.name !== 'lake' && <look.Chosen {...common} chosen={chosen} />}
        {marks && view.aimed && look.name === 'stones' && look.Chosen && <look.Chosen {...common} chosen={[view.aimed.cell]} />}
        {marks && look.name === 'numbers' && <look.Next {...common} chosen={chosen} next={ways} />}
        {hint && hint.step === 1 && hintCells.map((cell) => <path key={cell} class="hintarea" transform={place(layout, cell)} d={look.outline(layout, 2)} />)}
        {threats.map((threat, i) => (
          <path
            key={i} class="threat-link"
            d={look.name === 'stones' && threat.cells.length > 1 ? `M${threat.cells.map((c) => `${layout.spots[c]!.x} ${layout.spots[c]!.y}`).join('L')}` : ''}
            fill="none" stroke="var(--mk-threat)" stroke-width="12" stroke-linecap="round"
          />
        ))}
        {position.won_by.length > 1 && marks && look.name === 'stones' && (
          <path d={`M${position.won_by.map((c) => `${layout.spots[c]!.x} ${layout.spots[c]!.y}`).join('L')}`} fill="none" stroke="#fff" stroke-width="14" stroke-linecap="round" />
        )}
        <g clip-path={look.clip ? `url(#${look.clip})` : undefined}>
          {sprites.map((sprite) => <SpriteView key={sprite.id} sprite={sprite} look={look} />)}
        </g>
        {look.Over && <look.Over layout={layout} labels={coordinates} sprites={frame.sprites} />}
        {look.name !== 'marbles' && lastMark}
        {marks && position.won_by.map((cell) => outline(cell, 2, { stroke: '#fff', 'stroke-width': 4 }))}
        {threats.flatMap((threat) => threat.cells.map((cell) => outline(cell, 2, { stroke: 'var(--mk-threat)', 'stroke-width': 4 })))}
        {threats.flatMap((threat) => threat.at.map((cell) => <g key={`at${cell}`} transform={place(layout, cell)}><Strike scale={mark} /></g>))}
        {marks && look.name === 'lake' && chosen.length > 0 && look.Chosen && <look.Chosen {...common} chosen={chosen} />}
        {marks && look.name !== 'lake' && rowChosen.map((cell) => (
          <g key={`c${cell}`}>
            {outline(cell, 2, { stroke: '#0b63c4', 'stroke-width': 7 })}
            {outline(cell, 1, { stroke: '#fff', 'stroke-width': 3.5 })}
          </g>
        ))}
        {marks && look.name !== 'numbers' && !view.aimed && <look.Next {...common} chosen={chosen} next={ways} />}
        {hint && hint.step !== 1 && hintCells.map((cell) => outline(cell, under ? -1 : 2, { class: 'mk-hint' }))}
        {line?.slice(1).map((cell, i) => <g key={`l${i}`} transform={place(layout, cell)}><Turn n={i + 2} scale={mark} /></g>)}
        {hintCells.length > 0 && <g transform={corner(hintCells[hintCells.length - 1]!)}><Bulb scale={mark} /></g>}
        {marks && look.Hover && (view.aimed ?? hover) !== null && <look.Hover {...common} chosen={chosen} next={ways} cell={view.aimed?.cell ?? hover!} />}
        {marks && hover !== null && next.has(hover) && !look.Hover && !ghostIs && !chosen.includes(hover) && outline(hover, 1, { stroke: '#fff', 'stroke-width': 3 })}
        {ghostIs && ghostAt !== null && (
          <g transform={place(layout, ghostAt)} opacity={view.aimed || view.sent ? 0.75 : 0.55}>{ghostIs}</g>
        )}
        {view.aimed && (
          <g>
            {outline(view.aimed.cell, 3, { stroke: '#0b63c4', 'stroke-width': 7 })}
            {outline(view.aimed.cell, 2, { stroke: '#fff', 'stroke-width': 3.5 })}
          </g>
        )}
        {view.refused && layout.spots[view.refused.cell] && (
          <g transform={corner(view.refused.cell)}><g key={view.refused.count} class="illegal"><Cross scale={mark} /></g></g>
        )}
        {frame.floats.map((float, i) => (
          <text key={i} class="float" data-float x={float.x} y={float.y}>{float.text}</text>
        ))}
        {ringed && cursor !== null && (
          <g class="focus-ring">
            {outline(cursor, 5, { stroke: 'var(--focus-gap)', 'stroke-width': 8 })}
            {outline(cursor, 5, { stroke: 'var(--focus)', 'stroke-width': 4 })}
          </g>
        )}
      </g>
      <g
        role="grid" aria-label={words.t('boardOf', words.w(game.title))} aria-busy={moving} onClick={onClick} onKeyDown={onKeyDown}
        onPointerDown={(event) => { pointer.current = event.pointerType; }}
        onPointerMove={(event) => { if (event.pointerType === 'mouse') setHover(cellOf(event.target)); }}
        onPointerLeave={() => setHover(null)}
        onFocusIn={(event) => {
          setCursor(cellOf(event.target));
          setRinged(event.target instanceof Element && event.target.matches(':focus-visible'));
        }}
        onFocusOut={() => setRinged(false)}
      >
        {rows.map((cells, i) => (
          <g key={i} role="row">
            {cells.map((cell) => (
              <path
                key={cell} role="gridcell" data-cell={cell} data-label={layout.board.cells[cell]![5]}
                data-legal={next.has(cell) ? '' : undefined}
                class={next.has(cell) ? 'hit' : 'hit idle'} transform={place(layout, cell)} d={hitPath(layout, cell)}
                tabindex={cell === tabStop ? 0 : -1} aria-selected={chosen.includes(cell)}
                aria-label={cellWords(look, layout, game, position, cell, words, { chosen: chosen.includes(cell), legal: few && next.has(cell) })}
              />
            ))}
          </g>
        ))}
      </g>
    </svg>
  );
}
