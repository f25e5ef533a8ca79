import { isDeepStrictEqual } from 'node:util';
import type { AnyRequestResponse, AnySession } from '../../../../protocols/request-response/definition';
import { cobs } from '../../../../protocols/wire/decoders/cobs';
import { slip } from '../../../../protocols/wire/decoders/escaped';
import { byLength, delimiter, startByte } from '../../../../protocols/wire/framing';
import { micros, millis } from '../../../../protocols/time';
import {
  registerProtocol,
  SILENCE_FRAMING,
  type RegisterOptions,
} from '../../../../protocols/request-response/testing/register-protocol';
import { dice } from '../../campaign/dice';
import { runDescribedCampaign } from '../../testing/described-campaign';
import { fuzzTarget } from './fuzz-target';

const idle = millis(20);
const PLAIN: AnyRequestResponse = registerProtocol();

const VARIANTS: readonly (readonly [name: string, options: RegisterOptions])[] = [
  ['length', {}],
  ['length, pipelined', { pipelined: true }],
  ['silence', { framing: SILENCE_FRAMING }],
  ['slip', { framing: slip({ idle }), pipelined: true }],
  ['cobs without idle', { framing: cobs() }],
  [
    'a delimiter that not every content may have',
    { framing: { requests: delimiter(0x77), answers: byLength({ idle }) } },
  ],
  ['start byte', { framing: startByte(0x02, { idle }) }],
  ['events', { events: true }],
];

test.each(VARIANTS)('%s: hundreds of cases without a false alarm', async (_name, options) => {
  const { findings, end } = await runDescribedCampaign(registerProtocol(options), { cases: 300 });
  expect(findings.map(({ steps, requirement, seen }) => ({ steps, requirement, seen }))).toEqual([]);
  expect([end.cases, end.flakes]).toEqual([300, 0]);
});

test('a campaign reaches everything that can be reached', async () => {
  const { end } = await runDescribedCampaign(PLAIN, { cases: 1000 });
  const { states, triggers, responses, fields } = fuzzTarget(PLAIN);
  expect(Object.keys(end.states)).toEqual(expect.arrayContaining([...states]));
  expect(Object.keys(end.triggers)).toEqual(expect.arrayContaining([...triggers]));
  expect(Object.keys(end.responses)).toEqual(
    expect.arrayContaining(responses.filter((name) => name !== 'event')),
  );
  expect(Object.keys(end.fields)).toEqual(expect.arrayContaining([...fields]));
});

test('a campaign is silent for long enough to notice a board that sends by itself', () => {
  const choices = dice(1);
  const session = fuzzTarget(PLAIN).session({});
  const steps = session.generators
    .filter(({ name }) => name === 'silence')
    .flatMap((one) => Array.from({ length: 40 }, () => one.make(choices, { seen: [] })).flat());
  const spans = steps.map((step) => (step.kind === 'listen' ? step.span : 0));
  expect(Math.max(...spans)).toBeGreaterThan(1_500_000);
});

test('an earlier request is changed in one number by one; its other fields stay', () => {
  const choices = dice(1);
  const { requests } = PLAIN.at({});
  const seen = [{ type: 'write', unit: 1, address: 3, value: 500 }];
  const changed = fuzzTarget(PLAIN)
    .session({})
    .generators.filter(({ name }) => name === 'an earlier request, changed')
    .flatMap((one) => Array.from({ length: 200 }, () => one.make(choices, { seen })).flat())
    .map((step) => (step.kind === 'send' ? requests.wire.decode(step.bytes) : undefined));
  const beside = { type: 'write', unit: 1, address: 4, value: 500 };
  expect(
    changed.filter((one) => one?.kind === 'frame' && isDeepStrictEqual(one.value, beside)).length,
  ).toBeGreaterThan(3);
});

/** A defect, and the clause that it breaks. */
const DEFECTS: readonly (readonly [
  name: string,
  clause: string,
  change: (sound: AnySession) => Partial<AnySession>,
])[] = [
  [
    'a write is answered and not done',
    'REG-11',
    (sound) => ({
      rule: (request, state) => {
        const ruling = sound.rule(request, state);
        return ruling.clause === 'REG-11' ? { ...ruling, state } : ruling;
      },
    }),
  ],
  [
    'the checksum is not looked at',
    'REG-07',
    (sound) => ({
      refusal: (reject, state) =>
        reject.value === undefined ? sound.refusal(reject, state) : sound.rule(reject.value, state),
    }),
  ],
  [
    'it answers half as late again',
    'REG-03',
    ({ time }) => ({ time: { min: micros(1.1 * time.max), max: micros(1.5 * time.max) } }),
  ],
  [
    'two answers come in the wrong order',
    'REG-17',
    (sound) => ({
      rule: (request, state) => {
        const ruling = sound.rule(request, state);
        return ruling.answers === undefined ? ruling : { ...ruling, answers: ruling.answers.toReversed() };
      },
    }),
  ],
  [
    'a read is not answered',
    'REG-10',
    (sound) => ({
      rule: (request, state) => (request.type === 'read' ? { clause: 'REG-10' } : sound.rule(request, state)),
    }),
  ],
];

test.each(DEFECTS)('%s: found under %s, in at most three steps', async (_name, clause, change) => {
  const board = { ...PLAIN, at: () => ({ ...PLAIN.at({}), ...change(PLAIN.at({})) }) };
  const { findings } = await runDescribedCampaign(PLAIN, { cases: 250, board });
  expect(findings[0]?.requirement).toBe(clause);
  expect(findings[0]?.steps.length).toBeLessThanOrEqual(3);
});
