/* The sheet for a new game: game, opponent, side, options, clock. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError, type AgentInfo, type GameInfo, type GameOption, type SeatWish, type Wish } from '../api';
import { lookOf } from '../looks';
import { Mini } from '../looks/minis';
import { Icon } from '../parts/icon';
import { go } from '../router';
import { change, settings } from '../settings';
import { start, usualLevel } from '../start';
import { useGames } from '../usegames';
import { variantText, type Chosen } from '../variant';
import { agentName, useWords, type Key, type Speech } from '../words';

type Opponent = 'level' | 'strongest' | 'report' | 'here' | 'link' | 'watch';
type Side = 'first' | 'second' | 'lot';

const clocks: readonly (readonly [minutes: number, seconds: number])[] = [[0, 0], [1, 0], [3, 2], [5, 0], [5, 5], [10, 0], [15, 10], [30, 0]];
const usualPace = 800;

const opponents: readonly (readonly [Opponent, Key, Key])[] = [
  ['level', 'computer', 'atYourLevel'],
  ['here', 'person', 'onThisScreen'],
  ['strongest', 'strongest', 'noMercy'],
  ['link', 'person', 'byLink'],
  ['report', 'reportPlayer', 'oneRule'],
  ['watch', 'watch', 'twoComputers'],
];

/** The agent that is strongest without asking: the game's default of its searches. */
const strongestAgent = (game: GameInfo): string =>
  (game.agents.find((agent) => agent.name === 'max') ?? game.agents.find((agent) => agent.kind === 'search'))?.name ?? 'max';

const reportPlayers = (game: GameInfo): AgentInfo[] => game.agents.filter((agent) => agent.kind === 'report');

function Slider(props: { label: string; value: number; max: number; text: string; onChange: (value: number) => void; min?: number }) {
  const { min = 1 } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.style.setProperty('--at', String((props.value - min) / Math.max(1, props.max - min)));
  }, [props.value, props.max, min]);
  return (
    <input
      ref={input} type="range" min={min} max={props.max} step="1" value={props.value} aria-label={props.label}
      aria-valuetext={props.text} onInput={(event) => props.onChange(Number(event.currentTarget.value))}
    />
  );
}

export function LevelSlider({ game, value, onChange }: { game: GameInfo; value: number; onChange: (n: number) => void }) {
  const words = useWords();
  const level = game.levels[value - 1];
  if (!level) return null;
  const title = agentName(level.agent, level.title, words);
  return (
    <div class="level">
      <p><b>{title}</b><br />{words.w(level.sees)}</p>
      <Slider label={words.t('level')} value={value} max={game.levels.length} text={`${title}. ${words.w(level.sees)}`} onChange={onChange} />
      <div class="scale" aria-hidden="true">{game.levels.map((_, i) => <span key={i}>{i + 1}</span>)}</div>
    </div>
  );
}

/** One option of a variant, drawn after its kind. */
function OptionField({ option, value, onChange }: { option: GameOption; value: string; onChange: (value: string) => void }) {
  const words = useWords();
  const id = `option-${option.key}`;
  const help = `${id}-help`;
  return (
    <div class="field">
      <label for={id}>{option.key}</label>
      {option.kind === 'int' && (
        <span class="stepper">
          <button type="button" aria-label={`${option.key}: ${words.t('less')}`} disabled={Number(value) <= option.min} onClick={() => onChange(String(Math.max(option.min, Number(value) - 1)))}>−</button>
          <input
            id={id} type="number" inputMode="numeric" min={option.min} max={option.max} value={value} aria-describedby={help}
            onInput={(event) => onChange(event.currentTarget.value)}
            onBlur={(event) => {
              const n = Math.round(Number(event.currentTarget.value));
              onChange(event.currentTarget.value === '' || Number.isNaN(n) ? option.default : String(Math.max(option.min, Math.min(option.max, n))));
            }}
          />
          <button type="button" aria-label={`${option.key}: ${words.t('more')}`} disabled={Number(value) >= option.max} onClick={() => onChange(String(Math.min(option.max, Number(value) + 1)))}>+</button>
        </span>
      )}
      {option.kind === 'choice' && (
        <select id={id} value={value} aria-describedby={help} onChange={(event) => onChange(event.currentTarget.value)}>
          {option.choices.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
        </select>
      )}
      {option.kind === 'text' && (
        <input id={id} type="text" maxLength={200} value={value} aria-describedby={help} onInput={(event) => onChange(event.currentTarget.value)} />
      )}
      <small id={help}>{words.w(option.help)}{option.kind === 'int' && ` (${words.t('between', option.min, option.max)})`}</small>
    </div>
  );
}

/** Which agent plays a seat of a game that is watched: a level or any agent. */
function AgentSelect({ game, label, value, onChange }: { game: GameInfo; label: string; value: string; onChange: (agent: string) => void }) {
  const words = useWords();
  return (
    <label class="agent-select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {game.levels.map((level) => <option key={level.agent} value={level.agent}>{agentName(level.agent, level.title, words)}</option>)}
        {game.agents.map((agent) => <option key={agent.name} value={agent.name}>{agent.name}</option>)}
      </select>
    </label>
  );
}

function clockWords([minutes, seconds]: readonly [number, number], words: Speech): string {
  if (minutes === 0) return words.t('noClock');
  return seconds === 0 ? words.t('minutesEach', minutes) : words.t('minutesPlus', minutes, seconds);
}

interface Choices {
  opponent: Opponent;
  level: number;
  report: string;
  side: Side;
  options: Chosen;
  clock: number;
  name: string;
  watched: [string, string];
}

function seatsOf(game: GameInfo, c: Choices, toss: () => number): Wish['seats'] {
  const me: SeatWish = c.name.trim() ? { who: 'me', name: c.name.trim() } : { who: 'me' };
  if (c.opponent === 'here') return [{ who: 'me' }, { who: 'me' }];
  if (c.opponent === 'watch') return [{ who: 'agent', agent: c.watched[0] }, { who: 'agent', agent: c.watched[1] }];
  const agent =
    c.opponent === 'level' ? (game.levels[c.level - 1]?.agent ?? strongestAgent(game)) : c.opponent === 'strongest' ? strongestAgent(game) : c.report;
  const other: SeatWish = c.opponent === 'link' ? { who: 'person' } : { who: 'agent', agent };
  const isFirst = c.side === 'first' || (c.side === 'lot' && toss() < 0.5);
  return isFirst ? [me, other] : [other, me];
}

/** What the foot of the sheet says will begin. */
function summary(game: GameInfo, c: Choices, words: Speech): string {
  if (c.opponent === 'here') return words.t('startsBoth');
  if (c.opponent === 'watch') return words.t('startsWatch');
  if (c.side === 'lot') return words.t('startsLot');
  const seat = c.side === 'first' ? 0 : 1;
  const text = words.t(seat === 0 ? 'startsAs' : 'startsSecond', words.w(game.players[seat].title));
  return c.opponent === 'link' ? `${text} ${words.t('startsLink')}` : text;
}

function headline(game: GameInfo, c: Choices, words: Speech): string {
  const title = words.w(game.title);
  if (c.opponent === 'level') return `${title}, ${words.t('levelN', c.level).toLocaleLowerCase(words.language)}`;
  const name = opponents.find(([key]) => key === c.opponent)![1];
  return `${title}, ${words.t(name).toLocaleLowerCase(words.language)}`;
}

function Sheet({ games, first, watch }: { games: GameInfo[]; first: string; watch: boolean }) {
  const words = useWords();
  const [name, setName] = useState(games.some((g) => g.name === first) ? first : games[0]!.name);
  const game = games.find((g) => g.name === name)!;
  const fresh = (of: GameInfo, keep?: Choices): Choices => {
    const usual = of.levels[usualLevel(of) - 1]?.agent ?? strongestAgent(of);
    const wanted = keep?.opponent ?? (watch ? 'watch' : 'level');
    const can = (wanted !== 'report' || reportPlayers(of).length > 0) && (wanted !== 'level' || of.levels.length > 0);
    return {
      opponent: can ? wanted : 'strongest',
      level: usualLevel(of),
      report: reportPlayers(of)[0]?.name ?? '',
      side: keep?.side ?? 'first',
      options: {},
      clock: keep?.clock ?? 0,
      name: keep?.name ?? settings.get().name,
      watched: [usual, of.levels[of.levels.length - 1]?.agent ?? usual],
    };
  };
  const [c, setC] = useState<Choices>(() => fresh(game));
  const set = (some: Partial<Choices>) => setC((now) => ({ ...now, ...some }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const dialog = useRef<HTMLDivElement>(null);
  const variant = variantText(game.options, c.options);
  const look = lookOf(game.look);
  const close = () => go('/');

  useEffect(() => dialog.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);

  /* Tab stays in the sheet while it is open. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Tab' || !dialog.current) return;
    const all = [...dialog.current.querySelectorAll<HTMLElement>('a,button,input,select,summary')].filter((n) => n.offsetParent !== null && !n.hasAttribute('disabled'));
    const [head, tail] = [all[0], all[all.length - 1]];
    const leaving = event.shiftKey ? document.activeElement === head : document.activeElement === tail;
    if (!leaving) return;
    event.preventDefault();
    (event.shiftKey ? tail : head)?.focus();
  };

  const begin = (event: Event) => {
    event.preventDefault();
    const [minutes, seconds] = clocks[c.clock]!;
    change({ level: { ...settings.get().level, [game.name]: c.level }, name: c.name.trim() });
    setBusy(true);
    const wish: Wish = {
      game: game.name,
      seats: seatsOf(game, c, Math.random),
      ...(variant ? { variant } : {}),
      ...(minutes > 0 && c.opponent !== 'watch' ? { clock: { base_ms: minutes * 60_000, increment_ms: seconds * 1000 } } : {}),
      ...(c.opponent === 'watch' ? { pace_ms: usualPace } : {}),
    };
    start(wish).catch((error: unknown) => {
      setBusy(false);
      setProblem(error instanceof ApiError && error.refusal ? words.w(error.refusal.why) : words.t('awayTitle'));
    });
  };

  const shownOpponents = opponents.filter(
    ([key]) => (key !== 'report' || reportPlayers(game).length > 0) && (key !== 'level' || game.levels.length > 0),
  );
  const optionWords = [variant.replaceAll(',', ' · ') || words.t('standard'), clockWords(clocks[c.clock]!, words)].join(' · ');

  return (
    <div class="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title" ref={dialog} onKeyDown={onKeyDown}>
      <form onSubmit={begin}>
        <header>
          <h2 id="sheet-title">{words.t('newGame')}</h2>
          <button type="button" class="round" aria-label={words.t('close')} onClick={close}><Icon name="x" /></button>
        </header>
        <div class="body">
          <fieldset>
            <legend class="vh">{words.t('game')}</legend>
            <div class="opts games5">
              {games.map((g) => (
                <label key={g.name}>
                  <input type="radio" name="game" value={g.name} checked={g.name === name} onChange={() => { setName(g.name); setC(fresh(g, c)); setProblem(''); }} />
                  <Mini look={g.look} />
                  <span>{words.w(g.title)}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend>{words.t('opponent')}</legend>
            <div class="opts two">
              {shownOpponents.map(([key, title, sub]) => (
                <label key={key}>
                  <input type="radio" name="opponent" value={key} checked={c.opponent === key} onChange={() => set({ opponent: key })} />
                  <span>{words.t(title)}<small>{words.t(sub)}</small></span>
                  <Icon name="check" class="tick" />
                </label>
              ))}
            </div>
            {c.opponent === 'level' && <LevelSlider game={game} value={c.level} onChange={(level) => set({ level })} />}
            {c.opponent === 'report' && (
              <div class="level">
                <label class="agent-select"><span>{words.t('whichPlayer')}</span>
                  <select value={c.report} onChange={(event) => set({ report: event.currentTarget.value })}>
                    {reportPlayers(game).map((agent) => <option key={agent.name} value={agent.name}>{agent.name}</option>)}
                  </select>
                </label>
                <p>{words.w(reportPlayers(game).find((agent) => agent.name === c.report)?.help)}</p>
              </div>
            )}
            {c.opponent === 'watch' && (
              <div class="level">
                {([0, 1] as const).map((seat) => (
                  <AgentSelect
                    key={seat} game={game} label={words.w(game.players[seat].title)} value={c.watched[seat]}
                    onChange={(agent) => set({ watched: seat === 0 ? [agent, c.watched[1]] : [c.watched[0], agent] })}
                  />
                ))}
              </div>
            )}
          </fieldset>
          {c.opponent !== 'watch' && c.opponent !== 'here' && (
            <fieldset>
              <legend>{words.t('yourSide')}</legend>
              <div class="opts three sides">
                {(['first', 'second', 'lot'] as const).map((side, i) => (
                  <label key={side}>
                    <input type="radio" name="side" value={side} checked={c.side === side} onChange={() => set({ side })} />
                    <i class={side === 'lot' ? 'side-disc both' : 'side-disc'} aria-hidden="true">
                      {side !== 'second' && <look.Disc player={game.players[0]} seat={0} />}
                      {side !== 'first' && <look.Disc player={game.players[1]} seat={1} />}
                    </i>
                    <span>
                      {i < 2 ? words.w(game.players[i as 0 | 1].title) : words.t('either')}
                      <small>{words.t(side === 'lot' ? 'byLot' : side)}</small>
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          {c.opponent === 'link' && (
            <label class="agent-select name-field"><span>{words.t('yourName')} <small>{words.t('optional')}</small></span>
              <input type="text" maxLength={32} autocomplete="nickname" value={c.name} onInput={(event) => set({ name: event.currentTarget.value })} />
            </label>
          )}
          <details class="fold boxed">
            <summary><span>{words.t('options')}</span><span>{optionWords}</span><Icon name="chev" /></summary>
            <div class="rows">
              {c.opponent !== 'watch' && (
                <div class="field">
                  <label for="option-clock">{words.t('clock')}</label>
                  <select id="option-clock" value={c.clock} onChange={(event) => set({ clock: Number(event.currentTarget.value) })}>
                    {clocks.map((clock, i) => <option key={i} value={i}>{clockWords(clock, words)}</option>)}
                  </select>
                </div>
              )}
              {game.options.map((option) => (
                <OptionField
                  key={option.key} option={option} value={c.options[option.key] ?? option.default}
                  onChange={(value) => set({ options: { ...c.options, [option.key]: value } })}
                />
              ))}
            </div>
          </details>
          {problem && <p class="problem" role="alert"><Icon name="warn" />{problem}</p>}
        </div>
        <footer>
          <p><b>{headline(game, c, words)}</b>{summary(game, c, words)}</p>
          <button type="submit" class="btn" disabled={busy}>{words.t('startGame')}</button>
        </footer>
      </form>
    </div>
  );
}

export function NewGame({ query }: { query: URLSearchParams }) {
  const { games } = useGames();
  const first = query.get('game') ?? '';
  const watch = query.has('watch');
  const key = useMemo(() => `${first} ${watch}`, [first, watch]);
  /* The page behind becomes inert with this one and loses the focus then: noted before, given back
   * when it can have it again. */
  const was = useRef(document.activeElement);
  useEffect(() => () => queueMicrotask(() => (was.current as HTMLElement | null)?.focus?.()), []);
  return (
    <div class="veil" onClick={(event) => event.target === event.currentTarget && go('/')}>
      {games && games.length > 0 && <Sheet key={key} games={games} first={first} watch={watch} />}
    </div>
  );
}
