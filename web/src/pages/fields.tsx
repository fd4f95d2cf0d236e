/* The fields of the sheet for a new game. */
import { useEffect, useRef } from 'preact/hooks';
import type { GameInfo, GameOption } from '../api';
import { lookOf } from '../looks';
import { Mini } from '../looks/mini';
import { Icon } from '../parts/icon';
import { reportPlayers } from '../start';
import { valueWords, variantWords } from '../variant';
import { levelName, useWords, type Speech } from '../words';
import { clocks, clockWords, equalOf, opponentsOf, reportPlayer, settableOptions, type Choices } from './choices';

interface FieldProps {
  game: GameInfo;
  choices: Choices;
  set: (some: Partial<Choices>) => void;
}

/* ---- game ---- */

export function GameField({ games, name, onChange }: {
  games: GameInfo[]; name: string; onChange: (game: GameInfo) => void;
}) {
  const words = useWords();
  return (
    <fieldset>
      <legend class="vh">{words.t('game')}</legend>
      <div class="opts game-opts">
        {games.map((game) => (
          <label key={game.name}>
            <input
              type="radio" name="game" value={game.name} checked={game.name === name} onChange={() => onChange(game)}
            />
            <Mini look={game.look} />
            <span>{words.w(game.title)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/* ---- opponent ---- */

function Slider(props: {
  label: string; value: number; max: number; text: string; onChange: (value: number) => void; min?: number;
}) {
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

/** "Level 4 · Steady · about 1,460". */
function ratedLevel(game: GameInfo, n: number, words: Speech): string {
  const { title, rating } = game.levels[n - 1]!;
  const name = levelName(n, title, words);
  return rating === undefined ? name : `${name} · ${words.t('about_', String(Math.round(rating / 10) * 10))}`;
}

/** The level that is about as strong as the person, and why it is this one. */
function EqualLevel({ game, choices }: FieldProps) {
  const words = useWords();
  const { strength, level } = equalOf(game, choices);
  const own = String(Math.round(strength.rating / 10) * 10);
  return (
    <div class="level equal">
      <p><b>{ratedLevel(game, level, words)}</b><br />{words.w(game.levels[level - 1]!.sees)}</p>
      <p>{strength.games > 0 ? words.t('yourStrength', own, strength.games) : words.t('noStrength')}{' '}
        {words.t('equalFixed')}</p>
    </div>
  );
}

function LevelSlider({ game, choices, set }: FieldProps) {
  const words = useWords();
  const level = game.levels[choices.level - 1];
  if (!level) return null;
  const [title, sees] = [ratedLevel(game, choices.level, words), words.w(level.sees)];
  return (
    <div class="level">
      <p><b>{title}</b><br />{sees}</p>
      <Slider
        label={words.t('level')} value={choices.level} max={game.levels.length} text={`${title}. ${sees}`}
        onChange={(n) => set({ level: n })}
      />
      <div class="scale" aria-hidden="true">{game.levels.map((_, i) => <span key={i}>{i + 1}</span>)}</div>
    </div>
  );
}

/** The players of the report, what each of them does, and the options of the chosen one. */
function ReportField({ game, choices, set }: FieldProps) {
  const words = useWords();
  const player = reportPlayer(game, choices);
  return (
    <fieldset class="level report">
      <legend class="vh">{words.t('whichPlayer')}</legend>
      <div class="opts">
        {reportPlayers(game).map((agent) => (
          <label key={agent.name}>
            <input
              type="radio" name="report" value={agent.name} checked={choices.report === agent.name}
              onChange={() => set({ report: agent.name, reportOptions: {} })}
            />
            <span>{words.w(agent.title)}<small>{words.w(agent.help)}</small></span>
            <Icon name="check" class="tick" />
          </label>
        ))}
      </div>
      {player && settableOptions(player).map((option) => (
        <OptionField
          key={`${player.name} ${option.key}`} option={option} prefix="agent"
          value={choices.reportOptions[option.key] ?? option.default}
          onChange={(value) => set({ reportOptions: { ...choices.reportOptions, [option.key]: value } })}
        />
      ))}
    </fieldset>
  );
}

/** The agent of a seat of a watched game: a level or any agent. */
function AgentSelect({ game, label, value, onChange }: {
  game: GameInfo; label: string; value: string; onChange: (agent: string) => void;
}) {
  const words = useWords();
  return (
    <label class="agent-select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {game.levels.map(({ agent, title }, i) => (
          <option key={agent} value={agent}>{levelName(i + 1, title, words)}</option>
        ))}
        {game.agents.map((agent) => <option key={agent.name} value={agent.name}>{words.w(agent.title)}</option>)}
      </select>
    </label>
  );
}

function WatchedSelects({ game, choices, set }: FieldProps) {
  const words = useWords();
  const [first, second] = choices.watched;
  return (
    <div class="level">
      <AgentSelect
        game={game} label={words.w(game.players[0].title)} value={first}
        onChange={(agent) => set({ watched: [agent, second] })}
      />
      <AgentSelect
        game={game} label={words.w(game.players[1].title)} value={second}
        onChange={(agent) => set({ watched: [first, agent] })}
      />
    </div>
  );
}

export function OpponentField(props: FieldProps) {
  const { game, choices, set } = props;
  const words = useWords();
  return (
    <fieldset>
      <legend>{words.t('opponent')}</legend>
      <div class="opts two">
        {opponentsOf(game).map(([key, title, sub]) => (
          <label key={key}>
            <input
              type="radio" name="opponent" value={key} checked={choices.opponent === key}
              onChange={() => set({ opponent: key })}
            />
            <span>{words.t(title)}<small>{words.t(sub)}</small></span>
            <Icon name="check" class="tick" />
          </label>
        ))}
      </div>
      {choices.opponent === 'level' && <LevelSlider {...props} />}
      {choices.opponent === 'equal' && <EqualLevel {...props} />}
      {choices.opponent === 'report' && <ReportField {...props} />}
      {choices.opponent === 'watch' && <WatchedSelects {...props} />}
    </fieldset>
  );
}

/* ---- side and name ---- */

export function SideField({ game, choices, set }: FieldProps) {
  const words = useWords();
  const look = lookOf(game.look);
  const [first, second] = game.players;
  const sides = [
    ['first', words.w(first.title), words.t('first')],
    ['second', words.w(second.title), words.t('second')],
    ['lot', words.t('either'), words.t('byLot')],
  ] as const;
  return (
    <fieldset>
      <legend>{words.t('yourSide')}</legend>
      <div class="opts three sides">
        {sides.map(([side, title, sub]) => (
          <label key={side}>
            <input
              type="radio" name="side" value={side} checked={choices.side === side} onChange={() => set({ side })}
            />
            <i class={side === 'lot' ? 'side-disc both' : 'side-disc'} aria-hidden="true">
              {side !== 'second' && <look.Disc player={first} seat={0} />}
              {side !== 'first' && <look.Disc player={second} seat={1} />}
            </i>
            <span>{title}<small>{sub}</small></span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function NameField({ choices, set }: FieldProps) {
  const words = useWords();
  return (
    <label class="agent-select name-field"><span>{words.t('yourName')} <small>{words.t('optional')}</small></span>
      <input
        type="text" maxLength={32} autocomplete="nickname" value={choices.name}
        onInput={(event) => set({ name: event.currentTarget.value })}
      />
    </label>
  );
}

/* ---- options ---- */

interface OptionProps<T extends GameOption = GameOption> {
  option: T;
  id: string;
  value: string;
  onChange: (value: string) => void;
}

function Stepper({ option, id, value, onChange }: OptionProps<Extract<GameOption, { kind: 'int' }>>) {
  const words = useWords();
  const { min, max } = option;
  const title = words.w(option.title);
  const within = (n: number) => String(Math.max(min, Math.min(max, n)));
  const onBlur = (text: string) => {
    const n = Math.round(Number(text));
    onChange(text === '' || Number.isNaN(n) ? option.default : within(n));
  };
  return (
    <span class="stepper">
      <button
        type="button" aria-label={`${title}: ${words.t('less')}`} disabled={Number(value) <= min}
        onClick={() => onChange(String(Math.max(min, Number(value) - 1)))}
      >
        −
      </button>
      <input
        id={id} type="number" inputMode="numeric" min={min} max={max} value={value} aria-describedby={`${id}-help`}
        onInput={(event) => onChange(event.currentTarget.value)} onBlur={(event) => onBlur(event.currentTarget.value)}
      />
      <button
        type="button" aria-label={`${title}: ${words.t('more')}`} disabled={Number(value) >= max}
        onClick={() => onChange(String(Math.min(max, Number(value) + 1)))}
      >
        +
      </button>
    </span>
  );
}

/** One option of a variant or a player, drawn by its kind. */
function OptionField(props: Omit<OptionProps, 'id'> & { prefix?: string }) {
  const { option, value, onChange, prefix = 'option' } = props;
  const words = useWords();
  const id = `${prefix}-${option.key}`;
  const help = `${id}-help`;
  return (
    <div class="field">
      <label for={id}>{words.w(option.title)}</label>
      {option.kind === 'int' && <Stepper option={option} id={id} value={value} onChange={onChange} />}
      {option.kind === 'choice' && (
        <select id={id} value={value} aria-describedby={help} onChange={(event) => onChange(event.currentTarget.value)}>
          {option.choices.map((choice) => (
            <option key={choice} value={choice}>{valueWords(option, choice, words)}</option>
          ))}
        </select>
      )}
      {option.kind === 'text' && (
        <input
          id={id} type="text" maxLength={200} value={value} aria-describedby={help}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <small id={help}>
        {words.w(option.help)}{option.kind === 'int' && ` (${words.t('between', option.min, option.max)})`}
      </small>
    </div>
  );
}

function ClockSelect({ choices, set }: FieldProps) {
  const words = useWords();
  return (
    <div class="field">
      <label for="option-clock">{words.t('clock')}</label>
      <select
        id="option-clock" value={choices.clock} onChange={(event) => set({ clock: Number(event.currentTarget.value) })}
      >
        {clocks.map((clock, i) => <option key={i} value={i}>{clockWords(clock, words)}</option>)}
      </select>
    </div>
  );
}

export function OptionsField(props: FieldProps) {
  const { game, choices, set } = props;
  const words = useWords();
  const variant = variantWords(game.options, choices.options, words) || words.t('standard');
  const shown = `${variant} · ${clockWords(clocks[choices.clock]!, words)}`;
  return (
    <details class="fold boxed">
      <summary><span>{words.t('options')}</span><span>{shown}</span><Icon name="chev" /></summary>
      <div class="rows">
        {choices.opponent !== 'watch' && <ClockSelect {...props} />}
        {game.options.map((option) => (
          <OptionField
            key={option.key} option={option} value={choices.options[option.key] ?? option.default}
            onChange={(value) => set({ options: { ...choices.options, [option.key]: value } })}
          />
        ))}
      </div>
    </details>
  );
}
