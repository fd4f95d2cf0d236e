/* The review of a game: judged only when the person asks, with the numbers of the library. */
import assert from 'node:assert/strict';
import { accessible, fits } from '../lib/checks.mjs';
import { begin, cell, chooser, move } from '../lib/play.mjs';
import { games, played } from '../lib/study.mjs';
import { laptop, patience, phone, scene, shared, shots } from '../lib/world.mjs';

async function holds(test, what) {
  for (const end = Date.now() + patience; ;) {
    if (await test()) return;
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const tick = (page) => page.screenshot({ animations: 'disabled' }).then(() => undefined);
const asked = (page) => {
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  return sent;
};
const heardOn = (page) => {
  const heard = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(payload))));
  return heard;
};
const isDone = (page) => page.waitForSelector('[data-stage=done]', { state: 'attached' });
const start = (page) => page.locator('.invite-review .btn').click();

/** Opens the review of a line with a limit in positions, so that its numbers are always the same. */
async function open(page, { address }, nodes) {
  await page.goto(`/study?tab=review&nodes=${nodes}#${address}`);
  await page.waitForSelector('.invite-review .btn');
}

/** The newest judgement of each move. */
const newest = (heard) => {
  const moves = [];
  for (const message of heard) if (message.is === 'reviewed') moves[message.ply] = message;
  return moves;
};

export default (it) => {
  for (const [i, game] of games.entries())
    scene(it, `review: a real game of ${game}`, async (own) => {
      const touch = i % 2 === 1;
      const language = i % 2 ? 'el' : 'en';
      const line = await played(game);
      assert.ok(line.count >= 4, `${line.count} moves`);
      const { page } = await own.person({ size: touch ? phone : laptop, touch, language, theme: i % 3 === 1 ? 'dark' : 'light' });
      const sent = asked(page);
      const heard = heardOn(page);
      await open(page, line, 1500);
      assert.deepEqual(sent.filter((one) => one.do === 'review'), [], 'nothing is judged unasked');
      await accessible(page, `${game}: before the review`);
      await fits(page, `${game}: before the review`);
      await start(page);
      await isDone(page);
      await page.waitForSelector('[data-graph] canvas');
      const moves = newest(heard);
      assert.equal(moves.length, line.count);
      const sum = heard.filter((one) => one.is === 'review').pop();
      /* The page's numbers are those of the messages. */
      for (const seat of [0, 1]) {
        const text = await page.locator(`[data-player="${seat}"] [data-accuracy]`).innerText();
        assert.equal(parseInt(text, 10), Math.round(sum.players[seat].accuracy), `accuracy of ${seat}`);
        const tally = await page.locator(`[data-player="${seat}"] .tally`).innerText();
        assert.deepEqual(
          tally.split(/\s+/).map(Number), ['inaccuracy', 'mistake', 'blunder'].map((name) => sum.players[seat][name]),
        );
      }
      const isLuck = sum.players[0].skill !== undefined;
      assert.equal(await page.locator('.slt').count(), isLuck ? 1 : 0);
      if (isLuck) {
        const skill = await page.locator('[data-skill="0"] b').innerText();
        assert.equal(Number(skill.replace('−', '-').replace('+', '')), Math.round(sum.players[0].skill * 100) + 0);
        assert.match(await page.locator('[data-luck-sentence]').innerText(), /\p{L}{3,}/u);
      }
      await page.locator('#st-panel').evaluate((node) => { node.scrollTop = 0; });
      await page.screenshot({ path: `${shots}/review-${game}-start.png` });
      /* The next error, with the better move on the board. */
      const faults = moves.filter((one) => ['inaccuracy', 'mistake', 'blunder'].includes(one.class));
      const next = page.locator('[data-next-error]:not([disabled])').first();
      assert.equal(await next.count() > 0, faults.length > 0, 'errors that can be gone to');
      if (faults.length > 0) {
        await next.click();
        await page.waitForSelector('.why[data-class=inaccuracy], .why[data-class=mistake], .why[data-class=blunder]');
        await page.waitForSelector('.st-marks .faultpuck');
        await page.waitForSelector('.st-marks .mk-hint, .st-marks .st-arrow', { state: 'attached' }); // a level arrow has no height
        await page.screenshot({ path: `${shots}/review-${game}-better.png` });
        await accessible(page, `${game}: better`);
        await fits(page, `${game}: better`);
        await page.locator('.why .seg button').first().click();
        await page.waitForSelector('.st-marks .mk-hint', { state: 'detached' });
        await page.screenshot({ path: `${shots}/review-${game}-played.png` });
      }
      /* Every move's verdict can be reached by the graph's keys, and says what the message says. */
      await page.locator('[data-graph]').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await holds(async () => (await page.locator('[data-graph]').getAttribute('aria-valuenow')) === '1', 'the graph follows');
      await page.waitForSelector(`.why[data-class="${moves[0].class}"]`);
      if (moves[0].said[language]) assert.equal(await page.locator('[data-why]').innerText(), moves[0].said[language]);
      if (moves[0].mate === undefined && moves[0].mate_after === undefined) {
        const view = (chance) => Math.round((moves[0].player ? 1 - chance : chance) * 100);
        assert.equal(await page.locator('[data-change]').innerText(), `${view(moves[0].chance)} → ${view(moves[0].after)} %`);
      }
      await accessible(page, `${game}: a verdict`);
      await tick(page);
    }, 300_000);

  scene(it, 'review: asked for on the page of the game, stopped in the middle, gone on with', async (own) => {
    const { page } = await own.person();
    const sent = asked(page);
    const pick = chooser('review');
    await begin(page, 'gomoku', { level: 1 });
    for (let i = 0; i < 5; i++) await move(page, pick);
    await page.locator('.actions').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.say').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.actions').getByRole('button', { name: 'Review' }).click();
    await page.waitForURL(/\/study\//);
    await page.waitForSelector('.prog[data-stage=running]');
    assert.equal(sent.filter((one) => one.do === 'review').length, 1, 'it begins by itself: it was asked for');
    assert.match(await page.locator('.prog').innerText(), /move \d+ of \d+/);
    await holds(async () => (await page.locator('.movelist .vmark, .verdict, [data-graph] canvas').count()) > 0, 'what is known so far');
    await page.locator('.prog .stop').click();
    await page.waitForSelector('.prog[data-stage=stopped]');
    await holds(async () => sent.some((one) => one.do === 'quiet'), 'the server is told');
    assert.equal(await page.locator('.duo .player').first().locator('b').innerText(), 'You');
    await accessible(page, 'stopped');
    await fits(page, 'stopped');
    await page.screenshot({ path: `${shots}/review-stopped.png` });
    await page.locator('.prog .btn').click();
    await isDone(page);
    /* Its address alone starts nothing. */
    await page.reload();
    await page.waitForSelector('.invite-review .btn');
    assert.equal(sent.filter((one) => one.do === 'review').length, 2);
  });

  scene(it, 'review: find it yourself', async (own) => {
    const line = await played('gomoku');
    const { page } = await own.person();
    const heard = heardOn(page);
    await open(page, line, 1500);
    await start(page);
    await isDone(page);
    const moves = newest(heard);
    const error = moves.find((one) => ['mistake', 'blunder'].includes(one.class));
    assert.ok(error, 'a weak level makes mistakes');
    await page.locator(`[data-next-error="${error.player}"]`).click();
    await page.waitForSelector('.why .do .btn');
    await page.locator('.why .do .btn').click();
    await page.waitForSelector('[data-find=asked]');
    const ply = Number(await page.locator('[data-find]').getAttribute('data-ply'));
    const wanted = moves[ply];
    await accessible(page, 'find it');
    await fits(page, 'find it');
    const before = await shared().post('/api/1/study', {
      ...line.line, moves: line.nodes.slice(0, ply + 1).flatMap((node) => node.moves).join(' '),
    });
    const at = (text) => before.position.legal.find(([name]) => name === text)[1];
    await page.waitForSelector(`main[data-at] [data-cell="${at(wanted.played)}"][data-legal]`);
    /* The same mistake again. */
    await cell(page, at(wanted.played)).click();
    await page.waitForSelector('[data-find=not]');
    await page.screenshot({ path: `${shots}/review-find-not.png` });
    await accessible(page, 'not yet');
    /* Another move is judged by the server. */
    const other = before.position.legal.find(([name]) => name !== wanted.played && name !== wanted.line[0]);
    await cell(page, other[1]).click();
    await page.waitForSelector('[data-find=not], [data-find=good]');
    await holds(async () => (await page.locator('.found').innerText()).includes(other[0]), 'the verdict about the other move');
    if ((await page.locator('[data-find=not]').count()) > 0) {
      await cell(page, at(wanted.line[0])).click();
      await page.waitForSelector('[data-find=right]');
    }
    await page.screenshot({ path: `${shots}/review-find-right.png` });
    await accessible(page, 'right');
    for (;;) {
      await page.locator('[data-find-next]').click();
      await page.waitForSelector('[data-find=asked], [data-find=summary]');
      if ((await page.locator('[data-find=summary]').count()) > 0) break;
    }
    assert.match(await page.locator('[data-find=summary]').innerText(), /You found \d+ of \d+/);
    await page.screenshot({ path: `${shots}/review-find-summary.png` });
    await accessible(page, 'summary');
    await page.locator('[data-find=summary] .btn').click();
    await page.waitForSelector('[data-next-error]');
  });
};
