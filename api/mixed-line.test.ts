/** A described protocol whose line has binary frames and lines of text: its suite, its defects and its dissector follow. */
import { requirementsWith, runSuite } from '../scenarios/testing/suite-run';
import {
  anyOf,
  decimal,
  fletcher16,
  hexSum,
  lengthOf,
  lines,
  literal,
  millis,
  oneOf,
  requestResponse,
  startByte,
  u16le,
  u8,
  wire,
  xor8,
} from './index';

const IDLE = millis(20);
const tag = { message: u8({ base: 'hex' }) };
const length = lengthOf(u16le(), { from: 'here', plus: -2 });
const fletcher = fletcher16({ modulus: 256, order: 'little' });
const nmea = hexSum(xor8(), { after: '*' });

const receiver = requestResponse({
  baud: 9600,
  requests: oneOf(
    wire({
      tag,
      forms: { set: [6, { length, rate: u16le({ min: 50, max: 2000 }) }], get: [10, { length }] },
      sum: fletcher,
    }),
    wire({
      forms: { query: { is: literal('PUBX,'), number: decimal({ min: 0, max: 20 }) } },
      sum: nmea,
    }),
  ),
  answers: oneOf(
    wire({ tag, forms: { rate: [10, { length, rate: u16le() }], nak: [5, { length }] }, sum: fletcher }),
    wire({ forms: { fix: { is: literal('FIX,'), number: decimal({ min: 0, max: 20 }) } }, sum: nmea }),
  ),
  framing: anyOf(startByte([0xb5, 0x62], { idle: IDLE }), lines({ start: 0x24, end: 'crlf', idle: IDLE })),
  initial: { rate: 1000 },
  time: { max: millis(50) },
}).protocol({
  id: 'receiver',
  title: 'Receiver',
  page: `
## Receiver
- RC-01 MUST profile — get and set are answered by the rate.
- RC-02 MUST profile — query is answered by its number.
- RC-03 MUST profile — other bytes are not answered.
- RC-04 MUST profile — a wrong sum is answered by nak.
- RC-05 MUST profile — an answer begins within 50 ms.
`,
  rules(request, state) {
    if (request.type === 'query') return { clause: 'RC-02', answer: { type: 'fix', number: request.number } };
    const next = request.type === 'set' ? { rate: request.rate } : state;
    return { clause: 'RC-01', state: next, answer: { type: 'rate', ...next } };
  },
  refuse: ({ error: { code } }) =>
    code === 'checksum' ? { clause: 'RC-04', answer: { type: 'nak' } } : { clause: 'RC-03' },
  always: { sum: 'RC-04', time: 'RC-05', unasked: 'RC-03', recovery: 'RC-03' },
  baseline: [{ type: 'set', rate: 1000 }],
  probe: { type: 'get' },
});

test.each([
  ['receiver', []],
  ['receiver+checksum-last-byte-only', ['RC-04']],
  ['receiver+query-number-unchecked', ['RC-03']],
  ['receiver+rate-rate-swapped', ['RC-01']],
])('%s fails %j', async (board, failed) => {
  const result = await runSuite(receiver.suite, {
    board,
    kinds: receiver.boards,
    sampled: true,
    only: failed,
  });
  expect(requirementsWith(result, 'fail')).toEqual(failed);
  if (failed.length === 0) expect(requirementsWith(result, 'pass')).toHaveLength(5);
});
