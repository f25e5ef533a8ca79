/**
 * Stock scenarios of the line: the same bytes in pieces, with a silence inside, right after others, and after noise.
 *
 *     ██ ██ ███         pieces: short pauses make no difference
 *     ███      ████     silence: what ends a frame, ends it
 *     ███████████████   pipelined: two requests at once
 *     ▒▒▒▒   ███████    recovery: noise, then a good request
 */
import { concat } from '../../../protocols/bytes';
import { silenceOf } from '../../../protocols/wire/framing';
import { random } from '../../../devices/random';
import { micros, millis } from '../../../protocols/time';
import { frameContent } from '../../../protocols/wire/frame-content';
import type { Framing } from '../../../protocols/wire/framing';
import { nearMisses } from '../../../protocols/wire/near-misses';

import { oneOfEachForm, type SampleRequest } from './sample-requests';
import type { PreparedSession } from './prepared-session';

import type { Trial } from './trial';
import type { TrialScenario } from './trial-run';

/** Where silence ends nothing, a piece may come as late as this. */
const UNBOUNDED_PAUSE = millis(20);
/** Share of a framing's silence that a pause inside a request may take. */
const SHORT_SHARE = 0.3;

export const LINE_SCENARIOS: readonly TrialScenario[] = [
  { name: 'pieces', title: 'a request in pieces, and byte by byte', trials: pieces },
  { name: 'silence', title: 'a silence inside a request', trials: silences },
  { name: 'pipelined', title: 'two requests at once', trials: pairs },
  { name: 'recovery', title: 'a good request after noise and after half a request', trials: noise },
];

function* pieces({ session: { requests, clauses }, samples }: PreparedSession): Generator<Trial> {
  const { pieces: charge } = clauses;
  if (charge === undefined || requests.framing.kind === 'datagram') return;
  const silence = silenceOf(requests.framing);
  const pause = silence === undefined ? UNBOUNDED_PAUSE : micros(SHORT_SHARE * silence);
  for (const one of oneOfEachForm(samples.representatives)) {
    if (!one.isAnswered) continue;
    const frame = framed(requests.framing, one);
    const alone = [one.request];
    yield {
      what: 'a byte at a time',
      parts: [...frame].map((byte) => Uint8Array.of(byte)),
      pause,
      charge,
      alone,
    };
    for (let cut = 1; cut < frame.length; cut++)
      yield {
        what: `in two pieces, the first of ${cut} bytes`,
        parts: split(frame, cut),
        pause,
        charge,
        alone,
      };
  }
}

function* silences({ session: { requests, idle }, samples }: PreparedSession): Generator<Trial> {
  const silence = silenceOf(requests.framing);
  if (silence === undefined) return;
  const spans = [2 * silence + 2000, 1.4 * silence, 8 * silence + idle].map((span) => micros(span));
  for (const pause of spans)
    for (const one of oneOfEachForm(samples.representatives)) {
      const frame = framed(requests.framing, one);
      for (let cut = 1; cut < frame.length; cut++) {
        const what = `a silence of ${(pause / 1000).toFixed(1)} ms after ${cut} of ${frame.length} bytes of ${requests.wire.describe(one.request)}`;
        yield { what, parts: split(frame, cut), pause, obeyed: one.request };
      }
    }
}

function* pairs({ session: { requests, clauses }, samples }: PreparedSession): Generator<Trial> {
  const { pipelined: charge } = clauses;
  if (charge === undefined) return;
  const { framing } = requests;
  const answered = oneOfEachForm(samples.representatives).filter(({ isAnswered }) => isAnswered);
  for (const first of answered)
    for (const second of answered) {
      const frames = [framed(framing, first), framed(framing, second)];
      const what = `${requests.wire.describe(first.request)} and ${requests.wire.describe(second.request)} at once`;
      const alone = [first.request, second.request];
      if (framing.kind === 'silence')
        yield { what, parts: frames, pause: micros(1.4 * framing.silence), charge, alone };
      else yield { what, parts: framing.kind === 'datagram' ? frames : [concat(...frames)], charge, alone };
    }
}

const NOISE_LENGTHS = [1, 2, 3, 7, 16, 64];

function* noise({ session: { requests, clauses }, samples }: PreparedSession): Generator<Trial> {
  const { recovery: charge } = clauses;
  if (charge === undefined) return;
  const { framing, wire } = requests;
  const source = random(1);
  for (const { request, bytes, isAnswered } of oneOfEachForm(samples.representatives)) {
    if (!isAnswered) continue;
    // Where only a delimiter ends noise, the first request belongs to it.
    const then = silenceOf(framing) === undefined ? [request, request] : [request];
    const after = { charge, alone: [request], then };
    for (const length of NOISE_LENGTHS) {
      const noise = Uint8Array.from({ length }, () => source.int(0, 255));
      yield { what: `after ${length} bytes of noise`, parts: [noise], ...after };
      yield { what: `after a frame of noise`, parts: [frameContent(framing, noise)], ...after };
    }
    for (const byte of [0x00, 0xff])
      yield {
        what: `after 16 bytes ${byte === 0 ? '00' : 'FF'}`,
        parts: [new Uint8Array(16).fill(byte)],
        ...after,
      };
    const frame = frameContent(framing, bytes);
    for (let cut = 1; cut < frame.length; cut++)
      yield {
        what: `after ${cut} of ${frame.length} bytes of a request`,
        parts: [frame.subarray(0, cut)],
        ...after,
      };
    for (const miss of nearMisses(wire, request))
      if (miss.group === 'checksum' || miss.group === 'over-long')
        yield {
          what: `after a frame with ${miss.name}`,
          parts: [frameContent(framing, miss.bytes)],
          ...after,
        };
  }
}

function framed(framing: Framing, { bytes }: SampleRequest): Uint8Array {
  return frameContent(framing, bytes);
}

function split(frame: Uint8Array, cut: number): readonly Uint8Array[] {
  return [frame.subarray(0, cut), frame.subarray(cut)];
}
