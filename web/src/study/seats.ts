/* Who the players of a study are: "You" and names where they are known, else the names of their pieces. */
import { useEffect, useState } from 'preact/hooks';
import { seeGame, type Seat } from '../api';
import { agentName } from '../parts/players';
import { ownGame } from '../settings';
import { useStore } from '../store';
import { useGames } from '../usegames';
import { useWords } from '../words';
import type { Study } from './study';

export interface Seats {
  /** Of the pieces: "Black". */
  titles: [string, string];
  names: [string, string];
  /** The reader's seat; null: none, or both. */
  me: 0 | 1 | null;
}

interface Known {
  seats: [Seat, Seat];
  mine: readonly number[];
}

/** The seats of the study's game of the server; null: it has none, or they are not known yet. */
function useKnown(source: string | null): Known | null {
  const kept = source === null ? undefined : ownGame(source);
  const [seen, setSeen] = useState<Known | null>(null);
  const isKept = kept?.seats !== undefined;
  useEffect(() => {
    if (source === null || isKept) return undefined;
    let current = true;
    seeGame(source).then(
      ({ seats }) => { if (current) setSeen({ seats, mine: [] }); },
      () => {}, /* the names of the pieces will do */
    );
    return () => { current = false; };
  }, [source, isKept]);
  return kept?.seats ? { seats: kept.seats, mine: kept.mine } : seen;
}

export function useSeats(study: Study): Seats {
  const words = useWords();
  const { source, tags, start, shown } = useStore(study.view);
  const info = useGames().games?.find(({ name }) => name === start.game);
  const known = useKnown(source);
  const players = shown?.answer.players;
  const titles = [0, 1].map((seat) => words.w(players?.[seat as 0 | 1]?.title)) as [string, string];
  const mine = known?.mine ?? [];
  const nameOf = (seat: 0 | 1): string => {
    const who = known?.seats[seat];
    if (who?.who === 'agent') return mine.length > 0 ? words.t('computer') : agentName(who, info, words);
    if (who && mine.length === 1 && mine[0] === seat) return words.t('you');
    return who?.name || tags[seat === 0 ? 'First' : 'Second'] || titles[seat];
  };
  return { titles, names: [nameOf(0), nameOf(1)], me: mine.length === 1 ? (mine[0] as 0 | 1) : null };
}
