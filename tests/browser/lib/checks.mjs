/* Checks for every page in every state. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** axe-core finds nothing. */
export async function accessible(page, what) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, {
    resultTypes: ['violations'], preload: location.protocol !== 'file:', /* no page may read other files of the disk */
  }));
  assert.deepEqual(
    violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`),
    [], `${what}: axe-core`,
  );
}

/** Nothing is wider than the window or its scrolling box, no label is cut off, and every control is
 * large enough for a finger. */
export async function fits(page, what) {
  const { wide, small, cut } = await page.evaluate(() => {
    const least = 43.5; /* 44, less rounding */
    const shown = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !node.closest('[inert], .skip');
    /* A field inside a label is pressed by its label. */
    const targets = [...document.querySelectorAll('a, button, select, summary, input, textarea')]
      .map((node) => (node.matches('input') && node.closest('label')) || node)
      .filter((node) => shown(node));
    /* Overflow: boxes that scroll sideways, and words that end in dots. Allowed for names of people,
     * and for the row of games and the tables on a phone, which are made to be swiped. */
    const longer = (node) => {
      const { overflowX, textOverflow } = getComputedStyle(node);
      if (overflowX === 'auto' || overflowX === 'scroll') return node.scrollWidth > node.clientWidth;
      if (textOverflow !== 'ellipsis') return false;
      const words = document.createRange();
      words.selectNodeContents(node);
      return words.getBoundingClientRect().width > node.getBoundingClientRect().width + 0.1;
    };
    const cut = [...document.querySelectorAll('body *:not(svg, svg *)')].filter(
      (node) => node.clientWidth > 0 && shown(node) && !node.closest('.who, .vh, .game-opts, .xscroll, bdi') && longer(node),
    );
    return {
      cut: cut.map((node) => `${node.tagName}.${node.className} "${node.textContent.slice(0, 30)}" ${node.scrollWidth} in ${node.clientWidth}`),
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      small: [...new Set(targets)]
        .map((node) => [node, node.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && (width < least || height < least))
        .map(([node, { width, height }]) => `${node.tagName}.${node.className} "${node.textContent.slice(0, 20)}" ${Math.round(width)}x${Math.round(height)}`),
    };
  });
  assert.equal(wide, 0, `${what}: ${wide} px too wide`);
  assert.deepEqual(cut, [], `${what}: wider than their places`);
  assert.deepEqual(small, [], `${what}: targets under 44 px`);
}

/** Everything on a page that can be read or heard. */
export const texts = (page) =>
  page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent.closest('script, style, noscript, [data-sprite], kbd, body [lang]') || !walker.currentNode.data.trim()) continue;
      found.push(walker.currentNode.data.trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
      for (const node of document.querySelectorAll(`[${name}]`))
        if (!node.closest('body [lang]')) found.push(node.getAttribute(name));
    found.push(document.title);
    return found;
  });
