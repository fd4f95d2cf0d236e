import { describe, expect, it } from 'vitest';
import type { Step } from '../src/api';
import { Previews } from '../src/preview';

const step: Step = ['place', -1, 3, 0, 0, 1, 'tile'];

describe('previews', () => {
  it('ask once for each move of a position', async () => {
    const asked: string[] = [];
    const previews = new Previews((ply, move) => {
      asked.push(`${ply} ${move}`);
      return Promise.resolve([step]);
    });
    expect(await previews.of(2, 'a1')).toEqual([step]);
    await previews.of(2, 'a1');
    await previews.of(2, 'b1');
    await previews.of(3, 'a1');
    await previews.of(3, 'a1');
    expect(asked).toEqual(['2 a1', '2 b1', '3 a1']);
  });
  it('ask again after a failure', async () => {
    let count = 0;
    const previews = new Previews(() => Promise.resolve(count++ === 0 ? null : [step]));
    expect(await previews.of(2, 'a1')).toBe(null);
    expect(await previews.of(2, 'a1')).toEqual([step]);
  });
});
