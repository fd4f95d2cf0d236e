/* The application below a path of a host with other pages. */
import assert from 'node:assert/strict';
import { PrefixHost } from '../lib/prefix.mjs';
import { chooser, move, ready } from '../lib/play.mjs';
import { scene, serverAway, shared } from '../lib/world.mjs';

const prefix = '/games';

/** Every url(#id) and href="#id" of the page without a target. */
const danglingReferences = (page) =>
  page.evaluate(() => {
    const wanted = new Set();
    for (const node of document.querySelectorAll('svg *')) {
      for (const { value } of node.attributes)
        for (const [, id] of value.matchAll(/url\(["']?#([^"')]+)/g)) wanted.add(id);
      if (node.tagName === 'use') wanted.add(node.getAttribute('href').slice(1));
    }
    return { wanted: wanted.size, missing: [...wanted].filter((id) => !document.getElementById(id)) };
  });

/** The colour in the middle of an element. */
async function middleColour(page, locator) {
  const png = (await locator.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const brush = canvas.getContext('2d');
    brush.drawImage(picture, 0, 0);
    return [...brush.getImageData(picture.width >> 1, picture.height >> 1, 1, 1).data.slice(0, 3)];
  }, png);
}

async function below(own, act, how = {}) {
  const host = await PrefixHost.start(shared(), prefix);
  try {
    const { page, allowed } = await own.person({ at: host, ...how });
    allowed.push(/status of 404/, serverAway); /* a missing page; the host's path precedes the page's */
    await act(page, host);
    assert.deepEqual(host.strays, [], 'asked for outside the path');
  } finally {
    await host.close();
  }
}

export default (it) => {
  scene(it, 'below a path: from home to a game, and back', (own) =>
    below(own, async (page, host) => {
      await page.goto(`${prefix}/`);
      await page.waitForSelector('.card');
      await page.click('a.tune[href="new?game=gomoku"]');
      await page.waitForURL(`${host.origin}${prefix}/new?game=gomoku`);
      await page.click('.sheet button[type=submit]');
      await page.waitForURL(new RegExp(`${prefix}/g/`));
      await move(page, chooser('below a path'));
      await ready(page);
      await page.reload(); /* a deep page by itself */
      assert.equal((await ready(page)).moves, 2);
      await page.click('.top .brand');
      await page.waitForURL(`${host.origin}${prefix}/`);
      await page.locator('.cont a.btn').click(); /* the game is this browser's own */
      await ready(page);
      await page.goBack();
      await page.waitForSelector('.card');
      await page.click('header nav a[href="about"]');
      await page.waitForURL(`${host.origin}${prefix}/about`);
      await page.goto(`${prefix}/nowhere`);
      await page.waitForSelector('.message');
    }));

  scene(it, 'below a path: links to send and to save', (own) =>
    below(own, async (page, host) => {
      const seats = [{ who: 'me' }, { who: 'person' }];
      const { id, keys } = await shared().post('/api/1/play', { game: 'gomoku', seats });
      await page.goto(`${prefix}/about`);
      await page.evaluate(([own, key]) => localStorage.setItem(key, JSON.stringify([own])), [
        { id, keys, game: 'gomoku', seen: Date.now(), over: false, turn: 0, mine: [0], moves: 0 },
        `pessoi.games ${prefix}/`,
      ]);
      await page.goto(`${prefix}/g/${id}`);
      assert.equal(await page.locator('.invite input').inputValue(), `${host.origin}${prefix}/g/${id}`);
      await page.click('.more-menu > button');
      const saved = page.waitForEvent('download');
      await page.locator('#more-actions a[download]').click();
      const download = await saved;
      assert.equal(download.url(), `${host.origin}${prefix}/api/1/play/${id}/record`);
      assert.equal(await download.failure(), null);
    }));

  scene(it, 'below a path: what is drawn refers to this page', (own) =>
    below(own, async (page) => {
      const seats = [{ who: 'me' }, { who: 'me' }];
      const { id } = await shared().post('/api/1/play', { game: 'gomoku', moves: 'h8 i8', seats });
      await page.goto(`${prefix}/g/${id}`);
      await page.waitForSelector('[data-sprite] use');
      const { wanted, missing } = await danglingReferences(page);
      assert.ok(wanted > 5, `${wanted} references`);
      assert.deepEqual(missing, []);
      /* Stones are drawn by <use>, coloured by gradients: without either the wood would be visible. */
      const [black, white] = await Promise.all([
        middleColour(page, page.locator('[data-label=h8]')), middleColour(page, page.locator('[data-label=i8]')),
      ]);
      assert.ok(Math.max(...black) < 110, `black is ${black}`);
      assert.ok(Math.min(...white) > 180, `white is ${white}`);
    }));

  scene(it, 'below a path: skipping to the board stays on the page', (own) =>
    below(own, async (page) => {
      const { id } = await shared().post('/api/1/play', { game: 'boats', seats: [{ who: 'me' }, { who: 'me' }] });
      await page.goto(`${prefix}/g/${id}`);
      await page.waitForSelector('[role=grid]');
      await page.locator('a.skip').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`${prefix}/g/${id}#board$`));
      await page.waitForSelector('[role=grid]');
      assert.equal(await page.evaluate(() => document.activeElement.id), 'board');
    }));

  scene(it, 'below a path: what is kept for later lies there, too', (own) =>
    below(own, async (page, host) => {
      await page.goto(`${prefix}/`);
      await page.waitForSelector('.card');
      const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
      assert.equal(scope, `${host.origin}${prefix}/`);
      const { start, icons } = await page.evaluate(async () => {
        const address = document.querySelector('link[rel=manifest]').href;
        const manifest = await (await fetch(address)).json();
        return {
          start: new URL(manifest.start_url, address).href,
          icons: manifest.icons.map(({ src }) => new URL(src, address).href),
        };
      });
      assert.equal(start, `${host.origin}${prefix}/`);
      assert.ok(icons.length > 2 && icons.every((icon) => icon.startsWith(`${host.origin}${prefix}/icons/`)));
      const kept = await page.evaluate(async () => {
        const [name] = await caches.keys();
        return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
      });
      assert.ok(kept.includes(`${prefix}/`) && kept.every((path) => path.startsWith(`${prefix}/`)), kept.join(' '));
    }, { worker: true }));
};
