/* Runs before the first paint: the theme and the language a person chose, or the system's. The same
 * rules are in src/settings.ts, which takes over when the application has loaded. */
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('pessoi.settings') || '{}') || {};
  } catch {
    /* Storage may be forbidden or hold nonsense: the system's preferences serve. */
  }
  const root = document.documentElement;
  const dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  const greek = kept.language === 'el' || (kept.language !== 'en' && /^el\b/i.test(navigator.language));
  root.lang = greek ? 'el' : 'en';
})();
