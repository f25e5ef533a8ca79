/** A message that has begun when an event cancels it. */
import type { AnyConversation } from '../../protocols/conversation/session';
import { describeConversation } from '../../protocols/conversation/conversation';
import type { Send } from '../../protocols/conversation/definition';
import { micros, millis } from '../../protocols/time';
import { codec } from '../../protocols/wire/codec';
import { constant, u8 } from '../../protocols/wire/field';
import { fixedLength } from '../../protocols/wire/framing';
import { wire, type Messages } from '../../protocols/wire/wire';
import { ConversationMonitor } from './monitor';

const idle = millis(50);
const keys = wire({ tag: { key: u8() }, forms: { go: [1, {}], stop: [2, {}] } });
const points = wire({ forms: { point: { is: constant(u8(), 7), number: u8() } } });
interface State {
  readonly isOn: boolean;
  readonly next: number;
}

const POINT: Send<Messages<typeof points>, State> = {
  title: 'point',
  clause: 'ST-01',
  accepts: ({ number }, { isOn, next }) => isOn && number === next,
  make: ({ next }) => ({ type: 'point', number: next }),
  within: { max: millis(100) },
  then: ({ number }, state) => ({ state: { ...state, next: number + 1 }, sends: [POINT] }),
};

const stream = describeConversation(
  {
    links: {
      line: {
        baud: 9600,
        host: { codec: codec(keys, fixedLength(1, { idle })) },
        board: { codec: codec(points, fixedLength(2, { idle })), silence: idle },
      },
    },
    initial: { isOn: false, next: 1 } as State,
    quiet: millis(5),
    firmware: () => ({}),
  },
  {
    id: 'stream',
    title: 'A stream',
    page: '## Stream\n- ST-01 MUST profile — points come, numbered, from go to stop.',
    rules: (event, state) => {
      if (event.kind !== 'message') return {};
      const isOn = event.message.type === 'go';
      return { state: { ...state, isOn }, cancels: ['point'], sends: isOn ? [POINT] : [] };
    },
    background: ['point'],
    charge: () => 'ST-01',
    unknown: (state) => state,
  },
) as unknown as AnyConversation;

/** `stop` is on the wire from 20 to 21 ms; `bytes` of the board at these milliseconds. */
function failed(bytes: readonly (readonly [at: number, byte: number])[]) {
  const monitor = new ConversationMonitor(stream.at({}), { known: true, seesResets: true });
  const chunk = (direction: 'tx' | 'rx', at: number, value: number) => ({
    direction,
    bytes: Uint8Array.of(value),
    notBefore: millis(at),
    lastNotBefore: millis(at),
    notAfter: millis(at),
  });
  monitor.tx(chunk('tx', 0, 1), 'line');
  let isStopped = false;
  for (const [at, byte] of bytes) {
    if (at > 21 && !isStopped) monitor.tx(chunk('tx', 21, 2), 'line');
    isStopped ||= at > 21;
    monitor.rx(chunk('rx', at, byte), 'line');
  }
  monitor.tick(micros(millis(500)));
  return monitor.judgements().filter(({ verdict }) => verdict === 'fail').length;
}

const FIRST = [
  [10, 7],
  [11, 1],
] as const;

test('a message that had begun before stop was over is none after stop', () => {
  expect(failed([...FIRST, [20.5, 7], [21.5, 2]])).toBe(0);
});

test.each([
  [
    'begins after it',
    [
      [21.2, 7],
      [22.2, 2],
    ],
  ],
  [
    'is another than was due',
    [
      [20.5, 7],
      [21.5, 3],
    ],
  ],
  [
    'is one more',
    [
      [20.5, 7],
      [21.5, 2],
      [22, 7],
      [23, 3],
    ],
  ],
] as const)('one that %s fails', (_, bytes) => {
  expect(failed([...FIRST, ...bytes])).toBe(1);
});
