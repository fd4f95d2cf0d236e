/* Pictures of every page, to be looked at: node dev/shots.mjs ADDRESS FOLDER [name ..]. */
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [address, folder, ...only] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'] });
mkdirSync(folder, { recursive: true });
const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 640 };

async function shot(name, { size = desktop, theme = 'light', language = 'en', touch = false, full = false }, act) {
  if (only.length > 0 && !only.some((part) => name.includes(part))) return;
  const context = await browser.newContext({ viewport: size, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1, colorScheme: theme, serviceWorkers: 'block' });
  await context.addInitScript(([language, theme]) => { if (!localStorage.getItem('pessoi.settings')) localStorage.setItem('pessoi.settings', JSON.stringify({ language, theme })); }, [language, theme]);
  const page = await context.newPage();
  page.on('console', (m) => (m.type() === 'error' || m.type() === 'warning') && console.log(`${name}: ${m.text()}`));
  page.on('pageerror', (e) => console.log(`${name}: ${e.message}`));
  try {
    await act(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) console.log(`${name}: ${wide}px too wide`);
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: full });
  } catch (error) {
    console.log(`${name}: ${error.message.split('\n')[0]}`);
    await page.screenshot({ path: `${folder}/${name}.png` });
  }
  await context.close();
}

const home = async (page) => { await page.goto(address); await page.waitForSelector('.card'); };
const play = (game) => async (page) => { await home(page); await page.click(`[data-play=${game}]`); await page.waitForSelector('[role=grid]'); await page.waitForTimeout(400); };
const games = ['gomoku', 'abalone', 'proximity', 'crush', 'boats'];

const modes = [['light', {}], ['dark', { theme: 'dark' }], ['greek', { language: 'el' }], ['phone', { size: phone, touch: true }], ['phone-greek-dark', { size: phone, touch: true, theme: 'dark', language: 'el' }]];
for (const [mode, how] of modes) {
  await shot(`home-${mode}`, how, home);
  await shot(`new-${mode}`, how, async (page) => { await page.goto(`${address}/new?game=gomoku`); await page.waitForSelector('.sheet'); });
  await shot(`about-${mode}`, { ...how, full: true }, async (page) => { await page.goto(`${address}/about`); await page.waitForSelector('.about-games section'); });
  for (const game of games) await shot(`play-${game}-${mode}`, how, play(game));
}
await browser.close();
