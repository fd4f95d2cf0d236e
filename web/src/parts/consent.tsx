/* Says that two people play with hints. */
import type { Game } from '../api';
import { consent } from '../consent';
import { twoPeople } from '../game';
import type { Table } from '../table';
import { useWords } from '../words';
import { Icon } from './icon';

export const isHelped = (game: Game): boolean =>
  game.agreed && twoPeople(game) && game.position.result === null;

export function Consent({ table, game }: { table: Table; game: Game }) {
  const words = useWords();
  if (!isHelped(game)) return null;
  return (
    <div class="consent" role="note">
      <Icon name="hint" />
      <p><b>{words.s(consent.chip)}</b> <small>{words.s(consent.chipMore)}</small></p>
      {game.mine.length > 0 && (
        <button type="button" class="btn quiet" onClick={() => void table.ask({ do: 'hints', on: false })}>
          {words.s(consent.off)}
        </button>
      )}
    </div>
  );
}
