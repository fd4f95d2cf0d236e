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
  gomoku: 'size=9', abalone: 'eject=1,plies=40', boats: 'start=s0,plies=24', proximity: 'columns=4,rows=4',
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
    return await lineOf(game, readFileSync(join(folder, '000001.pes'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tag = (text, name) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(text)?.[1];

/** The line of a record without comments: its moves and outcomes without numbers and result. */
async function lineOf(game, text) {
  const body = text.slice(text.lastIndexOf(']\n') + 2);
  const moves = body.split(/\s+/).filter((word) => word && !/^(\d+\.|1-0|0-1|1\/2-1\/2|\*)$/.test(word)).join(' ');
  const line = { game, variant: tag(text, 'Variant') ?? '', position: tag(text, 'Position') ?? 'startpos', moves };
  const { nodes } = await shared().post('/api/1/study', { ...line, nodes: true });
  const address = new URLSearchParams({ g: game, v: line.variant, p: line.position, m: moves });
  return { line, nodes, count: nodes.length - 1, address };
}
