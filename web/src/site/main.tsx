import '../style/tokens.css';
import '../style/kit.css';
import '../style/app.css';
import './site.css';
import { render } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { startInput } from '../input';
import { Defs } from '../looks/defs';
import { Bar, Message, useDocument, useTitle } from '../parts/frame';
import { Icon } from '../parts/icon';
import { useStore } from '../store';
import { BotPage } from './bot';
import { isRunning, keepUp, receive, type Row, type Tournament } from './data';
import { GamesPage } from './games';
import { clockText, known, KnownContext, Name, useKnown } from './parts';
import { GamePage } from './replay';
import { csvOf } from './results';
import { botAddress, gameAddress, gamesAddress, place, startRoute, type Place } from './route';
import { StandingsPage } from './standings';
import { useSpeech } from './words';

const formatKnown = 1;

/** Saves the standings; the file is made here, because there is no server. */
function CsvButton() {
  const { data } = useKnown();
  const { say } = useSpeech();
  const save = () => {
    /* The mark at the beginning tells table programs that it is UTF-8. */
    const address = URL.createObjectURL(new Blob(['\ufeff', csvOf(data)], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${data.game.name}-standings.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <button type="button" class="btn quiet csv" title={say('csvLong')} aria-label={say('csvLong')} onClick={save}>
      <Icon name="save" />{say('csv')}
    </button>
  );
}

/** "‹ Game 12 ›": the number of a game between its neighbours in the list. */
function GameNumber({ game }: { game: Row }) {
  const { data } = useKnown();
  const { say } = useSpeech();
  const at = data.games.indexOf(game);
  const link = (to: Row | undefined, label: string, icon: 'prev' | 'right') =>
    to ? <a class="round" href={gameAddress(to[0])} aria-label={label} title={label}><Icon name={icon} /></a>
      : <span class="round none" />;
  return (
    <p class="about-line">
      {link(data.games[at - 1], say('previous'), 'prev')}
      {[say('number', String(game[0])), game[1] > 0 && say('round', game[1])].filter(Boolean).join(' · ')}
      {link(data.games[at + 1], say('next'), 'right')}
    </p>
  );
}

function Tabs({ now, bot }: { now: Place; bot: string | null }) {
  const { data, byNumber } = useKnown();
  const words = useSpeech();
  const { say } = words;
  const current = (page: Place['page']) => (now.page === page ? ('page' as const) : undefined);
  const playing = data.players.filter((player) => !player.excluded).length;
  const game = now.page === 'game' ? byNumber.get(now.number) : undefined;
  const facts = [
    words.w(data.game.title), say('players', playing), data.games_each && say('gamesEach', data.games_each),
    clockText(data, words),
  ];
  return (
    <div class="tabs">
      <nav class="seg" aria-label={say('pages')}>
        <a href="#" aria-current={current('standings')}>{say('standings')}</a>
        <a href={gamesAddress()} aria-current={current('games') ?? current('game')}>{say('games')}</a>
        {bot !== null && <a href={botAddress(bot)} aria-current="page"><Name>{bot}</Name></a>}
      </nav>
      {game ? <GameNumber game={game} /> : <p class="about-line">{facts.filter(Boolean).join(' · ')}</p>}
      {now.page === 'standings' && <CsvButton />}
    </div>
  );
}

/** The title of a page, for the window and for screen readers. */
function titleOf(now: Place, { say }: ReturnType<typeof useSpeech>): string {
  switch (now.page) {
    case 'standings': return say('standings');
    case 'games': return say('games');
    case 'bot': return now.name;
    case 'game': return say('number', String(now.number));
  }
}

function Page({ now }: { now: Place }) {
  const { data, byNumber } = useKnown();
  const { say } = useSpeech();
  const player = now.page === 'bot' ? data.players.findIndex(({ name }) => name === now.name) : -1;
  if (now.page === 'bot')
    return player >= 0 ? <BotPage key={now.name} player={player} /> : <p class="problem">{say('noPlayer')}</p>;
  if (now.page === 'game')
    return byNumber.has(now.number)
      ? <GamePage number={now.number} ply={now.ply} /> : <p class="problem">{say('noGame', String(now.number))}</p>;
  return (
    <>
      <h2 class="vh" tabIndex={-1} data-heading>{say(now.page === 'games' ? 'games' : 'standings')}</h2>
      {now.page === 'games' ? <GamesPage filter={now} /> : <StandingsPage />}
    </>
  );
}

/** A new page begins at its top, and a screen reader at its heading. */
function useArrival(key: string): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) { first.current = false; return; }
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('[data-heading]')?.focus({ preventScroll: true });
  }, [key]);
}

function Site({ data }: { data: Tournament }) {
  useDocument();
  const now = useStore(place);
  const words = useSpeech();
  const title = data.title ?? words.w(data.game.title);
  const of = useMemo(() => known(data), [data]);
  useTitle(`${titleOf(now, words)} · ${title}`);
  useArrival(now.page === 'game' ? `game ${now.number}` : now.page === 'bot' ? `bot ${now.name}` : now.page);
  return (
    <KnownContext.Provider value={of}>
      <Defs />
      <Bar home="#" title={title} />
      <main class={`tour page-${now.page}`}>
        <Tabs now={now} bot={now.page === 'bot' ? now.name : null} />
        {isRunning(data) && (
          <p class="problem" data-running>
            <Icon name="rotate" />
            {data.expected === null
              ? words.say('stillRunning', data.games.length) : words.say('running', data.games.length, data.expected)}
          </p>
        )}
        <Page now={now} />
      </main>
      {now.page !== 'game' && (
        <footer class="made">{words.say('madeBy', data.version ?? '')}</footer>
      )}
    </KnownContext.Provider>
  );
}

function Trouble({ other }: { other: boolean }) {
  useDocument();
  const { say } = useSpeech();
  return (
    <>
      <Defs />
      <Message title={say(other ? 'otherFormat' : 'noData')}><p>{say('noDataHelp')}</p></Message>
    </>
  );
}

const root = document.getElementById('app')!;
let begun = false;
let newest: Tournament;
receive((data) => {
  newest = data;
  if (!begun) {
    startRoute();
    startInput();
    keepUp(() => newest);
  }
  begun = true;
  render(data.format === formatKnown ? <Site data={data} /> : <Trouble other />, root);
});
/* data.js is the next script of the page. */
window.addEventListener('load', () => { if (!begun) render(<Trouble other={false} />, root); });
