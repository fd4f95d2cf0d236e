/* `pessoi serve` as a child process: started, killed, started again with the same games. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = process.env.PESSOI ?? 'pessoi';

/* All games here come from one address, and searches should be short on a busy machine. */
const limits = [
  '--max-games', '100000', '--max-connections', '500', '--max-thinking', '8', '--movetime', '100', '--lang', 'en',
];

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

export class Server {
  #folder = mkdtempSync(join(tmpdir(), 'pessoi-browser-'));
  #child = null;
  #port = 0;
  #more = [];
  /** What it has printed since it was started. */
  said = '';

  static async start(more = []) {
    const server = new Server();
    server.#more = more;
    server.#port = await freePort();
    await server.start();
    return server;
  }

  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts or restarts it; returns when it has printed its address. */
  start() {
    const args = ['serve', '--port', String(this.#port), '--db', join(this.#folder, 'games.db'), ...limits, ...this.#more];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    return new Promise((resolve, reject) => {
      this.said = '';
      const hear = (part) => {
        this.said += part;
        if (this.#isReady()) resolve();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        const why = `${program} ended (${code ?? signal}): ${this.said}`;
        if (this.#child === child) console.error(why); /* an unexpected exit: every later case will fail */
        reject(new Error(why));
      });
    });
  }

  /** It has printed its address, and those of its class. */
  #isReady() {
    const lines = this.#more.includes('--class') ? /#teacher=[\w-]{24}/ : `${this.origin}/`;
    return typeof lines === 'string' ? this.said.includes(lines) : lines.test(this.said);
  }

  /** Kills it with SIGKILL, and returns when it has ended. */
  async kill() {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async post(path, body) {
    const answer = await fetch(this.origin + path, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(told)}`);
    return told;
  }

  async get(path) {
    const answer = await fetch(this.origin + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }
}
