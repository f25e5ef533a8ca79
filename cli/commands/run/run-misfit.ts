/**
 * What a real board is, where it certainly does not answer as its suite's boards do: a line that returns all that is sent, or a board of
 * another suite. It is decided by what has passed until the first answer: a board of the suite, sound or not, is sent nothing for it.
 */
import type { Board } from '../../../devices/board/board';
import { parseLinkUrl, type LinkTarget } from '../../../devices/links/link-target';
import { beginsTelnet, TELNET_REMEDY } from '../../../devices/links/rfc2217/telnet';
import { LinkError, type Link } from '../../../devices/links/link';
import { after, millis, micros } from '../../../protocols/time';
import { protocols } from '../../../scenarios/protocols';
import type { RunOptions } from '../../../scenarios/runner/run-options';
import type { ChunkRecord } from '../../../scenarios/record';
import type { RunTarget } from '../../shared/boards/run-target';
import { findProtocol } from '../../shared/option-values';
import { commandLine } from '../../shared/command-line';
import type { Dialect } from '../../../scenarios/dialect';
import { ECHO_PATTERNS, probedDialect } from '../../shared/boards/located-link';

const RETURN = millis(300);
/** What sends more before its first answer is understood is none of them. */
const MOST_BYTES = 4096;

export function watchFit(target: RunTarget, emit: RunOptions['emit']): Pick<RunOptions, 'emit' | 'misfit'> {
  const chunks: ChunkRecord[] = [];
  let left = MOST_BYTES;
  return {
    emit: (event) => {
      if (left > 0 && event.type === 'chunk') {
        chunks.push(event);
        left -= event.hex.length / 2;
      }
      emit(event);
    },
    misfit: async (board) => {
      const isFlooded = left <= 0;
      left = 0;
      const passed = chunks.splice(0);
      return isFlooded ? undefined : findMisfit(target, board, passed);
    },
  };
}

/** One sentence with the remedy; undefined: the board fits, or nothing better is known. */
async function findMisfit({ suite, parameters }: RunTarget, board: Board, chunks: readonly ChunkRecord[]) {
  const dialects = (await findProtocol(suite.id)).dialects;
  for (const { name, url } of board.linkUrls) {
    const passed = chunks.filter(({ link }) => link === name);
    if (!passed.some(({ direction }) => direction === 'rx')) continue;
    const target = targetAt(name, url);
    const dialect = (await dialects?.())?.({ parameters, binding: board.binding(name) }).find(
      (one) => one.link === name,
    );
    if (target === undefined || dialect === undefined) continue;
    if (echoIn(passed, dialect) && (await isReturned(board.link(name))))
      return `link ${name} returns all that is sent, as one-wire buses and RS-485 adapters do: give --link ${withEchoRemoved(url)}`;
    if (isUnderstood(passed, dialect)) continue;
    if (target.scheme === 'tcp' && sendsTelnet(received(passed)))
      return `link ${name} sends Telnet commands: ${TELNET_REMEDY}`;
    const fitting = await suiteThatAnswersSo(suite.id, target, passed);
    if (fitting !== undefined)
      return `the board answers as ${fitting} does; not as ${suite.id}: ${commandLine(['run', fitting], { link: url })}`;
  }
  return undefined;
}

/** One command may be bytes of a board; the options of a server are several. */
function sendsTelnet(bytes: Uint8Array): boolean {
  return beginsTelnet(bytes) && beginsTelnet(bytes.subarray(3));
}

/** undefined: no link that a URL opens, as of firmware under emulation. */
function targetAt(name: string, url: string): LinkTarget | undefined {
  try {
    return parseLinkUrl(name, url);
  } catch (error) {
    if (error instanceof LinkError) return undefined;
    throw error;
  }
}

/** The suite whose frames all of it are. */
async function suiteThatAnswersSo(own: string, target: LinkTarget, passed: readonly ChunkRecord[]) {
  for (const protocol of await protocols()) {
    const dialect = protocol.id === own ? undefined : await probedDialect(protocol, target);
    if (dialect !== undefined && isCertain(passed, dialect)) return protocol.id;
  }
  return undefined;
}

async function isReturned(link: Link): Promise<boolean> {
  for (const pattern of ECHO_PATTERNS) {
    const { notAfter } = await link.send(pattern);
    const until = after(notAfter, RETURN);
    const parts: Uint8Array[] = [];
    for (let chunk = await link.receive(until); chunk !== undefined; chunk = await link.receive(until))
      parts.push(chunk.bytes);
    const bytes = Buffer.concat(parts);
    if (bytes.indexOf(pattern) !== 0 || bytes.lastIndexOf(pattern) !== 0) return false;
  }
  return true;
}

function withEchoRemoved(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}echo=remove`;
}

/** Longer answers are no single probe's. */
const LONGEST_ANSWER = 256;

type Rx = Dialect['rx'];
type Passed = readonly Pick<ChunkRecord, 'direction' | 'hex' | 'notAfter'>[];

function received(passed: Passed): Buffer {
  return Buffer.concat(bytesOf(passed, 'rx'));
}

/**
 * Whether all that was sent came back, each write once, and besides it nothing but frames of a board. A request that its answer may
 * repeat shows nothing; neither does a board that says something else twice.
 */
export function echoIn(passed: Passed, { rx }: Dialect): boolean {
  const writes = bytesOf(passed, 'tx');
  const others: Buffer[] = [];
  let rest = received(passed);
  for (const write of writes) {
    const at = rest.indexOf(write);
    if (at < 0 || decode([write], rx).frames > 0) return false;
    if (others.length === 0 && at > 0) return false;
    others.push(rest.subarray(0, at));
    rest = rest.subarray(at + write.length);
  }
  const besides = [...others, rest].filter(({ length }) => length > 0);
  if (writes.length === 0 || besides.some((one) => writes.some((write) => one.includes(write)))) return false;
  return besides.every((one) => decode([one], rx).isWhole);
}

/** Whether a frame is among what came, or one of which only a check fails, as its sum. */
export function isUnderstood(passed: Passed, { rx }: Dialect): boolean {
  const { frames, nearFrames } = decode(bytesOf(passed, 'rx'), rx, timesOf(passed));
  return frames + nearFrames > 0;
}

/** Whether all that came is frames, and any other bit would make it none: its form is no accident. */
export function isCertain(passed: Passed, { rx }: Dialect): boolean {
  const bytes = received(passed);
  if (bytes.length > LONGEST_ANSWER || !decode([bytes], rx).isWhole) return false;
  return Array.from({ length: 8 * bytes.length }, (_, bit) => bit).every((bit) => {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return !decode([flipped], rx).isWhole;
  });
}

function bytesOf(passed: Passed, asked: ChunkRecord['direction']): Buffer[] {
  return passed.flatMap(({ direction, hex }) => (direction === asked ? [Buffer.from(hex, 'hex')] : []));
}

function timesOf(passed: Passed): number[] {
  return passed.flatMap(({ direction, notAfter }) => (direction === 'rx' ? [notAfter] : []));
}

/** `isWhole`: there are frames, and nothing else. What may be any bytes, as codes without a frame, is none of them. */
function decode(parts: readonly Uint8Array[], rx: Rx, times: readonly number[] = []) {
  const { events, pending } = eventsOf(parts, rx, times);
  const frames = events.filter(({ kind, raw }) => kind === 'frame' && !mayBeAnything(raw, rx)).length;
  const nearFrames = events.filter((event) => event.kind === 'reject' && event.value !== undefined).length;
  return { frames, nearFrames, isWhole: frames > 0 && frames === events.length && pending === 0 };
}

/** Whether the opposite of each bit is a frame, too. */
function mayBeAnything(raw: Uint8Array, rx: Rx): boolean {
  const { events } = eventsOf([raw.map((byte) => byte ^ 0xff)], rx, []);
  return events.length > 0 && events.every(({ kind }) => kind === 'frame');
}

function eventsOf(parts: readonly Uint8Array[], rx: Rx, times: readonly number[]) {
  const decoder = rx.decoder();
  const events = parts.flatMap((bytes, at) => {
    const now = micros(times[at] ?? 0);
    const due = decoder.deadline();
    return [...(due !== undefined && due <= now ? decoder.tick(due) : []), ...decoder.push(bytes, now)];
  });
  const due = decoder.deadline();
  if (due !== undefined) events.push(...decoder.tick(due));
  return { events, pending: decoder.pending };
}
