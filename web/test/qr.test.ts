/* QR codes are read again by another program's decoder. */
import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { pathOf, qrOf, type Modules } from '../src/share/qrcode';

/** The code as pixels: `zoom` per module, with a margin of four modules. */
function pixels(modules: Modules, zoom = 2): { data: Uint8ClampedArray; side: number } {
  const side = (modules.length + 8) * zoom;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (modules[Math.floor(y / zoom) - 4]?.[Math.floor(x / zoom) - 4]) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return { data, side };
}

function read(modules: Modules): { text: string; version: number } | null {
  const { data, side } = pixels(modules);
  const found = jsQR(data, side, side);
  return found && { text: new TextDecoder().decode(Uint8Array.from(found.binaryData)), version: found.version };
}

/** Text of a length in bytes that is not all alike. */
const textOf = (length: number): string =>
  Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7919 + (i >> 3)) % 90))).join('');

/** The bytes that each version holds with level M: table 7 of the standard. */
const capacity = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911, 997,
  1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
];

describe('qr', () => {
  it('is read as the same text', () => {
    for (const text of ['', 'a', 'https://example.org/study/AbCdEfGhIjKlMnOp?at=17', 'Πεσσοί: μελέτη ☕'])
      expect(read(qrOf(text)!)?.text).toBe(text);
  });

  it('is read in every size, filled to the last byte', () => {
    capacity.forEach((length, i) => {
      const version = i + 1;
      expect(read(qrOf(textOf(length))!)).toEqual({ text: textOf(length), version });
    });
  }, 60_000);

  it('needs the next size for one byte more, and refuses what fits into none', () => {
    for (const version of [1, 9, 20, 39])
      expect(qrOf(textOf(capacity[version - 1]! + 1))!.length).toBe(version * 4 + 21);
    expect(qrOf(textOf(2953))!.length).toBe(177); /* level L */
    expect(read(qrOf(textOf(2953))!)?.text).toBe(textOf(2953));
    expect(qrOf(textOf(2954))).toBeNull();
  }, 60_000);

  it('is drawn as it is', () => {
    const modules = qrOf('pessoi')!;
    const drawn = modules.map((row) => row.map(() => false));
    for (const [, x, y, width] of pathOf(modules).matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
      for (let i = 0; i < Number(width); i++) drawn[Number(y)]![Number(x) + i] = true;
    expect(drawn).toEqual(modules);
  });
});
