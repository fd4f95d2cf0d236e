/* A component that is loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWords } from './words';

export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const words = useWords();
    const [failed, setFailed] = useState(false);
    const [, redraw] = useState({});
    useEffect(() => {
      if (loaded) return;
      load().then(
        (module) => {
          loaded = module.default;
          redraw({});
        },
        () => setFailed(true),
      );
    }, []);
    const Loaded = loaded;
    if (Loaded) return <Loaded {...props} />;
    return failed ? <p class="problem lazy" role="alert">{words.t('awayText')}</p> : null;
  };
}
