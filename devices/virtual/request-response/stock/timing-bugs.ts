/** Bugs of time: late or early answers, and frames without a request. */
import { micros, millis, type Micros } from '../../../../protocols/time';
import type { AnySession } from '../../../../protocols/request-response/definition';
import { requestStep, waitStep } from '../session-step';
import { eagerReceiver } from './content-changes';
import { LEAST_EVERY, MOST_EVERY, probes, type StockBug, type StockSource } from './stock-bug';

export function timingBugs(source: StockSource): readonly StockBug[] {
  return [...delayBugs(source), ...pauseBugs(source), ...unaskedBugs(source), ...periodBugs(source)];
}

function delayBugs(source: StockSource): readonly StockBug[] {
  const { session } = source;
  const { time } = session.clauses;
  if (time === undefined) return [];
  const { min = 0 } = session.time;
  const waitsForSilence = session.requests.framing.kind === 'silence';
  return [
    {
      name: 'late',
      text: 'Every answer comes later than it may.',
      change: (_sound, context) => ({ delay: ({ time: limits }) => lateness(context.session, limits?.max) }),
      trigger: probes(source),
    },
    {
      name: 'late-now-and-then',
      text: 'One answer of a few comes later than it may.',
      change: (sound, { session, random }) => {
        const every = random.int(LEAST_EVERY, MOST_EVERY);
        let count = 0;
        return {
          delay: (ruling, request) =>
            ++count % every === 0 ? lateness(session, ruling.time?.max) : sound.delay(ruling, request),
        };
      },
      trigger: probes(source, MOST_EVERY),
    },
    ...(min === 0
      ? []
      : [
          {
            name: 'early',
            text: 'An answer begins a quarter of the shortest time after its request.',
            change: ((sound, { session }) => ({
              ...(waitsForSilence && {
                receiver: () => eagerReceiver(() => sound.receiver(), sound.wire),
              }),
              delay: ({ time: limits = session.time }) => micros((limits.min ?? 0) / 4),
            })) satisfies StockBug['change'],
            trigger: probes(source),
          },
        ]),
  ];
}

/** Later than allowed, but before the silence after which nothing is in flight, if there is room between. */
function lateness({ time, idle }: AnySession, max: Micros = time.max): Micros {
  return micros(idle > max ? (max + idle) / 2 : 1.5 * max);
}

/** Shares of the longest pause, and of the bytes before which it comes. */
const PAUSE = 1.4;
const PAUSED_AT = 0.5;

function pauseBugs(source: StockSource): readonly StockBug[] {
  const { pause, answers } = source.session;
  if (pause === undefined || answers.framing.kind === 'silence') return [];
  const span = micros(PAUSE * pause.max);
  const bug = (name: string, text: string, at: (length: number) => number): StockBug => ({
    name,
    text,
    change: () => ({ interruption: ({ length }) => ({ at: at(length), span }) }),
    trigger: probes(source),
  });
  return [
    bug('pause-in-answers', 'The sender sleeps for too long in the middle of every answer.', (length) =>
      Math.ceil(PAUSED_AT * length),
    ),
    bug(
      'pause-before-last-byte',
      'The last byte of every answer comes after too long a pause.',
      (length) => length - 1,
    ),
  ];
}

function unaskedBugs({ session }: StockSource): readonly StockBug[] {
  const { unasked } = session.clauses;
  if (unasked === undefined) return [];
  const silence = micros(Math.max(millis(1000), 2 * session.idle));
  return [
    {
      name: 'heartbeat',
      text: `After a silence of ${(silence / 1e6).toFixed(1)} s the board sends its last answer once more.`,
      change: () => ({ heartbeat: silence }),
      trigger: () => [requestStep(session, session.probe), waitStep(micros(1.5 * silence))],
    },
  ];
}

function periodBugs({ session }: StockSource): readonly StockBug[] {
  return session.unsolicited.flatMap(({ period }, i) => {
    if (period === undefined) return [];
    const name = session.unsolicited.length > 1 ? `unsolicited-${i + 1}` : 'unsolicited';
    const trigger = () => [waitStep(micros(4 * period.max))];
    return [
      {
        name: `${name}-missing`,
        text: 'A message that is due without a request is not sent.',
        change: ((sound) => ({
          unsolicited: sound.unsolicited.filter((_, k) => k !== i),
        })) satisfies StockBug['change'],
        trigger,
      },
      {
        name: `${name}-too-often`,
        text: 'A message that is due without a request comes in a third of its shortest period.',
        change: ((sound) => ({
          unsolicited: sound.unsolicited.map((one, k) =>
            k === i ? { ...one, period: { min: micros(period.min / 3), max: micros(period.min / 3) } } : one,
          ),
        })) satisfies StockBug['change'],
        trigger,
      },
    ];
  });
}
