/* A player without knowledge of the rules: reads the page, and plays any of the marked cells. */
import assert from 'node:assert/strict';
import { patience } from './world.mjs';

/** A random generator with a fixed seed. */
export function chooser(seed) {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) | 0, 7) >>> 0;
  return (list) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)];
  };
}

/* Runs in the page. */
const read = () => {
  const grid = document.querySelector('[role=grid]');
  const cells = (selector) => [...document.querySelectorAll(`[role=gridcell]${selector}`)].map((cell) => Number(cell.dataset.cell));
  return {
    here: grid !== null,
    busy: grid?.getAttribute('aria-busy') === 'true',
    lit: cells('[data-legal]'),
    chosen: cells('[aria-selected=true]'),
    moves: document.querySelectorAll('.movelist button').length,
    result: document.querySelector('main.play')?.dataset.result ?? null,
    said: document.querySelector('[data-say]')?.textContent ?? '',
  };
};

export const look = (page) => page.evaluate(read);

/** Waits until the state of the game on the page passes a test. It polls from outside: the page's content
 * security policy forbids evaluating text in it. */
export async function until(page, test, what = 'what was waited for') {
  const end = Date.now() + patience;
  for (;;) {
    const now = await look(page);
    if (test(now)) return now;
    assert.ok(Date.now() < end, `${what} did not come: ${JSON.stringify(now)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits for the player's turn or the end. */
export const ready = (page) =>
  until(page, (now) => now.here && !now.busy && (now.result !== null || now.lit.length > 0), 'the own turn');

/** Waits until a touch has had an effect: a move, a choice, the end. */
export const changed = (page, was) =>
  until(
    page,
    (now) => now.moves !== was.moves || now.result !== was.result || now.chosen.join() !== was.chosen.join(),
    'the effect of a touch',
  );

export const cell = (page, number) => page.locator(`[data-cell="${number}"]`);
export const click = (page, number) => cell(page, number).click();

/** Makes one whole move (one touch or several); returns the state before it. */
export async function move(page, choose, act = click) {
  const before = await ready(page);
  assert.equal(before.result, null, 'the game is over');
  for (let now = before, touches = 0; ; touches++) {
    assert.ok(touches < 12, 'a move needs no dozen touches');
    await act(page, choose(now.lit));
    /* Sending a move clears the choice: no cell is marked until the server's answer. */
    now = await changed(page, now);
    now = await until(page, ({ moves, result, lit, busy }) => moves !== before.moves || result !== null || (lit.length > 0 && !busy));
    if (now.moves !== before.moves || now.result !== null) return before;
  }
}

/** Plays to the end; returns the result. */
export async function finish(page, choose, act = click, most = 500) {
  for (let moves = 0; moves < most; moves++) {
    const now = await ready(page);
    if (now.result !== null) return now;
    await move(page, choose, act);
  }
  throw new Error(`no end after ${most} moves`);
}

/** Starts a game as a person does: opens the game's options and sets them. */
export async function begin(page, game, { opponent = 'level', level = 1, side = 'first', options = {}, clock } = {}) {
  await page.goto('/');
  await page.click(`a.tune[href="new?game=${game}"]`);
  await page.waitForSelector('.sheet');
  await page.locator(`.sheet label:has(input[name=opponent][value=${opponent}])`).click();
  if (opponent === 'level') await page.locator('.sheet input[type=range]').fill(String(level));
  if (opponent !== 'here' && opponent !== 'watch') await page.locator(`.sheet label:has(input[name=side][value=${side}])`).click();
  if (clock !== undefined || Object.keys(options).length > 0) await page.click('.sheet details.boxed > summary');
  if (clock !== undefined) await page.selectOption('#option-clock', { label: clock });
  for (const [key, value] of Object.entries(options)) {
    const field = page.locator(`#option-${key}`);
    if ((await field.evaluate((node) => node.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click('.sheet button[type=submit]');
  await page.waitForURL(/\/g\//);
  await page.waitForSelector('[role=grid]');
}

/** An entry of the menu behind the dots. */
export async function choose(page, name) {
  await page.click('.more-menu > button');
  await page.locator('#more-actions').getByText(name, { exact: true }).click();
}

export const action = (page, name) => page.locator('.actions').getByRole('button', { name, exact: true });
export const say = (page) => page.locator('[data-say]');
