/** A small protocol of registers that uses every feature of rules, for tests of the generic parts. */
import type { Framing } from '../../wire/framing';
import { byLength, silence } from '../../wire/framing';
import type { GeneralClauses } from '../definition';
import { describeProtocol, param } from '../request-response';
import { millis } from '../../time';
import { list, u16be, u8 } from '../../wire/field';
import { crc16modbus } from '../../wire/sums';
import { wire, type Messages } from '../../wire/wire';

const frame = { head: { unit: u8() }, tag: { function: u8() }, sum: crc16modbus };

const requests = wire({
  ...frame,
  forms: {
    read: [3, { address: u16be(), count: u16be({ min: 1, max: 8 }) }],
    write: [6, { address: u16be(), value: u16be() }],
    restart: [8, {}],
    either: [9, { value: u16be() }],
    twice: [10, {}],
    near: [11, {}],
  },
});

const answers = wire({
  ...frame,
  forms: {
    registers: [3, { values: list(u16be(), { bytes: u8(), most: 8 }) }],
    written: [6, { address: u16be(), value: u16be() }],
    restarted: [8, {}],
    event: [20, { count: u16be() }],
    refused: [0x80, { reason: u8() }],
  },
});

export type RegisterRequest = Messages<typeof requests>;
export type RegisterAnswer = Messages<typeof answers>;
type Answer = RegisterAnswer;

const ALWAYS: GeneralClauses = {
  sum: 'REG-01',
  form: 'REG-02',
  time: 'REG-03',
  unasked: 'REG-04',
  pieces: 'REG-05',
  recovery: 'REG-06',
};

export interface RegisterOptions {
  /** Earliest start of an answer, ms after the last byte of its request. Default 0. */
  readonly minMs?: number;
  readonly framing?: Framing | { readonly requests: Framing; readonly answers: Framing };
  readonly pipelined?: boolean;
  /** It sends an event unasked every 400 to 600 ms. */
  readonly events?: boolean;
}

const REGISTERS = 8;
const UNIT = 1;

export function registerProtocol({
  framing,
  pipelined = false,
  events = false,
  minMs = 0,
}: RegisterOptions = {}) {
  return describeProtocol(
    {
      baud: 19_200,
      parameters: { responseMs: param(100, 'Latest start of an answer.', { unit: 'ms', min: 1 }) },
      requests,
      answers,
      framing: framing ?? {
        requests: byLength({ idle: millis(20) }),
        answers: byLength({ idle: millis(20) }),
      },
      initial: Array.from({ length: REGISTERS }, () => 0),
      time: ({ responseMs }) => ({ min: millis(minMs), max: millis(responseMs) }),
    },
    {
      id: 'registers',
      title: 'Registers',
      page: PAGE,
      rules: ruling,
      refuse: ({ error }) => ({ clause: error.code === 'checksum' ? 'REG-07' : 'REG-08' }),
      always: { ...ALWAYS, ...(pipelined ? { pipelined: 'REG-15' } : {}) },
      unsolicited: events
        ? [
            {
              clause: 'REG-14',
              matches: ({ type }) => type === 'event',
              message: () => ({ type: 'event', unit: UNIT, count: 1 }) as const,
              period: { min: millis(400), max: millis(600) },
            },
          ]
        : [],
      baseline: [{ type: 'restart', unit: UNIT }],
      probe: { type: 'read', unit: UNIT, address: 0, count: 1 },
    },
  );
}

/** The same on a line where silence ends a frame. */
export const SILENCE_FRAMING: Framing = silence(millis(2));

function ruling(request: RegisterRequest, registers: readonly number[]) {
  const { unit } = request;
  if (unit === 0 && request.type === 'write' && request.address < REGISTERS)
    return { clause: 'REG-09', state: registers.with(request.address, request.value) };
  if (unit !== UNIT) return { clause: 'REG-09' };
  switch (request.type) {
    case 'restart':
      return {
        clause: 'REG-13',
        answer: { type: 'restarted', unit },
        state: registers.map(() => 0),
      } as const;
    case 'read': {
      const values = registers.slice(request.address, request.address + request.count);
      if (request.address + request.count > REGISTERS) return refusal('REG-12');
      return { clause: 'REG-10', answer: { type: 'registers', unit, values } } as const;
    }
    case 'write': {
      const { address, value } = request;
      if (address >= REGISTERS) return refusal('REG-12');
      return {
        clause: 'REG-11',
        answer: { type: 'written', unit, address, value },
        state: registers.with(address, value),
      } as const;
    }
    case 'either': {
      const state = registers.with(0, request.value);
      const done = { type: 'written', unit, address: 0, value: request.value } as const;
      return {
        clause: 'REG-16',
        oneOf: [
          { answer: done, state },
          { answer: { type: 'refused', unit, reason: 5 } as const },
          { state },
        ],
      };
    }
    case 'twice':
      return {
        clause: 'REG-17',
        answers: [
          { type: 'registers', unit, values: registers.slice(0, 1) } as const,
          { type: 'restarted', unit } as const,
        ],
      };
    case 'near':
      return {
        clause: 'REG-18',
        answer: { type: 'written', unit, address: 1, value: 500 } as const,
        accepts: (answer: Answer) =>
          answer.type === 'written' && Math.abs(answer.value - 500) <= 10
            ? (true as const)
            : 'not 490 to 510',
        state: (answer: Answer) => registers.with(1, answer.type === 'written' ? answer.value : 0),
      };
  }
}

function refusal(clause: string) {
  return { clause, answer: { type: 'refused', unit: UNIT, reason: 2 } as const };
}

const PAGE = `
## Frames
- REG-01 MUST documented — frames of the board end with the right CRC.
- REG-02 MUST documented — frames of the board have a form of this page.
- REG-03 MUST documented — answers come in time.
- REG-04 MUST documented — the board sends nothing unasked.
- REG-05 MUST documented — a request may come in pieces.
- REG-06 MUST documented — after noise the next request is answered.
- REG-07 MUST documented — a request with a wrong CRC is not answered and changes nothing.
- REG-08 MUST documented — what is no request is not answered.
- REG-09 MUST documented — a request to another unit is not answered; a write to unit 0 is done.
- REG-15 MUST documented — requests right after each other are all answered.
## Requests
- REG-10 MUST documented — read.
- REG-11 MUST documented — write.
- REG-12 MUST documented — addresses beyond the registers are refused.
- REG-13 MUST documented — restart sets all registers to 0.
- REG-14 MUST documented — an event comes every half second.
- REG-16 MUST documented — either.
- REG-17 MUST documented — two answers.
- REG-18 MUST documented — a value near 500.
`;
