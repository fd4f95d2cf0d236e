/* The rules in pictures, and the list of own games. */
import assert from 'node:assert/strict';
import { begin, choose, chooser, look, move, ready, until } from '../lib/play.mjs';
import { fits } from '../lib/checks.mjs';
import { laptop, long, phone, scene, shared } from '../lib/world.mjs';

const stages = (page) => page.locator('.rule').evaluateAll((all) => all.map((rule) => rule.dataset.stage));

/** Waits until a test of the page passes. */
async function holds(test, what) {
  for (const end = Date.now() + 60_000; ;) {
    if (await test()) return;
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('pessoi.games') ?? '[]'));

export default (it) => {
  scene(it, 'the rules open above a game, which goes on', async (own) => {
    for (const size of [laptop, phone]) {
      const { page } = await own.person({ size, touch: size === phone });
      await begin(page, 'boats');
      const before = await ready(page);
      const address = page.url();
      await choose(page, 'Rules'); /* two touches */
      await page.getByRole('dialog', { name: 'Rules: Boats on the lake' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/rules/boats');
      await page.waitForSelector('.rule');
      await fits(page, 'rules');
      /* Keys are not moves of the game behind. */
      await page.keyboard.press('R');
      await page.keyboard.press('Escape');
      await page.waitForSelector('.sheet', { state: 'detached' });
      assert.equal(page.url(), address);
      const after = await look(page);
      assert.deepEqual([after.moves, after.said], [before.moves, before.said]);
      await move(page, chooser('rules'));
      /* The row of the panel, and the button that closes. */
      await page.click('.rules-row');
      await page.waitForSelector('.rule');
      await page.getByRole('button', { name: 'Close' }).click();
      await page.waitForSelector('.sheet', { state: 'detached' });
      assert.equal(page.url(), address);
      await ready(page);
    }
  });

  scene(it, 'the rules can be opened from the card, the sheet and the help', async (own) => {
    const { page } = await own.person();
    await page.goto('/');
    const further = [];
    page.on('request', (request) => further.push(new URL(request.url()).pathname));
    await page.locator('.card').getByRole('link', { name: 'Rules: Gomoku' }).click();
    await page.waitForSelector('.rule');
    assert.ok(further.some((path) => /\/assets\/rules-.*\.js$/.test(path)), 'loaded when it is opened');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.card a[href="rules/gomoku"]:focus'); /* back where it was */
    assert.equal(new URL(page.url()).pathname, '/');
    /* The choices in the sheet are still there. */
    await page.click('a.tune[href="new?game=abalone"]');
    await page.locator('.sheet label:has(input[name=opponent][value=here])').click();
    await page.locator('.sheet').getByRole('link', { name: 'Rules: Abalone' }).click();
    await page.waitForSelector('.rule');
    await page.goBack();
    await page.waitForSelector('.rule', { state: 'detached' });
    assert.ok(await page.locator('.sheet input[name=opponent][value=here]').isChecked());
    await page.goto('/about');
    await page.locator('.about-games').getByRole('link', { name: 'Rules: Crush' }).click();
    await page.waitForSelector('.rule');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForSelector('.rule', { state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/about');
    /* Opened by its address it closes to the games. */
    await page.goto('/rules/proximity');
    await page.waitForSelector('.rule');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForSelector('.rule', { state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/');
  });

  scene(it, 'a move of the rules plays when it is seen, and again', async (own) => {
    const games = await shared().get('/api/1/games');
    const { page } = await own.person({ motion: true, size: phone, touch: true });
    for (const { name } of games) {
      await page.goto(`/rules/${name}`);
      const count = (await shared().get(`/api/1/games/${name}/rules`)).length;
      await holds(async () => (await stages(page)).length === count, `${name}: pictures`);
      assert.equal((await stages(page)).at(-1), 'before', `${name}: the last picture is not in view yet`);
      for (let i = 0; i < (long ? count : 1); i++) {
        await page.locator('.rule-board').nth(i).scrollIntoViewIfNeeded();
        await holds(async () => (await stages(page))[i] === 'after', `${name}: picture ${i + 1}`);
      }
    }
    await page.locator('.rule-touch').first().focus();
    await page.keyboard.press('Enter');
    await holds(async () => (await stages(page))[0] !== 'after', 'it begins again');
    await holds(async () => (await stages(page))[0] === 'after', 'it ends again');
  });

  scene(it, 'without motion a picture shows before and after', async (own) => {
    const { page } = await own.person({ motion: false });
    await page.goto('/rules/crush');
    await page.waitForSelector('.rule');
    assert.ok((await stages(page)).every((stage) => stage === 'after'));
    await page.locator('.rule-touch').first().click();
    await holds(async () => (await stages(page))[0] === 'before', 'before');
    await page.locator('.rule-touch').first().click();
    await holds(async () => (await stages(page))[0] === 'after', 'after');
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  });

  scene(it, 'rules that do not exist', async (own) => {
    const person = await own.person();
    person.allowed.push(/status of 404/);
    const { page } = person;
    await page.goto('/rules/nothing');
    await page.getByRole('dialog', { name: 'There is nothing at this address.' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForSelector('.card');
  });

  scene(it, 'own games have opponent, result and the last position', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { level: 4, options: { size: '9' } });
    await move(page, chooser('own'));
    await ready(page);
    await page.locator('.actions').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.say-row .btn').first().click();
    await until(page, ({ result }) => result !== null);
    await begin(page, 'boats', { opponent: 'here' });
    await move(page, chooser('own'));
    await page.goto('/');
    const first = page.locator('.cont');
    await first.getByText('Two players, one screen').waitFor();
    const row = page.locator('.own li').first();
    assert.match(await row.innerText(), /^Gomoku\nLevel 4 · \S+\nYou lost · today$/);
    const stones = () => row.locator('svg.still [data-sprite]').count();
    await holds(async () => (await stones()) >= 2, 'stones');
    const drawn = await stones();
    /* A reload reads the same from the storage. */
    await page.reload();
    await holds(async () => (await stones()) === drawn, `${drawn} stones after a reload`);
  });

  scene(it, 'all own games can be seen, and a removed one comes back', async (own) => {
    const games = Array.from({ length: 45 }, (_, i) => ({
      id: `game${String(i).padStart(12, '0')}`, keys: [`key-${i}`, null], game: 'gomoku', seen: Date.now() - i, over: i > 0,
      turn: 0, mine: [0], moves: 3,
    }));
    for (const size of [laptop, phone]) {
      const { page } = await own.person({ size, touch: size === phone, games: [null, { id: 5 }, ...games] });
      await page.goto('/');
      await page.waitForSelector('.own li');
      assert.equal(await page.locator('.own li').count(), 6);
      await page.getByRole('link', { name: 'All games (40)' }).click();
      await page.waitForSelector('main.all');
      assert.equal(await page.locator('.own li').count(), 40);
      await fits(page, 'all games');
      const link = page.locator('.own li').nth(3).locator('a[data-own]');
      const address = await link.getAttribute('href');
      await page.locator('.own li').nth(3).getByRole('button').click();
      await page.getByText('Gomoku: removed from the list.').waitFor();
      assert.equal((await stored(page)).length, 39);
      await fits(page, 'all games, one removed');
      await page.keyboard.press('Enter'); /* the focus is on the button */
      await page.waitForSelector(`.own li:nth-child(4) a[href="${address}"]`);
      const back = (await stored(page))[3];
      assert.equal(`g/${back.id}`, address);
      assert.deepEqual(back.keys, ['key-3', null]);
    }
  });
};
