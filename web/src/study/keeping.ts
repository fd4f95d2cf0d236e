/* Autosave: a study that was changed is kept in this browser shortly after every change, and when the page is left. */
import { useEffect } from 'preact/hooks';
import { keep } from './shelf';
import type { Study } from './study';

/** After the last change, in milliseconds. */
const pause = 250;

/** Stores the study now, if there is something to store. */
export function keepNow(study: Study): void {
  const now = study.view.get();
  if (!now.touched && now.kept === 'no') return;
  const answer = now.shown?.answer;
  const picture = answer ? { title: answer.title, look: answer.look, board: answer.board, position: answer.position } : null;
  study.setKept(keep(now, picture) ? 'yes' : 'full');
}

export function useKeeping(study: Study): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let { tree, at, tags } = study.view.get();
    const flush = () => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      keepNow(study);
    };
    const stop = study.view.watch(() => {
      const now = study.view.get();
      if (now.tree === tree && now.at === at && now.tags === tags) return;
      ({ tree, at, tags } = now);
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => { timer = null; keepNow(study); }, pause);
    });
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      stop();
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [study]);
}
