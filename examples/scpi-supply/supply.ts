/**
 * A bench power supply that is spoken to in lines of text: voltage, current, output, and a queue of errors.
 * Sources: SCPI-99 and IEEE 488.2-1992 (488.2).
 */
import { decimal, lines, literal, millis, optional, otherwise, param } from 'wirejig';
import { requestResponse, text, wire, words, type Messages } from 'wirejig';

/** Every spelling of a header as SCPI writes it: `[SOURce:]VOLTage` is VOLT, VOLTAGE, SOUR:VOLT, … (SCPI-99). */
function spellings(pattern: string): readonly string[] {
  const found = /\[(.*?)\]|([A-Z]+)([a-z]+)/.exec(pattern);
  if (found === null) return [pattern];
  const [whole, option = '', short = '', long] = found;
  const each = long === undefined ? ['', option] : [short, short + long.toUpperCase()];
  return each.flatMap((one) => spellings(pattern.replace(whole, one)));
}

const anyCase = { anyCase: true };
const SETTINGS = { voltage: spellings('[SOURce:]VOLTage'), current: spellings('[SOURce:]CURRent') };
const RANGE = { min: -999, max: 99_999, fraction: 3 };
const UNITS = { V: ['V', ' V'], mV: ['MV', ' MV'], A: ['A', ' A'], mA: ['MA', ' MA'] };
const SWITCHES = { output: spellings('OUTPut[:STATe]') };
const QUERIES = {
  voltage: spellings('[SOURce:]VOLTage?'),
  current: spellings('[SOURce:]CURRent?'),
  output: spellings('OUTPut[:STATe]?'),
  error: spellings('SYSTem:ERRor[:NEXT]?'),
  identity: '*IDN?',
};
const gap = literal(' ');
const requests = wire({
  forms: {
    set: { what: words(SETTINGS, anyCase), gap, value: decimal(RANGE), unit: optional(words(UNITS, anyCase)) },
    switch: { what: words(SWITCHES, anyCase), gap, is: words({ on: ['ON', '1'], off: ['OFF', '0'] }, anyCase) },
    query: { what: words(QUERIES, anyCase) },
    common: { what: words({ reset: '*RST', clear: '*CLS' }, anyCase) },
    other: [otherwise, { line: text({ rest: true, least: 1 }) }],
  },
  longest: 80,
});

const ERRORS = {
  '0': '0,"No error"',
  '-101': '-101,"Invalid character"',
  '-104': '-104,"Data type error"',
  '-108': '-108,"Parameter not allowed"',
  '-109': '-109,"Missing parameter"',
  '-113': '-113,"Undefined header"',
  '-131': '-131,"Invalid suffix"',
  '-222': '-222,"Data out of range"',
  '-224': '-224,"Illegal parameter value"',
  '-350': '-350,"Queue overflow"',
  '-363': '-363,"Input buffer overrun"',
};
type ErrorCode = keyof typeof ERRORS;
const part = text({ until: 0x2c, most: 20 });
const answers = wire({
  forms: {
    number: { value: decimal({ width: 2, fraction: 3 }) },
    output: { is: words({ on: '1', off: '0' }) },
    error: { code: words(ERRORS) },
    identity: [otherwise, { maker: part, model: part, serial: part, firmware: text({ rest: true, most: 20 }) }],
  },
});
const IDENTITY = { type: 'identity', maker: 'wirejig', model: 'PS30', serial: '0', firmware: '1.0' } as const;

const LINE = /^[\0- ]*:?([^\0- ]*)[\0- ]*(.*?)[\0- ]*$/s;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[\0- ]*E[\0- ]*([+-]?\d+))?[\0- ]*(.*)$/is;
/** A line with more white space (488.2), or a number in another form (488.2), or its error. Undefined: it is empty. */
function reread(line: string): Exclude<Messages<typeof requests>, { type: 'other' }> | ErrorCode | undefined {
  const read = (part: string) => {
    const found = requests.decode(new TextEncoder().encode(part));
    return found.kind === 'frame' && found.value.type !== 'other' ? found.value : undefined;
  };
  const [, header = '', data = ''] = LINE.exec(line) ?? [];
  const [, number, exponent = 0, unit = ''] = NUMBER.exec(data) ?? [];
  const [alone, setting] = [read(header), read(`${header} 0${unit}`)];
  if (header === '') return undefined;
  if (alone !== undefined) return data === '' ? alone : '-108';
  if (read(`${header} 0`) === undefined) return '-113';
  if (data === '') return '-109';
  if (setting === undefined) return '-131';
  if (number === undefined) return setting.type === 'set' ? '-104' : (read(`${header} ${data}`) ?? '-224');
  const value = Number(`${number}E${exponent}`);
  return setting.type === 'set' ? { ...setting, value } : read(`${header} ${Math.round(value) === 0 ? 0 : 1}`);
}

const START = { voltage: 0, current: 0, output: false, errors: [] as readonly ErrorCode[] }; // in mV and mA
const queued = ({ errors, ...state }: typeof START, error: ErrorCode, most: number) => ({
  ...state,
  errors: errors.length < most ? [...errors, error] : errors.with(-1, '-350'),
});

export const supply = requestResponse({
  baud: 115_200,
  parameters: {
    volts: param(30, 'Highest voltage.', { unit: 'V', min: 2, max: 99 }),
    amps: param(5, 'Highest current.', { unit: 'A', min: 2, max: 99 }),
    errors: param(10, 'Most errors in the queue.', { min: 2, max: 100 }),
    answerMs: param(100, 'Latest start of an answer.', { unit: 'ms', min: 5 }),
  },
  requests,
  answers,
  framing: lines({ end: 'either' }),
  initial: START,
  time: ({ answerMs }) => ({ max: millis(answerMs) }),
}).protocol({
  id: 'supply',
  title: 'Bench power supply: voltage, current, output and errors',
  page: `
    ## Lines
    - PS-LN-01 MUST documented — an answer is one line, which ends with NL (488.2).
    - PS-LN-02 MUST documented — a line may have more white space, and a colon before its header; a number may have a sign and an exponent, and is rounded; an empty line is no error (488.2).
    - PS-LN-03 MUST documented — a line may come in pieces, and lines right after each other are all obeyed, in their order (488.2).
    - PS-LN-04 MUST documented — only queries are answered (488.2).
    - PS-LN-05 MUST profile — an answer begins within answerMs.
    ## Settings
    - PS-SE-01 MUST documented — VOLTage and CURRent set, in V and A or in MV and MA, what their queries answer (SCPI-99).
    - PS-SE-02 MUST documented — a value above the highest or below 0 is error -222 and changes nothing (SCPI-99).
    - PS-SE-03 MUST documented — OUTPut switches the output, and its query answers 1 or 0 (SCPI-99).
    - PS-SE-04 MUST documented — *RST sets voltage and current to 0 and the output OFF, and leaves the errors (488.2).
    - PS-SE-05 MUST documented — *IDN? answers maker, model, serial number and firmware, with commas between them (488.2).
    ## Errors
    - PS-ER-01 MUST documented — SYSTem:ERRor? takes the oldest error from the queue, and answers it, or 0 (SCPI-99).
    - PS-ER-02 MUST documented — where the queue is full, its last error becomes -350, and later ones are lost (SCPI-99).
    - PS-ER-03 MUST documented — *CLS empties the queue, and changes no setting (488.2).
    - PS-ER-04 MUST documented — an unknown header is error -113, a missing parameter -109, one too many -108, what is no number -104, no word -224, no unit of its own -131 (SCPI-99).
    - PS-ER-05 MUST documented — what is not ASCII is error -101, a line that is too long -363 (SCPI-99).
  `,
  rules(given, state, { volts, amps, errors: most }) {
    const request = given.type === 'other' ? reread(given.line) : given;
    const done = (clause: string, next: Partial<typeof state>, answer?: Messages<typeof answers>) => ({
      clause: given.type === 'other' ? 'PS-LN-02' : clause,
      state: { ...state, ...next },
      answer,
    });
    const fail = (clause: string, error: ErrorCode) => ({ clause, state: queued(state, error, most) });
    if (request === undefined) return { clause: 'PS-LN-02' };
    if (typeof request === 'string') return fail('PS-ER-04', request);
    if (request.type === 'set') {
      const [base, highest] = request.what === 'voltage' ? ['V', volts] : ['A', amps];
      const { unit = base, value } = request;
      const milli = Math.round(unit.startsWith('m') ? value : 1000 * value);
      if (!unit.endsWith(base)) return fail('PS-ER-04', '-131');
      if (milli < 0 || milli > 1000 * highest) return fail('PS-SE-02', '-222');
      return done('PS-SE-01', { [request.what]: milli });
    }
    if (request.type === 'switch') return done('PS-SE-03', { output: request.is === 'on' });
    const [code = '0', ...errors] = state.errors;
    if (request.what === 'reset') return done('PS-SE-04', { ...START, errors: state.errors });
    if (request.what === 'clear') return done('PS-ER-03', { errors: [] });
    if (request.what === 'error')
      return done(code === '-350' ? 'PS-ER-02' : 'PS-ER-01', { errors }, { type: 'error', code });
    if (request.what === 'output') return done('PS-SE-03', {}, { type: 'output', is: state.output ? 'on' : 'off' });
    if (request.what !== 'identity') return done('PS-SE-01', {}, { type: 'number', value: state[request.what] / 1000 });
    return { ...done('PS-SE-05', {}, IDENTITY), accepts: ({ type }) => type === 'identity' || 'no identity' };
  },
  refuse({ error: { code } }, state, { errors: most }) {
    if (code === 'truncated') return { clause: 'PS-LN-02' };
    return { clause: 'PS-ER-05', state: queued(state, code === 'range' ? '-101' : '-363', most) };
  },
  always: { sum: 'PS-LN-01', time: 'PS-LN-05', unasked: 'PS-LN-04', pieces: 'PS-LN-03', pipelined: 'PS-LN-03' },
  baseline: (['reset', 'clear'] as const).map((what) => ({ type: 'common', what })),
  probe: { type: 'query', what: 'voltage' },
  scenarios: [
    {
      id: 'full-queue',
      title: 'one error less than there is room for, as many, and one more, come out as they went in',
      covers: ['PS-ER-02'],
      async run(host) {
        for (const room of [1, 0, -1]) {
          const lines = Array.from({ length: host.p.errors - room }, (_, i) => ['NONE', 'VOLT', '*RST 1'][i % 3]!);
          for (const line of lines) await host.play({ type: 'other', line });
          for (const _ of [...lines, 'one more']) await host.play({ type: 'query', what: 'error' });
        }
      },
    },
  ],
  defects: {
    'newest-error-first': {
      breaks: 'PS-ER-01',
      text: 'The error queue is a stack: its newest error comes out first.',
      change: ({ rule }) => ({
        rule(request, state) {
          if (request.type !== 'query' || request.what !== 'error') return rule(request, state);
          return rule(request, { ...state, errors: state.errors.toReversed() });
        },
      }),
    },
    'reset-leaves-output': {
      breaks: 'PS-SE-04',
      text: '*RST leaves the output on.',
      change: ({ rule }) => ({
        rule(request, state) {
          const ruling = rule(request, state);
          if (request.type !== 'common' || request.what !== 'reset') return ruling;
          return { ...ruling, state: { ...state, voltage: 0, current: 0 } };
        },
      }),
    },
    'milli-unchecked': {
      breaks: 'PS-SE-02',
      text: 'What is set in MV or MA is not compared with the highest voltage or current.',
      change: ({ rule }) => ({
        rule(request, state) {
          const ruling = rule(request, state);
          if (ruling.clause !== 'PS-SE-02' || request.type !== 'set' || request.value < 0) return ruling;
          const isMilli = request.unit === 'mV' || request.unit === 'mA';
          return isMilli ? { ...ruling, state: { ...state, [request.what]: Math.round(request.value) } } : ruling;
        },
      }),
    },
  },
});
