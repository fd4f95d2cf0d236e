/* The lesson about every game: each step is played to its end, in both languages, by mouse, touch and keyboard. */
import assert from 'node:assert/strict';
import { accessible, fits } from '../lib/checks.mjs';
import { begin, cell, choose } from '../lib/play.mjs';
import { desktop, laptop, patience, phone, scene, shared, shots } from '../lib/world.mjs';

/** Waits until a test passes. */
async function holds(test, what) {
  for (const end = Date.now() + patience; ;) {
    if (await test()) return;
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const stage = (page) => page.locator('main.play').getAttribute('data-stage');
const isAt = (page, wanted, what) => holds(async () => (await stage(page)) === wanted, `${what}: ${wanted}`);
const isStep = (page, number) => page.waitForSelector(`main.play[data-step="${number}"] [role=gridcell]`);

/** Does a legal move do the task, as the server says? */
const reaches = async (name, number, index) =>
  (await shared().get(`/api/1/games/${name}/lesson/${number}/try/${index}`)).reached;

/** The cells of the first legal move of a step that does its task, or of the first that does not; null: none. */
async function movesOf(name, number, step) {
  const found = { right: null, wrong: null };
  for (const [index, [, ...cells]] of step.position.legal.entries()) {
    const which = (await reaches(name, number, index)) ? 'right' : 'wrong';
    found[which] ??= cells;
    if (found.right && (found.wrong || !step.miss)) break;
  }
  return found;
}

/** Touches the cells of a move; where a cell is smaller than a finger, the last touch is confirmed. */
async function play(page, cells, touch) {
  for (const number of cells) await (touch ? cell(page, number).tap() : cell(page, number).click());
  await holds(async () => {
    const confirm = page.locator('.say-row .btn:not(.quiet)');
    if ((await stage(page)) === 'asked' && (await confirm.count()) > 0) await confirm.first().click();
    return (await stage(page)) !== 'asked';
  }, `the move ${cells}`);
}

const next = (page) => page.locator('[data-next]');

export default (it) => {
  for (const [size, what] of [[laptop, 'laptop'], [phone, 'phone']])
    scene(it, `lesson: every step of every game, ${what}`, async (own) => {
      const touch = size === phone;
      const games = (await shared().get('/api/1/games')).filter(({ lesson }) => lesson > 0);
      for (const [i, { name, lesson: count }] of games.entries()) {
        const language = (i + (touch ? 1 : 0)) % 2 ? 'el' : 'en';
        const { page } = await own.person({ size, touch, language, theme: touch ? 'dark' : 'light' });
        const { steps } = await shared().get(`/api/1/games/${name}/lesson`);
        assert.ok(count >= 5 && count <= 10 && steps.length === count, `${name}: ${count} steps`);
        await page.goto(`/learn/${name}`);
        for (const [k, step] of steps.entries()) {
          const at = `${name} ${k + 1}`;
          await isStep(page, k + 1);
          assert.equal(await page.locator('.task h2').innerText(), step.title[language], at);
          assert.equal(await next(page).getAttribute('aria-disabled'), 'true', `${at}: Next is grey`);
          await fits(page, at);
          const { right, wrong } = await movesOf(name, k + 1, step);
          if (wrong) {
            await play(page, wrong, touch);
            await isAt(page, 'missed', at);
            assert.equal(await page.locator('[data-say]').innerText(), step.miss[language], at);
            if (k === 1) await page.screenshot({ path: `${shots}/lesson-${name}-${what}-miss.png` });
            await fits(page, `${at}, missed`);
            await page.locator('[data-again]').click();
            await isAt(page, 'asked', at);
          }
          if (k === 1) await page.screenshot({ path: `${shots}/lesson-${name}-${what}-asked.png` });
          if (k === 0) await accessible(page, at);
          await play(page, right, touch);
          await isAt(page, 'done', at);
          assert.equal(await page.locator('[data-say]').innerText(), step.done[language], at);
          if (k === 1) await page.screenshot({ path: `${shots}/lesson-${name}-${what}-done.png` });
          if (k === 0) await accessible(page, `${at}, done`);
          await fits(page, `${at}, done`);
          await next(page).click();
        }
        /* The rules come after the last step, with what is known and where the game comes from. */
        await page.waitForSelector('.rules .rule-known dd');
        await fits(page, `${name}: rules`);
        await page.keyboard.press('Escape');
        await page.waitForSelector('.sheet', { state: 'detached' });
        /* What was done is kept in this browser. */
        await page.reload();
        await page.waitForSelector('.dots .done');
        assert.equal(await page.locator('.dots .done').count(), count, name);
      }
    }, 480_000);

  scene(it, 'lesson: from the card and from a game, and nothing is locked', async (own) => {
    const { page } = await own.person({ size: desktop });
    await page.goto('/');
    const further = [];
    page.on('request', (request) => further.push(new URL(request.url()).pathname));
    await page.locator('.card').getByRole('link', { name: 'Learn Boats on the lake' }).click();
    await isStep(page, 1);
    assert.ok(further.some((path) => /\/assets\/lesson-.*\.js$/.test(path)), 'loaded when it is opened');
    await page.getByRole('link', { name: 'Skip', exact: true }).click();
    await isStep(page, 2);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await isStep(page, 1);
    await page.locator('.dots a').last().click();
    await isStep(page, 8);
    await page.getByRole('link', { name: 'Skip', exact: true }).click();
    await page.waitForSelector('.rules .rule');
    await page.goBack();
    await page.waitForSelector('.sheet', { state: 'detached' });
    await isStep(page, 8);
    assert.deepEqual(await page.evaluate(() => localStorage.getItem('pessoi.lessons')), null, 'nothing was done');
    /* Not one of the games in the list. */
    assert.equal(await page.evaluate(() => localStorage.getItem('pessoi.games')), null);
    await begin(page, 'boats');
    await choose(page, 'Rules');
    await page.locator('.rules').getByRole('link', { name: 'Learn Boats on the lake' }).click();
    await isStep(page, 1);
  });

  scene(it, 'lesson: a touch that is no move is refused with its reason', async (own) => {
    const { page } = await own.person();
    await page.goto('/learn/abalone?step=5');
    await isStep(page, 5);
    const { steps: { 4: step } } = await shared().get('/api/1/games/abalone/lesson');
    const at = (label) => step.board.cells.findIndex((one) => one[5] === label);
    for (const label of ['e4', 'e5', 'e6']) await cell(page, at(label)).click();
    await page.waitForSelector('.say.soft');
    assert.equal(await stage(page), 'asked');
    assert.match(await page.locator('[data-say]').innerText(), /\w/);
    await page.waitForSelector('.illegal');
    await page.locator('[data-again]').click();
    await page.waitForSelector('.say.soft', { state: 'detached' });
    /* After a miss the board can be touched again at once. */
    const { right, wrong } = await movesOf('abalone', 5, step);
    await play(page, wrong, false);
    await isAt(page, 'missed', 'a miss');
    await play(page, right, false).catch(() => play(page, right, false));
    await isAt(page, 'done', 'again');
  });

  scene(it, 'lesson: by keyboard alone', async (own) => {
    const { page } = await own.person({ size: laptop });
    await page.goto('/learn/gomoku');
    await isStep(page, 1);
    await page.keyboard.press('Tab');
    await holds(async () => {
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) return true;
      await page.keyboard.press('Tab');
      return false;
    }, 'the focus on the board');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await isAt(page, 'done', 'a stone by keyboard');
    await page.waitForSelector('[data-next]:focus');
    await page.keyboard.press('Enter');
    await isStep(page, 2);
    await page.waitForSelector('[role=gridcell]:focus');
    await page.keyboard.press('Enter'); /* a miss, or a point that is taken */
    await page.waitForSelector('[data-again]');
    await page.locator('[data-again]').focus();
    await page.keyboard.press('Enter');
    await isAt(page, 'asked', 'again by keyboard');
    await page.waitForSelector('[role=gridcell]:focus');
  });

  scene(it, 'lesson: of a game that does not exist', async (own) => {
    const person = await own.person();
    person.allowed.push(/status of 404/);
    await person.page.goto('/learn/nothing');
    await person.page.getByText('There is nothing at this address.').waitFor();
    await accessible(person.page, 'no lesson');
  });
};
