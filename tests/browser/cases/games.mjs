/* A complete game of each kind against an agent, by clicks; and the page of all games of this browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessible, fits } from '../lib/checks.mjs';
import { begin, chooser, finish, look } from '../lib/play.mjs';
import { desktop, long, phone, scene, shared, shots } from '../lib/world.mjs';

/* Boards and goals that end soon, whatever is played; but a cascade in Crush may take thirty tiles at once. */
const short = {
  gomoku: { options: { size: '6' }, level: 1 },
  abalone: { options: { eject: '1', plies: '60' }, level: 3 },
  proximity: { options: { columns: '4', rows: '4' }, level: 1 },
  crush: { options: { limit: '60' }, level: 2 },
  boats: { options: { columns: '3', plies: '40' }, level: 1, side: 'second' },
};
const whole = {
  gomoku: { level: 1 }, abalone: { level: 4 }, proximity: { level: 1 }, crush: { level: 4 }, boats: { level: 3 },
};

/** A game of this browser as its storage has it: on the server, or nowhere any more. */
async function kept(game, more, wish = null) {
  const made = wish
    ? await shared().post('/api/1/play', { game, position: 'startpos', seats: [{ who: 'me' }, { who: 'agent', agent: 'level:n=1' }], ...wish })
    : { id: 'AAAAAAAAAAAAAAAA', keys: [null, null] };
  const seats = [0, 1].map((seat) => ({ who: 'person', name: (more.mine ?? [0])[0] === seat ? null : more.against }));
  const seen = Date.now() - 1000;
  return { ...made, game, seen, changed: seen, over: true, turn: null, mine: [0], moves: 8, seats, ...more };
}

const eightMoves = 'e5 d5 e6 d6 e7 d7 e8 d8';

/** One that was won, one that was lost in this browser's eyes, one that goes on, one that the server has deleted. */
const shelf = async () => [
  await kept('gomoku', { against: 'Anna', result: '1-0' }, { variant: 'size=9', moves: eightMoves }),
  await kept('gomoku', { against: 'Bruno', mine: [1], result: '1-0' }, { variant: 'size=9', moves: eightMoves }),
  await kept('gomoku', { against: 'Carla', over: false, turn: 0 }, { variant: 'size=9', moves: eightMoves }),
  await kept('boats', { against: 'Dora', result: '1-0' }),
];

async function looked(page, name) {
  await fits(page, name);
  await accessible(page, name);
  await page.screenshot({ path: join(shots, `games-${name}.png`) });
}

const exported = async (page, button) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
};

export default (it) => {
  scene(it, 'own games: filter, remove, export', async (own) => {
    const games = await shelf();
    const person = await own.person({ size: desktop, games });
    person.allowed.push(/status of 404/); /* the deleted one */
    const { page } = person;
    await page.goto('/games');
    const rows = page.locator('.own a[data-own]');
    await rows.nth(3).waitFor();
    assert.deepEqual(await page.locator('select[name=result] option').allInnerTexts(), ['All', 'Won', 'Lost', 'Not over']);

    /* Everything in one file that the server reads as several records. */
    const all = await exported(page, 'Export all (4)');
    assert.equal(all.name, 'pessoi-games.txt');
    assert.equal(all.text.match(/^\[Game /gm).length, 3);
    assert.match(all.text, /(1-0|\*)\n\n\[/, 'an empty line between two');
    assert.match(all.text, /[^\n]\n$/);
    const said = page.locator('.own-said');
    await said.getByText('3 games in the file pessoi-games.txt.').waitFor();
    assert.match(await said.locator('li').innerText(), /Dora/);
    assert.equal(await said.locator('li').count(), 1);
    await looked(page, 'desktop');

    /* Both filters; they are in the address, and survive a visit to a game. */
    await page.selectOption('select[name=game]', 'gomoku');
    assert.equal(await rows.count(), 3);
    await page.selectOption('select[name=result]', 'lost');
    assert.match(await rows.innerText(), /Bruno/);
    assert.equal((await exported(page, 'Export these (1)')).text.match(/^\[Game /gm).length, 1);
    await page.selectOption('select[name=result]', 'running');
    await rows.click();
    await page.waitForURL(/\/g\//);
    await page.goBack();
    await rows.waitFor();
    assert.match(await rows.textContent(), /Gomoku/); /* innerText is empty until the row is drawn */
    assert.equal(await page.locator('select[name=result]').inputValue(), 'running');
    await page.selectOption('select[name=game]', 'boats');
    await page.getByText('None of your games is like this.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await rows.nth(3).waitFor();
    assert.match(page.url(), /\/games$/);

    /* Removed, brought back, removed. */
    await page.selectOption('select[name=result]', 'won');
    const remove = page.getByRole('button', { name: /^Remove .*Anna/ });
    await remove.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await remove.click();
    assert.equal(await rows.count(), 1);
    await page.goto('/games');
    await rows.nth(2).waitFor();
    assert.equal(await rows.count(), 3);
  });

  scene(it, 'own games: on a phone, in Greek, with the server away', async (own) => {
    const person = await own.person({ size: phone, touch: true, language: 'el', theme: 'dark', games: await shelf() });
    person.allowed.push(/status of 404/, /ERR_FAILED/);
    const { page } = person;
    await page.goto('/games');
    await page.locator('.own a[data-own]').nth(3).waitFor();
    await page.route('**/record', (route) => route.abort());
    await page.getByRole('button', { name: 'Εξαγωγή όλων (4)' }).tap();
    await page.locator('.own-said .problem').waitFor();
    await page.unroute('**/record');
    await exported(page, 'Εξαγωγή όλων (4)');
    await page.locator('.own-said', { hasText: '3 παρτίδες στο αρχείο' }).waitFor();
    await looked(page, 'phone');
  });

  for (const [game, how] of Object.entries(long ? whole : short))
    scene(it, `${game}: a game by clicking`, async (own) => {
      /* Crush and Boats with animations, the others without. */
      const { page } = await own.person({ motion: game === 'crush' || game === 'boats', settings: { motion: 0.5 } });
      await begin(page, game, how);
      const end = await finish(page, chooser(game));
      assert.match(end.result, /^(1-0|0-1|1\/2-1\/2)$/);
      assert.ok(end.moves > 2, 'a game has moves');
      assert.notEqual(end.said, '');
      assert.equal((await look(page)).lit.length, 0, 'nothing can be played any more');
      await page.locator('.say').getByRole('button', { name: 'Rematch' }).waitFor();
    }, long ? 1_200_000 : undefined);
};
