import type { Game } from '../api';
import { useGames } from '../usegames';
import { readVariant, variantWords } from '../variant';
import { useWords } from '../words';
import { SettingsList } from './preferences';
import { Icon } from './icon';
import { RulesLink } from './ruleslink';

/** The variant of the game, visible when closed; the display settings, when open. */
export function Setup({ game }: { game: Game }) {
  const words = useWords();
  const { games } = useGames();
  const info = games?.find((g) => g.name === game.game);
  const variant = info ? variantWords(info.options, readVariant(game.variant), words) || words.t('standard') : '';
  const time = game.clock ? words.t('clock').toLocaleLowerCase(words.language) : '';
  return (
    <>
      <RulesLink game={game.game} title={words.w(game.title)} class="fold rules-row" />
      <details class="fold setup">
        <summary>
          <span>{words.t('setup')}</span>
          <span>{[variant, time].filter(Boolean).join(' · ')}</span>
          <Icon name="chev" />
        </summary>
        <div class="setup-body">
          {info && <p class="goal">{words.w(info.goal)}</p>}
          {info && game.variant && <p class="goal">{variant}</p>}
          <SettingsList />
        </div>
      </details>
    </>
  );
}
