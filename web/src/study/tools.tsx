/* What can be done with the chosen move: a comment, the place of its variation, removing it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon';
import { useWords, type Sentences } from '../words';
import type { Study, StudyView } from './study';

const own = {
  comment: ['Comment', 'Σχόλιο'],
  commentOf: ['Comment on {1}', 'Σχόλιο για: {1}'],
  commentStart: ['Comment on the start', 'Σχόλιο για την αρχή'],
  promote: ['Main line', 'Κύρια γραμμή'],
  promoteLong: ['Make this variation the main line', 'Κάνε αυτή την παραλλαγή κύρια γραμμή'],
  remove: ['Remove', 'Αφαίρεση'],
  removeLong: ['Remove {1} and what follows', 'Αφαίρεση: {1} και όσα ακολουθούν'],
  removed: ['Removed.', 'Αφαιρέθηκε.'],
  bringBack: ['Bring it back', 'Επαναφορά'],
} satisfies Sentences;

export function Removed({ study, now }: { study: Study; now: StudyView }) {
  const words = useWords();
  if (!now.removed) return null;
  return (
    <div class="st-bar" role="status">
      <span>{words.s(own.removed)}</span>
      <button type="button" class="btn quiet" onClick={() => study.restore()}>{words.s(own.bringBack)}</button>
    </div>
  );
}

export function NodeTools({ study, now }: { study: Study; now: StudyView }) {
  const words = useWords();
  const node = study.node();
  const [asked, setAsked] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const open = node.comment !== '' || asked === node.id;
  useEffect(() => { if (asked === node.id) field.current?.focus(); }, [asked]);
  const name = node.moves[0] ?? '';
  const label = node.parent === null ? words.s(own.commentStart) : words.s(own.commentOf, name);
  return (
    <div class="st-tools">
      {open && (
        <textarea
          ref={field} key={node.id} class="st-comment" rows={2} maxLength={4000} aria-label={label} placeholder={label} value={node.comment}
          onInput={(event) => study.comment(event.currentTarget.value, node.id)}
        />
      )}
      <div class="st-row">
        {!open && (
          <button type="button" class="plain" aria-label={label} onClick={() => setAsked(node.id)}>
            <Icon name="pen" />{words.s(own.comment)}
          </button>
        )}
        {!study.isMain(now.at) && (
          <button type="button" class="plain" title={words.s(own.promoteLong)} onClick={() => study.promote()}>
            <Icon name="up" />{words.s(own.promote)}
          </button>
        )}
        {node.parent !== null && (
          <button type="button" class="plain" aria-label={words.s(own.removeLong, name)} onClick={() => study.remove()}>
            <Icon name="x" />{words.s(own.remove)}
          </button>
        )}
      </div>
    </div>
  );
}
