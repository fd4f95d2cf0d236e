/* The menu of the study page: everything that is not a step through the moves. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Look } from '../looks/look';
import { Icon, type IconName } from '../parts/icon';
import { useGames } from '../usegames';
import { useWords, type Sentences } from '../words';
import { lineAddress } from './address';
import { Import, useDrop } from './import';
import { Modal } from './modal';
import { Share } from './share';
import type { Study, StudyView } from './study';

const own = {
  share: ['Share and export', 'Κοινοποίηση και εξαγωγή'],
  import_: ['Import', 'Εισαγωγή'],
  setUp: ['Set up a position', 'Στήσε μια θέση'],
  mine: ['My studies', 'Οι μελέτες μου'],
  speed: ['Speed: {1} s per move', 'Ταχύτητα: {1} δ. ανά κίνηση'],
  toGame: ['To the game', 'Στην παρτίδα'],
} satisfies Sentences;

const paces = [2000, 1000, 500, 250];

/** The address of the set-up that begins with what is on the board. */
export function setupAddress({ start, shown }: StudyView): string {
  const line = lineAddress({ ...start, position: shown?.answer.position.text ?? start.position, moves: [], ply: null });
  return `study?set=${start.game}#${line.split('#')[1]}`;
}

export type Asked = 'share' | 'import';

/** The dialogs of the menu, which also open when something is dropped on the page. */
export function Dialogs({ study, now, asked, ask }: {
  study: Study; now: StudyView; asked: Asked | null; ask: (which: Asked | null) => void;
}) {
  const words = useWords();
  const { games } = useGames();
  const [dropped, setDropped] = useState('');
  useDrop((text) => { setDropped(text); ask('import'); });
  const close = () => {
    setDropped('');
    ask(null);
    document.querySelector<HTMLElement>('.more-menu > button')?.focus();
  };
  if (asked === 'share')
    return <Modal id="share" title={words.s(own.share)} onClose={close}><Share study={study} /></Modal>;
  if (asked !== 'import' || !games) return null;
  return (
    <Modal id="import" title={words.s(own.import_)} onClose={close}>
      <Import key={dropped} games={games} game={now.start.game} variant={now.start.variant} first={dropped} onDone={close} />
    </Modal>
  );
}

export function More({ study, now, look, ask }: {
  study: Study; now: StudyView; look: Look; ask: (which: Asked) => void;
}) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => { if (!root.current?.contains(event.target as Node)) setOpen(false); };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); /* it closes the menu and nothing else */
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);
  const show = (which: Asked) => { study.stop(); setOpen(false); ask(which); };
  const item = (icon: IconName, text: string, act: () => void) => (
    <button type="button" onClick={act}><Icon name={icon} /><span>{text}</span></button>
  );
  const link = (icon: IconName, text: string, href: string) => (
    <a href={href} onClick={() => setOpen(false)}><Icon name={icon} /><span>{text}</span></a>
  );
  const faster = paces[(paces.indexOf(now.pace) + 1) % paces.length]!;
  return (
    <div class="more-menu" ref={root}>
      <button type="button" ref={button} aria-expanded={open} aria-controls="more-actions" onClick={() => setOpen(!open)}>
        <Icon name="dots" /><span>{words.t('moreActions')}</span>
      </button>
      <div class="menu" id="more-actions" hidden={!open}>
        {item('link', words.s(own.share), () => show('share'))}
        {item('save', words.s(own.import_), () => show('import'))}
        {now.shown?.answer.editable && link('pen', words.s(own.setUp), setupAddress(now))}
        {item('go', words.s(own.speed, now.pace / 1000), () => study.setPace(faster))}
        {look.turns > 1 && item(look.turnWord, words.t(look.turnWord), () => study.table.turnBoard())}
        {link('book', words.t('rules'), `rules/${now.start.game}`)}
        {now.source && link('back', words.s(own.toGame), `g/${now.source}`)}
        {link('learn', words.s(own.mine), 'study')}
      </div>
    </div>
  );
}
