/* Controls of a game between two agents: pause, single step, speed. */
import { useEffect, useRef } from 'preact/hooks';
import type { Game } from '../api';
import type { Table } from '../table';
import { useWords } from '../words';
import { Icon } from './icon';

/** Slow to fast. */
const paces: readonly number[] = [5000, 3000, 2000, 1200, 800, 400, 200, 0];
const usual = 800;

export function Watching({ table, game }: { table: Table; game: Game }) {
  const words = useWords();
  const slider = useRef<HTMLInputElement>(null);
  const before = useRef<number>(usual);
  const pace = game.pace_ms ?? usual;
  const paused = pace < 0;
  if (!paused) before.current = pace;
  const at = paces.reduce(
    (best, ms, i) => (Math.abs(ms - before.current) < Math.abs(paces[best]! - before.current) ? i : best), 0,
  );
  useEffect(() => slider.current?.style.setProperty('--at', String(at / (paces.length - 1))), [at]);
  if (game.position.result !== null) return null;
  const text = words.t('secondsAMove', paces[at]! / 1000);
  return (
    <div class="watching" role="group" aria-label={words.t('watch')}>
      <button
        type="button" class="btn quiet" data-pause
        onClick={() => void table.ask({ do: 'pace', ms: paused ? before.current : -1 })}
      >
        <Icon name={paused ? 'go' : 'pause'} />{words.t(paused ? 'resume' : 'pause')}
      </button>
      <button type="button" class="btn quiet" disabled={!paused} onClick={() => void table.ask({ do: 'step' })}>
        <Icon name="right" />{words.t('step')}
      </button>
      <label class="speed">
        <span>{words.t('speed')}</span>
        <input
          ref={slider} type="range" min="0" max={paces.length - 1} step="1" value={at} aria-valuetext={text}
          onChange={(event) => void table.ask({ do: 'pace', ms: paces[Number(event.currentTarget.value)]! })}
        />
        <small>{text}</small>
      </label>
    </div>
  );
}
