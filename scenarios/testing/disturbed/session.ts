/** One session: a board, a script, a disturbance, and what the judge says of it. */
import { random } from '../../../devices/random';
import type { Judgement } from '../../../protocols/monitor/judgement';
import { micros, millis } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import type { TraceEvent } from '../../monitor/trace/trace-monitor';
import type { Disturbance } from './disturbance';
import { DisturbedHost } from './host';
import { drawOrderlyScript, drawScript, type HostStep } from './host-script';
import { judgeSession, type JudgedSession } from './judge-session';
import type { System } from './system';
import { TrueLine } from './true-line';

export interface SessionOptions {
  readonly seed: number;
  readonly disturbance: Disturbance;
  /** Default: 12 steps of any traffic. */
  readonly script?: readonly HostStep[];
  /** Changes what the board sends. */
  readonly change?: (bytes: Uint8Array) => Uint8Array;
}

export interface DisturbedSession extends JudgedSession {
  readonly told: readonly TraceEvent[];
  /** What a sound board must never get. */
  readonly alarms: readonly { readonly judgement: Judgement; readonly told: number }[];
}

const STEPS = 12;
/** The evidence of an alarm. */
const SHOWN_CHUNKS = 12;
const SHOWN_BYTES = 40;
/** A board whose process stands still is late, or seems to have lost an answer that comes later. */
const BY_TIME: readonly string[] = ['late', 'silence', 'unasked', 'gap'];

export function scriptOf({ session, source }: System, seed: number, steps = STEPS): readonly HostStep[] {
  return drawScript({ session, source, seed, steps });
}

/** More than all that a host which does not stand still adds to the times of an exchange. */
const ADDED = millis(100);

export function orderlyScript({ session, source }: System, seed: number, steps = STEPS): readonly HostStep[] {
  return drawOrderlyScript({ session, source, seed, steps }, ADDED);
}

export function playDisturbed(system: System, options: SessionOptions): DisturbedSession {
  const { session, link, byteTime } = system;
  const { seed, disturbance, script = scriptOf(system, seed), change } = options;
  const stalls = random(seed ^ 0x2545f491);
  const line = new TrueLine(system.board(seed), {
    link,
    byteTime,
    ...(change && { change }),
    ...(disturbance.boardStalls && {
      boardStall: () => (stalls.int(0, 3) === 0 ? stalls.int(0, Math.ceil(session.idle / 2)) : 0),
    }),
  });
  const host = new DisturbedHost(line, { session, link, byteTime, disturbance, seed: seed ^ 0x7f4a7c15 });
  const told = host.play(script, micros(4 * session.idle + millis(2000)));
  const judged = judgeSession(system.monitor(), told, line.now);
  const alarms = judged.judgements.filter(
    ({ judgement: { verdict, kind } }) =>
      verdict === 'fail' && !(disturbance.boardStalls && BY_TIME.includes(kind)),
  );
  return { ...judged, told, alarms };
}

/** The judgement with the last chunks before it. */
export function describeAlarm({ told }: DisturbedSession, alarm: DisturbedSession['alarms'][number]): string {
  const { clause, kind, title, expected, seen } = alarm.judgement;
  const shown = told.slice(Math.max(0, alarm.told - SHOWN_CHUNKS), alarm.told).map(describeEvent);
  return [`${clause} (${kind}) ${title}: expected ${expected}, saw ${seen}`, ...shown].join('\n    ');
}

function describeEvent(event: TraceEvent): string {
  if (event.kind !== 'chunk') return `${event.kind} at ${event.at.toFixed(0)}`;
  const { direction, bytes, notBefore, notAfter, lastNotBefore } = event.chunk;
  const shown = hex(bytes.subarray(0, SHOWN_BYTES));
  const more = bytes.length > SHOWN_BYTES ? ` … ${bytes.length} bytes` : '';
  return `${direction} ${notBefore.toFixed(0)}..${notAfter.toFixed(0)} last ${lastNotBefore.toFixed(0)}  ${shown}${more}`;
}
