/** What TypeScript knows of a described protocol. Each line after an @ts-expect-error is a mistake that does not compile. */
import {
  byLength,
  crc16modbus,
  enumOf,
  fc,
  list,
  messages,
  millis,
  param,
  requestResponse,
  u16be,
  u8,
  wire,
  type Messages,
} from 'wirejig';
import { matchers, open, VirtualSerialPort } from 'wirejig/testing';

const tag = { command: u8() };

export const requests = wire({
  tag,
  forms: { move: [1, { valve: u8(), to: enumOf(u8(), { shut: 0, open: 1 }) }], show: [2, {}] },
  sum: crc16modbus,
});

const answers = wire({
  tag,
  forms: {
    valves: [1, { all: list(u8(), { count: u8(), most: 16 }) }],
    refused: [2, { valve: u8(), code: u16be() }],
  },
  sum: crc16modbus,
});

export type Request = Messages<typeof requests>;

/** `true` where both types are the same, and not only assignable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Move = { readonly type: 'move'; readonly valve: number; readonly to: 'shut' | 'open' };

export const isRightUnion: Same<Request, Move | { readonly type: 'show' }> = true;

export const move: Request = { type: 'move', valve: 1, to: 'open' };
// @ts-expect-error a valve is open or shut
export const wrongWord: Request = { type: 'move', valve: 1, to: 'ajar' };
// @ts-expect-error a field is missing
export const missingField: Request = { type: 'move', valve: 1 };
// @ts-expect-error a field has another name
export const wrongField: Request = { type: 'move', valf: 1, to: 'open' };
// @ts-expect-error there is no such form
export const wrongForm: Request = { type: 'close' };
// @ts-expect-error a number is no text
requests.encode({ type: 'move', valve: '1', to: 'open' });

export const valve = requestResponse({
  baud: 9600,
  parameters: {
    valves: param(4, 'How many valves there are.', { min: 1, max: 16 }),
    start: param('shut', 'How the valves begin.', { choices: ['open', 'shut'] }),
  },
  requests,
  answers,
  framing: byLength({ idle: millis(20) }),
  initial: ({ valves }) => Array.from({ length: valves }, () => 0),
  time: { max: millis(20) },
}).protocol({
  id: 'valve',
  title: 'Valves',
  page: `
    ## Valve
    - VL-01 MUST profile — Move opens or closes one valve and is answered by all of them.
    - VL-02 MUST profile — a frame that cannot be read is not answered.
    - VL-03 MUST profile — a valve that is not there is answered by Refused.
  `,
  rules(request, state, { valves, start }) {
    const startsAs: 'open' | 'shut' = start;
    if (request.type === 'show') {
      // @ts-expect-error show has no valve
      void request.valve;
      return { clause: 'VL-01', answer: { type: 'valves', all: state } };
    }
    if (request.valve >= valves)
      return { clause: 'VL-03', answer: { type: 'refused', valve: request.valve, code: startsAs.length } };
    const all = state.with(request.valve, request.to === 'open' ? 1 : 0);
    return { clause: 'VL-01', state: all, answer: { type: 'valves', all } };
  },
  refuse: () => ({ clause: 'VL-02' }),
  probe: { type: 'show' },
});

requestResponse({
  baud: 9600,
  requests,
  answers,
  framing: byLength({ idle: millis(20) }),
  initial: 0,
  time: { max: millis(20) },
}).protocol({
  id: 'wrong',
  title: 'Wrong',
  page: '',
  // @ts-expect-error an answer lacks a field
  rules: () => ({ clause: 'VL-01', answer: { type: 'refused', valve: 1 } }),
  refuse: () => ({ clause: 'VL-02' }),
  // @ts-expect-error there is no such request
  probe: { type: 'shown' },
});

export const drawn: fc.Arbitrary<Request> = messages(requests);

export async function inATest(): Promise<number> {
  const board = await open('virtual', valve);
  const { answer, ms } = await board.exchange({ type: 'move', valve: 1, to: 'open' });
  // @ts-expect-error a valve is open or shut
  await board.play({ type: 'move', valve: 1, to: 'ajar' });
  if (answer.type === 'refused') return answer.code;
  const all: readonly number[] = answer.all;
  return ms.high + all.length;
}

export const isPassed: boolean = matchers.toAnswerWithin({ ms: { low: 1, high: 2 } }, 50).pass;
export const port = new VirtualSerialPort({ path: '/dev/ttyUSB0', baudRate: 9600 });
export const isWritten: boolean = port.write(Buffer.of(1));
