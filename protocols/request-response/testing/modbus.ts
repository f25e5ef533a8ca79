/**
 * For tests: a Modbus RTU slave with holding registers, in a user's description: functions 03, 06 and 16.
 *
 *     request   │unit│ 03 │ address │  count  │ CRC-16 │
 *               │unit│ 06 │ address │  value  │ CRC-16 │
 *               │unit│ 10 │ address │  count  │bytes│ values … │ CRC-16 │
 */
import { micros, millis } from '../../time';
import { list, rest, u16be, u8 } from '../../wire/field';
import { byLength, silence } from '../../wire/framing';
import { crc16modbus } from '../../wire/sums';
import { wire, type Messages } from '../../wire/wire';
import { describeProtocol, param } from '../request-response';

const NAMES = { 3: 'Read Holding Registers', 6: 'Write Single Register', 16: 'Write Multiple Registers' };
const EXCEPTIONS = { 1: 'illegal function', 2: 'illegal data address', 3: 'illegal data value' };
const KNOWN = [3, 6, 16];
const MOST_READ = 125;
const MOST_WRITTEN = 123;

const rtu = {
  head: { unit: u8() },
  tag: { function: u8({ names: NAMES }) },
  sum: crc16modbus,
  longest: 256,
};

export const modbusRequests = wire({
  ...rtu,
  forms: {
    read: [3, { address: u16be(), count: u16be() }],
    write: [6, { address: u16be(), value: u16be() }],
    'write-many': [
      16,
      { address: u16be(), values: list(u16be(), { count: u16be(), bytes: u8(), most: MOST_WRITTEN }) },
    ],
    other: [{ tag: () => true }, { data: rest() }],
  },
});

export const modbusAnswers = wire({
  ...rtu,
  forms: {
    registers: [3, { values: list(u16be(), { bytes: u8() }) }],
    written: [6, { address: u16be(), value: u16be() }],
    'written-many': [16, { address: u16be(), count: u16be() }],
    exception: [{ tag: (tag) => tag >= 0x80 }, { reason: u8({ names: EXCEPTIONS }) }],
  },
});

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

const parameters = {
  unit: param(1, "The board's unit.", { min: 1, max: 247 }),
  registers: param(32, 'Holding registers, from 0.', { min: 1, max: 123 }),
  t35Us: param(2005, 'Silence that ends a frame.', { unit: 'us' }),
  responseMs: param(100, 'Latest start of an answer.', { unit: 'ms' }),
};

export const modbus = describeProtocol<
  Messages<typeof modbusRequests>,
  Messages<typeof modbusAnswers>,
  readonly number[],
  typeof parameters
>(
  {
    baud: 19_200,
    parity: 'even',
    parameters,
    requests: modbusRequests,
    answers: modbusAnswers,
    framing: ({ t35Us }) => ({
      requests: silence(micros(t35Us)),
      answers: byLength({ idle: millis(50) }),
    }),
    initial: ({ registers }) => zeros(registers),
    time: ({ t35Us, responseMs }) => ({ min: micros(t35Us), max: millis(responseMs) }),
  },
  {
    id: 'modbus',
    title: 'Modbus RTU: holding registers',
    page: `
      ## Framing
      - MB-FR-01 MUST documented — every frame of the board ends with the CRC-16 of what is before it, low byte first.
      - MB-FR-02 MUST documented — a frame with a wrong CRC is not answered and changes nothing.
      - MB-FR-03 MUST documented — a request to another unit is not answered and changes nothing.
      - MB-FR-04 MUST documented — a silence of 3.5 characters ends a frame: what came before it is no part of the next.
      - MB-FR-05 MUST documented — a write to unit 0 is done, and nothing to unit 0 is answered.
      ## Registers
      - MB-RG-01 MUST documented — function 03 answers with as many registers as asked for, high byte first.
      - MB-RG-02 MUST documented — function 06 writes one register and echoes the request.
      - MB-RG-03 MUST documented — function 16 writes its registers and answers with address and count.
      ## Exceptions
      - MB-EX-01 MUST documented — an unknown function is answered by exception 01.
      - MB-EX-02 MUST documented — an address beyond the registers is answered by exception 02 and changes nothing.
      - MB-EX-03 MUST documented — a count of 0 or beyond a frame, or a frame that does not fit it, is answered by exception 03.
      ## Timing
      - MB-TM-01 MUST profile — an answer begins after a silence of 3.5 characters, and within responseMs.
    `,
    rules(request, registers, p) {
      const { unit, type } = request;
      if (unit !== p.unit && unit !== 0) return { clause: 'MB-FR-03' };
      const refuse = (clause: string, tag: number, reason: number) =>
        unit === 0
          ? { clause: 'MB-FR-05' }
          : { clause, answer: { type: 'exception' as const, unit, function: 0x80 | tag, reason } };
      if (type === 'other') {
        const isMalformed = KNOWN.includes(request.function);
        return isMalformed
          ? refuse('MB-EX-03', request.function, 3)
          : refuse('MB-EX-01', request.function, 1);
      }
      const { address } = request;
      const written = type === 'read' ? [] : type === 'write' ? [request.value] : request.values;
      const count = type === 'read' ? request.count : written.length;
      const tag = { read: 3, write: 6, 'write-many': 16 }[type];
      if (count < 1 || count > MOST_READ) return refuse('MB-EX-03', tag, 3);
      if (address + count > registers.length) return refuse('MB-EX-02', tag, 2);
      const state = registers.toSpliced(address, written.length, ...written);
      if (unit === 0) return { clause: 'MB-FR-05', state };
      if (type === 'write')
        return {
          clause: 'MB-RG-02',
          state,
          answer: { type: 'written', unit, address, value: request.value },
        };
      if (type === 'write-many')
        return { clause: 'MB-RG-03', state, answer: { type: 'written-many', unit, address, count } };
      const values = registers.slice(address, address + count);
      return { clause: 'MB-RG-01', answer: { type: 'registers', unit, values } };
    },
    refuse: ({ error }) => ({ clause: error.code === 'checksum' ? 'MB-FR-02' : 'MB-FR-04' }),
    always: { sum: 'MB-FR-01', time: 'MB-TM-01', unasked: 'MB-FR-04', recovery: 'MB-FR-04' },
    baseline: ({ unit, registers }) => [{ type: 'write-many', unit, address: 0, values: zeros(registers) }],
    probe: ({ unit }) => ({ type: 'read', unit, address: 0, count: 1 }),
    defects: {
      'crc-ignored': {
        breaks: 'MB-FR-02',
        text: 'The CRC of a request is not looked at.',
        change: (steps) => ({ accept: (event) => event.value ?? steps.accept(event) }),
      },
      'write-lost': {
        breaks: 'MB-RG-02',
        text: 'Function 06 echoes and does not write.',
        change: (steps) => ({
          rule: (request, state) => ({
            ...steps.rule(request, state),
            ...(request.type === 'write' && { state }),
          }),
        }),
      },
      late: {
        breaks: 'MB-TM-01',
        text: 'An answer takes half as long again as it may.',
        change: (_steps, { responseMs }) => ({ delay: () => millis(1.5 * responseMs) }),
      },
    },
  },
);
