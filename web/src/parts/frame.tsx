/* The bar at the top of every page, and parts shared by pages. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { whatIsServed, type Served } from '../api';
import { change, languageOf, settings, type Language } from '../settings';
import { useStore } from '../store';
import { useWords } from '../words';
import { Icon } from './icon';

const Brand = ({ href }: { href: string }) => {
  const words = useWords();
  return (
    <a class="brand" href={href} aria-label={`Pessoi, ${words.t('home')}`}>
      <svg viewBox="0 0 34 24" aria-hidden="true">
        <ellipse cx="12" cy="13" rx="11" ry="9.5" transform="rotate(-14 12 13)" fill="var(--ink)" />
        <ellipse
          cx="23" cy="12" rx="9.3" ry="7.8" transform="rotate(18 23 12)" fill="var(--surface)" stroke="var(--ink)"
          stroke-width="2"
        />
      </svg>
      <span>Pessoi</span>
    </a>
  );
};

const names: Record<Language, [short: string, whole: string]> = { en: ['EN', 'English'], el: ['ΕΛ', 'Ελληνικά'] };

function Switches() {
  const words = useWords();
  const now = useStore(settings);
  const dark = document.documentElement.dataset.theme === 'dark';
  return (
    <>
      <div class="seg" role="group" aria-label={words.t('language')}>
        {(['en', 'el'] as const).map((language) => (
          <button
            key={language} type="button" lang={language} aria-label={names[language].join(', ')}
            aria-pressed={languageOf(now, navigator.language) === language} onClick={() => change({ language })}
          >
            {names[language][0]}
          </button>
        ))}
      </div>
      <button
        type="button" class="round" aria-label={words.t('theme')}
        onClick={() => change({ theme: dark ? 'light' : 'dark' })}
      >
        <Icon name="moon" class="moon" /><Icon name="sun" class="sun" />
      </button>
    </>
  );
}

/** The bar itself: `home` is where the brand leads. */
export const Bar = ({ home, title, children }: { home: string; title?: string; children?: ComponentChildren }) => (
  <header class="top">
    <Brand href={home} />
    {title !== undefined && <div class="crumb"><h1><bdi>{title}</bdi></h1></div>}
    {children}
    <Switches />
  </header>
);

/** Links to what this server has beside games: its class, the tournament that it shows. */
export function ServedLinks({ class: kind }: { class?: string }) {
  const words = useWords();
  const [has, setHas] = useState<Served | null>(null);
  useEffect(() => {
    let gone = false;
    void whatIsServed().then((now) => { if (!gone) setHas(now); });
    return () => { gone = true; };
  }, []);
  return (
    <>
      {has?.class && <a class={kind} href="class">{words.t('classLink')}</a>}
      {has?.tournament && <a class={kind} href="tournament/">{words.t('tournamentLink')}</a>}
    </>
  );
}

export function Top({ title }: { title?: string }) {
  const words = useWords();
  return (
    <Bar home="./" title={title}>
      <nav aria-label={words.t('mainMenu')}>
        <a href="./">{words.t('games')}</a>
        <ServedLinks class="served" />
        <a href="about">{words.t('help')}</a>
      </nav>
    </Bar>
  );
}

/** Sets theme, language and motion on the document element, for styles and screen readers. */
export function useDocument(): void {
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

/** The window's title, in the current language. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Pessoi` : 'Pessoi';
  }, [title]);
}

export function Message({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <main class="message">
      <svg viewBox="-60 -50 120 100" aria-hidden="true">
        <use href="#sb" transform="translate(-22 8) scale(1.2)" /><use href="#sw" transform="translate(24 -4)" />
      </svg>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

/** A group of buttons of which one is active. */
export function Choice<T extends string | number>(props: {
  label: string; value: T; options: readonly (readonly [T, string])[]; onChange: (value: T) => void;
}) {
  return (
    <div class="choice" role="group" aria-label={props.label}>
      <span class="choice-label" aria-hidden="true">{props.label}</span>
      <span class="seg">
        {props.options.map(([value, text]) => (
          <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
            {text}
          </button>
        ))}
      </span>
    </div>
  );
}

export const Switch = ({ label, value, onChange }: {
  label: string; value: boolean; onChange: (value: boolean) => void;
}) => (
  <label class="switch">
    <span>{label}</span>
    <input type="checkbox" role="switch" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
  </label>
);
