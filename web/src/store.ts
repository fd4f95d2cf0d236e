/* A value that components subscribe to: too small to need a library. */
import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(next: T | ((now: T) => T)): void;
  watch(listener: () => void): () => void;
}

export function store<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const made = typeof next === 'function' ? (next as (now: T) => T)(value) : next;
      if (Object.is(made, value)) return;
      value = made;
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; the component is drawn again when it changes. */
export function useStore<T>(source: Store<T>): T {
  const [, redraw] = useState({});
  const drawn = source.get();
  useEffect(() => {
    const stop = source.watch(() => redraw({}));
    if (!Object.is(drawn, source.get())) redraw({}); /* changed between drawing and subscribing */
    return stop;
  }, [source]);
  return drawn;
}
