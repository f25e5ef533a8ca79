/** One session: a board, a script, a disturbance, and what the judge says of it. */
import { random } from '../../../devices/random';
import { micros, millis, type Micros } from '../../../protocols/time';
import { hex } from '../../../protocols/bytes';
import type { TraceEvent } from '../../monitor/trace/trace-monitor';
import type { Disturbance } from './disturbance';
import { DisturbedHost } from './host';
import { drawScript, type HostStep } from './host-script';
import { judgeSession, type JudgedSession, type ToldJudgement } from './judge-session';
import type { System } from './system';
import { TrueLine } from './true-line';

export interface SessionOptions {
  readonly seed: number;
  readonly disturbance: Disturbance;
  /** Default: 12 steps of any traffic. */
  readonly script?: readonly HostStep[];
  /** Changes what the board sends. */
  readonly change?: (bytes: Uint8Array) => Uint8Array;
  readonly onStep?: (step: number, at: Micros) => void;
  /** The step from which on exchanges are counted apart. */
  readonly countedFrom?: number;
}

export interface DisturbedSession extends JudgedSession {
  readonly told: readonly TraceEvent[];
  readonly failures: readonly ToldJudgement[];
  /** What a sound board must never get. */
  readonly alarms: readonly ToldJudgement[];
}

const STEPS = 12;
/** The evidence of an alarm. */
const SHOWN_CHUNKS = 12;
const SHOWN_BYTES = 40;
/** A board whose process stands still is late, or seems to have lost an answer that comes later, perhaps as a message before its time. */
const BY_TIME: readonly string[] = ['late', 'early', 'silence', 'unasked', 'gap'];

function scriptOf({ session, source }: System, seed: number, steps = STEPS): readonly HostStep[] {
  return drawScript({ session, source, seed, steps });
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
  let from = micros(0);
  const onStep = (step: number, at: Micros): void => {
    if (step === options.countedFrom) from = at;
    options.onStep?.(step, at);
  };
  const host = new DisturbedHost(line, {
    session,
    link,
    byteTime,
    disturbance,
    seed: seed ^ 0x7f4a7c15,
    onStep,
  });
  const told = host.play(script, micros(4 * session.idle + millis(2000)));
  const judged = judgeSession(system.monitor(), told, line.now, from);
  const failures = judged.judgements.filter(({ judgement }) => judgement.verdict === 'fail');
  const alarms = failures.filter(
    ({ judgement }) => !disturbance.boardStalls || !BY_TIME.includes(judgement.kind),
  );
  return { ...judged, told, failures, alarms };
}

/** The judgement with the last chunks before it. */
export function describeAlarm({ told }: DisturbedSession, alarm: ToldJudgement): string {
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
