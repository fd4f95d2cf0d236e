/* The pages of a tournament, opened from the disk: no server, no request to anywhere. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { accessible, fits } from '../lib/checks.mjs';
import { disk, laptop, long, patience, phone, scene, shots } from '../lib/world.mjs';

const base = mkdtempSync(join(tmpdir(), 'pessoi-pages-'));
after(() => rmSync(base, { recursive: true, force: true }));

/** The folder with a tournament's pages; each is played once. */
const made = new Map();
function pages(game, type) {
  const folder = join(base, `${game}-${type}`);
  if (!made.has(folder)) made.set(folder, promisify(execFile)(process.env.SITE_DEMO, [game, type, folder]).then(() => folder));
  return made.get(folder);
}

const address = async (game, type, hash = '') => `${pathToFileURL(join(await pages(game, type), 'index.html'))}${hash}`;

async function open(own, game, type, hash, how = {}) {
  const { page } = await own.person({ at: disk, ...how });
  await page.goto(await address(game, type, hash));
  await page.waitForSelector('main.tour');
  return page;
}

/** Waits for a value from the page: nothing here depends on how fast the machine is. */
async function becomes(page, read, wanted, what) {
  const end = Date.now() + patience;
  for (;;) {
    const now = await page.evaluate(read);
    if (JSON.stringify(now) === JSON.stringify(wanted)) return;
    assert.ok(Date.now() < end, `${what}: ${JSON.stringify(now)}, not ${JSON.stringify(wanted)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const hash = () => decodeURIComponent(location.hash);
const at = () => document.querySelector('.walk output').textContent;

const games = ['gomoku', 'abalone', 'boats', 'crush', 'proximity'];

/** Every page; with pictures. */
const places = [
  ['gomoku', 'robin', '', 'standings'], ['gomoku', 'robin', '#games', 'games'],
  ['gomoku', 'robin', '#bot=eve', 'bot'], ['gomoku', 'robin', '#game=14&n=8', 'lost'],
  ['abalone', 'robin', '#game=3&n=20', 'replay'], ['gomoku', 'knockout', '', 'bracket'],
  ['gomoku', 'swiss', '', 'rounds'],
];
const looks = [
  ['laptop, English, light', { size: laptop, locale: 'en-GB', theme: 'light' }],
  ['phone, Greek, dark', { size: phone, touch: true, locale: 'el-GR', theme: 'dark' }],
  ...(long ? [
    ['laptop, Greek, dark', { size: laptop, locale: 'el-GR', theme: 'dark' }],
    ['phone, English, light', { size: phone, touch: true, locale: 'en-GB', theme: 'light' }],
  ] : []),
];

export default (it) => {
  for (const [how, who] of looks)
    scene(it, `tournament: every page, ${how}`, async (own) => {
      for (const [game, type, place, name] of places) {
        const page = await open(own, game, type, place, who);
        const what = `${name}, ${how}`;
        if (place.startsWith('#game=')) await page.waitForSelector('.replay .board svg');
        if (name === 'bot') {
          await page.locator('.mistake summary').first().click();
          await page.locator('.mistake .log').first().waitFor();
        }
        await accessible(page, what);
        await fits(page, what);
        await page.screenshot({ path: join(shots, `tournament-${what.replace(/[^a-z]+/gi, '-')}.png`), fullPage: true });
        await page.context().close();
      }
    });

  scene(it, 'tournament: from the table to a game and its author\'s page', async (own) => {
    const page = await open(own, 'gomoku', 'robin', '');
    assert.equal(await page.locator('h1').textContent(), 'Spring tournament');
    assert.equal(await page.locator('.std tbody tr').count(), 7);
    assert.equal(await page.locator('.std .whiskers circle').count(), 7);
    assert.match(await page.locator('.facts-panel').textContent(), /18446744073709551557/); /* exact */
    assert.match(await page.locator('.excluded').textContent(), /hypatia.*did not answer/);
    const cut = await page.locator('.cross .xscroll').evaluate((node) => node.scrollWidth - node.clientWidth);
    assert.ok(cut <= 0, `${cut} pixels of the cross table are hidden`);
    await page.locator('.excluded').getByRole('link', { name: 'hypatia' }).click();
    await page.locator('.bot-head').filter({ hasText: /did not take part.*did not answer/ }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'anna against boris' }).click();
    await becomes(page, hash, '#games&a=anna&b=boris', 'the games of a pair');
    assert.equal(await page.locator('.glist li').count(), 4);
    await page.getByLabel('Opponent').selectOption('eve');
    assert.equal(await page.locator('.glist li').count(), 4);
    await page.getByLabel('How it ended').selectOption('time');
    assert.equal(await page.locator('.glist li').count(), 2);
    await page.locator('.glist a').first().click();
    await page.waitForSelector('.replay .board svg');
    await page.getByRole('link', { name: 'eve' }).first().click();
    await page.waitForSelector('.why');
    const reasons = await page.locator('.why h4').allTextContents();
    assert.deepEqual(reasons, ['Forfeit', 'Time'], 'mistakes first');
    assert.match(await page.locator('.mistake .what').first().textContent(), /^illegal move zz9 at ply 7/);
    await page.locator('.mistake summary').first().click();
    await page.locator('.mistake .log').first().filter({ hasText: 'IndexError: <b>list</b>' }).waitFor();
    await page.locator('.mistake a').first().click();
    await becomes(page, () => document.querySelector('[data-end]')?.textContent.includes('illegal move zz9 at ply 7'), true, 'the end of the game');
    await page.goBack();
    await page.waitForSelector('.why');
  });

  for (const game of games)
    scene(it, `tournament: a game by keyboard: ${game}`, async (own) => {
      const page = await open(own, game, 'robin', '#game=1', { motion: game === 'boats' });
      await page.waitForSelector('.replay .board svg');
      const last = Number((await page.evaluate(at)).split(' / ')[1]);
      const pieces = () => page.locator('.replay .board [data-sprite]').count();
      const first = await pieces();
      assert.ok(last > 4);
      for (let ply = 1; ply <= 3; ply++) {
        await page.keyboard.press('ArrowRight');
        await becomes(page, hash, `#game=1&n=${ply}`, 'the address');
        assert.equal(await page.locator('.movelist [aria-current]').count(), 1);
      }
      await page.keyboard.press('ArrowLeft');
      await becomes(page, at, `2 / ${last}`, 'back');
      await page.keyboard.press('End');
      await becomes(page, at, `${last} / ${last}`, 'the end');
      await page.locator('[data-end]').waitFor();
      assert.ok((await page.locator('[data-end]').textContent()).trim().length > 4, 'says how it ended');
      await page.keyboard.press('Home');
      await becomes(page, at, `0 / ${last}`, 'the start');
      await becomes(page, () => document.querySelectorAll('.replay .board [data-sprite]').length, first, 'the pieces of the start');
      /* By itself, until it is stopped. */
      await page.keyboard.press(' ');
      await becomes(page, () => Number(document.querySelector('.walk output').textContent.split(' ')[0]) >= 2, true, 'moves by itself');
      await page.keyboard.press(' ');
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      const record = await page.getByRole('link', { name: 'Record' }).getAttribute('href');
      assert.equal(record, 'games/1.pes');
      /* A link to a ply opens there. */
      await page.goto(await address(game, 'robin', '#game=2&n=4'));
      await page.reload();
      await page.waitForSelector('.replay .board svg');
      await becomes(page, () => document.querySelector('.walk output').textContent.split(' ')[0], '4', 'the ply of the link');
    });

  scene(it, 'tournament: language and theme are switched without loading, and remembered', async (own) => {
    const page = await open(own, 'gomoku', 'robin', '', { locale: 'en-GB', theme: 'light' });
    await page.evaluate(() => { window.same = true; });
    assert.equal(await page.locator('.tabs [aria-current]').textContent(), 'Standings');
    await page.getByRole('button', { name: 'Ελληνικά' }).click();
    await becomes(page, () => [document.querySelector('.tabs [aria-current]').textContent, document.documentElement.lang], ['Κατάταξη', 'el'], 'Greek');
    await page.locator('.top > .round').click();
    await becomes(page, () => document.documentElement.dataset.theme, 'dark', 'dark');
    assert.equal(await page.evaluate(() => window.same), true, 'without loading');
    await page.reload();
    await becomes(page, () => [document.querySelector('.tabs [aria-current]')?.textContent, document.documentElement.dataset.theme], ['Κατάταξη', 'dark'], 'remembered');
    const greek = await open(own, 'gomoku', 'robin', '#games', { locale: 'el-GR', theme: 'dark' });
    assert.equal(await greek.locator('.tabs [aria-current]').textContent(), 'Παρτίδες');
    assert.equal(await greek.evaluate(() => document.documentElement.dataset.theme), 'dark');
  });

  scene(it, 'tournament: hostile names are only text', async (own) => {
    const page = await open(own, 'gomoku', 'hostile', '');
    page.on('dialog', () => assert.fail('a dialog'));
    assert.equal(await page.locator('h1').textContent(), "<b>Broken</b> & 'title'");
    assert.match(await page.title(), /<b>Broken<\/b>/);
    const names = await page.locator('.std .bot-link').allTextContents();
    assert.ok(names.includes("<script>document.title='broken'</script>"));
    assert.ok(names.includes('"quotes" & \'more\' \\u0041'));
    assert.ok(names.every((name) => !/[\u202a-\u202e\u2066-\u2069]/.test(name)), 'no bidi controls');
    for (let i = 0; i < names.length; i++) {
      await page.locator('.std .bot-link').nth(i).click();
      await page.waitForSelector('.bot-head h2');
      assert.equal(await page.locator('.bot-head h2').textContent(), names[i]);
      await page.goBack();
      await page.waitForSelector('.std');
    }
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.notEqual(await page.title(), 'broken');
  });

  scene(it, 'tournament: what is missing is said', async (own) => {
    const folder = await pages('boats', 'knockout');
    const { page, allowed } = await own.person({ at: disk });
    allowed.push(/ERR_FILE_NOT_FOUND/);
    const to = (name) => page.goto(`${pathToFileURL(join(folder, 'index.html'))}${name}`);
    await to('#game=4711');
    await page.locator('.problem').filter({ hasText: 'There is no game 4711.' }).waitFor();
    await to('#bot=nobody');
    await page.locator('.problem').filter({ hasText: 'no player of this name' }).waitFor();
    rmSync(join(folder, 'games', '2.js'));
    await to('#game=2');
    await page.locator('.problem').filter({ hasText: 'games/2.js' }).waitFor();
    writeFileSync(join(folder, 'data.js'), '');
    await page.reload();
    await page.locator('.message').filter({ hasText: 'data.js' }).waitFor();
  });
};
