// Sounds, made by the page itself: short tones and rustles, no files.

import { tastes } from './memory.svelte';

/** A tone, or, without a pitch, the rustle of a card. */
type Tone = { at: number; hz: number; long: number; loud: number; shape?: OscillatorType };
const RUSTLE = 0;

const rustle = (at: number, loud = 0.3): Tone => ({ at, hz: RUSTLE, long: 0.05, loud });
/** Tones one after the other. */
const melody = (pitches: number[], apart: number, long: number, loud = 0.12, shape: OscillatorType = 'sine'): Tone[] =>
  pitches.map((hz, n) => ({ at: n * apart, hz, long, loud, shape }));

const TUNES = {
  card: [rustle(0)],
  deal: Array.from({ length: 12 }, (_, n) => rustle(n * 0.085, 0.2)),
  turn: melody([660, 880], 0.11, 0.18),
  word: melody([540], 0, 0.08, 0.08),
  good: melody([784, 1047], 0.08, 0.18),
  bad: melody([262, 220], 0.12, 0.2, 0.1, 'triangle'),
  crown: melody([523, 659, 784, 1047, 1319], 0.09, 0.3, 0.11),
  end: melody([523, 494, 440, 523], 0.16, 0.3, 0.1),
  win: [...melody([523, 659, 784], 0.12, 0.25), ...melody([1047, 784, 1047], 0.12, 0.4).map(later(0.36))],
} satisfies Record<string, Tone[]>;
export type Tune = keyof typeof TUNES;

function later(by: number): (tone: Tone) => Tone {
  return (tone) => ({ ...tone, at: tone.at + by });
}

let mixer: AudioContext | undefined;

/** Browsers let a page sound only after somebody has touched it; until then nothing is heard. */
export function chime(tune: Tune): void {
  if (!tastes.volume || !navigator.userActivation?.hasBeenActive) return;
  mixer ??= new AudioContext();
  void mixer.resume();
  for (const tone of TUNES[tune]) sound(mixer, tone);
}

function sound(mixer: AudioContext, { at, hz, long, loud, shape }: Tone): void {
  const start = mixer.currentTime + at;
  const source = hz === RUSTLE ? noise(mixer, long) : new OscillatorNode(mixer, { type: shape, frequency: hz });
  const volume = mixer.createGain();
  volume.gain.setValueAtTime(loud * tastes.volume, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  const through =
    hz === RUSTLE ? source.connect(new BiquadFilterNode(mixer, { type: 'bandpass', frequency: 2600 })) : source;
  through.connect(volume).connect(mixer.destination);
  source.start(start);
  source.stop(start + long);
}

function noise(mixer: AudioContext, long: number): AudioBufferSourceNode {
  const buffer = mixer.createBuffer(1, Math.ceil(mixer.sampleRate * long), mixer.sampleRate);
  buffer.getChannelData(0).forEach((_, n, samples) => (samples[n] = Math.random() * 2 - 1));
  return new AudioBufferSourceNode(mixer, { buffer });
}
