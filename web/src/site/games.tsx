/* The list of games with its filters. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { End, Row } from './data';
import { endKey, Name, Panel, resultText, useKnown } from './parts';
import { gameAddress, replacePlace, type Place } from './route';
import { useSpeech } from './words';

type Filter = Extract<Place, { page: 'games' }>;
const shownFirst = 100;

/** The games that a filter lets through. */
export function filtered(games: readonly Row[], names: readonly string[], { a, b, end }: Filter): Row[] {
  const has = (game: Row, name: string) => !name || names[game[2]] === name || names[game[3]] === name;
  return games.filter((game) => has(game, a) && has(game, b) && (!end || game[5] === end));
}

function Field({ label, value, options, onChange }: {
  label: string; value: string; options: readonly (readonly [string, string])[]; onChange: (value: string) => void;
}) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, text]) => <option key={key} value={key}>{text}</option>)}
      </select>
    </label>
  );
}

function GameRow({ game, names }: { game: Row; names: readonly string[] }) {
  const words = useSpeech();
  const [number, round, first, second, result, end, plies] = game;
  const winner = result === '1-0' ? first : result === '0-1' ? second : null;
  const side = (player: number) => (
    <span class={player === winner ? 'side on' : 'side'}><Name>{names[player]!}</Name></span>
  );
  return (
    <li>
      <a href={gameAddress(number)}>
        <small class="g-no">{number}</small>
        <span class="g-who">{side(first)} – {side(second)}</span>
        <b class="g-res">{resultText[result]}</b>
        <small class={end === 'forfeit' || end === 'time' ? 'g-end bad' : 'g-end'}>{words.say(endKey[end])}</small>
        <small class="g-len">
          {round > 0 && `${words.say('round', round)} · `}{words.t('movesMade', plies)}
        </small>
      </a>
    </li>
  );
}

export function GamesPage({ filter }: { filter: Filter }) {
  const { data } = useKnown();
  const words = useSpeech();
  const { say } = words;
  const names = useMemo(() => data.players.map(({ name }) => name), [data]);
  const [most, setMost] = useState(shownFirst);
  const games = useMemo(() => filtered(data.games, names, filter), [data, filter]);
  const ends = useMemo(() => [...new Set(data.games.map((game) => game[5]))], [data]);
  useEffect(() => setMost(shownFirst), [filter]);
  const change = (some: Partial<Filter>) => replacePlace({ ...filter, ...some });
  const playing = data.players.filter((player) => !player.excluded).map(({ name }) => [name, name] as const);
  const rest = games.length - most;
  return (
    <Panel class="games-panel">
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Field label={say('onePlayer')} value={filter.a} options={[['', say('all')], ...playing]} onChange={(a) => change({ a })} />
        <Field label={say('opponent')} value={filter.b} options={[['', say('all')], ...playing]} onChange={(b) => change({ b })} />
        <Field
          label={say('ending')} value={filter.end} onChange={(end) => change({ end })}
          options={[['', say('anyEnd')], ...ends.map((end: End) => [end, say(endKey[end])] as const)]}
        />
        <output class="found">{say('found', games.length)}</output>
      </form>
      {games.length === 0 ? (
        <p class="nothing">
          {say('none')} <button type="button" class="btn quiet" onClick={() => change({ a: '', b: '', end: '' })}>{say('clear')}</button>
        </p>
      ) : (
        <ul class="glist">{games.slice(0, most).map((game) => <GameRow key={game[0]} game={game} names={names} />)}</ul>
      )}
      {rest > 0 && (
        <p class="nothing">
          <button type="button" class="btn quiet" onClick={() => setMost(most + 10 * shownFirst)}>
            {say('more', Math.min(rest, 10 * shownFirst))}
          </button>
        </p>
      )}
    </Panel>
  );
}
