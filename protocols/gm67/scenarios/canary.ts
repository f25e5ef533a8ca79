/** Bad input, and a read right after it, which shows whether it was obeyed. */
import type { CommandBody } from '../wire/message';
import { bytesOf } from '../wire/wire';
import { NotReady, readOf, writeOf, type Scanner, type Stimulus } from './host';

/** A parameter that shows whether bad input was obeyed: it holds `kept`, and `write` writes `other`. */
export interface Canary {
  readonly number: number;
  readonly kept: number;
  readonly other: number;
  readonly write: CommandBody;
}

export async function writeCanary(scanner: Scanner, turn = 0): Promise<Canary> {
  const { number, values } = scanner.testParameter();
  const [kept, other] = turn % 2 === 0 ? values : ([values[1], values[0]] as const);
  await scanner.prepareValue(number, kept);
  return { number, kept, other, write: writeOf(number, other) };
}

/** Sends bad input, and a read right after it: it must be answered, with the value unchanged. true: nothing was wrong. */
export async function checkRecovery(
  scanner: Scanner,
  { number, kept }: Canary,
  what: string,
  stimulus: Stimulus,
): Promise<boolean> {
  await scanner.ready();
  if (scanner.value(number) !== kept) await scanner.prepareValue(number, kept);
  return scanner.send(`${what}, and a read`, [...stimulus, bytesOf(readOf(number))]);
}

/** Noise may contain half-frames and a wrong LEN, and a wrong LEN half-frames. */
const PARTS: readonly Uint8Array[] = [
  Uint8Array.of(0x07, 0xc6, 0x04),
  Uint8Array.of(0x03, 0xe4, 0x04, 0x00, 0xff, 0x15),
];

/** What is made of such parts shows nothing where one goes wrong by itself. */
export async function checkParts(scanner: Scanner, canary: Canary, id: string, count: number): Promise<void> {
  for (const part of PARTS.slice(0, count))
    if (!(await checkRecovery(scanner, canary, shortHex(part), [part, scanner.framePause])))
      throw new NotReady(`${id} is not judged: ${shortHex(part)}, which is a part of its input, goes wrong`);
}

export function shortHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 12)).toString('hex');
}
