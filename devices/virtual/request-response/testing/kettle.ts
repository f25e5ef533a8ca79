/**
 * For tests: a small protocol with features that Modbus does not have. Bounds in the wire, several answers, an outcome
 * that the board chooses, unsolicited messages, requests in pieces and in direct sequence.
 *
 *     │ 02 │ length │ command │ fields │ xor │
 */
import { describeProtocol } from '../../../../protocols/request-response/request-response';
import { millis } from '../../../../protocols/time';
import { lengthOf, u16le, u8 } from '../../../../protocols/wire/field';
import { startByte } from '../../../../protocols/wire/framing';
import { xor8 } from '../../../../protocols/wire/sums';
import { wire, type Messages } from '../../../../protocols/wire/wire';

export const kettleRequests = wire({
  head: { length: lengthOf(u8()) },
  tag: { command: u8() },
  forms: {
    get: [1, {}],
    set: [2, { level: u16le({ min: 10, max: 1000 }) }],
    roll: [3, {}],
    list: [4, {}],
  },
  sum: xor8(),
});

export const kettleAnswers = wire({
  head: { length: lengthOf(u8()) },
  tag: { command: u8() },
  forms: {
    level: [1, { level: u16le() }],
    done: [2, {}],
    rolled: [3, { value: u8({ min: 1, max: 6 }) }],
    item: [4, { number: u8() }],
    alive: [5, {}],
    error: [0xee, { reason: u8() }],
  },
  sum: xor8(),
});

export interface KettleState {
  readonly level: number;
  readonly rolled: number;
}

const REASONS: Readonly<Record<string, number>> = { checksum: 1, range: 2, 'unknown-form': 3 };
const SIDES = [1, 2, 3, 4, 5, 6];

export const kettle = describeProtocol<
  Messages<typeof kettleRequests>,
  Messages<typeof kettleAnswers>,
  KettleState,
  Record<never, never>
>(
  {
    baud: 115_200,
    requests: kettleRequests,
    answers: kettleAnswers,
    framing: startByte(0x02, { idle: millis(20) }),
    initial: { level: 10, rolled: 0 },
    time: { max: millis(50) },
  },
  {
    id: 'kettle',
    title: 'A kettle',
    page: `
      ## Frames
      - KT-FR-01 MUST documented — every frame of the board ends with the XOR of what is before it.
      - KT-FR-02 MUST documented — a frame that cannot be read is answered by an error where it has an end.
      - KT-FR-03 MUST documented — a request in pieces is one request.
      - KT-FR-04 MUST documented — requests right after each other are all answered.
      - KT-FR-05 MUST documented — 20 ms of silence end half a frame.
      ## Commands
      - KT-CM-01 MUST documented — get answers with the level, and the last roll on top of it.
      - KT-CM-02 MUST documented — set changes the level.
      - KT-CM-03 MUST documented — roll answers with 1 to 6.
      - KT-CM-04 MUST documented — list answers with three items, in order.
      ## Time
      - KT-TM-01 MUST documented — an answer begins within 50 ms.
      - KT-TM-02 MUST documented — the board says every 2 to 3 s that it is alive, and nothing else unasked.
    `,
    rules(request, state) {
      switch (request.type) {
        case 'get':
          return { clause: 'KT-CM-01', answer: { type: 'level', level: state.level + state.rolled } };
        case 'set':
          return { clause: 'KT-CM-02', answer: { type: 'done' }, state: { ...state, level: request.level } };
        case 'roll': {
          const outcomes = SIDES.map((value) => ({
            answer: { type: 'rolled' as const, value },
            state: { ...state, rolled: value },
          }));
          return { clause: 'KT-CM-03', oneOf: outcomes };
        }
        case 'list':
          return { clause: 'KT-CM-04', answers: [1, 2, 3].map((number) => ({ type: 'item', number })) };
      }
    },
    refuse: ({ error }) => {
      const reason = REASONS[error.code];
      return reason === undefined
        ? { clause: 'KT-FR-05' }
        : { clause: 'KT-FR-02', answer: { type: 'error', reason } };
    },
    always: {
      sum: 'KT-FR-01',
      time: 'KT-TM-01',
      unasked: 'KT-TM-02',
      pieces: 'KT-FR-03',
      pipelined: 'KT-FR-04',
      recovery: 'KT-FR-05',
    },
    unsolicited: [
      {
        clause: 'KT-TM-02',
        matches: ({ type }) => type === 'alive',
        message: () => ({ type: 'alive' }),
        period: { min: millis(2000), max: millis(3000) },
      },
    ],
    baseline: [{ type: 'set', level: 10 }],
    probe: { type: 'list' },
  },
);
