/** Codes before the lens: in raw mode and in packets, with scan disabled, shown again, not acknowledged, and after a start repeated. */
import { type Random } from '../../../api/index';
import { withLens, type Lens } from './lens';
import { COMMANDS, LONGEST_SHORT_PAYLOAD, type CommandBody, type Symbology } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import {
  AFTER_WAKE,
  codeOf,
  isAtDefaultBaud,
  noise,
  pick,
  quiet,
  range,
  REPEATED,
  session,
  show,
  testParameter,
  tx,
  WAKEN,
  write,
} from './steps';
import type { GmSession, GmSessions, Settings, Step } from './steps';

const [ACK, START, STOP] = [tx({ type: 'ack' }), tx({ type: 'start' }), tx({ type: 'stop' })];
/** How long to wait that no answer to ACK comes. */
const ACK_WATCH = quiet(40_000);
/** Values that are critical for strings, terminators and frames. */
const ODD = [0x00, 0x02, 0x03, 0x09, 0x0a, 0x0d, 0x61, 0x7a, 0x80, 0xff] as const;
const MOST = LONGEST_SHORT_PAYLOAD;
const LENGTHS = [2, 3, 31, 33, 65, 127, 255, 256, 257, 500, 504, 1024, 1500];

type Code = readonly [payload: Uint8Array, symbology?: Symbology];

const CODES: readonly Code[] = [
  [Uint8Array.of(0x55)],
  // The checksum of its packet ends in 00.
  [Uint8Array.of(0x15)],
  [Uint8Array.from(range(0, 255))],
  [Uint8Array.of(0x41, 0x0d, 0x42, 0x0d, 0x0d)],
  [Buffer.from('wirejig'), 'qr'],
  [Buffer.from('0036000291452'), 'ean13'],
  [Buffer.from('^wirejig %%128 '), 'code128'],
  [filled(MOST)],
  [filled(MOST + 1)],
  [filled(600), 'qr'],
  // They just fill a buffer, alone or with a terminator.
  ...[32, 63, 64, 128].map((length): Code => [filled(length)]),
];
const MORE_CODES: readonly Code[] = [
  ...range(0, 255).map((value): Code => [Uint8Array.of(value)]),
  ...[MOST - 2, MOST - 1, MOST + 2, MOST + 3, ...LENGTHS].map((length): Code => [filled(length)]),
];

function filled(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => 7 * i + length);
}

function anyPayload(random: Random): Uint8Array {
  const bytes = noise(random, pick(random, [1, 2, random.int(1, 40), random.int(1, 40), random.int(1, 700)]));
  return random.int(1, 2) === 1
    ? bytes
    : bytes.map((byte) => (random.int(1, 3) === 1 ? pick(random, ODD) : byte));
}

/** Sessions of these codes, and of any payload; `after`: what follows a code. */
function shown(settings: Settings, after: readonly Step[] = []): readonly GmSession[] {
  const steps = ([payload, symbology]: Code) => [START, show(payload, symbology), ...after];
  return [
    ...[...CODES, ...MORE_CODES].map((code) => session(settings, () => steps(code))),
    ...range(1, 60).map(() => session(settings, (random) => steps([anyPayload(random), 'qr']))),
  ];
}

const raw: GmSessions = {
  id: 'raw',
  title: 'a code in raw mode arrives as payload and terminator, every byte unchanged, in one burst',
  covers: ['GM-DT-01'],
  group: 'valid',
  weight: 4,
  fields: ['code'],
  sessions: withLens((lens) => [
    ...shown(lens.settings()).slice(0, lens.all ? undefined : CODES.length),
    ...besides(lens).map((steps, i) =>
      session(lens.settings(), () => [START, ...steps, show(codeOf(`beside ${i}`))]),
    ),
  ]),
};

/** What a session of decoding outlives, and ways to begin one anew. */
function besides({ page, settings }: Lens): readonly (readonly Step[])[] {
  const bodies: readonly CommandBody[] = [
    ...[{ type: 'led-on', led: 1 } as const, { type: 'led-off', led: 1 } as const],
    ...[{ type: 'beep', pattern: 0 } as const, { type: 'revision' } as const],
  ];
  const asSet = settings().map(([number, value]) => write(number, value));
  return [
    ...bodies.map((body) => [tx(body)]),
    [COMMANDS.spoil(START, 0x5a)],
    [START.subarray(0, 3), quiet(1.4 * page.interByte)],
    [tx({ type: 'sleep' }), quiet(500_000), WAKEN, AFTER_WAKE, START],
    ...(isAtDefaultBaud(page) ? [[tx({ type: 'defaults' }), ...asSet, START]] : []),
  ];
}

const decoding: GmSessions = {
  id: 'decoding',
  title: 'in mode host a session ends at its code, at stop and at the scan time, and not before',
  covers: ['GM-CM-01'],
  weight: 2,
  fields: ['code'],
  sessions: withLens(({ page, settings }) => {
    const times = page.valuesOf(PARAMETER.scanTime);
    const [short = 0, long = 0] = [times.find((time) => time >= 10) ?? times[0], times.at(-1)];
    const after = (share: number, time: number): Step => quiet(share * time * 100_000);
    const code = (round: number): Step => show(codeOf(`session ${round}`));
    const brief: Settings = [...settings(), [PARAMETER.scanTime, short]];
    return [
      session(settings(), () => [START, code(0), code(1)]),
      session(settings(), () => [START, STOP, code(2)]),
      session(brief, () => [START, after(1.3, short), code(3)]),
      session(settings(), () => [START, after(0.7, long), code(4)]),
    ];
  }),
};

const terminators: GmSessions = {
  id: 'terminators',
  title: 'each terminator setting gives its bytes',
  covers: ['GM-DT-02'],
  group: 'valid',
  weight: 3,
  fields: ['code', 'value'],
  sessions: withLens(({ page, settings }) =>
    page
      .valuesOf(PARAMETER.terminator)
      .filter((value) => value <= 5)
      .flatMap((terminator) =>
        range(0, 1).map((n) =>
          session(settings({ terminator }), () => [START, show(codeOf(`end ${terminator} ${n}`))]),
        ),
      ),
  ),
};

const packets: GmSessions = {
  id: 'packets',
  title: 'in packet mode a code arrives as one frame with its type',
  covers: ['GM-DT-03', 'GM-FR-01'],
  group: 'valid',
  weight: 5,
  fields: ['code'],
  sessions: withLens(({ page, all, settings }) => [
    ...shown(settings({ packet: 1 }), [ACK, quiet(300_000)]).slice(0, all ? undefined : CODES.length + 2),
    // What is set for raw mode counts for raw mode.
    ...page.valuesOf(PARAMETER.terminator).map((terminator, at) => {
      const stxEtx = at % 2 === 1 && page.valuesOf(PARAMETER.stxEtx).includes(3) ? 3 : 0;
      return session(settings({ packet: 1, stxEtx, terminator }), () => [
        ...[START, show(codeOf(`framed ${terminator}`)), ACK, ACK_WATCH],
      ]);
    }),
  ]),
};

const disabled: GmSessions = {
  id: 'disabled',
  title: 'after scan disable no code is sent; one shown after scan enable is',
  covers: ['GM-DT-05'],
  weight: 2,
  fields: ['code'],
  sessions: withLens(({ apart, settings }) => {
    const enable = tx({ type: 'enable' });
    // None of these enables it.
    const others: readonly (readonly Step[])[] = [
      ...[[], [write(PARAMETER.terminator, 2)], [COMMANDS.spoil(enable, 0x5a)], [START]],
      [tx({ type: 'sleep' }), quiet(500_000), WAKEN, AFTER_WAKE],
      [tx({ type: 'led-on', led: 1 }), tx({ type: 'beep', pattern: 1 }), tx({ type: 'revision' }), STOP],
    ];
    return others.map((besides, round) => {
      const packet = round % 2;
      const [trigger, start] = round === 3 ? [TRIGGER.host, [START]] : [TRIGGER.continuous, []];
      return session(settings({ trigger, packet }), () => [
        ...[tx({ type: 'disable' }), ...besides],
        ...[show(codeOf(`hidden ${round}`)), show(codeOf(`hidden again ${round}`))],
        // A code that was shown while scan was disabled is lost.
        ...[enable, quiet(2_000_000), ...start, show(codeOf(`enabled ${round}`))],
        ...(packet === 1 ? [ACK] : []),
        apart,
      ]);
    });
  }),
};

const showings: GmSessions = {
  id: 'showings',
  title: 'one showing of a code is sent once, a new showing again',
  covers: ['GM-DT-06'],
  group: 'timing',
  weight: 1.5,
  fields: ['code'],
  sessions: withLens(({ all, apart, settings }) =>
    range(0, all ? 3 : 0).map((round) => {
      const showing = [show(codeOf(`shown ${round}`)), apart];
      return session(settings({ trigger: TRIGGER.continuous }), () => [...showing, ...showing, ...showing]);
    }),
  ),
};

const unacknowledged: GmSessions = {
  id: 'unacknowledged',
  title: 'a code that is not acknowledged is sent again, at its time, as often as it may',
  covers: ['GM-DT-04'],
  weight: 3,
  fields: ['code'],
  sessions: withLens(({ page, settings }) => {
    const { dataAck, dataRetries } = page;
    const meanwhile = [
      [],
      [tx({ type: 'nak', cause: 1 })],
      [COMMANDS.spoil(ACK, 0x21)],
      ...testParameter(page).map(({ number }) => [tx({ type: 'read', number })]),
    ];
    const tries = (count: number): Step => quiet(1.25 * count * dataAck);
    const tried = (code: Uint8Array, steps: readonly Step[], before: readonly Step[] = []): GmSession =>
      session(settings({ packet: 1 }), () => [...before, START, show(code), ...steps]);
    return [
      ...meanwhile.map((body, n) =>
        tried(
          codeOf(`${n} unacknowledged`),
          [
            ...range(1, body.length * (dataRetries + 1)).flatMap(() => [
              quiet(dataAck / 4),
              ...body,
              tries(1),
            ]),
            tries(dataRetries + 1),
          ],
          // An ACK that no code waits for is not the next one's.
          n === 0 ? [ACK] : [],
        ),
      ),
      // An ACK after some repetitions.
      ...range(0, dataRetries).map((count) =>
        tried(codeOf(`acked ${count}`), [
          ...(count === 0 ? [] : [quiet((count + 0.3) * dataAck)]),
          ...[ACK, ACK_WATCH, quiet(1.4 * dataAck)],
        ]),
      ),
      // A code that takes longer than the tolerance: the time runs from its last byte.
      tried(new Uint8Array(500).fill(0x41), [tries(dataRetries + 2)]),
    ];
  }),
};

const repeatedStart: GmSessions = {
  id: 'repeated-start',
  title: 'a start that is repeated reads no second code',
  covers: ['GM-CM-06'],
  weight: 3,
  fields: ['code', 'STATUS'],
  sessions: withLens(({ p, settings }) => {
    const again = tx({ type: 'start' }, REPEATED);
    const repeated = (round: number, ...before: readonly Step[]): GmSession =>
      session(settings(), () => [
        ...[START, show(codeOf(`first ${round}`)), ...before, again, ...(round % 2 === 1 ? [again] : [])],
        ...[show(codeOf(`second ${round}`)), STOP],
      ]);
    // After a NAK 01 it begins a session of its own.
    const garbled = p.badChecksum === 'silent' ? [] : [COMMANDS.spoil(START, 0x21)];
    return range(0, 3).flatMap((round) => [
      repeated(round),
      ...garbled.map((bytes) => repeated(10 + round, bytes)),
    ]);
  }),
};

const SESSIONS = [
  repeatedStart,
  decoding,
  raw,
  terminators,
  packets,
  disabled,
  showings,
  unacknowledged,
] as const;
export const CODE_SESSIONS = SESSIONS.map((one) => ({ ...one, needs: ['stimulus'] as const }));
