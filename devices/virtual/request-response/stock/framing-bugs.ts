/** Bugs of the receiver: missing or too long silences, leftover bytes, lost requests. */
import { silenceOf } from '../../../../protocols/wire/framing';
import type { Decoder } from '../../../../protocols/frame';
import type { Message } from '../../../../protocols/request-response/definition';
import { micros } from '../../../../protocols/time';
import type { Random } from '../../../random';
import { type FirmwareChange, withSilence } from '../firmware';
import { brokenStep, requestStep, splitStep, type SessionStep } from '../session-step';
import { eagerReceiver } from './content-changes';
import type { StockBug, StockSource } from './stock-bug';

/** Longer than any silence of a session. */
const NEVER = micros(3600e6);

export function framingBugs(source: StockSource): readonly StockBug[] {
  return [...silenceBugs(source), ...remainderBugs(source), ...lossBugs(source)];
}

function silenceBugs({ session, pool }: StockSource): readonly StockBug[] {
  const { framing } = session.requests;
  const silence = silenceOf(framing);
  if (silence === undefined) return [];
  const broken = { trigger: brokenRequest({ session, pool }) };
  const parted = {
    trigger: (random: Random): readonly SessionStep[] => {
      const step = requestStep(session, pool.pick(random));
      return splitStep(step, random.int(1, step.bytes.length - 1), micros(silence / 2));
    },
  };
  const { pieces } = session.clauses;
  return [
    {
      name: 'silence-ignored',
      text: 'Silence does not end half a request: the next request is taken for the rest of it.',
      clause: session.clauses.recovery,
      change: (sound) => ({
        framing: withSilence(sound.framing, NEVER),
        ...(framing.kind === 'silence' && {
          receiver: () => eagerReceiver(() => sound.receiver(), sound.wire),
        }),
      }),
      ...broken,
    },
    {
      name: 'silence-doubled',
      text: 'It takes twice the silence to end a request, or half of one.',
      change: (sound) => ({ framing: withSilence(sound.framing, micros(2 * silenceIn(sound.framing))) }),
      ...broken,
    },
    ...(pieces === undefined
      ? []
      : [
          {
            name: 'silence-too-short',
            text: 'A quarter of the silence ends a request: one that comes in pieces is lost.',
            clause: pieces,
            change: ((sound) => ({
              framing: withSilence(sound.framing, micros(silenceIn(sound.framing) / 4)),
            })) satisfies FirmwareChange,
            ...parted,
          },
        ]),
  ];
}

function silenceIn(framing: Parameters<typeof silenceOf>[0]): number {
  return silenceOf(framing) ?? 0;
}

function remainderBugs(source: StockSource): readonly StockBug[] {
  return [
    {
      name: 'remainder-kept',
      text: 'After half a request one byte of it stays in the buffer, and the next request is appended to it.',
      change: (sound) => ({ receiver: () => keepRemainder(sound.receiver()) }),
      trigger: brokenRequest(source),
    },
    {
      name: 'next-lost-after-half',
      text: 'The request after half a request is lost.',
      change: (sound) => {
        let isDeaf = false;
        return {
          admits: (event, waiting) => {
            const wasDeaf = isDeaf;
            isDeaf = event.kind === 'reject' && event.error.code === 'truncated';
            return sound.admits(event, waiting) && !wasDeaf;
          },
        };
      },
      trigger: brokenRequest(source),
    },
  ];
}

/** The last byte of a reject stays, before the next bytes. */
function keepRemainder(inner: Decoder<Message>): Decoder<Message> {
  let remainder = new Uint8Array(0);
  const keep = (events: ReturnType<Decoder<Message>['push']>): typeof events => {
    const last = events.at(-1);
    if (last?.kind === 'reject' && last.error.code !== 'checksum') remainder = last.raw.slice(-1);
    return events;
  };
  return {
    push: (bytes, at) => {
      const kept = remainder;
      remainder = new Uint8Array(0);
      return keep(inner.push(kept.length === 0 ? bytes : Uint8Array.of(...kept, ...bytes), at));
    },
    get pending() {
      return inner.pending;
    },
    deadline: () => inner.deadline(),
    tick: (now) => keep(inner.tick(now)),
  };
}

function lossBugs({ session, pool }: StockSource): readonly StockBug[] {
  const { pipelined } = session.clauses;
  if (pipelined === undefined) return [];
  return [
    {
      name: 'second-lost',
      text: 'A request that comes while another waits for its answer is lost.',
      change: (sound) => ({ admits: (event, waiting) => waiting === 0 && sound.admits(event, waiting) }),
      trigger: (random) => [
        { ...requestStep(session, pool.pick(random)), pause: micros(0) },
        requestStep(session, pool.pick(random)),
      ],
    },
  ];
}

/** Half a request, the silence that ends it, and a request that any board answers. */
function brokenRequest({ session, pool }: StockSource): (random: Random) => readonly SessionStep[] {
  return (random) => {
    const step = requestStep(session, pool.pick(random));
    return [
      brokenStep(session, step, random.int(1, step.bytes.length - 1)),
      requestStep(session, session.probe),
    ];
  };
}
