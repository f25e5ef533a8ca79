/** GM67: what is no frame is sent; then the next good frame must be answered, and nothing be changed. */
import { hex, type CommandBody, type Reply } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import type { Received, Sent } from '../../bench/channel';
import type { GmHost } from './host';
import { describeEvent } from './descriptions';

/** A parameter that shows whether what must not be obeyed was obeyed: it holds `kept`, the bad frame says `other`. */
export interface Canary {
  readonly number: number;
  readonly kept: number;
  readonly other: number;
}

/** One way to be wrong: what is sent, and what may come before the next good frame's answer. */
export interface BadInput {
  readonly id: string;
  readonly what: string;
  send(): Promise<Sent | undefined>;
  /** What is wrong with the frames that came before the answer; undefined: nothing. */
  readonly fault: (before: readonly Received<Reply>[]) => string | undefined;
  readonly allowed: string;
  /** Whether the read behind it is answered at all is for others. */
  readonly noise?: true;
}

export async function writeCanary(host: GmHost, turn = 0): Promise<Canary> {
  const { number, values } = host.testParameter();
  const [kept, other] = turn % 2 === 0 ? values : ([values[1], values[0]] as const);
  await host.write(number, kept);
  return { number, kept, other };
}

/**
 * Sends what is wrong; then a read must be answered, the value unchanged, and nothing but what is allowed before it.
 * A scanner that does not answer a plain read either is charged for that alone. undefined where the host was late.
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
  const seen = before.map(describeEvent);
  const condition = await host.condition(value === undefined);
  if (condition === 'wrong') {
    bench.inconclusive(id, `${what}: plain commands go wrong too`);
    return false;
  }
  if (condition === 'dead')
    // It answered before: what was sent between is what silenced it.
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
  // What was obeyed all the same is undone for the next.
  await host.write(number, kept);
  const told = value === undefined ? 'the next command was not answered' : `the value is ${hex(value)}`;
  return bench.check(id, false, () => ({
    title: what,
    expected: `${input.allowed}; then the value, still ${hex(kept)}`,
    seen: [...seen, fault ?? '', told].filter((text) => text !== '').join('; '),
    evidence,
  }));
}

/** Noise holds frames that are none, and a wrong LEN half-frames: those by themselves must do no harm. */
async function partsAreHarmless(host: GmHost, { id }: BadInput): Promise<boolean> {
  const half: readonly (readonly [string, string, Uint8Array])[] = [
    ['GM-FR-03', 'half a write', Uint8Array.of(0x07, 0xc6, 0x04)],
    ['GM-FR-04', 'a LEN of 3', Uint8Array.of(0x03, 0xe4, 0x04, 0x00, 0xff, 0x15)],
  ];
  const parts = id === 'GM-FR-04' ? half.slice(0, 1) : id === 'GM-FR-05' ? half : [];
  for (const [clause, what, bytes] of parts) {
    await host.channel.sendBytes(bytes);
    await host.pauseBetweenFrames();
    const { value } = await host.readThrough(host.testParameter().number);
    if (value !== undefined) continue;
    const evidence = host.channel.evidence();
    const seen = 'the next command was not answered';
    if (await host.isSound())
      host.bench.check(clause, false, () => ({ title: what, expected: 'it is dropped', seen, evidence }));
    return false;
  }
  return true;
}

export const isNak = ({ event }: Received<Reply>): boolean => event.value?.type === 'nak';

/** One command of each kind that takes no parameter of ours. */
export const OTHER_COMMANDS: readonly CommandBody[] = [
  { type: 'read', number: PARAMETER.terminator },
  { type: 'read', number: PARAMETER.volume },
  { type: 'write', prefix: 0, number: PARAMETER.terminator, value: 2 },
  { type: 'revision' },
  { type: 'enable' },
  { type: 'led-on', led: 1 },
  { type: 'led-off', led: 1 },
  { type: 'beep', pattern: 1 },
  { type: 'start' },
  { type: 'stop' },
  { type: 'sleep' },
  { type: 'reset' },
  { type: 'defaults' },
];
