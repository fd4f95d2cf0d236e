import './style/tokens.css';
import './style/kit.css';
import './style/app.css';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { addressOf } from './base';
import { Defs } from './looks/defs';
import { About } from './pages/about';
import { Home } from './pages/home';
import { NewGame } from './pages/new';
import { Play } from './pages/play';
import { Message, Top, useTitle } from './parts/frame';
import { startInput } from './input';
import { gameOf, isSheet, route, startRouter } from './router';
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

function Page({ path, behind }: { path: string; behind: boolean }) {
  const id = gameOf(path);
  if (id) return <Play key={id} id={id} behind={behind} />;
  if (path === '') return <Home behind={behind} />;
  if (path === 'about') return <About />;
  return <Missing />;
}

/** The page, and the sheet over it, if one is open. */
function Pages() {
  const { path, query, from } = useStore(route);
  const sheet = isSheet(path);
  return (
    <>
      <div
        class={sheet ? 'behind' : undefined} aria-hidden={sheet ? 'true' : undefined}
        ref={(node) => { if (node) node.inert = sheet; }}
      >
        <Page path={sheet ? (from ?? '') : path} behind={sheet} />
      </div>
      {sheet && <NewGame query={query} />}
    </>
  );
}

function App() {
  useDocument();
  return <><Defs /><Pages /></>;
}

startRouter();
startInput();
render(<App />, document.getElementById('app')!);

if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register(addressOf('sw.js')).catch(() => {});
