/* Animated PNG from still ones: https://www.w3.org/TR/png-3/ (acTL, fcTL, fdAT). The colours are exact, and the browser has
 * compressed the pixels already. Of each later frame there is only the part that changed. */

export interface Frame {
  /** A complete PNG of the part. */
  png: Uint8Array;
  /** Where the part lies in the picture. */
  x: number;
  y: number;
  /** How long it is shown, in milliseconds. */
  ms: number;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crcOf(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = crcs[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

interface Chunk {
  name: string;
  data: Uint8Array;
}

/** The chunks of a PNG; it fails if it is none. */
export function chunksOf(png: Uint8Array): Chunk[] {
  if (signature.some((byte, i) => png[i] !== byte)) throw new Error('no PNG');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= png.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    chunks.push({ name, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(name: string, ...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const made = new Uint8Array(12 + length);
  const view = new DataView(made.buffer);
  view.setUint32(0, length);
  for (let i = 0; i < 4; i++) made[4 + i] = name.charCodeAt(i);
  let at = 8;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  view.setUint32(at, crcOf(made.subarray(4, at)));
  return made;
}

/** Numbers of four bytes each. */
function longs(...numbers: number[]): Uint8Array {
  const made = new Uint8Array(numbers.length * 4);
  const view = new DataView(made.buffer);
  numbers.forEach((n, i) => view.setUint32(i * 4, n));
  return made;
}

/** Delay (a fraction of a second), and how the frame is put: it replaces its part, and stays. */
function delay(ms: number): Uint8Array {
  const made = new Uint8Array(6);
  const view = new DataView(made.buffer);
  view.setUint16(0, Math.min(65_535, Math.round(ms)));
  view.setUint16(2, 1000);
  return made;
}

/** One animated PNG; the first frame is the whole picture. All must be of the same colour type. It is played for ever. */
export function apngOf(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const [first] = frames;
  if (!first) throw new Error('no frames');
  const head = chunksOf(first.png).find(({ name }) => name === 'IHDR')!;
  const out: Uint8Array[] = [
    Uint8Array.from(signature), chunk('IHDR', head.data), chunk('acTL', longs(frames.length, 0)),
  ];
  let sequence = 0;
  frames.forEach(({ png, x, y, ms }, i) => {
    const chunks = chunksOf(png);
    const own = chunks.find(({ name }) => name === 'IHDR')!.data;
    if (String(own.subarray(8)) !== String(head.data.subarray(8))) throw new Error('frames of different colours');
    out.push(chunk('fcTL', longs(sequence++), own.subarray(0, 8), longs(x, y), delay(ms)));
    for (const { name, data } of chunks) {
      if (name !== 'IDAT') continue;
      out.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', longs(sequence++), data));
    }
  });
  out.push(chunk('IEND'));
  const made = new Uint8Array(out.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of out) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

/** The smallest part in which two pictures of the same size differ; null: they are equal. */
export function changedPart(
  before: Uint32Array, after: Uint32Array, width: number,
): { x: number; y: number; width: number; height: number } | null {
  const height = after.length / width;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (before[y * width + x] === after[y * width + x]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
