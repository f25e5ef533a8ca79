/**
 * For tests: a board that takes each request by its sequence number only.
 *
 *     request  │ seq │ command │ value … │ XOR │        00 sync: the next one is 1    01 get    02 set
 */
import { millis } from '../../time';
import { u16be, u8 } from '../../wire/field';
import { byLength } from '../../wire/framing';
import { xor8 } from '../../wire/sums';
import { wire, type Messages } from '../../wire/wire';
import { describeProtocol } from '../request-response';

const shared = { head: { seq: u8() }, tag: { command: u8() }, sum: xor8() };
const requests = wire({
  ...shared,
  forms: { sync: [0, {}], get: [1, {}], set: [2, { value: u16be({ max: 500 }) }] },
});
const answers = wire({
  ...shared,
  forms: { synced: [0x80, {}], value: [0x81, { value: u16be() }], resend: [0x82, { expected: u8() }] },
});

export const sequenceNumbers = describeProtocol<
  Messages<typeof requests>,
  Messages<typeof answers>,
  { readonly next: number; readonly value: number },
  Record<never, never>
>(
  {
    baud: 9600,
    requests,
    answers,
    framing: byLength({ idle: millis(20) }),
    initial: { next: 1, value: 0 },
    time: { max: millis(50) },
  },
  {
    id: 'numbered',
    title: 'Numbered requests',
    page: `
      ## Requests
      - NR-01 MUST profile — get and set with the next number are answered by the value.
      - NR-02 MUST profile — another number is answered by resend, and changes nothing.
      - NR-03 MUST profile — sync is answered, and the next number is 1.
      - NR-04 MUST profile — other bytes are not answered.
      - NR-05 MUST profile — an answer begins within 50 ms.`,
    prepare: (request, { next }) => ({ ...request, seq: request.type === 'sync' ? 0 : next }),
    rules: (request, state) => {
      const { seq } = request;
      if (request.type === 'sync')
        return { clause: 'NR-03', state: { next: 1, value: 0 }, answer: { type: 'synced', seq } };
      if (seq !== state.next)
        return { clause: 'NR-02', answer: { type: 'resend', seq, expected: state.next } };
      const value = request.type === 'set' ? request.value : state.value;
      return {
        clause: 'NR-01',
        state: { next: (seq + 1) & 0xff, value },
        answer: { type: 'value', seq, value },
      };
    },
    refuse: () => ({ clause: 'NR-04' }),
    always: { time: 'NR-05', unasked: 'NR-04' },
    baseline: [{ type: 'sync', seq: 0 }],
    probe: { type: 'get', seq: 0 },
  },
);
