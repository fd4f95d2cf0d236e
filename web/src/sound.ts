/* Short synthesised clicks: no files, and off by default. */
import type { Frame } from './anim/plan';
import { settings } from './settings';

let audio: AudioContext | null = null;

const tones: Record<NonNullable<Frame['sound']>, [from: number, to: number, seconds: number]> = {
  put: [520, 180, 0.07],
  slide: [260, 210, 0.1],
  take: [420, 90, 0.14],
  end: [330, 495, 0.4],
};

export function click(sound: Frame['sound']): void {
  if (!sound || !settings.get().sound || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume();
  const [from, to, seconds] = tones[sound];
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  volume.gain.setValueAtTime(0.16, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
