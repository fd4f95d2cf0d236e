/* Pictures of a study: a PNG of the position, and an animated one of some moves. Both are made in the browser. */
import { useRef, useState } from 'preact/hooks';
import { apngOf, changedPart, type Frame } from '../share/apng';
import { Camera, pngOf } from '../share/snapshot';
import { Icon } from '../parts/icon';
import { useWords, type Sentences } from '../words';
import { save } from '../share/save';
import type { Study } from './study';
import { lineThrough, plyOf } from './tree';

const own = {
  pictures: ['Pictures', 'Εικόνες'],
  still: ['Picture of the position', 'Εικόνα της θέσης'],
  moving: ['Moving picture', 'Κινούμενη εικόνα'],
  from: ['From move', 'Από την κίνηση'],
  to: ['to move', 'ως την κίνηση'],
  drawing: ['Drawing {1} of {2}', 'Σχεδιάζουμε {1} από {2}'],
  stop: ['Stop', 'Στοπ'],
  failed: ['The picture could not be made.', 'Η εικόνα δεν μπόρεσε να γίνει.'],
  note: ['An animated PNG: browsers show it.', 'Κινούμενο PNG: το δείχνουν οι περιηγητές.'],
} satisfies Sentences;

const stillSide = 1200;
const movingSide = 560;
const endMs = 2500;

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

/** The part of a canvas that differs from the picture before, as a frame; the whole one if there was none. */
async function frameOf(
  context: CanvasRenderingContext2D, before: Uint32Array | null, part: HTMLCanvasElement, ms: number,
): Promise<{ frame: Frame; pixels: Uint32Array }> {
  const { width, height } = context.canvas;
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const whole = { x: 0, y: 0, width, height };
  const { x, y, width: w, height: h } = before ? (changedPart(before, pixels, width) ?? { x: 0, y: 0, width: 1, height: 1 }) : whole;
  part.width = w;
  part.height = h;
  part.getContext('2d')!.drawImage(context.canvas, x, y, w, h, 0, 0, w, h);
  return { frame: { png: await bytesOf(await pngOf(part)), x, y, ms }, pixels };
}

/** One frame for each position of a line. `told` is called before each; it returns false to stop. */
async function movie(study: Study, ids: readonly string[], told: (done: number) => boolean): Promise<Uint8Array<ArrayBuffer> | null> {
  const first = await study.answerAt(ids[0]!);
  const camera = new Camera(first, movingSide);
  try {
    const [canvas, part] = [document.createElement('canvas'), document.createElement('canvas')];
    const frames: Frame[] = [];
    let before: Uint32Array | null = null;
    for (const [i, id] of ids.entries()) {
      if (!told(i + 1)) return null;
      const { position } = await study.answerAt(id);
      const context = await camera.draw(position, canvas);
      const ms = i === ids.length - 1 ? endMs : study.view.get().pace;
      const { frame, pixels }: { frame: Frame; pixels: Uint32Array } = await frameOf(context, before, part, ms);
      frames.push(frame);
      before = pixels;
    }
    return apngOf(frames);
  } finally {
    camera.close();
  }
}

export function Pictures({ study }: { study: Study }) {
  const words = useWords();
  const { tree, at, start } = study.view.get();
  const line = lineThrough(tree, at);
  const last = line.length - 1;
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(last);
  const [progress, setProgress] = useState<[number, number] | null>(null);
  const [problem, setProblem] = useState(false);
  const stopped = useRef(false);
  const attempt = async (act: () => Promise<void>) => {
    setProblem(false);
    try {
      await act();
    } catch {
      setProblem(true);
    }
    setProgress(null);
  };
  const still = () => attempt(async () => {
    const answer = await study.answerAt(at);
    const camera = new Camera(answer, stillSide);
    try {
      const canvas = document.createElement('canvas');
      await camera.draw(answer.position, canvas);
      save(await pngOf(canvas), `pessoi-${start.game}-${plyOf(tree, at)}.png`);
    } finally {
      camera.close();
    }
  });
  const moving = () => attempt(async () => {
    stopped.current = false;
    const ids = line.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
    const made = await movie(study, ids, (done) => {
      setProgress([done, ids.length]);
      return !stopped.current;
    });
    if (made) save(new Blob([made], { type: 'image/png' }), `pessoi-${start.game}.png`);
  });
  const number = (label: string, value: number, set: (n: number) => void) => (
    <label class="st-inline">
      <span>{label}</span>
      <input
        type="number" min={0} max={last} value={value}
        onInput={(event) => set(Math.max(0, Math.min(last, Math.round(Number(event.currentTarget.value)) || 0)))}
      />
    </label>
  );
  return (
    <section>
      <h3>{words.s(own.pictures)}</h3>
      <div class="st-row">
        <button type="button" class="btn quiet" data-still onClick={() => void still()}><Icon name="save" />{words.s(own.still)}</button>
      </div>
      {last > 0 && (
        <div class="st-row">
          {number(words.s(own.from), from, setFrom)}
          {number(words.s(own.to), to, setTo)}
          {progress
            ? (
              <>
                <span class="st-said" role="status">{words.s(own.drawing, ...progress)}</span>
                <button type="button" class="btn quiet" onClick={() => { stopped.current = true; }}>{words.s(own.stop)}</button>
              </>
            )
            : <button type="button" class="btn quiet" data-moving onClick={() => void moving()}><Icon name="go" />{words.s(own.moving)}</button>}
        </div>
      )}
      <small class="st-note">{words.s(own.note)}</small>
      {problem && <p class="problem" role="alert"><Icon name="warn" /><span>{words.s(own.failed)}</span></p>}
    </section>
  );
}
