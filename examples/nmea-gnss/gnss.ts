/**
 * A GNSS receiver that sends its position once a second, in lines of NMEA 0183. Nobody asks it: it is a stream.
 *
 *     GGA, GSA, RMC  ── 1 s ──▶  GGA, GSA, RMC  ── 1 s ──▶  …
 *
 * Source: NMEA 0183 version 4.10 (NM).
 */
import { codec, conversation, decimal, hexSum, lines, literal, millis, otherwise, param } from 'wirejig';
import { text, wire, words, xor8 } from 'wirejig';
import type { ConversationBoardEvent, ConversationRuling, Messages, Send, Values } from 'wirejig';

const comma = literal(',');
/** hhmmss.ss */
const time = {
  hours: decimal({ width: 2, max: 23 }),
  minutes: decimal({ width: 2, max: 59 }),
  seconds: decimal({ width: 2, fraction: 2, max: 59.99 }),
  afterTime: comma,
};
const position = {
  latitude: decimal({ width: 4, fraction: 4, max: 9000, unit: 'ddmm' }),
  beforeNorth: comma,
  north: words({ north: 'N', south: 'S' }),
  afterNorth: comma,
  longitude: decimal({ width: 5, fraction: 4, max: 18_000, unit: 'dddmm' }),
  beforeEast: comma,
  east: words({ east: 'E', west: 'W' }),
  afterEast: comma,
};
const sentences = wire({
  forms: {
    gga: {
      is: literal('GPGGA,'),
      ...time,
      ...position,
      quality: decimal({ width: 1, max: 8 }),
      afterQuality: comma,
      satellites: decimal({ width: 2 }),
      beforeHdop: comma,
      hdop: decimal({ max: 99, fraction: 1 }),
      afterHdop: comma,
      altitude: decimal({ min: -999, max: 99_999, fraction: 1, unit: 'm' }),
      rest: text({ rest: true, most: 30 }),
    },
    gsa: { is: literal('GPGSA,A,'), mode: decimal({ width: 1, min: 1, max: 3 }), rest: text({ rest: true, most: 60 }) },
    rmc: {
      is: literal('GPRMC,'),
      ...time,
      status: words({ valid: 'A', warning: 'V' }),
      afterStatus: comma,
      ...position,
      knots: decimal({ max: 999, fraction: 2 }),
      afterKnots: comma,
      course: decimal({ max: 360, fraction: 1, unit: '°' }),
      afterCourse: comma,
      day: decimal({ width: 2, min: 1, max: 31 }),
      month: decimal({ width: 2, min: 1, max: 12 }),
      year: decimal({ width: 2 }),
      rest: text({ rest: true, most: 20 }),
    },
    // A receiver sends what else it likes.
    other: [otherwise, { sentence: text({ rest: true, most: 80 }) }],
  },
  sum: hexSum(xor8(), { after: '*' }),
});
type Sentence = Messages<typeof sentences>;
type Of<T extends Sentence['type']> = Extract<Sentence, { type: T }>;

const parameters = {
  start: param(1_800_057_592, 'The first time of a virtual board, in seconds since 1970.', { min: 946_684_800 }),
  speed: param(20, 'How fast a virtual board moves.', { unit: 'm/s', max: 200 }),
  course: param(60, 'Where to.', { unit: '°', max: 359 }),
  leastMs: param(800, 'Shortest time from the end of GGA to the next.', { unit: 'ms' }),
  mostMs: param(1100, 'Longest time from the end of GGA to the next.', { unit: 'ms' }),
  burstMs: param(700, 'Longest time from GGA to RMC.', { unit: 'ms' }),
  startMs: param(3000, 'Latest first GGA after a reset.', { unit: 'ms' }),
};
type P = Values<typeof parameters>;

/** Where it was, and when: by the last GGA. */
interface Fix {
  readonly seconds: number;
  readonly latitude: number;
  readonly longitude: number;
}
interface State {
  /** false: nothing has come yet. */
  readonly isKnown: boolean;
  readonly fix?: Fix | undefined;
  readonly date?: string | undefined;
  readonly gga?: Of<'gga'> | undefined;
}
type Ruling = ConversationRuling<Sentence, State>;
type Due = Send<Sentence, State>;

const EPOCH = 'epoch';
const DAY = 86_400;
/** Metres of a minute of latitude. */
const MINUTE = 1852;
const round = (value: number, digits: number) => Number(value.toFixed(digits));
/** 48.1173° is 4807.0380. */
const toField = (degrees: number) => round(100 * Math.trunc(Math.abs(degrees)) + 60 * (Math.abs(degrees) % 1), 4);
const toDegrees = (field: number) => Math.trunc(field / 100) + (field % 100) / 60;
const secondsOf = ({ hours, minutes, seconds }: Of<'gga'> | Of<'rmc'>) => 3600 * hours + 60 * minutes + seconds;
const dateOf = ({ day, month, year }: Of<'rmc'>) => `${year}-${month}-${day}`;

function fixOf(message: Of<'gga'> | Of<'rmc'>): Fix {
  const latitude = toDegrees(message.latitude) * (message.north === 'north' ? 1 : -1);
  const longitude = toDegrees(message.longitude) * (message.east === 'east' ? 1 : -1);
  return { seconds: secondsOf(message), latitude, longitude };
}

function metresBetween(one: Fix, other: Fix): number {
  const north = 60 * MINUTE * (other.latitude - one.latitude);
  const east = 60 * MINUTE * (other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** What a virtual board sends next: it goes straight on. */
function ggaAfter({ fix }: State, { start, speed, course }: P): Of<'gga'> {
  const begin = { seconds: start % DAY, latitude: 48.1173, longitude: 11.5167 };
  const angle = (course * Math.PI) / 180;
  const next =
    fix === undefined
      ? begin
      : {
          seconds: (fix.seconds + 1) % DAY,
          latitude: fix.latitude + (speed * Math.cos(angle)) / MINUTE / 60,
          longitude: fix.longitude + (speed * Math.sin(angle)) / MINUTE / 60 / Math.cos((fix.latitude * Math.PI) / 180),
        };
  return {
    type: 'gga',
    hours: Math.floor(next.seconds / 3600),
    minutes: Math.floor(next.seconds / 60) % 60,
    seconds: next.seconds % 60,
    latitude: toField(next.latitude),
    north: next.latitude < 0 ? 'south' : 'north',
    longitude: toField(next.longitude),
    east: next.longitude < 0 ? 'west' : 'east',
    quality: 1,
    satellites: 8,
    hdop: 0.9,
    altitude: 545.4,
    rest: ',M,46.9,M,,',
  };
}

function rmcOf({ gga, date }: State, { start, speed, course }: P): Of<'rmc'> | undefined {
  if (gga === undefined) return undefined;
  const { hours, minutes, seconds, latitude, north, longitude, east } = gga;
  const first = new Date(1000 * start);
  const [year = 0, month = 1, day = 1] = date?.split('-').map(Number) ?? [
    first.getUTCFullYear() % 100,
    first.getUTCMonth() + 1,
    first.getUTCDate(),
  ];
  const isMidnight = date !== undefined && hours + minutes + seconds === 0;
  const today = new Date(Date.UTC(2000 + year, month - 1, day + (isMidnight ? 1 : 0)));
  return {
    ...{ type: 'rmc', hours, minutes, seconds, latitude, north, longitude, east, status: 'valid' },
    ...{ knots: round((speed * 3600) / MINUTE, 2), course, rest: ',,,A' },
    ...{ day: today.getUTCDate(), month: today.getUTCMonth() + 1, year: today.getUTCFullYear() % 100 },
  };
}

const sentence = <T extends Sentence['type']>(
  type: T,
  clause: string,
  max: number,
  parts: Pick<Due, 'make'> & {
    fits(message: Of<T>, state: State): boolean;
    then(message: Of<T>, state: State): Ruling;
    readonly mistaken?: string;
  },
): Due => {
  const isOf = (message: Sentence): message is Of<T> => message.type === type;
  return {
    title: type.toUpperCase(),
    queue: EPOCH,
    clause,
    within: { max: millis(max), clause: 'NG-TM-01' },
    accepts: (message, state) => isOf(message) && parts.fits(message, state),
    mistakes: isOf,
    make: (state) => parts.make?.(state),
    then: (message, state) => (isOf(message) ? parts.then(message, state) : {}),
    charge: ({ kind }) => (kind === 'form' ? 'NG-LN-01' : kind === 'silence' ? 'NG-TM-01' : clause),
  };
};

/** GGA, then GSA and RMC of the same second. */
function epoch(state: State, max: number, p: P): Ruling {
  const gga = sentence('gga', 'NG-TM-01', max, {
    make: (now) => ggaAfter(now, p),
    fits: () => true,
    then: (message, now) => afterGga(message, now, p),
  });
  return { state, sends: [gga] };
}

function afterGga(message: Of<'gga'>, state: State, p: P): Ruling {
  const fix = fixOf(message);
  const metres = state.fix === undefined ? 0 : metresBetween(state.fix, fix);
  const gsa = sentence('gsa', 'NG-FX-01', p.burstMs, {
    make: () => ({ type: 'gsa', mode: 3, rest: ',01,02,03,04,05,06,07,08,,,,,1.8,0.9,1.5' }),
    fits: ({ mode }) => mode === 3,
    then: () => ({}),
  });
  const rmc = sentence('rmc', 'NG-PS-01', p.burstMs, {
    make: (now) => rmcOf(now, p),
    fits: (rmc) => rmc.status === 'valid' && isSamePlace(fixOf(rmc), fix),
    then: (rmc, now) =>
      afterRmc(rmc, now, { metres, hasMoved: state.fix !== undefined, isMidnight: fix.seconds === 0 }),
  });
  const ruling = {
    state: { isKnown: true, fix, date: state.date, gga: message },
    sends: [gsa, rmc],
    timers: { epoch: { min: millis(p.leastMs), max: millis(p.mostMs) } },
  };
  if (message.quality === 0) return { ...ruling, breaks: { clause: 'NG-FX-01', expected: 'a fix', seen: 'quality 0' } };
  if (state.fix === undefined) return ruling;
  const due = (state.fix.seconds + 1) % DAY;
  return fix.seconds === due
    ? { ...ruling, keeps: ['NG-TM-02'] }
    : { ...ruling, breaks: { clause: 'NG-TM-02', expected: clock(due), seen: clock(fix.seconds) } };
}

const clock = (seconds: number) => new Date(1000 * seconds).toISOString().slice(11, 19);

function isSamePlace(one: Fix, other: Fix): boolean {
  return one.seconds === other.seconds && metresBetween(one, other) < 1;
}

function afterRmc(
  rmc: Of<'rmc'>,
  state: State,
  { metres, hasMoved, isMidnight }: { metres: number; hasMoved: boolean; isMidnight: boolean },
): Ruling {
  const { date } = state;
  const next = { ...state, date: dateOf(rmc) };
  if (date !== undefined && (next.date !== date) !== isMidnight)
    return {
      state: next,
      breaks: { clause: 'NG-TM-03', expected: isMidnight ? 'the next day' : date, seen: next.date },
    };
  const keeps = date === undefined ? [] : ['NG-TM-03'];
  if (!hasMoved) return { state: next, keeps };
  const speed = (rmc.knots * MINUTE) / 3600;
  // Four digits of a minute are 0.2 m; a receiver smooths its speed.
  const isRight = Math.abs(metres - speed) <= 2 + 0.2 * speed;
  const seen = `${metres.toFixed(1)} m in a second`;
  return isRight
    ? { state: next, keeps: [...keeps, 'NG-PS-02'] }
    : { state: next, breaks: { clause: 'NG-PS-02', expected: `${speed.toFixed(1)} m/s`, seen } };
}

function rules(event: ConversationBoardEvent<never>, state: State, _: unknown, p: P): Ruling {
  if (event.kind === 'reset')
    return { state: { isKnown: true }, timers: { epoch: { min: 0, max: millis(p.startMs) } } };
  return event.kind === 'expired' && state.isKnown ? epoch(state, 50, p) : {};
}

const PAGE = `
  ## Lines
  - NG-LN-01 MUST documented — a sentence is $, its fields, *, their XOR as two hex digits, CR LF (NM 5.3).
  ## Time
  - NG-TM-01 MUST profile — GGA comes leastMs to mostMs after the one before, and GSA and RMC within burstMs after it.
  - NG-TM-02 MUST profile — the time of GGA is one second after the one before.
  - NG-TM-03 MUST documented — the date of RMC changes at midnight, and only then (NM 6.3, RMC).
  ## Fix and position
  - NG-FX-01 MUST profile — it has a fix in three dimensions: quality above 0 in GGA, mode 3 in GSA.
  - NG-PS-01 MUST implied — RMC has the time and the place of its GGA, and status A.
  - NG-PS-02 SHOULD implied — the place moves as fast as RMC says.
`;

export const gnss = conversation<never, Sentence, State, object, typeof parameters>({
  links: {
    main: {
      baud: 9600,
      board: { codec: codec(sentences, lines({ start: 0x24, end: 'crlf', idle: millis(100) })), silence: millis(100) },
    },
  },
  parameters,
  initial: { isKnown: true },
  boots: true,
  // Between two bursts.
  quiet: millis(250),
  firmware: () => ({ expires: (_, { min }) => millis(min === 0 ? 300 : 1000) }),
}).protocol({
  id: 'gnss',
  title: 'A GNSS receiver: position once a second, in NMEA 0183',
  page: PAGE,
  rules,
  // A stream never ends: nobody waits for its end.
  background: [EPOCH],
  // Who listens in the middle begins with the next GGA.
  begins: ({ message }, state, p) => {
    if (message?.type === 'other') return {};
    if (state.isKnown) return undefined;
    return message?.type === 'gga' ? afterGga(message, { isKnown: false }, p) : {};
  },
  always: ({ message }) => (message === undefined ? undefined : { clause: 'NG-LN-01' }),
  charge: ({ kind }) => (kind === 'form' ? 'NG-LN-01' : 'NG-TM-01'),
  unknown: () => ({ isKnown: false }),
  isKnown: ({ isKnown }) => isKnown,
  stateClass: ({ fix }) => (fix === undefined ? 'no fix yet' : 'a fix'),
  reach: async (host) => {
    await host.listen(millis(host.p.startMs + host.p.mostMs));
    return host.received.length > 0
      ? undefined
      : 'nothing came: is the receiver powered, its TX wired, the baud rate right?';
  },
  scenarios: [
    {
      id: 'stream',
      title: 'sentences for twenty seconds',
      covers: ['NG-LN-01', 'NG-TM-01', 'NG-TM-02', 'NG-TM-03', 'NG-FX-01', 'NG-PS-01', 'NG-PS-02'],
      run: async (host) => {
        await host.listen(millis(20_000), 'nobody asks');
      },
    },
  ],
  defects: {
    'sum-in-lower-case': {
      breaks: 'NG-LN-01',
      text: 'The sum is written in lower case.',
      change: (sound) => ({
        encode: (message, link, at) => {
          const bytes = sound.encode(message, link, at);
          return bytes.map((byte, index) => (index > bytes.length - 5 && byte >= 0x41 ? byte + 0x20 : byte));
        },
      }),
    },
    'second-skipped': {
      breaks: 'NG-TM-02',
      text: 'Each eighth second is left out.',
      change: (sound) => ({
        encode: (message, link, at) =>
          sound.encode(
            message.type === 'gga' && message.seconds % 8 === 7
              ? { ...message, seconds: message.seconds - 1 }
              : message,
            link,
            at,
          ),
      }),
    },
    'date-stays': {
      breaks: 'NG-TM-03',
      text: 'The date does not change at midnight.',
      change: (sound, { p }) => ({
        encode: (message, link, at) =>
          sound.encode(
            message.type === 'rmc' ? { ...message, day: new Date(1000 * p.start).getUTCDate() } : message,
            link,
            at,
          ),
      }),
    },
    'two-dimensions': {
      breaks: 'NG-FX-01',
      text: 'The fix is one of two dimensions.',
      change: (sound) => ({
        encode: (message, link, at) =>
          sound.encode(message.type === 'gsa' ? { ...message, mode: 2 } : message, link, at),
      }),
    },
    'rmc-late': {
      breaks: 'NG-PS-01',
      text: 'RMC has the time of the second before.',
      change: (sound) => ({
        encode: (message, link, at) =>
          sound.encode(
            message.type === 'rmc' && message.seconds > 0 ? { ...message, seconds: message.seconds - 1 } : message,
            link,
            at,
          ),
      }),
    },
    'rmc-missing': {
      breaks: 'NG-TM-01',
      text: 'Some RMC are not sent.',
      change: (sound, { random }) => ({
        transmit: (messages, turn) =>
          sound.transmit(messages, turn).filter(({ message }) => message.type !== 'rmc' || random.int(0, 3) > 0),
      }),
    },
    'speed-in-metres': {
      breaks: 'NG-PS-02',
      text: 'The speed is in metres a second, not in knots.',
      change: (sound, { p }) => ({
        encode: (message, link, at) =>
          sound.encode(message.type === 'rmc' ? { ...message, knots: p.speed } : message, link, at),
      }),
    },
  },
});
