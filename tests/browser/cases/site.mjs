/* The site itself: what it loads and stores, animation, focus. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { fits } from '../lib/checks.mjs';
import { begin, chooser, move, ready } from '../lib/play.mjs';
import { laptop, phone, scene, serverAway, shared } from '../lib/world.mjs';

/** A file as transferred, compressed. */
const raw = (url) =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br, gzip' } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });

const limit = 150_000;
const firstLimit = 100_000;

export default (it) => {
  scene(it, 'the first load is light', async (own) => {
    const { page, context } = await own.person();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    let bytes = 0;
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.waitForSelector('.card');
    assert.ok(bytes > 10_000 && bytes < firstLimit, `${bytes} bytes`);
    /* The first game needs no further file. */
    const further = [];
    page.on('request', (request) => further.push(new URL(request.url()).pathname));
    await page.click('[data-play=boats]');
    await ready(page);
    assert.deepEqual(further.filter((path) => !path.startsWith('/api/') && !path.startsWith('/icons/')), []);
  });

  scene(it, 'all that is kept for later is light, too', async () => {
    const text = await (await fetch(`${shared().origin}/sw.js`)).text();
    const shell = JSON.parse(/const shell = (\[[^\]]*\])/.exec(text)[1]);
    assert.ok(shell.includes('') && shell.length > 4, shell.join(' '));
    let bytes = 0;
    for (const path of [...shell, 'sw.js']) {
      const { status, body } = await raw(`${shared().origin}/${path}`);
      assert.equal(status, 200, path);
      bytes += body.length;
    }
    assert.ok(bytes < limit, `${bytes} bytes`);
  });

  scene(it, 'the policy is strict, and nothing runs inline', async (own) => {
    const { page } = await own.person();
    const answer = await page.goto('/');
    const policy = answer.headers()['content-security-policy'];
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(await page.locator('script:not([src]), style, [style], [onclick]').count(), 0);
  });

  scene(it, 'a game that the client has never heard of is shown with the others', async (own) => {
    const known = await shared().get('/api/1/games');
    const title = { en: 'A novel game', el: 'Ένα νέο παιχνίδι' };
    const goal = { en: 'Win it.', el: 'Νίκησε.' };
    const { tagline: _tagline, ...like } = known[0];
    const all = [...known.slice(0, 2), { ...like, name: 'novel', look: 'unheard-of', title, goal }, ...known.slice(2)];
    for (const size of [laptop, phone]) {
      const { page } = await own.person({ size, touch: size === phone });
      await page.route('**/api/1/games', (route) => route.fulfill({ json: all }));
      await page.goto('/');
      await page.waitForSelector('.card');
      assert.deepEqual(await page.locator('.card h3').allTextContents(), all.map((game) => game.title.en));
      assert.equal(await page.locator('.card:has([data-play=novel]) p').textContent(), goal.en);
      await fits(page, 'home with another game');
      await page.click('a.tune[href="new?game=novel"]');
      await page.waitForSelector('.sheet input[name=game][value=novel]:checked', { state: 'attached' });
      assert.equal(await page.locator('.sheet input[name=game]').count(), all.length);
      await fits(page, 'the sheet with another game');
    }
  });

  scene(it, 'it can be installed', async (own) => {
    const { page, context } = await own.person({ worker: true });
    await page.goto('/');
    await page.waitForSelector('.card');
    const wire = await context.newCDPSession(page);
    const { errors, data } = await wire.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data);
    for (const key of ['name', 'short_name', 'start_url', 'display', 'theme_color', 'background_color']) assert.ok(manifest[key], key);
    assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'));
    for (const { src, sizes, type } of manifest.icons) {
      const answer = await fetch(`${shared().origin}/${src}`);
      const body = Buffer.from(await answer.arrayBuffer());
      assert.equal(answer.status, 200, src);
      assert.equal(answer.headers.get('content-type').split(';')[0], type);
      if (type === 'image/png') assert.equal(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, sizes);
    }
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const { installabilityErrors } = await wire.send('Page.getInstallabilityErrors');
    /* A private window cannot install a worker; any other error is a failure. */
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  });

  scene(it, 'while the server is away a page says so, and continues by itself', async (own) => {
    const at = await own.server();
    const person = await own.person({ at, worker: true });
    person.allowed.push(serverAway);
    const { page } = person;
    await page.goto('/');
    await page.waitForSelector('.card');
    /* Wait until the worker controls the page. */
    await page.evaluate(() => navigator.serviceWorker.controller ?? new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve)).then(() => true));
    await at.kill();
    await page.reload();
    await page.getByRole('heading', { name: 'The server cannot be reached.' }).waitFor();
    await page.goto('/about');
    await page.waitForSelector('main.about');
    await page.goto('/');
    await page.getByRole('heading', { name: 'The server cannot be reached.' }).waitFor();
    await at.start();
    await page.waitForSelector('.card');
  });

  scene(it, 'reduced motion is honoured', async (own) => {
    const count = async (motion) => {
      const { page } = await own.person({ motion });
      await page.addInitScript(() => {
        window.animations = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function counted(...how) {
          window.animations++;
          return animate.apply(this, how);
        };
      });
      await page.goto('/');
      await page.click('[data-play=crush]');
      await move(page, chooser('motion'));
      await ready(page);
      const endless = await page.evaluate(() =>
        document.getAnimations().filter((a) => a.playState === 'running' && a.effect.getComputedTiming().duration > 20).length);
      return { animations: await page.evaluate(() => window.animations), endless };
    };
    assert.ok((await count(true)).animations > 4, 'tiles fall');
    assert.deepEqual(await count(false), { animations: 0, endless: 0 });
  });

  scene(it, 'the focus can be seen', async (own) => {
    const { page } = await own.person();
    const seen = new Set();
    const tour = async (address, stops) => {
      await page.goto(address);
      await page.waitForSelector(stops);
      await page.waitForSelector('.card, [role=grid], .about-games section');
      for (let tabs = 0; tabs < 40; tabs++) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const node = document.activeElement;
          if (!node || node === document.body) return null;
          /* A hidden field shows the focus on its label, a card's button on the card, a cell on the board's ring. */
          const rings = [node, node.closest('label') ?? node, node.closest('.card') ?? node].map((one) => getComputedStyle(one));
          const ring = node.matches('[role=gridcell]')
            ? document.querySelector('.focus-ring') !== null
            : rings.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2);
          return { name: `${node.tagName} ${node.className?.baseVal ?? node.className} ${node.textContent.slice(0, 20)}`, ring };
        });
        if (!at) break;
        assert.ok(at.ring, `${address}: no ring on ${at.name}`);
        seen.add(at.name);
      }
    };
    await tour('/', '.card');
    await tour('/new?game=gomoku', '.sheet');
    await begin(page, 'boats', { side: 'first' });
    await tour(page.url(), '[role=grid]');
    assert.ok(seen.size > 20, `${seen.size} stops`);
  });

  scene(it, 'the sheet keeps the focus, and gives it back', async (own) => {
    const { page } = await own.person();
    await page.goto('/');
    await page.locator('a.tune').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.sheet');
    for (let tabs = 0; tabs < 30; tabs++) {
      await page.keyboard.press('Tab');
      assert.ok(await page.evaluate(() => document.activeElement.closest('.sheet') !== null), 'the focus left the sheet');
    }
    await page.keyboard.press('Escape');
    await page.waitForSelector('.sheet', { state: 'detached' });
    await page.waitForSelector('a.tune:focus'); /* back where it was */
  });

  scene(it, 'language and theme follow the system until they are chosen', async (own) => {
    const greek = await own.person({ language: null, locale: 'el-GR', theme: 'dark' });
    await greek.page.goto('/');
    await greek.page.waitForSelector('.card');
    const root = greek.page.locator('html');
    assert.equal(await root.getAttribute('lang'), 'el');
    assert.equal(await root.getAttribute('data-theme'), 'dark');
    await greek.page.emulateMedia({ colorScheme: 'light' });
    await greek.page.locator('html[data-theme=light]').waitFor();
    await greek.page.getByRole('button', { name: 'EN, English' }).click();
    await greek.page.locator('html[lang=en]').waitFor();
    await greek.page.getByRole('button', { name: 'Light or dark theme' }).click();
    await greek.page.locator('html[data-theme=dark]').waitFor();
    await greek.page.reload();
    await greek.page.waitForSelector('.card');
    assert.equal(await root.getAttribute('lang'), 'en');
    assert.equal(await root.getAttribute('data-theme'), 'dark');
  });
};
