/* One browser and one server for all cases; every case has its own people.
 *
 * `disk` is for pages that are opened from a file, without a server.
 *
 * A person is a new browser context with one page. These events are recorded and fail the case at its
 * end: errors on the console (including violations of the content security policy), exceptions,
 * requests to any other host. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Server } from './server.mjs';

export const shots = process.env.SHOTS ?? 'shots';
export const long = process.env.LONG === '1';
/** Long: for cases that hang, not for a busy machine. */
export const patience = 60_000;

export const desktop = { width: 1920, height: 1080 };
export const laptop = { width: 1280, height: 800 };
export const phone = { width: 360, height: 640 };

let browser = null;
let server = null;

export async function startWorld() {
  mkdirSync(shots, { recursive: true });
  [server, browser] = await Promise.all([
    Server.start(),
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      timeout: patience,
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
        '--no-first-run', '--disable-dev-shm-usage',
      ],
    }),
  ]);
}

export async function endWorld() {
  await browser?.close();
  await server?.close();
}

/** The server that cases share. */
export const shared = () => server;

/** Pages without a server: a person `at` it opens complete file: addresses. */
export const disk = { origin: 'file://' };

/** A text as part of a file name. */
const fileName = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

class Case {
  #people = [];
  #servers = [];

  /** A server for this case only, to be killed. */
  async server(more = []) {
    const own = await Server.start(more);
    this.#servers.push(own);
    return own;
  }

  /** A person with a browser: `settings` and `games` are in its storage. */
  async person(how = {}) {
    const {
      size = laptop, touch = false, language = 'en', theme = 'light', motion = false, at = server, worker = false,
      games = [], settings = {}, locale = 'en-GB',
    } = how;
    const context = await browser.newContext({
      viewport: size, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1, locale, colorScheme: theme,
      reducedMotion: motion ? 'no-preference' : 'reduce', serviceWorkers: worker ? 'allow' : 'block', ...(at === disk ? {} : { baseURL: at.origin }),
    });
    context.setDefaultTimeout(patience);
    await context.addInitScript(
      ([kept, own]) => {
        if (!location.protocol.startsWith('http') || localStorage.getItem('pessoi.settings')) return;
        localStorage.setItem('pessoi.settings', JSON.stringify(kept));
        if (own.length > 0) localStorage.setItem('pessoi.games', JSON.stringify(own));
      },
      [{ ...(language ? { language } : {}), ...settings }, games],
    );
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', (event) =>
        console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`)),
    );
    const page = await context.newPage();
    const person = { context, page, offences: [], allowed: [] };
    this.#people.push(person);
    watch(person, at.origin);
    return person;
  }

  async picture(name) {
    for (const [i, { page }] of this.#people.entries())
      await page.screenshot({ path: join(shots, `failed-${name}-${i + 1}.png`), timeout: 5000 }).catch(() => {});
  }

  judge() {
    for (const { offences, allowed } of this.#people)
      assert.deepEqual(offences.filter((offence) => !allowed.some((pattern) => pattern.test(offence))), []);
  }

  async close() {
    for (const { context } of this.#people) await context.close().catch(() => {});
    for (const own of this.#servers) await own.close();
  }
}

function watch({ page, context, offences }, origin) {
  context.on('console', (message) => {
    if (message.type() === 'error') offences.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => offences.push(`exception: ${error.message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    const from = url.protocol === 'file:' ? disk.origin : url.origin;
    if (from !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:') offences.push(`foreign: ${url.href}`);
  });
}

/** The console messages of a browser while its server is away. */
export const serverAway = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection to|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/;

/** A test case: `act` receives the case, creates its people and acts for them. */
export function scene(it, name, act, timeout = 240_000) {
  it(name, { timeout }, async () => {
    const own = new Case();
    try {
      await act(own);
      own.judge();
    } catch (error) {
      await own.picture(fileName(name));
      try {
        own.judge();
      } catch (offence) {
        error.message += `\n${offence.message}`;
      }
      throw error;
    } finally {
      await own.close();
    }
  });
}
