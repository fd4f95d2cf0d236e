import { describe, expect, it } from 'vitest';
import { clockText, leftNow } from '../src/clock';

describe('clockText', () => {
  it.each([
    [300_000, '5:00'], [299_999, '5:00'], [299_000, '4:59'], [61_000, '1:01'], [10_000, '0:10'], [9_999, '9.9'],
    [950, '0.9'], [0, '0.0'], [3_723_000, '1:02:03'],
  ])(
    '%i ms is %s', (ms, text) => expect(clockText(ms)).toBe(text),
  );
  it('has the comma of Greek', () => expect(clockText(4_200, ',')).toBe('4,2'));
});

describe('leftNow', () => {
  const clock = { left_ms: [5000, 7000] as [number, number], increment_ms: 0, running: 0 };
  it('runs only for whose turn it is', () => {
    expect(leftNow(clock, 0, 1200)).toBe(3800);
    expect(leftNow(clock, 1, 1200)).toBe(7000);
    expect(leftNow({ ...clock, running: null }, 0, 1200)).toBe(5000);
  });
  it('stops at nothing, and never gains', () => {
    expect(leftNow(clock, 0, 60_000)).toBe(0);
    expect(leftNow(clock, 0, -50)).toBe(5000);
  });
});
