/** Codes for a GM67: payloads with critical lengths and values, in every mode, and the host's answers to them. */
import {
  after,
  generator,
  listen,
  micros,
  millis,
  present,
  type ConversationGenerator,
  type Dice,
  type FuzzStep,
} from '../../../api/index';
import type { Profile } from '../profile';
import type { GmState } from '../state';
import { LONGEST_SHORT_PAYLOAD, STATUS, type Symbology } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import { bytesOf } from '../wire/wire';
import { tx, writes, type CommandMaker } from './commands';

/** Values that are critical for strings, terminators and frames. */
const ODD = [0x00, 0x02, 0x03, 0x09, 0x0a, 0x0d, 0x61, 0x7a, 0x80, 0xff] as const;
const LENGTHS = [1, 1, 2, 3, 8, 31, 32, 33, 64, 65, 128] as const;
const LONG = [LONGEST_SHORT_PAYLOAD - 1, LONGEST_SHORT_PAYLOAD, LONGEST_SHORT_PAYLOAD + 1, 256, 257, 600];
const ACK = tx({ type: 'ack' });
const NAK = tx({ type: 'nak', cause: 1 });
const START = tx({ type: 'start' });
const ENABLE = tx({ type: 'enable' });

/** Generators that need a person or a device to show codes. */
export function codeGenerators(
  maker: CommandMaker,
  { sameCode, dataAck, dataRetries }: Profile,
): readonly ConversationGenerator<GmState>[] {
  const generators: readonly ConversationGenerator<GmState>[] = [
    generator('code in raw mode', 'valid', 4, ['code'], (dice) => [...mode(dice, 0), code(dice)]),
    generator('code with each terminator', 'valid', 3, ['code', 'value'], (dice) => [
      ...mode(dice, 0),
      writes(PARAMETER.terminator, dice.int(0, 5)),
      ...(dice.once(4) ? [writes(PARAMETER.stxEtx, dice.int(0, 3))] : []),
      code(dice),
    ]),
    // The host's answers to a code, and their times: the retries of a code without an ACK take time.
    generator('code in a packet', 'session', 5, ['code'], (dice) => {
      const allTries = listen(micros(Math.round((dataRetries + 2) * 1.25 * dataAck)));
      const oneTry = listen(after(dataAck, millis(500)));
      const answers = dice.pick<readonly FuzzStep[]>([
        [ACK],
        [ACK, oneTry],
        [ACK, code(dice), ACK],
        [allTries],
        [NAK, allTries],
        [oneTry, ACK, oneTry],
        [tx(maker.command(dice)), allTries],
        [NAK, tx(maker.command(dice)), ACK],
      ]);
      return [...mode(dice, 1), code(dice), ...answers];
    }),
    generator('long code', 'valid', 1.5, ['code', 'LEN'], (dice) => {
      const shown = present(dice.pick(['qr', 'datamatrix']), payload(dice, dice.any(LONG) ?? 1));
      return dice.once(4) ? [...mode(dice, 0), shown] : [...mode(dice, 1), shown, ACK];
    }),
    // One start reads one code. A repeat reads no other one, except after a NAK 01.
    generator('code in trigger mode host', 'session', 3, ['code', 'STATUS'], (dice) => {
      const repeat = tx(bytesOf({ type: 'start' }, STATUS.retransmission));
      const garbled = tx(maker.garbled(dice));
      return [
        ...settings(dice, TRIGGER.host),
        START,
        ...(dice.once(5) ? [] : [code(dice)]),
        ...dice.pick([[repeat], [repeat], [garbled, repeat], [], [tx({ type: 'stop' })], [START]]),
        code(dice),
      ];
    }),
    generator('code while disabled', 'session', 2, ['code'], (dice) => {
      const packet = dice.int(0, 1);
      return [
        ...mode(dice, packet),
        ...(dice.once(2) ? [code(dice), ...(packet === 1 ? [ACK] : [])] : []),
        tx({ type: 'disable' }),
        code(dice),
        ...(dice.once(4) ? [] : [ENABLE, listen(millis(300)), code(dice)]),
      ];
    }),
    generator('code shown again', 'timing', 1.5, ['code'], (dice) => {
      const shown = code(dice);
      const apart = listen(micros(Math.round(1.4 * sameCode)));
      return [...mode(dice, 0), shown, apart, shown, ...(dice.once(2) ? [apart, shown] : [])];
    }),
  ];
  return generators.map((one) => ({ ...one, needs: 'stimulus' as const }));
}

/** Settings that decide whether a code is read, the trigger mode among them: often sent, often left. */
function mode(dice: Dice, packet: number): readonly FuzzStep[] {
  return [
    ...(dice.once(2) ? settings(dice, dice.pick([TRIGGER.continuous, TRIGGER.induction])) : []),
    ...(packet === 1 || dice.once(2) ? [writes(PARAMETER.packet, packet)] : []),
  ];
}

function settings(dice: Dice, trigger: number): readonly FuzzStep[] {
  return [
    ...(dice.once(2) ? [ENABLE] : []),
    writes(PARAMETER.trigger, trigger),
    writes(PARAMETER.codes2d, 1),
    ...(trigger === TRIGGER.host ? [writes(PARAMETER.scanTime, dice.pick([0x63, 0x63, 0x20]))] : []),
  ];
}

function code(dice: Dice): FuzzStep {
  const symbology = dice.pick<Symbology>(['datamatrix', 'datamatrix', 'qr', 'ean13', 'code128']);
  const length = dice.pick(LENGTHS);
  if (symbology === 'ean13') return present(symbology, ean13(dice));
  if (symbology !== 'code128') return present(symbology, payload(dice, length));
  return present(
    symbology,
    Uint8Array.from({ length: Math.min(length, 32) }, () => dice.int(0x20, 0x7e)),
  );
}

function payload(dice: Dice, length: number): Uint8Array {
  const odd = dice.once(2);
  return Uint8Array.from({ length }, () => (odd && dice.once(3) ? dice.pick(ODD) : dice.int(0, 255)));
}

/** Twelve digits and the check digit. */
function ean13(dice: Dice): Uint8Array {
  const digits = Array.from({ length: 12 }, () => dice.int(0, 9));
  const sum = digits.reduce((all, digit, i) => all + digit * (i % 2 === 0 ? 1 : 3), 0);
  return Uint8Array.from([...digits, (10 - (sum % 10)) % 10], (digit) => 0x30 + digit);
}
