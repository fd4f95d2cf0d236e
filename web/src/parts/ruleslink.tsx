/* A link to the rules of a game. They open above the present page. */
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
