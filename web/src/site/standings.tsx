/* The first page: standings with ratings, who beat whom, how it was played. */
import { useMemo } from 'preact/hooks';
import { readVariant, variantWords } from '../variant';
import { Bracket, Rounds } from './rounds';
import type { Player, Row } from './data';
import {
  BotLink, clockText, countWords, endKey, Glyph, Glyphs, isVague, Name, Panel, plusMinus, resultText, Thumb, useKnown, Wide,
} from './parts';
import { against, gamePoints, scaleOf, worthSeeing, type Tally } from './results';
import { gameAddress, gamesAddress } from './route';
import { pointsText, useSpeech } from './words';

type Scale = NonNullable<ReturnType<typeof scaleOf>>;
const percent = (at: number, { low, high }: Scale): string => `${((at - low) / (high - low)) * 100}%`;

/** The labels of the scale: its ends, and the mean of all players where there is space for it. */
function labelsOf({ low, high }: Scale): number[] {
  const at = (1500 - low) / (high - low);
  return at > 0.25 && at < 0.75 ? [low, 1500, high] : [low, high];
}

/** A rating with its interval on the common scale. */
function Whiskers({ player, scale }: { player: Player; scale: Scale }) {
  const { rating } = player;
  const at = (value: number) => percent(value, scale);
  return (
    <svg class="whiskers" aria-hidden="true">
      {scale.ticks.map((tick) => <line key={tick} class="ax" x1={at(tick)} x2={at(tick)} y1="0" y2="100%" />)}
      {scale.low < 1500 && scale.high > 1500 && <line class="ax0" x1={at(1500)} x2={at(1500)} y1="0" y2="100%" />}
      {rating && rating[1] !== null && rating[2] !== null && (
        <g class="bar">
          <line x1={at(Math.max(rating[1], scale.low))} x2={at(Math.min(rating[2], scale.high))} y1="50%" y2="50%" />
          {[rating[1], rating[2]].filter((end) => end >= scale.low && end <= scale.high).map((end) => (
            <svg key={end} x={at(end)} y="50%" overflow="visible"><line y1="-6.5" y2="6.5" /></svg>
          ))}
        </g>
      )}
      {rating && <circle cx={at(rating[0])} cy="50%" r="7" />}
    </svg>
  );
}

function Rating({ player }: { player: Player }) {
  const words = useSpeech();
  if (!player.rating) return <>–</>;
  const [rating, low, high] = player.rating;
  const error = plusMinus(player.rating);
  if (isVague(player.rating)) return <abbr title={words.say('ratingVague')}>?</abbr>;
  const title = low !== null && high !== null
    ? words.say('ratingAbout', words.n(Math.round(rating)), words.n(Math.round(low)), words.n(Math.round(high))) : undefined;
  return <span title={title}>{Math.round(rating)}{error !== null && <small> ±{error}</small>}</span>;
}

function StandingsRow({ player, tally, index, scale }: {
  player: Player; tally: Tally; index: number; scale: Scale | null;
}) {
  const words = useSpeech();
  return (
    <tr>
      <td class="rk">{player.rank}</td>
      <th scope="row"><BotLink player={index} /></th>
      <td><b>{pointsText(player.points, words)}</b></td>
      <td class="wdl-cell" title={countWords(tally, words).join(', ')}>
        {tally.won}<i>·</i>{tally.drawn}<i>·</i>{tally.lost}
      </td>
      <td class={tally.forfeits > 0 ? 'bad opt' : 'opt'}>{tally.forfeits}</td>
      <td class="rt"><Rating player={player} /></td>
      {scale && <td class="wh"><Whiskers player={player} scale={scale} /></td>}
    </tr>
  );
}

function Standings() {
  const { data, tallies } = useKnown();
  const { say } = useSpeech();
  const playing = data.players.filter((player) => !player.excluded);
  const scale = useMemo(() => scaleOf(playing), [data]);
  return (
    <Panel class="std-panel">
      <table class="tbl std">
        <caption class="vh">{say('standings')}</caption>
        <thead>
          <tr>
            <th scope="col" class="rk"><abbr title={say('placeLong')}>{say('place')}</abbr></th>
            <th scope="col">{say('player')}</th>
            <th scope="col">{say('points')}</th>
            <th scope="col"><abbr title={say('wdl')}>{say('wdlShort')}</abbr></th>
            <th scope="col" class="opt"><abbr title={say('forfeitsHelp')}>{say('forfeits')}</abbr></th>
            <th scope="col" class="rt">{say('rating')}</th>
            {scale && (
              <th scope="col" class="wh">
                <span class="vh">{say('interval')}</span>
                <span class="axl" aria-hidden="true">
                  {labelsOf(scale).map((tick) => (
                    <span key={tick} ref={(node) => { if (node) node.style.left = percent(tick, scale); }}>{tick}</span>
                  ))}
                </span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {playing.map((player) => {
            const index = data.players.indexOf(player);
            return <StandingsRow key={index} player={player} tally={tallies[index]!} index={index} scale={scale} />;
          })}
        </tbody>
      </table>
      {scale && <p class="cap">{say('whiskers')}</p>}
    </Panel>
  );
}

function CrossCell({ row, column, met }: { row: number; column: number; met: Tally | undefined }) {
  const { data: { players } } = useKnown();
  const words = useSpeech();
  if (row === column) return <td class="self" />;
  if (!met) return <td class="unmet">–</td>;
  const [a, b] = [players[row]!.name, players[column]!.name];
  const points = pointsText(gamePoints(met), words);
  const label = words.say('cell', a, b, points, ...countWords(met, words));
  const address = met.sides.length === 1 ? gameAddress(met.sides[0]!.game[0]) : gamesAddress(a, b);
  return (
    <td>
      <a class="c" href={address} title={label}>
        <span class="shown" aria-hidden="true"><b>{points}</b><Glyphs of={met} /></span>
        <span class="vh">{label}</span>
      </a>
    </td>
  );
}

function CrossTable() {
  const { data: { players }, tallies } = useKnown();
  const { say } = useSpeech();
  const shown = players.map((_, i) => i).filter((i) => !players[i]!.excluded);
  const met = useMemo(() => tallies.map(against), [tallies]);
  return (
    <Panel class="cross">
      <Wide label={say('each')}>
        <table class="tbl xt">
          <caption class="vh">{say('each')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('each')}</th>
              {shown.map((i) => (
                <th key={i} scope="col">
                  <abbr title={players[i]!.name}>{players[i]!.rank}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row}>
                <th scope="row"><span class="rk">{players[row]!.rank}</span> <BotLink player={row} /></th>
                {shown.map((column) => (
                  <CrossCell key={column} row={row} column={column} met={met[row]!.get(column)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p class="cap">
        {(['won', 'drawn', 'lost'] as const).map((outcome) => (
          <span key={outcome} class="glyph"><Glyph of={outcome} />{say(outcome)}</span>
        ))}
        <span>{say('eachHelp')}</span>
      </p>
    </Panel>
  );
}

function Excluded() {
  const { data: { players } } = useKnown();
  const words = useSpeech();
  const out = players.filter((player) => player.excluded);
  if (out.length === 0) return null;
  return (
    <Panel title={words.say('excluded')} class="excluded">
      <ul class="facts-list">
        {out.map((player) => (
          <li key={player.name}><BotLink player={players.indexOf(player)} /><span><bdi>{words.w(player.excluded)}</bdi></span></li>
        ))}
      </ul>
    </Panel>
  );
}

function Facts() {
  const { data } = useKnown();
  const words = useSpeech();
  const { say } = words;
  const { game } = data;
  const variant = variantWords(game.options, readVariant(game.variant), words);
  const date = data.date === null ? null
    : new Intl.DateTimeFormat(words.language, { dateStyle: 'long' }).format(new Date(data.date));
  const facts: [string, string | null | undefined][] = [
    [say('game'), words.w(game.title)],
    [say('variant'), variant || say('usual')],
    [say('type'), say(data.type)],
    [say('games'), [say('gamesAll', data.games.length), data.games_each && say('gamesEach', data.games_each)].filter(Boolean).join(', ')],
    [say('clock'), clockText(data, words)],
    [say('cap'), data.max_plies === null ? null : say('capText', data.max_plies)],
    [say('pointsHow'), words.w(data.how) || null],
    [say('date'), date],
    [say('seed'), data.seed],
    [say('version'), data.version],
  ];
  return (
    <Panel title={say('played')} class="facts-panel">
      <dl class="facts">
        {facts.filter(([, value]) => value).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
    </Panel>
  );
}

function Strip() {
  const { data } = useKnown();
  const words = useSpeech();
  const games = useMemo(() => worthSeeing(data), [data]);
  if (games.length === 0) return null;
  const line = (game: Row) =>
    `${resultText[game[4]]} · ${words.say(endKey[game[5]])} · ${words.t('movesMade', game[6])}`;
  return (
    <section class="worth-seeing">
      <h3>{words.say('worth')}</h3>
      <ul class="strip">
        {games.map(([kind, game]) => (
          <li key={kind}>
            <a href={gameAddress(game[0])}>
              <Thumb number={game[0]} />
              <span class="strip-text">
                <small>{words.say(kind)}</small>
                <b><Name>{data.players[game[2]]!.name}</Name> – <Name>{data.players[game[3]]!.name}</Name></b>
                <small>{line(game)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** With more players, long names, or forfeits, which have a column of their own, both tables would lose their last columns. */
const besideMax = { players: 7, name: 12 };

function fitBeside(players: readonly Player[], tallies: readonly Tally[]): boolean {
  const playing = players.flatMap((player, i) => (player.excluded ? [] : [{ player, tally: tallies[i]! }]));
  return playing.length <= besideMax.players
    && playing.every(({ player, tally }) => [...player.name].length <= besideMax.name && tally.forfeits === 0);
}

export function StandingsPage() {
  const { data, tallies } = useKnown();
  const beside = data.type !== 'knockout' && fitBeside(data.players, tallies);
  return (
    <>
      <div class={beside ? 'two-col tables' : 'two-col stacked'}>
        <Standings />
        {data.type === 'knockout' ? <Bracket /> : data.type === 'swiss' ? <Rounds /> : <CrossTable />}
      </div>
      {data.type === 'swiss' && <CrossTable />}
      <Strip />
      <div class="two-col facts-row"><Facts /><Excluded /></div>
    </>
  );
}
