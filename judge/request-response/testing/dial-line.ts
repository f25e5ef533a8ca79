/** A small protocol in which a message looks like an answer, and what is due depends on the state; and lines on which it is spoken. */
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { describeProtocol } from '../../../protocols/request-response/request-response';
import { millis } from '../../../protocols/time';
import { byLength } from '../../../protocols/wire/framing';
import { u8 } from '../../../protocols/wire/field';
import { wire } from '../../../protocols/wire/wire';
import { LineScript } from './line-script';

const requests = wire({
  tag: { command: u8() },
  forms: { get: [1, { step: u8() }], near: [2, {}], list: [3, {}], turn: [4, {}], maybe: [5, {}] },
});
const answers = wire({
  tag: { answer: u8() },
  forms: { value: [1, { n: u8() }], item: [2, { n: u8() }], done: [3, {}] },
});
const HIGHEST = 2;

export interface DialOptions {
  /** It sends its value by itself every 300 to 600 ms. */
  readonly messages?: boolean;
  readonly pipelined?: boolean;
}

function dialProtocol({ messages = false, pipelined = false }: DialOptions = {}): AnyRequestResponse {
  const framing = byLength({ idle: millis(20) });
  return describeProtocol(
    { baud: 19_200, requests, answers, framing, initial: 0, time: { max: millis(100) } },
    {
      id: 'dial',
      title: 'Dial',
      page: PAGE,
      rules({ type }, n) {
        const value = { type: 'value', n } as const;
        if (type === 'get')
          return {
            clause: 'D-GET',
            answer: value,
            ...(n === 0 && { time: { min: millis(50), max: millis(100) } }),
          };
        if (type === 'near')
          return {
            clause: 'D-NEAR',
            answer: { type: 'value', n: 50 } as const,
            accepts: (answer: { readonly type: string }) =>
              answer.type === 'value' ? (true as const) : 'no value',
          };
        if (type === 'list')
          return {
            clause: 'D-LIST',
            answers: Array.from({ length: n + 1 }, () => ({ type: 'item', n }) as const),
          };
        if (type === 'maybe')
          return { clause: 'D-MAYBE', oneOf: [{ answer: { type: 'done' } as const }, {}] };
        return { clause: 'D-TURN', answer: { type: 'done' } as const, state: Math.min(n + 1, HIGHEST) };
      },
      refuse: () => ({ clause: 'D-TURN' }),
      always: { time: 'D-TIME', unasked: 'D-UNASKED', ...(pipelined && { pipelined: 'D-PIPELINED' }) },
      unsolicited: messages
        ? [
            {
              clause: 'D-MESSAGE',
              matches: ({ type }) => type === 'value',
              message: (n) => ({ type: 'value', n }) as const,
              period: { min: millis(300), max: millis(600) },
            },
          ]
        : [],
      probe: { type: 'get', step: 0 },
    },
  );
}

const CLAUSES = ['GET', 'NEAR', 'LIST', 'TURN', 'MAYBE', 'TIME', 'UNASKED', 'PIPELINED', 'MESSAGE']
  .map((name) => `- D-${name} MUST documented — ${name.toLowerCase()}.`)
  .join('\n');
const PAGE = `## Dial\n${CLAUSES}`;

export function dialLine(options?: DialOptions, known = true): LineScript {
  return new LineScript(dialProtocol(options), { known });
}
