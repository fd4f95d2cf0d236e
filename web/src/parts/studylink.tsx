/* Links to the study page. */
import { useWords, type Sentences } from '../words';
import { Icon } from './icon';

const own = {
  study: ['Study', 'Μελέτη'],
  studyOf: ['Study: {1}', 'Μελέτη: {1}'],
  setUp: ['Set up a position', 'Στήσε μια θέση'],
} satisfies Sentences;

/** To the study of a game of the server. `name`: which one, where only the icon is visible. */
export function StudyLink({ id, class: extra, name, icon = true, onClick }: {
  id: string; class?: string; name?: string; icon?: boolean; onClick?: () => void;
}) {
  const words = useWords();
  return (
    <a
      class={extra} href={`study/${id}`} onClick={onClick} data-study={id}
      {...(name ? { 'aria-label': words.s(own.studyOf, name), title: words.s(own.study) } : {})}
    >
      {icon && <Icon name="study" />}{!name && <span>{words.s(own.study)}</span>}
    </a>
  );
}

/** To the page where studies begin. */
export function StudiesLink() {
  const words = useWords();
  return <a class="plain" href="study"><Icon name="study" />{words.s(own.study)}</a>;
}

export function SetUpLink({ game, class: extra }: { game: string; class: string }) {
  const words = useWords();
  return <a class={extra} href={`study?set=${game}`}><Icon name="pen" /><span>{words.s(own.setUp)}</span></a>;
}
