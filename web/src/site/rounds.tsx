/* The rounds of a Swiss tournament and the bracket of a knockout. */
import { useMemo } from 'preact/hooks';
import { BotLink, Panel, useKnown, Wide } from './parts';
import { bracketOf, restingIn, roundsOf, type Branch, type Meeting } from './results';
import { gameAddress, gamesAddress } from './route';
import { pointsText, useSpeech, type SaidKey } from './words';

/** "2½–1½", a link to the games. */
function Score({ meeting, swap = false }: { meeting: Meeting; swap?: boolean }) {
  const { data: { players } } = useKnown();
  const words = useSpeech();
  const [a, b] = meeting.players.map((player) => players[player]!.name) as [string, string];
  const points = swap ? [...meeting.points].reverse() : meeting.points;
  const href = meeting.games.length === 1 ? gameAddress(meeting.games[0]![0]) : gamesAddress(a, b);
  return (
    <a class="score-link" href={href} aria-label={`${a} – ${b}: ${points.map((p) => pointsText(p, words)).join('–')}`}>
      {points.map((p) => pointsText(p, words)).join('–')}
    </a>
  );
}

export function Rounds() {
  const { data: { games, players } } = useKnown();
  const words = useSpeech();
  const rounds = useMemo(() => roundsOf(games), [games]);
  return (
    <Panel class="rounds">
      {rounds.map(({ round, meetings }) => {
        const resting = restingIn(players, meetings).map((player) => players[player]!.name);
        return (
          <section key={round}>
            <header class="sect">
              <h3>{words.say('round', round)}</h3>
              {resting.length > 0 && <small><bdi>{words.say('bye', resting.join(', '))}</bdi></small>}
            </header>
            <ul class="meetings">
              {meetings.map((meeting) => (
                <li key={meeting.players.join()}>
                  <span><BotLink player={meeting.players[0]} /></span>
                  <Score meeting={meeting} />
                  <span><BotLink player={meeting.players[1]} /></span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Panel>
  );
}

const titles: readonly SaidKey[] = ['final', 'semifinals', 'quarterfinals'];

function Match({ branch }: { branch: Branch }) {
  const words = useSpeech();
  const { meeting, winner } = branch;
  const { data: { players } } = useKnown();
  const [a, b] = meeting.players.map((player) => players[player]!.name) as [string, string];
  const href = meeting.games.length === 1 ? gameAddress(meeting.games[0]![0]) : gamesAddress(a, b);
  return (
    <ul class="tie">
      {meeting.players.map((player, i) => (
        <li key={player} class={player === winner ? 'on' : undefined}>
          <BotLink player={player} />
          {player === winner && <span class="vh">({words.say('winner')})</span>}
          <a class="score-link" href={href} aria-label={`${a} – ${b}: ${pointsText(meeting.points[i as 0 | 1], words)}`}>
            {pointsText(meeting.points[i as 0 | 1], words)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The meetings of one player's way, the earliest on the left. */
function Tree({ branch }: { branch: Branch }) {
  const words = useSpeech();
  const grows = branch.from.some(Boolean);
  return (
    <div class="tree">
      {grows && (
        <div class="feeds">
          {branch.from.map((from, i) => (
            <div key={i} class={from ? 'feed' : 'feed bye'}>
              {from ? <Tree branch={from} /> : (
                <div class="tree"><p class="tie-bye"><BotLink player={branch.meeting.players[i as 0 | 1]} /> <small>{words.say('noBye')}</small></p></div>
              )}
            </div>
          ))}
        </div>
      )}
      <div class="node"><Match branch={branch} /></div>
    </div>
  );
}

export function Bracket() {
  const { data: { games } } = useKnown();
  const words = useSpeech();
  const roots = useMemo(() => bracketOf(games), [games]);
  const rounds = useMemo(() => roundsOf(games), [games]);
  const title = (i: number): string => {
    const key = roots.length === 1 ? titles[rounds.length - 1 - i] : undefined;
    return key ? words.say(key) : words.say('round', rounds[i]!.round);
  };
  return (
    <Panel class="bracket" title={words.say('bracket')}>
      <Wide label={words.say('bracket')}>
        <div class="bracket-in">
          <ol class="bracket-head">{rounds.map(({ round }, i) => <li key={round}>{title(i)}</li>)}</ol>
          {roots.map((root) => <Tree key={root.meeting.players.join()} branch={root} />)}
        </div>
      </Wide>
    </Panel>
  );
}
