/** Codes for a GM67: payloads with critical lengths and values, in every mode, and the host's answers to them. */
import { hostCommand, LONGEST_SHORT_PAYLOAD, STATUS, type Symbology } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
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
  type Micros,
} from '../../../api/index';
import type { GmState } from '../state';
import type { CommandMaker } from './commands';
import { tx } from './commands';

export interface CodeTimes {
  readonly sameCode: Micros;
  readonly dataAck: Micros;
  readonly dataRetries: number;
}

/** Values that are critical for strings, terminators and frames. */
const ODD = [0x00, 0x02, 0x03, 0x09, 0x0a, 0x0d, 0x61, 0x7a, 0x80, 0xff] as const;
const LENGTHS = [1, 1, 2, 3, 8, 31, 32, 33, 64, 65, 128] as const;
const LONG = [LONGEST_SHORT_PAYLOAD - 1, LONGEST_SHORT_PAYLOAD, LONGEST_SHORT_PAYLOAD + 1, 256, 257, 600];
const SESSION = [PARAMETER.trigger, PARAMETER.codes2d, PARAMETER.scanTime] as const;

/** Generators that need a person or a device to show codes. */
export function codeGenerators(
  maker: CommandMaker,
  times: CodeTimes,
): readonly ConversationGenerator<GmState>[] {
  const shows = new CodeCases(maker, times);
  const generators: readonly ConversationGenerator<GmState>[] = [
    generator('code in raw mode', 'valid', 4, ['code'], (dice) => shows.raw(dice)),
    generator('code with each terminator', 'valid', 3, ['code', 'value'], (dice) => shows.terminated(dice)),
    generator('code in a packet', 'session', 5, ['code'], (dice) => shows.packet(dice)),
    generator('long code', 'valid', 1.5, ['code', 'LEN'], (dice) => shows.long(dice)),
    generator('code in trigger mode host', 'session', 3, ['code', 'STATUS'], (dice) => shows.started(dice)),
    generator('code while disabled', 'session', 2, ['code'], (dice) => shows.disabled(dice)),
    generator('code shown again', 'timing', 1.5, ['code'], (dice) => shows.again(dice)),
  ];
  return generators.map((one) => ({ ...one, needs: 'stimulus' as const }));
}

class CodeCases {
  constructor(
    private readonly maker: CommandMaker,
    private readonly times: CodeTimes,
  ) {}

  raw(dice: Dice): readonly FuzzStep[] {
    return [...this.mode(dice, 0), this.code(dice)];
  }

  terminated(dice: Dice): readonly FuzzStep[] {
    const { terminator, stxEtx } = PARAMETER;
    return [
      ...this.mode(dice, 0),
      this.write(terminator, dice.int(0, 5)),
      ...(dice.once(4) ? [this.write(stxEtx, dice.int(0, 3))] : []),
      this.code(dice),
    ];
  }

  /** The host's answers to a code, and their times. */
  packet(dice: Dice): readonly FuzzStep[] {
    return [...this.mode(dice, 1), this.code(dice), ...this.host(dice)];
  }

  long(dice: Dice): readonly FuzzStep[] {
    const bytes = this.payload(dice, dice.any(LONG) ?? 1);
    const shown = present(dice.once(2) ? 'qr' : 'datamatrix', bytes);
    return dice.once(4)
      ? [...this.mode(dice, 0), shown]
      : [...this.mode(dice, 1), shown, tx({ type: 'ack' })];
  }

  /** One start reads one code. A repeat reads no other one, except after a NAK 01. */
  started(dice: Dice): readonly FuzzStep[] {
    const repeat = tx(hostCommand({ type: 'start' }, STATUS.retransmission));
    const between = dice.pick<readonly FuzzStep[]>([
      [repeat],
      [repeat],
      [tx(this.maker.garbled(dice)), repeat],
      [],
      [tx({ type: 'stop' })],
      [tx({ type: 'start' })],
    ]);
    return [
      ...this.settings(dice, TRIGGER.host),
      tx({ type: 'start' }),
      ...(dice.once(5) ? [] : [this.code(dice)]),
      ...between,
      this.code(dice),
    ];
  }

  disabled(dice: Dice): readonly FuzzStep[] {
    const packet = dice.int(0, 1);
    return [
      ...this.mode(dice, packet),
      ...(dice.once(2) ? [this.code(dice), ...(packet === 1 ? [tx({ type: 'ack' })] : [])] : []),
      tx({ type: 'disable' }),
      this.code(dice),
      ...(dice.once(4) ? [] : [tx({ type: 'enable' }), listen(millis(300)), this.code(dice)]),
    ];
  }

  again(dice: Dice): readonly FuzzStep[] {
    const code = this.code(dice);
    const apart = listen(micros(Math.round(1.4 * this.times.sameCode)));
    return [...this.mode(dice, 0), code, apart, code, ...(dice.once(2) ? [apart, code] : [])];
  }

  /** Settings that decide whether a code is read, the trigger mode among them: often sent, often left. */
  private mode(dice: Dice, packet: number): readonly FuzzStep[] {
    const mode = dice.pick([TRIGGER.continuous, TRIGGER.induction]);
    return [
      ...(dice.once(2) ? this.settings(dice, mode) : []),
      ...(packet === 1 || dice.once(2) ? [this.write(PARAMETER.packet, packet)] : []),
    ];
  }

  private settings(dice: Dice, mode: number): readonly FuzzStep[] {
    const [trigger, codes2d, scanTime] = SESSION;
    return [
      ...(dice.once(2) ? [tx({ type: 'enable' })] : []),
      this.write(trigger, mode),
      this.write(codes2d, 1),
      ...(mode === TRIGGER.host ? [this.write(scanTime, dice.pick([0x63, 0x63, 0x20]))] : []),
    ];
  }

  /** The retries of a code without an ACK take time. */
  private host(dice: Dice): readonly FuzzStep[] {
    const { dataAck, dataRetries } = this.times;
    const allTries = listen(micros(Math.round((dataRetries + 2) * 1.25 * dataAck)));
    const oneTry = listen(after(dataAck, millis(500)));
    const ack = tx({ type: 'ack' });
    const nak = tx({ type: 'nak', cause: 1 });
    return dice.pick<readonly FuzzStep[]>([
      [ack],
      [ack, oneTry],
      [ack, this.code(dice), ack],
      [allTries],
      [nak, allTries],
      [oneTry, ack, oneTry],
      [tx(this.maker.command(dice)), allTries],
      [nak, tx(this.maker.command(dice)), ack],
    ]);
  }

  private code(dice: Dice): FuzzStep {
    const symbology = dice.pick<Symbology>(['datamatrix', 'datamatrix', 'qr', 'ean13', 'code128']);
    if (symbology === 'ean13') return present(symbology, ean13(dice));
    const length = dice.pick(LENGTHS);
    if (symbology !== 'code128') return present(symbology, this.payload(dice, length));
    return present(
      symbology,
      Uint8Array.from({ length: Math.min(length, 32) }, () => dice.int(0x20, 0x7e)),
    );
  }

  private payload(dice: Dice, length: number): Uint8Array {
    const odd = dice.once(2);
    return Uint8Array.from({ length }, () => (odd && dice.once(3) ? dice.pick(ODD) : dice.int(0, 255)));
  }

  private write(number: number, value: number): FuzzStep {
    return tx({ type: 'write', prefix: 0, number, value });
  }
}

/** Twelve digits and the check digit. */
function ean13(dice: Dice): Uint8Array {
  const digits = Array.from({ length: 12 }, () => dice.int(0, 9));
  const sum = digits.reduce((all, digit, i) => all + digit * (i % 2 === 0 ? 1 : 3), 0);
  return Uint8Array.from([...digits, (10 - (sum % 10)) % 10], (digit) => 0x30 + digit);
}
