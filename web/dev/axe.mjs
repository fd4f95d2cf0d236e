/* axe-core over every page and state, both languages and themes: node dev/axe.mjs ADDRESS [name ..].
 * Ends with 1 if anything is found. */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [address, ...only] = process.argv.slice(2);
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'] });
let found = 0;

async function check(name, page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const small = await page.evaluate(() => [...document.querySelectorAll('button,a,select,summary,input:not([type=radio])')]
    .filter((n) => { const r = n.getBoundingClientRect(); return r.width > 0 && getComputedStyle(n).visibility !== 'hidden' && !n.closest('.skip') && !n.closest('label') && (r.height < 43.5 || r.width < 43.5) && !n.matches('.skip'); })
    .map((n) => `${n.className || n.tagName} ${n.textContent.slice(0, 20)} ${Math.round(n.getBoundingClientRect().width)}x${Math.round(n.getBoundingClientRect().height)}`));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (const v of violations) {
    found++;
    console.log(`${name}: ${v.id}: ${v.help} (${v.nodes.length}) ${v.nodes.slice(0, 2).map((n) => n.html.slice(0, 140) + ' ' + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? '')).join(' | ')}`);
  }
  if (wide > 0) { found++; console.log(`${name}: ${wide}px too wide`); }
  if (small.length > 0) { found++; console.log(`${name}: small targets: ${small.slice(0, 6).join('; ')}`); }
}

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 640 } };
for (const language of ['en', 'el'])
  for (const theme of ['light', 'dark'])
    for (const [size, viewport] of Object.entries(sizes)) {
      const tag = `${language} ${theme} ${size}`;
      const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
      await context.addInitScript(([language, theme]) => { if (!localStorage.getItem('pessoi.settings')) localStorage.setItem('pessoi.settings', JSON.stringify({ language, theme })); }, [language, theme]);
      const page = await context.newPage();
      page.on('pageerror', (e) => { found++; console.log(`${tag}: ${e.message}`); });
      const visit = async (name, act) => {
        if (only.length > 0 && !only.some((part) => name.includes(part))) return;
        try { await act(); await page.waitForTimeout(300); await check(`${tag} ${name}`, page); } catch (error) { found++; console.log(`${tag} ${name}: ${error.message.split('\n')[0]}`); }
      };
      for (const game of ['gomoku', 'abalone', 'proximity', 'crush', 'boats'])
        await visit(`play ${game}`, async () => { await page.goto(address); await page.click(`[data-play=${game}]`); await page.waitForSelector('[role=grid]'); });
      await visit('play move, hint and menu', async () => {
        await page.goto(address); await page.click('[data-play=gomoku]'); await page.waitForSelector('[data-legal]');
        await page.click('[data-label=h8]'); await page.waitForFunction(() => document.querySelectorAll('.movelist li').length > 0 || document.querySelector('.fold.moves:not([open])')); await page.waitForSelector('[data-legal]', { timeout: 20000 });
        await page.keyboard.press('Alt+h'); await page.waitForSelector('.ladder', { timeout: 20000 }); await page.click('.more-menu > button');
      });
      await visit('resign asked', async () => { await page.keyboard.press('Escape'); await page.keyboard.press('Escape'); await page.click('.actions button:has-text("Resign"), .actions button:has-text("Παραίτηση")'); });
      await visit('setup open', async () => { await page.keyboard.press('Escape'); await page.click('.fold.setup > summary'); });
      await visit('looking back', async () => { await page.click('.fold.setup > summary'); await page.keyboard.press(','); await page.waitForSelector('.back-note'); });
      await visit('home', async () => { await page.goto(address); await page.waitForSelector('.cont'); });
      for (const opponent of ['level', 'report', 'link', 'watch', 'here'])
        await visit(`new ${opponent}`, async () => { await page.goto(`${address}/new?game=gomoku`); await page.waitForSelector('.sheet'); await page.check(`input[value=${opponent}]`, { force: true }); await page.click('.boxed summary'); });
      await visit('watch', async () => { await page.goto(`${address}/new?watch=1`); await page.waitForSelector('.sheet'); await page.click('.sheet .btn[type=submit]'); await page.waitForSelector('.watching'); });
      await visit('invite', async () => { await page.goto(`${address}/new`); await page.check('input[value=link]', { force: true }); await page.click('.sheet .btn[type=submit]'); await page.waitForSelector('.invite'); });
      await visit('about', async () => { await page.goto(`${address}/about`); await page.waitForSelector('.about-games section'); });
      await visit('missing', async () => { await page.goto(address); await page.evaluate(() => { history.pushState(null, '', '/nothing'); dispatchEvent(new PopStateEvent('popstate')); }); await page.waitForSelector('.message'); });
      await visit('no game', async () => { await page.goto(`${address}/g/AAAAAAAAAAAAAAAA`); await page.waitForSelector('.message'); });
      await context.close();
    }
await browser.close();
console.log(found === 0 ? 'nothing found' : `${found} found`);
process.exit(found === 0 ? 0 : 1);
