/* Little boards for home and the sheet: 200 by 200, bleeding to the edge. */
import type { VNode } from 'preact';
import { memo } from '../memo';
import { crest } from './lake';
import { round } from './look';
import { NumberTile } from './numbers';
import { Grain } from './stones';

function Stones() {
  const at = (i: number) => round(33.3 * i + 16.6);
  const lines = [0, 1, 2, 3, 4, 5].map((i) => `M${at(i)} 0V200M0 ${at(i)}H200`).join('');
  const all = [[1, 4, 'b'], [2, 3, 'b'], [3, 2, 'b'], [2, 2, 'w'], [3, 3, 'w'], [4, 1, 'b'], [1, 3, 'w'], [2, 4, 'w'], [4, 2, 'w'], [3, 4, 'b']] as const;
  return (
    <>
      <rect width="200" height="200" fill="url(#wd)" />
      <Grain width={200} height={200} count={12} seed={3} />
      <path d={lines} stroke="var(--wood-line)" stroke-width="1.3" opacity=".75" />
      {all.map(([x, y, c]) => <use key={`${x}${y}`} href={`#s${c}`} transform={`translate(${at(x)} ${at(y)}) scale(.67)`} />)}
    </>
  );
}

function Marbles() {
  const pitch = 37;
  const white = ['-1,-2', '-1,-1', '-1,0', '-2,-2', '-2,-1', '0,-2', '-2,0', '-3,-2'];
  const black = ['1,0', '1,1', '1,2', '2,1', '2,2', '0,1', '2,3', '3,2'];
  const sockets: VNode[] = [];
  const balls: VNode[] = [];
  for (let r = -4; r <= 4; r++)
    for (let n = -4; n <= 4; n++) {
      const [x, y] = [100 + n * pitch - (r * pitch) / 2, 100 - r * pitch * 0.866];
      if (x < -20 || x > 220 || y < -20 || y > 220) continue;
      const key = `${r},${n}`;
      const transform = `translate(${round(x)} ${round(y)}) scale(.44)`;
      sockets.push(<use key={key} href="#k" transform={transform} />);
      const ball = black.includes(key) ? '#ab' : white.includes(key) ? '#aw' : null;
      if (ball) balls.push(<use key={key} href={ball} transform={transform} />);
    }
  return <><rect width="200" height="200" fill="url(#tf)" />{sockets}{balls}</>;
}

function Numbers() {
  const R = 30;
  const width = R * 1.732;
  const tiles: Record<string, [number, number]> = {
    '1,1': [0, 12], '2,1': [1, 7], '1,2': [0, 18], '2,2': [0, 9], '0,2': [1, 15], '2,3': [1, 11], '1,3': [1, 4], '3,2': [0, 16], '1,0': [1, 19], '3,3': [0, 6],
  };
  const cells: VNode[] = [];
  for (let y = -1; y < 6; y++)
    for (let x = -1; x < 5; x++) {
      const key = `${x},${y}`;
      const transform = `translate(${round(width * x + (y % 2 ? width / 2 : 0) + 22)} ${y * R * 1.5 + 16}) scale(.652)`;
      const tile = tiles[key];
      cells.push(
        <g key={key} transform={transform}>
          {tile ? <NumberTile player={tile[0]} number={tile[1]} /> : <use href="#h" fill="var(--hex-empty)" stroke="var(--hex-empty)" />}
        </g>,
      );
    }
  return <><rect width="200" height="200" fill="var(--hex-board)" />{cells}</>;
}

function Shapes() {
  return (
    <>
      <rect width="200" height="200" fill="var(--candy-a)" />
      <path d="M0 0h50v50h-50zM100 0h50v50h-50zM50 50h50v50h-50zM150 50h50v50h-50zM0 100h50v50h-50zM100 100h50v50h-50zM50 150h50v50h-50zM150 150h50v50h-50z" fill="var(--candy-b)" />
      {['2064', '5316', '0425', '6143'].flatMap((row, y) =>
        [...row].map((c, x) => <use key={`${x}${y}`} href={`#t${c}`} transform={`translate(${25 + 50 * x} ${25 + 50 * y}) scale(.66)`} />),
      )}
    </>
  );
}

function Lake() {
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
            <rect key={k} x={i * cw} y={top(k)} width={cw} height={k * 32} fill={`var(--water-${5 - k})`} opacity={k === l ? 0.62 : 0.4} />
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
      <path d="M0 190H200M24 180v10M70 180v10M120 180v10M166 180v10M46 190v10M96 190v10M146 190v10" stroke="var(--rock-3)" stroke-width="1.2" opacity=".6" />
      <use href="#br" transform={`translate(60 ${top(3) - 3}) scale(.5)`} />
      <use href="#bg" transform={`translate(140 ${top(2) - 3}) scale(.48)`} />
    </>
  );
}

const Plain = () => (
  <>
    <rect width="200" height="200" fill="var(--hex-board)" />
    <path d="M0 50H200M0 100H200M0 150H200M50 0V200M100 0V200M150 0V200" stroke="var(--hex-board-edge)" stroke-width="2" />
    <circle cx="75" cy="75" r="18" fill="var(--p-blue)" /><rect x="109" y="109" width="32" height="32" rx="6" fill="var(--p-red)" />
  </>
);

const all: Record<string, () => VNode> = { stones: Stones, marbles: Marbles, numbers: Numbers, shapes: Shapes, lake: Lake };

export const Mini = memo(({ look }: { look: string }) => {
  const Draw = all[look] ?? Plain;
  return <svg viewBox="0 0 200 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><Draw /></svg>;
});
