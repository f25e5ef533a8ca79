/** Commands: one answer each, in time; decoding out of mode, unknown opcodes, ACK and NAK, sleep, and repeats. */
import { millis, type Random } from '../../../api/index';
import { BOOT, GRACE, profileOf } from '../profile';
import { COMMANDS, isHostOpcode, SCANNER_OPCODES, type CommandBody } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import {
  IN_HOST,
  isAtDefaultBaud,
  pick,
  quiet,
  range,
  read,
  REPEATED,
  trial,
  tx,
  WAKEN,
  withTestParameter,
  write,
  type GmTrials,
  type Step,
} from './steps';

const [START, STOP] = [tx({ type: 'start' }), tx({ type: 'stop' })];
const RESET: readonly Step[] = [tx({ type: 'reset' }), quiet(1.5 * BOOT), tx({ type: 'revision' })];
/** Commands without an effect that lasts. */
const PLAIN: readonly CommandBody[] = [
  { type: 'revision' },
  { type: 'enable' },
  { type: 'led-on', led: 1 },
  { type: 'led-off', led: 1 },
];

const oneAnswer: GmTrials = {
  id: 'one-answer',
  title: 'each command gets exactly one answer of its kind, in form and in time',
  covers: ['GM-FR-01', 'GM-CM-01', 'GM-TM-01'],
  group: 'valid',
  weight: 8,
  trials: withTestParameter((number, [a, b], page) => {
    const all = [
      ...PLAIN.map((body) => [tx(body)]),
      [tx({ type: 'enable' }), tx({ type: 'disable' }), tx({ type: 'enable' })],
      [tx({ type: 'beep', pattern: 1 })],
      [write(number, a), write(number, b, 0xff), read(number), read(PARAMETER.terminator)],
      [tx({ type: 'unknown', opcode: 0x01 })],
      isAtDefaultBaud(page) ? [tx({ type: 'defaults' })] : [],
    ];
    const alone = (steps: readonly Uint8Array[]) => steps.flatMap((one) => [one, quiet(page.command / 2)]);
    // Repeats show whether a command is slow, or this host stalled once.
    return [1, 2, 3].flatMap(() => [
      ...all.map((steps) => trial([], () => alone(steps))),
      trial(IN_HOST, () => alone([START, START, STOP, STOP])),
      trial([], () => RESET),
    ]);
  }),
};

const outOfMode: GmTrials = {
  id: 'decode',
  title: 'start and stop decode are obeyed in trigger mode host and denied in the others',
  covers: ['GM-CM-02'],
  group: 'session',
  weight: 8,
  trials: (p) => {
    const modes = profileOf(p).valuesOf(PARAMETER.trigger);
    const isHostOnly = modes.every((mode) => mode === TRIGGER.host);
    return (isHostOnly ? [] : [...modes, ...modes]).map((mode) => {
      // In mode host a session is left open: it must end with its mode.
      const steps = [START, STOP, STOP, START, ...(mode === TRIGGER.host ? [START] : [])];
      return trial([[PARAMETER.trigger, mode]], () => steps);
    });
  },
};

const unknownOpcodes: GmTrials = {
  id: 'unknown',
  title: 'an unknown opcode is refused with NAK 02 or 06',
  covers: ['GM-CM-03'],
  group: 'near-miss',
  weight: 5,
  fields: ['OPCODE'],
  trials: () =>
    range(0, 0xfe)
      .filter((opcode) => !isHostOpcode(opcode) && !SCANNER_OPCODES.includes(opcode))
      .map((opcode) => trial([], () => [tx({ type: 'unknown', opcode })])),
};

const ANSWERS: readonly CommandBody[] = [
  { type: 'ack' },
  { type: 'nak' },
  ...[1, 2, 6].map((cause): CommandBody => ({ type: 'nak', cause })),
];

const neverAnswered: GmTrials = {
  id: 'host-ack',
  title: 'ACK and NAK from the host are never answered',
  covers: ['GM-CM-04'],
  group: 'session',
  weight: 4,
  trials: withTestParameter((number, _values, { interByte, command }) =>
    ANSWERS.flatMap((body) => [
      // For longer than a late reply may take.
      trial([], () => [tx(body), quiet(interByte + command + GRACE + 50_000)]),
      trial([], () => [
        read(number),
        tx(body, REPEATED),
        quiet(500_000),
        Uint8Array.of(...tx(body), ...read(number)),
        quiet(240_000),
      ]),
    ]),
  ),
};

/** A sleeping scanner is sent the wake byte and, 52 ms later, a command. */
const sleeping: GmTrials = {
  id: 'sleep',
  title: 'a sleeping module answers after the wake byte and 50 ms',
  covers: ['GM-CM-07', 'GM-CM-01'],
  group: 'session',
  weight: 2,
  trials: withTestParameter((number) => {
    const wake = (body: Uint8Array, pause = 52) => [WAKEN, { pause: millis(pause) }, body];
    const bodies = [read(number), ...PLAIN.filter(({ type }) => type !== 'led-on').map((body) => tx(body))];
    return [
      // One that is awake ignores the wake byte.
      ...[52, 600].map((pause) => trial([], () => wake(read(number), pause))),
      // A real module may take its time until it sleeps.
      ...[500, 1000, 5000].flatMap((span) =>
        bodies.map((body) =>
          trial([], () => [body, tx({ type: 'sleep' }), quiet(1000 * span), ...wake(body)]),
        ),
      ),
    ];
  }),
};

const repeats: GmTrials = {
  id: 'repeats',
  title: 'a repeat with the retransmission bit is acknowledged; after a NAK 01 it is a new command',
  covers: ['GM-CM-06'],
  group: 'session',
  weight: 6,
  fields: ['STATUS'],
  trials: (p) =>
    withTestParameter((number, [a, b]) => {
      const writes = (value: number): CommandBody => ({ type: 'write', prefix: 0, number, value });
      const bodies: readonly CommandBody[] = [
        ...[writes(a), writes(b), { type: 'start' } as const, { type: 'stop' } as const],
        ...PLAIN.slice(1),
      ];
      const again = bodies.map((body) => [tx(body), tx(body, REPEATED), tx(body, REPEATED), read(number)]);
      const garbled = [writes(a), writes(b)].map((body) => [
        ...[COMMANDS.spoil(tx(body), 0x21), tx(body, REPEATED), read(number)],
      ]);
      const all = p.badChecksum === 'silent' ? again : [...again, ...garbled];
      return [...all, ...all].map((steps) => trial([...IN_HOST, [number, b]], () => steps.slice()));
    })(p),
};

/** A few commands, any of those that can do no harm. */
const sessions: GmTrials = {
  id: 'sessions',
  title: 'commands in any order, repeats and wrong checksums among them',
  covers: ['GM-CM-01', 'GM-CM-05'],
  real: 30,
  group: 'session',
  weight: 30,
  fields: ['value', 'STATUS'],
  trials: (p) => range(1, 60).map(() => trial([], (random) => times(random, () => anyCommand(random, p)))),
};

function times(random: Random, make: () => Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: random.int(1, 6) }, () => make());
}

function anyCommand(random: Random, p: Parameters<typeof profileOf>[0]): Uint8Array {
  const page = profileOf(p);
  const parameters = page.table.filter(({ number }) => number !== PARAMETER.baud);
  const { number, values } = parameters[random.int(0, parameters.length - 1)] ?? { number: 0, values: [] };
  const value = pick(random, [
    values[0] ?? 0,
    values.at(-1) ?? 0,
    values[random.int(0, values.length - 1)] ?? 0,
  ]);
  const body = pick<CommandBody>(random, [
    { type: 'read', number },
    { type: 'write', prefix: pick(random, [0, 0, 0xff]), number, value },
    { type: pick(random, ['start', 'stop', 'enable', 'disable', 'revision'] as const) },
    { type: pick(random, ['led-on', 'led-off'] as const), led: pick(random, [1, 1, 1, random.int(0, 255)]) },
    { type: 'beep', pattern: pick(random, [1, 0x1a, random.int(0, 255)]) },
    pick(random, ANSWERS as readonly [CommandBody, ...CommandBody[]]),
    { type: isAtDefaultBaud(page) ? 'defaults' : 'revision' },
  ]);
  const bytes = tx(body, pick(random, [0, 0, 0, REPEATED]));
  return random.int(1, 12) === 1 ? COMMANDS.spoil(bytes, random.int(1, 0xffff)) : bytes;
}

export const COMMAND_TRIALS = [
  oneAnswer,
  outOfMode,
  unknownOpcodes,
  neverAnswered,
  sleeping,
  repeats,
  sessions,
] as const;
