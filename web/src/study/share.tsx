/* Sharing: a link to what is shown, as a QR code too; the record and the position as text; pictures. */
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api';
import { Icon } from '../parts/icon';
import { Qr } from '../share/qr';
import { save } from '../share/save';
import { refusalText, useWords, type Sentences } from '../words';
import { linkMax } from './address';
import { Pictures } from './pictures';
import { linkTo, writeRecord } from './record';
import type { Study } from './study';

const own = {
  link: ['Link to this position', 'Σύνδεσμος για αυτή τη θέση'],
  copy: ['Copy', 'Αντιγραφή'],
  send: ['Share', 'Κοινοποίηση'],
  copied: ['Copied.', 'Αντιγράφηκε.'],
  cannot: ['This page may not copy: select the text and copy it.', 'Η σελίδα δεν μπορεί να αντιγράψει: επίλεξε το κείμενο.'],
  phone: ['QR code for a phone', 'Κωδικός QR για κινητό'],
  long: [
    'This line is too long for a link. Export the record instead.',
    'Η συνέχεια είναι πολύ μεγάλη για σύνδεσμο. Κάνε εξαγωγή της παρτίδας.',
  ],
  record: ['Record, with variations and comments', 'Παρτίδα, με παραλλαγές και σχόλια'],
  position: ['Position', 'Θέση'],
  saveFile: ['Save the file', 'Αποθήκευση αρχείου'],
  reading: ['Writing…', 'Γράφουμε…'],
} satisfies Sentences;

function useCopy(): [said: string, copy: (text: string) => void] {
  const words = useWords();
  const [said, setSaid] = useState('');
  const copy = (text: string) => {
    setSaid('');
    Promise.resolve().then(() => navigator.clipboard.writeText(text)).then(
      () => setSaid(words.s(own.copied)), () => setSaid(words.s(own.cannot)),
    );
  };
  return [said, copy];
}

function Link({ study }: { study: Study }) {
  const words = useWords();
  const [said, copy] = useCopy();
  const address = linkTo(study.view.get());
  if (address.length > linkMax) return <section><h3>{words.s(own.link)}</h3><p>{words.s(own.long)}</p></section>;
  return (
    <section>
      <h3 id="st-link">{words.s(own.link)}</h3>
      <input class="st-text" readOnly value={address} aria-labelledby="st-link" onFocus={(event) => event.currentTarget.select()} />
      <div class="st-row">
        <button type="button" class="btn" onClick={() => copy(address)}><Icon name="link" />{words.s(own.copy)}</button>
        {typeof navigator.share === 'function' && (
          <button type="button" class="btn quiet" onClick={() => void navigator.share({ url: address }).catch(() => {})}>
            {words.s(own.send)}
          </button>
        )}
        <span class="st-said" role="status">{said}</span>
      </div>
      <details class="st-fold">
        <summary>{words.s(own.phone)}<Icon name="chev" /></summary>
        <Qr text={address} label={words.s(own.phone)} />
      </details>
    </section>
  );
}

function Texts({ study }: { study: Study }) {
  const words = useWords();
  const [record, setRecord] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const [said, copy] = useCopy();
  const [saidToo, copyPosition] = useCopy();
  const now = study.view.get();
  const position = now.shown?.answer.position.text ?? '';
  useEffect(() => {
    let gone = false;
    writeRecord(study.view.get()).then(
      (text) => { if (!gone) setRecord(text); },
      (error: unknown) => { if (!gone) setProblem(refusalText(error instanceof ApiError ? error.refusal : null, words)); },
    );
    return () => { gone = true; };
  }, []);
  return (
    <section>
      <h3 id="st-record">{words.s(own.record)}</h3>
      {problem
        ? <p class="problem" role="alert"><Icon name="warn" /><span>{problem}</span></p>
        : <textarea class="st-text" readOnly rows={6} aria-labelledby="st-record" value={record ?? words.s(own.reading)} />}
      <div class="st-row">
        <button type="button" class="btn" disabled={record === null} onClick={() => copy(record!)}>{words.s(own.copy)}</button>
        <button
          type="button" class="btn quiet" disabled={record === null}
          onClick={() => save(new Blob([record!], { type: 'text/plain' }), `pessoi-${now.start.game}.txt`)}
        >
          <Icon name="save" />{words.s(own.saveFile)}
        </button>
        <span class="st-said" role="status">{said}</span>
      </div>
      <h3 id="st-position">{words.s(own.position)}</h3>
      <input class="st-text" readOnly value={position} aria-labelledby="st-position" onFocus={(event) => event.currentTarget.select()} />
      <div class="st-row">
        <button type="button" class="btn quiet" onClick={() => copyPosition(position)}>{words.s(own.copy)}</button>
        <span class="st-said" role="status">{saidToo}</span>
      </div>
    </section>
  );
}

export function Share({ study }: { study: Study }) {
  return <div class="st-share"><Link study={study} /><Texts study={study} /><Pictures study={study} /></div>;
}
