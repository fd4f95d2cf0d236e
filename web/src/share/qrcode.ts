/* QR codes (ISO/IEC 18004): text as UTF-8 in byte mode, with error correction level M, or L if the text is long. The
 * smallest version that holds the text is used, with the mask of the least penalty. */

/** Rows of modules; true is dark. */
export type Modules = boolean[][];

/* Per version, from 1: codewords of error correction in a block, and the number of blocks. */
interface Level {
  bits: number;
  check: number[];
  blocks: number[];
}

const levelM: Level = {
  bits: 0,
  check: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
  blocks: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
    37, 38, 40, 43, 45, 47, 49,
  ],
};

const levelL: Level = {
  bits: 1,
  check: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  blocks: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
    20, 21, 22, 24, 25,
  ],
};

const versions = 40;

/** Rows and columns at which alignment patterns are centred. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
}

/** Codewords of a version, data and error correction together: all modules but those of the patterns. */
function codewords(version: number): number {
  const side = version * 4 + 17;
  const lines = alignments(version).length;
  const aligned = lines === 0 ? 0 : (lines * lines - 3) * 25 - (lines - 2) * 2 * 5;
  const timing = 2 * (side - 16);
  const formats = 31 + (version >= 7 ? 36 : 0);
  return Math.floor((side * side - 3 * 64 - aligned - timing - formats) / 8);
}

const dataRoom = (version: number, { check, blocks }: Level): number =>
  codewords(version) - check[version - 1]! * blocks[version - 1]!;

/* ---- data ---- */

/** Mode, length, bytes, and padding, as codewords. */
function dataOf(bytes: Uint8Array, version: number, level: Level): number[] {
  const room = dataRoom(version, level);
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4); /* byte mode */
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let i = 0; words.length < room; i++) words.push(i % 2 ? 0x11 : 0xec);
  return words;
}

/* ---- Reed-Solomon codes over GF(256), x^8 + x^4 + x^3 + x^2 + 1 ---- */

const exp: number[] = [];
const log: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  exp[i] = x;
  log[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

const times = (a: number, b: number): number => (a && b ? exp[(log[a]! + log[b]!) % 255]! : 0);

/** The generator polynomial's coefficients, without the leading 1. */
function generator(degree: number): number[] {
  let poly = [1];
  for (let root = 0; root < degree; root++) {
    const next = [...poly, 0];
    poly.forEach((c, i) => { next[i + 1]! ^= times(c, exp[root]!); });
    poly = next;
  }
  return poly.slice(1);
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((c, i) => { rest[i]! ^= times(c, factor); });
  }
  return rest;
}

/** Splits the data into blocks, adds error correction to each, and interleaves them. */
function interleaved(data: readonly number[], version: number, { check, blocks }: Level): number[] {
  const count = blocks[version - 1]!;
  const divisor = generator(check[version - 1]!);
  const short = Math.floor(data.length / count);
  const longer = data.length % count; /* so many of the last blocks have one codeword more */
  const parts: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const size = short + (i >= count - longer ? 1 : 0);
    parts.push(data.slice(at, at + size));
    at += size;
  }
  const checks = parts.map((part) => remainder(part, divisor));
  const turn = (lists: number[][]) => {
    const length = Math.max(...lists.map((list) => list.length));
    return Array.from({ length }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  };
  return [...turn(parts), ...turn(checks)];
}

/* ---- the picture ---- */

type Field = (boolean | null)[][];

/** A finder (radius 3) or alignment pattern (radius 2): squares around its centre, alternately dark and light. */
function square(field: Field, row: number, column: number, radius: number): void {
  for (let y = -radius; y <= radius; y++)
    for (let x = -radius; x <= radius; x++) {
      const ring = Math.max(Math.abs(x), Math.abs(y));
      const line = field[row + y];
      if (line && column + x >= 0 && column + x < line.length) line[column + x] = ring !== radius - 1 && ring !== 4;
    }
}

function patterns(version: number): Field {
  const side = version * 4 + 17;
  const field: Field = Array.from({ length: side }, () => Array<boolean | null>(side).fill(null));
  for (let i = 0; i < side; i++) field[6]![i] = field[i]![6] = i % 2 === 0;
  for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]] as const) {
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++)
        if (field[row + y]?.[column + x] !== undefined) field[row + y]![column + x] = false;
    square(field, row, column, 3);
  }
  const lines = alignments(version);
  const last = lines.length - 1;
  lines.forEach((row, i) => lines.forEach((column, k) => {
    const finder = (i === 0 && k === 0) || (i === 0 && k === last) || (i === last && k === 0);
    if (!finder) square(field, row, column, 2);
  }));
  return field;
}

/** A number followed by the remainder of its division: a BCH code. */
function bch(value: number, degree: number, divisor: number): number {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = rest ? 31 - Math.clz32(rest) : -1)
    rest ^= divisor << (bit - degree);
  return (value << degree) | rest;
}

/** Error correction level and mask, twice, and the version of large codes, twice. */
function putFormat(field: Field, version: number, level: Level, mask: number): void {
  const side = field.length;
  const format = bch((level.bits << 3) | mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1;
    const row = i < 6 ? i : i < 8 ? i + 1 : side - 15 + i;
    const column = i < 8 ? side - 1 - i : i < 9 ? 7 : 14 - i;
    field[row]![8] = dark;
    field[8]![column] = dark;
  }
  field[side - 8]![8] = true;
  if (version < 7) return;
  const number = bch(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const dark = ((number >> i) & 1) === 1;
    const [near, far] = [Math.floor(i / 3), side - 11 + (i % 3)];
    field[near]![far] = field[far]![near] = dark;
  }
}

const masks: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The free modules in their order: two columns at a time from the right, up and down by turns. */
function freeOf(field: Field): [number, number][] {
  const side = field.length;
  const free: [number, number][] = [];
  let up = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; /* the timing pattern */
    for (let i = 0; i < side; i++)
      for (const column of [right, right - 1]) {
        const row = up ? side - 1 - i : i;
        if (field[row]![column] === null) free.push([row, column]);
      }
    up = !up;
  }
  return free;
}

/** What makes a code hard to read: long runs, squares, false finders, too much of one colour. */
function penalty(modules: Modules): number {
  const side = modules.length;
  const columns = modules.map((_, i) => modules.map((row) => row[i]!));
  let sum = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= side; i++) {
      const part = text.slice(i, i + 11);
      if (part === '10111010000' || part === '00001011101') sum += 40;
    }
  }
  for (let r = 0; r + 1 < side; r++)
    for (let c = 0; c + 1 < side; c++) {
      const dark = modules[r]![c];
      if (dark === modules[r]![c + 1] && dark === modules[r + 1]![c] && dark === modules[r + 1]![c + 1]) sum += 3;
    }
  const share = modules.flat().filter(Boolean).length / (side * side);
  return sum + Math.floor(Math.abs(share * 100 - 50) / 5) * 10;
}

/** The code of a text; null: it is too long for any. */
export function qrOf(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const fits = (level: Level) => (_: unknown, i: number) =>
    4 + (i + 1 < 10 ? 8 : 16) + bytes.length * 8 <= dataRoom(i + 1, level) * 8;
  const all = Array.from({ length: versions });
  const inM = all.findIndex(fits(levelM)) + 1;
  const level = inM > 0 ? levelM : levelL;
  const version = inM > 0 ? inM : all.findIndex(fits(levelL)) + 1;
  if (version === 0) return null;
  const words = interleaved(dataOf(bytes, version, level), version, level);
  const field = patterns(version);
  putFormat(field, version, level, 0); /* reserves its modules */
  const free = freeOf(field);
  let best: { modules: Modules; cost: number } | null = null;
  masks.forEach((mask, number) => {
    const made = field.map((row) => [...row]);
    free.forEach(([row, column], i) => {
      const bit = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
      made[row]![column] = (bit === 1) !== mask(row, column);
    });
    putFormat(made, version, level, number);
    const modules = made as Modules;
    const cost = penalty(modules);
    if (!best || cost < best.cost) best = { modules, cost };
  });
  return best!.modules;
}

/** The dark modules as an SVG path, a rectangle for each run of a row. */
export function pathOf(modules: Modules): string {
  let path = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`;
    }
  });
  return path;
}
