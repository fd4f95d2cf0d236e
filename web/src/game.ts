/* The state of a followed game, computed from the server's messages by pure functions. The messages
 * contain all of it, so that a reload or a lost connection loses nothing. */
import type { About, Game, ServerMessage, Step } from './api';

export interface Told {
  game: Game;
  /** When its clock arrived, by performance.now(). */
  clockAt: number;
}

/** What changed, for animation and the spoken line. */
export interface News {
  told: Told | null;
  /** The move that was just made, to animate. */
  steps: Step[] | null;
  /** The board must be drawn again without animation. */
  redraw: boolean;
  /** The message does not match the state: request the whole game. */
  stale: boolean;
}

const nothing = (told: Told | null): News => ({ told, steps: null, redraw: false, stale: false });

export function hear(told: Told | null, message: ServerMessage, now: number): News {
  switch (message.is) {
    case 'game': {
      const { is: _is, re: _re, ...game } = message;
      /* A move and its steps may come as a whole game, too (an undo has no steps). */
      const next = told !== null && told.game.id === game.id && game.position.ply === told.game.position.ply + 1;
      return {
        told: { game, clockAt: now },
        steps: next && game.steps.length > 0 ? game.steps : null,
        redraw: true,
        stale: false,
      };
    }
    case 'moved': {
      if (!told || message.id !== told.game.id) return nothing(told);
      if (message.event <= told.game.event) return nothing(told); /* received before */
      const { event, position, clock, undo, redo, thinking } = message;
      const game: Game = {
        ...told.game, event, position, clock, undo, redo, thinking,
        steps: message.steps,
        played: [
          ...told.game.played,
          message.about
            ? [message.move, message.player, message.said, message.about]
            : [message.move, message.player, message.said],
        ],
        offer: null,
      };
      const stale = position.ply !== told.game.position.ply + 1;
      return { told: { game, clockAt: now }, steps: message.steps, redraw: true, stale };
    }
    case 'state': {
      if (!told || message.id !== told.game.id) return nothing(told);
      const { event, clock, offer, undo, redo, free, next, seats, pace_ms, thinking, agreed } = message;
      const game: Game = {
        ...told.game, clock, offer, undo, redo, free, next, seats, pace_ms, thinking, agreed,
        hints: twoPeople(told.game) ? agreed : told.game.hints,
        event: Math.max(event, told.game.event),
      };
      return nothing({ game, clockAt: now });
    }
    case 'thinking': {
      if (!told || message.id !== told.game.id || told.game.position.result !== null) return nothing(told);
      return nothing({ ...told, game: { ...told.game, thinking: message.player } });
    }
    default:
      return nothing(told);
  }
}

/** Whose computed values of moves are shown: of the players of the game's report, of all computers, of none. */
export type ShowValues = 'report' | 'all' | 'off';

/** What to show about the move with this index; null: nothing. */
export function shownAbout(game: Game, index: number, show: ShowValues): About | null {
  const played = game.played[index];
  const seat = played && game.seats[played[1] as 0 | 1];
  if (!played?.[3] || seat?.who !== 'agent' || show === 'off') return null;
  return show === 'all' || seat.report ? played[3] : null;
}

/** Whether people see a difference that is not on the board: offers, seats, a rematch, consent to hints. */
export function differs(before: Game, after: Game): boolean {
  const seen = ({ offer, free, next, seats, agreed }: Game) => JSON.stringify([offer, free, next, seats, agreed]);
  return seen(before) !== seen(after);
}

/** The kinds of players of a game. */
export const agentsOnly = (game: Game): boolean => game.seats.every((seat) => seat.who === 'agent');
export const twoPeople = (game: Game): boolean =>
  game.seats.every((seat) => seat.who === 'person') && game.mine.length < 2;
/** Hints, threats and chances: between two people only while both agree, or when it is over. */
export const mayAsk = (game: Game): boolean => game.hints || game.position.result !== null;
export const myTurn = (game: Game): boolean =>
  game.position.result === null && game.position.turn !== null && game.mine.includes(game.position.turn);
