import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../src/api';
import { narrowed, outcomeOf, recordOf, recordsOf } from '../src/records';
import type { OwnGame } from '../src/settings';

const game = (id: string, more: Partial<OwnGame> = {}): OwnGame => ({
  id, keys: [null, null], game: 'gomoku', seen: 1, over: true, turn: null, mine: [0], moves: 5, result: '1-0', ...more,
});

describe('how a game ended', () => {
  it('is from the view of the person', () => {
    expect(outcomeOf(game('a'))).toBe('won');
    expect(outcomeOf(game('a', { mine: [1] }))).toBe('lost');
    expect(outcomeOf(game('a', { mine: [1], result: '1/2-1/2' }))).toBe('drawn');
    expect(outcomeOf(game('a', { over: false, result: null }))).toBe('running');
    expect(outcomeOf(game('a', { mine: [] }))).toBe('other');
    expect(outcomeOf(game('a', { mine: [0, 1], over: false }))).toBe('other');
    expect(outcomeOf(game('a', { result: null }))).toBe('other');
  });

  it('filters together with the game', () => {
    const list = [game('a'), game('b', { mine: [1] }), game('c', { game: 'boats' })];
    const ids = (of: string, result: string) => narrowed(list, { game: of, result }).map(({ id }) => id).join('');
    expect(ids('', '')).toBe('abc');
    expect(ids('gomoku', '')).toBe('ab');
    expect(ids('', 'won')).toBe('ac');
    expect(ids('gomoku', 'lost')).toBe('b');
    expect(ids('boats', 'lost')).toBe('');
    expect(ids('', 'nonsense')).toBe('');
  });
});

describe('one file of records', () => {
  it('has an empty line between two, and says which are gone', async () => {
    const records: Record<string, string> = { a: '[Game "x"]\n\nh8 *\n', c: '[Game "y"]\n\ni9 1-0\n' };
    const made = await recordsOf([game('a'), game('b'), game('c')], (id) => Promise.resolve(records[id] ?? null));
    expect(made.file).toBe('[Game "x"]\n\nh8 *\n\n[Game "y"]\n\ni9 1-0\n');
    expect(made.saved).toBe(2);
    expect(made.gone.map(({ id }) => id)).toEqual(['b']);
    expect(await recordsOf([game('b')], () => Promise.resolve(null))).toMatchObject({ file: '', saved: 0 });
  });

  it('is not made at all if the server goes away meanwhile', async () => {
    const read = (id: string) => (id === 'a' ? Promise.resolve('x') : Promise.reject(new ApiError(null)));
    await expect(recordsOf([game('a'), game('b')], read)).rejects.toThrow(ApiError);
  });
});

describe('a record of the server', () => {
  const answers = (...list: Response[]) => vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(list.shift()!)));
  const refusal = (code: string, more = {}) => JSON.stringify({ error: { code, why: { en: code, el: code }, ...more } });
  afterEach(() => vi.unstubAllGlobals());

  it('is null only if there is no such game', async () => {
    answers(new Response('[Game "x"]\n\n*\n'));
    expect(await recordOf('a')).toBe('[Game "x"]\n\n*\n');
    answers(new Response(refusal('unknown'), { status: 404 }));
    expect(await recordOf('a')).toBeNull();
    answers(new Response(refusal('server'), { status: 500 }));
    await expect(recordOf('a')).rejects.toThrow('server');
    answers(new Response('<html>', { status: 502 }));
    await expect(recordOf('a')).rejects.toThrow(ApiError);
  });

  it('is waited for while the server is busy', async () => {
    answers(new Response(refusal('busy', { wait_ms: 1 }), { status: 429 }), new Response('r'));
    expect(await recordOf('a')).toBe('r');
  });
});
