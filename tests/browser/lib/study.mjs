/* Real games for the study page: played by two levels from the command line, and what the command line thinks of them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shared } from './world.mjs';

const program = process.env.PESSOI ?? 'pessoi';
const run = promisify(execFile);

/** Variants whose games are short. */
export const short = {
  gomoku: 'size=9', abalone: 'eject=1,plies=40', boats: 'start=s0,columns=5,plies=30', proximity: 'columns=4,rows=4',
  crush: 'columns=6,rows=6,colours=5,limit=30',
};
export const games = Object.keys(short);

/** What `pessoi` prints as JSON. */
export async function ask(...args) {
  const { stdout } = await run(program, [...args, '--json', '--lang', 'en'], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

/** A game of two weak levels: its line, as a question and as an address. */
export async function played(game) {
  const folder = mkdtempSync(join(tmpdir(), 'pessoi-study-'));
  try {
    await run(program, [
      'match', game, 'level:n=2', 'level:n=1', '--games', '2', '--openings', 'random:0', '--variant', short[game], '--save', folder,
      '--seed', '7',
    ]);
    return await lineOf(readFileSync(join(folder, '000001.pes'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function lineOf(text) {
  const { game, variant, start, nodes } = await shared().post('/api/1/study/read', { text });
  const moves = nodes.flatMap((node) => node.moves);
  const address = new URLSearchParams({ g: game, v: variant, p: start, m: moves.join(' ') });
  return { line: { game, variant, position: start, moves: moves.join(' ') }, nodes, count: nodes.length - 1, address };
}

/** The answers of the server to a question over the WebSocket, until the last. */
export function study(question) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${shared().origin.replace(/^http/, 'ws')}/api/1/socket`, 'pessoi.1');
    const heard = [];
    socket.onopen = () => socket.send(JSON.stringify({ ...question, seq: 1 }));
    socket.onerror = () => reject(new Error('the WebSocket failed'));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.re !== 1) return;
      if (message.is === 'error') reject(new Error(JSON.stringify(message)));
      heard.push(message);
      if (!message.last) return;
      socket.close();
      resolve(heard);
    };
  });
}
