/* Animated PNG: what is written is read again by a reader of its own, chunk by chunk and pixel by pixel. */
import { Buffer } from 'node:buffer';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { seeded } from '../src/looks/look';
import { apngOf, changedPart, chunksOf, type Frame } from '../src/share/apng';

/** A still PNG of colours (RGBA, one number per pixel), as a browser would write it: in several IDAT chunks. */
function png(pixels: Uint32Array, width: number): Uint8Array {
  const height = pixels.length / width;
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.writeUInt32BE(pixels[y * width + x]!, y * (width * 4 + 1) + 1 + x * 4);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const chunk = (name: string, data: Buffer) => {
    const made = Buffer.alloc(12 + data.length);
    made.writeUInt32BE(data.length, 0);
    made.write(name, 4, 'latin1');
    data.copy(made, 8);
    made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
    return made;
  };
  const data = deflateSync(rows);
  const half = data.length >> 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', head),
    chunk('IDAT', data.subarray(0, half)), chunk('IDAT', data.subarray(half)), chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Read {
  width: number;
  height: number;
  plays: number;
  frames: { pixels: Uint32Array; ms: number }[];
}

/** The pictures of an animated PNG, each complete. It fails if the file is not as the standard says. */
function read(file: Uint8Array): Read {
  const bytes = Buffer.from(file);
  const chunks: { name: string; data: Buffer }[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const data = bytes.subarray(at + 8, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
    chunks.push({ name: bytes.toString('latin1', at + 4, at + 8), data });
    at += 12 + length;
  }
  expect(chunks[0]!.name).toBe('IHDR');
  expect(chunks[1]!.name).toBe('acTL');
  expect(chunks[chunks.length - 1]!.name).toBe('IEND');
  const [width, height] = [chunks[0]!.data.readUInt32BE(0), chunks[0]!.data.readUInt32BE(4)];
  const frames: Read['frames'] = [];
  let sequence = 0;
  let canvas = new Uint32Array(width * height);
  let control: Buffer | null = null;
  let data: Buffer[] = [];
  const end = () => {
    if (!control) return;
    const [w, h, x, y] = [4, 8, 12, 16].map((at) => control!.readUInt32BE(at)) as [number, number, number, number];
    const rows = inflateSync(Buffer.concat(data));
    expect(rows.length).toBe(h * (w * 4 + 1));
    canvas = canvas.slice();
    for (let row = 0; row < h; row++)
      for (let column = 0; column < w; column++)
        canvas[(y + row) * width + x + column] = rows.readUInt32BE(row * (w * 4 + 1) + 1 + column * 4);
    frames.push({ pixels: canvas, ms: (control.readUInt16BE(20) * 1000) / control.readUInt16BE(22) });
    data = [];
  };
  for (const { name, data: part } of chunks) {
    if (name === 'fcTL') {
      end();
      expect(part.readUInt32BE(0)).toBe(sequence++);
      control = part;
    } else if (name === 'IDAT') {
      expect(frames).toHaveLength(0);
      data.push(part);
    } else if (name === 'fdAT') {
      expect(part.readUInt32BE(0)).toBe(sequence++);
      data.push(part.subarray(4));
    }
  }
  end();
  expect(chunks[1]!.data.readUInt32BE(0)).toBe(frames.length);
  return { width, height, plays: chunks[1]!.data.readUInt32BE(4), frames };
}

describe('animated PNG', () => {
  it('is read as the same pictures', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const chance = seeded(seed);
      const below = (n: number) => Math.floor(chance() * n);
      const [width, height] = [1 + below(24), 1 + below(24)];
      const pictures: Uint32Array[] = [Uint32Array.from({ length: width * height }, () => below(2 ** 32))];
      for (let i = 1; i < 6; i++) {
        const next = pictures[i - 1]!.slice();
        for (let k = below(4); k > 0; k--) next[below(next.length)] = below(2 ** 32);
        pictures.push(next);
      }
      const frames = pictures.map((pixels, i): Frame => {
        const part = i === 0
          ? { x: 0, y: 0, width, height }
          : (changedPart(pictures[i - 1]!, pixels, width) ?? { x: 0, y: 0, width: 1, height: 1 });
        const cut = new Uint32Array(part.width * part.height);
        for (let y = 0; y < part.height; y++)
          for (let x = 0; x < part.width; x++) cut[y * part.width + x] = pixels[(part.y + y) * width + part.x + x]!;
        return { png: png(cut, part.width), x: part.x, y: part.y, ms: 100 * (i + 1) };
      });
      const found = read(apngOf(frames));
      expect([found.width, found.height, found.plays]).toEqual([width, height, 0]);
      expect(found.frames.map(({ ms }) => ms)).toEqual([100, 200, 300, 400, 500, 600]);
      found.frames.forEach(({ pixels }, i) => expect(pixels).toEqual(pictures[i]));
    }
  });

  it('finds the part that changed', () => {
    const before = new Uint32Array(20);
    expect(changedPart(before, before.slice(), 5)).toBeNull();
    const after = before.slice();
    after[6] = 1;
    after[18] = 1;
    expect(changedPart(before, after, 5)).toEqual({ x: 1, y: 1, width: 3, height: 3 });
  });

  it('is not made from anything else', () => {
    expect(() => apngOf([])).toThrow();
    expect(() => chunksOf(new Uint8Array(20))).toThrow();
  });
});
