import './style/tokens.css';
import './style/kit.css';
import './style/app.css';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { addressOf } from './base';
import { Defs } from './looks/defs';
import { lazy } from './lazy';
import { About } from './pages/about';
import { Games } from './pages/games';
import { Home } from './pages/home';
import { NewGame } from './pages/new';
import { Play } from './pages/play';
import { useFocusBack } from './parts/dialog';
import { Message, Top, useTitle } from './parts/frame';
import { gameOf, route, rulesAt, startRouter, type Route } from './router';
import { languageOf, settings } from './settings';
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

/** Sets theme, language and motion on the document element, for styles and screen readers. */
function useDocument(): void {
  const now = useStore(settings);
  const system = matchMedia('(prefers-color-scheme: dark)');
  useEffect(() => {
    const root = document.documentElement;
    const apply = () => {
      const dark = now.theme === 'dark' || (now.theme === null && system.matches);
      root.dataset.theme = dark ? 'dark' : 'light';
      document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#12181b' : '#eceeec');
    };
    apply();
    root.lang = languageOf(now, navigator.language);
    if (now.motion === 0) root.dataset.motion = 'off';
    else delete root.dataset.motion;
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [now]);
}

const Rules = lazy(() => import('./pages/rules'));

/** The focus is stored before the page below becomes inert: the dialog itself may still have to be loaded. */
function RulesAbove({ name }: { name: string }) {
  useFocusBack();
  return <Rules key={name} name={name} />;
}

/** The page, and above it the rules, if they are open. */
function Page() {
  const { path, query, under } = useStore(route);
  const name = rulesAt(path);
  const below = name === null ? { path, query } : (under ?? { path: '', query });
  return (
    <>
      <div
        class={name !== null ? 'behind' : undefined} aria-hidden={name !== null ? 'true' : undefined}
        ref={(node) => { if (node) node.inert = name !== null; }}
      >
        <PageAt {...below} />
      </div>
      {name !== null && <RulesAbove name={name} />}
    </>
  );
}

function PageAt({ path, query }: Pick<Route, 'path' | 'query'>) {
  const id = gameOf(path);
  if (id) return <Play key={id} id={id} />;
  const sheet = path === 'new';
  if (path === '' || sheet)
    return (
      <>
        <div
          class={sheet ? 'behind' : undefined} aria-hidden={sheet ? 'true' : undefined}
          ref={(node) => { if (node) node.inert = sheet; }}
        >
          <Home behind={sheet} />
        </div>
        {sheet && <NewGame query={query} />}
      </>
    );
  if (path === 'about') return <About />;
  if (path === 'games') return <Games />;
  return <Missing />;
}

function App() {
  useDocument();
  return <><Defs /><Page /></>;
}

startRouter();
render(<App />, document.getElementById('app')!);

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register(addressOf('sw.js')).catch(() => {});
