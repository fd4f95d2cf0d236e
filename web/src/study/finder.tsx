/* "Find it yourself": the position before a mistake, and what the person's new moves are worth. */
import { useMemo } from 'preact/hooks';
import { Icon, type IconName } from '../parts/icon';
import { useStore } from '../store';
import { cellsOfText } from '../touch';
import { useWords, type Sentence, type Speech } from '../words';
import { plyOf, score, type Finding, type Stage } from './find';
import { classWords } from './classmark';
import { change, isFault, saidOf } from './judge';
import { FaultPuck } from './glyph';
import type { Reviewed } from './messages';
import type { Reviewing } from './reviewing';
import type { Seats } from './seats';
import { useMarks, type Marks, type Study } from './study';

const own = {
  title: ['Find it yourself: {1} of {2}', 'Βρες την εσύ: {1} από {2}'],
  task: [
    'Move {1}: {2} was played, {3}. Play a better move for {4} on the board.',
    'Κίνηση {1}: παίχτηκε η {2}, {3}. Παίξε στο ταμπλό μια καλύτερη κίνηση για: {4}.',
  ],
  checking: ['Looking at {1}…', 'Εξετάζεται η {1}…'],
  right: ['{1}: right, that is the best move.', '{1}: σωστά, αυτή είναι η καλύτερη κίνηση.'],
  good: ['{1} is as good. The move that the review found is {2}.', 'Η {1} είναι εξίσου καλή. Η ανασκόπηση είχε βρει την {2}.'],
  not: ['{1}: not yet, {2} ({3}). Try another move.', '{1}: όχι ακόμη, {2} ({3}). Δοκίμασε άλλη κίνηση.'],
  shown: ['Better was {1}.', 'Καλύτερη ήταν η {1}.'],
  show: ['Show it', 'Δείξε την'],
  next: ['Next', 'Επόμενο'],
  end: ['End', 'Τέλος'],
  finish: ['Finish', 'Ολοκλήρωσε'],
  summary: ['You found {1} of {2}.', 'Βρήκες {1} από {2}.'],
  later: ['Another {1} after a second try.', 'Και {1} ακόμη με δεύτερη προσπάθεια.'],
  all: ['All of them, at once. Well done!', 'Όλες, με την πρώτη. Μπράβο!'],
  back: ['Back to the review', 'Πίσω στην ανασκόπηση'],
} as const satisfies Record<string, Sentence>;

interface FinderProps {
  study: Study;
  reviewing: Reviewing;
  seats: Seats;
  finding: Finding;
}

const icons: Partial<Record<Stage, IconName>> = { right: 'check', good: 'check', not: 'warn', shown: 'hint' };

function line({ finding, seats }: FinderProps, error: Reviewed, words: Speech): string {
  const { stage, tried, judged } = finding;
  if (stage === 'checking') return words.s(own.checking, tried!);
  if (stage === 'right') return words.s(own.right, tried!);
  if (stage === 'good') return words.s(own.good, tried!, error.line[0]!);
  if (stage === 'not') return words.s(own.not, tried!, classWords(judged!.class, words), change(judged!, words));
  if (stage === 'shown') return words.s(own.shown, error.line[0]!);
  return words.s(own.task, error.ply + 1, error.played, classWords(error.class, words), seats.titles[error.player as 0 | 1]);
}

/** The tried move, and the better one once it is known. */
function useFinderMarks({ study, finding }: FinderProps, error: Reviewed | null): void {
  const { shown } = useStore(study.view);
  const { stage, tried, judged } = finding;
  const marks = useMemo((): Marks | null => {
    if (!error || !shown) return null;
    const { legal } = shown.answer.position;
    const cell = (move: string | null | undefined): number | undefined => cellsOfText(legal, move ?? '').slice(-1)[0];
    const known = stage === 'right' || stage === 'good' || stage === 'shown';
    const best = known ? cell(error.line[0]) : undefined;
    const here = cell(tried);
    const fault = stage === 'not' && judged && isFault(judged.class) ? judged.class : null;
    return {
      rings: [
        ...(best === undefined ? [] : [{ cell: best, tone: 'better' as const }]),
        ...(here === undefined || !fault ? [] : [{ cell: here, tone: 'error' as const }]),
      ],
      pucks: here !== undefined && (stage === 'right' || stage === 'good') ? [{ cell: here, text: '✓', tone: 'chosen' }] : [],
      ...(here !== undefined && fault ? { draw: ({ layout }) => <FaultPuck layout={layout} cell={here} fault={fault} /> } : {}),
    };
  }, [error, shown, stage, tried, judged]);
  useMarks(study, marks);
}

function Summary({ reviewing, finding }: FinderProps) {
  const words = useWords();
  const { at, later, of } = score(finding);
  return (
    <section class="why find" data-find="summary">
      <p role="status" aria-live="polite">
        <b>{words.s(own.summary, at, of)}</b>{' '}
        {at === of ? words.s(own.all) : later > 0 ? words.s(own.later, later) : ''}
      </p>
      <div class="do">
        <button type="button" class="btn" onClick={() => reviewing.endFinding()}>{words.s(own.back)}</button>
      </div>
    </section>
  );
}

export function Finder(props: FinderProps) {
  const { reviewing, finding } = props;
  const words = useWords();
  const error = reviewing.mistake();
  useFinderMarks(props, error);
  if (finding.stage === 'summary' || !error) return <Summary {...props} />;
  const { stage } = finding;
  const solved = stage === 'right' || stage === 'good' || stage === 'shown';
  const reason = solved ? error : stage === 'not' ? finding.judged : null;
  const last = finding.at + 1 === finding.plies.length;
  const icon = icons[stage];
  return (
    <section class={`why find ${stage}`} data-find={stage} data-ply={plyOf(finding)}>
      <h2>{words.s(own.title, finding.at + 1, finding.plies.length)}</h2>
      <p class="found" role="status" aria-live="polite">{icon && <Icon name={icon} />}<span>{line(props, error, words)}</span></p>
      {reason && saidOf(reason, words) && <p>{saidOf(reason, words)}</p>}
      <div class="do">
        {!solved && (
          <button type="button" class="btn quiet" disabled={stage === 'checking'} onClick={() => reviewing.showIt()}>
            {words.s(own.show)}
          </button>
        )}
        <button type="button" class={solved ? 'btn' : 'btn quiet'} data-find-next onClick={() => reviewing.nextOne()}>
          {words.s(last ? own.finish : own.next)}
        </button>
        <button type="button" class="plain" onClick={() => reviewing.endFinding()}>{words.s(own.end)}</button>
      </div>
    </section>
  );
}
