/** For tests: a gate that is opened on one link, reports on another, and shuts by itself. */
import { millis } from '../../time';
import { codec } from '../../wire/codec';
import { decimal } from '../../wire/kinds/digits';
import { literal, u8 } from '../../wire/field';
import { fixedLength, lines } from '../../wire/framing';
import { wire, type Messages } from '../../wire/wire';
import { describeConversation } from '../conversation';
import type { Ruling, Send } from '../definition';
import type { ConversationOptions } from '../options';

const keys = wire({ tag: { key: u8() }, forms: { open: [0x6f, {}], lock: [0x6c, {}] } });
const log = wire({
  forms: {
    opened: { is: literal('opened '), count: decimal({ min: 0, max: 9999 }) },
    shut: { is: literal('shut') },
    tick: { is: literal('tick') },
  },
});

export type GateKey = Messages<typeof keys>;
export type GateLine = Messages<typeof log>;

export interface GateState {
  readonly isLocked: boolean;
  /** undefined: not known. */
  readonly count: number | undefined;
}

const PAGE = `
## Gate
- GT-OP-01 MUST profile — Open is reported with its count within 50 ms.
- GT-OP-02 MUST profile — while it is locked, Open is ignored.
- GT-SH-01 MUST profile — it shuts 400 to 600 ms after it was opened last, and reports it.
- GT-TK-01 MUST profile — a ticket that is shown opens it, locked or not, and is reported within 30 ms.
- GT-UN-01 MUST profile — it says nothing else, but ticks.
- GT-RS-01 MUST profile — after a reset it is not locked, and counts from 1.
`;

type Own = { readonly step: number };
type Options = ConversationOptions<GateKey, GateLine, GateState, Own, Record<never, never>>;

const LINKS: Options['links'] = {
  keypad: { baud: 1200, host: { codec: codec(keys, fixedLength(1, { idle: millis(50) })) } },
  log: { baud: 9600, board: { codec: codec(log, lines({ end: 'lf' })) } },
};

function opened(count: number | undefined): Send<GateLine, GateState> {
  return {
    title: 'opened',
    clause: 'GT-OP-01',
    accepts: (line) => line.type === 'opened' && (count === undefined || line.count === count),
    make: (state) => ({ type: 'opened', count: state.count ?? 0 }),
    mistakes: ({ type }) => type === 'opened',
    within: { max: millis(50), clause: 'GT-OP-01' },
    then: (line) => (line.type === 'opened' ? { state: { isLocked: false, count: line.count } } : {}),
  };
}

const SHUT: Send<GateLine, GateState> = {
  title: 'shut',
  clause: 'GT-SH-01',
  accepts: ({ type }) => type === 'shut',
  make: () => ({ type: 'shut' }),
  within: { max: millis(20) },
};

export const gate = describeConversation(
  {
    links: LINKS,
    symbologies: ['qr'],
    initial: { isLocked: false, count: 0 },
    quiet: millis(1000),
    firmware: () => ({ step: 1 }),
  },
  {
    id: 'gate',
    title: 'A gate',
    page: PAGE,
    rules: (event, state, { step }): Ruling<GateLine, GateState> => {
      if (event.kind === 'reset')
        return { state: { isLocked: false, count: 0 }, timers: { shut: null }, keeps: ['GT-RS-01'] };
      if (event.kind === 'expired') return { sends: [SHUT] };
      if (event.kind === 'shown') {
        const ticket = opened(state.count === undefined ? undefined : state.count + step);
        const limits = [{ max: millis(30), clause: 'GT-TK-01' }];
        return {
          state: { ...state, count: state.count === undefined ? undefined : state.count + step },
          sends: [{ ...ticket, clause: 'GT-TK-01', within: { ...ticket.within, limits } }],
          timers: { shut: { min: millis(400), max: millis(600) } },
        };
      }
      if (event.kind !== 'message') return {};
      if (event.message.type === 'lock') return { state: { ...state, isLocked: !state.isLocked } };
      if (state.isLocked)
        return {
          sends: [
            {
              ...opened(undefined),
              title: 'silence',
              duty: 'never',
              clause: 'GT-OP-02',
              within: { max: millis(50) },
            },
          ],
        };
      const count = state.count === undefined ? undefined : state.count + step;
      return {
        state: { ...state, count },
        sends: [opened(count)],
        timers: { shut: { min: millis(400), max: millis(600) } },
      };
    },
    begins: ({ message }) => (message?.type === 'tick' ? {} : undefined),
    charge: () => 'GT-UN-01',
    unknown: (state) => ({ ...state, count: undefined }),
    isKnown: ({ count }) => count !== undefined,
    defects: {
      'counts-by-two': {
        breaks: 'GT-OP-01',
        text: 'Each opening counts twice.',
        change: () => ({ step: 2 }),
      },
      'lock-ignored': {
        breaks: 'GT-OP-02',
        text: 'A lock locks nothing.',
        change: (sound) => ({ rules: (event, state) => sound.rules(event, { ...state, isLocked: false }) }),
      },
      'never-shuts': {
        breaks: 'GT-SH-01',
        text: 'It stays open.',
        change: () => ({ expires: () => millis(1e6) }),
      },
      'ticket-silent': {
        breaks: 'GT-TK-01',
        text: 'A ticket opens it, and that is not reported.',
        change: (sound) => ({
          transmit: (messages, turn) => (turn.event.kind === 'shown' ? [] : sound.transmit(messages, turn)),
        }),
      },
      'ticket-slow': {
        breaks: 'GT-TK-01',
        text: 'A ticket is reported after 40 ms.',
        change: (sound) => ({
          delay: (turn, message, index) =>
            turn.event.kind === 'shown' ? millis(40) : sound.delay(turn, message, index),
        }),
      },
      'opened-late': {
        breaks: 'GT-OP-01',
        text: 'It reports after 70 ms.',
        change: () => ({ delay: () => millis(70) }),
      },
      'shut-twice': {
        breaks: 'GT-UN-01',
        text: 'It reports that it has shut twice.',
        change: (sound) => ({
          transmit: (messages, turn) =>
            turn.event.kind === 'expired' ? [...messages, ...messages] : sound.transmit(messages, turn),
        }),
      },
    },
  },
);
