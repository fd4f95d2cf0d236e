import { describe, expect, it } from 'vitest';
import { agentsOnly, differs, hear, myTurn, shownAbout, twoPeople } from '../src/game';
import { game, moved, position, word } from './fixtures';

const told = { game: game(), clockAt: 0 };

describe('hear', () => {
  it('takes a whole game as it is, without animation', () => {
    const news = hear(null, { is: 'game', ...game() }, 7);
    expect(news.told).toEqual({ game: game(), clockAt: 7 });
    expect(news.steps).toBeNull();
    expect(news.redraw).toBe(true);
  });
  it('adds a move and its sentence', () => {
    const news = hear(told, moved(), 7);
    expect(news.told!.game.event).toBe(4);
    expect(news.told!.game.played).toEqual([['a1', 0, word('Black places a1.')]]);
    expect(news.told!.game.position.ply).toBe(1);
    expect(news.told!.game.thinking).toBe(1);
    expect(news.steps).toHaveLength(1);
    expect(news.stale).toBe(false);
    expect(told.game.played).toEqual([]);
  });
  it('keeps what a computer computed, and shows it for players of the report', () => {
    const about = { value: -1, number: 14 };
    const played = hear(told, moved({ about, player: 1 }), 7).told!.game;
    expect(played.played[0]![3]).toEqual(about);
    const level = { ...played, seats: [{ who: 'person' }, { who: 'agent', level: 1 }] } as typeof played;
    const report = { ...played, seats: [{ who: 'person' }, { who: 'agent', report: true }] } as typeof played;
    expect(shownAbout(report, 0, 'report')).toEqual(about);
    expect(shownAbout(report, 0, 'off')).toBeNull();
    expect(shownAbout(level, 0, 'report')).toBeNull();
    expect(shownAbout(level, 0, 'all')).toEqual(about);
    const person = { ...played, seats: [{ who: 'agent' }, { who: 'person' }] } as typeof played;
    expect(shownAbout(person, 0, 'all')).toBeNull();
    expect(shownAbout(report, 5, 'all')).toBeNull();
  });
  it('hears nothing twice', () => {
    const once = hear(told, moved(), 7).told!;
    expect(hear(once, moved(), 9).told).toBe(once);
  });
  it('notices that something was missed', () => {
    expect(hear(told, moved({ event: 9, position: position({ ply: 5 }) }), 7).stale).toBe(true);
  });
  it('keeps the board when only the table changes', () => {
    const news = hear(
      told,
      {
        is: 'state', id: 'x', event: 4, clock: null, offer: { what: 'draw', player: 1 }, undo: false, redo: false,
        free: [], next: null, seats: told.game.seats, pace_ms: null, thinking: null,
        agreed: true,
      },
      7,
    );
    expect(news.told!.game.offer).toEqual({ what: 'draw', player: 1 });
    expect(news.told!.game.position).toBe(told.game.position);
    expect(news.redraw).toBe(false);
  });
  it('lets two people ask for help only while both agree', () => {
    const two = game({ event: 3, seats: [{ who: 'person' }, { who: 'person' }], mine: [0], agreed: false, hints: false });
    const state = (agreed: boolean, seats = two.seats) => ({
      is: 'state' as const, id: 'x', event: 4, clock: null, offer: null, undo: false, redo: false, free: [], next: null,
      seats, pace_ms: null, thinking: null, agreed,
    });
    const people = { ...told, game: two };
    const on = hear(people, state(true), 7).told!;
    expect(on.game).toMatchObject({ hints: true, agreed: true });
    expect(differs(people.game, on.game)).toBe(true);
    expect(hear(on, state(false), 8).told!.game).toMatchObject({ hints: false, agreed: false });
    const alone = { ...told, game: game({ seats: [{ who: 'person' }, { who: 'agent' }], mine: [0], hints: true }) };
    expect(hear(alone, state(false, alone.game.seats), 8).told!.game.hints).toBe(true);
  });
  it('takes an offer away when a move is made', () => {
    const offered = { ...told, game: game({ offer: { what: 'draw', player: 1 } }) };
    expect(hear(offered, moved(), 7).told!.game.offer).toBeNull();
  });
  it('is not disturbed by other games, or by a game it does not know', () => {
    expect(hear(told, moved({ id: 'other' }), 7).told).toBe(told);
    expect(hear(null, moved(), 7).told).toBeNull();
  });
  it('animates a move that comes as a whole game, and no undo', () => {
    const next = game({ event: 9, position: position({ ply: 1 }), steps: moved().steps });
    expect(hear(told, { is: 'game', ...next }, 7).steps).toHaveLength(1);
    expect(hear({ game: next, clockAt: 0 }, { is: 'game', ...game({ event: 10 }) }, 7).steps).toBeNull();
  });
  it('says who thinks, but not after the end', () => {
    expect(hear(told, { is: 'thinking', id: 'x', player: 1, ms: 0 }, 7).told!.game.thinking).toBe(1);
    const over = { game: game({ position: position({ result: '1-0', turn: null }) }), clockAt: 0 };
    expect(hear(over, { is: 'thinking', id: 'x', player: 1, ms: 0 }, 7).told).toBe(over);
  });
});

it('tells what people see from what they do not', () => {
  expect(differs(game(), game({ thinking: 1, undo: true, pace_ms: 0, event: 9 }))).toBe(false);
  expect(differs(game(), game({ offer: { what: 'draw', player: 1 } }))).toBe(true);
  expect(differs(game({ free: [1] }), game())).toBe(true);
});

it('knows who sits there', () => {
  expect(myTurn(game())).toBe(true);
  expect(myTurn(game({ mine: [1] }))).toBe(false);
  expect(myTurn(game({ position: position({ result: '1-0' }) }))).toBe(false);
  expect(twoPeople(game({ seats: [{ who: 'person' }, { who: 'person' }] }))).toBe(true);
  expect(twoPeople(game({ seats: [{ who: 'person' }, { who: 'person' }], mine: [0, 1] }))).toBe(false);
  expect(agentsOnly(game({ seats: [{ who: 'agent' }, { who: 'agent' }] }))).toBe(true);
});
