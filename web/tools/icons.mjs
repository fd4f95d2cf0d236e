/* Draws the PNG icons from icon.svg with Chromium: node tools/icons.mjs. They are committed. */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const folder = new URL('../public/icons/', import.meta.url).pathname;
const svg = readFileSync(`${folder}icon.svg`, 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();

async function draw(name, size, picture) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;background:none}svg{display:block;width:${size}px;height:${size}px}</style>${picture}`,
  );
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
}

/* A mask may cut a fifth of every side: the picture shrinks, its ground fills the square. */
const maskable = svg
  .replace('rx="112"', '')
  .replace(
    /(<rect[^>]*>)([\s\S]*)(<\/svg>)/,
    '$1<g transform="translate(256 256) scale(.78) translate(-256 -256)">$2</g>$3',
  );
await draw('icon-192', 192, svg);
await draw('icon-512', 512, svg);
await draw('maskable-512', 512, maskable);
await browser.close();
