/* The study page: the tree of moves, what is kept, import and export, links, pictures, and the set-up of positions. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import jsqr from 'jsqr';
import { accessible, fits } from '../lib/checks.mjs';
import { action, begin, choose, ready, until } from '../lib/play.mjs';
import { desktop, laptop, patience, phone, scene, shared, shots } from '../lib/world.mjs';

const positions = JSON.parse(readFileSync(new URL('../positions.json', import.meta.url), 'utf8'));
const games = Object.keys(positions);

/** Waits until a test passes. */
async function holds(test, what) {
  for (const end = Date.now() + patience; ;) {
    if (await test()) return;
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** What the page shows of the tree. */
const seen = (page) =>
  page.evaluate(() => ({
    moves: [...document.querySelectorAll('.st-moves [data-node]')].map((node) => node.querySelector('span').textContent),
    now: document.querySelector('.st-moves [aria-current]')?.querySelector('span').textContent ?? '',
    busy: document.querySelector('[role=grid]')?.getAttribute('aria-busy') === 'true',
    pieces: document.querySelectorAll('.board-svg [data-sprite]').length,
  }));

const isAt = (page, move) =>
  holds(async () => { const { now, busy } = await seen(page); return now === move && !busy; }, `at ${move || 'the start'}`);

const gomoku = 'study#g=gomoku&v=size%3D9&m=e5+d4+f5+d5+d6';

async function open(page, address, move) {
  await page.goto(`/${address}`);
  await page.waitForSelector('.study-page [role=gridcell]');
  await isAt(page, move);
}

const label = (page, name) => page.locator(`[data-label="${name}"]`);
const menu = async (page, name) => {
  await page.click('.more-menu > button');
  await page.locator('#more-actions').getByText(name).click();
};

/** The chunks of a PNG. */
function chunks(file) {
  assert.equal(file.readUInt32BE(0), 0x89504e47, 'a PNG');
  const all = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    all.push({ name: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return all;
}

const joined = (list, name, from) => inflateSync(Buffer.concat(list.filter((one) => one.name === name).map(({ data }) => data.subarray(from))));

async function download(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: patience }), button.click()]);
  return { name: file.suggestedFilename(), data: readFileSync(await file.path()) };
}

/** Drops a file on the page. */
const drop = (page, text) =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'game.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);

const record = '[Format "1"]\n[Game "gomoku"]\n[Variant "size=9"]\n[First "Άννα"]\n\n{Αρχή} 1. e5 {κέντρο} d4 (1... d5 {ή αυτό} 2. e6) 2. f5 *\n';

export default (it) => {
  scene(it, 'study: a line is walked with keys and buttons', async (own) => {
    const { page } = await own.person({ size: desktop });
    await open(page, gomoku, 'd6');
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'd5');
    await page.keyboard.press('Home');
    await isAt(page, '');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'e5');
    await page.keyboard.press('End');
    await isAt(page, 'd6');
    await page.locator('.st-moves [data-node]').nth(1).click();
    await isAt(page, 'd4');
    await page.keyboard.press('ArrowRight'); /* a click took no focus away from the page */
    await isAt(page, 'f5');
    await page.locator('.st-steps button').nth(1).click();
    await isAt(page, 'd4');
    await page.keyboard.press('ArrowLeft'); /* a button has the focus */
    await isAt(page, 'e5');
    /* By itself, to the end. */
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await isAt(page, 'd6');
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  });

  scene(it, 'study: variations, comments and what is kept', async (own) => {
    const person = await own.person({ size: laptop });
    person.allowed.push(/status of 422/); /* a move that is refused */
    const { page } = person;
    await open(page, gomoku, 'd6');
    await page.keyboard.press('Home');
    await isAt(page, '');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'e5');
    await label(page, 'f6').click();
    await isAt(page, 'f6');
    assert.deepEqual((await seen(page)).moves, ['e5', 'd4', 'f6', 'f5', 'd5', 'd6']);
    await page.keyboard.press('ArrowUp');
    await isAt(page, 'd4');
    await page.keyboard.press('ArrowDown');
    await isAt(page, 'f6');
    /* Typed moves, and the reason why one is refused. */
    await page.keyboard.type('e5');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.say.soft');
    await page.keyboard.press('Escape');
    await page.keyboard.type('g7');
    await page.keyboard.press('Enter');
    await isAt(page, 'g7');
    await page.getByRole('button', { name: 'Comment on g7' }).click();
    await page.locator('.st-comment').fill('Γιατί όχι; ← αυτό');
    await page.locator('.st-comment').press('ArrowLeft'); /* within the text */
    await isAt(page, 'g7');
    await page.getByText('saved').waitFor();
    await holds(() => page.evaluate(() => Object.values(localStorage).some((text) => text.includes('Γιατί όχι'))), 'the comment is kept');
    await page.screenshot({ path: `${shots}/study-variation.png` });
    await accessible(page, 'variations');
    await fits(page, 'variations');
    /* The page is loaded again, as after a crash. */
    await page.reload();
    await page.waitForSelector('.study-page [role=gridcell]');
    await page.locator('.st-moves [data-node]', { hasText: 'g7' }).click();
    assert.equal(await page.locator('.st-comment').inputValue(), 'Γιατί όχι; ← αυτό');
    /* The variation becomes the main line; then it is removed and brought back. */
    await page.getByRole('button', { name: 'Main line' }).click();
    await holds(async () => (await seen(page)).moves.join() === 'e5,f6,d4,f5,d5,d6,g7', 'the main line');
    await page.getByRole('button', { name: 'Remove g7' }).click();
    await isAt(page, 'f6');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await isAt(page, 'g7');
    /* The list of studies; one is removed and brought back. */
    await page.goto('/study');
    await page.waitForSelector('[data-study]');
    await page.screenshot({ path: `${shots}/study-list.png`, fullPage: true });
    await accessible(page, 'the list of studies');
    await page.locator('.own .round').click();
    await page.waitForSelector('[data-study]', { state: 'detached' });
    await page.locator('.st-bar .btn').click();
    await page.locator('[data-study]').click();
    await isAt(page, 'g7');
  });

  scene(it, 'study: a full storage is said', async (own) => {
    const { page } = await own.person();
    await open(page, gomoku, 'd6');
    await page.evaluate(() => {
      let size = 1 << 20;
      for (let i = 0; size > 8; i++)
        try {
          localStorage.setItem(`filler${i}`, 'x'.repeat(size));
        } catch {
          size >>= 1;
        }
    });
    await label(page, 'g7').click();
    await isAt(page, 'g7');
    await page.locator('.st-bar.full').waitFor();
    await accessible(page, 'a full storage');
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('filler')).forEach((key) => localStorage.removeItem(key)));
    await label(page, 'g3').click();
    await page.locator('.st-bar.full').waitFor({ state: 'detached' });
  });

  scene(it, 'study: import by paste, file and drop, and export', async (own) => {
    const person = await own.person({ size: laptop });
    person.allowed.push(/status of 4\d\d/);
    const { page, context } = person;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/study');
    await page.waitForSelector('.st-import');
    await page.locator('.st-import textarea').fill(record);
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.waitForSelector('.study-page [role=gridcell]');
    await holds(async () => (await seen(page)).moves.join() === 'e5,d4,d5,e6,f5', 'the tree of the record');
    assert.equal(await page.locator('.st-comment').inputValue(), 'Αρχή');
    /* Written again, it says the same. */
    await menu(page, 'Share and export');
    const text = page.locator('dialog textarea.st-text');
    await holds(async () => (await text.inputValue()).includes('[Game'), 'the record');
    const written = await text.inputValue();
    for (const part of ['[First "Άννα"]', '{κέντρο}', '{ή αυτό}', '{Αρχή}', 'd5', 'e6']) assert.ok(written.includes(part), `${part} in ${written}`);
    await page.locator('dialog section').nth(1).getByRole('button', { name: 'Copy' }).first().click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), written);
    const file = await download(page, page.getByRole('button', { name: 'Save the file' }));
    assert.equal(file.data.toString(), written);
    await page.screenshot({ path: `${shots}/study-share.png` });
    await accessible(page, 'sharing');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    /* A mistake: its line and column, and its place in the text. */
    await menu(page, 'Import');
    await page.locator('dialog textarea').fill(record.replace('f5', 'zz9'));
    await page.locator('dialog').getByRole('button', { name: 'Read it' }).click();
    await page.getByText(/Line 6, column \d+/).waitFor();
    assert.equal(await page.locator('.st-excerpt mark').innerText(), 'zz9');
    const marked = await page.locator('dialog textarea').evaluate((node) => node.value.slice(node.selectionStart, node.selectionEnd));
    assert.equal(marked, 'zz9');
    await page.screenshot({ path: `${shots}/study-mistake.png` });
    await accessible(page, 'a mistake');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    /* A list of moves: the game is that of the study. */
    await menu(page, 'Import');
    await page.locator('dialog textarea').fill('1. e5 e6\n2. zz9');
    await page.locator('dialog').getByRole('button', { name: 'Read it' }).click();
    await page.getByText(/Line 2, column \d+/).waitFor();
    await page.locator('dialog textarea').fill('1. e5 e6\n2. d5');
    await page.locator('dialog').getByRole('button', { name: 'Read it' }).click();
    await holds(async () => (await seen(page)).moves.join() === 'e5,e6,d5', 'a list of moves');
    /* A file that is chosen, and one that is dropped anywhere. */
    await menu(page, 'Import');
    const path = join(shots, 'study-record.txt');
    writeFileSync(path, record);
    await page.setInputFiles('dialog input[type=file]', path);
    await holds(async () => (await seen(page)).moves.join() === 'e5,d4,d5,e6,f5', 'a file');
    await drop(page, record.replace('2. f5', '2. g5'));
    await holds(async () => (await seen(page)).moves.join() === 'e5,d4,d5,e6,g5', 'a dropped file');
    /* The text of a position. */
    await menu(page, 'Share and export');
    const position = await page.locator('dialog input[aria-labelledby=st-position]').inputValue();
    await page.keyboard.press('Escape');
    await menu(page, 'Import');
    await page.locator('dialog textarea').fill(position);
    await page.locator('dialog').getByRole('button', { name: 'Read it' }).click();
    await holds(async () => (await seen(page)).moves.length === 0, 'a position');
  });

  scene(it, 'study: links, a code for a phone, and pictures', async (own) => {
    const { page } = await own.person({ size: laptop, theme: 'dark' });
    await open(page, gomoku, 'd6');
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'd5');
    await menu(page, 'Share and export');
    const link = await page.locator('dialog input[aria-labelledby=st-link]').inputValue();
    await page.locator('.st-fold summary').click();
    await page.waitForSelector('svg.qr');
    const { data, side } = await page.locator('svg.qr').evaluate(async (svg) => {
      const image = new Image();
      const copy = svg.cloneNode(true);
      copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
      copy.setAttribute('width', '300');
      copy.setAttribute('height', '300');
      image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 300;
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return { data: [...context.getImageData(0, 0, 300, 300).data], side: 300 };
    });
    assert.equal(jsqr(Uint8ClampedArray.from(data), side, side)?.data, link);
    const still = await download(page, page.locator('[data-still]'));
    writeFileSync(join(shots, 'study-still.png'), still.data);
    const whole = chunks(still.data);
    const head = whole[0].data;
    const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
    assert.ok(Math.max(width, height) === 1200 && Math.min(width, height) > 1100, `${width} by ${height}`);
    const pixels = joined(whole, 'IDAT', 0);
    const channels = head[9] === 6 ? 4 : 3;
    assert.equal(pixels.length, height * (width * channels + 1));
    assert.ok(new Set(pixels).size > 100, 'more than one colour');
    const moving = await download(page, page.locator('[data-moving]'));
    writeFileSync(join(shots, 'study-moving.png'), moving.data);
    const parts = chunks(moving.data);
    assert.equal(parts[1].name, 'acTL');
    assert.equal(parts[1].data.readUInt32BE(0), 6, 'the start and five moves');
    assert.equal(parts.filter(({ name }) => name === 'fcTL').length, 6);
    assert.ok(joined(parts.slice(0, parts.findIndex(({ name }) => name === 'fdAT')), 'IDAT', 0).length > 100_000, 'the first picture is whole');
    /* The browser shows it. */
    await page.keyboard.press('Escape');
    const decoded = await page.evaluate(async (text) => {
      const image = new Image();
      image.src = `data:image/png;base64,${text}`;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, moving.data.toString('base64'));
    assert.deepEqual(decoded, [parts[0].data.readUInt32BE(0), parts[0].data.readUInt32BE(4)]);
    /* The link shows the same, to somebody else. */
    const other = await own.person();
    await other.page.goto(link);
    await other.page.waitForSelector('.study-page [role=gridcell]');
    await isAt(other.page, 'd5');
    assert.equal((await seen(other.page)).moves.length, 5);
  });

  for (const [size, what] of [[laptop, 'laptop'], [phone, 'phone']])
    scene(it, `study: positions that are set up, ${what}`, async (own) => {
      const touch = size === phone;
      for (const [i, game] of games.entries()) {
        const language = (i + (touch ? 1 : 0)) % 2 ? 'el' : 'en';
        const { page } = await own.person({ size, touch, language, theme: touch ? 'dark' : 'light' });
        await page.goto(`/study?set=${game}`);
        await page.waitForSelector('.st-pal button');
        const { palette } = await shared().post('/api/1/study/edit', { game });
        assert.equal(await page.locator('.st-pal button').count(), palette.length);
        await page.waitForSelector('main[data-text]');
        const before = await page.locator('main').getAttribute('data-text');
        /* Some brush and cell change the position; undo brings it back. */
        const painted = palette.findIndex(({ cell, kind }) => cell && kind);
        await page.locator(`[data-brush="${painted}"]`).click();
        const cells = await page.locator('[role=gridcell]').count();
        const said = () => page.locator('[data-said]').innerText();
        const state = async () => `${await page.locator('main').getAttribute('data-text')} ${await said()}`;
        const first = await state();
        let changed = false;
        for (let cell = 0; cell < cells && !changed; cell += Math.ceil(cells / 12)) {
          const target = page.locator('[role=gridcell]').nth(cell);
          await target.scrollIntoViewIfNeeded();
          await (touch ? target.tap() : target.click());
          for (let wait = 0; wait < 20 && !changed; wait++) {
            changed = (await state()) !== first;
            if (!changed) await new Promise((resolve) => setTimeout(resolve, 25));
          }
        }
        assert.ok(changed, `${game}: nothing changes`);
        await page.screenshot({ path: `${shots}/study-setup-${game}-${what}.png` });
        await fits(page, `set-up of ${game}`);
        if (i < 2) await accessible(page, `set-up of ${game}`);
        for (let undos = 0; undos < 20 && (await page.locator('.st-foot .btn').first().isEnabled()); undos++)
          await page.locator('.st-foot .btn').first().click();
        await holds(async () => (await page.locator('main').getAttribute('data-text')) === before, `${game}: as before`);
        await page.locator('[data-use]').click();
        await page.waitForSelector('.study-page:not(.setup-page) [role=gridcell]');
        await isAt(page, '');
        await fits(page, `study of ${game}`);
      }
    }, 480_000);

  scene(it, 'study: what is wrong with a position is said, and painting works by keyboard', async (own) => {
    const { page } = await own.person({ size: laptop });
    await page.goto('/study?set=gomoku');
    await page.waitForSelector('main[data-text]');
    const { palette } = await shared().post('/api/1/study/edit', { game: 'gomoku' });
    const black = palette.findIndex(({ title }) => title.en === 'Black stone');
    await page.locator(`[data-brush="${black}"]`).focus();
    await page.keyboard.press('Enter');
    for (let tabs = 0; tabs < 60 && !(await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')); tabs++)
      await page.keyboard.press('Shift+Tab');
    for (let stones = 0; stones < 3; stones++) {
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
    }
    await holds(async () => (await page.locator('main').getAttribute('data-text')) === null, 'three black stones alone');
    assert.match(await page.locator('[data-said]').innerText(), /\w{3}/);
    assert.ok(await page.locator('[data-use]').isDisabled());
    await page.screenshot({ path: `${shots}/study-setup-wrong.png` });
    await accessible(page, 'a wrong position');
  });

  scene(it, 'study: the ways to it, and lines that were taken back', async (own) => {
    const { page } = await own.person({ size: laptop });
    await begin(page, 'gomoku', { opponent: 'here', options: { size: '9' } });
    await ready(page);
    for (const name of ['e5', 'd5', 'e6']) {
      await ready(page);
      await label(page, name).click();
      await until(page, ({ said }) => said.includes(name), name);
    }
    await action(page, 'Undo').click();
    await until(page, ({ moves }) => moves === 2, 'undone');
    for (const name of ['e4', 'd4', 'e3', 'd3', 'e6', 'd6', 'e7']) {
      await ready(page);
      await label(page, name).click();
      await until(page, ({ said, result }) => said.includes(name) || result !== null, name);
    }
    await until(page, ({ result }) => result !== null, 'the end');
    await page.screenshot({ path: `${shots}/study-from-game.png` });
    await page.locator('.say-row').getByRole('link', { name: 'Study' }).click();
    await page.waitForSelector('.study-page [role=gridcell]');
    await holds(async () => (await seen(page)).moves.filter((move) => move === 'e6').length === 2, 'the line that was taken back');
    await isAt(page, 'e7');
    await menu(page, 'To the game');
    await page.waitForSelector('main.play[data-result]');
    await choose(page, 'Study');
    await page.waitForSelector('.study-page [role=gridcell]');
    await page.goto('/games');
    await page.locator('.own [data-study]').waitFor();
    await page.goto('/');
    await page.locator('.more').getByRole('link', { name: 'Study' }).click();
    await page.waitForSelector('.st-games');
    await page.goto('/rules/boats');
    await page.getByRole('link', { name: 'Set up a position' }).click();
    await page.waitForSelector('.st-pal button');
  });

  for (const [what, how] of [
    ['desktop', { size: desktop, language: 'en', theme: 'light' }], ['phone', { size: phone, touch: true, language: 'el', theme: 'dark' }],
  ])
    scene(it, `study: every game and state, ${what}`, async (own) => {
      const { page } = await own.person(how);
      await page.goto('/study');
      await page.waitForSelector('.st-games li');
      await fits(page, 'choice');
      await accessible(page, 'choice');
      await page.screenshot({ path: `${shots}/study-choice-${what}.png`, fullPage: true });
      for (const [i, game] of games.entries()) {
        const { variant = '', position = 'startpos', moves } = positions[game];
        await page.goto(`/study#${new URLSearchParams({ g: game, v: variant, p: position, m: moves })}`);
        await page.waitForSelector('.study-page [role=gridcell]');
        await holds(async () => (await seen(page)).now !== '', `${game}: its last move`);
        await fits(page, game);
        if (i === 0) await accessible(page, game);
        await page.screenshot({ path: `${shots}/study-${game}-${what}.png` });
        await page.goto('about:blank');
      }
      /* A move by touch, and the menu. */
      await page.goto(`/${gomoku}`);
      await page.waitForSelector('.study-page [role=gridcell]');
      await isAt(page, 'd6');
      await page.click('.more-menu > button');
      await fits(page, 'menu');
      await accessible(page, 'menu');
      await page.screenshot({ path: `${shots}/study-menu-${what}.png` });
    }, 360_000);

  scene(it, 'study: what does not exist', async (own) => {
    const person = await own.person();
    person.allowed.push(/status of 4\d\d/);
    const { page } = person;
    await page.goto('/study/AAAAAAAAAAAAAAAA');
    await page.waitForSelector('.message');
    await accessible(page, 'no game');
    await page.goto('/study?kept=nothing');
    await page.waitForSelector('.message');
    await page.goto('/study#g=nothing');
    await page.waitForSelector('.message');
    await page.goto('/study?set=nothing');
    await page.waitForSelector('.message');
  });
};
