/* Touches that are refused with their reason; moves by dragging, with mouse and finger; previews. */
import assert from 'node:assert/strict';
import { cell, look, ready, say, until } from '../lib/play.mjs';
import { laptop, long, patience, phone, scene, shared } from '../lib/world.mjs';

/** Opens a game of one person at both seats, from a position. */
async function open(own, wish, how) {
  const server = shared();
  const made = await server.post('/api/1/play', { seats: [{ who: 'me' }, { who: 'me' }], ...wish });
  const person = await own.person({ ...how, games: [{ id: made.id, keys: made.keys, game: wish.game }] });
  await person.page.goto(`/g/${made.id}`);
  await person.page.waitForSelector('[role=grid]');
  await ready(person.page);
  return person;
}

const center = async (page, number) => {
  const box = await cell(page, number).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const labelled = async (page, label) =>
  Number(await page.locator(`[role=gridcell][data-label="${label}"]`).getAttribute('data-cell'));

/** A pointer: its path in steps, so that the page sees it move. `lift` false leaves it down. */
async function mouse(page, from, to, lift = true) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) await page.mouse.move(from.x + ((to.x - from.x) * i) / 6, from.y + ((to.y - from.y) * i) / 6);
  if (lift) await page.mouse.up();
}

async function finger(page, from, to, lift = true) {
  const session = await page.context().newCDPSession(page);
  const send = (type, at) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
  await send('touchStart', from);
  for (let i = 1; i <= 6; i++) await send('touchMove', { x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 });
  if (lift) await send('touchEnd', null);
}

const ways = [
  ['mouse, laptop', mouse, { size: laptop }],
  ['finger, phone', finger, { size: phone, touch: true }],
  ...(long ? [['finger, laptop', finger, { size: laptop, touch: true }], ['mouse, phone', mouse, { size: phone }]] : []),
];

const played = (page, count) => until(page, (now) => now.moves === count && !now.busy, `${count} moves`);

async function refused(page, pattern) {
  await page.locator('.say.refused').waitFor();
  await page.locator('[data-say]').filter({ hasText: pattern }).waitFor({ timeout: patience });
  assert.equal(await page.locator('.board-svg .illegal').count(), 1, 'the cell is marked');
}

const renju = { game: 'gomoku', variant: 'size=9,rule=renju', position: '9/9/9/3bb4/5b3/5b3/9/9/wwww5 b' };
const threes = { game: 'abalone', position: '5/6/7/8/1bbbwww2/8/7/6/5 b 0 0 0' };
const lake = { game: 'boats', position: '4432132344 4 11 r -' };
/* c3 and c4 complete runs for each other; a1 and a2 do not. */
const tiles = {
  game: 'crush', variant: 'columns=6,rows=6,hidden=0,limit=100',
  position: '345601/123456/002134/220012/104560/013345 1 0,0 -',
};

export default (it) => {
  for (const [kind, touch, size] of [['mouse', false, laptop], ['finger', true, phone]]) {
    const press = (page, number) => (touch ? cell(page, number).tap() : cell(page, number).click());

    scene(it, `a refused touch says why: ${kind}`, async (own) => {
      const how = { size, touch };
      const { page: stones } = await open(own, renju, how);
      await press(stones, await labelled(stones, 'f6'));
      await refused(stones, 'is forbidden to Black: it makes a double three.');

      const { page: marbles } = await open(own, threes, how);
      for (const name of ['e2', 'e4']) await press(marbles, await labelled(marbles, name));
      await press(marbles, await labelled(marbles, 'e5'));
      await refused(marbles, 'three marbles cannot push three.');
      assert.equal((await look(marbles)).chosen.length, 2, 'the row stays chosen');

      const { page: water } = await open(own, lake, how);
      await press(water, 12 * 1 + 1); /* the air above column 1, which is full */
      await refused(water, 'column 1 is already at level 4');

      const { page: shapes } = await open(own, tiles, how);
      await press(shapes, await labelled(shapes, 'a1'));
      await until(shapes, (now) => now.chosen.length === 1, 'any tile can be chosen');
      await press(shapes, await labelled(shapes, 'a2'));
      await refused(shapes, 'completes no run');
      await press(shapes, await labelled(shapes, 'f6'));
      await refused(shapes, 'a1 and f6 are not neighbours');
      assert.deepEqual((await look(shapes)).chosen, [await labelled(shapes, 'f6')], 'the choice begins again there');
    });
  }

  scene(it, 'a refused cell by keyboard says why', async (own) => {
    const { page } = await open(own, renju);
    await cell(page, await labelled(page, 'f6')).focus();
    await page.keyboard.press('Enter');
    await refused(page, 'double three');
  });

  scene(it, 'a row that cannot move is chosen all the same, and says so', async (own) => {
    const { page } = await open(own, { game: 'abalone', variant: 'start=belgian' });
    await cell(page, await labelled(page, 'b1')).click();
    await cell(page, await labelled(page, 'b3')).click();
    const now = await until(page, ({ chosen }) => chosen.length === 2, 'both ends');
    assert.deepEqual(now.lit.filter((number) => !now.chosen.includes(number)), []);
    assert.match(await say(page).textContent(), /cannot move now/);
  });

  for (const [kind, drag, how] of ways) {
    scene(it, `moves by dragging: ${kind}`, async (own) => {
      const { page: shapes } = await open(own, tiles, how);
      const at = async (page, name) => center(page, await labelled(page, name));
      /* No run: refused with its reason. To nowhere: nothing happens. */
      await drag(shapes, await at(shapes, 'a1'), await at(shapes, 'a2'));
      await refused(shapes, 'completes no run');
      const corner = await at(shapes, 'a1');
      await drag(shapes, corner, { x: corner.x - 60, y: corner.y });
      assert.equal((await look(shapes)).moves, 0);
      await drag(shapes, await at(shapes, 'c3'), await at(shapes, 'c4'));
      await played(shapes, 1);

      const { page: marbles } = await open(own, threes, how);
      /* The front marble takes along those behind it if it pushes; three cannot push three. */
      await drag(marbles, await at(marbles, 'e4'), await at(marbles, 'e5'));
      await refused(marbles, 'three marbles cannot push three');
      await drag(marbles, await at(marbles, 'e4'), await at(marbles, 'e3'));
      await played(marbles, 1); /* the whole row went back */
      assert.match(await marbles.locator('.movelist').textContent(), /e4e3/);

      const { page: row } = await open(own, { game: 'abalone', position: '5/6/7/8/1bbbw4/8/7/6/5 b 0 0 0' }, how);
      await drag(row, await at(row, 'e4'), await at(row, 'e5'));
      await played(row, 1); /* the shortest row that can push: two against one */
      assert.match(await row.locator('.movelist').textContent(), /e3e4/);

      const { page: water } = await open(own, lake, how);
      const boat = await center(water, 12 * 3 + 4);
      await drag(water, boat, await center(water, 12 * 3 + 3));
      await refused(water, 'column 3 is at level 3');
      await drag(water, boat, await center(water, 12 * 3 + 5));
      await played(water, 1);
      assert.match(await water.locator('.movelist').textContent(), /R/);
      const two = await center(water, 12 * 3 + 2);
      await drag(water, two, { x: two.x, y: two.y + 60 });
      await played(water, 2);
      assert.match(await water.locator('.movelist').textContent(), /-2/);
      const eight = await center(water, 12 * 4 + 8);
      await drag(water, eight, { x: eight.x, y: eight.y - 60 });
      await played(water, 3);
      assert.match(await water.locator('.movelist').textContent(), /\+8/);
    });
  }

  scene(it, 'a chosen row is dragged sideways; Escape ends a drag', async (own) => {
    const { page } = await open(own, { game: 'abalone', position: '5/6/7/8/1bbbw4/8/7/6/5 b 0 0 0' });
    for (const name of ['e2', 'e4']) await cell(page, await labelled(page, name)).click();
    await until(page, ({ chosen }) => chosen.length === 2);
    const from = await center(page, await labelled(page, 'e3'));
    const to = await center(page, await labelled(page, 'f3'));
    await mouse(page, from, to, false);
    await page.locator('.board-svg.dragging').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.board-svg.dragging').waitFor({ state: 'detached' });
    await page.mouse.up();
    assert.equal((await look(page)).moves, 0);
    await mouse(page, from, to);
    await played(page, 1);
    assert.match(await page.locator('.movelist').textContent(), /e2e4f2|e4e2f4/);
  });

  scene(it, 'a finger that moves over the board aims', async (own) => {
    const { page } = await open(own, { game: 'gomoku' }, { size: phone, touch: true });
    const end = await labelled(page, 'j8');
    const before = await page.evaluate(() => scrollY);
    await finger(page, await center(page, await labelled(page, 'd4')), await center(page, end));
    const confirm = page.locator('.say-row .btn');
    await confirm.filter({ hasText: 'j8' }).waitFor();
    assert.equal((await look(page)).moves, 0, 'aiming does not play');
    assert.equal(await page.evaluate(() => scrollY), before, 'the page does not scroll');
    /* Lifted beside the board: nothing. */
    const edge = await center(page, await labelled(page, 'a8'));
    await finger(page, edge, { x: 2, y: 60 });
    assert.match(await confirm.textContent(), /j8/);
    /* Chromium makes no click of a tap that follows a gesture of another session at once: tap again. */
    for (let i = 0; i < 20 && (await look(page)).moves === 0; i++) {
      await confirm.tap({ timeout: 2000 }).catch(() => {});
      await page.waitForTimeout(500);
    }
    await played(page, 1);
  });

  scene(it, 'what a move would change is shown before it is made', async (own) => {
    /* On c2, Blue's 9 takes d2 and lets b2 grow. */
    const wish = { game: 'proximity', moves: '#3 b2 #2 d2 #9' };
    const shown = async (page) => {
      await page.locator('[data-preview] .would-capture').waitFor();
      assert.equal(await page.locator('[data-preview] .would-capture').count(), 1);
      assert.equal(await page.locator('[data-preview] .would-change').textContent(), '+1');
    };
    const { page } = await open(own, wish);
    const c2 = await labelled(page, 'c2');
    await cell(page, c2).hover();
    await shown(page);
    await page.mouse.move(1, 1);
    await page.locator('[data-preview]').waitFor({ state: 'detached' });
    await cell(page, await labelled(page, 'e2')).focus();
    for (let left = 0; left < 2; left++) await page.keyboard.press('ArrowLeft');
    await shown(page);

    const { page: touched } = await open(own, wish, { size: phone, touch: true });
    await cell(touched, c2).tap();
    await shown(touched);
    assert.equal((await look(touched)).moves, 2, 'a preview plays nothing');
  });

  scene(it, 'moves in words, where the game has them', async (own) => {
    const { page } = await open(own, lake, { size: phone, touch: true, language: 'el' });
    await cell(page, 12 * 3 + 3).tap(); /* the top of the water of column 3 */
    await page.locator('.say-row .btn').filter({ hasText: 'Κατέβασε τη στήλη 3' }).waitFor();
    assert.match(await say(page).textContent(), /Κατέβασε τη στήλη 3/);
    assert.match(await cell(page, 12 * 2 + 3).getAttribute('aria-label'), /Ανέβασε τη στήλη 3/);
    await page.locator('[data-preview] .would').waitFor();
    await page.locator('.say-row .btn').tap();
    await played(page, 1);
  });
};
