/* Import: a record, a link, a position or a list of moves, by paste, file or drop. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameInfo } from '../api';
import { Icon } from '../parts/icon';
import { go } from '../router';
import { refusalText, useWords, type Sentences, type Speech } from '../words';
import { readText, type Mistake } from './record';

const own = {
  text: ['Record, moves, position or link', 'Καταγραφή, κινήσεις, θέση ή σύνδεσμος'],
  game: ['Game, if the text does not name it', 'Παιχνίδι, αν δεν το λέει το κείμενο'],
  read: ['Read it', 'Διάβασέ το'],
  file: ['Choose a file', 'Διάλεξε αρχείο'],
  drop: ['Or drop a file anywhere on this page.', 'Ή άφησε ένα αρχείο οπουδήποτε στη σελίδα.'],
  place: ['Line {1}, column {2}: {3}', 'Γραμμή {1}, στήλη {2}: {3}'],
  large: ['This text is too long: at most 256 kB are read.', 'Το κείμενο είναι πολύ μεγάλο: διαβάζονται ως 256 kB.'],
  empty: ['There is nothing to read yet.', 'Δεν υπάρχει ακόμη τίποτα για διάβασμα.'],
  reading: ['Reading…', 'Διαβάζουμε…'],
} satisfies Sentences;

const most = 256 * 1024;

/** What is wrong, with line and column if they are known. */
export function mistakeWords({ refusal }: Mistake, words: Speech): string {
  const why = refusalText(refusal, words);
  return refusal?.line ? words.s(own.place, refusal.line, refusal.column ?? 1, why) : why;
}

/** The line with the mistake, and the place in it. */
function Excerpt({ text, mistake: { refusal, from, to } }: { text: string; mistake: Mistake }) {
  if (!refusal?.line) return null;
  const begin = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - 40);
  const end = text.indexOf('\n', to);
  return (
    <pre class="st-excerpt" tabIndex={0}>
      {text.slice(begin, from)}<mark>{text.slice(from, to) || ' '}</mark>{text.slice(to, Math.min(end < 0 ? text.length : end, to + 40))}
    </pre>
  );
}

/** The form. `first`: a text that was dropped; it is read at once. */
export function Import({ games, game, variant, first = '', onDone }: {
  games: GameInfo[]; game: string; variant: string; first?: string; onDone?: () => void;
}) {
  const words = useWords();
  const [text, setText] = useState(first);
  const [chosen, setChosen] = useState(game);
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const read = async (whole: string) => {
    setMistake(null);
    setProblem('');
    if (!whole.trim()) return setProblem(words.s(own.empty));
    if (new Blob([whole]).size > most) return setProblem(words.s(own.large));
    setBusy(true);
    const result = await readText(whole, chosen, chosen === game ? variant : '');
    setBusy(false);
    if (typeof result === 'string') {
      onDone?.();
      go(result);
      return;
    }
    setMistake(result);
    if (result.to > result.from) {
      field.current?.focus();
      field.current?.setSelectionRange(result.from, result.to);
    }
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > most) return setProblem(words.s(own.large));
    void file.text().then((whole) => { setText(whole); void read(whole); });
  };
  useEffect(() => { if (first) void read(first); }, [first]);
  return (
    <form class="st-import" onSubmit={(event) => { event.preventDefault(); void read(text); }}>
      <label class="st-field">
        <span>{words.s(own.text)}</span>
        <textarea
          ref={field} rows={7} spellcheck={false} value={text} aria-invalid={mistake !== null} aria-describedby="st-import-said"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div id="st-import-said" role="alert">
        {(mistake || problem) && (
          <p class="problem"><Icon name="warn" /><span>{mistake ? mistakeWords(mistake, words) : problem}</span></p>
        )}
        {mistake && <Excerpt text={text} mistake={mistake} />}
      </div>
      <label class="st-field st-select">
        <span>{words.s(own.game)}</span>
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          {games.map(({ name, title }) => <option key={name} value={name}>{words.w(title)}</option>)}
        </select>
      </label>
      <div class="st-row">
        <button type="submit" class="btn" disabled={busy}>{words.s(busy ? own.reading : own.read)}</button>
        <label class="btn quiet st-file">
          {words.s(own.file)}
          <input type="file" accept=".txt,.pes,text/plain" onChange={(event) => take(event.currentTarget.files?.[0])} />
        </label>
        <small>{words.s(own.drop)}</small>
      </div>
    </form>
  );
}

/** Texts and files that are dropped anywhere on the page. */
export function useDrop(take: (text: string) => void): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer && [...event.dataTransfer.types].some((type) => type === 'Files' || type === 'text/plain')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (event.target instanceof Element && event.target.closest('textarea,input')) return;
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (!file && !text) return;
      event.preventDefault();
      if (!file) take(text!);
      else if (file.size <= most) void file.text().then(take);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
