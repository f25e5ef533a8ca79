/**
 * Modbus RTU server: coils, discrete inputs, input and holding registers by functions 01 to 06, 15 and 16.
 * Sources: MODBUS Application Protocol V1.1b3 (AP), MODBUS over Serial Line V1.02 (SL).
 */
import {
  byLength,
  bytes,
  crc16modbus,
  list,
  micros,
  millis,
  param,
  requestResponse,
  rest,
  silence,
  u16be,
  u8,
  wire,
  type Messages,
} from 'wirejig';

const FUNCTIONS = {
  1: 'Read Coils',
  2: 'Read Discrete Inputs',
  3: 'Read Holding Registers',
  4: 'Read Input Registers',
  5: 'Write Single Coil',
  6: 'Write Single Register',
  15: 'Write Multiple Coils',
  16: 'Write Multiple Registers',
};
const REASONS = { 1: 'illegal function', 2: 'illegal data address', 3: 'illegal data value' };

const adu = {
  head: { unit: u8() },
  tag: { function: u8({ names: FUNCTIONS }) },
  sum: crc16modbus,
  longest: 256,
};
const span = { address: u16be(), count: u16be() };
const words = { values: list(u16be(), { bytes: u8(), most: 125 }) };
const packed = { bits: bytes({ counted: u8() }) };

const requests = wire({
  ...adu,
  forms: {
    'read-coils': [1, span],
    'read-inputs': [2, span],
    'read-holding': [3, span],
    'read-input': [4, span],
    'write-coil': [5, { address: u16be(), value: u16be() }],
    'write-register': [6, { address: u16be(), value: u16be() }],
    'write-coils': [15, { ...span, ...packed }],
    'write-registers': [
      16,
      { address: u16be(), values: list(u16be(), { count: u16be(), bytes: u8(), most: 123 }) },
    ],
    other: [{ tag: () => true }, { data: rest() }],
  },
});

const answers = wire({
  ...adu,
  forms: {
    coils: [1, packed],
    inputs: [2, packed],
    holding: [3, words],
    input: [4, words],
    'coil-written': [5, { address: u16be(), value: u16be() }],
    'register-written': [6, { address: u16be(), value: u16be() }],
    'coils-written': [15, span],
    'registers-written': [16, span],
    exception: [{ tag: (tag) => tag >= 0x80 }, { reason: u8({ names: REASONS }) }],
  },
});

type Answer = Messages<typeof answers>;

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
/** Eight coils a byte, the first in the lowest bit (AP 6.1). */
const pack = (coils: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: Math.ceil(coils.length / 8) }, (_, at) =>
    coils.slice(8 * at, 8 * at + 8).reduce((byte, coil, bit) => byte | (coil << bit), 0),
  );
const unpack = (packed: Uint8Array, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => ((packed[at >> 3] ?? 0) >> (at & 7)) & 1);

/** Function code, table, and most values in one request (AP 6). */
const FORMS = {
  'read-coils': { code: 1, table: 'coils', most: 2000 },
  'read-inputs': { code: 2, table: 'inputs', most: 2000 },
  'read-holding': { code: 3, table: 'holding', most: 125 },
  'read-input': { code: 4, table: 'input', most: 125 },
  'write-coil': { code: 5, table: 'coils', most: 1 },
  'write-register': { code: 6, table: 'holding', most: 1 },
  'write-coils': { code: 15, table: 'coils', most: 1968 },
  'write-registers': { code: 16, table: 'holding', most: 123 },
} as const;
const CODES: readonly number[] = Object.values(FORMS).map(({ code }) => code);

export const modbus = requestResponse({
  baud: 19_200,
  parity: 'even',
  parameters: {
    unit: param(1, "The server's address.", { min: 1, max: 247 }),
    values: param(32, 'Coils, inputs and registers of each kind, from address 0.', { min: 8, max: 123 }),
    t35Us: param(2005, 'Silence that ends a frame: 3.5 characters (SL 2.5.1.1).', {
      unit: 'us',
      min: 750,
      max: 50_000,
    }),
    answerUs: param(
      2005,
      'Silence before an answer; 0 on a line without a pace, such as a pseudo-terminal.',
      {
        unit: 'us',
        max: 50_000,
      },
    ),
    responseMs: param(100, 'Latest start of an answer.', { unit: 'ms', min: 5, max: 10_000 }),
  },
  requests,
  answers,
  framing: ({ t35Us }) => ({ requests: silence(micros(t35Us)), answers: byLength({ idle: millis(50) }) }),
  initial: ({ values }) => ({
    coils: zeros(values),
    holding: zeros(values),
    inputs: zeros(values),
    input: zeros(values),
  }),
  time: ({ answerUs, responseMs }) => ({ min: micros(answerUs), max: millis(responseMs) }),
}).protocol({
  id: 'modbus',
  title: 'Modbus RTU: coils, inputs and registers',
  page: `
    ## Framing
    - MB-FR-01 MUST documented — a frame ends with the CRC-16 of what is before it, low byte first (SL 2.5.1.2).
    - MB-FR-02 MUST documented — a frame with a wrong CRC is not answered and changes nothing (SL 2.5.1.2).
    - MB-FR-03 MUST documented — a request to another server is not answered and changes nothing (SL 2.2).
    - MB-FR-04 MUST documented — a silence of 3.5 characters ends a frame: what came before it is no part of the next (SL 2.5.1.1).
    - MB-FR-05 MUST documented — a request to address 0 is not answered; a write is done (SL 2.1).
    - MB-FR-06 MUST documented — a server sends nothing unasked (SL 2.1).
    ## Reading
    - MB-RD-01 MUST documented — functions 01 and 02 answer with the coils or inputs, eight a byte, the first in the lowest bit (AP 6.1, 6.2).
    - MB-RD-02 MUST documented — functions 03 and 04 answer with the registers, high byte first (AP 6.3, 6.4).
    ## Writing
    - MB-WR-01 MUST documented — function 05 writes one coil by FF00 or 0000 and echoes the request (AP 6.5).
    - MB-WR-02 MUST documented — function 06 writes one register and echoes the request (AP 6.6).
    - MB-WR-03 MUST documented — function 15 writes its coils and answers with address and count (AP 6.11).
    - MB-WR-04 MUST documented — function 16 writes its registers and answers with address and count (AP 6.12).
    ## Exceptions
    - MB-EX-01 MUST documented — an unknown function is answered by exception 01 (AP 7).
    - MB-EX-02 MUST documented — an address beyond the last one is answered by exception 02 and changes nothing (AP 6).
    - MB-EX-03 MUST documented — a count or coil value that is not allowed, or a length that does not fit, is answered by exception 03, whatever the address (AP 6).
    ## Timing
    - MB-TM-01 MUST profile — an answer begins after a silence of 3.5 characters (answerUs), and within responseMs.
  `,
  rules(request, state, p) {
    const { unit } = request;
    if (unit !== p.unit && unit !== 0) return { clause: 'MB-FR-03' };
    const refuse = (clause: string, code: number, reason: number) =>
      unit === 0
        ? { clause: 'MB-FR-05' }
        : { clause, answer: { type: 'exception', unit, function: 0x80 | code, reason } as const };
    if (request.type === 'other') {
      const fits = !CODES.includes(request.function);
      return fits ? refuse('MB-EX-01', request.function, 1) : refuse('MB-EX-03', request.function, 3);
    }
    const { type, address } = request;
    const { code, table, most } = FORMS[type];
    const count = 'count' in request ? request.count : 'values' in request ? request.values.length : 1;
    const wrongLength = type === 'write-coils' && request.bits.length !== Math.ceil(count / 8);
    const wrongCoil = type === 'write-coil' && request.value !== 0 && request.value !== 0xff00;
    if (count < 1 || count > most || wrongLength || wrongCoil) return refuse('MB-EX-03', code, 3);
    if (address + count > p.values) return refuse('MB-EX-02', code, 2);
    const written = (values: readonly number[]) => ({
      ...state,
      [table]: state[table].toSpliced(address, count, ...values),
    });
    const done = { unit, address };
    const after = (clause: string, next: typeof state, answer: Answer) =>
      unit === 0 ? { clause: 'MB-FR-05', state: next } : { clause, state: next, answer };
    switch (request.type) {
      case 'read-coils':
      case 'read-inputs': {
        const bits = pack(state[table].slice(address, address + count));
        return after('MB-RD-01', state, { type: type === 'read-coils' ? 'coils' : 'inputs', unit, bits });
      }
      case 'read-holding':
      case 'read-input': {
        const values = state[table].slice(address, address + count);
        return after('MB-RD-02', state, {
          type: type === 'read-holding' ? 'holding' : 'input',
          unit,
          values,
        });
      }
      case 'write-coil':
        return after('MB-WR-01', written([request.value === 0 ? 0 : 1]), {
          ...done,
          type: 'coil-written',
          value: request.value,
        });
      case 'write-register':
        return after('MB-WR-02', written([request.value]), {
          ...done,
          type: 'register-written',
          value: request.value,
        });
      case 'write-coils':
        return after('MB-WR-03', written(unpack(request.bits, count)), {
          ...done,
          type: 'coils-written',
          count,
        });
      case 'write-registers':
        return after('MB-WR-04', written(request.values), { ...done, type: 'registers-written', count });
    }
  },
  refuse: ({ error }) => ({ clause: error.code === 'checksum' ? 'MB-FR-02' : 'MB-FR-04' }),
  always: { sum: 'MB-FR-01', time: 'MB-TM-01', unasked: 'MB-FR-06', recovery: 'MB-FR-04' },
  baseline: ({ unit, values }) => [
    { type: 'write-coils', unit, address: 0, count: values, bits: pack(zeros(values)) },
    { type: 'write-registers', unit, address: 0, values: zeros(values) },
  ],
  probe: ({ unit }) => ({ type: 'read-holding', unit, address: 0, count: 1 }),
});
