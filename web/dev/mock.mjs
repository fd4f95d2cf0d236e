/* A stand-in for `pessoi serve`, for work on the pages without the server: it serves web/dist under
 * the same Content-Security-Policy, plays Gomoku by its rules, and shows a position of each of the
 * other games, which it moves only as far as the eye needs. Never part of what is installed.
 *
 *     node dev/mock.mjs [port] */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { WebSocketServer } from 'ws';
import { gameOf, infos } from './mock-games.mjs';

const dist = new URL('../dist/', import.meta.url).pathname;
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json' };

const rooms = new Map();
const word = (en, el) => ({ en, el });
const refusal = (code, en, el) => ({ error: { code, why: word(en, el) } });

class Room {
  constructor(wish) {
    this.id = randomBytes(12).toString('base64url');
    this.wish = wish;
    this.rules = gameOf(wish);
    this.keys = wish.seats.map((seat) => (seat.who === 'agent' ? null : randomBytes(18).toString('base64url')));
    this.event = 1;
    this.followers = new Map();
    this.offer = null;
    this.free = wish.seats.flatMap((seat, i) => (seat.who === 'person' ? [i] : []));
    this.pace = wish.pace_ms ?? null;
    this.clock = wish.clock ? { left_ms: [wish.clock.base_ms, wish.clock.base_ms], increment_ms: wish.clock.increment_ms, running: null } : null;
    this.next = null;
    this.resigned = null;
    setTimeout(() => this.think(), 300);
  }
  position(mine) {
    const p = this.rules.position();
    if (this.resigned !== null) Object.assign(p, { turn: null, result: this.resigned === 0 ? '0-1' : '1-0', end: 'resign', said: word('Resigned.', 'Παραίτηση.') });
    return { ...p, legal: mine.includes(p.turn) ? p.legal : [] };
  }
  seats() {
    return this.wish.seats.map((seat, i) => seat.who === 'agent'
      ? { who: 'agent', agent: seat.agent, title: this.rules.info.levels.find((l) => l.agent === seat.agent)?.title ?? word(seat.agent, seat.agent) }
      : { who: 'person', name: seat.name ?? null, here: !this.free.includes(i) });
  }
  get thinking() {
    const turn = this.rules.position().turn;
    return turn !== null && this.resigned === null && this.wish.seats[turn]?.who === 'agent' ? turn : null;
  }
  state() {
    return { event: this.event, clock: this.clock, offer: this.offer, undo: this.rules.played().length > 0, redo: this.rules.undone.length > 0, free: this.free, next: this.next, seats: this.seats(), pace_ms: this.pace, thinking: this.thinking };
  }
  whole(mine) {
    const { info } = this.rules;
    return { is: 'game', id: this.id, ...this.state(), game: info.name, variant: this.wish.variant ?? '', title: info.title, look: info.look, board: this.rules.board(), players: info.players, mine, created: Date.now(), position: this.position(mine), steps: [], played: this.rules.played() };
  }
  tell(make, re) {
    for (const [ws, mine] of this.followers) ws.send(JSON.stringify({ ...make(mine), re: re?.ws === ws ? re.seq : undefined }));
  }
  move(text, re) {
    const player = this.rules.position().turn;
    const steps = this.rules.move(text);
    this.event++;
    if (this.clock && this.rules.played().length > 1) this.clock.running = this.rules.position().turn;
    this.tell((mine) => ({ is: 'moved', id: this.id, ...this.state(), move: text, player, steps, said: this.rules.played().at(-1)[2], position: this.position(mine) }), re);
    this.think();
  }
  think() {
    if (this.thinking === null || this.pace === -1 || this.timer) return;
    this.timer = setTimeout(() => { this.timer = null; if (this.thinking !== null && this.pace !== -1) this.step(); }, this.pace ?? 500);
  }
  step() {
    const legal = this.rules.position().legal;
    this.move(this.rules.best?.() ?? legal[Math.floor(Math.random() * legal.length)][0]);
  }
}

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname;
  const json = (status, data) => { response.writeHead(status, { 'Content-Type': 'application/json' }); response.end(JSON.stringify(data)); };
  let body = '';
  request.on('data', (part) => { body += part; });
  request.on('end', () => {
    if (path === '/api/1/games') return json(200, infos);
    if (path === '/api/1/play') {
      const room = new Room(JSON.parse(body));
      rooms.set(room.id, room);
      return json(200, { id: room.id, keys: room.keys.map((key, i) => (room.wish.seats[i].who === 'me' ? key : null)) });
    }
    const [, id, what] = /^\/api\/1\/play\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (id) {
      const room = rooms.get(id);
      if (!room) return json(404, refusal('unknown', 'There is no such game.', 'Δεν υπάρχει τέτοια παρτίδα.'));
      if (what === 'join') {
        const seat = room.free.shift();
        if (seat === undefined) return json(403, refusal('seat', 'No seat is free.', 'Δεν υπάρχει ελεύθερη θέση.'));
        room.wish.seats[seat].name = JSON.parse(body || '{}').name;
        room.event++;
        room.tell(() => ({ is: 'state', id, ...room.state() }));
        return json(200, { seat, key: room.keys[seat] });
      }
      if (what === 'record') { response.writeHead(200, { 'Content-Type': 'text/plain' }); return response.end(room.rules.played().map((m) => m[0]).join(' ')); }
      return json(200, room.whole([]));
    }
    let file = join(dist, normalize(path));
    if (!existsSync(file) || !statSync(file).isFile()) file = join(dist, 'index.html');
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Content-Security-Policy': csp });
    response.end(readFileSync(file));
  });
});

const acts = {
  move: (room, m, re) => {
    if (m.ply !== room.rules.position().ply) throw refusal('late', 'The game has gone on.', 'Η παρτίδα προχώρησε.');
    room.move(room.rules.read(m.move), re);
  },
  undo: (room) => { do room.rules.undo(); while (room.thinking !== null && room.rules.played().length > 0); room.event++; room.tell((mine) => room.whole(mine)); },
  redo: (room) => { room.rules.redo(); room.event++; room.tell((mine) => room.whole(mine)); room.think(); },
  resign: (room) => { room.resigned = room.rules.position().turn; room.event++; room.tell((mine) => room.whole(mine)); },
  offer: (room, m, re, mine) => { room.offer = { what: m.what, player: mine[0] }; room.event++; room.tell(() => ({ is: 'state', id: room.id, ...room.state() })); },
  decline: (room) => { room.offer = null; room.event++; room.tell(() => ({ is: 'state', id: room.id, ...room.state() })); },
  accept: (room) => acts.decline(room),
  rematch: (room) => {
    const next = new Room({ ...room.wish, seats: [...room.wish.seats].reverse() });
    next.keys = [...room.keys].reverse();
    rooms.set(next.id, next);
    room.next = next.id; room.event++;
    room.tell(() => ({ is: 'state', id: room.id, ...room.state() }));
  },
  pace: (room, m) => { room.pace = m.ms; room.event++; room.tell(() => ({ is: 'state', id: room.id, ...room.state() })); room.think(); },
  step: (room) => room.step(),
  stop: (room) => { if (room.thinking !== null) room.step(); },
};
const answers = {
  hint: (room, m) => { const legal = room.rules.position().legal; const move = room.rules.best?.() ?? legal[0][0]; const cells = legal.find((l) => l[0] === move).slice(1); return { is: 'hint', ply: room.rules.position().ply, step: m.step, said: [word('There is a strong point near the last stone.', 'Υπάρχει δυνατό σημείο κοντά στο τελευταίο πούλι.'), word('Look here.', 'Κοίτα εδώ.'), word(`Play ${move}.`, `Παίξε ${move}.`), word(`Play ${move}; then the other side must answer.`, `Παίξε ${move}· μετά ο άλλος πρέπει να απαντήσει.`)][m.step], cells: m.step === 0 ? [] : cells, moves: m.step < 2 ? [] : [move] }; },
  threats: (room) => ({ is: 'threats', ply: room.rules.position().ply, threats: room.rules.threats?.() ?? [] }),
  judge: (room) => ({ is: 'judged', ply: room.rules.position().ply, chance: 0.46 }),
  at: (room, m) => ({ is: 'at', ply: m.ply, ...room.rules.at(m.ply) }),
};

new WebSocketServer({ server, path: '/api/1/socket', handleProtocols: () => 'pessoi.1' }).on('connection', (ws) => {
  ws.on('message', (text) => {
    const m = JSON.parse(text);
    const say = (message) => ws.send(JSON.stringify({ id: m.id, re: m.seq, ...message }));
    const room = rooms.get(m.id);
    if (!room) return say({ is: 'error', ...refusal('unknown', 'There is no such game.', 'Δεν υπάρχει τέτοια παρτίδα.') });
    if (m.do === 'follow') {
      const mine = room.keys.flatMap((key, i) => (key && m.keys?.includes(key) ? [i] : []));
      room.followers.set(ws, mine);
      return m.from === room.event ? say({ is: 'same', event: room.event }) : say(room.whole(mine));
    }
    try {
      if (answers[m.do]) return say(answers[m.do](room, m));
      acts[m.do](room, m, { ws, seq: m.seq }, room.followers.get(ws) ?? []);
      if (m.do !== 'move') say({ is: 'done' });
    } catch (error) {
      if (!error.error) throw error;
      say({ is: 'error', ...error });
    }
  });
  ws.on('close', () => rooms.forEach((room) => room.followers.delete(ws)));
});

server.listen(Number(process.argv[2] ?? 8487), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
