/* The analysis board: lines until they are stopped, with the numbers of the command line. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { accessible, fits } from '../lib/checks.mjs';
import { cell } from '../lib/play.mjs';
import { ask, games, played } from '../lib/study.mjs';
import { laptop, patience, phone, scene, shared, shots } from '../lib/world.mjs';

async function holds(test, what) {
  for (const end = Date.now() + patience; ;) {
    if (await test()) return;
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const nodes = 4000;

const asked = (page) => {
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  return sent;
};

const go = (page) => page.locator('[data-go]').click();

/** The lines on the page: their moves and chances. */
const lines = (page) => page.locator('.pv').evaluateAll((rows) => rows.map((row) => ({
  moves: row.getAttribute('data-line').split(' '),
  chance: row.querySelector('[data-chance]') ? Number(row.querySelector('[data-chance]').getAttribute('data-chance')) : null,
  shown: row.querySelector('.wp').textContent,
})));

export default (it) => {
  for (const [i, game] of games.entries())
    scene(it, `analysis: the lines of ${game} are those of pessoi best`, async (own) => {
      const touch = i % 2 === 0;
      const language = i % 2 ? 'en' : 'el';
      const { line, nodes: list } = await played(game);
      /* The middle of the game, where a player is to move. */
      const moves = list.slice(0, Math.ceil(list.length / 2)).flatMap((node) => node.moves).join(' ');
      const address = new URLSearchParams({ g: line.game, v: line.variant, p: line.position, m: moves });
      const { page } = await own.person({ size: touch ? phone : laptop, touch, language, theme: i % 3 === 0 ? 'dark' : 'light' });
      const sent = asked(page);
      await page.goto(`/study?tab=analysis&nodes=${nodes}#${address}`);
      await page.waitForSelector('[data-go]');
      const exact = page.locator('[data-exact]');
      if ((await exact.count()) > 0 && (await exact.isChecked())) await exact.uncheck();
      assert.deepEqual(sent.filter((one) => one.do === 'lines'), [], 'nothing is computed unasked');
      await accessible(page, `${game}: before`);
      await fits(page, `${game}: before`);
      await page.locator('[data-lines="2"]').click();
      await go(page);
      await page.waitForSelector('.eng[data-last=true]');
      await page.waitForSelector('.pv');
      const best = await ask(
        'best', game, '--variant', line.variant, '--position', line.position, '--moves', moves, '--agent', `max:nodes=${nodes}`, '--lines', '2',
      );
      const found = await lines(page);
      const { position: { turn } } = await shared().post('/api/1/study', { ...line, moves });
      const mine = best.lines ?? [best];
      assert.equal(found.length, mine.length);
      const second = sent.find((one) => one.do === 'lines');
      assert.equal(second.count, 2);
      for (const [k, one] of found.entries()) {
        assert.equal(one.moves[0], mine[k].move, `${game}: move of line ${k + 1}`);
        /* A proven end has words in place of a chance, on both. */
        assert.equal(one.chance === null, mine[k].mate !== null, `${game}: line ${k + 1} is proven on both or on none`);
        if (one.chance === null) continue;
        const chance = turn === 1 ? 1 - mine[k].win_probability : mine[k].win_probability;
        assert.ok(Math.abs(one.chance - chance) < 1e-6, `${game}: ${one.chance} is not ${chance}`);
        assert.equal(parseInt(one.shown, 10), Math.round(one.chance * 100));
      }
      await page.screenshot({ path: `${shots}/analysis-${game}.png` });
      await accessible(page, `${game}: lines`);
      await fits(page, `${game}: lines`);
    }, 300_000);

  scene(it, 'analysis: endless until it is stopped, and with the board', async (own) => {
    const { page } = await own.person();
    const sent = asked(page);
    await page.goto('/study?tab=analysis#g=gomoku&m=h8+i9');
    await page.waitForSelector('[data-go]');
    await go(page);
    await page.waitForSelector('.pv:nth-child(3)');
    await page.waitForSelector('.st-marks .st-puck');
    await page.waitForSelector('.eval');
    await accessible(page, 'thinking');
    await fits(page, 'thinking');
    await page.screenshot({ path: `${shots}/analysis-thinking.png` });
    /* A move of a line becomes a variation, and the lines are those of the new position. */
    const [first] = await lines(page);
    const count = sent.filter((one) => one.do === 'lines').length;
    await page.locator('.pv').first().locator('.mv button').nth(1).click();
    await holds(async () => sent.filter((one) => one.do === 'lines').length > count, 'asked again');
    assert.equal(sent.filter((one) => one.do === 'lines').pop().moves, `h8 i9 ${first.moves[0]} ${first.moves[1]}`);
    await page.waitForSelector('.pv');
    await page.locator('[data-lines="1"]').click();
    await holds(async () => (await page.locator('.pv').count()) === 1, 'one line');
    await page.waitForSelector('.eng[data-busy=true]');
    await go(page); /* Stop */
    await page.waitForSelector('.eng[data-busy=false]');
    await holds(async () => sent.some((one) => one.do === 'quiet'), 'the server is told');
    /* A touch on the board makes a move, and nothing is asked while it is stopped. */
    const before = sent.filter((one) => one.do === 'lines').length;
    await cell(page, 0).click();
    await page.waitForSelector('.pv', { state: 'detached' });
    assert.equal(sent.filter((one) => one.do === 'lines').length, before);
    /* Kept in this browser. */
    await page.reload();
    await page.waitForSelector('[data-lines="1"][aria-pressed=true]');
  });

  scene(it, 'analysis: a proven win, step by step', async (own) => {
    const { page } = await own.person();
    /* Black has an open three and is to move. */
    await page.goto('/study?tab=analysis#g=gomoku&m=h8+a1+h9+a3+h10+o15');
    await page.waitForSelector('[data-go]');
    await go(page);
    await page.waitForSelector('.is-proven');
    assert.match(await page.locator('[data-headline]').innerText(), /^Black wins in \d+$/);
    await page.waitForSelector('[data-prove]');
    await page.screenshot({ path: `${shots}/analysis-proven.png` });
    await accessible(page, 'proven');
    await fits(page, 'proven');
    await page.locator('[data-prove]').click();
    await page.waitForSelector('[data-proof="1"]');
    const last = Number((await page.locator('[data-proof] b').innerText()).match(/(\d+)$/)[1]);
    for (let at = 2; at <= last; at++) {
      await page.locator('[data-forward]').click();
      await page.waitForSelector(`[data-proof="${at}"]`);
    }
    await holds(async () => (await page.locator('main').getAttribute('data-result')) === '1-0', 'the win is on the board');
    await accessible(page, 'the last step');
    await page.screenshot({ path: `${shots}/analysis-proof-end.png` });
  });

  scene(it, 'analysis: exact values where the game is solved', async (own) => {
    const tables = mkdtempSync(join(tmpdir(), 'pessoi-tables-'));
    after(() => rmSync(tables, { recursive: true, force: true }));
    const { page } = await own.person({ at: await own.server(['--tables', tables]) });
    const sent = asked(page);
    await page.goto('/study?tab=analysis#g=boats&v=start%3Dbase%2Ccolumns%3D3%2Clevels%3D2');
    await page.waitForSelector('[data-exact]');
    await go(page);
    await page.waitForSelector('.eng[data-last=true]');
    assert.equal(sent.filter((one) => one.do === 'lines').pop().agent, 'oracle');
    await page.waitForSelector('.pv .fact, .is-proven');
    await page.screenshot({ path: `${shots}/analysis-exact.png` });
    await accessible(page, 'exact');
  });
};
