import { micros, millis } from '../time';
import { u8 } from '../wire/field';
import { byLength } from '../wire/framing';
import { oneOf } from '../wire/one-of';
import { xor8 } from '../wire/sums';
import { wire } from '../wire/wire';
import { RuleError } from './definition';
import { describeProtocol, param, type RuleOptions } from './request-response';

const PAGE = `
## Lamp
- LP-01 MUST profile — Set sets the level and is answered by it.
- LP-02 MUST profile — a frame with a wrong checksum is not answered.
`;

const requests = wire({ tag: { command: u8() }, forms: { set: [1, { level: u8() }] }, sum: xor8() });
const answers = wire({ tag: { command: u8() }, forms: { level: [1, { level: u8() }] }, sum: xor8() });

const line = {
  baud: 9600,
  parameters: {
    most: param(100, 'Highest level.', { min: 1, max: 255 }),
    mode: param('safe', 'How it starts.', { choices: ['safe', 'fast'] }),
  },
  requests,
  answers,
  framing: byLength({ idle: millis(20) }),
  initial: { level: 0 },
  time: { max: millis(10) },
} as const;

type Rules = RuleOptions<
  { type: 'set'; level: number },
  { type: 'level'; level: number },
  { level: number },
  (typeof line)['parameters']
>;

const rules: Rules = {
  id: 'lamp',
  title: 'A lamp',
  page: PAGE,
  rules: ({ level }, _state, { most, mode }) => {
    const kept = Math.min(level, mode === 'safe' ? most : 255);
    return { clause: 'LP-01', answer: { type: 'level', level: kept }, state: { level: kept } };
  },
  refuse: () => ({ clause: 'LP-02' }),
  probe: { type: 'set', level: 0 },
};

const reject = {
  kind: 'reject',
  raw: Uint8Array.of(1),
  first: micros(0),
  last: micros(0),
  error: { code: 'checksum', offset: 0, message: '' },
} as const;

test('baseline and probe are the messages that a board reads', () => {
  const withTag = { type: 'set', level: 0, command: 1 } as { type: 'set'; level: number };
  const session = describeProtocol(line, { ...rules, baseline: [withTag], probe: withTag }).at({});
  expect([...session.baseline, session.probe]).toEqual([rules.probe, rules.probe]);
});

test('each direction may have several wires', () => {
  const others = wire({ tag: { command: u8() }, forms: { alarm: [9, { cause: u8() }] } });
  const session = describeProtocol({ ...line, answers: oneOf(answers, others) }, rules).at({});
  expect(session.answers.codec.encode({ type: 'level', level: 2 })).toEqual(Uint8Array.of(1, 2, 3));
  expect(session.answers.codec.encode({ type: 'alarm', cause: 2 })).toEqual(Uint8Array.of(9, 2));
});

test('a description with the parameters of one board', () => {
  const lamp = describeProtocol(line, rules);
  expect(lamp.parameters).toEqual([
    { name: 'most', text: 'Highest level.', default: 100, min: 1, max: 255 },
    { name: 'mode', text: 'How it starts.', default: 'safe', choices: ['safe', 'fast'] },
  ]);
  expect(lamp.requirements.map(({ id }) => id)).toEqual(['LP-01', 'LP-02']);
  const session = lamp.at({ most: 30, mode: 'safe' });
  expect(session.rule({ type: 'set', level: 200 }, { level: 0 })).toEqual({
    clause: 'LP-01',
    answer: { type: 'level', level: 30 },
    state: { level: 30 },
  });
  expect(session.refusal(reject, { level: 0 })).toEqual({ clause: 'LP-02' });
  expect(session.idle).toBe(12_000);
  expect(session.requests.codec.encode({ type: 'set', level: 2 })).toEqual(Uint8Array.of(1, 2, 3));
});

test("an error in a rule is its author's, with the place in the file", () => {
  const lamp = describeProtocol(line, {
    ...rules,
    rules: () => {
      throw new TypeError('no such register');
    },
  });
  const ask = (): unknown => lamp.at({}).rule({ type: 'set', level: 1 }, { level: 0 });
  expect(ask).toThrow(RuleError);
  expect(ask).toThrow(
    /^lamp: rules of 'set' threw no such register at .*request-response\.test\.ts:\d+:\d+$/,
  );
});

test('a rule with an unknown clause is an error of its author', () => {
  const lamp = describeProtocol(line, { ...rules, refuse: () => ({ clause: 'LP-09' }) });
  expect(() => lamp.at({}).refusal(reject, { level: 0 })).toThrow(
    new RuleError("lamp: refuse of 'checksum': the page has no clause LP-09"),
  );
});

test.each<readonly [string, unknown, string]>([
  [
    'a promise',
    Promise.resolve({ clause: 'LP-01' }),
    'a promise: rules wait for nothing, so take the async away',
  ],
  ['nothing', undefined, 'undefined: give { clause, answer, state }'],
  ['a text', 'LP-01', "'LP-01': give { clause, answer, state }"],
  [
    'another key',
    { clause: 'LP-01', anser: {} },
    "'anser': a ruling has clause, clauseOf, clauseOfNext, answer, accepts, draw, describe, answers, oneOf, state, time",
  ],
])('a rule that gives %s is an error of its author', (_, ruling, message) => {
  const lamp = describeProtocol(line, { ...rules, rules: () => ruling as ReturnType<Rules['rules']> });
  const ask = (): unknown => lamp.at({}).rule({ type: 'set', level: 1 }, { level: 0 });
  expect(ask).toThrow(RuleError);
  expect(ask).toThrow(`lamp: rules of 'set' gave ${message}`);
});

/** As in a JavaScript file, where nobody checks types. */
test.each<readonly [object, object, string]>([
  [{}, { probe: undefined }, 'probe: is missing: give a request that any live board answers'],
  [{}, { rules: undefined }, 'rules: is missing: give a function'],
  [{}, { tittle: 'A lamp' }, 'tittle: is no option: there are id, title, page, rules, '],
  [{}, { always: { summ: 'LP-01' } }, 'always.summ: is no option: there are sum, form, '],
  [{}, { probe: { type: 'sett' } }, 'probe: type: sett, should be one of set'],
  [
    {},
    { baseline: [rules.probe, { type: 'set', level: 256 }] },
    'baseline.1: set.level: 256, should be 0..255',
  ],
  [{ baud: '9600' }, {}, "baud: is '9600': give a number"],
  [{ baud: undefined }, {}, 'baud: is missing: give a number'],
  [
    { framing: undefined },
    {},
    'framing: is missing: give what ends a frame, as byLength({ idle: millis(20) })',
  ],
  [{ answers: { level: u8() } }, {}, 'answers: is an object: give what wire({ … }) gives'],
  [
    { parameters: { most: param(0, '', { min: 1 }) } },
    {},
    'parameters.most: the default 0 is not from 1 to ',
  ],
  [
    { parameters: { most: param(7, '', { min: 9, max: 3 }) } },
    {},
    'parameters.most: min 9 is above max 3: no value fits',
  ],
  [
    { parameters: { mode: { default: 'slow', text: '', choices: ['fast'] } } },
    {},
    "parameters.mode: the default 'slow' is none of its choices",
  ],
  [{ time: {} }, {}, 'time.max: is undefined: give a time, as millis(50)'],
  [{ time: { max: NaN } }, {}, 'time.max: is NaN: give a time, as millis(50)'],
  [{ time: { min: 9, max: 3 } }, {}, 'time.min: is 9: give a time up to time.max'],
])('%j %j is refused when the file is loaded', (wrongLine, wrongRules, message) => {
  const ask = () => describeProtocol({ ...line, ...wrongLine }, { ...rules, ...wrongRules });
  expect(ask).toThrow(message);
});

test.each([
  [{ id: 'My Lamp' }, "id: 'My Lamp' is not of small letters, digits and dashes"],
  [{ always: { sum: 'LP-07' } }, 'always.sum: the page has no clause LP-07'],
  [
    { defects: { dark: { breaks: 'LP-08', text: '', change: () => ({}) } } },
    'defects.dark.breaks: the page has no clause LP-08',
  ],
] as const)('an impossible description is refused when the file is loaded', (wrong, message) => {
  expect(() => describeProtocol(line, { ...rules, ...wrong })).toThrow(new Error(message));
});
