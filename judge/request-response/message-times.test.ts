/** How long a board may take, on a line of text whose answers only their end closes. */
import { describeProtocol } from '../../protocols/request-response/request-response';
import { millis } from '../../protocols/time';
import { literal } from '../../protocols/wire/field';
import { lines } from '../../protocols/wire/framing';
import { wire } from '../../protocols/wire/wire';
import { LineScript } from './testing/line-script';

const PAGE = `## Echo
- E-ANSWER MUST documented — ? is answered by ok.
- E-TIME MUST documented — an answer begins within 100 ms, and nothing comes unasked.
- E-TICK MUST documented — it may say tick at any time.`;

const echo = describeProtocol(
  {
    baud: 19_200,
    requests: wire({ forms: { ask: { name: literal('?') } } }),
    answers: wire({ forms: { ok: { name: literal('ok') }, tick: { name: literal('tick') } } }),
    framing: lines({ end: 'lf', longest: 20, idle: millis(100) }),
    initial: {},
    time: { max: millis(100) },
  },
  {
    id: 'echo',
    title: 'Echo',
    page: PAGE,
    rules: () => ({ clause: 'E-ANSWER', answer: { type: 'ok' } }),
    refuse: () => ({ clause: 'E-ANSWER' }),
    always: { time: 'E-TIME', unasked: 'E-TIME' },
    unsolicited: [
      { clause: 'E-TICK', matches: ({ type }) => type === 'tick', message: () => ({ type: 'tick' }) },
    ],
    probe: { type: 'ask' },
  },
);

test('a byte that came long before the request does not lengthen the time of the answer', () => {
  const asked = new LineScript(echo, { known: true })
    .tx(0, { type: 'ask' })
    .rx(10, Buffer.from('ok\n\0'))
    .tx(60_000, { type: 'ask' })
    .rx(60_010, Buffer.from('ok\n\0'));
  expect(asked.failed).toEqual(['E-TIME malformed']);
  expect(asked.monitor.due()?.until).toBeLessThan(1000 * 61_000);
});

test.each([
  [100, []],
  [105, ['E-TIME late']],
] as const)('a tick before the answer takes no more than its own time: after %i ms %j', (at, failed) => {
  const asked = new LineScript(echo, { known: true })
    .tx(0, { type: 'ask' })
    .rx(50, Buffer.from('tick\n'))
    .rx(at, Buffer.from('ok\n'));
  expect(asked.failed).toEqual(failed);
});

test('a tick that this host has read late took no longer on the line', () => {
  const asked = new LineScript(echo, { known: true }).tx(0, { type: 'ask' });
  const bytes = Buffer.from('tick\n');
  asked.monitor.rx({
    direction: 'rx',
    bytes,
    notBefore: millis(10),
    lastNotBefore: millis(10),
    notAfter: millis(90),
  });
  expect(asked.rx(150, Buffer.from('ok\n')).failed).toEqual(['E-TIME late']);
});
