/* Tests in a real browser: node --test-reporter=tap run.mjs [--test-name-pattern=..]
 *
 *   PESSOI    the program (default: pessoi)        CHROMIUM  the browser (default: /usr/bin/chromium)
 *   SHOTS     where pictures go (default: shots)   LONG=1    whole games instead of short ones
 *   ONLY      a pattern: cases whose names match it
 *   SITE_DEMO the program that writes the pages of a tournament (site_demo.c)
 *
 * Three cases run at a time: one draws while the others wait. */
import { after, before, describe, it } from 'node:test';
import analysis from './cases/analysis.mjs';
import drag from './cases/drag.mjs';
import live from './cases/live.mjs';
import classroom from './cases/class.mjs';
import games from './cases/games.mjs';
import input from './cases/input.mjs';
import lesson from './cases/lesson.mjs';
import lost from './cases/lost.mjs';
import pages from './cases/pages.mjs';
import people from './cases/people.mjs';
import players from './cases/players.mjs';
import play from './cases/play.mjs';
import prefix from './cases/prefix.mjs';
import review from './cases/review.mjs';
import rules from './cases/rules.mjs';
import site from './cases/site.mjs';
import study from './cases/study.mjs';
import table from './cases/table.mjs';
import tournament from './cases/tournament.mjs';
import words from './cases/words.mjs';
import { endWorld, startWorld } from './lib/world.mjs';

const only = new RegExp(process.env.ONLY ?? '');
const some = (name, ...rest) => only.test(name) && it(name, ...rest);

describe('browser', { concurrency: 3 }, () => {
  before(startWorld);
  after(endWorld);
  const all = [
    pages, games, input, drag, people, classroom, live, lost, table, play, players, rules, lesson, review, analysis, study,
    site, prefix, words, tournament,
  ];
  for (const cases of all) cases(some);
});
