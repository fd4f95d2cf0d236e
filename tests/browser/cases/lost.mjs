/* Nothing is lost: after a reload, a killed server, or a page that was left and opened again. */
import assert from 'node:assert/strict';
import { begin, chooser, click, finish, look, move, ready, say, until } from '../lib/play.mjs';
import { scene, serverAway } from '../lib/world.mjs';

export default (it) => {
  scene(it, 'reload in the middle', async (own) => {
    const { page } = await own.person();
    const choose = chooser('reload');
    await begin(page, 'proximity', { options: { columns: '4', rows: '4' } });
    for (let i = 0; i < 3; i++) await move(page, choose);
    const before = await ready(page);
    await page.reload();
    const after = await ready(page);
    assert.deepEqual({ moves: after.moves, lit: after.lit }, { moves: before.moves, lit: before.lit });
    assert.ok((await finish(page, choose)).moves > before.moves);
  });

  scene(it, 'the server is killed and comes back', async (own) => {
    const at = await own.server();
    const person = await own.person({ at });
    const { page } = person;
    person.allowed.push(serverAway);
    const choose = chooser('killed');
    await begin(page, 'gomoku', { options: { size: '7' } });
    for (let i = 0; i < 2; i++) await move(page, choose);
    const before = await ready(page);
    await at.kill();
    await say(page).filter({ hasText: 'Connection lost. Trying again…' }).waitFor();
    /* A move made meanwhile is sent after the reconnection. */
    await click(page, choose(before.lit));
    await at.start();
    await until(page, (now) => now.moves >= before.moves + 2, 'the move that waited');
    assert.doesNotMatch(await say(page).textContent(), /lost\. Trying/);
    const now = await ready(page);
    assert.equal(now.moves, before.moves + 2, 'it was made once, and answered');
    await finish(page, choose);
  });

  scene(it, 'the server is killed while an agent thinks', async (own) => {
    const at = await own.server();
    const person = await own.person({ at });
    person.allowed.push(serverAway);
    const { page } = person;
    await begin(page, 'abalone', { opponent: 'strongest' });
    const choose = chooser('thinking');
    await move(page, choose);
    await at.kill();
    await say(page).filter({ hasText: 'Connection lost. Trying again…' }).waitFor();
    const before = await look(page);
    await at.start();
    const now = await ready(page);
    assert.ok(now.moves >= before.moves && now.moves % 2 === 0, 'the agent has answered');
    await page.locator('[data-say]', { hasNotText: 'Connection lost' }).waitFor();
  });

  scene(it, 'a game that was left is on the first page, in another window too', async (own) => {
    const { page, context } = await own.person();
    await begin(page, 'boats', { side: 'first' });
    await move(page, chooser('left'));
    const left = await ready(page);
    await page.click('.brand');
    await page.locator('.cont').getByRole('link', { name: 'Continue' }).click();
    assert.equal((await ready(page)).moves, left.moves);
    const other = await context.newPage();
    await other.goto('/');
    await other.locator('.cont').getByRole('link', { name: 'Continue' }).click();
    assert.equal((await ready(other)).moves, left.moves);
    await move(other, chooser('other window'));
    await until(page, (now) => now.moves > left.moves, 'the move of the other window');
  });

  scene(it, 'back and forward', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { options: { size: '6' } });
    const game = new URL(page.url()).pathname;
    await page.click('header nav a[href="about"]');
    await page.waitForSelector('main.about');
    await page.goBack();
    await page.waitForSelector('[role=grid]');
    assert.equal(new URL(page.url()).pathname, game);
    /* The game took the place of the sheet from which it was started. */
    await page.goBack();
    await page.waitForSelector('.cards .card');
    assert.equal(await page.locator('.sheet').count(), 0);
    await page.goForward();
    await page.waitForSelector('[role=grid]');
    assert.equal(await page.title(), 'Gomoku · Pessoi');
  });
};
