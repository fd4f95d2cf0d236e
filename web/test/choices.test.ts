import { describe, expect, it } from 'vitest';
import type { AgentInfo, GameInfo, GameOption, Word } from '../src/api';
import { freshChoices, headline, settableOptions, wishOf, type Choices } from '../src/pages/choices';
import { usualLevel, usualWish } from '../src/start';
import { agentText, readVariant, valueWords, variantText, variantWords } from '../src/variant';
import { speech } from '../src/words';

const word = (en: string, el = en): Word => ({ en, el });
const whole = (key: string, title: Word, value: string, max: number): GameOption => ({
  key, title, kind: 'int', default: value, min: 1, max, help: word(''),
});
const size = whole('size', word('Board size', 'Μέγεθος ταμπλό'), '15', 20);
const rule: GameOption = {
  key: 'rule', title: word('Rule', 'Κανόνας'), kind: 'choice', default: 'free', choices: ['free', 'ko'],
  choice_titles: [word('free', 'ελεύθερος'), word('no reversing', 'χωρίς αντιστροφή')], help: word(''),
};
const folder: GameOption = { key: 'folder', title: word('Folder'), kind: 'text', default: '-', help: word('') };
const options = [size, rule];

describe('variants', () => {
  it('have only what differs', () => {
    expect(variantText(options, { size: '15' })).toBe('');
    expect(variantText(options, { size: '9', rule: 'ko' })).toBe('size=9,rule=ko');
    expect(agentText('mcts', options, { size: '9' })).toBe('mcts:size=9');
  });
  it('are read again', () => {
    expect(readVariant('')).toEqual({});
    expect(readVariant('size=9,rule=ko')).toEqual({ size: '9', rule: 'ko' });
  });
  it('are said in words', () => {
    expect(variantWords(options, { size: '9', rule: 'ko' }, speech('en'))).toBe('Board size: 9 · Rule: no reversing');
    expect(variantWords(options, { rule: 'ko' }, speech('el'))).toBe('Κανόνας: χωρίς αντιστροφή');
    expect(variantWords(options, { rule: 'free' }, speech('el'))).toBe('');
  });
  it('are said as they are where no words are known', () => {
    expect(valueWords({ ...rule, choice_titles: undefined }, 'ko', speech('el'))).toBe('ko');
    expect(valueWords(size, '9', speech('el'))).toBe('9');
  });
});

const report: AgentInfo = {
  name: 'minimax', title: word('MiniMax Boat'), help: word('looks ahead'), kind: 'report',
  options: [whole('depth', word('Depth'), '4', 20), whole('nodes', word('Positions'), '1', 1e12), rule, folder],
};
const level = (n: number) => ({ agent: `level:n=${n}`, title: word(`${n}`), sees: word('') });
const game: GameInfo = {
  name: 'lake', title: word('Lake', 'Λίμνη'), goal: word(''), how_to_move: word(''), look: 'lake',
  players: [{ name: 'red', title: word('Red') }, { name: 'green', title: word('Green') }], chance: false, lesson: 0, puzzles: false, variant: '',
  usual: { level: 2, variant: 'rule=ko' }, options, levels: [1, 2, 3].map(level),
  agents: [{ ...report, name: 'random', kind: 'other' }, report],
};

describe('a first game', () => {
  it('has the usual level and variant', () => {
    expect(usualLevel(game)).toBe(2);
    expect(usualWish(game)).toEqual({
      game: 'lake', variant: 'rule=ko', seats: [{ who: 'me' }, { who: 'agent', agent: 'level:n=2' }],
    });
  });
  it('may be against a player of the report', () => {
    expect(usualWish(game, report).seats[1]).toEqual({ who: 'agent', agent: 'minimax' });
  });
  it('has no variant where the game has no usual one', () => {
    expect(usualWish({ ...game, usual: { level: null, variant: '' } })).not.toHaveProperty('variant');
  });
});

describe('the sheet', () => {
  const choices = (some: Partial<Choices>): Choices => ({ ...freshChoices(game, 'report', ''), ...some });
  it('starts with the usual variant', () => expect(wishOf(game, choices({}), () => 0).variant).toBe('rule=ko'));
  it('lets the variant be the default', () => {
    expect(wishOf(game, choices({ options: { rule: 'free' } }), () => 0)).not.toHaveProperty('variant');
  });
  it('sends the options of the player', () => {
    const wish = wishOf(game, choices({ reportOptions: { depth: '6', rule: 'ko' } }), () => 0);
    expect(wish.seats[1]).toEqual({ who: 'agent', agent: 'minimax:depth=6,rule=ko' });
  });
  it('names the player', () => expect(headline(game, choices({}), speech('el'))).toBe('Λίμνη: MiniMax Boat'));
  it('offers only what a person can set', () => {
    expect(settableOptions(report).map(({ key }) => key)).toEqual(['depth', 'rule']);
  });
});
