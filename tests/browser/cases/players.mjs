/* The tab "Players": the report's players explained. Every number on the page is that of `pessoi eval`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { accessible, fits } from '../lib/checks.mjs';
import { cell } from '../lib/play.mjs';
import { desktop, patience, phone, scene, shots } from '../lib/world.mjs';

const program = process.env.PESSOI ?? 'pessoi';

/** One position of every game, with a player to move. */
const positions = {
  gomoku: { moves: 'h8 a1 h9 a2 h10 b1', agents: ['heuristic', 'heuristic:quirks=on'] },
  abalone: { moves: '', agents: ['heuristic', 'heuristic:quirks=on'] },
  boats: { variant: 'start=s0', moves: 'R', agents: ['crazy', 'forward'] },
  crush: {
    variant: 'colours=5,columns=6,rows=6,hidden=0', moves: '',
    position: '012340/123401/234010/340123/401434/012340 1 0,0 -', agents: ['heuristic', 'heuristic:quirks=on'],
  },
  proximity: {
    variant: 'columns=4,rows=4,draw=iid', moves: '', position: '1,r6,2/3,r4/4/4 b 10 - - -',
    agents: ['heuristic', 'heuristic:quirks=on', 'stock'],
  },
};

/** What the command line says. */
function evaluate(game, { variant, position, moves }, agent) {
  const words = ['eval', game, '--json', '--agent', agent];
  if (variant) words.push('--variant', variant);
  if (position) words.push('--position', position);
  if (moves) words.push('--moves', moves);
  return JSON.parse(execFileSync(program, words, { encoding: 'utf8', timeout: patience }));
}

function address(game, { variant, position, moves }) {
  const parts = new URLSearchParams({ g: game });
  if (variant) parts.set('v', variant);
  if (position) parts.set('p', position);
  if (moves) parts.set('m', moves);
  return `/study?tab=players#${parts}`;
}

/** The lists of best moves, by their columns. */
const lists = (page) => page.locator('.ex-lists ol').evaluateAll((all) => all.map((list) =>
  [...list.querySelectorAll('button')].map((one) => [one.dataset.move, Number(one.dataset.value)])));

/** Every listed value is that of the program, no unlisted one is greater, and the move it plays comes first. */
function compare(list, said, what) {
  const values = new Map(said.moves.map(({ move, value }) => [move, value]));
  for (const [move, value] of list) assert.equal(value, values.get(move), `${what}: ${move}`);
  const least = Math.min(...list.map(([, value]) => value));
  const listed = new Set(list.map(([move]) => move));
  const missing = said.moves.filter(({ move, value }) => !listed.has(move) && value > least);
  assert.deepEqual(missing, [], `${what}: nothing better is left out`);
  assert.equal(list.length, Math.min(6, said.moves.length), what);
  if (!what.includes('crazy')) assert.equal(list[0][0], said.best, `${what}: the move it plays`);
}

/** The terms of the chosen move are a table whose last row is its value. */
async function checkTerms(page, list, what) {
  const [[move]] = list;
  await page.locator(`.ex-lists ol:first-of-type button[data-move="${move}"]`).first().click();
  await page.waitForSelector(`.ex-terms[data-move="${move}"]`);
  const value = Number(await page.locator('.ex-terms tfoot td').first().getAttribute('data-value'));
  assert.equal(value, list[0][1], `${what}: the value of ${move}`);
  const terms = await page.locator('.ex-terms tbody tr td:nth-child(2)').evaluateAll((all) => all.map((one) => Number(one.dataset.term)));
  assert.ok(terms.length >= 2, `${what}: terms`);
  if (!what.startsWith('gomoku')) {
    const sum = terms.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - value) <= 1e-9 * Math.max(1, Math.abs(value)), `${what}: ${terms} sum to ${value}`);
  }
}

async function checkPlayer(page, game, agents, names, what) {
  const shown = await lists(page);
  assert.equal(shown.length, agents.length, what);
  for (const [i, agent] of agents.entries()) compare(shown[i], names[agent], `${what} ${agent}`);
  await checkTerms(page, shown[0], `${what} ${agents[0]}`);
}

export default (it) => {
  for (const [size, what] of [[desktop, 'desktop'], [phone, 'phone']])
    scene(it, `players: every game explained, ${what}`, async (own) => {
      for (const [i, [game, line]] of Object.entries(positions).entries()) {
        const touch = size === phone;
        const language = (i + (touch ? 1 : 0)) % 2 ? 'el' : 'en';
        const { page } = await own.person({ size, touch, language, theme: (i + (touch ? 1 : 0)) % 3 === 1 ? 'dark' : 'light' });
        const said = Object.fromEntries(line.agents.map((agent) => [agent, evaluate(game, line, agent)]));
        const names = [...new Set(line.agents.map((agent) => agent.split(':')[0]))];
        await page.goto(address(game, line));
        await page.waitForSelector('.ex[data-ready] .ex-terms');
        for (const [k, name] of names.entries()) {
          if (k > 0) await page.locator('.ex-who .seg button').nth(k).click();
          await page.waitForSelector(`[data-agent="${name}"]`);
          const agents = line.agents.filter((agent) => agent.split(':')[0] === name);
          await checkPlayer(page, game, agents, said, `${game} ${what}`);
          assert.equal(await page.locator('.ex-twin').count(), !touch && agents.length > 1 ? 1 : 0, `${game}: boards`);
          assert.ok((await page.locator('.board-svg .st-heat').count()) > 1, `${game}: a heat map`);
        }
        await page.screenshot({ path: `${shots}/players-${game}-${what}.png`, fullPage: touch });
        await accessible(page, `${game} ${what}`);
        await fits(page, `${game} ${what}`);
        await page.close();
      }
    });

  scene(it, 'players: a touch of the board looks, the versions differ', async (own) => {
    const { page } = await own.person({ size: phone, touch: true, language: 'en' });
    const line = positions.gomoku;
    await page.goto(address('gomoku', line));
    await page.waitForSelector('.ex-terms');
    const [described, program_] = line.agents.map((agent) => evaluate('gomoku', line, agent));
    assert.notEqual(described.best, program_.best, 'a position in which the program plays another move');

    /* The switch chooses the version that is drawn. */
    const numbers = page.locator('.ex-legend button');
    await numbers.click();
    const heat = () => page.locator('.board-svg .st-heatn').allTextContents();
    const before = await heat();
    assert.equal(before.length, described.moves.length, 'a number on every empty point');
    await page.locator('.ex-side > .seg button').nth(1).click();
    await page.waitForSelector('[data-agent="heuristic:quirks=on"]');
    assert.notDeepEqual(await heat(), before);
    await page.screenshot({ path: `${shots}/players-gomoku-numbers.png` });

    /* A touch does not play: the tree stays as it is, and the terms are those of the point. */
    const target = described.moves.find(({ move }) => move === 'h1');
    await cell(page, 105).tap();
    const confirm = page.locator('.say-row .btn:not(.quiet)');
    await page.waitForFunction(() => document.querySelector('.ex-terms[data-move="h1"]') || document.querySelector('.say-row .btn:not(.quiet)'));
    if ((await confirm.count()) > 0) await confirm.first().click();
    await page.waitForSelector('.ex-terms[data-move="h1"]');
    assert.equal(Number(await page.locator('.ex-terms tfoot td').first().getAttribute('data-value')), target.value);
    await fits(page, 'a touched point');

    /* The button plays it, and the next position is explained. */
    const at = await page.locator('main.play').getAttribute('data-at');
    const ready = await page.locator('.ex').getAttribute('data-ready');
    await page.locator('.ex-terms .btn').click();
    await page.waitForFunction((id) => document.querySelector('main.play')?.dataset.at !== id, at);
    await page.waitForFunction((id) => (document.querySelector('.ex')?.dataset.ready ?? id) !== id, ready);
  });
};
