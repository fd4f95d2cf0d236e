/* Takes the pictures of the README from a running server:
 *
 *     build/pessoi serve --port 8090 --db :memory: --max-games 100 &
 *     node dev/pictures.mjs http://127.0.0.1:8090 ../docs/pictures
 *
 * Two levels play each game up to a given ply, unless its moves are given; then a person takes a
 * seat. */
import { chromium } from 'playwright-core';

const [, , base, folder] = process.argv;

const pictures = [
  { file: 'web-gomoku.jpg', game: 'gomoku', plies: 26, width: 1280, height: 800 },
  { file: 'web-abalone.jpg', game: 'abalone', plies: 44, width: 1280, height: 800, theme: 'dark' },
  { file: 'web-boats.jpg', game: 'boats', variant: 'start=base', moves: 'R L R L R L +4 +6', width: 1280, height: 800 },
  { file: 'web-proximity-phone.jpg', game: 'proximity', plies: 56, width: 360, height: 740, language: 'el' },
  { file: 'web-crush-phone.jpg', game: 'crush', plies: 12, width: 360, height: 740 },
  {
    file: 'web-boats-phone.jpg', game: 'boats', variant: 'start=base', moves: 'R L R L R L +4 +6', width: 360,
    height: 740, theme: 'dark', language: 'el',
  },
];

async function ask(path, body) {
  const answer = await fetch(base + path, body && {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return path.endsWith('/record') ? answer.text() : answer.json();
}

/** Lets two levels play and returns the moves, including those of chance, up to this many plies. */
async function opening(page, { game, variant = '', plies, moves: given }) {
  if (given) return { moves: given, position: 'startpos' };
  const seats = [{ who: 'agent', agent: 'level:n=6' }, { who: 'agent', agent: 'level:n=6' }];
  const { id } = await ask('/api/1/play', { game, variant, seats, pace_ms: 0, seed: 5 });
  await page.goto(`${base}/g/${id}`);
  for (;;) {
    const now = await ask(`/api/1/play/${id}`);
    if (now.played.length >= plies || now.position.result !== null) break;
    await new Promise((go) => setTimeout(go, 200));
  }
  const record = await ask(`/api/1/play/${id}/record`);
  const tags = Object.fromEntries([...record.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map((m) => [m[1], m[2]]));
  const tokens = record.split('\n\n')[1]
    .replace(/\{[^}]*\}/g, '')
    .split(/\s+/)
    .filter((t) => t && !/^(\d+\.+|\*|[01]-[01]|1\/2-1\/2)$/.test(t));
  const moves = [];
  let made = 0;
  for (const token of tokens) {
    if (!token.startsWith('#') && ++made > plies) break;
    moves.push(token);
  }
  return { moves: moves.join(' '), position: tags.Position ?? 'startpos' };
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const picture of pictures) {
  const { game, variant = '', width, height, theme = 'light', language = 'en' } = picture;
  const phone = width < 500;
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: theme, hasTouch: phone, isMobile: phone,
    deviceScaleFactor: phone ? 2 : 1, locale: language === 'el' ? 'el-GR' : 'en-GB', reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const { moves, position } = await opening(page, picture);
  const seats = [{ who: 'me' }, { who: 'agent', agent: game === 'boats' ? 'level:n=2' : 'level:n=4' }];
  const made = await ask('/api/1/play', { game, variant, seats, moves, position, seed: 5 });
  await page.goto(`${base}/about`); /* a page that follows no game, so that the application does not write the storage */
  await page.evaluate((own) => localStorage.setItem('pessoi.games', JSON.stringify([own])), {
    id: made.id, keys: made.keys, game, seen: Date.now(), over: false, turn: 0, mine: [0], moves: 0,
  });
  await page.goto(`${base}/g/${made.id}`);
  await page.waitForSelector('.player.on');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${folder}/${picture.file}`, type: 'jpeg', quality: 86 });
  await context.close();
}
await browser.close();
