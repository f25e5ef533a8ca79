/**
 * How soon a board answers again after garbage: measured, for each kind and length of it.
 *
 *     garbage  ask ……  ask ……  ask → answer        frames: 3, bytes: those of 3 asks
 *            │←──────────────────────→│            from the garbage's last byte to the answer
 *
 * The first good frame comes directly after the garbage, each further one after the silence that the page requires.
 */
import { latin1 } from '../../../protocols/bytes';
import { after, micros, type Micros } from '../../../protocols/time';
import { hex } from '../../../protocols/bytes';
import { bootBoard, isAnswered, recoverBoard } from '../execution/recovery';
import { TimeUsedUp } from '../../time-limit';
import { derivedSeed, dice } from '../campaign/dice';
import type { Play } from '../../player/play';
import type { FuzzResync, ResyncRow } from '../../fuzz-record';
import type { Rig } from '../execution/rig';
import { send } from '../../player/step';
import type { FuzzSession } from '../target';
import type { Resync } from './garbage';

export interface ResyncOptions {
  readonly session: FuzzSession;
  readonly rig: Rig;
  readonly seed: number;
  /** Replaces the limit of the page, microseconds. */
  readonly limit?: Micros | undefined;
  /** A stall of this length may change what the board reads; absent: no stall does. */
  readonly stallLimit?: Micros | undefined;
  /** Throws to end the measurement: {@link TimeUsedUp} keeps what was measured. */
  readonly checkpoint?: () => void;
}

const LENGTHS = [1, 2, 4, 16, 64, 256, 1024, 4096];
/** The frame directly after the garbage may be lost with it. The frame after a silence must not. */
const FRAMES_BY_PAGE = 2;
/** After this many good frames without an answer, the board counts as deaf. */
const MOST_FRAMES = 8;
const TRIES = 3;
/** The most tries, including those that a stall of this host spoilt. */
const MOST_TRIES = 9;
/** The most chunks that are read without a pause. */
const MOST_CHUNKS = 20_000;

/** `low` and `high`: bounds of the time, microseconds. Without them the board never answered. */
interface Try {
  /** When the garbage began. */
  readonly since: Micros;
  readonly frames: number;
  readonly low?: number;
  readonly high?: number;
}

/**
 * undefined: the protocol has no rule for resynchronisation, or a real board leaves the good frame unanswered after no garbage at all.
 * Rejects with the errors of the rig.
 */
export async function measureResync(options: ResyncOptions): Promise<FuzzResync | undefined> {
  const { session, rig, limit } = options;
  const { resync } = session;
  if (resync === undefined || !(await answersWithoutGarbage(rig, session, resync))) return undefined;
  const all = resync.kinds.flatMap((kind) => LENGTHS.map((length) => ({ kind, length })));
  const rows: ResyncRow[] = [];
  let missing = 0;
  try {
    await rig.begin(0);
    for (const [n, { kind, length }] of all.entries()) {
      const row = await measureRow(options, resync, kind, length, n);
      rows.push(row);
      // A board that stays deaf and cannot be reset gives no result for other garbage.
      if (row.tries > 0 && row.never === row.tries && rig.resetLevels === 0) break;
    }
  } catch (error) {
    if (!(error instanceof TimeUsedUp)) throw error;
    missing = all.length - rows.length;
  }
  const { requirement, ask, link } = resync;
  return {
    type: 'fuzz-resync',
    link,
    requirement,
    ask: hex(ask),
    limitUs: limit ?? resync.limit,
    asked: limit !== undefined,
    rows,
    ...(missing === 0 ? {} : { missing }),
  };
}

async function answersWithoutGarbage(
  rig: Rig,
  session: FuzzSession,
  { link, ask }: Resync,
): Promise<boolean> {
  if (rig.isVirtual) return true;
  for (let n = 0; n < TRIES; n++) {
    if (await isAnswered(rig, session, [send(link, ask)])) return true;
    await restart(rig, session);
  }
  return false;
}

async function measureRow(
  { session, rig, seed, limit: asked, stallLimit = micros(Infinity), checkpoint }: ResyncOptions,
  resync: Resync,
  kind: Resync['kinds'][number],
  length: number,
  n: number,
): Promise<ResyncRow> {
  const limit = asked ?? resync.limit;
  const choices = dice(derivedSeed(seed, n));
  const tries: Try[] = [];
  let spoilt = 0;
  // On a real board only a try that took too long is repeated: the host stalls now and then.
  while (
    tries.length < TRIES &&
    tries.length + spoilt < MOST_TRIES &&
    (rig.isVirtual || tries.length === 0 || exceeds(tries[0], limit))
  ) {
    checkpoint?.();
    const tried = await rig.play(timeResync(resync, kind.make(choices, length)));
    if (exceeds(tried, limit) && isOfHost(rig, tried, limit, stallLimit)) spoilt++;
    else tries.push(tried);
    if (tried.low === undefined) rig.needsLivenessCheck = true;
    if (rig.isVirtual || tried.low === undefined) await restart(rig, session);
  }
  return rowOf({ kind: kind.name, length, tries, spoilt, askBytes: resync.ask.length, limit });
}

/** Resets the board if possible, and waits until it has booted. */
async function restart(rig: Rig, session: FuzzSession): Promise<void> {
  if (await recoverBoard(rig, session)) await bootBoard(rig, session, session.model(true));
}

function* timeResync(resync: Resync, garbage: Uint8Array): Play<Try> {
  const { link, ask, silence, answerLink = link } = resync;
  const { chunk: noise, now } = yield { op: 'send', link, bytes: garbage };
  const since = noise?.notBefore ?? now;
  const answer = latin1(resync.answer);
  for (let frames = 1; frames <= MOST_FRAMES; frames++) {
    const sent = yield { op: 'send', link, bytes: ask };
    let received = '';
    let until = after(sent.chunk?.notAfter ?? sent.now, silence);
    for (let n = 0; n < MOST_CHUNKS; n++) {
      const { chunk } = yield { op: 'receive', link: answerLink, until };
      if (chunk === undefined) break;
      // Bytes from before the frame was sent answer the garbage.
      if (chunk.notAfter <= (sent.chunk?.notBefore ?? sent.now)) continue;
      received = (received + latin1(chunk.bytes)).slice(-1000 - answer.length);
      if (received.includes(answer))
        return {
          ...{ since, frames },
          low: Math.max(0, chunk.notBefore - (noise?.notAfter ?? chunk.notBefore)),
          high: Math.max(0, chunk.notAfter - (noise?.lastNotBefore ?? chunk.notBefore)),
        };
      // Answers to garbage may come late. Only silence shows that no more will come.
      until = after(micros(Math.max(chunk.notAfter, sent.chunk?.notAfter ?? sent.now)), silence);
    }
  }
  return { since, frames: MOST_FRAMES };
}

function exceeds(one: Try | undefined, limit: number): boolean {
  return one !== undefined && (one.low === undefined || one.low > limit || one.frames > FRAMES_BY_PAGE);
}

/** A stall may have changed what the board read, or it waited for this host for as long as it was late. */
function isOfHost(
  rig: Rig,
  { since, low = Infinity, frames }: Try,
  limit: number,
  stallLimit: Micros,
): boolean {
  if ((rig.stallDuration?.(since) ?? 0) >= stallLimit) return true;
  return frames <= FRAMES_BY_PAGE && low - (rig.waitDuration?.(since) ?? 0) <= limit;
}

interface Row {
  readonly kind: string;
  readonly length: number;
  readonly tries: readonly Try[];
  readonly spoilt: number;
  readonly askBytes: number;
  readonly limit: number;
}

/** The majority of tries decides, so that one try with an unseen stall does not. */
function rowOf({ kind, length, tries, spoilt, askBytes, limit }: Row): ResyncRow {
  const over = tries.filter((one) => exceeds(one, limit)).length;
  const never = tries.filter(({ high }) => high === undefined).length;
  const highs = tries.flatMap(({ high }) => (high === undefined ? [] : [Math.round(high)]));
  const frames = Math.max(0, ...tries.map((one) => one.frames));
  return {
    kind,
    length,
    tries: tries.length,
    frames,
    bytes: frames * askBytes,
    ...(highs.length === 0 ? {} : { leastUs: Math.min(...highs), worstUs: Math.max(...highs) }),
    never,
    over: over * 2 > tries.length,
    ...(spoilt > 0 ? { spoilt } : {}),
  };
}
