/* The study page: a study, or the choice of one. It is not part of the first load. */
import './study.css';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, type Refusal } from '../api';
import { Message, Top, useTitle } from '../parts/frame';
import { useStore } from '../store';
import { sentence, useWords, type Sentences } from '../words';
import { Choice } from './choice';
import { Frame } from './frame';
import { openStudy } from './open';
import { SetUp } from './setup';
import type { Study } from './study';

const own = {
  study: ['Study', 'Μελέτη'],
  toStudies: ['To the studies', 'Στις μελέτες'],
} satisfies Sentences;

function Problem({ why, again }: { why: Refusal | 'away'; again: () => void }) {
  const words = useWords();
  useTitle(words.s(own.study));
  return (
    <>
      <Top />
      <Message title={why === 'away' ? words.t('awayTitle') : sentence(words.w(why.why))}>
        {why === 'away' && <button type="button" class="btn" onClick={again}>{words.t('tryAgain')}</button>}
        <a class="btn quiet" href="study">{words.s(own.toStudies)}</a>
      </Message>
    </>
  );
}

function Opened({ study, behind }: { study: Study; behind: boolean }) {
  const { problem, shown, at } = useStore(study.view);
  if (problem && !shown) return <Problem why={problem} again={() => void study.goTo(at)} />;
  return <Frame study={study} behind={behind} />;
}

export interface StudyPageProps {
  /** A game of the server. */
  id: string | null;
  query: URLSearchParams;
  hash: string;
  behind: boolean;
}

export default function StudyPage({ id, query, hash, behind }: StudyPageProps) {
  /* Undefined: it is being opened; null: the address names none. */
  const [study, setStudy] = useState<Study | null | undefined>(undefined);
  const [problem, setProblem] = useState<Refusal | 'away' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const set = query.get('set');
  useEffect(() => {
    let gone = false;
    let opened: Study | null = null;
    setProblem(null);
    openStudy(id, query, set ? '' : hash).then(
      (made) => {
        if (gone) return;
        opened = made;
        made?.open();
        setStudy(made);
      },
      (error: unknown) => {
        if (!gone) setProblem(error instanceof ApiError && error.refusal ? error.refusal : 'away');
      },
    );
    return () => {
      gone = true;
      opened?.close();
    };
  }, [attempt]);
  if (problem) return <Problem why={problem} again={() => setAttempt((n) => n + 1)} />;
  if (study) return <Opened study={study} behind={behind} />;
  if (study === undefined) return <Top />;
  return set ? <SetUp game={set} hash={hash} behind={behind} /> : <Choice behind={behind} />;
}
