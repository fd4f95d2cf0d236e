import './style/tokens.css';
import './style/kit.css';
import './style/app.css';
import { render, type ComponentChildren } from 'preact';
import { addressOf } from './base';
import { Defs } from './looks/defs';
import { lazy } from './lazy';
import { About } from './pages/about';
import { Home } from './pages/home';
import { NewGame } from './pages/new';
import { Play } from './pages/play';
import { useFocusBack } from './parts/dialog';
import { Message, Top, useDocument, useTitle } from './parts/frame';
import { startInput } from './input';
import { gameOf, isDialog, isSheet, lessonAt, puzzlesAt, route, rulesAt, startRouter, studyAt, type Place } from './router';
import { seatIn } from './seat';
import { keepGame } from './settings';
import { useStore } from './store';
import { useWords } from './words';

function Missing() {
  const words = useWords();
  useTitle(words.t('missingTitle'));
  return (
    <>
      <Top />
      <Message title={words.t('missingTitle')}>
        <p>{words.t('missingText')}</p>
        <a class="btn" href="./">{words.t('toGames')}</a>
      </Message>
    </>
  );
}

const Rules = lazy(() => import('./pages/rules'));
const Games = lazy(() => import('./pages/games'));
const Class = lazy(() => import('./class/page'));
const Lesson = lazy(() => import('./pages/lesson'));
const Puzzles = lazy(() => import('./pages/puzzles'));
const Study = lazy(() => import('./study/page'));

/** The focus is stored before the page below becomes inert: the dialog itself may still have to be loaded. */
function RulesAbove({ name }: { name: string }) {
  useFocusBack();
  return <Rules key={name} name={name} />;
}

/** A page of its own, below the dialogs. */
function Page({ place: { path, query, hash }, behind }: { place: Place; behind: boolean }) {
  const id = gameOf(path);
  const lesson = lessonAt(path);
  if (lesson) return <Lesson key={lesson} name={lesson} query={query} behind={behind} />;
  const puzzles = puzzlesAt(path);
  if (puzzles) return <Puzzles key={path} {...puzzles} behind={behind} />;
  const study = studyAt(path);
  if (study !== null) {
    /* Another line in the fragment is another study. */
    const which = [study, query.get('kept'), query.get('set'), hash].join(' ');
    return <Study key={which} id={study || null} query={query} hash={hash} behind={behind} />;
  }
  if (id) return <Play key={id} id={id} behind={behind} />;
  if (path === '') return <Home behind={behind} />;
  if (path === 'about') return <About />;
  if (path === 'games') return <Games />;
  if (path === 'class') return <Class />;
  return <Missing />;
}

/** Keeps the page or dialog below an open dialog on the screen, but out of reach. */
function Below({ covered, children }: { covered: boolean; children: ComponentChildren }) {
  return (
    <div
      class={covered ? 'behind' : undefined} aria-hidden={covered ? 'true' : undefined}
      ref={(node) => { if (node) node.inert = covered; }}
    >
      {children}
    </div>
  );
}

/** The page, and the dialogs above it: the sheet for a new game, the rules. */
function Pages() {
  const { path, query, hash, below } = useStore(route);
  const open = [...below, { path, query, hash }];
  const page = open.find((place) => !isDialog(place.path)) ?? { path: '', query, hash: '' };
  const sheet = open.find((place) => isSheet(place.path));
  const rules = rulesAt(path);
  return (
    <>
      <Below covered={isDialog(path)}><Page place={page} behind={isDialog(path)} /></Below>
      {sheet && <Below covered={rules !== null}><NewGame query={sheet.query} /></Below>}
      {rules !== null && <RulesAbove name={rules} />}
    </>
  );
}

function App() {
  useDocument();
  return <><Defs /><Pages /></>;
}

/** Takes the keys of a seat out of the address; returns whether there were any. */
function takeSeat(): boolean {
  const id = gameOf(route.get().path);
  const keys = id ? seatIn(location.hash) : null;
  if (!id || !keys) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  keepGame({ id, keys });
  return true;
}

takeSeat();
/* The address was opened in a window that shows the game already: it follows the game again, with the keys. */
window.addEventListener('hashchange', () => { if (takeSeat()) location.reload(); });
startRouter();
startInput();
render(<App />, document.getElementById('app')!);

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register(addressOf('sw.js')).catch(() => {});
