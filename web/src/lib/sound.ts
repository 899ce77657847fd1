// Sounds, made by the page itself: short tones, no files.

import { tastes } from './memory.svelte';

type Tone = { at: number; hz: number; long: number; loud: number; shape: OscillatorType };
const TUNES: Record<string, Tone[]> = {
  card: [{ at: 0, hz: 320, long: 0.05, loud: 0.05, shape: 'triangle' }],
  turn: [
    { at: 0, hz: 660, long: 0.12, loud: 0.09, shape: 'sine' },
    { at: 0.11, hz: 880, long: 0.2, loud: 0.09, shape: 'sine' },
  ],
  word: [{ at: 0, hz: 540, long: 0.08, loud: 0.05, shape: 'sine' }],
  end: [523, 659, 784, 1047].map((hz, i) => ({ at: i * 0.12, hz, long: 0.25, loud: 0.08, shape: 'sine' as const })),
};
let mixer: AudioContext | undefined;

/** Browsers let a page sound only after somebody has touched it; until then nothing is heard. */
export function chime(tune: 'card' | 'turn' | 'word' | 'end'): void {
  if (!tastes.sound || !navigator.userActivation?.hasBeenActive) return;
  mixer ??= new AudioContext();
  void mixer.resume();
  for (const { at, hz, long, loud, shape } of TUNES[tune]!) {
    const start = mixer.currentTime + at;
    const tone = mixer.createOscillator();
    const volume = mixer.createGain();
    tone.type = shape;
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(volume).connect(mixer.destination);
    tone.start(start);
    tone.stop(start + long);
  }
}
