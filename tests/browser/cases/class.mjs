/* A class: its people enter by link or code, find each other, play and watch; the teacher has the table. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessible, fits } from '../lib/checks.mjs';
import { action, chooser, move, ready, until } from '../lib/play.mjs';
import { phone, scene, serverAway, shots } from '../lib/world.mjs';

/** A server with a class, and the addresses that it prints. */
async function school(own, title = 'Τάξη Α') {
  const server = await own.server(['--class', title]);
  const [, code] = /class#([0-9A-Z]{6})\n/.exec(server.said);
  const [, teacher] = /class#teacher=([\w-]{24})/.exec(server.said);
  return { server, code, teacher };
}

async function enter(page, address, name, button = 'Enter') {
  await page.goto(address);
  await page.locator('.class-enter input[name=name]').fill(name);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForSelector('.class-page');
}

const looked = async (page, name) => {
  await fits(page, name);
  await accessible(page, name);
  await page.screenshot({ path: join(shots, `class-${name}.png`) });
};

export default (it) => {
  scene(it, 'a class: enter, challenge, play, watch, results', async (own) => {
    const { server, code, teacher } = await school(own);
    const first = await own.person({ at: server });
    const anna = first.page;
    const second = await own.person({ at: server, size: phone, touch: true, language: 'el', settings: { atOnce: true } });
    const bruno = second.page;
    second.allowed.push(/status of 409/); /* a name that is taken */
    const third = await own.person({ at: server, theme: 'dark' });
    const carl = third.page;
    for (const { allowed } of [first, second, third]) allowed.push(serverAway); /* it is killed below */

    /* Anna has the link, Bruno types the code that he was told. */
    await anna.goto('/');
    await anna.locator('.served-row').getByRole('link', { name: 'Class' }).click();
    await anna.waitForSelector('.class-enter');
    await bruno.goto('/');
    await bruno.locator('.served-row a[href=class]').waitFor();
    await looked(bruno, 'home-phone');
    await anna.goto(`/class#${code}`);
    await anna.waitForSelector('.class-enter');
    assert.ok(!anna.url().includes('#'), 'the code leaves the address');
    assert.equal(await anna.locator('input[name=code]').inputValue(), code);
    await looked(anna, 'enter');
    await enter(anna, `/class#${code}`, 'Anna <b>');
    await bruno.goto('/class');
    await bruno.locator('input[name=name]').fill('anna <B>');
    await bruno.locator('input[name=code]').fill(code.toLowerCase().replace(/^(...)/, '$1 '));
    await bruno.getByRole('button', { name: 'Μπες', exact: true }).click();
    await bruno.locator('.problem', { hasText: 'υπάρχει ήδη' }).waitFor();
    await looked(bruno, 'enter-phone');
    await bruno.locator('input[name=name]').fill('Βρούνος');
    await bruno.getByRole('button', { name: 'Μπες', exact: true }).click();
    await bruno.waitForSelector('.class-page');
    await anna.locator('.folk', { hasText: 'Βρούνος' }).waitFor();

    /* The teacher opens the printed link and plays under a name, too. */
    await carl.goto(`/class#teacher=${teacher}`);
    await carl.waitForSelector('.class-teacher');
    assert.ok(!carl.url().includes(teacher));
    await looked(carl, 'teacher-dark');

    /* A challenge, which is accepted on the phone; both come to the game. */
    await anna.getByRole('button', { name: 'New challenge' }).click();
    await anna.waitForSelector('.sheet');
    await anna.locator('.sheet label:has(input[name=game][value=gomoku])').click();
    await anna.locator('.sheet label:has(input[name=side][value=first])').click();
    await anna.click('.sheet details.boxed > summary');
    await anna.locator('#option-size').fill('7');
    await anna.selectOption('#option-clock', { index: 3 });
    await looked(anna, 'challenge');
    await anna.getByRole('button', { name: 'Post the challenge' }).click();
    await anna.locator('.chals', { hasText: 'your challenge: waiting' }).waitFor();
    await bruno.locator('.chals li', { hasText: 'Anna' }).waitFor();
    await looked(bruno, 'lobby-phone');
    await bruno.getByRole('button', { name: /^Δέχομαι/ }).tap();
    for (const page of [anna, bruno]) await page.waitForURL(/\/g\//);
    const choose = chooser('class');
    await move(anna, choose);
    await move(bruno, choose, (page, cell) => page.locator(`[data-cell="${cell}"]`).tap());
    await until(anna, (now) => now.moves === 2);

    /* The teacher sees the board of the running game, live. */
    const live = carl.locator('.live', { hasText: 'Βρούνος' });
    await live.locator('.live-board svg.still').waitFor();
    await live.locator('.live-foot', { hasText: '2 moves' }).waitFor();
    await move(anna, choose);
    await live.locator('.live-foot', { hasText: '3 moves' }).waitFor();
    await looked(carl, 'lobby-dark');

    /* Bruno resigns: the table counts it; the download is safe for spreadsheets. */
    await action(bruno, 'Παραίτηση').tap();
    await bruno.locator('.say').getByRole('button', { name: 'Παραίτηση' }).tap();
    await until(anna, (now) => now.result === '1-0', 'the end');
    await bruno.goto('/class');
    await bruno.getByRole('button', { name: 'Αποτελέσματα', exact: true }).tap();
    await bruno.locator('.class-list', { hasText: '1–0' }).waitFor();
    await looked(bruno, 'results-phone');
    await carl.getByRole('button', { name: 'Results', exact: true }).click();
    await carl.locator('.class-table tr', { hasText: 'Anna' }).filter({ hasText: /1\s*1\s*1\s*0\s*0/ }).waitFor();
    await looked(carl, 'results-dark');
    const [file] = await Promise.all([
      carl.waitForEvent('download'), carl.getByRole('button', { name: 'Results as CSV' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'pessoi-results.csv');
    const csv = readFileSync(await file.path(), 'utf8');
    assert.match(csv, /^\uFEFFname,games,points,won,drawn,lost\r\nAnna <b>,1,1,1,0,0\r\nΒρούνος,1,0,0,0,1\r\n$/);

    /* The class survives a killed server; the rights too. */
    await server.kill();
    await server.start();
    await anna.goto('/class');
    await anna.locator('.folk', { hasText: 'Anna' }).waitFor();
    await carl.reload();
    await carl.waitForSelector('.class-teacher');
    await carl.getByRole('button', { name: 'Remove Βρούνος' }).click();
    await carl.locator('.class-ask').getByRole('button', { name: 'Remove' }).click();
    await carl.locator('.folk', { hasText: 'Βρούνος' }).waitFor({ state: 'detached' });
    await bruno.goto('/class');
    await bruno.waitForSelector('.class-enter');
  });

  scene(it, 'a class: by QR, and on another device', async (own) => {
    const { server, code } = await school(own, 'Chess club');
    const anna = (await own.person({ at: server })).page;
    const again = (await own.person({ at: server, size: phone, touch: true })).page;
    await enter(anna, `/class#${code}`, '=Anna');
    await anna.getByRole('button', { name: 'Invite' }).click();
    await anna.locator('.link-sheet svg.qr').waitFor();
    assert.equal(await anna.locator('.link-sheet input').inputValue(), `${server.origin}/class#${code}`);
    await looked(anna, 'invite');
    await anna.keyboard.press('Escape');
    await anna.getByRole('button', { name: 'My other device' }).click();
    const address = await anna.locator('.link-sheet input').inputValue();
    await again.goto(address);
    await again.locator('.class-head', { hasText: '=Anna' }).waitFor();
    assert.ok(!again.url().includes('#'));
    await again.getByRole('button', { name: 'Leave the class' }).tap();
    await looked(again, 'leave-phone');
    await again.locator('.class-ask').getByRole('button', { name: 'Leave the class' }).tap();
    await again.waitForSelector('.class-enter');
    await anna.waitForSelector('.class-enter, .link-sheet[open]');
  });

  scene(it, 'a server without a class says so', async (own) => {
    const person = await own.person();
    person.allowed.push(/status of 40[34]/);
    const asked = person.page.waitForResponse(/api\/1\/health/);
    await person.page.goto('/');
    await asked;
    await person.page.waitForSelector('.card');
    assert.equal(await person.page.locator('a[href=class], a[href="tournament/"]').count(), 0);
    await person.page.goto('/class');
    await person.page.getByText('There is no class here').waitFor();
  });
};
