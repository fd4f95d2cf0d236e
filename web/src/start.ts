/* Starting a game: request it, store its keys, go to its page. */
import { makeGame, type AgentInfo, type GameInfo, type Wish } from './api';
import { go } from './router';
import { keepGame, settings } from './settings';

export async function start(wish: Wish): Promise<void> {
  const made = await makeGame(wish);
  keepGame({ id: made.id, keys: made.keys, game: wish.game });
  go(`g/${made.id}`);
}

/** The default level: the one last played, or the game's. */
export function usualLevel(game: GameInfo): number {
  const last = settings.get().level[game.name];
  return Math.max(1, Math.min(game.levels.length, last ?? game.usual.level ?? 1));
}

/** The players of the report that the game began as. */
export const reportPlayers = (game: GameInfo): AgentInfo[] => game.agents.filter((agent) => agent.kind === 'report');

/** A game with default choices, moving first: against this agent, or the default level, or the first agent. */
export function usualWish(game: GameInfo, against?: AgentInfo): Wish {
  const agent = against?.name ?? game.levels[usualLevel(game) - 1]?.agent ?? game.agents[0]?.name ?? 'random';
  const { name } = settings.get();
  const { variant } = game.usual;
  return {
    game: game.name,
    seats: [name ? { who: 'me', name } : { who: 'me' }, { who: 'agent', agent }],
    ...(variant ? { variant } : {}),
  };
}
