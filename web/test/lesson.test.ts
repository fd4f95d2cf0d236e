import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '../src/api';
import { doneSteps, keepDone, nextStep, StepWire, type LessonStep } from '../src/lesson';
import { position, squares, word } from './fixtures';

const step: LessonStep = {
  title: word('Place it'), task: word('On a1.'), done: word('Good.'), miss: word('Not there.'), touch: [], cells: [],
  look: 'stones', board: squares(3, 3),
  players: [{ name: 'black', title: word('Black') }, { name: 'white', title: word('White') }],
  position: position({ legal: [['a1', 0], ['b1', 1]] }),
};

describe('what has been done', () => {
  it('begins with the first step that was not done', () => {
    expect(nextStep([], 5)).toBe(1);
    expect(nextStep([1, 2, 4], 5)).toBe(3);
    expect(nextStep([3, 2, 1], 3)).toBe(1);
  });

  it('keeps a step once', () => {
    keepDone('boats', 2);
    keepDone('boats', 2);
    expect(doneSteps.get().boats).toEqual([2]);
  });
});

describe('a step in place of the server', () => {
  let asked: string[] = [];
  let answer: object = {};

  beforeEach(() => {
    asked = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return { ok: true, json: async () => answer };
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  function follow() {
    const heard: ServerMessage[] = [];
    const wire = new StepWire('gomoku', 3, step, word('Gomoku'));
    wire.follow({ id: 'gomoku/3', keys: () => [], from: () => null, hear: (message) => heard.push(message) });
    return { wire, heard };
  }

  it('begins with the position, for the player to move', () => {
    const { heard } = follow();
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ is: 'game', look: 'stones', mine: [0], position: step.position, hints: false });
  });

  it('asks what a move does, by its number, and says whether that was the task', async () => {
    const { wire, heard } = follow();
    answer = { move: 'b1', player: 0, reached: false, steps: [], said: word(''), position: position({ ply: 1 }) };
    await wire.ask('gomoku/3', { do: 'move', ply: 0, move: 'b1' });
    expect(asked).toEqual([expect.stringMatching(/\/api\/1\/games\/gomoku\/lesson\/3\/try\/1$/)]);
    expect(heard[1]).toMatchObject({ is: 'moved', move: 'b1', position: { ply: 1 } });
    expect(wire.standing.get()).toEqual({ stage: 'missed', count: 1 });
    expect(doneSteps.get().gomoku).toBeUndefined();
    wire.again();
    expect(wire.standing.get().stage).toBe('asked');
    expect(heard[2]).toMatchObject({ is: 'game', position: step.position });
    answer = { ...answer, move: 'a1', reached: true };
    await wire.ask('gomoku/3', { do: 'move', ply: 0, move: 'a1' });
    expect(wire.standing.get().stage).toBe('done');
    expect(doneSteps.get().gomoku).toEqual([3]);
    /* Later messages have later numbers, or the table would ignore them. */
    const events = heard.map((message) => ('event' in message ? message.event : 0));
    expect(events).toEqual([...events].sort((a, b) => a - b));
    expect(new Set(events).size).toBe(events.length);
  });

  it('shows what a move would do without making it', async () => {
    const { wire, heard } = follow();
    answer = { move: 'a1', player: 0, reached: true, steps: [['place', -1, 0, 0, 0, 1, 'stone']], said: word(''), position: position() };
    expect(await wire.ask('gomoku/3', { do: 'try', ply: 0, move: 'a1' })).toMatchObject({ is: 'try', move: 'a1', steps: [['place', -1, 0, 0, 0, 1, 'stone']] });
    expect(heard).toHaveLength(1);
    expect(wire.standing.get().stage).toBe('asked');
  });

  it('asks why touched cells are no move, and nothing else', async () => {
    const { wire } = follow();
    answer = { said: word('It is taken.') };
    expect(await wire.ask('gomoku/3', { do: 'why', ply: 0, cells: [4, 8] })).toMatchObject({ is: 'why', said: word('It is taken.') });
    expect(asked).toEqual([expect.stringMatching(/\/lesson\/3\/why\/4\.8$/)]);
    await expect(wire.ask('gomoku/3', { do: 'hint', step: 0 })).rejects.toThrow();
  });
});
