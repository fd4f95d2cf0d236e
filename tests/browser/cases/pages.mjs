/* Every page in every state: takes pictures, and checks what must hold on all of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessible, fits, texts } from '../lib/checks.mjs';
import { desktop, long, phone, scene, shared, shots } from '../lib/world.mjs';
import { ready, until } from '../lib/play.mjs';

/* Games between two levels, cut off in the middle: moves of a record, including outcomes. */
const positions = JSON.parse(readFileSync(new URL('../positions.json', import.meta.url), 'utf8'));
const games = Object.keys(positions);

/** An unfinished game that belongs to this browser: its id and keys are in the storage. */
async function middle(game, more = {}) {
  const made = await shared().post('/api/1/play', {
    game, ...positions[game], seats: [{ who: 'me' }, { who: 'agent', agent: 'level:n=2' }], ...more,
  });
  return { ...made, game, seen: Date.now(), over: false, turn: 0, mine: [0], moves: 1 };
}

/** Waits until fonts are loaded, animations have ended and the page is drawn. */
const settled = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime !== Infinity).map((a) => a.finished.catch(() => {})));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

const names = { en: { resign: 'Resign', hint: 'Hint' }, el: { resign: 'Παραίτηση', hint: 'Υπόδειξη' } };

/* The states; each can be reached from any other. */
const states = (own, invite, watched, language) => [
  ...games.map((game) => [`play-${game}`, async (page) => {
    await page.goto(`/g/${own[game].id}`);
    await ready(page);
  }]),
  ['play-chosen', async (page) => {
    await page.goto(`/g/${own.abalone.id}`);
    const { lit } = await ready(page);
    await page.locator(`[data-cell="${lit[0]}"]`).click();
    await page.waitForSelector('[aria-selected=true]');
  }],
  ['play-hint', async (page) => {
    await page.goto(`/g/${own.small.id}`);
    await ready(page);
    await page.locator('.actions').getByRole('button', { name: names[language].hint }).click();
    await page.locator('.ladder button').nth(2).click();
    await page.locator('.ladder button[aria-pressed=true]').nth(0).waitFor();
  }],
  ['play-menu', async (page) => {
    await page.click('.more-menu > button');
    await page.waitForSelector('#more-actions:not([hidden])');
  }],
  ['play-resign', async (page) => {
    await page.keyboard.press('Escape');
    await page.locator('.actions').getByRole('button', { name: names[language].resign }).click();
    await page.locator('.say-row .btn').first().waitFor();
  }],
  ['play-setup', async (page) => {
    await page.keyboard.press('Escape');
    await page.click('details.setup > summary');
    await page.waitForSelector('details.setup[open] .settings');
  }],
  ['play-back', async (page) => {
    await page.goto(`/g/${own.boats.id}`);
    await ready(page);
    await page.keyboard.press(',');
    await page.waitForSelector('.back-note');
  }],
  ['play-over', async (page) => {
    await page.goto(`/g/${own.over.id}`);
    await page.locator('[data-label=e9][data-legal]').click();
    await until(page, (now) => now.result !== null);
  }],
  ['play-clock', async (page) => {
    await page.goto(`/g/${own.clock.id}`);
    await ready(page);
  }],
  ['play-invite', async (page) => {
    await page.goto(`/g/${invite.id}`);
    await page.waitForSelector('.invite');
  }],
  ['play-watch', async (page) => {
    await page.goto(`/g/${watched.id}`);
    await page.waitForSelector('.watching');
  }],
  ['home', async (page) => {
    await page.goto('/');
    await page.waitForSelector('.cont');
  }],
  ...['level', 'equal', 'report', 'link', 'watch', 'here'].map((opponent) => [`new-${opponent}`, async (page) => {
    await page.goto('/new?game=gomoku');
    await page.waitForSelector('.sheet');
    await page.locator(`.sheet label:has(input[value=${opponent}])`).click();
    if (opponent === 'report') await page.click('.sheet details.boxed > summary');
  }]),
  ['games', async (page) => {
    await page.goto('/games');
    await page.waitForSelector('.own li');
  }],
  ...games.map((game) => [`lesson-${game}`, async (page) => {
    await page.goto(`/learn/${game}`);
    await page.waitForSelector('[role=gridcell]');
  }]),
  ...games.map((game) => [`rules-${game}`, async (page) => {
    await page.goto(`/rules/${game}`);
    await page.waitForSelector('.rule');
  }]),
  ['about', async (page) => {
    await page.goto('/about');
    await page.waitForSelector('.about-games section');
  }],
  ['no-game', async (page) => {
    await page.goto('/g/AAAAAAAAAAAAAAAA');
    await page.waitForSelector('.message');
  }],
];

/** Prepares everything that a tour of all states needs. */
async function stage() {
  const own = {};
  for (const game of games) own[game] = await middle(game);
  own.clock = await middle('proximity', { clock: { base_ms: 300_000, increment_ms: 5000 } });
  /* axe-core needs time for every cell: small boards if the board is not the subject. */
  own.small = await middle('gomoku', { variant: 'size=9', position: 'startpos', moves: 'e5 d5 e6 d6 f5 e4' });
  own.over = await middle('gomoku', { variant: 'size=9', position: 'startpos', moves: 'e5 d5 e6 d6 e7 d7 e8 d8' });
  const invite = await middle('gomoku', { variant: 'size=7', position: 'startpos', moves: '', seats: [{ who: 'me' }, { who: 'person' }] });
  const watched = await shared().post('/api/1/play', {
    game: 'boats', ...positions.boats, pace_ms: 60_000, seats: [{ who: 'agent', agent: 'level:n=1' }, { who: 'agent', agent: 'level:n=2' }],
  });
  return { own, invite, watched };
}

const pagesAndGames = new Set([...games.map((game) => `play-${game}`), ...games.map((game) => `lesson-${game}`), ...games.map((game) => `rules-${game}`), 'home', 'new-level', 'games', 'about']);

/* The last value: whether all states are checked, with axe-core. A short run does that once per language, theme
 * and size, and checks only pages and games the other way round; a long run checks everything. */
const looked = [
  ['en', 'light', 'desktop', true], ['el', 'dark', 'phone', true], ['en', 'dark', 'phone', long], ['el', 'light', 'desktop', long],
  ...(long ? [['en', 'light', 'phone', true], ['en', 'dark', 'desktop', true], ['el', 'light', 'phone', true], ['el', 'dark', 'desktop', true]] : []),
];

/** Words that are the same in every language: names, keys, moves, and what the server says so in Greek. */
async function international() {
  const all = await shared().get('/api/1/games');
  const greek = [];
  JSON.stringify(all, (key, value) => {
    if (key === 'el') greek.push(value);
    return value;
  });
  const named = ['Pessoi', 'English', 'Enter', 'Esc', 'Alt', 'Space', 'black', 'white', 'more'];
  return new Set([...greek, ...named].flatMap((text) => text.match(/[A-Za-z]+/g) ?? []));
}

export default (it) => {
  for (const [language, theme, size, all] of looked)
    scene(it, `${all ? 'every page and state' : 'every page and game'}: ${language}, ${theme}, ${size}`, async (own) => {
      const set = await stage();
      const kept = [...Object.values(set.own), set.invite];
      const isPhone = size === 'phone';
      const person = await own.person({ size: isPhone ? phone : desktop, touch: isPhone, language, theme, games: kept });
      person.allowed.push(/status of 404/); /* there is no such game */
      const { page } = person;
      const problems = [];
      for (const [name, reach] of states(set.own, set.invite, set.watched, language)) {
        if (!all && !pagesAndGames.has(name)) continue;
        const what = `${name}-${language}-${theme}-${size}`;
        await reach(page);
        await settled(page);
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
        await page.screenshot({ path: join(shots, `${what}.png`), fullPage: name === 'about' });
        for (const check of all ? [fits, accessible] : [fits]) await check(page, what).catch((error) => problems.push(error.message));
      }
      assert.equal(problems.length, 0, problems.join('\n\n'));
    }, 600_000);

  scene(it, 'no English is left on Greek pages', async (own) => {
    const set = await stage();
    const { page, allowed } = await own.person({ language: 'el', games: [...Object.values(set.own), set.invite] });
    allowed.push(/status of 404/);
    const same = await international();
    const left = new Map();
    for (const [name, reach] of states(set.own, set.invite, set.watched, 'el')) {
      await reach(page);
      for (const text of await texts(page)) {
        const latin = (text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !same.has(word));
        if (latin.length > 0 && !/^https?:/.test(text)) left.set(text, name);
      }
    }
    assert.deepEqual([...left].map(([text, name]) => `${name}: ${text}`), []);
  }, 600_000);
};
