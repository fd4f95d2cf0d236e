import { useEffect, useState } from 'preact/hooks';
import { allGames, type GameInfo } from './api';

const tryAgainAfter = 4000;

/** Every game of the server, in its order; retries by itself while the server is away. */
export function useGames(): { games: GameInfo[] | null; away: boolean; again: () => void } {
  const [games, setGames] = useState<GameInfo[] | null>(null);
  const [away, setAway] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((n) => n + 1);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    allGames().then(
      (all) => {
        if (gone) return;
        setGames(all);
        setAway(false);
      },
      () => {
        if (gone) return;
        setAway(true);
        timer = setTimeout(again, tryAgainAfter);
      },
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [attempt]);
  return { games, away, again };
}
