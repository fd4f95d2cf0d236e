/* The actions on the play page besides moves. */
import assert from 'node:assert/strict';
import { action, begin, cell, choose as menu, chooser, look, move, ready, say, until } from '../lib/play.mjs';
import { scene } from '../lib/world.mjs';

export default (it) => {
  scene(it, 'undo and redo in pairs', async (own) => {
    const { page } = await own.person();
    const choose = chooser('undo');
    await begin(page, 'gomoku');
    await move(page, choose);
    await ready(page);
    await move(page, choose);
    const four = await ready(page);
    assert.equal(four.moves, 4);
    await action(page, 'Undo').click();
    const two = await until(page, (now) => now.moves === 2 && now.lit.length > 0);
    assert.equal(two.lit.length, four.lit.length + 2);
    await menu(page, 'Redo');
    const again = await until(page, (now) => now.moves === 4 && now.lit.length > 0);
    assert.deepEqual(again.lit, four.lit);
    await page.keyboard.press('Alt+u');
    await until(page, (now) => now.moves === 2 && now.lit.length > 0);
    await page.keyboard.press('Alt+r');
    await until(page, (now) => now.moves === 4 && now.lit.length > 0);
  });

  scene(it, 'hints: an idea, an area, a move, a line', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku');
    await move(page, chooser('hint'));
    await ready(page);
    const texts = [];
    await action(page, 'Hint').click();
    for (const step of ['Idea', 'Area', 'Move', 'Line']) {
      const rung = page.locator('.ladder').getByRole('button', { name: step, exact: true });
      await rung.click();
      await page.locator(`.ladder button[aria-pressed=true]`, { hasText: step }).waitFor();
      texts.push(await say(page).textContent());
    }
    assert.equal(new Set(texts).size, 4, `each says more: ${texts.join(' / ')}`);
    /* The third one names a move that can be typed. */
    const named = /\b[a-o](1[0-5]|[1-9])\b/.exec(texts[2]);
    assert.ok(named, texts[2]);
    await page.keyboard.type(named[0]);
    await page.keyboard.press('Enter');
    await until(page, (now) => now.moves === 4);
    assert.equal(await page.locator('.ladder').count(), 0, 'a move ends the hint');
  });

  scene(it, 'threats and evaluation', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { opponent: 'here' });
    for (const move of ['h8', 'a1', 'h9', 'a3', 'h10', 'a5', 'h11']) {
      const { moves } = await ready(page);
      await page.locator(`[data-label="${move}"]`).click();
      await until(page, (now) => now.moves === moves + 1);
    }
    await menu(page, 'Threats');
    await page.locator('.say.threat').waitFor();
    await menu(page, 'Evaluation');
    await page.locator('.eval[role=img]').waitFor();
    assert.match(await page.locator('.eval').getAttribute('aria-label'), /^\d+ % for Black/);
  });

  scene(it, 'looking back does not disturb the game', async (own) => {
    const { page } = await own.person();
    const choose = chooser('back');
    await begin(page, 'gomoku');
    for (let i = 0; i < 2; i++) await move(page, choose);
    const now = await ready(page);
    await page.keyboard.press(',');
    await page.locator('.back-note').waitFor();
    assert.equal((await look(page)).lit.length, 0);
    await page.locator('.steps button').first().click();
    await page.locator('.back-note', { hasText: 'the beginning' }).waitFor();
    await page.locator('.movelist button').nth(2).click();
    await page.locator('.back-note', { hasText: 'move 3 of 4' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.back-note').waitFor({ state: 'detached' });
    assert.deepEqual((await ready(page)).lit, now.lit);
  });

  scene(it, 'resign against an agent, and a rematch from the other side', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { options: { size: '8' } });
    const first = page.url();
    await move(page, chooser('resign'));
    await ready(page);
    await action(page, 'Resign').click();
    await page.locator('.say').getByRole('button', { name: 'Resign' }).click();
    await until(page, (now) => now.result === '0-1', 'the end');
    await page.locator('.say').getByRole('button', { name: 'Rematch' }).click();
    await page.waitForURL((url) => url.href !== first);
    const now = await ready(page);
    assert.equal(now.moves, 1, 'the agent moves first now');
    assert.equal(now.lit.length, 63, 'on a board of the same size');
  });

  scene(it, 'a clock runs out', async (own) => {
    const { page } = await own.person();
    /* The shortest clock is one minute: three seconds of it are enough here. */
    await page.route('**/api/1/play', async (route) => {
      const wish = route.request().postDataJSON();
      assert.equal(wish.clock.base_ms, 60_000);
      await route.continue({ postData: JSON.stringify({ ...wish, clock: { ...wish.clock, base_ms: 3000 } }) });
    });
    await begin(page, 'gomoku', { clock: '1 min' });
    await page.locator('[role=timer]').first().waitFor();
    await move(page, chooser('clock'));
    await until(page, (now) => now.result === '0-1', 'the end of the time');
    assert.match((await look(page)).said, /time/i);
    assert.equal(await page.locator('.player', { hasText: 'You' }).locator('[role=timer]').textContent(), '0.0');
  });

  scene(it, 'watching two agents: pause, step, speed', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { opponent: 'watch' });
    await until(page, (now) => now.moves >= 2, 'moves of the agents');
    assert.equal((await look(page)).lit.length, 0);
    await page.getByRole('button', { name: 'Pause' }).click();
    const step = page.getByRole('button', { name: 'Step' });
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    /* The move of a search that was running at the pause may still arrive; after it, none does. */
    let { moves } = await look(page);
    await step.click();
    await until(page, (now) => now.moves > moves, 'the one move');
    ({ moves } = await look(page));
    await step.click();
    await until(page, (now) => now.moves > moves, 'the next move');
    await page.getByRole('slider').fill('7');
    await until(page, (now) => now.result !== null || now.moves > moves + 8, 'the fast ones');
  });

  scene(it, 'swap2: colours are chosen by buttons', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { opponent: 'here', options: { opening: 'swap2' } });
    const choose = chooser('swap2');
    for (let i = 0; i < 3; i++) await move(page, choose);
    await until(page, (now) => now.moves === 3);
    const buttons = page.locator('.say-row button');
    await buttons.first().waitFor();
    const names = await buttons.allTextContents();
    assert.ok(names.length >= 2 && names.every((name) => name.length > 2), `choices with names: ${names.join(', ')}`);
    await buttons.first().click();
    const now = await until(page, ({ moves, lit }) => moves === 4 && lit.length > 0);
    assert.equal(now.lit.length, 222);
    assert.equal(await buttons.count(), 0);
  });

  scene(it, 'a look nobody knows is drawn plainly, and can be played', async (own) => {
    const { page } = await own.person();
    const strange = (text) => text.replaceAll('"look":"numbers"', '"look":"never-seen"').replaceAll('"look": "numbers"', '"look": "never-seen"');
    await page.route('**/api/1/games', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: strange(await answer.text()) });
    });
    let changed = 0;
    await page.routeWebSocket(/\/api\/1\/socket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        if (strange(text) !== text) changed++;
        socket.send(strange(text));
      });
    });
    await begin(page, 'proximity', { options: { columns: '4', rows: '4' } });
    assert.ok(changed > 0);
    await page.locator('svg.look-plain').waitFor();
    const choose = chooser('plain');
    for (let i = 0; i < 3; i++) await move(page, choose);
    assert.ok((await ready(page)).moves >= 6);
  });

  scene(it, 'what cannot be played is refused in words', async (own) => {
    const { page } = await own.person();
    await begin(page, 'boats', { side: 'first' });
    const now = await ready(page);
    const dark = await page.locator('[role=gridcell]:not([data-legal])').first().getAttribute('data-cell');
    await cell(page, dark).click();
    await page.locator('.say.refused').waitFor();
    assert.deepEqual((await ready(page)).lit, now.lit);
  });
};
