/* The page of the class: entering, who is here, challenges, running games, results. */
import './class.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiError, type GameInfo } from '../api';
import { addressOf } from '../base';
import { Icon } from '../parts/icon';
import { Choice, Message, Top, useTitle } from '../parts/frame';
import { go } from '../router';
import { change, settings } from '../settings';
import LinkSheet from '../share/linksheet';
import { save } from '../share/save';
import { useStore } from '../store';
import { useGames } from '../usegames';
import { readVariant, variantWords } from '../variant';
import { refusalText, useWords } from '../words';
import { ChallengeSheet } from './challenge';
import { ClassRoom, type Challenge, type ClassState } from './class';
import { nameIn, Running } from './live';
import { Results } from './results';
import { say } from './words';

/* ---- entering ---- */

function Enter({ room, title }: { room: ClassRoom; title: string }) {
  const words = useWords();
  const [code, setCode] = useState(room.code);
  const [name, setName] = useState(settings.get().name);
  const [problem, setProblem] = useState('');
  useTitle(words.s(say.enterTitle));
  useEffect(() => { if (room.code) setCode(room.code); }, [room.code]); /* a link was opened on this page */
  const enter = (event: Event) => {
    event.preventDefault();
    change({ name: name.trim() });
    room.enter(code, name.trim().replace(/ +/g, ' ')).catch((error: unknown) =>
      setProblem(refusalText(error instanceof ApiError ? error.refusal : null, words)));
  };
  return (
    <main class="class-enter">
      <form onSubmit={enter}>
        <h1>{title ? words.s(say.inviteTitle, title) : words.s(say.enterTitle)}</h1>
        <p>{words.s(say.enterText)}</p>
        <label>
          <span>{words.s(say.name)}</span>
          <input
            name="name" value={name} maxLength={32} autocomplete="nickname" required
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label>
          <span>{words.s(say.code)}</span>
          <input
            name="code" class="code" value={code} maxLength={12} autocomplete="off" autocapitalize="characters" required
            spellcheck={false} aria-describedby="code-help" onInput={(event) => setCode(event.currentTarget.value)}
          />
          <small id="code-help">{words.s(say.codeHelp)}</small>
        </label>
        {problem && <p class="problem" role="alert"><Icon name="warn" />{problem}</p>}
        <button type="submit" class="btn">{words.s(say.enter)}</button>
      </form>
    </main>
  );
}

/* ---- challenges ---- */

interface PartProps {
  state: ClassState;
  games: GameInfo[];
  act: (what: Promise<unknown>) => void;
  room: ClassRoom;
}

function ChallengeRow({ of, state, games, act, room }: PartProps & { of: Challenge }) {
  const words = useWords();
  const info = games.find(({ name }) => name === of.game);
  const by = state.people.find(({ person }) => person === of.by);
  const name = by?.name ?? '';
  const own = of.by === state.me;
  const variant = info ? variantWords(info.options, readVariant(of.variant), words) : '';
  const minutes = of.clock ? of.clock.base_ms / 60_000 : 0;
  const seconds = of.clock ? of.clock.increment_ms / 1000 : 0;
  const clock = !of.clock ? words.t('noClock')
    : seconds > 0 ? words.t('minutesPlus', minutes, seconds) : words.t('minutesEach', minutes);
  const side = of.side === 'random' || !info
    ? words.s(say.byLot)
    : words.s(say.plays, words.w(info.players[of.side === 'first' ? 0 : 1].title));
  const title = words.w(of.title);
  return (
    <li>
      <span class="chal-text">
        <b><bdi>{name}</bdi></b> <span>{title}</span>
        <small>{[own ? words.s(say.youWait) : side, variant, clock, !own && by && !by.here ? words.s(say.away) : '']
          .filter(Boolean).join(' · ')}</small>
      </span>
      {!own && state.me !== null && (
        <button
          type="button" class="btn" aria-label={words.s(say.acceptOf, title, name)}
          onClick={() => act(room.accept(of.challenge).then((id) => go(`g/${id}`)))}
        >
          {words.s(say.accept)}
        </button>
      )}
      {own && (
        <button type="button" class="btn quiet" onClick={() => act(room.withdraw(of.challenge))}>
          {words.s(say.withdraw)}
        </button>
      )}
      {!own && state.teacher && (
        <button
          type="button" class="round" aria-label={words.s(say.closeOf, name)}
          onClick={() => act(room.withdraw(of.challenge))}
        >
          <Icon name="x" />
        </button>
      )}
    </li>
  );
}

function Challenges(props: PartProps) {
  const { state, games, room } = props;
  const words = useWords();
  const [posting, setPosting] = useState(false);
  return (
    <section class="class-box" aria-labelledby="challenges-head">
      <header>
        <h2 id="challenges-head">{words.s(say.challenges)}</h2>
        {state.me !== null && games.length > 0 && (
          <button type="button" class="btn" onClick={() => setPosting(true)}>
            <Icon name="plus" />{words.s(say.post)}
          </button>
        )}
      </header>
      {state.challenges.length === 0 && <p class="quiet">{words.s(say.noChallenges)}</p>}
      <ul class="chals">
        {state.challenges.map((of) => <ChallengeRow key={of.challenge} of={of} {...props} />)}
      </ul>
      {posting && (
        <ChallengeSheet games={games} onPost={(wanted) => room.challenge(wanted)} onClose={() => setPosting(false)} />
      )}
    </section>
  );
}

/* ---- people ---- */

function People({ state, act, room }: PartProps) {
  const words = useWords();
  const [asked, setAsked] = useState<number | null>(null);
  const people = [...state.people].sort((a, b) => Number(b.here) - Number(a.here) || a.name.localeCompare(b.name));
  const doubtful = people.find(({ person }) => person === asked);
  const own = asked !== null && asked === state.me;
  return (
    <section class="class-box" aria-labelledby="people-head">
      <header>
        <h2 id="people-head">{words.s(say.people)}</h2>
        <small>{words.s(say.hereCount, people.filter(({ here }) => here).length)}</small>
      </header>
      {doubtful && (
        <div class="class-ask" role="alertdialog" aria-labelledby="ask-text">
          <p id="ask-text">{own ? words.s(say.leaveAsk) : words.s(say.removeAsk, doubtful.name)}</p>
          <div class="row">
            <button type="button" class="btn" onClick={() => { setAsked(null); act(room.remove(doubtful.person)); }}>
              {words.s(own ? say.leave : say.yesRemove)}
            </button>
            <button type="button" class="btn quiet" ref={(node) => node?.focus()} onClick={() => setAsked(null)}>
              {words.t('cancel')}
            </button>
          </div>
        </div>
      )}
      <ul class="folk">
        {people.map(({ person, name, here }) => (
          <li key={person} class={here ? 'here' : undefined}>
            <i aria-hidden="true" />
            <span><bdi>{name}</bdi>{person === state.me && <small> {words.s(say.you)}</small>}</span>
            <small>{words.s(here ? say.here : say.away)}</small>
            {state.teacher && person !== state.me && (
              <button type="button" class="round" aria-label={words.s(say.remove, name)} onClick={() => setAsked(person)}>
                <Icon name="x" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {state.me !== null && (
        <button type="button" class="plain" onClick={() => setAsked(state.me)}>{words.s(say.leave)}</button>
      )}
    </section>
  );
}

/* ---- head and teacher ---- */

/** The mark at the start of the file tells spreadsheets that it is UTF-8. */
const csvFile = (text: string) => new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' });

function Teacher({ state, act, room }: PartProps) {
  const words = useWords();
  if (!state.teacher) return null;
  const file = (what: 'results' | 'games') =>
    act(room.csv(what).then((text) => save(csvFile(text), `pessoi-${what}.csv`)));
  return (
    <section class="class-teacher" aria-label={words.s(say.teacher)}>
      <p><b>{words.s(say.teacher)}</b> <span>{words.s(say.codeIs, state.code)}</span></p>
      <div class="row">
        <button type="button" class="btn quiet" onClick={() => file('results')}>
          <Icon name="save" />{words.s(say.download)}
        </button>
        <button type="button" class="btn quiet" onClick={() => file('games')}>
          <Icon name="save" />{words.s(say.downloadGames)}
        </button>
        <button type="button" class="btn quiet" onClick={() => act(room.recode())}>{words.s(say.recode)}</button>
      </div>
    </section>
  );
}

function Head({ state, room }: { state: ClassState; room: ClassRoom }) {
  const words = useWords();
  const [sheet, setSheet] = useState<'invite' | 'elsewhere' | null>(null);
  const me = state.me === null ? undefined : nameIn(state, state.me);
  const page = addressOf('class');
  return (
    <header class="class-head">
      <div>
        <h1><bdi>{state.class}</bdi></h1>
        {me !== undefined && <p><bdi>{me}</bdi></p>}
      </div>
      <div class="row">
        <button type="button" class="btn quiet" onClick={() => setSheet('invite')}>
          <Icon name="link" />{words.s(say.invite)}
        </button>
        {room.key && me !== undefined && (
          <button type="button" class="btn quiet" onClick={() => setSheet('elsewhere')}>{words.s(say.elsewhere)}</button>
        )}
      </div>
      {sheet === 'invite' && (
        <LinkSheet
          title={words.s(say.inviteTitle, state.class)} label={words.s(say.inviteLabel)} address={`${page}#${state.code}`}
          text={words.s(say.inviteText, page.replace(/^https?:\/\//, ''), state.code)} onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'elsewhere' && (
        <LinkSheet
          title={words.s(say.elsewhereTitle)} text={words.s(say.elsewhereText)} label={words.s(say.elsewhereLabel)}
          address={`${page}#me=${room.key}`} onClose={() => setSheet(null)}
        />
      )}
    </header>
  );
}

/* ---- the page ---- */

function Inside({ state, room, lost }: { state: ClassState; room: ClassRoom; lost: boolean }) {
  const words = useWords();
  const { games } = useGames();
  const [shows, setShows] = useState<'now' | 'results'>('now');
  const [problem, setProblem] = useState('');
  useTitle(state.class);
  const looks = useMemo(() => new Map((games ?? []).map(({ name, look }) => [name, look])), [games]);
  const act = (what: Promise<unknown>) => {
    setProblem('');
    what.catch((error: unknown) => {
      const refusal = error instanceof ApiError ? error.refusal : null;
      setProblem(refusal ? refusalText(refusal, words) : words.s(say.notSent));
    });
  };
  const part = { state, games: games ?? [], act, room };
  return (
    <main class="class-page">
      <Head state={state} room={room} />
      <Teacher {...part} />
      <Choice
        label={words.s(say.show)} value={shows} onChange={setShows}
        options={[['now', words.s(say.lobby)], ['results', words.s(say.results)]] as const}
      />
      <div role="status" aria-live="polite">
        {lost && <p class="problem"><Icon name="warn" />{words.s(say.lineAway)}</p>}
        {problem && <p class="problem"><Icon name="warn" />{problem}</p>}
      </div>
      {shows === 'now'
        ? (
          <div class="class-now">
            <div><Challenges {...part} /><Running state={state} looks={looks} /></div>
            <People {...part} />
          </div>
        )
        : <Results state={state} onDrop={(id) => act(room.drop(id))} />}
    </main>
  );
}

export default function Class() {
  const words = useWords();
  const room = useMemo(() => new ClassRoom(), []);
  const { phase, state, title } = useStore(room.view);
  useEffect(() => {
    room.onGame = (id) => go(`g/${id}`);
    room.start();
    return () => room.stop();
  }, [room]);
  return (
    <>
      <Top />
      {state && <Inside state={state} room={room} lost={phase === 'away'} />}
      {!state && phase === 'join' && <Enter room={room} title={title} />}
      {!state && phase === 'away' && <Message title={words.t('awayTitle')}><p>{words.t('awayText')}</p></Message>}
      {!state && phase === 'none' && (
        <Message title={words.s(say.noneTitle)}>
          <p>{words.s(say.noneText)}</p>
          <a class="btn" href="./">{words.t('toGames')}</a>
        </Message>
      )}
    </>
  );
}
