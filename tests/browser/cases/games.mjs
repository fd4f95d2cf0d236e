/* A complete game of each kind against an agent, by clicks. */
import assert from 'node:assert/strict';
import { begin, chooser, finish, look } from '../lib/play.mjs';
import { long, scene } from '../lib/world.mjs';

/* Boards and goals that end soon, whatever is played; but a cascade in Crush may take thirty tiles at once. */
const short = {
  gomoku: { options: { size: '6' }, level: 1 },
  abalone: { options: { eject: '1', plies: '60' }, level: 3 },
  proximity: { options: { columns: '4', rows: '4' }, level: 1 },
  crush: { options: { limit: '60' }, level: 2 },
  boats: { options: { columns: '3', plies: '40' }, level: 1, side: 'second' },
};
const whole = {
  gomoku: { level: 1 }, abalone: { level: 4 }, proximity: { level: 1 }, crush: { level: 4 }, boats: { level: 3 },
};

export default (it) => {
  for (const [game, how] of Object.entries(long ? whole : short))
    scene(it, `${game}: a game by clicking`, async (own) => {
      /* Crush and Boats with animations, the others without. */
      const { page } = await own.person({ motion: game === 'crush' || game === 'boats', settings: { motion: 0.5 } });
      await begin(page, game, how);
      const end = await finish(page, chooser(game));
      assert.match(end.result, /^(1-0|0-1|1\/2-1\/2)$/);
      assert.ok(end.moves > 2, 'a game has moves');
      assert.notEqual(end.said, '');
      assert.equal((await look(page)).lit.length, 0, 'nothing can be played any more');
      await page.locator('.say').getByRole('button', { name: 'Rematch' }).waitFor();
    }, long ? 1_200_000 : undefined);
};
