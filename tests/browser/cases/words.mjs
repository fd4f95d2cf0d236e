/* Everything a person can choose has a name in words, and a first game starts with good choices. */
import assert from 'node:assert/strict';
import { fits } from '../lib/checks.mjs';
import { begin } from '../lib/play.mjs';
import { laptop, long, phone, scene, shared } from '../lib/world.mjs';

const languages = long ? ['en', 'el'] : ['el'];
/** What looks like an option as programs write it. */
const raw = /[a-z-]+=[a-z0-9]/;

const catalogue = () => shared().get('/api/1/games');
const gameOf = async (page) => shared().get(`/api/1/play/${new URL(page.url()).pathname.split('/').pop()}`);
const pick = (page, name, value) => page.locator(`.sheet label:has(input[name=${name}][value=${value}])`).click();

/** The words of an option field: its label, and the choices it has. */
const fieldWords = (page, id) =>
  page.locator(`#${id}`).evaluate((node) => ({
    label: document.querySelector(`label[for="${node.id}"]`).textContent,
    choices: [...node.querySelectorAll('option')].map((option) => option.textContent),
  }));

const wordsOf = ({ title, choice_titles: titles = [] }, language) => ({
  label: title[language], choices: titles.map((word) => word[language]),
});

async function started(page) {
  await page.waitForURL(/\/g\//);
  await page.waitForSelector('[role=grid]');
}

async function openSheet(page, game) {
  await page.goto(`/new?game=${game}`);
  await page.waitForSelector(`.sheet input[name=game][value=${game}]:checked`, { state: 'attached' });
}

export default (it) => {
  for (const language of languages) {
    scene(it, `options are named in words: ${language}`, async (own) => {
      const { page } = await own.person({ language });
      for (const game of await catalogue()) {
        await openSheet(page, game.name);
        await page.click('.sheet details.boxed > summary');
        for (const option of game.options)
          assert.deepEqual(await fieldWords(page, `option-${option.key}`), wordsOf(option, language));
        assert.doesNotMatch(await page.locator('.sheet').innerText(), raw, game.name);
      }
    });

    scene(it, `agents are named in words: ${language}`, async (own) => {
      const { page } = await own.person({ language });
      for (const game of await catalogue()) {
        await openSheet(page, game.name);
        await pick(page, 'opponent', 'watch');
        const listed = await page.locator('.sheet select').first().locator('option').allTextContents();
        assert.deepEqual(listed.slice(game.levels.length), game.agents.map(({ title }) => title[language]));
        await pick(page, 'opponent', 'report');
        for (const agent of game.agents.filter(({ kind }) => kind === 'report')) {
          await pick(page, 'report', agent.name);
          const label = page.locator(`.sheet label:has(input[name=report][value=${agent.name}]) span`);
          assert.equal(await label.textContent(), agent.title[language] + agent.help[language]);
          for (const option of agent.options.filter(({ max = 0 }) => max <= 1000))
            assert.deepEqual(await fieldWords(page, `agent-${option.key}`), wordsOf(option, language));
          assert.equal(await page.locator('.sheet [id^=agent-nodes]').count(), 0, 'a number nobody steps through');
        }
        assert.doesNotMatch(await page.locator('.sheet').innerText(), raw, game.name);
      }
    });

    scene(it, `the page of a game says its variant in words: ${language}`, async (own) => {
      const { page } = await own.person({ language });
      await begin(page, 'gomoku', { options: { size: '9', rule: 'renju' } });
      const said = { en: 'Board size: 9 · Rule: renju', el: 'Μέγεθος ταμπλό: 9 · Κανόνας: renju' };
      await page.locator('.setup summary', { hasText: said[language] }).waitFor();
      assert.equal((await gameOf(page)).variant, 'size=9,rule=renju');
    });

    scene(it, `players of the report are one touch from the card: ${language}`, async (own) => {
      const all = await catalogue();
      const { page } = await own.person({ language, size: phone, touch: true });
      await page.goto('/');
      await page.waitForSelector('.card');
      for (const { name, agents } of all) {
        const shown = page.locator(`.card:has([data-play=${name}]) [data-against]`);
        const expected = agents.filter(({ kind }) => kind === 'report');
        assert.deepEqual(await shown.allTextContents(), expected.map(({ title }) => title[language]));
        for (const [i, { help }] of expected.entries())
          assert.equal(await shown.nth(i).getAttribute('title'), help[language]);
      }
      await fits(page, 'home');
      await page.locator('[data-against=forward]').tap();
      await started(page);
      const { seats, variant, mine } = await gameOf(page);
      assert.deepEqual([seats[1].agent, seats[1].title[language], variant], ['forward', 'Forward Boat', 'rule=ko']);
      assert.deepEqual(mine, [], 'a spectator holds no seat');
      await page.locator('.player', { hasText: 'Forward Boat' }).waitFor();
    });

    scene(it, `a player of the report takes options: ${language}`, async (own) => {
      const { page } = await own.person({ language, size: phone, touch: true });
      await openSheet(page, 'boats');
      await pick(page, 'opponent', 'report');
      await pick(page, 'report', 'minimax');
      await page.fill('#agent-depth', '6');
      await page.selectOption('#agent-model', 'free');
      await fits(page, 'the sheet with the options of a player');
      await page.click('.sheet button[type=submit]');
      await started(page);
      const [, { agent, title }] = (await gameOf(page)).seats;
      assert.equal(agent, 'minimax:depth=6,model=free');
      const said = {
        en: 'MiniMax Boat · Search depth: 6 · Thinks by the rule: free',
        el: 'MiniMax Boat · Βάθος αναζήτησης: 6 · Σκέφτεται με τον κανόνα: ελεύθερος',
      };
      assert.equal(title[language], said[language]);
    });

    scene(it, `a first game starts with the usual choices: ${language}`, async (own) => {
      for (const { name, usual, options } of await catalogue()) {
        const { page } = await own.person({ language, size: laptop });
        await page.goto('/');
        await page.click(`[data-play=${name}]`);
        await started(page);
        const { variant, seats } = await gameOf(page);
        assert.deepEqual([variant, seats[1].level], [usual.variant, usual.level], name);
        await openSheet(page, name);
        assert.equal(await page.locator('.sheet input[type=range]').inputValue(), String(usual.level));
        for (const item of usual.variant.split(',').filter(Boolean)) {
          const [key, value] = item.split('=');
          const option = options.find((o) => o.key === key);
          const words = `${option.title[language]}: ${option.choice_titles[option.choices.indexOf(value)][language]}`;
          await page.locator('.sheet details.boxed > summary', { hasText: words }).waitFor();
          await page.click('.sheet details.boxed > summary');
          assert.equal(await page.locator(`#option-${key}`).inputValue(), value);
        }
      }
    });
  }

  scene(it, 'the level that was played last comes again', async (own) => {
    const { page } = await own.person();
    await begin(page, 'gomoku', { level: 5 });
    await page.goto('/');
    await page.click('[data-play=gomoku]');
    await started(page);
    assert.equal((await gameOf(page)).seats[1].level, 5);
  });

  scene(it, 'the usual variant can be changed back', async (own) => {
    const { page } = await own.person();
    await begin(page, 'boats', { options: { rule: 'free' } });
    assert.equal((await gameOf(page)).variant, '');
  });
};
