/** Cases for a GM67: commands, near-misses by name, noise, and times between bytes. */
import { encodeCommand } from '../wire/wire';
import { sealed } from '../wire/message';
import {
  checksum,
  hostCommand,
  STATUS,
  WAKE,
  type BareType,
  type Command,
  type CommandBody,
} from '../wire/message';
import { PARAMETER, TRIGGER, type ScannerParameter } from '../wire/parameters';
import {
  generator,
  listen,
  micros,
  millis,
  send,
  sendInPieces,
  type ConversationGenerator,
  type Dice,
  type FuzzStep,
  type Micros,
} from '../../../api/index';
import type { GmState } from '../state';

const LINK = 'main';

export function tx(what: CommandBody | Command | Uint8Array, gap?: Micros): FuzzStep {
  if (what instanceof Uint8Array) return send(LINK, what, gap);
  return send(LINK, encodeCommand('source' in what || what.type === 'wake' ? what : hostCommand(what)), gap);
}

const BARE: readonly [BareType, ...BareType[]] = [
  'start',
  'stop',
  'enable',
  'disable',
  'defaults',
  'revision',
];

/** All command generators for a scanner with these parameters. */
export function commandGenerators(maker: CommandMaker): readonly ConversationGenerator<GmState>[] {
  return [
    generator('any command', 'valid', 30, [], (dice) => [tx(maker.command(dice))]),
    generator('write, then read', 'session', 14, ['value'], (dice) => maker.writeAndRead(dice)),
    generator('defaults bring back', 'session', 5, ['value'], (dice) => maker.defaults(dice)),
    generator('start in a trigger mode', 'session', 8, [], (dice) => maker.modes(dice)),
    generator('repeat', 'session', 6, ['STATUS'], (dice) => maker.repeat(dice)),
    generator('asleep and awake', 'session', 2, [], (dice) => maker.sleep(dice)),
    generator('reset', 'session', 0.3, [], () => [tx({ type: 'reset' })]),
    generator('ACK or NAK from the host', 'valid', 4, [], (dice) => [tx(maker.hostAck(dice))]),
    generator('checksum wrong in one bit', 'near-miss', 5, ['CHECKSUM'], (dice) => [
      tx(spoilt(maker.good(dice), 1 << dice.int(0, 15))),
    ]),
    generator('checksum wrong', 'near-miss', 3, ['CHECKSUM'], (dice) => [tx(maker.garbled(dice))]),
    generator('checksum wrong, then a good frame at once', 'near-miss', 3, ['CHECKSUM'], (dice) => [
      tx(concat(maker.garbled(dice), maker.good(dice))),
    ]),
    generator('write with a wrong checksum, then read', 'near-miss', 3, ['CHECKSUM'], (dice) =>
      maker.spoiltWrite(dice),
    ),
    generator('value past its range', 'near-miss', 8, ['value'], (dice) => maker.outOfRange(dice)),
    generator('number unknown', 'near-miss', 5, ['number'], (dice) => [tx(maker.unknownNumber(dice))]),
    generator('opcode unknown', 'near-miss', 5, ['OPCODE'], (dice) => [
      tx({ type: 'unknown', opcode: maker.unknownOpcode(dice) }),
    ]),
    generator('LEN lies', 'near-miss', 6, ['LEN'], (dice) => [tx(maker.lyingLength(dice))]),
    generator('truncated', 'near-miss', 5, ['LEN'], (dice) => {
      const frame = maker.good(dice);
      return [tx(frame.slice(0, dice.int(1, frame.length - 1)))];
    }),
    generator('pauses inside a frame', 'timing', 3, [], (dice) => maker.inPieces(dice)),
    generator('frame cut by a pause', 'timing', 2, [], (dice) => maker.cut(dice)),
    generator('silence', 'timing', 0.3, [], (dice) => [listen(millis(dice.int(200, 2500)))]),
    generator('noise', 'noise', 3, [], (dice) => [tx(dice.bytes(dice.int(1, dice.once(5) ? 600 : 30)))]),
  ];
}

export class CommandMaker {
  private readonly writable: readonly ScannerParameter[];

  constructor(
    private readonly table: readonly ScannerParameter[],
    private readonly interByte: Micros,
  ) {
    this.writable = table.filter(({ number }) => number !== PARAMETER.baud);
  }

  command(dice: Dice): CommandBody {
    switch (dice.int(0, 9)) {
      case 0:
        return { type: dice.pick(['led-on', 'led-off']), led: dice.once(8) ? dice.int(0, 255) : 1 };
      case 1:
        return { type: 'beep', pattern: dice.int(0, dice.once(4) ? 255 : 0x1a) };
      case 2:
      case 3:
        return { type: 'read', number: this.parameter(dice).number };
      case 4:
      case 5:
        return this.write(dice, this.parameter(dice));
      case 6:
        return { type: dice.pick(['start', 'stop']) };
      default:
        return { type: dice.pick(BARE) };
    }
  }

  good(dice: Dice): Uint8Array {
    return encodeCommand(hostCommand(this.command(dice)));
  }

  /** A good frame with a wrong checksum. */
  garbled(dice: Dice): Uint8Array {
    return spoilt(this.good(dice), dice.int(1, 0xffff));
  }

  private parameter(dice: Dice): ScannerParameter {
    return dice.any(this.writable) ?? { number: PARAMETER.beep, name: '', values: [0, 1] };
  }

  private write(dice: Dice, { number, values }: ScannerParameter): CommandBody {
    const value = dice.pick([values[0] ?? 0, values.at(-1) ?? 0, dice.any(values) ?? 0]);
    return { type: 'write', prefix: dice.pick([0x00, 0x00, 0xff]), number, value };
  }

  writeAndRead(dice: Dice): readonly FuzzStep[] {
    const [one, other] = [this.parameter(dice), this.parameter(dice)];
    const read = (parameter: ScannerParameter) => tx({ type: 'read', number: parameter.number });
    return [
      ...(dice.once(2) ? [read(other)] : []),
      tx(this.write(dice, one)),
      read(dice.once(4) ? other : one),
      ...(dice.once(2) ? [read(other)] : []),
    ];
  }

  /** A parameter's default, another value, the defaults again, and a read to check the default. */
  defaults(dice: Dice): readonly FuzzStep[] {
    const one = this.parameter(dice);
    const read = tx({ type: 'read', number: one.number });
    return [tx({ type: 'defaults' }), read, tx(this.write(dice, one)), tx({ type: 'defaults' }), read];
  }

  modes(dice: Dice): readonly FuzzStep[] {
    const mode = dice.pick([
      TRIGGER.hold,
      TRIGGER.pulse,
      TRIGGER.continuous,
      TRIGGER.host,
      TRIGGER.induction,
    ]);
    const start = tx({ type: 'start' });
    const inner = dice.pick([[], [tx(this.command(dice))], [tx({ type: 'start' })]]);
    return [
      tx({ type: 'write', prefix: 0, number: PARAMETER.trigger, value: mode }),
      start,
      ...inner,
      tx({ type: dice.pick(['stop', 'stop', 'start']) }),
    ];
  }

  /** The same command with the retransmission bit, with or without something between. */
  repeat(dice: Dice): readonly FuzzStep[] {
    const body = dice.once(2) ? ({ type: 'start' } as const) : this.command(dice);
    const host = tx({ type: 'write', prefix: 0, number: PARAMETER.trigger, value: TRIGGER.host });
    const between = dice.pick([[], [], [tx(this.hostAck(dice))], [tx(spoilt(this.good(dice), 1))]]);
    return [
      ...(body.type === 'start' ? [host] : []),
      tx(body),
      ...between,
      tx(hostCommand(body, STATUS.retransmission)),
    ];
  }

  /** The wake byte needs silence after it, and the scanner answers after 50 ms. */
  sleep(dice: Dice): readonly FuzzStep[] {
    const wait = listen(millis(dice.pick([60, 60, 200])));
    return [tx({ type: 'sleep' }), tx(WAKE), wait, tx(this.command(dice))];
  }

  hostAck(dice: Dice): CommandBody {
    return dice.pick<CommandBody>([{ type: 'ack' }, { type: 'nak' }, { type: 'nak', cause: dice.int(0, 7) }]);
  }

  spoiltWrite(dice: Dice): readonly FuzzStep[] {
    const one = this.parameter(dice);
    const read = tx({ type: 'read', number: one.number });
    const write = encodeCommand(hostCommand(this.write(dice, one)));
    return [read, tx(spoilt(write, dice.int(1, 0xffff))), read];
  }

  outOfRange(dice: Dice): readonly FuzzStep[] {
    const one = this.parameter(dice);
    const { values, number } = one;
    const wrong = dice.pick([
      (values.at(-1) ?? 0) + 1,
      Math.max(0, (values[0] ?? 0) - 1),
      0xff,
      dice.int(0, 255),
    ]);
    const write = tx({ type: 'write', prefix: 0, number, value: wrong & 0xff });
    const read = tx({ type: 'read', number });
    return dice.once(3) ? [write] : [...(dice.once(2) ? [tx(this.write(dice, one))] : []), read, write, read];
  }

  unknownNumber(dice: Dice): CommandBody {
    const known = new Set(this.table.map(({ number }) => number));
    const draw = (): number =>
      dice.once(2) ? dice.int(0, 0xf1) : dice.pick([0xf200, 0xf300]) + dice.int(0, 255);
    let number = draw();
    while (known.has(number)) number = draw();
    return dice.once(2)
      ? { type: 'read', number }
      : { type: 'write', prefix: 0, number, value: dice.int(0, 255) };
  }

  unknownOpcode(dice: Dice): number {
    const taken = [0xa3, 0xa4, 0xc6, 0xc7, 0xc8, 0xd0, 0xd1, 0xf3, 0xf4, 0xfa, 0xff];
    const draw = (): number => (dice.once(3) ? dice.int(0, 0x40) : dice.int(0, 255));
    let opcode = draw();
    while (taken.includes(opcode) || (opcode >= 0xe4 && opcode <= 0xeb)) opcode = draw();
    return opcode;
  }

  lyingLength(dice: Dice): Uint8Array {
    const frame = this.good(dice);
    if (dice.once(4)) return concat(Uint8Array.of(dice.int(1, 3)), frame);
    const length = frame[0] ?? 4;
    frame[0] = dice.pick([0, 1, 2, 3, length + 1, length - 1, 0xff, 0xfe, dice.int(0, 255)]) & 0xff;
    const data = dice.once(3)
      ? concat(frame.subarray(0, -2), dice.bytes(dice.int(1, 6)))
      : frame.subarray(0, -2);
    if (dice.once(3)) return sealed([data.length, ...data.subarray(1)]);
    return dice.once(3) ? concat(frame, this.good(dice)) : sealed(data);
  }

  inPieces(dice: Dice): readonly FuzzStep[] {
    return sendInPieces(dice, this.good(dice), this.interByte, tx);
  }

  cut(dice: Dice): readonly FuzzStep[] {
    const frame = this.good(dice);
    const at = dice.int(1, frame.length - 1);
    const gap = micros(Math.round(this.interByte * dice.pick([1.3, 2, 5])));
    return [tx(frame.subarray(0, at)), tx(dice.once(2) ? this.good(dice) : frame.subarray(at), gap)];
  }
}

export function spoilt(frame: Uint8Array, bits: number): Uint8Array {
  const copy = Uint8Array.from(frame);
  const last = copy.length - 2;
  const wrong = checksum(copy, last) ^ bits;
  copy[last] = wrong >> 8;
  copy[last + 1] = wrong & 0xff;
  return copy;
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
