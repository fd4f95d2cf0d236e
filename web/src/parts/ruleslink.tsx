/* Links to the rules of a game, which open above the present page, and to its lesson, which is a page. */
import type { GameInfo } from '../api';
import { useWords } from '../words';
import { Icon } from './icon';

export function RulesLink({ game, title, class: extra, short }: {
  game: string; title: string; class: string;
  /** Only the icon is visible. */
  short?: boolean;
}) {
  const words = useWords();
  const name = words.t('rulesOf', title);
  return (
    <a class={extra} href={`rules/${game}`} aria-label={name} title={short ? words.t('rules') : undefined}>
      <Icon name="book" />{!short && <span>{words.t('rules')}</span>}
    </a>
  );
}

/** Nothing if the game has no lesson. */
export function LearnLink({ game, class: extra, short }: { game: GameInfo; class: string; short?: boolean }) {
  const words = useWords();
  if (!game.lesson) return null;
  const name = words.t('learn', words.w(game.title));
  return (
    <a class={extra} href={`learn/${game.name}`} aria-label={name} title={short ? name : undefined}>
      <Icon name="learn" />{!short && <span>{name}</span>}
    </a>
  );
}
