/* Starting a game: request it, store its keys, go to its page. */
import { makeGame, type GameInfo, type Wish } from './api';
import { go } from './router';
import { keepGame, settings } from './settings';

export async function start(wish: Wish): Promise<void> {
  const made = await makeGame(wish);
  keepGame({ id: made.id, keys: made.keys, game: wish.game });
  go(`g/${made.id}`);
}

/** The default level: the one last played, or the third. */
export function usualLevel(game: GameInfo): number {
  const last = settings.get().level[game.name];
  return Math.max(1, Math.min(game.levels.length, last ?? 3));
}

/** A game with default choices: against the default level, or the first agent, moving first. */
export function usualWish(game: GameInfo): Wish {
  const agent = game.levels[usualLevel(game) - 1]?.agent ?? game.agents[0]?.name ?? 'random';
  const { name } = settings.get();
  return { game: game.name, seats: [name ? { who: 'me', name } : { who: 'me' }, { who: 'agent', agent }] };
}
