/** Bytes that are no command: wrong checksums, half-frames, a LEN that is none, noise. After them a read is answered, and nothing was changed. */
import { micros, nearMisses, type Micros, type NearMiss, type Random } from '../../../api/index';
import { COMMANDS, hostCommand, sealed, type CommandBody } from '../wire/message';
import { PARAMETER } from '../wire/parameters';
import { profileOf } from '../profile';
import { noise, pick, quiet, range, read, session, tx, withTestParameter, write } from './steps';
import type { GmSession, GmSessions, Step, Table } from './steps';

/** After bad input a parameter is read: it must be answered, and still be `kept`. The bad input would write `other`. */
function canaryOf(number: number, [kept, other]: readonly [number, number], { p, all }: Table) {
  const { interByte, valuesOf } = profileOf(p);
  return {
    ...{ all, number, kept, other, interByte, lights: valuesOf(PARAMETER.light).slice(0, 2) },
    write: { type: 'write', prefix: 0, number, value: other } as const,
    /** A silence after which the next frame is a new one. */
    pause: { pause: micros(1.4 * interByte) },
    /** Bad input, as it is made, and the read. */
    after: (bad: (random: Random) => readonly Step[]): GmSession =>
      session([[number, kept]], (random) => joined([...bad(random), read(number)])),
  };
}

type Canary = ReturnType<typeof canaryOf>;

function withCanary(make: (canary: Canary) => readonly GmSession[]) {
  return withTestParameter((...parameter) => make(canaryOf(...parameter)));
}

/** What has no pause between goes in one write. */
function joined(steps: readonly Step[]): readonly Step[] {
  const all: Step[] = [];
  for (const step of steps) {
    const before = all.at(-1);
    const isOne = before instanceof Uint8Array && step instanceof Uint8Array;
    if (isOne) all[all.length - 1] = Uint8Array.of(...before, ...step);
    else all.push(step);
  }
  return all;
}

/** One command of each kind. None writes the test parameter. */
const OTHERS: readonly CommandBody[] = [
  { type: 'read', number: PARAMETER.terminator },
  { type: 'read', number: PARAMETER.volume },
  { type: 'write', prefix: 0, number: PARAMETER.terminator, value: 2 },
  ...(['revision', 'enable', 'start', 'stop', 'sleep', 'reset', 'defaults'] as const).map((type) => ({
    type,
  })),
  { type: 'led-on', led: 1 },
  { type: 'led-off', led: 1 },
  { type: 'beep', pattern: 1 },
];

/** By command: fuzzing asks for the same with each case. */
const MISSES = new Map<string, readonly NearMiss[]>();

/** Frames of a command with one thing wrong each. */
function missesOf(body: CommandBody, ...groups: readonly NearMiss['group'][]): readonly Uint8Array[] {
  const key = JSON.stringify(body);
  const all = MISSES.get(key) ?? [...nearMisses(COMMANDS, hostCommand(body))];
  MISSES.set(key, all);
  return all.flatMap(({ group, bytes }) => (groups.includes(group) ? [bytes] : []));
}

/** Checksums that a careless scanner might accept: none, the plain sum, the ones' complement, the bytes swapped. */
function otherSums(bytes: Uint8Array): readonly Uint8Array[] {
  const [high = 0, low = 0] = bytes.subarray(-2);
  const right = (high << 8) | low;
  const others = [0x0000, 0xffff, -right & 0xffff, (right - 1) & 0xffff, (low << 8) | high];
  return others.flatMap((value) => (value === right ? [] : [COMMANDS.spoil(bytes, right ^ value)]));
}

const checksums: GmSessions = {
  id: 'checksum',
  title: 'a frame with a wrong checksum gets one NAK 01 and changes nothing',
  covers: ['GM-FR-02'],
  group: 'near-miss',
  weight: 14,
  fields: ['CHECKSUM'],
  sessions: withCanary(({ number, kept, other, lights, write: body, after }) => {
    const bytes = tx(body);
    // A valid frame whose value is altered, with its old checksum.
    const altered = write(number, kept).with(bytes.length - 3, other);
    const any = (random: Random) => COMMANDS.spoil(bytes, random.int(1, 0xffff));
    return [
      ...[body, ...OTHERS].map((one) => after(() => [COMMANDS.spoil(tx(one), 0x5a)])),
      ...[...missesOf(body, 'checksum'), ...otherSums(bytes), altered].map((bad) => after(() => [bad])),
      ...range(1, 8).map(() => after((random) => [any(random)])),
      after(() => [1, 2, 3].map((mask) => COMMANDS.spoil(bytes, mask))),
      // One with a number of two bytes.
      ...lights
        .slice(1)
        .map((light, i) =>
          session([[PARAMETER.light, lights[i] ?? 0]], () => [
            ...[COMMANDS.spoil(write(PARAMETER.light, light), 0x5a), read(PARAMETER.light)],
          ]),
        ),
      // Alone: nothing comes after its NAK.
      ...range(1, 3).map(() => session([[number, kept]], () => [altered, quiet(300_000), read(number)])),
    ];
  }),
};

/** Where it goes wrong, the others would show the same. */
function premise(one: GmSession): GmSession {
  return { ...one, isPremise: true };
}

function inParts(bytes: Uint8Array, at: readonly number[], gap: Micros): readonly Step[] {
  const cuts = [0, ...at, bytes.length];
  return cuts.slice(1).flatMap((to, n) => [...(n > 0 ? [{ pause: gap }] : []), bytes.subarray(cuts[n], to)]);
}

const halfFrames: GmSessions = {
  id: 'truncated',
  title: 'a frame that stops half-way is dropped in silence; one with short gaps is whole',
  covers: ['GM-FR-03'],
  group: 'timing',
  weight: 10,
  fields: ['LEN'],
  sessions: withCanary(({ number, kept, other, write: body, interByte, after }) => {
    const cut = [body, ...OTHERS.slice(2, 4), { type: 'defaults' } as const].flatMap((one) =>
      missesOf(one, 'truncated'),
    );
    const { length } = tx(body);
    const everywhere = range(1, length - 1);
    const gaps = [...everywhere.map((place) => [place]), everywhere];
    return [
      ...cut.flatMap((bytes) =>
        [1.4, 2, 5].map((share) => after(() => [bytes, { pause: micros(share * interByte) }])),
      ),
      // Gaps of up to half of interByteMs are part of a frame.
      ...gaps.map((at) =>
        session([[number, kept]], () => [
          ...inParts(write(number, other), at, micros(0.45 * interByte)),
          read(number),
        ]),
      ),
    ];
  }),
};

/** A LEN that stops the scanner up to the next pause. The sealed ones are complete by their own LEN: who skips just them obeys what follows. */
const STOPPERS: readonly Uint8Array[] = [
  ...[[0], [1], [2], [3], [3, 0xe4], [0xff], [0x05, 0xa3, 0x04, 0x00, 0xff, 0x54]].map((one) =>
    Uint8Array.from(one),
  ),
  ...[
    [0x05, 0xa3, 0x04, 0x00, 0x00],
    [0x04, 0xc6, 0x04, 0x00],
    [0x06, 0xe9, 0x04, 0x00, 0x00, 0x00],
  ].map((one) => sealed(one)),
];

/** A LEN that does not fit the first byte of the parameter number: F2 and F3 begin longer numbers. */
function parameterLengths({ number, other }: Canary): readonly Uint8Array[] {
  const all = [
    [0x07, 0xc6, 0x04, 0x00, 0x00, 0xf2, 0x05],
    [0x08, 0xc6, 0x04, 0x00, 0x00, number & 0xff, other, other],
    [0x05, 0xc7, 0x04, 0x00, 0xf2],
    [0x06, 0xc7, 0x04, 0x00, number & 0xff, other],
  ];
  return number > 0xff ? [] : all.map((bytes) => sealed(bytes));
}

/** Commands that lack their last byte of data, complete by their own LEN. */
function shortened({ number, write: body }: Canary): readonly Uint8Array[] {
  const all: readonly CommandBody[] = [body, { type: 'read', number }, ...OTHERS.slice(-3)];
  return all.map((one) => {
    const bytes = tx(one);
    return sealed([bytes.length - 3, ...bytes.subarray(1, -3)]);
  });
}

const HALF = Uint8Array.of(0x07, 0xc6, 0x04);
const LEN_3 = Uint8Array.of(0x03, 0xe4, 0x04, 0x00, 0xff, 0x15);

const lengths: GmSessions = {
  id: 'length',
  title: 'a LEN that is none is dropped to the next pause',
  covers: ['GM-FR-04'],
  group: 'near-miss',
  weight: 6,
  fields: ['LEN'],
  sessions: withCanary((canary) => {
    const { number, kept, write: body, pause, interByte, after } = canary;
    const bad = [body, { type: 'read', number } as const, ...OTHERS].flatMap((one) =>
      missesOf(one, 'length', 'over-long'),
    );
    const gap = { pause: micros(0.4 * interByte) };
    return [
      premise(after(() => [HALF, pause])),
      premise(session([[number, kept]], () => inParts(read(number), [3], gap.pause))),
      ...[...bad, ...shortened(canary), ...parameterLengths(canary)].map((bytes) =>
        after(() => [bytes, pause]),
      ),
      ...STOPPERS.map((bytes) => after(() => [bytes, tx(body), pause])),
      // A lone 00 and 25 ms are a wake byte.
      ...STOPPERS.slice(1).map((bytes) => after(() => [bytes, gap, tx(body), pause])),
    ];
  }),
};

/** Beginnings of frames that announce more bytes than come: of the longest ones, and half a write. */
const HEADS: readonly Uint8Array[] = [
  Uint8Array.of(0xff, 0xf4, 0xff, 0xff, 0xf4, 0x04, 0x00),
  Uint8Array.of(0xfe, 0xf3, 0x04, 0x00, 0x01),
  Uint8Array.of(0x07, 0xc6, 0x04, 0x00),
];
/** Control characters, patterns of bits, opcodes. */
const SPECIAL = [
  0x00, 0x03, 0x07, 0x0a, 0x0d, 0x11, 0x13, 0x1b, 0x55, 0x7e, 0x80, 0xc6, 0xd0, 0xf3, 0xfe, 0xff,
];

function noiseSessions({ after, pause, all }: Canary): readonly GmSession[] {
  const tried = (make: (random: Random) => Uint8Array): GmSession => after((random) => [make(random), pause]);
  const filled = (value: number, length: number) => tried(() => new Uint8Array(length).fill(value));
  // A lone 00 and a pause are the wake byte, not noise.
  const same = range(1, 0xff).map((value) => filled(value, 1 + (value % 3)));
  const random = range(1, 80).map(() =>
    tried((dice) => noise(dice, pick(dice, [2, dice.int(2, 30), dice.int(2, 700)]))),
  );
  const sessions = [
    ...HEADS.map((bytes) => tried(() => bytes)),
    ...SPECIAL.flatMap((value) => [3, 300].map((length) => filled(value, length))),
    // More bytes than a receiver has room for.
    ...[300, 1100, 4200, 9000].map((length) => tried((dice) => noise(dice, length))),
    ...random,
    ...same,
  ];
  const premises = [HALF, LEN_3].map((part) => premise(tried(() => part)));
  return [...premises, ...sessions.slice(0, all ? undefined : 60)];
}

const anyNoise: GmSessions = {
  id: 'noise',
  title: 'noise and a pause do not stop the next frame',
  covers: ['GM-FR-05'],
  group: 'noise',
  weight: 4,
  sessions: withCanary(noiseSessions),
};

export const FRAME_SESSIONS = [checksums, halfFrames, lengths, anyNoise] as const;
