import { describe, expect, it } from 'vitest';
import { seatAddress, seatIn, type Keys } from '../src/seat';

const key = 'abcdefghijklmnopqrstuv_-';

describe('a seat in an address', () => {
  it('comes back as it was', () => {
    for (const keys of [[key, null], [null, key], [key, key]] as Keys[]) {
      const address = new URL(seatAddress('0123456789abcdef', keys));
      expect(address.pathname).toBe('/g/0123456789abcdef');
      expect(seatIn(address.hash)).toEqual(keys);
    }
  });
  it('is not read from anything else', () => {
    for (const hash of ['', '#', '#board', '#seat=', '#seat=.', `#seat=${key}`, `#seat=${key}x.`, `#seat=${key}.&`, `#seat=<b>.`, `#seat=${key}.${key}.`])
      expect(seatIn(hash), hash).toBeNull();
  });
});
