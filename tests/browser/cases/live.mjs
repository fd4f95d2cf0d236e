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
    const was = process.env.TMPDIR;
    let running = null;
    try {
      execFileSync(program, tournament('random', 'level:n=1', '--games', '2'), { stdio: 'ignore' });
      process.env.TMPDIR = folder; /* the server's pages; it is killed at the end */
      const server = await own.server(['--tournament', file]);
      const anna = (await own.person({ at: server })).page;
      for (let tries = 0; (await fetch(`${server.origin}/tournament/`)).status !== 200; tries++) {
        assert.ok(tries < 200, 'the pages are written');
        await new Promise((done) => setTimeout(done, 100));
      }
      await anna.goto('/');
      await anna.locator('.served-row').getByRole('link', { name: 'Tournament' }).click();
      await anna.waitForURL(/\/tournament\/$/);
      await anna.goto('/tournament');
      assert.match(anna.url(), /\/tournament\/$/, 'relative addresses need the slash');
      await anna.getByText('random', { exact: true }).first().waitFor();
      assert.equal(await anna.locator('[data-running]').count(), 0, 'that one is over');

      running = spawn(program, tournament('level:n=5', 'level:n=6', 'level:n=7', 'random', '--games', '200'), { stdio: 'ignore' });
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
      running.kill('SIGKILL'); /* before it is over */
      await looked(bruno, 'running-phone');
      await anna.reload();
      await anna.locator('[data-running]', { hasText: 'Still running' }).waitFor();
      await looked(anna, 'running');
      /* A game of it is replayed. */
      await anna.getByRole('link', { name: 'Games', exact: true }).click();
      await anna.locator('a[href^="#game="]').first().click();
      await anna.waitForSelector('svg.board-svg, .board svg');
      await looked(anna, 'game');
      /* Nobody looks at the folder any more that is removed now. */
      for (const page of [anna, bruno]) await page.goto('about:blank');
    } finally {
      if (was === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = was;
      running?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
};
