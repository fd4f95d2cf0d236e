/* Plays a frame on the drawn board. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { d4, type Frame } from '../anim/plan';
import { motionOf, settings } from '../settings';

/** Starts a frame's animations after it is drawn; earlier ones end at their drawn positions. */
export function useFrame(root: { current: SVGSVGElement | null }, frame: Frame): void {
  const running = useRef<Animation[]>([]);
  useLayoutEffect(() => {
    for (const animation of running.current) animation.cancel();
    running.current = [];
    const svg = root.current;
    if (!svg || (frame.anims.length === 0 && frame.floats.length === 0)) return;
    const parts = new Map<string, Element>();
    svg.querySelectorAll('[data-sprite]').forEach((part) => parts.set(part.getAttribute('data-sprite')!, part));
    for (const { id, keyframes, duration, delay, easing } of frame.anims) {
      const part = parts.get(String(id));
      if (part) running.current.push(part.animate(keyframes, { duration, delay, easing, fill: 'both' }));
    }
    svg.querySelectorAll('[data-float]').forEach((part) =>
      running.current.push(
        part.animate([{ transform: 'none', opacity: 1 }, { transform: 'translate(0,-34px)', opacity: 0 }], {
          duration: d4 * 2 * motionOf(settings.get()), easing: 'ease-out', fill: 'both',
        }),
      ),
    );
  }, [frame]);
  useEffect(() => () => running.current.forEach((animation) => animation.cancel()), []);
}
