/**
 * Plays one step at a time on the line of a described protocol, as the fuzzer plays its cases. A monitor judges what passes.
 *
 *     step ──▶ play ──▶ monitor ──▶ attempt: what was found, and whether this host's timing left the step open
 */
import type { Chunk } from '../../../../protocols/chunk';
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../../judge/request-response/monitor';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import {
  UNJUDGED_REASONS,
  type Accounting,
  type UnjudgedReason,
} from '../../../../protocols/monitor/monitor';
import type { Judgement } from '../../../../protocols/monitor/judgement';
import type { Bench } from '../../../bench/bench';
import { chunkRecords } from '../../../bench/evidence';
import { drain } from '../../../player/drain';
import { play, receiveArrived, type Play } from '../../../player/play';
import { listen, send, type FuzzStep } from '../../../player/step';
import type { BytesRecord } from '../../../record';
import { LINK, type Attempt, type LineStep } from './attempt';
import { isOpenByTiming } from './stall-effects';

const LEAST_PROBE_WAIT = millis(300);
const LONGEST_NOISE = millis(3000);
/** A board that goes on sending is listened to for no longer. */
const LIMITS = { links: [LINK], quiet: micros(0), longest: millis(10_000) };

export class LineDriver {
  readonly monitor: RequestResponseMonitor;
  private hasReceived = false;
  /** What has passed since the step began. */
  private passed: Chunk[] = [];
  private hostStall = micros(0);
  /** What was not judged before the latest step, and in tries of which a later one counts. */
  private before: Accounting['unjudged'] = {};
  private superseded: Partial<Record<UnjudgedReason, number>> = {};

  /** `onChunk` gets each chunk that is judged. */
  constructor(
    private readonly bench: Bench,
    private readonly session: AnySession,
    private readonly onChunk?: (chunk: Chunk) => void,
  ) {
    this.monitor = new RequestResponseMonitor(session);
    bench.addEvidenceSource(this);
  }

  /** Waits until neither side has anything under way. Nothing is judged. */
  awaitQuiet(): Promise<void> {
    return this.bench.play(drain(LINK, this.session.idle, LONGEST_NOISE));
  }

  /** Whether anything at all comes after one of these requests. Nothing is judged. */
  isAlive(asked: readonly Message[]): Promise<boolean> {
    return this.bench.play(probe(this.session, asked));
  }

  /** Whether something has come since this was last asked. */
  takeReceived(): boolean {
    const { hasReceived } = this;
    this.hasReceived = false;
    return hasReceived;
  }

  /** Takes what has come by now. */
  async collectArrived(): Promise<Attempt> {
    const { monitor, bench } = this;
    const began = bench.now();
    await bench.play(receiveArrived(monitor, LIMITS.links), (chunk) => this.note(chunk));
    monitor.tick(began);
    const step = { parts: [], pause: micros(0) };
    const judgements = monitor.judgements();
    const { state } = monitor;
    return {
      step,
      judgements,
      began,
      sentAt: began,
      stretch: micros(0),
      hostStall: micros(0),
      state,
      isVague: false,
    };
  }

  /** How much was judged, each case by its last try. */
  accounting(): Accounting {
    const { judged, unjudged } = this.monitor.accounting();
    return { judged, unjudged: difference(unjudged, this.superseded) };
  }

  /** What was not judged of the latest step. */
  unjudged(): Accounting['unjudged'] {
    return difference(this.monitor.accounting().unjudged, this.before);
  }

  /** A later try counts in place of that one. */
  supersede(unjudged: Accounting['unjudged']): void {
    const sum = { ...this.superseded };
    for (const reason of UNJUDGED_REASONS) sum[reason] = (sum[reason] ?? 0) + (unjudged[reason] ?? 0);
    this.superseded = sum;
  }

  /** Plays a step, and waits until nothing is due any more. Without parts it listens for the pause. */
  async play(step: LineStep): Promise<Attempt> {
    const { monitor, bench } = this;
    const began = bench.now();
    const { state } = monitor;
    const wasFollowed = !monitor.desynchronised;
    this.passed = [];
    this.hostStall = micros(0);
    this.before = monitor.accounting().unjudged;
    await bench.play(play(stepsOf(step), monitor, LIMITS), (chunk, late) => this.note(chunk, late));
    const judgements = monitor.judgements();
    const isLost = wasFollowed && monitor.desynchronised && !judgements.some(isFailure);
    const isVague =
      isLost && !bench.exhaustive && isOpenByTiming(this.session, state, step.pause, this.passed);
    const { hostStall } = this;
    const sent = this.passed.filter(({ direction }) => direction === 'tx');
    const sentAt = sent.at(-1)?.notBefore ?? began;
    return {
      step,
      judgements,
      began,
      sentAt,
      stretch: stretchOf(sent, step.pause),
      hostStall,
      state,
      isVague,
    };
  }

  /** What has passed in the last step. */
  evidence(): readonly BytesRecord[] {
    const { requests, answers } = this.session;
    return chunkRecords(LINK, this.passed, (direction, bytes) =>
      (direction === 'tx' ? requests : answers).codec.fields(bytes),
    );
  }

  private note(chunk: Chunk, late = micros(0)): void {
    this.hostStall = micros(Math.max(this.hostStall, late));
    this.hasReceived ||= chunk.direction === 'rx';
    this.passed.push(chunk);
    this.onChunk?.(chunk);
  }
}

function stepsOf({ parts, pause }: LineStep): readonly FuzzStep[] {
  if (parts.length === 0) return [listen(pause)];
  return parts.map((part, at) => (at === 0 ? send(LINK, part) : send(LINK, part, pause)));
}

function* probe({ requests, time, idle }: AnySession, asked: readonly Message[]): Play<boolean> {
  const wait = micros(LEAST_PROBE_WAIT + 2 * (time.max + idle));
  yield* drain(LINK, idle, LONGEST_NOISE);
  for (const request of asked) {
    const sent = yield { op: 'send', link: LINK, bytes: requests.codec.encode(request) };
    const { chunk } = yield { op: 'receive', link: LINK, until: after(sent.now, wait) };
    if (chunk === undefined) continue;
    yield* drain(LINK, idle, LONGEST_NOISE);
    return true;
  }
  return false;
}

function stretchOf(sent: readonly Chunk[], pause: Micros): Micros {
  const stretches = sent.map(
    ({ notBefore }, at) => notBefore - (sent[at - 1]?.notAfter ?? notBefore) - pause,
  );
  return micros(Math.max(0, ...stretches));
}

/** What is more in `a` than in `b`. */
function difference(a: Accounting['unjudged'], b: Accounting['unjudged']): Accounting['unjudged'] {
  const rest: Partial<Record<UnjudgedReason, number>> = { ...a };
  for (const reason of UNJUDGED_REASONS) {
    const count = (a[reason] ?? 0) - (b[reason] ?? 0);
    if (count > 0) rest[reason] = count;
    else delete rest[reason];
  }
  return rest;
}

function isFailure({ verdict }: Judgement): boolean {
  return verdict === 'fail';
}
