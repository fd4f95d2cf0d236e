/* The page of one player: for the author of a program, first what went wrong and what to check. */
import { useMemo, useState } from 'preact/hooks';
import type { End } from './data';
import {
  BotLink, clockText, Counts, countWords, endKey, Glyph, Glyphs, isVague, LogText, Name, Panel, plusMinus, resultText, Thumb,
  useGameFile, useKnown,
} from './parts';
import { against, gamePoints, offBoard, type Side, type Tally } from './results';
import { gameAddress, gamesAddress } from './route';
import { pointsText, secondsText, useSpeech, type SaidKey } from './words';

/** The ends in the order in which an author should read them. */
const order: readonly End[] = ['forfeit', 'time', 'rules', 'plies', 'repetition', 'resign', 'agreed'];
const titles: Record<End, SaidKey> = {
  forfeit: 'whyForfeit', time: 'whyTime', rules: 'whyRules', plies: 'whyPlies', repetition: 'whyRepetition',
  resign: 'whyResign', agreed: 'whyAgreed',
};
const advices: Record<End, SaidKey> = {
  forfeit: 'adviceForfeit', time: 'adviceTime', rules: 'adviceRules', plies: 'advicePlies',
  repetition: 'adviceRepetition', resign: 'adviceResign', agreed: 'adviceAgreed',
};
const shownFirst = 2;

/** What the program wrote in a game; loaded when it is opened. */
function Stderr({ side }: { side: Side }) {
  const { say } = useSpeech();
  const [open, setOpen] = useState(false);
  const file = useGameFile(open ? side.game[0] : null);
  return (
    <details class="stderr" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say('stderr')}</summary>
      {open && file === null && <p class="log-none">{say('fileMissing', side.game[0])}</p>}
      {open && file && <LogText log={file.logs[side.seat]} />}
    </details>
  );
}

/** One loss that was not decided on the board. */
function Mistake({ side }: { side: Side }) {
  const { data: { players } } = useKnown();
  const words = useSpeech();
  const [number, , , , , , plies, , , , , reason] = side.game;
  return (
    <li class="mistake">
      {reason && <p class="what"><bdi>{words.w(reason)}</bdi></p>}
      <a href={gameAddress(number, plies)}>
        {words.say('seeMove', number, players[side.opponent]!.name, plies)}
      </a>
      <Stderr side={side} />
    </li>
  );
}

/** The command that examines this program. */
function checkCommand(game: string, agent: string | null): string | null {
  if (!agent || !/^(cmd|gomocup):/.test(agent)) return null;
  return `pessoi check-bot ${game} '${agent.replace(/'/g, "'\\''")}'`;
}

function Reason({ end, sides, of, player }: { end: End; sides: Side[]; of: number; player: number }) {
  const { data } = useKnown();
  const words = useSpeech();
  const [all, setAll] = useState(false);
  const command = end === 'forfeit' ? checkCommand(data.game.name, data.players[player]!.agent) : null;
  const listed = offBoard(end) ? (all ? sides : sides.slice(0, shownFirst)) : [];
  const rest = offBoard(end) ? sides.length - listed.length : 0;
  return (
    <li class={offBoard(end) ? 'off' : undefined}>
      <span class="n">{sides.length}</span>
      <div>
        <h4>{words.say(titles[end])}</h4>
        <svg class="share" aria-hidden="true">
          <rect width="100%" height="100%" rx="4" /><rect class="part" width={`${(100 * sides.length) / of}%`} height="100%" rx="4" />
        </svg>
        {listed.length > 0 && <ul class="mistakes">{listed.map((side) => <Mistake key={side.game[0]} side={side} />)}</ul>}
        {rest > 0 && <button type="button" class="btn quiet" onClick={() => setAll(true)}>{words.say('andMore', rest)}</button>}
        <p>
          {words.say(advices[end], clockText(data, words))}
          {command && <> {words.say('checkIt')} <code>{command}</code></>}
        </p>
      </div>
    </li>
  );
}

function Reasons({ tally, player }: { tally: Tally; player: number }) {
  const { say } = useSpeech();
  const lost = tally.sides.filter((side) => side.outcome === 'lost');
  if (lost.length === 0) return <Panel title={say('whyLost', 0)}><p class="cap">{say('neverLost')}</p></Panel>;
  return (
    <Panel
      title={say('whyLost', lost.length)} aside={tally.forfeits > 0 ? say('notOnBoard', tally.forfeits) : undefined}
    >
      <ul class="why">
        {order.map((end) => [end, lost.filter((side) => side.game[5] === end)] as const)
          .filter(([, sides]) => sides.length > 0)
          .map(([end, sides]) => <Reason key={end} end={end} sides={sides} of={lost.length} player={player} />)}
      </ul>
    </Panel>
  );
}

function Opponents({ tally, player }: { tally: Tally; player: number }) {
  const { data: { players } } = useKnown();
  const words = useSpeech();
  const met = useMemo(() => [...against(tally)], [tally]);
  return (
    <Panel title={words.say('opponents')}>
      <table class="tbl opp">
        <caption class="vh">{words.say('opponents')}</caption>
        <thead>
          <tr>
            <th scope="col">{words.say('opponent')}</th>
            <th scope="col">{words.say('wdl')}</th>
            <th scope="col">{words.say('points')}</th>
          </tr>
        </thead>
        <tbody>
          {met.map(([opponent, games]) => (
            <tr key={opponent}>
              <th scope="row"><BotLink player={opponent} /></th>
              <td>
                <a
                  class="c" href={gamesAddress(players[player]!.name, players[opponent]!.name)}
                  aria-label={countWords(games, words).join(', ')}
                >
                  <Glyphs of={games} />
                </a>
              </td>
              <td><b>{pointsText(gamePoints(games), words)}</b></td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** A few games as pictures: lost ones first, of different opponents. */
function someOf(tally: Tally): Side[] {
  const rank = { lost: 0, drawn: 1, won: 2 };
  const sorted = [...tally.sides].sort((a, b) => rank[a.outcome] - rank[b.outcome]);
  const seen = new Set<number>();
  const fresh = sorted.filter((side) => !seen.has(side.opponent) && seen.add(side.opponent));
  return [...fresh, ...sorted.filter((side) => !fresh.includes(side))].slice(0, 4);
}

function SomeGames({ tally, name }: { tally: Tally; name: string }) {
  const { data: { players } } = useKnown();
  const words = useSpeech();
  return (
    <Panel title={words.say('lastGames')} aside={<a class="more-link" href={gamesAddress(name)}>{words.say('itsGames')}</a>}>
      <ul class="plist">
        {someOf(tally).map(({ game, outcome, opponent }) => (
          <li key={game[0]}>
            <a href={gameAddress(game[0])}>
              <Thumb number={game[0]} />
              <span>
                <b><Name>{players[opponent]!.name}</Name></b>
                <small>{resultText[game[4]]} · {words.say(endKey[game[5]])} · {words.t('movesMade', game[6])}</small>
              </span>
              <span class="mark"><Glyph of={outcome} />{words.say(outcome)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Why a program did not take part, and how its author finds out more. */
function NotPlayed({ why, agent }: { why: string; agent: string | null }) {
  const { data } = useKnown();
  const { say } = useSpeech();
  const command = checkCommand(data.game.name, agent);
  return (
    <>
      <p>{say('notPlayed')}</p>
      <p class="bad"><bdi>{why}</bdi></p>
      {command && <p>{say('checkIt')} <code>{command}</code></p>}
    </>
  );
}

function Head({ player, tally }: { player: number; tally: Tally }) {
  const { data } = useKnown();
  const words = useSpeech();
  const { say } = words;
  const { name, rank, rating, points, agent, excluded } = data.players[player]!;
  const error = rating && plusMinus(rating);
  const places = data.players.filter((other) => !other.excluded).length;
  const moves = tally.sides.reduce((sum, { game, seat }) => sum + (seat === 0 ? Math.ceil(game[6] / 2) : Math.floor(game[6] / 2)), 0);
  const spent = tally.sides.reduce((sum, { game, seat }) => sum + game[seat === 0 ? 9 : 10], 0);
  return (
    <Panel class="bot-head">
      <div class="head-in">
        <h2 tabIndex={-1} data-heading><Name>{name}</Name></h2>
        {excluded ? <NotPlayed why={words.w(excluded)} agent={agent} /> : (
          <p>
            {[say('placeOf', rank, places), say('pointsOf', points).replace(words.n(points), pointsText(points, words)),
              rating && !isVague(rating) && say('ratingOf', String(Math.round(rating[0])), String(error ?? '–'))].filter(Boolean).join(' · ')}
          </p>
        )}
        {!excluded && <Counts of={tally} />}
        <dl class="facts">
          {tally.longest && (
            <div>
              <dt>{say('longestThink')}</dt>
              <dd><a href={gameAddress(tally.longest.game)}>{say('longestIn', secondsText(tally.longest.ms, words), tally.longest.game)}</a></dd>
            </div>
          )}
          {moves > 0 && <div><dt>{say('meanThink')}</dt><dd>{say('seconds', secondsText(spent / moves, words))}</dd></div>}
          {agent && <div><dt>{say('program')}</dt><dd><code><bdi>{agent}</bdi></code></dd></div>}
        </dl>
      </div>
    </Panel>
  );
}

export function BotPage({ player }: { player: number }) {
  const { data, tallies } = useKnown();
  const tally = tallies[player]!;
  const { name, excluded } = data.players[player]!;
  if (excluded && tally.sides.length === 0) return <Head player={player} tally={tally} />;
  return (
    <div class="two-col bot">
      <div class="stack">
        <Head player={player} tally={tally} />
        <Opponents tally={tally} player={player} />
      </div>
      <div class="stack">
        <Reasons tally={tally} player={player} />
        <SomeGames tally={tally} name={name} />
      </div>
    </div>
  );
}
