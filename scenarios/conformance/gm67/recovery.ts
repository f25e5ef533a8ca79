/** GM67: after bad input the next good frame must be answered, and nothing be changed. */
import { hex, type CommandBody, type Reply } from '../../../protocols/gm67/message';
import type { Received, Sent } from '../../bench/channel';
import type { GmHost } from './host';
import { describeEvent } from './descriptions';
import { writeOf } from './command-bodies';
import { conditionOf, isSound } from './scanner-condition';

/** A parameter that shows whether bad input was obeyed: it holds `kept`, and `write` writes `other`. */
export interface Canary {
  readonly number: number;
  readonly kept: number;
  readonly other: number;
  readonly write: CommandBody;
}

/** Bad input, and what may come before the answer to the next good frame. */
export interface BadInput {
  readonly id: string;
  readonly what: string;
  send(): Promise<Sent | undefined>;
  /** What is wrong with the frames before that answer. undefined: nothing. */
  readonly fault: (before: readonly Received<Reply>[]) => string | undefined;
  readonly allowed: string;
  /** Other clauses judge whether the next read is answered at all. */
  readonly noise?: true;
}

export async function writeCanary(host: GmHost, turn = 0): Promise<Canary> {
  const { number, values } = host.profile.testParameter();
  const [kept, other] = turn % 2 === 0 ? values : ([values[1], values[0]] as const);
  await host.write(number, kept);
  return { number, kept, other, write: writeOf(number, other) };
}

/**
 * Sends bad input and judges the next read: it must be answered, with the value unchanged, and with only allowed frames before
 * it. A scanner that does not answer plain reads either is charged with that alone.
 */
export async function checkRecovery(
  host: GmHost,
  { number, kept }: Canary,
  input: BadInput,
): Promise<boolean> {
  const { bench } = host;
  const { id, what } = input;
  const sent = await bench.retryWhile(
    async () => {
      const sent = await input.send();
      if (sent === undefined) await host.awaitQuiet();
      return sent;
    },
    (sent) => sent === undefined,
  );
  if (sent === undefined) {
    bench.inconclusive(id, `${what}: this host paused longer than the check allows`);
    return false;
  }
  const { before, value, late } = await host.readThrough(number);
  const fault =
    input.fault(before) ?? (late ? 'the next command was answered later than commandMs' : undefined);
  if (fault === undefined && value === kept) return bench.check(id, true, () => ({ title: what }));
  if (input.noise === true && fault === undefined && value === undefined) {
    await host.awaitQuiet();
    return true;
  }
  const evidence = host.channel.evidence();
  const condition = await conditionOf(host, value === undefined);
  if (condition === 'wrong') {
    bench.inconclusive(id, `${what}: plain commands go wrong too`);
    return false;
  }
  if (condition === 'dead')
    // It answered before, so this input silenced it.
    return bench.check(id, false, () => ({
      title: what,
      expected: `${input.allowed}; then the value, still ${hex(kept)}`,
      seen: 'nothing is answered any more',
      evidence,
    }));
  if (value === undefined && !(await partsAreHarmless(host, input))) {
    bench.inconclusive(id, `${what}: a part of it goes wrong by itself`);
    return false;
  }
  // Restores what the scanner obeyed, for the next check.
  await host.write(number, kept);
  const outcome = value === undefined ? 'the next command was not answered' : `the value is ${hex(value)}`;
  return bench.check(id, false, () => ({
    title: what,
    expected: `${input.allowed}; then the value, still ${hex(kept)}`,
    seen: [...before.map(describeEvent), fault ?? '', outcome].filter((text) => text !== '').join('; '),
    evidence,
  }));
}

/** Judges the parts of the input alone: noise may contain half-frames and a wrong LEN, and a wrong LEN half-frames. */
async function partsAreHarmless(host: GmHost, { id }: BadInput): Promise<boolean> {
  const half: readonly (readonly [string, string, Uint8Array])[] = [
    ['GM-FR-03', 'half a write', Uint8Array.of(0x07, 0xc6, 0x04)],
    ['GM-FR-04', 'a LEN of 3', Uint8Array.of(0x03, 0xe4, 0x04, 0x00, 0xff, 0x15)],
  ];
  const parts = id === 'GM-FR-04' ? half.slice(0, 1) : id === 'GM-FR-05' ? half : [];
  for (const [clause, what, bytes] of parts) {
    await host.channel.sendBytes(bytes);
    await host.pauseBetweenFrames();
    const { value } = await host.readThrough(host.profile.testParameter().number);
    if (value !== undefined) continue;
    const evidence = host.channel.evidence();
    const seen = 'the next command was not answered';
    if (await isSound(host))
      host.bench.check(clause, false, () => ({ title: what, expected: 'it is dropped', seen, evidence }));
    return false;
  }
  return true;
}

export const isNak = ({ event }: Received<Reply>): boolean => event.value?.type === 'nak';
