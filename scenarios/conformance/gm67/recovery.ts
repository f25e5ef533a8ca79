/** GM67: after bad input the next good frame must be answered, and nothing be changed. */
import { hex, type CommandBody } from '../../../protocols/gm67/message';
import { readOf, writeOf } from './command-bodies';
import type { GmHost } from './host';
import { isFault, type Reaction, type Stimulus } from './session';

/** A parameter that shows whether bad input was obeyed: it holds `kept`, and `write` writes `other`. */
export interface Canary {
  readonly number: number;
  readonly kept: number;
  readonly other: number;
  readonly write: CommandBody;
}

/** Bad input, which is judged by itself, and a read right after it. */
export interface BadInput {
  /** Charged where the read goes wrong. */
  readonly id: string;
  readonly what: string;
  readonly stimulus: Stimulus;
}

export async function writeCanary(host: GmHost, turn = 0): Promise<Canary> {
  const { number, values } = host.profile.testParameter();
  const [kept, other] = turn % 2 === 0 ? values : ([values[1], values[0]] as const);
  await host.prepareValue(number, kept);
  return { number, kept, other, write: writeOf(number, other) };
}

/**
 * Sends bad input, and a read: it must be answered, with the value unchanged. A scanner that does not answer plain reads either is
 * charged with that alone.
 */
export async function checkRecovery(host: GmHost, canary: Canary, input: BadInput): Promise<void> {
  const { bench } = host;
  const { id, what, stimulus } = input;
  await restore(host, canary);
  const { judgements, isVague, hasRead } = await bench.retryWhile(
    () => tryInput(host, canary, stimulus),
    (told) => told.isVague,
  );
  if (isVague) return bench.inconclusive(id, `${what}: this host paused longer than the check allows`);
  const ofRead = judgements.find(
    (one) => isFault(one) && one.request !== undefined && one.kind !== 'malformed',
  );
  if (ofRead === undefined) {
    if (host.record(judgements, what) && hasRead) bench.check(id, true, () => ({ title: what }));
    return;
  }
  host.record(
    judgements.filter((one) => one !== ofRead),
    what,
  );
  const evidence = host.evidence();
  if ((await isSound(host)) && (await partsAreHarmless(host, input)))
    host.record([ofRead], `after ${what}`, { clause: id, evidence });
  else bench.inconclusive(id, `${what}: a part of it, or a plain command, goes wrong by itself`);
  await host.ready();
}

interface Tried extends Reaction {
  /** The input was right, so that the read came after it. */
  readonly hasRead: boolean;
}

async function tryInput(host: GmHost, { number }: Canary, stimulus: Stimulus): Promise<Tried> {
  const bad = await host.exchange(stimulus);
  if (bad.isVague || bad.judgements.some(isFault)) return { ...bad, hasRead: false };
  const read = await host.exchange([host.bytesOf(readOf(number))]);
  return { judgements: [...bad.judgements, ...read.judgements], isVague: read.isVague, hasRead: true };
}

/** Writes the value again where it may be another one. */
async function restore(host: GmHost, { number, kept }: Canary): Promise<void> {
  await host.ready();
  if (host.value(number) !== kept) await host.prepareValue(number, kept);
}

/** Whether a plain read is answered, or none at all: then the input has silenced the scanner. */
async function isSound(host: GmHost): Promise<boolean> {
  const { judgements } = await host.exchange([host.bytesOf(readOf(host.profile.testParameter().number))]);
  const fault = judgements.find(isFault);
  if (fault === undefined || fault.kind === 'silence') return true;
  return host.record(judgements, 'with nothing wrong before it');
}

/** Judges the parts of the input alone: noise may contain half-frames and a wrong LEN, and a wrong LEN half-frames. */
async function partsAreHarmless(host: GmHost, { id }: BadInput): Promise<boolean> {
  const half: readonly (readonly [string, Uint8Array])[] = [
    ['GM-FR-03', Uint8Array.of(0x07, 0xc6, 0x04)],
    ['GM-FR-04', Uint8Array.of(0x03, 0xe4, 0x04, 0x00, 0xff, 0x15)],
  ];
  const parts = id === 'GM-FR-04' ? half.slice(0, 1) : id === 'GM-FR-05' ? half : [];
  const read = host.bytesOf(readOf(host.profile.testParameter().number));
  for (const [clause, bytes] of parts)
    if (!(await host.send(clause, [bytes, host.framePause, read], `after ${hex(bytes[0] ?? 0)} …`)))
      return false;
  return true;
}
