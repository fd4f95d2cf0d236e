/* Two people on two devices, and a spectator. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { action, begin, choose as menu, chooser, click, look, move, ready, say, until } from '../lib/play.mjs';
import { accessible, fits } from '../lib/checks.mjs';
import { phone, scene, shots } from '../lib/world.mjs';

/** Anna opens a game and sends its address; Bruno takes the other seat. */
async function meet(own, how = {}) {
  const anna = (await own.person()).page;
  const bruno = (await own.person({ size: phone, touch: true, settings: { atOnce: true } })).page;
  await begin(anna, 'gomoku', { opponent: 'link', options: { size: '7' }, ...how });
  const address = await anna.locator('.invite input').inputValue();
  assert.equal(address, anna.url());
  await bruno.goto(address);
  await bruno.locator('.invite input').fill('Βρούνος');
  await bruno.locator('.invite button').click();
  await bruno.locator('.invite').waitFor({ state: 'detached' });
  await anna.locator('.invite').waitFor({ state: 'detached' });
  await anna.locator('.player', { hasText: 'Βρούνος' }).waitFor();
  return { anna, bruno, address };
}

const offered = (page) => page.locator('.say').getByRole('button', { name: 'Accept' });

export default (it) => {
  scene(it, 'two browsers against each other, a third one watches', async (own) => {
    const { anna, bruno, address } = await meet(own);
    const carl = (await own.person()).page;
    await carl.goto(address);
    await carl.waitForSelector('[role=grid]');
    assert.equal(await carl.locator('.invite').count(), 0, 'both seats are taken');
    for (const page of [anna, bruno, carl])
      assert.equal(await action(page, 'Hint').count(), 0, 'two people play without help');
    const choose = chooser('people');
    for (let moves = 0, pages = [anna, bruno]; ; moves++) {
      const page = pages[moves % 2];
      const now = await until(page, (state) => state.moves === moves && (state.result !== null || state.lit.length > 0));
      if (now.result !== null) break;
      assert.equal((await look(pages[(moves + 1) % 2])).lit.length, 0, 'only one of them can move');
      const picked = choose(now.lit);
      await (page === bruno ? page.locator(`[data-cell="${picked}"]`).tap() : click(page, picked));
      for (const other of [anna, bruno, carl]) await until(other, (state) => state.moves === moves + 1);
      assert.equal((await look(carl)).lit.length, 0, 'who watches cannot move');
    }
    const ends = await Promise.all([anna, bruno, carl].map(look));
    assert.ok(ends.every(({ result, moves }) => result === ends[0].result && moves === ends[0].moves));
    assert.equal(await action(carl, 'Resign').count(), 0);
  });

  scene(it, 'offers: take back, draw', async (own) => {
    const { anna, bruno } = await meet(own);
    const choose = chooser('offers');
    await move(anna, choose);
    await move(bruno, choose);
    await until(anna, (now) => now.moves === 2);
    /* Anna asks for an undo; Bruno declines, then accepts. */
    await action(anna, 'Undo').click();
    await offered(bruno).waitFor();
    await bruno.locator('.say').getByRole('button', { name: 'Decline' }).click();
    await offered(bruno).waitFor({ state: 'detached' });
    assert.equal((await look(anna)).moves, 2);
    await action(anna, 'Undo').click();
    await offered(bruno).click();
    await until(anna, (now) => now.moves === 0 && now.lit.length > 0, 'both moves taken back');
    await until(bruno, (now) => now.moves === 0);
    await move(anna, choose);
    await until(bruno, (now) => now.lit.length > 0);
    /* Bruno offers a draw; Anna accepts. */
    await menu(bruno, 'Offer a draw');
    await say(anna).filter({ hasText: 'Βρούνος offers a draw.' }).waitFor();
    await offered(anna).click();
    for (const page of [anna, bruno]) await until(page, (now) => now.result === '1/2-1/2', 'the draw');
  });

  scene(it, 'hints only while both agree, and everybody sees it', async (own) => {
    const { anna, bruno, address } = await meet(own);
    const carl = (await own.person({ language: 'el' })).page;
    await carl.goto(address);
    await carl.waitForSelector('[role=grid]');
    const chip = (page) => page.locator('.consent');
    for (const page of [anna, bruno, carl]) assert.equal(await chip(page).count(), 0);
    await menu(anna, 'Allow hints for both');
    await say(anna).filter({ hasText: 'Your offer was sent' }).waitFor();
    assert.equal(await action(anna, 'Hint').count(), 0, 'an offer allows nothing');
    await say(bruno).filter({ hasText: 'suggests hints' }).waitFor();
    await offered(bruno).click();
    for (const page of [anna, bruno, carl]) await chip(page).waitFor();
    assert.match(await chip(carl).innerText(), /Επιτρέπονται υποδείξεις/);
    assert.equal(await chip(carl).getByRole('button').count(), 0, 'who watches switches nothing');
    for (const page of [anna, bruno, carl]) {
      await fits(page);
      await accessible(page);
    }
    await anna.screenshot({ path: join(shots, 'people-hints.png') });
    await bruno.screenshot({ path: join(shots, 'people-hints-phone.png') });
    await carl.screenshot({ path: join(shots, 'people-hints-el.png') });
    await action(anna, 'Hint').click();
    await anna.locator('.say.hint .ladder').waitFor();
    await chip(bruno).getByRole('button', { name: 'Switch off' }).tap();
    for (const page of [anna, bruno, carl]) await chip(page).waitFor({ state: 'detached' });
    assert.equal(await action(anna, 'Hint').count(), 0);
    assert.equal(await anna.locator('.ladder').count(), 0, 'what was shown is gone');
    await say(anna).filter({ hasText: 'Hints are off now' }).waitFor();
    /* Bruno suggests it next time; Anna declines. */
    await menu(bruno, 'Allow hints for both');
    await anna.locator('.say').getByRole('button', { name: 'Decline' }).click();
    await offered(anna).waitFor({ state: 'detached' });
    assert.equal(await chip(anna).count(), 0);
    await say(bruno).filter({ hasText: 'The offer was declined.' }).waitFor();
  });

  scene(it, 'resign, and a rematch with the sides swapped', async (own) => {
    const { anna, bruno, address } = await meet(own);
    await move(anna, chooser('resign'));
    await until(bruno, (now) => now.lit.length > 0);
    await action(bruno, 'Resign').click();
    await bruno.locator('.say').getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await look(bruno)).result, null);
    await action(bruno, 'Resign').click();
    await bruno.locator('.say').getByRole('button', { name: 'Resign' }).click();
    for (const page of [anna, bruno]) await until(page, (now) => now.result === '1-0', 'the end');
    await anna.locator('.say').getByRole('button', { name: 'Rematch' }).click();
    await offered(bruno).click();
    for (const page of [anna, bruno]) await page.waitForURL((url) => url.href !== address && url.pathname.startsWith('/g/'));
    assert.equal(anna.url(), bruno.url());
    /* Bruno moves first now. */
    assert.ok((await ready(bruno)).lit.length > 0);
    assert.equal((await look(anna)).lit.length, 0);
    await move(bruno, chooser('rematch'));
    await move(anna, chooser('rematch of Anna'));
    await until(bruno, (now) => now.moves === 2);
  });

  scene(it, 'who leaves is missed, and welcome back', async (own) => {
    const { anna, bruno, address } = await meet(own);
    await bruno.goto('/about');
    await anna.locator('.player', { hasText: 'away' }).waitFor();
    await bruno.goto(address);
    await ready(anna);
    await anna.locator('.player', { hasText: 'away' }).waitFor({ state: 'detached' });
  });

  scene(it, 'a seat moves to a phone, and both go on', async (own) => {
    const desk = (await own.person()).page;
    const other = (await own.person({ size: phone, touch: true, theme: 'dark', language: 'el', settings: { atOnce: true } })).page;
    const asked = [];
    other.on('request', (request) => asked.push(request.url()));
    await begin(desk, 'gomoku', { options: { size: '7' } });
    await move(desk, chooser('desk'));
    await ready(desk);
    await menu(desk, 'Continue on another device');
    const sheet = desk.locator('.link-sheet');
    await sheet.locator('svg.qr').waitFor();
    await fits(desk);
    await accessible(desk);
    await desk.screenshot({ path: join(shots, 'people-seat.png') });
    const address = await sheet.locator('input').inputValue();
    const key = /#seat=([\w-]{24})\.$/.exec(address)[1];
    await desk.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await other.goto(address);
    await ready(other);
    assert.ok(!other.url().includes('#'), 'the key leaves the address bar');
    assert.deepEqual(asked.filter((url) => url.includes(key)), [], 'no address that is requested has the key');
    /* The phone moves, then the desk. */
    await move(other, chooser('phone'), (page, cell) => page.locator(`[data-cell="${cell}"]`).tap());
    const now = await ready(desk);
    assert.equal(now.moves, 4);
    await move(desk, chooser('desk again'));
    await until(other, ({ moves }) => moves >= 5);
    /* The key stays after a reload; a foreign one gives nothing. */
    await other.reload();
    await ready(other);
    await menu(other, 'Συνέχεια σε άλλη συσκευή');
    await other.locator('.link-sheet svg.qr').waitFor();
    await fits(other);
    await accessible(other);
    await other.screenshot({ path: join(shots, 'people-seat-phone.png') });
    const stranger = (await own.person()).page;
    await stranger.goto(address.replace(key, 'A'.repeat(24)));
    await stranger.waitForSelector('[role=grid]');
    assert.equal(await action(stranger, 'Resign').count(), 0);
  });

  scene(it, 'two people at one screen', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { opponent: 'here', options: { size: '5' } });
    const choose = chooser('here');
    for (let i = 0; i < 4; i++) await move(page, choose);
    assert.equal((await ready(page)).moves, 4);
    assert.equal(await action(page, 'Hint').count(), 1, 'one screen hides nothing');
    await action(page, 'Undo').click();
    await until(page, (now) => now.moves === 3);
  });
};
