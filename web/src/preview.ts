/* What a move would do, before it is made: the server answers with its steps, and the look draws them.
 * Every move of a position is asked for at most once, and only if the pointer rests on it. */
import { useEffect, useState } from 'preact/hooks';
import type { Step } from './api';

/** How long a pointer must rest before the server is asked, in milliseconds. */
const rest = 80;

export class Previews {
  private ply = -1;
  private readonly known = new Map<string, Promise<Step[] | null>>();
  private readonly ask: (ply: number, move: string) => Promise<Step[] | null>;

  constructor(ask: (ply: number, move: string) => Promise<Step[] | null>) {
    this.ask = ask;
  }

  /** The steps of a legal move after `ply` moves; null if the server does not say. */
  of(ply: number, move: string): Promise<Step[] | null> {
    if (ply !== this.ply) this.known.clear();
    this.ply = ply;
    let steps = this.known.get(move);
    if (!steps) {
      steps = this.ask(ply, move);
      this.known.set(move, steps);
      void steps.then((told) => told ?? this.known.delete(move));
    }
    return steps;
  }
}

/** The steps of the move that is pointed at, once they are known. */
export function usePreview(previews: Previews, ply: number, move: string | null): Step[] | null {
  const [told, setTold] = useState<{ ply: number; move: string; steps: Step[] } | null>(null);
  useEffect(() => {
    if (move === null) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      void previews.of(ply, move).then((steps) => { if (current && steps) setTold({ ply, move, steps }); });
    }, rest);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [previews, ply, move]);
  return told && told.ply === ply && told.move === move ? told.steps : null;
}
