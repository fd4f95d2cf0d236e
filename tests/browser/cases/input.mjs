/* Moves by touch, by arrow keys, by typing. */
import assert from 'node:assert/strict';
import { begin, cell, chooser, finish, look, move, ready } from '../lib/play.mjs';
import { long, phone, scene } from '../lib/world.mjs';

/** Touches a cell, and again if small cells need it. */
async function finger(page, number) {
  const { moves } = await look(page);
  await cell(page, number).tap();
  const confirm = page.locator('.say-row .btn');
  await confirm.waitFor();
  assert.equal((await look(page)).moves, moves, 'aiming does not play');
  await confirm.tap();
}

/** Goes to a cell with the arrow keys, by the position of the focus ring. */
async function walk(page, number) {
  const target = await cell(page, number).boundingBox();
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(target);
  for (let steps = 0; steps < 60; steps++) {
    const focused = page.locator('[role=gridcell]:focus');
    if (Number(await focused.getAttribute('data-cell')) === number) {
      await page.keyboard.press('Enter');
      return;
    }
    const [fx, fy] = middle(await focused.boundingBox());
    const [dx, dy] = [x - fx, y - fy];
    await page.keyboard.press(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  throw new Error(`the arrows do not lead to cell ${number}`);
}

/** Presses Tab until a matching element has the focus. */
async function tabTo(page, selector) {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

export default (it) => {
  scene(it, 'a game by touch: aim, then confirm', async (own) => {
    const { page } = await own.person({ size: phone, touch: true });
    await page.goto('/');
    await page.locator('[data-play=gomoku]').tap();
    await page.waitForSelector('[role=grid]');
    const end = await finish(page, chooser('finger'), finger);
    assert.ok(end.moves >= 9, 'five in a row need nine moves');
  });

  scene(it, 'touch: another point aims anew, and a second touch plays', async (own) => {
    const { page } = await own.person({ size: phone, touch: true });
    await page.goto('/');
    await page.locator('[data-play=gomoku]').tap();
    const { lit } = await ready(page);
    const confirm = page.locator('.say-row .btn');
    await cell(page, lit[30]).tap();
    await confirm.waitFor();
    const first = await confirm.textContent();
    await cell(page, lit[100]).tap();
    await page.locator('.say-row .btn').filter({ hasNotText: first }).waitFor();
    assert.equal((await look(page)).moves, 0, 'nothing is played by aiming');
    await cell(page, lit[100]).tap();
    const now = await ready(page);
    assert.ok(now.moves >= 2 && !now.lit.includes(lit[100]) && now.lit.includes(lit[30]));
  });

  scene(it, 'a game by keyboard only: Tab, arrows, Enter', async (own) => {
    const { page } = await own.person();
    await page.goto('/');
    await page.waitForSelector('[data-play=boats]');
    await tabTo(page, '[data-play=gomoku]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid]');
    await ready(page);
    await tabTo(page, '[role=gridcell]');
    const end = await finish(page, chooser('keys'), walk);
    assert.ok(end.moves >= 9);
  });

  scene(it, 'a game of two touches per move by keyboard', async (own) => {
    const { page } = await own.person();
    await begin(page, 'crush', { options: { limit: long ? '300' : '12' }, level: 2 });
    await ready(page);
    await tabTo(page, '[role=gridcell]');
    const end = await finish(page, chooser('keys of crush'), walk);
    assert.ok(end.moves >= 1); /* one cascade may bring all the points */
  });

  scene(it, 'a game by typing moves', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { options: { size: '7' }, level: 1 });
    await ready(page);
    /* Typed text is shown, can be corrected, and is refused if it is not a move. */
    await page.keyboard.type('a9x');
    await page.keyboard.press('Backspace');
    assert.match(await page.locator('[data-typed]').textContent(), /a9(?!x)/);
    await page.keyboard.press('Enter');
    await page.locator('.say.refused').waitFor();
    assert.equal((await look(page)).moves, 0);
    const type = async (at, number) => {
      await at.keyboard.type((await cell(at, number).getAttribute('data-label')).toUpperCase());
      await at.keyboard.press('Enter');
    };
    const end = await finish(page, chooser('typing'), type);
    assert.ok(end.moves >= 9);
  });

  scene(it, 'Escape drops what is chosen', async (own) => {
    const { page } = await own.person();
    await begin(page, 'abalone', { level: 1 });
    const { lit } = await ready(page);
    await cell(page, lit[0]).click();
    await page.waitForSelector('[aria-selected=true]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[aria-selected=true]', { state: 'detached' });
    await move(page, chooser('after Escape'));
  });
};
