/* Makes the moving picture of the README from a running server:
 *
 *     build/pessoi serve --port 8090 --db :memory: &
 *     node dev/moving.mjs http://127.0.0.1:8090 ../docs/pictures/moving.gif
 *
 * A person plays Gomoku against a level: four moves, then a hint up to the move, which is played.
 * Needs Chromium and ImageMagick. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [, , base, file] = process.argv;
const size = { width: 960, height: 620 };
const [framesPerSecond, width] = [8, 720];

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({ viewport: size, locale: 'en-GB', colorScheme: 'light' });
const page = await context.newPage();
const folder = mkdtempSync(join(tmpdir(), 'moving-'));
const frames = [];

/** Takes frames for some seconds; a frame that takes longer than its time stays longer on the screen. */
async function film(seconds) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const begun = performance.now();
    const name = join(folder, `${String(frames.length).padStart(4, '0')}.png`);
    await page.screenshot({ path: name });
    const rest = 1000 / framesPerSecond - (performance.now() - begun);
    if (rest > 0) await page.waitForTimeout(rest);
    frames.push([name, performance.now() - begun]);
  }
}

const cell = (label) => page.locator(`[data-label="${label}"]`);

async function play(label) {
  await cell(label).hover();
  await film(0.4);
  await cell(label).click();
  await film(1.1);
  await page.waitForSelector('.player.on:has-text("Your turn")');
}

const seats = [{ who: 'me' }, { who: 'agent', agent: 'level:n=4' }];
const made = await (await fetch(`${base}/api/1/play`, {
  method: 'POST', headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ game: 'gomoku', seats, seed: 11, moves: 'h8 g9 i9 i8' }),
})).json();
await page.goto(`${base}/about`);
await page.evaluate((own) => localStorage.setItem('pessoi.games', JSON.stringify([own])), {
  id: made.id, keys: made.keys, game: 'gomoku', seen: Date.now(), over: false, turn: 0, mine: [0], moves: 0,
});
await page.goto(`${base}/g/${made.id}`);
await page.waitForSelector('.player.on');
await film(0.5);
await play('j7');
await play('g8');
for (const step of ['Idea', 'Area', 'Move']) {
  if (step === 'Idea') await page.getByRole('button', { name: 'Hint' }).click();
  else await page.getByRole('button', { name: step, exact: true }).click();
  await page.waitForSelector(`.ladder [aria-pressed="true"]:has-text("${step}")`);
  await film(1.4);
}
await film(1);
await browser.close();

const parts = frames.flatMap(([name, ms]) => ['-delay', String(Math.round(ms / 10)), name]);
execFileSync('convert', [
  '-loop', '0', ...parts, '-resize', `${width}x`, '-fuzz', '1%', '+dither', '-colors', '128', '-layers', 'Optimize', file,
]);
rmSync(folder, { recursive: true });
