/** Cases for a GM67: commands, near-misses, noise, and times between bytes; and how they become smaller. */
import {
  generator,
  listen,
  micros,
  millis,
  nearMisses,
  reduceBytes,
  send,
  sendInPieces,
  smallerMessages,
  type ConversationGenerator,
  type Dice,
  type FrameEvent,
  type FuzzStep,
  type Micros,
  type NearMiss,
} from '../../../api/index';
import type { Profile } from '../profile';
import type { GmState } from '../state';
import { COMMANDS, hostCommand, isHostOpcode, SCANNER_OPCODES, sealed, STATUS, WAKE } from '../wire/message';
import type { Command, CommandBody } from '../wire/message';
import { PARAMETER, TRIGGER, type ScannerParameter } from '../wire/parameters';
import { bytesOf, encodeCommand } from '../wire/wire';

const LINK = 'main';

export function tx(what: CommandBody | Uint8Array, gap?: Micros): FuzzStep {
  return send(LINK, what instanceof Uint8Array ? what : bytesOf(what), gap);
}

export const WOKEN = tx(encodeCommand(WAKE));
const START: CommandBody = { type: 'start' };
const BARE = ['start', 'stop', 'enable', 'disable', 'defaults', 'revision'] as const;

export function writes(number: number, value: number, prefix = 0): FuzzStep {
  return tx({ type: 'write', prefix, number, value });
}

/** A good command of a scanner, a near-miss of one, or what else is made of its table. */
export class CommandMaker {
  private readonly writable: readonly ScannerParameter[];

  constructor(private readonly page: Profile) {
    this.writable = page.table.filter(({ number }) => number !== PARAMETER.baud);
  }

  command(dice: Dice): CommandBody {
    const { number } = this.parameter(dice);
    const led = dice.once(8) ? dice.int(0, 255) : 1;
    return dice.pick<CommandBody>([
      { type: dice.pick(['led-on', 'led-off']), led },
      { type: 'beep', pattern: dice.int(0, dice.once(4) ? 255 : 0x1a) },
      { type: 'read', number },
      { type: 'read', number },
      this.write(dice),
      this.write(dice),
      { type: dice.pick(['start', 'stop']) },
      ...BARE.slice(0, 3).map(() => ({ type: dice.pick(BARE) })),
    ]);
  }

  good(dice: Dice): Uint8Array {
    return bytesOf(this.command(dice));
  }

  /** A good frame with a wrong checksum. */
  garbled(dice: Dice): Uint8Array {
    return COMMANDS.spoil(this.good(dice), dice.int(1, 0xffff));
  }

  /** A frame with one thing wrong, of these groups. */
  nearMiss(dice: Dice, ...groups: readonly NearMiss['group'][]): Uint8Array {
    const all = [...nearMisses(COMMANDS, hostCommand(this.command(dice)))];
    return dice.any(all.filter(({ group }) => groups.includes(group)))?.bytes ?? this.garbled(dice);
  }

  parameter(dice: Dice): ScannerParameter {
    return dice.any(this.writable) ?? { number: PARAMETER.beep, name: '', values: [0, 1] };
  }

  /** Of a value at a bound of its range, or any. */
  write(dice: Dice, { number, values } = this.parameter(dice)): Extract<CommandBody, { type: 'write' }> {
    const value = dice.pick([values[0] ?? 0, values.at(-1) ?? 0, dice.any(values) ?? 0]);
    return { type: 'write', prefix: dice.pick([0x00, 0x00, 0xff]), number, value };
  }

  /** Not in the table. */
  unknownNumber(dice: Dice): number {
    for (;;) {
      const two = dice.pick([0xf200, 0xf300]) + dice.int(0, 255);
      const number = dice.once(2) ? dice.int(0, 0xf1) : two;
      if (this.page.table.every((one) => one.number !== number)) return number;
    }
  }

  unknownOpcode(dice: Dice): number {
    for (;;) {
      const opcode = dice.once(3) ? dice.int(0, 0x40) : dice.int(0, 0xfe);
      if (!isHostOpcode(opcode) && !SCANNER_OPCODES.includes(opcode)) return opcode;
    }
  }
}

function hostAck(dice: Dice): CommandBody {
  return dice.pick<CommandBody>([{ type: 'ack' }, { type: 'nak' }, { type: 'nak', cause: dice.int(0, 7) }]);
}

/** All command generators for a scanner with these parameters. */
export function commandGenerators(
  maker: CommandMaker,
  { interByte }: Profile,
): readonly ConversationGenerator<GmState>[] {
  const reads = (number: number): FuzzStep => tx({ type: 'read', number });
  return [
    generator('any command', 'valid', 30, [], (dice) => [tx(maker.command(dice))]),
    generator('ACK or NAK from the host', 'valid', 4, [], (dice) => [tx(hostAck(dice))]),
    generator('write, then read', 'session', 14, ['value'], (dice) => {
      const [one, { number: other }] = [maker.parameter(dice), maker.parameter(dice)];
      return [
        ...(dice.once(2) ? [reads(other)] : []),
        tx(maker.write(dice, one)),
        reads(dice.once(4) ? other : one.number),
        ...(dice.once(2) ? [reads(other)] : []),
      ];
    }),
    generator('defaults bring back', 'session', 5, ['value'], (dice) => {
      const one = maker.parameter(dice);
      const defaults = tx({ type: 'defaults' });
      return [defaults, reads(one.number), tx(maker.write(dice, one)), defaults, reads(one.number)];
    }),
    generator('start in a trigger mode', 'session', 8, [], (dice) => [
      writes(PARAMETER.trigger, dice.any(Object.values(TRIGGER)) ?? TRIGGER.host),
      tx(START),
      ...dice.pick([[], [tx(maker.command(dice))], [tx(START)]]),
      tx({ type: dice.pick(['stop', 'stop', 'start']) }),
    ]),
    // The same command with the retransmission bit, with or without something between.
    generator('repeat', 'session', 6, ['STATUS'], (dice) => {
      const body = dice.once(2) ? START : maker.command(dice);
      return [
        ...(body.type === 'start' ? [writes(PARAMETER.trigger, TRIGGER.host)] : []),
        tx(body),
        ...dice.pick([[], [], [tx(hostAck(dice))], [tx(maker.garbled(dice))]]),
        tx(bytesOf(body, STATUS.retransmission)),
      ];
    }),
    // The wake byte needs silence after it, and the scanner answers after 50 ms.
    generator('asleep and awake', 'session', 2, [], (dice) => [
      tx({ type: 'sleep' }),
      WOKEN,
      listen(millis(dice.pick([60, 60, 200]))),
      tx(maker.command(dice)),
    ]),
    generator('reset', 'session', 0.3, [], () => [tx({ type: 'reset' })]),
    generator('checksum wrong in one bit', 'near-miss', 5, ['CHECKSUM'], (dice) => [
      tx(maker.nearMiss(dice, 'checksum')),
    ]),
    generator('checksum wrong', 'near-miss', 3, ['CHECKSUM'], (dice) => [tx(maker.garbled(dice))]),
    generator('checksum wrong, then a good frame at once', 'near-miss', 3, ['CHECKSUM'], (dice) => [
      tx(concat(maker.garbled(dice), maker.good(dice))),
    ]),
    generator('write with a wrong checksum, then read', 'near-miss', 3, ['CHECKSUM'], (dice) => {
      const write = maker.write(dice);
      const read = reads(write.number);
      return [read, tx(COMMANDS.spoil(bytesOf(write), dice.int(1, 0xffff))), read];
    }),
    generator('value past its range', 'near-miss', 8, ['value'], (dice) => {
      const one = maker.parameter(dice);
      const [least = 0, most = 0] = [one.values[0], one.values.at(-1)];
      const wrong = dice.pick([most + 1, Math.max(0, least - 1), 0xff, dice.int(0, 255)]) & 0xff;
      const [write, read] = [writes(one.number, wrong), reads(one.number)];
      if (dice.once(3)) return [write];
      return [...(dice.once(2) ? [tx(maker.write(dice, one))] : []), read, write, read];
    }),
    generator('number unknown', 'near-miss', 5, ['number'], (dice) => {
      const number = maker.unknownNumber(dice);
      return [dice.once(2) ? reads(number) : writes(number, dice.int(0, 255))];
    }),
    generator('opcode unknown', 'near-miss', 5, ['OPCODE'], (dice) => [
      tx({ type: 'unknown', opcode: maker.unknownOpcode(dice) }),
    ]),
    generator('LEN lies', 'near-miss', 6, ['LEN'], (dice) => {
      const bad = dice.once(4)
        ? Uint8Array.of(dice.int(1, 3))
        : maker.nearMiss(dice, 'length', 'length', 'over-long');
      return [tx(dice.once(3) || bad.length === 1 ? concat(bad, maker.good(dice)) : bad)];
    }),
    generator('truncated', 'near-miss', 5, ['LEN'], (dice) => [tx(maker.nearMiss(dice, 'truncated'))]),
    generator('pauses inside a frame', 'timing', 3, [], (dice) =>
      sendInPieces(dice, maker.good(dice), interByte, tx),
    ),
    generator('frame cut by a pause', 'timing', 2, [], (dice) => {
      const frame = maker.good(dice);
      const at = dice.int(1, frame.length - 1);
      const gap = micros(Math.round(interByte * dice.pick([1.3, 2, 5])));
      return [tx(frame.subarray(0, at)), tx(dice.once(2) ? maker.good(dice) : frame.subarray(at), gap)];
    }),
    generator('silence', 'timing', 0.3, [], (dice) => [listen(millis(dice.int(200, 2500)))]),
    generator('noise', 'noise', 3, [], (dice) => [tx(dice.bytes(dice.int(1, dice.once(5) ? 600 : 30)))]),
  ];
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** A bad LEN, the shortest commands with too little or too much data, and the commands without data. */
export function seedCases(): readonly (readonly FuzzStep[])[] {
  const wrongLengths = [
    [4, 0xe6, 4, 0],
    [4, 0xc6, 4, 0],
    [5, 0xe4, 4, 0, 0],
  ].map((bytes) => sealed(bytes));
  const all = [Uint8Array.of(0xff), ...wrongLengths, ...BARE.map((type) => bytesOf({ type }))];
  return all.map((bytes) => [tx(bytes)]);
}

/** The shortest commands, and this one with less data. A right checksum stays right; a wrong one keeps its difference. */
export function* smallerCommands(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > 6 && bytes.length === (bytes[0] ?? 0) + 2) {
    const right = COMMANDS.resum(bytes);
    const wrong = [-2, -1].reduce((bits, at) => (bits << 8) | ((right.at(at) ?? 0) ^ (bytes.at(at) ?? 0)), 0);
    for (const type of ['enable', 'revision', 'defaults'] as const)
      yield COMMANDS.spoil(bytesOf({ type }), wrong);
    yield* smallerMessages(COMMANDS, bytes);
  }
  yield* reduceBytes(bytes);
}

/** Bytes that are dropped up to the next pause belong to the byte that caused it. */
export function stretches(events: readonly FrameEvent<Command>[]): readonly Uint8Array[] {
  const all: Uint8Array[] = [];
  for (const { raw, ...event } of events) {
    const before = all.at(-1);
    const goesOn = event.kind === 'reject' && event.error.code === 'discarded';
    if (goesOn && before !== undefined) all[all.length - 1] = concat(before, raw);
    else all.push(raw);
  }
  return all;
}
