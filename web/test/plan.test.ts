import { describe, expect, it } from 'vitest';
import type { Board, Piece, Step } from '../src/api';
import { ownTime, plan, theirTime, watchedTime, wavesOf } from '../src/anim/plan';
import { reconcile } from '../src/anim/sprites';
import { lookOf } from '../src/looks';
import type { Look, Sprite } from '../src/looks/look';
import { position, squares } from './fixtures';

const start = (look: Look, board: Board, pieces: Piece[]) => {
  const here = position({ pieces });
  const layout = look.layout(board, 0, here);
  return { layout, sprites: reconcile([], look.sprites(layout, here)) };
};
const after = (look: Look, layout: Parameters<Look['sprites']>[0], pieces: Piece[]) =>
  look.sprites(layout, position({ pieces }));
const at = (sprites: readonly Sprite[], cell: number) => sprites.filter((s) => s.cell === cell);
const plainly = (sprites: readonly Sprite[]) => sprites.map(({ id: _id, ...rest }) => rest);

it('sorts steps into the waves that the server gives them', () => {
  const steps: Step[] = [
    ['place', -1, 3, -1, 3, 1, 'tile'], ['move', 0, 1, -1, 0, 0, 'tile'], ['place', -1, 2, -1, 3, 1, 'tile'],
    ['remove', 1, -1, -1, 1, 0, 'tile'],
  ];
  expect(wavesOf(steps).map((wave) => wave.map((step) => step[0]))).toEqual([['move'], ['remove'], ['place', 'place']]);
});

describe('every plan ends with the position', () => {
  const cases: [string, string, Board, Piece[], Step[], Piece[]][] = [
    ['a stone', 'stones', squares(5, 5), [], [['place', -1, 7, 0, 0, 1, 'stone']], [[7, 'stone', 0, 1, 0]]],
    [
      'a piece that goes', 'plain', squares(3, 3), [[0, 'man', 0, 0, 0]], [['move', 0, 1, 0, 0, 0, 'man']],
      [[1, 'man', 0, 0, 0]],
    ],
    [
      'steps that tell nonsense', 'plain', squares(3, 3), [],
      [['move', 8, 99, 0, 0, 0, 'man'], ['remove', 4, -1, 0, 0, 0, null]], [[2, 'man', 1, 0, 0]],
    ],
    ['no steps at all', 'plain', squares(3, 3), [[0, 'man', 0, 0, 0]], [], [[5, 'man', 0, 0, 0]]],
  ];
  it.each(cases)('%s', (_what, name, board, before, steps, pieces) => {
    const look = lookOf(name);
    const { layout, sprites } = start(look, board, before);
    for (const motion of [0, 0.5, 1, 2]) {
      const frames = plan(look, layout, sprites, steps, after(look, layout, pieces), motion);
      expect(plainly(frames[frames.length - 1]!.sprites)).toEqual(after(look, layout, pieces));
      expect(frames[frames.length - 1]!.duration).toBe(0);
      if (motion === 0) expect(frames).toHaveLength(1);
    }
  });
});

it('keeps who moved the same, and ends each animation where it is drawn', () => {
  const look = lookOf('plain');
  const { layout, sprites } = start(look, squares(3, 1), [[0, 'a', 0, 0, 0], [1, 'a', 0, 0, 0]]);
  /* The foremost is listed first; both move together. */
  const steps: Step[] = [['move', 1, 2, 0, 0, 0, 'a'], ['move', 0, 1, 0, 0, 0, 'a']];
  const frames = plan(look, layout, sprites, steps, after(look, layout, [[1, 'a', 0, 0, 0], [2, 'a', 0, 0, 0]]), 1);
  expect(frames).toHaveLength(2);
  expect(at(frames[0]!.sprites, 2)[0]!.id).toBe(at(sprites, 1)[0]!.id);
  expect(at(frames[0]!.sprites, 1)[0]!.id).toBe(at(sprites, 0)[0]!.id);
  expect(frames[1]!.sprites.map((s) => s.id).sort()).toEqual(sprites.map((s) => s.id).sort());
  for (const anim of frames[0]!.anims) expect(anim.keyframes[anim.keyframes.length - 1]!.transform).toBe('none');
});

it('changes two tiles with each other', () => {
  const look = lookOf('shapes');
  const { layout, sprites } = start(look, squares(2, 1), [[0, 'tile', -1, 3, 0], [1, 'tile', -1, 5, 0]]);
  const steps: Step[] = [['move', 0, 1, -1, 0, 0, 'tile'], ['move', 1, 0, -1, 0, 0, 'tile']];
  const [frame] = plan(
    look, layout, sprites, steps, after(look, layout, [[0, 'tile', -1, 5, 0], [1, 'tile', -1, 3, 0]]), 1,
  );
  expect(at(frame!.sprites, 1)[0]!.number).toBe(3);
  expect(at(frame!.sprites, 0)[0]!.number).toBe(5);
});

it('shows the computer\'s moves in about half the time of one\'s own, short ones as they are', () => {
  expect([160, 900, 5000].map(ownTime)).toEqual([160, 900, 1200]);
  expect([160, 900, 5000].map(theirTime)).toEqual([160, 450, 600]);
  expect([160, 900, 5000].map(watchedTime(800))).toEqual([160, 800, 800]);
  expect([160, 900, 5000].map(watchedTime(0))).toEqual([160, 200, 200]);
});

it('counts the points with the wave that brings them', () => {
  const look = lookOf('plain');
  const { layout, sprites } = start(look, squares(3, 3), [[0, 'tile', -1, 0, 0], [1, 'tile', -1, 0, 0]]);
  const steps: Step[] = [
    ['move', 0, 3, -1, 0, 0, 'tile'], ['remove', 3, -1, -1, 1, 0, 'tile'], ['points', -1, -1, 1, 1, 3, null],
    ['remove', 1, -1, -1, 2, 0, 'tile'], ['points', -1, -1, 1, 2, 5, null],
  ];
  const frames = plan(look, layout, sprites, steps, after(look, layout, []), 1);
  expect(frames.map(({ gained }) => gained)).toEqual([[0, 0], [0, 3], [0, 8], [0, 8]]);
});

it('never takes much more than a second', () => {
  const look = lookOf('shapes');
  const board = squares(6, 12);
  const { layout, sprites } = start(look, board, board.cells.map((_, i): Piece => [i, 'tile', -1, i % 7, 0]));
  const steps: Step[] = [];
  for (let wave = 0; wave < 24; wave += 2)
    steps.push(
      ['remove', wave, -1, -1, wave, 0, 'tile'], ['move', 60 + ((wave / 2) % 6), wave, -1, wave + 1, 0, 'tile'],
    );
  const total = plan(look, layout, sprites, steps, [], 1).reduce((sum, frame) => sum + frame.duration, 0);
  expect(total).toBeGreaterThan(1000);
  expect(total).toBeLessThanOrEqual(1200.001);
});

it('turns a captured tile, its colour changing at half', () => {
  const look = lookOf('numbers');
  const { layout, sprites } = start(look, squares(3, 1), [[0, 'tile', 1, 4, 0]]);
  const [frame] = plan(look, layout, sprites, [['capture', 0, -1, 0, 0, 4, 'tile']], [], 1);
  expect(at(frame!.sprites, 0).map((s) => s.player).sort()).toEqual([0, 1]);
  const [away, up] = frame!.anims;
  expect(up!.delay).toBeCloseTo(away!.delay + away!.duration);
});

describe('the lake', () => {
  const look = lookOf('lake');
  const columns = 5;
  const cells = squares(columns, 7).cells.map(([shape], i): Board['cells'][number] => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return [shape, 1000 * column + 500, 1000 * row + 500, 1000, 1000, row === 6 ? String(column) : ''];
  });
  const board: Board = { cells, size: [columns * 1000, 7000], target: null };
  const id = (row: number, column: number) => row * columns + column;
  const pieces = (levels: number[], boats: [number, number][]): Piece[] => [
    ...levels.flatMap((l, c) =>
      Array.from({ length: l + 1 }, (_, k): Piece => {
        const isWall = k === 0 || c === 0 || c === 4;
        return [id(6 - k, c), isWall ? 'wall' : 'water', -1, 0, 0];
      })),
    ...boats.map(([player, c]): Piece => [id(5 - levels[c]!, c), 'boat', player, 0, 1 + player]),
  ];
  it('lets the boat ride the water that rises', () => {
    const { layout, sprites } = start(look, board, pieces([4, 2, 1, 2, 4], [[0, 2], [1, 4]]));
    const steps: Step[] = [['change', id(4, 2), -1, -1, 0, 1, 'water'], ['move', id(4, 2), id(3, 2), 0, 0, 0, 'boat']];
    const target = after(look, layout, pieces([4, 2, 2, 2, 4], [[0, 2], [1, 4]]));
    const frames = plan(look, layout, sprites, steps, target, 1);
    expect(plainly(frames[0]!.sprites)).toEqual(target);
    const moving = frames[0]!.anims.map((anim) => frames[0]!.sprites.find((s) => s.id === anim.id)!.kind).sort();
    expect(moving).toEqual(['boat', 'water']);
    const [a, b] = frames[0]!.anims;
    expect(a!.keyframes[0]!.transform).toContain(String(102));
    expect(b!.duration).toBe(a!.duration);
  });
  it('sinks a boat', () => {
    const { layout, sprites } = start(look, board, pieces([4, 1, 1, 1, 4], [[0, 2], [1, 4]]));
    const steps: Step[] = [
      ['change', id(5, 2), -1, -1, 0, -1, 'water'], ['move', id(4, 2), id(5, 2), 0, 0, 0, 'boat'],
      ['remove', id(5, 2), -1, 0, 1, 0, 'boat'], ['end', -1, -1, 1, 2, 0, null],
    ];
    const frames = plan(look, layout, sprites, steps, after(look, layout, pieces([4, 1, 0, 1, 4], [[1, 4]])), 1);
    expect(frames).toHaveLength(3);
    expect(frames[1]!.duration).toBe(600);
    expect(frames[2]!.sprites.filter((s) => s.kind === 'boat')).toHaveLength(1);
  });
});
