/** Commands: one answer each, in time; decoding out of mode, unknown opcodes and numbers, ACK and NAK, repeats, and sleep; parameters. */
import { millis, type Random } from '../../../api/index';
import { BOOT, profileOf, type GmValues } from '../profile';
import { COMMANDS, isHostOpcode, NUMBER_PREFIXES, SCANNER_OPCODES, type CommandBody } from '../wire/message';
import { PARAMETER } from '../wire/parameters';
import {
  isAtDefaultBaud,
  pick,
  quiet,
  range,
  read,
  REPEATED,
  session,
  tx,
  WAKEN,
  withTestParameter,
  write,
  type GmSessions,
  type Step,
  writable,
  type GmSession,
} from './steps';

/** Commands without an effect that lasts. */
const PLAIN: readonly CommandBody[] = [
  { type: 'revision' },
  { type: 'enable' },
  { type: 'led-off', led: 1 },
  { type: 'led-on', led: 1 },
  { type: 'beep', pattern: 1 },
];
const ANSWERS: readonly CommandBody[] = [
  { type: 'ack' },
  { type: 'nak' },
  ...[1, 2, 6].map((cause): CommandBody => ({ type: 'nak', cause })),
];
const DECODING = (['start', 'start', 'stop', 'stop', 'start'] as const).map((type) => tx({ type }));
/** Numbers that a scanner may take for parameters by mistake. */
const LIKELY_UNKNOWN = [0x00, 0x39, 0x89, 0x8b, 0xed, 0xff, 0xf200, 0xf204, 0xf2ff, 0xf305, 0xf302];

/** One of so many sessions may reset the scanner: the page gives no time for it, so each reset is waited for. */
const SESSIONS_A_RESET = 5;

/** One command or a few, with what shows their effect. */
function phrase(random: Random, p: GmValues, mayReset: boolean): readonly Step[] {
  const page = profileOf(p);
  const writable = page.table.filter((one) => one.number !== PARAMETER.baud);
  const { number, values } = pick(random, writable);
  const modes = page.valuesOf(PARAMETER.trigger);
  const odd: readonly CommandBody[] = [
    { type: 'led-off', led: random.int(0, 255) },
    { type: 'beep', pattern: random.int(0, 255) },
    { type: 'disable' },
    pick(random, PLAIN),
  ];
  const command = pick(random, [
    ...[tx(pick(random, PLAIN)), tx(pick(random, PLAIN)), tx(pick(random, odd)), pick(random, DECODING)],
    ...[read(number), write(number, pick(random, values), pick(random, [0, 0xff]))],
  ]);
  const again = COMMANDS.resum(command.with(3, REPEATED));
  const answer = tx(pick(random, ANSWERS), pick(random, [0, REPEATED]));
  const written = write(number, pick(random, values));
  const garbled = [COMMANDS.spoil(written, 0x21), COMMANDS.resum(written.with(3, REPEATED)), read(number)];
  const [least = 0, most = 0] = [values[0], values.at(-1)];
  const between = range(least, most).filter((value) => !values.includes(value));
  const wrong = pick(random, [least - 1, most + 1, 0xff, random.int(0, 255), ...between.slice(0, 2)]) & 0xff;
  const any = pick(random, [0, 0xf200, 0xf300]) + random.int(0, 255);
  const unknown = pick(random, [any, pick(random, LIKELY_UNKNOWN)]);
  const isKnown = [...NUMBER_PREFIXES, ...page.table.map((one) => one.number)].includes(unknown);
  return pick<readonly Step[]>(random, [
    [command, quiet(page.command / 2)],
    // In mode host a session is left open: it must end with its mode.
    [write(PARAMETER.trigger, pick(random, modes)), ...DECODING.slice(random.int(0, 3)), command],
    [read(number), write(number, wrong), read(number)],
    isKnown ? [command] : [read(unknown), write(unknown, unknown & 1)],
    [answer, quiet(2 * page.command), command, answer, Uint8Array.of(...answer, ...read(number))],
    [command, again, again],
    // With the bit, but not the same: it is new.
    [written, COMMANDS.resum(write(number, pick(random, values)).with(3, REPEATED)), read(number)],
    p.badChecksum === 'silent' ? [read(number)] : garbled,
    pick(random, [
      isAtDefaultBaud(page) ? [tx({ type: 'defaults' })] : [],
      mayReset
        ? [tx({ type: 'reset' }), quiet(1.5 * BOOT), tx({ type: 'revision' }), tx({ type: 'enable' })]
        : [command],
    ]),
  ]);
}

const commands: GmSessions = {
  id: 'commands',
  title: 'commands in any order get exactly one answer of their kind each, in form and in time',
  covers: ['GM-FR-01', 'GM-CM-01', 'GM-CM-02', 'GM-CM-04', 'GM-CM-05', 'GM-CM-06', 'GM-TM-01'],
  weight: 60,
  fields: ['value', 'number', 'STATUS'],
  sessions: ({ p, all }) =>
    range(1, all ? 300 : 100).map((at) =>
      session([], (random) =>
        range(1, random.int(1, 4)).flatMap(() => phrase(random, p, at % SESSIONS_A_RESET === 0)),
      ),
    ),
};

const unknownOpcodes: GmSessions = {
  id: 'unknown',
  title: 'an unknown opcode is refused with NAK 02 or 06',
  covers: ['GM-CM-03'],
  group: 'near-miss',
  weight: 5,
  fields: ['OPCODE'],
  sessions: () =>
    range(0, 0xfe)
      .filter((opcode) => !isHostOpcode(opcode) && !SCANNER_OPCODES.includes(opcode))
      .map((opcode) => session([], () => [tx({ type: 'unknown', opcode })])),
};

const sleeping: GmSessions = {
  id: 'sleep',
  title: 'a sleeping module answers after the wake byte and 50 ms',
  covers: ['GM-CM-07', 'GM-CM-01'],
  weight: 2,
  sessions: withTestParameter((number, values) => {
    const woken = (body: Uint8Array, ms = 52): readonly Step[] => [WAKEN, { pause: millis(ms) }, body];
    const bodies = [...values.map(() => read(number)), ...PLAIN.slice(0, 2).map((body) => tx(body))];
    return [
      // One that is awake ignores the wake byte.
      ...[52, 600].map((ms) => session([], () => woken(read(number), ms))),
      // A real module may take its time until it sleeps. It forgets nothing.
      ...[500, 1000, 5000].flatMap((ms) =>
        bodies.map((body, i) =>
          session([[number, values[i % 2] ?? 0]], () => [
            ...[body, tx({ type: 'sleep' }), quiet(1000 * ms), ...woken(body)],
          ]),
        ),
      ),
    ];
  }),
};

export const COMMAND_SESSIONS = [commands, unknownOpcodes, sleeping] as const;

const written: GmSessions = {
  id: 'parameters',
  title: 'a parameter written is the parameter read',
  covers: ['GM-CM-05'],
  weight: 14,
  fields: ['value'],
  sessions: ({ p }) => {
    const page = profileOf(p);
    const { table } = page;
    const valuesOf = table.map((one) => ({ number: one.number, values: writable(one, page) }));
    const reads = table.map(({ number }) => read(number));
    return [
      ...valuesOf.flatMap(({ number, values }) =>
        values.map((value, i) => session([], () => [write(number, value, i === 0 ? 0xff : 0), read(number)])),
      ),
      // On both sides of its range, and between its values, one is denied, and the old one stays.
      ...page.table.flatMap(({ number, values }) =>
        range((values[0] ?? 0) - 1, (values.at(-1) ?? 0) + 1)
          .filter((value) => !values.includes(value))
          .map((value) => session([], () => [read(number), write(number, value & 0xff), read(number)])),
      ),
      // Writes all parameters, then reads all. Any two of them differ in some round. A later write hides an effect on its parameter.
      ...range(0, 5).map((round) => {
        const writes = valuesOf.flatMap(({ number, values }, i) => {
          const value = values[((i >> (round >> 1)) + round) % Math.max(1, values.length)];
          return value === undefined ? [] : [write(number, value)];
        });
        return session([], () => [...(round % 2 === 1 ? writes.toReversed() : writes), ...reads]);
      }),
      ...restored(p),
    ];
  },
};

/** Undoes what was written: no packet mode, no continuous reading. */
function restored(p: GmValues): readonly GmSession[] {
  return isAtDefaultBaud(profileOf(p)) ? [session([], () => [tx({ type: 'defaults' })])] : [];
}

const defaults: GmSessions = {
  id: 'defaults',
  title: 'parameter defaults brings back every default',
  covers: ['GM-CM-05'],
  weight: 5,
  fields: ['value'],
  sessions: ({ p }) => {
    const page = profileOf(p);
    const { table } = page;
    const reads = table.map(({ number }) => read(number));
    const restore = tx({ type: 'defaults' });
    // All of these are changed, then brought back. What is not known to be the default is.
    const changed = (parameters: typeof table, pick: number): GmSession =>
      session([], (_random, { scanner }) => [
        ...parameters.flatMap((parameter) => {
          const { number } = parameter;
          const others = writable(parameter, page).filter((value) => value !== scanner.defaults.get(number));
          const value = others.at(pick) ?? others[0];
          return value === undefined ? [] : [write(number, value)];
        }),
        restore,
        ...(parameters.length === 1 ? parameters.map(({ number }) => read(number)) : reads),
      ]);
    return [
      session([], () => [restore, ...reads]),
      ...[1, -1, 2, 3].map((pick) => changed(table, pick)),
      ...table.map((parameter, i) => changed([parameter], i)),
    ].filter(() => isAtDefaultBaud(page));
  },
};

export const PARAMETER_SESSIONS = [written, defaults] as const;
