/* Puzzles: one of every game is solved by mouse and one by finger; wrong moves, the line, the day, the week. */
import assert from 'node:assert/strict';
import { accessible, fits } from '../lib/checks.mjs';
import { cell } from '../lib/play.mjs';
import { desktop, laptop, patience, phone, scene, shared, shots } from '../lib/world.mjs';

/** Waits until a test passes. */
async function holds(test, what) {
  for (const end = Date.now() + patience; ;) {
    if (await test()) return;
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const main = (page) => page.locator('main.play');
const stage = (page) => main(page).getAttribute('data-stage');
const isAt = (page, wanted, what) => holds(async () => (await stage(page)) === wanted, `${what}: ${wanted}`);

const puzzlesOf = async (name) =>
  [...(await shared().get(`/api/1/games/${name}/puzzles`)).puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));

/** The cells of a right and of a wrong legal move of a turn, and what the server says about each. */
async function movesOf(name, id, turn, position) {
  const found = { right: null, wrong: null };
  for (const [index, [, ...cells]] of position.legal.entries()) {
    const answer = await shared().get(`/api/1/games/${name}/puzzles/${id}/try/${turn}/${index}`);
    if (answer.is !== 'also') found[answer.is] ??= { cells, answer };
    if (found.right && found.wrong) break;
  }
  return found;
}

/** Touches the cells of a move; where a cell is smaller than a finger, the last touch is confirmed. */
async function play(page, cells, touch) {
  const count = Number(await main(page).getAttribute('data-count'));
  for (const number of cells) await (touch ? cell(page, number).tap() : cell(page, number).click());
  await holds(async () => {
    const confirm = page.locator('.say-row .btn:not(.quiet)');
    if (Number(await main(page).getAttribute('data-count')) === count && (await confirm.count()) > 0)
      await confirm.first().click();
    return Number(await main(page).getAttribute('data-count')) > count;
  }, `the move ${cells}`);
}

/** Solves a puzzle that is open on the page; tries a wrong move first. */
async function solve(page, name, id, touch, what) {
  const puzzle = await shared().get(`/api/1/games/${name}/puzzles/${id}`);
  let { position } = puzzle;
  for (let turn = 0; turn < puzzle.turns; turn++) {
    const { right, wrong } = await movesOf(name, id, turn, position);
    if (turn === 0) {
      await play(page, wrong.cells, touch);
      await isAt(page, 'wrong', what);
      await fits(page, `${what}, wrong`);
      await accessible(page, `${what}, wrong`);
      await page.screenshot({ path: `${shots}/puzzle-${name}-${what}-wrong.png` });
      await page.locator('[data-again]').click();
      await isAt(page, 'asked', what);
    }
    await play(page, right.cells, touch);
    await isAt(page, turn + 1 === puzzle.turns ? 'solved' : 'going', `${what}, turn ${turn + 1}`);
    position = right.answer.moves.at(-1).position;
  }
  await page.waitForSelector('[data-line] li');
  await page.waitForSelector('.phead [data-mark=solved]');
  await fits(page, `${what}, solved`);
  await accessible(page, `${what}, solved`);
  await page.screenshot({ path: `${shots}/puzzle-${name}-${what}-solved.png` });
}

export default (it) => {
  for (const [size, what] of [[laptop, 'laptop'], [phone, 'phone']])
    scene(it, `puzzles: one of every game is solved, ${what}`, async (own) => {
      const touch = size === phone;
      const games = (await shared().get('/api/1/games')).filter(({ puzzles }) => puzzles);
      assert.ok(games.length > 0);
      for (const [i, { name }] of games.entries()) {
        const list = await puzzlesOf(name);
        assert.ok(list.length >= 10, `${name}: ${list.length} puzzles`);
        const { id, task } = list[touch ? 0 : 1];
        const language = (i + (touch ? 1 : 0)) % 2 ? 'el' : 'en';
        const { page } = await own.person({ size, touch, language, theme: touch ? 'dark' : 'light' });
        await page.goto(`/puzzles/${name}/${id}`);
        await page.waitForSelector('main.play [role=gridcell][data-legal]');
        assert.equal(await page.locator('.task h2').innerText(), task[language], name);
        const { scores } = (await shared().get(`/api/1/games/${name}/puzzles/${id}`)).position;
        const points = page.locator('[data-scores]');
        assert.equal(await points.count(), scores ? 1 : 0, name);
        if (scores) for (const n of scores) assert.ok((await points.innerText()).includes(String(n)), `${name}: ${n} points`);
        await fits(page, `${name}, asked`);
        await accessible(page, `${name}, asked`);
        await page.screenshot({ path: `${shots}/puzzle-${name}-${what}-asked.png` });
        await solve(page, name, id, touch, what);
        /* What was solved is kept in this browser, and the list shows it. */
        await page.goto(`/puzzles/${name}`);
        await page.waitForSelector('.plist [data-mark=solved]');
        assert.equal(await page.locator('.plist [data-mark]').count(), 1, name);
        await fits(page, `${name}: list`);
        if (i === 0) {
          await accessible(page, `${name}: list`);
          await page.screenshot({ path: `${shots}/puzzles-list-${what}.png` });
        }
      }
    }, 480_000);

  scene(it, 'puzzles: the line is shown, and the puzzle counts as seen', async (own) => {
    const { page } = await own.person();
    const [{ name }] = (await shared().get('/api/1/games')).filter(({ puzzles }) => puzzles);
    const [{ id }] = await puzzlesOf(name);
    await page.goto(`/puzzles/${name}/${id}`);
    await page.waitForSelector('main.play [role=gridcell][data-legal]');
    await page.locator('[data-show]').click();
    await isAt(page, 'shown', name);
    await page.waitForSelector('.phead [data-mark=seen]');
    const { moves } = await shared().get(`/api/1/games/${name}/puzzles/${id}/line`);
    assert.equal(await page.locator('[data-line] li').count(), moves.length);
    await page.locator('[data-reset]').click();
    await isAt(page, 'asked', 'from the start');
    const { right } = await movesOf(name, id, 0, (await shared().get(`/api/1/games/${name}/puzzles/${id}`)).position);
    await play(page, right.cells, false);
    assert.equal(await page.locator('.phead [data-mark]').getAttribute('data-mark'), 'seen');
    await page.locator('[data-next]').click();
    await holds(async () => (await main(page).getAttribute('data-puzzle')) !== id, 'the next puzzle');
  });

  for (const [size, what] of [[desktop, 'desktop'], [phone, 'phone']])
    scene(it, `puzzles: the puzzle of the day, ${what}`, async (own) => {
      const language = size === phone ? 'el' : 'en';
      const { page } = await own.person({ size, touch: size === phone, language });
      await page.goto('/');
      await page.locator('.more a[href=puzzles]').click();
      await page.waitForSelector('[data-day] .btn');
      const games = (await shared().get('/api/1/games')).filter(({ puzzles }) => puzzles);
      await holds(async () => (await page.locator('[data-day] .btn').count()) === games.length, 'a puzzle for each game');
      assert.equal(await page.locator('.daycard .week li').count(), 7 * games.length);
      await fits(page, 'puzzle of the day');
      await accessible(page, 'puzzle of the day');
      const { name } = games.find((g) => g.name === 'boats') ?? games[0];
      const card = page.locator(`[data-day=${name}]`);
      const address = await card.locator('.btn').getAttribute('href');
      await card.locator('.btn').click();
      await page.waitForSelector('main.play [role=gridcell][data-legal]');
      const id = address.split('/').at(-1);
      let { position, turns } = await shared().get(`/api/1/games/${name}/puzzles/${id}`);
      for (let turn = 0; turn < turns; turn++) {
        const { right } = await movesOf(name, id, turn, position);
        await play(page, right.cells, size === phone);
        await isAt(page, turn + 1 === turns ? 'solved' : 'going', `turn ${turn + 1}`);
        position = right.answer.moves.at(-1).position;
      }
      await page.goto('/puzzles');
      await page.waitForSelector(`[data-day=${name}] .week .ok[aria-current=date]`);
      await page.screenshot({ path: `${shots}/puzzles-day-${what}.png`, fullPage: true });
      /* The same person tomorrow, after solving yesterday's too: two days in a row. */
      await page.evaluate(() => {
        const all = JSON.parse(localStorage.getItem('pessoi.puzzles'));
        const [day] = Object.keys(all.days);
        all.days[Number(day) - 1] = all.days[day];
        localStorage.setItem('pessoi.puzzles', JSON.stringify(all));
      });
      await page.reload();
      assert.match(await page.locator('[data-streak]').innerText(), /^2 /);
    }, 240_000);
};
