/**
 * What a stall of this host can change: when a board reads bytes, and so where it sees a silence. It changes no byte of an answer.
 *
 *     sent        ████ ████          the board stood still meanwhile
 *     read as     ██ · ██████        a silence that ends a frame too early
 *     or          ████████           or none where there was one
 */
import type { Chunk } from '../../../../protocols/chunk';
import type { FrameEvent } from '../../../../protocols/frame';
import type { Judgement } from '../../../../protocols/monitor/judgement';
import type { AnySession, Message, Ruling } from '../../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../../judge/request-response/monitor';
import { isSameData } from '../../../../protocols/same-data';
import { micros, millis, type Micros } from '../../../../protocols/time';
import { silenceOf } from '../../../../protocols/wire/framing';
import type { Bench } from '../../../bench/bench';
import type { Attempt } from './attempt';
import { readParts, rulingOf } from '../trial';

/** Share of the silence that ends a frame for which a board may stand still, and no sound one reads anything else. */
export const STALL_SHARE = 0.4;
/** The monitor's bounds of a silence leave no more doubt than this share of it. */
const LEAST_STALL_SHARE = 0.2;
/** An answer is waited for this much longer than it may take, or more. */
const LEAST_GRACE = millis(200);
/** A host that looks for an answer this late stood still: it does not know when the answer came. */
const LEAST_HOST_STALL = millis(20);
/** Of longer bytes only both ends are tried. */
const MOST_SLICED = 64;

/** For how long this host stalled a board that may be sound, if that explains the failure. Undefined: no stall does. */
export function excuseOf(
  bench: Bench,
  session: AnySession,
  attempt: Attempt,
  judgement: Judgement<Message>,
): Micros | undefined {
  const { kind } = judgement;
  if (kind !== 'silence' && kind !== 'answer' && kind !== 'unasked') return undefined;
  const { longest, total } = bench.stallsSince(attempt.sentAt);
  const wait = micros(Math.max(longest, total));
  if (kind === 'silence' && wait >= LEAST_GRACE) return wait;
  if (kind === 'silence' && attempt.hostStall >= LEAST_HOST_STALL) return attempt.hostStall;
  const silence = silenceOf(session.requests.framing);
  const stall = micros(Math.max(bench.stallsSince(attempt.began).longest, attempt.stretch));
  if (silence === undefined || stall < LEAST_STALL_SHARE * silence) return undefined;
  const seen = kind === 'silence' ? undefined : answerIn(judgement);
  if (kind !== 'silence' && seen === undefined) return undefined;
  // Where the board read two parts as one, it answers once.
  const isMerged = kind === 'silence' && attempt.step.parts.length > 1;
  return isMerged || mayFollow(session, attempt, seen) ? stall : undefined;
}

/**
 * The monitor follows the same chunks where their times are exact, and sent ones keep to their pauses: what leaves open how the board
 * reads them is this host, and not the page.
 */
export function isOpenByTiming(
  session: AnySession,
  state: unknown,
  pause: Micros,
  chunks: readonly Chunk[],
): boolean {
  const monitor = new RequestResponseMonitor(session);
  monitor.assume(state);
  let shift = 0;
  let lastSent: Chunk | undefined;
  for (const chunk of chunks) {
    if (chunk.direction === 'tx') {
      if (lastSent !== undefined) shift += pause - (chunk.notBefore - lastSent.notAfter);
      lastSent = chunk;
      monitor.tx(exactChunk(chunk, shift));
    } else monitor.rx(exactChunk(chunk, shift));
  }
  for (let due = monitor.due(); due !== undefined; due = monitor.due()) monitor.tick(due.until);
  return !monitor.desynchronised || monitor.judgements().some(({ verdict }) => verdict === 'fail');
}

/** The same at its latest time, moved by `shift` microseconds. */
function exactChunk({ direction, bytes, notBefore, notAfter }: Chunk, shift: number): Chunk {
  const end = micros(notAfter + shift);
  return { direction, bytes, notBefore: micros(notBefore + shift), notAfter: end, lastNotBefore: end };
}

function answerIn({ evidence }: Judgement<Message>): Message | undefined {
  const event = evidence.findLast(({ direction }) => direction === 'rx')?.passed.event;
  return event?.kind === 'frame' ? event.value : undefined;
}

/** The board sends this, or nothing, if it reads some part of the bytes as a whole. */
function mayFollow(session: AnySession, { step, state }: Attempt, seen: Message | undefined): boolean {
  const bytes = Uint8Array.from(step.parts.flatMap((part) => [...part]));
  for (let from = 0; from < bytes.length; from++)
    for (let to = bytes.length; to > from; to--) {
      const isEnd = from === 0 || to === bytes.length;
      if (!isEnd && bytes.length > MOST_SLICED) continue;
      const read = readParts(session, [bytes.subarray(from, to)], micros(0));
      if (read.some((event) => isAnsweredSo(session, event, state, seen))) return true;
    }
  return false;
}

function isAnsweredSo(
  session: AnySession,
  event: FrameEvent<Message>,
  state: unknown,
  seen: Message | undefined,
): boolean {
  const ruling = rulingOf(session, event, state);
  const due = answersOf(ruling);
  if (seen === undefined) return due.length === 0;
  return ruling.accepts?.(seen) === true || due.some((answer) => isSameData(answer, seen));
}

function answersOf({ answer, answers = [], oneOf = [] }: Ruling<Message, unknown>): readonly Message[] {
  return [...(answer === undefined ? [] : [answer]), ...answers, ...oneOf.flatMap((one) => one.answer ?? [])];
}
