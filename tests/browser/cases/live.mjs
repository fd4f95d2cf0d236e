/* A tournament that is shown while it is played. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessible, fits } from '../lib/checks.mjs';
import { phone, scene, shots } from '../lib/world.mjs';

const program = process.env.PESSOI ?? 'pessoi';
const looked = async (page, name) => {
  await fits(page, name);
  await accessible(page, name);
  await page.screenshot({ path: join(shots, `live-${name}.png`) });
};

/** The number of games that the page knows, from its sentence. */
const played = async (page) => Number(/\d+/.exec(await page.locator('[data-running]').innerText())?.[0] ?? -1);

export default (it) => {
  scene(it, 'a tournament, live', async (own) => {
    const folder = mkdtempSync(join(tmpdir(), 'pessoi-live-test-'));
    const file = join(folder, 'results.db');
    const tournament = (...more) => ['tournament', 'gomoku', ...more, '--variant', 'size=9', '--db', file, '--jobs', '1'];
    let running = null;
    try {
      execFileSync(program, tournament('random', 'level:n=1', '--games', '2'), { stdio: 'ignore' });
      const server = await own.server(['--tournament', file]);
      const anna = (await own.person({ at: server })).page;
      await anna.goto('/tournament');
      assert.match(anna.url(), /\/tournament\/$/, 'relative addresses need the slash');
      await anna.getByText('random', { exact: true }).first().waitFor();
      assert.equal(await anna.locator('[data-running]').count(), 0, 'that one is over');

      running = spawn(program, tournament('level:n=1', 'level:n=2', 'level:n=3', 'random', '--games', '60'), { stdio: 'ignore' });
      const bruno = (await own.person({ at: server, size: phone, touch: true, language: 'el', theme: 'dark' })).page;
      await bruno.goto('/tournament/');
      for (let tries = 0; (await bruno.locator('[data-running]').count()) === 0; tries++) {
        assert.ok(tries < 60, 'the newest tournament is shown');
        await bruno.waitForTimeout(500);
        await bruno.reload();
      }
      const before = await played(bruno);
      await bruno.waitForFunction(
        (was) => Number(/\d+/.exec(document.querySelector('[data-running]')?.textContent ?? '')?.[0] ?? 1e9) > was, before);
      await looked(bruno, 'running-phone');
      running.kill('SIGKILL');
      await anna.reload();
      await anna.locator('[data-running]', { hasText: 'Still running' }).waitFor();
      await looked(anna, 'running');
      /* A game of it is replayed. */
      await anna.getByRole('link', { name: 'Games', exact: true }).click();
      await anna.locator('a[href*="game"]').first().click();
      await anna.waitForSelector('svg.board-svg, .board svg');
      await looked(anna, 'game');
    } finally {
      running?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
};
