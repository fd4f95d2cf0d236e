/* The games of the stand-in: Gomoku as it is, the others as far as pictures need. */
import { readFileSync } from 'node:fs';

const kept = JSON.parse(readFileSync(new URL('positions.json', import.meta.url)));
const w = (en, el = en) => ({ en, el });
const levels = Array.from({ length: 8 }, (_, i) => ({ agent: `level:n=${i + 1}`, title: w(`Level ${i + 1}`, `Επίπεδο ${i + 1}`), sees: w('Sees your fours and open threes, misses long diagonals. Many people start here.', 'Βλέπει τις τετράδες και τις ανοιχτές τριάδες σου, χάνει τις μακριές διαγωνίους.') }));
const agents = [{ name: 'max', help: w('The strongest there is.', 'Ο ισχυρότερος.'), kind: 'search', options: [] }, { name: 'heuristic', help: w('Takes the move that looks best now.', 'Παίρνει την κίνηση που φαίνεται καλύτερη τώρα.'), kind: 'report', options: [] }, { name: 'random', help: w('Any move.', 'Όποια κίνηση.'), kind: 'other', options: [] }];
const int = (key, value, min, max, help) => ({ key, kind: 'int', default: String(value), min, max, help: w(help) });
const choice = (key, choices, help) => ({ key, kind: 'choice', default: choices[0], choices, help: w(help) });
const two = (a, b, c, d) => [{ name: a.toLowerCase(), title: w(a, b) }, { name: c.toLowerCase(), title: w(c, d) }];
const bw = two('Black', 'Μαύρος', 'White', 'Λευκός');
const info = (name, look, title, players, goal, how, options) => ({ name, look, title, players, goal, how_to_move: how, chance: false, variant: '', options, levels, agents });

export const infos = [
  info('gomoku', 'stones', w('Gomoku', 'Γκομόκου'), bw, w('Be the first with five stones side by side in a row, a column or a diagonal.', 'Βάλε πρώτος πέντε πούλια δίπλα δίπλα.'), w('Type an empty point, such as h8.', 'Γράψε ένα κενό σημείο, π.χ. h8.'), [int('size', 15, 5, 20, 'points a side'), choice('rule', ['freestyle', 'standard', 'renju'], 'standard: exactly five win'), choice('opening', ['none', 'swap2'], 'swap2: First places three stones')]),
  info('abalone', 'marbles', w('Abalone', 'Αβαλόνε'), bw, w('Push six of the other marbles off the board.', 'Σπρώξε έξι μπίλιες έξω.'), w('Type the marble and where it goes.', 'Γράψε τη μπίλια και πού πάει.'), [int('eject', 6, 1, 14, 'marbles to eject for a win')]),
  info('proximity', 'numbers', w('Proximity', 'Εγγύτητα'), two('Blue', 'Μπλε', 'Red', 'Κόκκινος'), w('Have the greater sum when the board is full.', 'Να έχεις το μεγαλύτερο άθροισμα.'), w('Type an empty cell.', 'Γράψε ένα κενό κελί.'), [{ key: 'blue', kind: 'text', default: '-', help: w("with draw=list: Blue's numbers") }]),
  info('crush', 'shapes', w('Crush', 'Σύνθλιψη'), two('One', 'Πρώτος', 'Two', 'Δεύτερος'), w('Line up three of a colour.', 'Βάλε τρία ίδια στη σειρά.'), w('Type a cell and u, d, l or r.', 'Γράψε κελί και u, d, l ή r.'), [int('limit', 300, 1, 10000, 'points that win')]),
  info('boats', 'lake', w('Boats on the lake', 'Βάρκες στη λίμνη'), two('Red', 'Κόκκινος', 'Green', 'Πράσινος'), w('Cross to the other dock first.', 'Πέρνα πρώτος απέναντι.'), w('Type R, L, +5 or -5.', 'Γράψε R, L, +5 ή -5.'), [int('columns', 10, 3, 10, 'columns of water')]),
];

const base = (name) => ({ info: infos.find((i) => i.name === name), undone: [], redo() {} });
const position = (some) => ({ text: '', turn: 0, pieces: [], hand: [], last: null, legal: [], scores: null, result: null, end: null, won_by: [], ...some });

function gomoku(wish) {
  const size = Number(/size=(\d+)/.exec(wish.variant ?? '')?.[1] ?? 15);
  const names = Array.from({ length: size * size }, (_, i) => 'abcdefghijklmnopqrst'[i % size] + (Math.floor(i / size) + 1));
  let moves = [];
  const won = (list) => {
    const stones = new Map(list.map((m, i) => [m, i % 2]));
    const last = list.at(-1);
    if (last === undefined) return [];
    for (const step of [1, size, size + 1, size - 1]) {
      const line = [last];
      for (const sign of [1, -1])
        for (let c = last + sign * step; stones.get(c) === stones.get(last) && Math.abs((c % size) - ((c - sign * step) % size)) <= 1; c += sign * step) line.push(c);
      if (line.length >= 5) return line.sort((a, b) => a - b);
    }
    return [];
  };
  const at = (list) => {
    const by = won(list);
    const over = by.length > 0;
    const turn = list.length % 2;
    const taken = new Set(list);
    return position({
      ply: list.length, turn: over ? null : turn, pieces: list.map((m, i) => [m, 'stone', i % 2, 1 + (i % 2), 0]),
      last: list.length ? { text: names[list.at(-1)], player: 1 - turn, cells: [list.at(-1)] } : null,
      legal: over ? [] : names.flatMap((name, i) => (taken.has(i) ? [] : [[name, i]])), won_by: by,
      result: over ? (turn ? '1-0' : '0-1') : null, end: over ? 'rules' : null,
      said: over ? w(`${turn ? 'Black' : 'White'} wins by five in a row.`, 'Πέντε στη σειρά.') : w(`${turn ? 'White' : 'Black'} to move.`, `Παίζει ο ${turn ? 'Λευκός' : 'Μαύρος'}.`),
    });
  };
  return {
    ...base('gomoku'),
    board: () => ({ cells: names.map((name, i) => ['circle', (i % size) * 1000 + 500, (size - 1 - Math.floor(i / size)) * 1000 + 500, 1000, 1000, name]), size: [size * 1000, size * 1000], target: null }),
    position: () => at(moves),
    played: () => moves.map((m, i) => [names[m], i % 2, w(`${i % 2 ? 'White' : 'Black'} places ${names[m]}.`, `Ο ${i % 2 ? 'Λευκός' : 'Μαύρος'} βάζει πούλι στο ${names[m]}.`)]),
    read(text) {
      const i = names.indexOf(text.toLowerCase());
      if (i < 0) throw { error: { code: 'illegal', why: w(`'${text}' is no point of this board.`, `Το '${text}' δεν είναι σημείο του ταμπλό.`) } };
      if (moves.includes(i)) throw { error: { code: 'illegal', why: w(`'${text}' is taken.`, `Το '${text}' είναι πιασμένο.`) } };
      return names[i];
    },
    move(text) { const i = names.indexOf(text); moves = [...moves, i]; this.undone.length = 0; return [['place', -1, i, 1 - (moves.length % 2), 0, 2 - (moves.length % 2), 'stone']]; },
    undo() { if (moves.length) this.undone.push(moves.at(-1)); moves = moves.slice(0, -1); },
    redo() { if (this.undone.length) moves = [...moves, this.undone.pop()]; },
    at: (ply) => ({ position: { ...at(moves.slice(0, ply)), legal: [] }, steps: ply ? [['place', -1, moves[ply - 1], 1 - (ply % 2), 0, 2 - (ply % 2), 'stone']] : [] }),
    best() { const taken = new Set(moves); const near = names.map((_, i) => i).filter((i) => !taken.has(i)); const mid = moves.at(-1) ?? (size * size) >> 1; near.sort((a, b) => Math.hypot((a % size) - (mid % size), a / size - mid / size) - Math.hypot((b % size) - (mid % size), b / size - mid / size)); return names[near[Math.floor(Math.random() * Math.min(6, near.length))]]; },
    threats: () => (moves.length > 5 ? [{ player: 1, cells: [moves[1], moves[3]], at: [moves[5] + 1], said: w('White has an open three.', 'Ο Λευκός έχει ανοιχτή τριάδα.') }] : []),
  };
}

/* A position that stands still: moves are taken, and change what the eye would miss. */
function still(name, board, first, apply) {
  let now = first;
  const played = [];
  return {
    ...base(name), board: () => board, position: () => now, played: () => played,
    read: (text) => text,
    move(text) {
      const move = now.legal.find((l) => l[0] === text) ?? [text];
      const { pieces, steps, hand } = apply(now, move);
      const player = now.turn;
      now = { ...now, pieces, hand: hand ?? now.hand, ply: now.ply + 1, turn: 1 - player, last: { text, player, cells: move.slice(1) } };
      played.push([text, player, w(`${text} was played.`, `Παίχτηκε ${text}.`)]);
      return steps;
    },
    undo() {}, at: (ply) => ({ position: { ...now, ply, legal: [] }, steps: [] }),
  };
}

function abalone() {
  const P = kept.abalone;
  const cells = [];
  for (let r = 1; r <= 9; r++) for (let n = 1; n <= 9; n++) if (Math.abs(r - n) <= 4) cells.push([r, n]);
  const id = (c) => cells.findIndex(([r, n]) => r * 10 + n === Number(c));
  const board = { size: [9000, 8083], target: 6, cells: cells.map(([r, n]) => ['hexagon', 1000 * n - 500 * (r - 1 - 3) - 500 - 500 + 0, 866 * (9 - r) + 577, 1000, 1155, 'abcdefghi'[r - 1] + n]) };
  const shift = 4500 - board.cells[id(55)][1];
  board.cells.forEach((c) => { c[1] += shift; });
  const dir = { E: 1, NE: 11, NW: 10, W: -1, SW: -11, SE: -10 };
  const pieces = Object.entries(P.b).map(([c, p]) => [id(c), 'marble', p === 'w' ? 1 : 0, 0, 0]);
  const on = new Map(pieces.map((p) => [p[0], p[2]]));
  const legal = [];
  for (const [c, p] of Object.entries(P.b)) if (p === 'b') for (const [d, step] of Object.entries(dir)) { const to = id(Number(c) + step); if (to >= 0 && !on.has(to)) legal.push([`${c}${d}`, id(c), to]); }
  for (const o of P.opts) { const g = o.side ? [...o.g].sort((a, b) => a - b) : o.g; legal.push([o.txt, id(g[0]), id(g.at(-1)), id(g.at(-1) + dir[o.d])]); }
  return still('abalone', board, position({ ply: 40, turn: 0, pieces, legal, last: { text: 'g5g6', player: 1, cells: [id(75), id(77)] }, said: w('Black to move.', 'Παίζει ο Μαύρος.') }), (now, move) => {
    const [a, b] = [move[1], move.at(-1)];
    return { pieces: now.pieces.map((p) => (p[0] === a ? [b, ...p.slice(1)] : p)), steps: [['move', a, b, now.turn, 0, 0, 'marble']] };
  });
}

function proximity() {
  const P = kept.proximity;
  const cells = Array.from({ length: 120 }, (_, i) => { const [x, y] = [i % 12, Math.floor(i / 12)]; return ['hexagon', 1000 * x + 500 * (1 + (y % 2)), 866 * y + 577, 1000, 1155, 'abcdefghijkl'[x] + (y + 1)]; });
  const pieces = P.b.flatMap((t, i) => (t ? [[i, 'tile', t.p === 'b' ? 0 : 1, t.s, 0]] : []));
  const legalOf = (list) => cells.flatMap((c, i) => (list.some((p) => p[0] === i) ? [] : [[c[5], i]]));
  const last = P.last[1] * 12 + P.last[0];
  return still('proximity', { cells, size: [12500, 8949], target: null }, position({ ply: 70, turn: 0, pieces, hand: [['tile', 0, P.hand], ['tile', 1, 9]], legal: legalOf(pieces), scores: [P.score.b, P.score.r], last: { text: cells[last][5], player: 1, cells: [last] }, said: w('Blue to place 14.', 'Ο Μπλε βάζει 14.') }), (now, move) => {
    const made = [...now.pieces, [move[1], 'tile', now.turn, now.hand[0][2], 0]];
    now.legal = legalOf(made);
    const near = now.pieces.filter((p) => p[2] !== now.turn && Math.hypot(cells[p[0]][1] - cells[move[1]][1], cells[p[0]][2] - cells[move[1]][2]) < 1100);
    return { pieces: made.map((p) => (near.some((q) => q[0] === p[0]) ? [p[0], p[1], now.turn, p[3], 0] : p)), hand: [['tile', 1 - now.turn, 1 + Math.floor(Math.random() * 20)]], steps: [['place', -1, move[1], now.turn, 0, now.hand[0][2], 'tile'], ...near.map((p) => ['capture', p[0], -1, now.turn, 1, p[3], 'tile'])] };
  });
}

function crush() {
  const G = kept.crush.g;
  const id = (x, y) => x * 20 + y;
  const cells = Array.from({ length: 200 }, (_, i) => { const [x, y] = [Math.floor(i / 20), i % 20]; return ['square', 1000 * x + 500, 1000 * (19 - y) + 500, 1000, 1000, 'abcdefghij'[x] + (y + 1)]; });
  const pieces = G.map((c, i) => { const [x, y] = [i % 10, Math.floor(i / 10)]; return [id(x, y), y < 10 ? 'tile' : 'hidden', -1, c, 0]; });
  const way = { u: [0, 1], d: [0, -1], l: [-1, 0], r: [1, 0] };
  const legal = kept.crush.all.map((text) => { const [m] = text.split(':'); const [x, y, d] = ['abcdefghij'.indexOf(m[0]), Number(m.slice(1, -1)) - 1, way[m.at(-1)]]; return [m, id(x, y), id(x + d[0], y + d[1])]; });
  return still('crush', { cells, size: [10000, 20000], target: 300 }, position({ ply: 58, turn: 0, pieces, legal, scores: [147, 162], last: { text: 'c3r', player: 1, cells: [id(2, 2), id(3, 2)] }, said: w('One to move.', 'Παίζει ο Πρώτος.') }), (now, [, a, b]) => {
    const at = (c) => now.pieces.find((p) => p[0] === c);
    const swapped = now.pieces.map((p) => (p[0] === a ? [b, ...p.slice(1)] : p[0] === b ? [a, ...p.slice(1)] : p));
    const column = Math.floor(b / 20);
    const y = Math.min(7, b % 20);
    const gone = [0, 1, 2].map((k) => column * 20 + y + k);
    const steps = [['move', a, b, -1, 0, 0, 'tile'], ['move', b, a, -1, 0, 0, 'tile'], ...gone.map((c) => ['remove', c, -1, -1, 1, 0, 'tile']), ['points', -1, -1, now.turn, 1, 3, null]];
    for (let k = y + 3; k < 20; k++) steps.push(['move', column * 20 + k, column * 20 + k - 3, -1, 2, 0, 'tile']);
    for (let k = 17; k < 20; k++) steps.push(['place', -1, column * 20 + k, -1, 3 + k - 17, k % 7, 'tile']);
    const left = swapped.filter((p) => !gone.includes(p[0])).map((p) => (Math.floor(p[0] / 20) === column && p[0] % 20 > y ? [p[0] - 3, (p[0] - 3) % 20 < 10 ? 'tile' : 'hidden', ...p.slice(2)] : p));
    void at;
    return { pieces: [...left, ...[17, 18, 19].map((k) => [column * 20 + k, 'hidden', -1, k % 7, 0])], steps };
  });
}

function boats() {
  const B = kept.boats;
  const cells = Array.from({ length: 84 }, (_, i) => { const [row, column] = [Math.floor(i / 12), i % 12]; return ['square', 1000 * column + 500, 1000 * row + 500, 1000, 1000, row === 6 ? String(column) : '']; });
  const id = (row, column) => row * 12 + column;
  const level = [...B.lv];
  const boat = [B.red, B.gr];
  const draw = () => [...level.flatMap((l, c) => Array.from({ length: l + 1 }, (_, k) => [id(6 - k, c), k === 0 || c === 0 || c === 11 ? 'wall' : 'water', -1, 0, 0])), ...boat.map((c, p) => [id(5 - level[c], c), 'boat', p, 0, 1 + p])];
  const legalOf = (turn) => {
    const own = boat[turn];
    const out = [];
    for (const step of [1, -1]) { const to = own + step; if (to >= 0 && to <= 11 && level[to] <= level[own]) out.push([step > 0 ? 'R' : 'L', id(5 - level[own], own), id(5 - level[to], to)]); }
    for (let c = 1; c <= 10; c++) { if (level[c] < 4) out.push(c === own ? [`+${c}`, id(5 - level[c], c), id(5 - level[c], c)] : [`+${c}`, id(5 - level[c], c)]); if (level[c] > 0) out.push([`-${c}`, id(6 - level[c], c)]); }
    return out;
  };
  return still('boats', { cells, size: [12000, 7000], target: null }, position({ ply: 20, turn: 0, pieces: draw(), legal: legalOf(0), last: { text: 'L', player: 1, cells: [id(5 - level[8], 8), id(5 - level[7], 7)] }, said: w('Red to move.', 'Παίζει ο Κόκκινος.') }), (now, [text]) => {
    const before = boat.map((c) => id(5 - level[c], c));
    const steps = [];
    if (text === 'R' || text === 'L') boat[now.turn] += text === 'R' ? 1 : -1;
    else { const [c, by] = [Number(text.slice(1)), text[0] === '+' ? 1 : -1]; steps.push(['change', id(by > 0 ? 5 - level[c] : 6 - level[c], c), -1, -1, 0, by, 'water']); level[c] += by; }
    boat.forEach((c, p) => { const to = id(5 - level[c], c); if (to !== before[p]) steps.push(['move', before[p], to, p, 0, 0, 'boat']); });
    now.legal = legalOf(1 - now.turn);
    return { pieces: draw(), steps };
  });
}

const makers = { gomoku, abalone, proximity, crush, boats };
export const gameOf = (wish) => makers[wish.game](wish);
