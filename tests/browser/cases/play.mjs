/* The play page: picture, scores and sentences in step, keys and focus, nothing covered, and how a game ended. */
import assert from 'node:assert/strict';
import { action, begin, cell, choose as menu, chooser, click, look, move, ready, say, until } from '../lib/play.mjs';
import { laptop, long, patience, phone, scene, shared } from '../lib/world.mjs';

const tall = { width: 390, height: 844 };
const me = { who: 'me' };
const agent = (name) => ({ who: 'agent', agent: name });

/** Creates a game; with `own`, as it is stored in the browser of its player. */
async function make(wish) {
  const made = await shared().post('/api/1/play', wish);
  return { ...made, game: wish.game, seen: Date.now(), over: false, turn: 0, mine: [0], moves: 1 };
}

/** A person whose browser has the keys of a game, on its page. */
async function at(own, wish, how = {}) {
  const game = await make(wish);
  const { page } = await own.person({ ...how, games: [game] });
  await page.goto(`/g/${game.id}`);
  await page.waitForSelector('[role=grid]');
  return { page, game };
}

/** Polls until a test passes. */
async function eventually(test, what, within = patience) {
  const end = Date.now() + within;
  for (;;) {
    const found = await test();
    if (found) return found;
    assert.ok(Date.now() < end, `${typeof what === 'function' ? await what() : what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The drawn pieces, whatever their identity. */
const picture = (page) =>
  page.evaluate(() => [...document.querySelectorAll('[data-sprite]')].map((part) => `${part.parentElement.getAttribute('transform')} ${part.innerHTML}`).sort());

const told = (id) => shared().get(`/api/1/play/${id}`);

const live = (page) => page.locator('[data-live]');

/** Watches two agents at full speed, pauses, and compares the board with that of a new visitor. The board
 * may move for the time of one animation; `grace` is many times that, for busy machines. A board that shows
 * every move would need minutes for those that the agents made meanwhile. */
async function watchAndPause(own, page, wish, moves) {
  const grace = 30_000;
  const { id } = await make(wish);
  await page.goto(`/g/${id}`);
  await page.waitForSelector('[role=grid]');
  await eventually(async () => {
    const { played, position } = await told(id);
    return played.length >= moves || position.result !== null;
  }, 'moves of the agents');
  const pause = page.locator('[data-pause]');
  if (await pause.count()) await pause.click({ timeout: 5000 }).catch(() => {}); /* it may have ended just now */
  /* The move of a search that was running at the pause still arrives. */
  const game = await eventually(async () => {
    const now = await told(id);
    return now.position.result !== null || (now.pace_ms < 0 && now.thinking === null) ? now : null;
  }, 'the pause');
  await eventually(async () => {
    const now = await look(page);
    return !now.busy && now.moves === game.played.length;
  }, async () => `the board moves on ${grace} ms after the pause: ${JSON.stringify(await look(page))} of ${game.played.length}`, grace);
  const { page: fresh } = await own.person();
  await fresh.goto(`/g/${id}`);
  await until(fresh, (now) => now.here && !now.busy && now.moves === game.played.length);
  assert.deepEqual(await picture(page), await picture(fresh));
  await fresh.close();
}

const watched = {
  crush: { game: 'crush', seats: [agent('level:n=2'), agent('level:n=2')], pace_ms: 0 },
  proximity: { game: 'proximity', seats: [agent('level:n=1'), agent('level:n=1')], pace_ms: 0 },
};

/** Records scores, moves, sentences and whether the board moves, whenever the page changes. */
const record = (page) =>
  page.evaluate(() => {
    window.samples = [];
    const sample = () => {
      window.samples.push({
        busy: document.querySelector('[role=grid]')?.getAttribute('aria-busy') === 'true',
        scores: [...document.querySelectorAll('.player .score')].map((score) => parseInt(score.textContent.replace(/\D.*/, ''), 10)),
        moves: document.querySelectorAll('.movelist button').length,
        said: document.querySelector('[data-say]').textContent,
      });
    };
    sample();
    new MutationObserver(sample).observe(document.querySelector('main.play'), { attributes: true, childList: true, subtree: true, characterData: true });
  });

/** Everything that a live region announces from now on. */
const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    const region = document.querySelector('[aria-live=polite]');
    let last = region.textContent;
    new MutationObserver(() => {
      if (region.textContent !== last) window.heard.push(region.textContent);
      last = region.textContent;
    }).observe(region, { childList: true, subtree: true, characterData: true });
  });
const heard = (page) => page.evaluate(() => window.heard);

/** What can be touched, but is covered or outside the window. */
const covered = (page) =>
  page.evaluate(() => {
    const list = [...document.querySelectorAll('[role=gridcell][data-legal], .say button, .actions > button, .watching button, .watching input, .invite button, .invite input')];
    return list.flatMap((node) => {
      const { x, y, width, height, bottom } = node.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      const name = node.getAttribute('aria-label') ?? node.textContent;
      return bottom <= innerHeight + 0.5 && (hit === node || node.contains(hit)) ? [] : [`${name} at ${Math.round(y)}`];
    });
  });

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName);

export default (it) => {
  for (const [game, wish] of Object.entries(watched))
    scene(it, `${game}: the board keeps up with two fast computers`, async (own) => {
      const { page } = await own.person({ motion: true });
      const end = Date.now() + (long ? 120_000 : 0);
      do await watchAndPause(own, page, wish, long ? 100_000 : 25);
      while (Date.now() < end);
    }, long ? 600_000 : undefined);

  scene(it, 'scores, sentence and move list belong to the picture', async (own) => {
    const { page } = await at(own, { game: 'crush', seats: [me, agent('level:n=2')], seed: 7 }, { motion: true, size: laptop });
    const before = await ready(page);
    await record(page);
    await move(page, chooser('in step'));
    await until(page, (now) => !now.busy && now.moves >= before.moves + 2 && now.lit.length > 0);
    const samples = await page.evaluate(() => window.samples);
    const begun = samples.findIndex(({ busy }) => busy);
    assert.ok(begun >= 0, 'the tiles move');
    assert.equal(samples[begun].moves, before.moves, 'the move is not in the list before it is on the board');
    const during = samples.slice(begun, samples.findIndex(({ moves }) => moves > before.moves));
    assert.ok(during.every(({ said }) => said === during[0].said), 'its sentence comes with its end');
    /* Points are counted wave by wave. */
    const last = samples[samples.length - 1].scores;
    assert.ok(Math.max(...last) > 0);
    assert.deepEqual(during[0].scores, [0, 0], 'no points before the first wave');
    for (const [i, { scores }] of samples.entries())
      if (i > 0) assert.ok(scores.every((score, seat) => score >= samples[i - 1].scores[seat] && score <= last[seat]));
  });

  scene(it, 'a notice hides no offer, and ends when something newer happens', async (own) => {
    const anna = (await own.person()).page;
    await begin(anna, 'gomoku', { opponent: 'link', options: { size: '7' } });
    await anna.locator('.invite button').click();
    await say(anna).filter({ hasText: /Link copied|Copy this/ }).waitFor();
    const bruno = (await own.person()).page;
    await bruno.goto(anna.url());
    await bruno.locator('.invite input').fill('Bruno');
    await bruno.locator('.invite button').click();
    await anna.locator('.invite').waitFor({ state: 'detached' });
    await say(anna).filter({ hasNotText: /Link copied|Copy this/ }).waitFor();
    await move(anna, chooser('offer'));
    await until(bruno, (now) => now.lit.length > 0);
    await menu(anna, 'Copy the link');
    await say(anna).filter({ hasText: /Link copied|Copy this/ }).waitFor();
    await menu(bruno, 'Offer a draw');
    await say(anna).filter({ hasText: 'Bruno offers a draw.' }).waitFor();
    await anna.locator('.say').getByRole('button', { name: 'Decline' }).click();
    await say(bruno).filter({ hasText: 'The offer was declined.' }).waitFor();
    await menu(bruno, 'Offer a draw');
    await say(bruno).filter({ hasText: 'Your offer was sent.' }).waitFor();
  });

  scene(it, 'a new game: Close and Back return to the game', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { options: { size: '7' } });
    const address = page.url();
    await move(page, chooser('sheet'));
    const now = await ready(page);
    const isBack = async () => {
      await page.waitForURL(address);
      await page.waitForSelector('.sheet', { state: 'detached' });
      assert.equal((await ready(page)).moves, now.moves);
    };
    const open = async () => {
      await action(page, 'New').click();
      await page.waitForSelector('.sheet');
      assert.equal(await page.locator('[role=grid]').count(), 1, 'the game is behind the sheet');
    };
    await open();
    await page.keyboard.press('Alt+u');
    await page.locator('.sheet').getByRole('button', { name: 'Close' }).click();
    await isBack();
    await open();
    await page.goBack();
    await isBack();
    await page.goForward();
    await page.waitForSelector('.sheet');
    await page.keyboard.press('Escape');
    await isBack();
    /* The sheet is no page to return to from the game that it started. */
    await open();
    await page.click('.sheet button[type=submit]');
    await page.waitForURL((url) => url.pathname.startsWith('/g/') && url.href !== address);
    await page.waitForSelector('[role=grid]');
    await page.goBack();
    await isBack();
    /* Without a page before it, Close leads home. */
    await page.goto('/new?game=boats');
    await page.locator('.sheet').getByRole('button', { name: 'Close' }).click();
    await page.waitForSelector('.card [data-play=boats]');
    await page.waitForURL((url) => url.pathname === '/');
  });

  for (const size of [phone, tall])
    for (const language of long ? ['en', 'el'] : [size === phone ? 'el' : 'en'])
      scene(it, `nothing is covered on a phone, ${size.width} by ${size.height}, ${language}`, async (own) => {
        const how = { size, touch: true, language };
        const free = async (page, what) => {
          await ready(page);
          await eventually(async () => (await covered(page)).length === 0, async () => `${what}: ${(await covered(page)).join(', ')}`, 3000);
        };
        const narrow = await at(own, { game: 'boats', variant: 'columns=3', seats: [me, agent('level:n=1')] }, how);
        await free(narrow.page, 'boats of three columns');
        const high = await at(own, { game: 'crush', variant: 'columns=6,rows=12', seats: [me, agent('level:n=1')], seed: 3 }, how);
        await free(high.page, 'crush 6 by 12');
        const swap = await at(own, { game: 'gomoku', variant: 'opening=swap2', seats: [me, me], moves: 'h8 h9 i10' }, how);
        await swap.page.locator('.say-row button').first().waitFor();
        assert.deepEqual(await covered(swap.page), [], 'the choices of swap2');
        const watch = await at(own, { game: 'gomoku', seats: [agent('level:n=1'), agent('level:n=1')], pace_ms: 60_000 }, how);
        await watch.page.locator('[data-pause]').waitFor();
        assert.deepEqual(await covered(watch.page), [], 'the controls of a watched game');
        const host = await at(own, { game: 'gomoku', seats: [me, { who: 'person' }] }, how);
        await host.page.locator('.invite input').waitFor();
        assert.deepEqual((await covered(host.page)).filter((name) => !/^[a-o]\d/.test(name)), [], 'the address to send');
        const guest = (await own.person(how)).page;
        await guest.goto(`/g/${host.game.id}`);
        await guest.locator('.invite button').waitFor();
        assert.deepEqual(await covered(guest), [], 'the seat to take');
        const ask = await at(own, { game: 'gomoku', seats: [me, agent('level:n=1')] }, how);
        await free(ask.page, 'gomoku');
        await ask.page.locator('.actions .ic-flag, .actions > button').nth(2).click();
        await ask.page.locator('.say-row .btn').first().waitFor();
        assert.deepEqual(await covered(ask.page), [], 'the question before a resignation');
      });

  scene(it, 'Redo only where there is something to redo; Esc gives the focus back', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku');
    await move(page, chooser('redo'));
    await ready(page);
    const more = page.locator('.more-menu > button');
    const redo = page.locator('#more-actions').getByRole('button', { name: 'Redo' });
    await more.focus();
    await page.keyboard.press('Enter');
    await redo.waitFor();
    assert.ok(await redo.isDisabled());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await redo.waitFor({ state: 'hidden' });
    assert.ok(await more.evaluate((node) => node === document.activeElement), 'the focus is on its button');
    await action(page, 'Undo').click();
    await until(page, (now) => now.moves === 0 && now.lit.length > 0);
    await more.click();
    assert.ok(await redo.isEnabled());
  });

  scene(it, 'a screen reader hears each move once, and no typed letters', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { opponent: 'here', options: { size: '7' } });
    await ready(page);
    await listen(page);
    for (const [i, text] of ['d4', 'e5'].entries()) {
      await page.keyboard.type(text);
      await page.locator('.say').filter({ hasText: `Move: ${text}` }).waitFor();
      await page.keyboard.press('Enter');
      await until(page, (now) => now.moves === i + 1 && now.lit.length > 0);
    }
    /* By keys on the board, too; Esc and a refusal repeat nothing. */
    await page.keyboard.type('zz');
    await page.keyboard.press('Escape');
    await page.locator('[data-label=d4]').click();
    await page.locator('.say.refused').waitFor();
    await page.locator('[data-label=c4]').click();
    await until(page, (now) => now.moves === 3 && now.lit.length > 0);
    const all = await eventually(async () => {
      const list = await heard(page);
      return list.length >= 4 ? list : null;
    }, async () => JSON.stringify(await heard(page)));
    assert.deepEqual(all.map((text) => (/taken/.test(text) ? 'refused' : /d4|e5|c4/.exec(text)?.[0])), ['d4', 'e5', 'refused', 'c4'], JSON.stringify(all));
  });

  scene(it, 'after Play by keyboard the focus is on the board', async (own) => {
    const { page } = await own.person();
    await page.goto('/');
    await page.locator('[data-play=gomoku]').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid]');
    await page.waitForSelector('[role=gridcell]:focus');
    await page.keyboard.press('Enter');
    await until(page, (now) => now.moves >= 1, 'the move on the focused cell');
    /* By the sheet, too; a mouse leaves the focus where it is. */
    await page.goto('/new?game=abalone');
    await page.locator('.sheet button[type=submit]').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=gridcell]:focus');
    await page.goto('/');
    await page.click('[data-play=boats]');
    await ready(page);
    assert.equal(await focused(page), 'BODY');
  });

  scene(it, 'arrow keys walk through the moves from anywhere', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { opponent: 'here', options: { size: '7' } });
    for (let i = 0; i < 4; i++) await move(page, chooser('arrows'));
    await until(page, (now) => now.moves === 4 && !now.busy);
    const note = (text) => page.locator('.back-note', { hasText: text }).waitFor();
    const here = () => page.locator('.back-note').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await note('move 3 of 4');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await note('move 1 of 4');
    await page.keyboard.press('ArrowRight');
    await note('move 2 of 4');
    await page.keyboard.press('Home');
    await note('the beginning');
    await page.keyboard.press('End');
    await here();
    await action(page, 'Undo').focus();
    await page.keyboard.press('ArrowLeft');
    await note('move 3 of 4');
    await page.keyboard.press('Escape');
    await here();
    /* On the board they move over the cells. */
    await page.locator('[data-label=d4]').focus();
    const was = await page.locator('[role=gridcell]:focus').getAttribute('data-cell');
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await page.locator('[role=gridcell]:focus').getAttribute('data-cell'), was);
    assert.equal(await page.locator('.back-note').count(), 0);
  });

  scene(it, 'a row of marbles that cannot move says so', async (own) => {
    const { page } = await at(own, { game: 'abalone', variant: 'start=belgian', seats: [me, agent('level:n=1')] });
    await ready(page);
    await page.locator('[data-label=b1]').click();
    await page.waitForSelector('[data-label=b1][aria-selected=true]');
    await page.locator('[data-label=b3]').click();
    await say(page).filter({ hasText: 'It cannot move now; touch another marble.' }).waitFor();
    assert.deepEqual(await page.locator('[aria-selected=true]').evaluateAll((list) => list.map((node) => node.dataset.label)), ['b1', 'b3']);
  });

  scene(it, 'the sheet says who moves first, without names', async (own) => {
    for (const [language, first, second] of [['en', 'You move first.', 'You move second.'], ['el', 'Η πρώτη κίνηση είναι δική σου.', 'Η πρώτη κίνηση είναι του αντιπάλου.']]) {
      const { page } = await own.person({ language });
      for (const game of ['gomoku', 'abalone', 'proximity', 'crush', 'boats']) {
        await page.goto(`/new?game=${game}`);
        await page.locator('.sheet footer p', { hasText: first }).waitFor();
        await page.locator('.sheet label:has(input[name=side][value=second])').click();
        await page.locator('.sheet footer p', { hasText: second }).waitFor();
      }
    }
  });

  scene(it, 'computers have names, which stay while they think', async (own) => {
    const { id } = await make({ game: 'gomoku', seats: [agent('level:n=3'), agent('max')], pace_ms: 60_000 });
    const { page } = await own.person();
    await page.goto(`/g/${id}`);
    await page.waitForSelector('[role=grid]');
    const names = await page.locator('.player b').allTextContents();
    assert.deepEqual(names, ['Level 3 · Easy-going', 'Strongest']);
    const report = await make({ game: 'gomoku', seats: [agent('minimax'), agent('level:n=1')], pace_ms: 60_000 });
    await page.goto(`/g/${report.id}`);
    await page.locator('.player b', { hasText: /^Minimax$/ }).waitFor();
    /* Against a person the level is shown beside "Thinking…". */
    const game = await at(own, { game: 'gomoku', seats: [me, agent('level:n=3')] });
    await game.page.routeWebSocket(/./, () => {}).catch(() => {});
    await ready(game.page);
    await game.page.evaluate(() => {
      window.states = new Set();
      new MutationObserver(() => window.states.add(document.querySelector('.players').textContent)).observe(document.querySelector('.players'), { childList: true, subtree: true, characterData: true });
    });
    await move(game.page, chooser('names'));
    await ready(game.page);
    const states = await game.page.evaluate(() => [...window.states]);
    const thinking = states.filter((text) => /Thinking|To move/.test(text));
    assert.ok(thinking.length > 0, states.join(' / '));
    assert.ok(thinking.every((text) => /Level 3/.test(text)), thinking.join(' / '));
  });

  scene(it, 'the end in words: against the computer', async (own) => {
    const four = 'h8 a1 h9 a3 h10 a5 h11 a7';
    const win = await at(own, { game: 'gomoku', seats: [me, agent('level:n=1')], moves: four });
    await ready(win.page);
    await win.page.locator('[data-label=h12]').click();
    await until(win.page, (now) => now.result !== null);
    assert.match(await say(win.page).textContent(), /^You win: five in a row\./);
    const lost = await at(own, { game: 'boats', variant: 'start=s0', position: '4432132344 5 8 r -', seats: [me, agent('minimax')] });
    await ready(lost.page);
    await lost.page.keyboard.type('-1');
    await lost.page.keyboard.press('Enter');
    await until(lost.page, (now) => now.result !== null);
    const said = await say(lost.page).textContent();
    assert.match(said, /^The computer wins: your boat sank\. Green lowers column 5 to 0\./);
    const gone = await at(own, { game: 'gomoku', seats: [me, agent('level:n=1')] }, { language: 'el' });
    await ready(gone.page);
    await gone.page.locator('.actions').getByRole('button', { name: 'Παραίτηση' }).click();
    await gone.page.locator('.say').getByRole('button', { name: 'Παραίτηση' }).click();
    await until(gone.page, (now) => now.result !== null);
    assert.equal(await say(gone.page).textContent(), 'Νίκησε ο υπολογιστής: παραιτήθηκες.');
  });

  scene(it, 'the end in words: two people, one screen, watchers', async (own) => {
    const four = 'h8 a1 h9 a3 h10 a5 h11 a7';
    const here = await at(own, { game: 'gomoku', seats: [me, me], moves: four });
    await ready(here.page);
    await here.page.locator('[data-label=h12]').click();
    await until(here.page, (now) => now.result !== null);
    assert.match(await say(here.page).textContent(), /^Black wins: five in a row\./);
    /* By link: names, and each from their own view. */
    const anna = await at(own, { game: 'gomoku', seats: [{ who: 'me', name: 'Anna' }, { who: 'person' }], moves: four });
    const bruno = (await own.person()).page;
    await bruno.goto(anna.page.url());
    await bruno.locator('.invite input').fill('Bruno');
    await bruno.locator('.invite button').click();
    const carl = (await own.person()).page;
    await carl.goto(anna.page.url());
    await ready(anna.page);
    await carl.waitForSelector('[role=grid]');
    await anna.page.locator('[data-label=h12]').click();
    for (const page of [anna.page, bruno, carl]) await until(page, (now) => now.result !== null);
    assert.match(await say(anna.page).textContent(), /^You win: five in a row\./);
    assert.match(await say(bruno).textContent(), /^Anna wins: five in a row\./);
    assert.match(await say(carl).textContent(), /^Anna wins: five in a row\./);
    /* Two computers. */
    const { id } = await make({ game: 'gomoku', seats: [agent('minimax'), agent('level:n=3')], moves: four, pace_ms: 0 });
    await carl.goto(`/g/${id}`);
    await until(carl, (now) => now.result !== null);
    assert.match(await say(carl).textContent(), /^Minimax \(Black\) wins: five in a row\./);
  });
};
