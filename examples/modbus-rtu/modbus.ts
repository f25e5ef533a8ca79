/**
 * Modbus RTU server: coils, discrete inputs, input and holding registers by functions 01 to 06, 15 and 16.
 * Sources: MODBUS Application Protocol V1.1b3 (AP), MODBUS over Serial Line V1.02 (SL).
 */
import { byLength, bytes, crc16modbus, formsOf, list, micros, millis, param } from 'wirejig';
import { requestResponse, rest, silence, u16be, u8, wire, type Messages } from 'wirejig';

const span = { address: u16be(), count: u16be() };
const one = { address: u16be(), value: u16be() };
const bits = bytes({ counted: u8() });
const words = { values: list(u16be(), { bytes: u8(), most: 125 }) };
const many = { address: u16be(), values: list(u16be(), { count: u16be(), bytes: u8(), most: 123 }) };

/** What each function asks and answers, by which clause, and the most values of one request (AP 6). */
const FUNCTIONS = {
  'read-coils': { tag: 1, request: span, answer: { bits }, clause: 'MB-RD-01', table: 'coils', most: 2000 },
  'read-inputs': { tag: 2, request: span, answer: { bits }, clause: 'MB-RD-01', table: 'inputs', most: 2000 },
  'read-holding': { tag: 3, request: span, answer: words, clause: 'MB-RD-02', table: 'holding', most: 125 },
  'read-input': { tag: 4, request: span, answer: words, clause: 'MB-RD-02', table: 'input', most: 125 },
  'write-coil': { tag: 5, request: one, answer: one, clause: 'MB-WR-01', table: 'coils', most: 1 },
  'write-register': { tag: 6, request: one, answer: one, clause: 'MB-WR-02', table: 'holding', most: 1 },
  'write-coils': { tag: 15, request: { ...span, bits }, answer: span, clause: 'MB-WR-03', table: 'coils', most: 1968 },
  'write-registers': { tag: 16, request: many, answer: span, clause: 'MB-WR-04', table: 'holding', most: 123 },
} as const;
const NAMES = Object.fromEntries(Object.entries(FUNCTIONS).map(([name, { tag }]) => [tag, name]));
const reason = u8({ names: { 1: 'illegal function', 2: 'illegal data address', 3: 'illegal data value' } });
const adu = { head: { unit: u8() }, tag: { function: u8({ names: NAMES }) }, sum: crc16modbus, longest: 256 };
const answers = wire({
  ...adu,
  forms: { ...formsOf(FUNCTIONS, 'answer'), exception: [{ tag: (tag) => tag >= 0x80 }, { reason }] },
});

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
/** Eight coils a byte, the first in the lowest bit (AP 6.1). */
const pack = (coils: readonly number[]) =>
  Uint8Array.from({ length: Math.ceil(coils.length / 8) }, (_, at) =>
    coils.slice(8 * at, 8 * at + 8).reduceRight((byte, coil) => 2 * byte + coil, 0),
  );
const unpack = (packed: Uint8Array, count: number) => zeros(count).map((_, at) => (packed[at >> 3]! >> (at & 7)) & 1);

export const modbus = requestResponse({
  baud: 19_200,
  parity: 'even',
  parameters: {
    unit: param(1, "The server's address.", { min: 1, max: 247 }),
    values: param(32, 'Coils, inputs and registers of each kind, from address 0.', { min: 8, max: 123 }),
    t35Us: param(2005, 'Silence that ends a frame: 3.5 characters (SL 2.5.1.1).', { unit: 'us', min: 750 }),
    answerUs: param(2005, 'Silence before an answer; 0 on a line without a pace.', { unit: 'us' }),
    responseMs: param(100, 'Latest start of an answer.', { unit: 'ms', min: 5 }),
  },
  requests: wire({
    ...adu,
    forms: { ...formsOf(FUNCTIONS, 'request'), other: [{ tag: () => true }, { data: rest() }] },
  }),
  answers,
  framing: ({ t35Us }) => ({ requests: silence(micros(t35Us)), answers: byLength({ idle: millis(50) }) }),
  initial: ({ values: n }) => ({ coils: zeros(n), inputs: zeros(n), holding: zeros(n), input: zeros(n) }),
  time: ({ answerUs, responseMs }) => ({ min: micros(answerUs), max: millis(responseMs) }),
}).protocol({
  id: 'modbus',
  title: 'Modbus RTU: coils, inputs and registers',
  page: `
    ## Server
    - MB-FR-01 MUST documented — a frame ends with the CRC-16 of what is before it, low byte first (SL 2.5.1.2).
    - MB-FR-02 MUST documented — a frame with a wrong CRC is not answered and changes nothing (SL 2.5.1.2).
    - MB-FR-03 MUST documented — a request to another server is not answered and changes nothing (SL 2.2).
    - MB-FR-04 MUST documented — a silence of 3.5 characters ends a frame: what came before it is no part of the next (SL 2.5.1.1).
    - MB-FR-05 MUST documented — a request to address 0 is not answered; a write is done (SL 2.1).
    - MB-FR-06 MUST documented — a server sends nothing unasked (SL 2.1).
    - MB-FR-07 MUST documented — a pause of up to 1.5 characters ends no frame (SL 2.5.1.1).
    - MB-TM-01 MUST profile — an answer begins after a silence of 3.5 characters (answerUs), and within responseMs.
    - MB-RD-01 MUST documented — functions 01 and 02 answer with the coils or inputs, eight a byte, the first in the lowest bit (AP 6.1, 6.2).
    - MB-RD-02 MUST documented — functions 03 and 04 answer with the registers, high byte first (AP 6.3, 6.4).
    - MB-WR-01 MUST documented — function 05 writes one coil by FF00 or 0000 and echoes the request (AP 6.5).
    - MB-WR-02 MUST documented — function 06 writes one register and echoes the request (AP 6.6).
    - MB-WR-03 MUST documented — function 15 writes its coils and answers with address and count (AP 6.11).
    - MB-WR-04 MUST documented — function 16 writes its registers and answers with address and count (AP 6.12).
    - MB-EX-01 MUST documented — an unknown function is answered by exception 01 (AP 7).
    - MB-EX-02 MUST documented — an address beyond the last one is answered by exception 02 and changes nothing (AP 6).
    - MB-EX-03 MUST documented — a count or coil value that is not allowed, or a length that does not fit, is answered by exception 03, whatever the address (AP 6).
  `,
  rules(request, state, { unit: own, values: size }) {
    const { unit } = request;
    if (unit !== own && unit !== 0) return { clause: 'MB-FR-03' };
    const reply = (clause: string, answer: Messages<typeof answers>, next = state) =>
      unit === 0 ? { clause: 'MB-FR-05', state: next } : { clause, answer, state: next };
    const refuse = (clause: string, tag: number, reason: number) =>
      reply(clause, { type: 'exception', unit, function: 0x80 | tag, reason });
    // A known function is of another form only if its length does not fit.
    if (request.type === 'other' && request.function in NAMES) return refuse('MB-EX-03', request.function, 3);
    if (request.type === 'other') return refuse('MB-EX-01', request.function, 1);
    const { address } = request;
    const { tag, clause, table, most } = FUNCTIONS[request.type];
    const count = 'count' in request ? request.count : 'values' in request ? request.values.length : 1;
    const isWrongLength = 'bits' in request && request.bits.length !== Math.ceil(count / 8);
    const isWrongCoil = request.type === 'write-coil' && request.value !== 0 && request.value !== 0xff00;
    if (count < 1 || count > most || isWrongLength || isWrongCoil) return refuse('MB-EX-03', tag, 3);
    if (address + count > size) return refuse('MB-EX-02', tag, 2);
    const held = state[table].slice(address, address + count);
    const write = (...to: readonly number[]) => ({ ...state, [table]: state[table].toSpliced(address, count, ...to) });
    if (request.type === 'read-coils' || request.type === 'read-inputs')
      return reply(clause, { type: request.type, unit, bits: pack(held) });
    if ('value' in request)
      return reply(clause, request, write(table === 'coils' ? Math.sign(request.value) : request.value));
    const done = { unit, address, count };
    if ('bits' in request) return reply(clause, { ...done, type: request.type }, write(...unpack(request.bits, count)));
    if ('values' in request) return reply(clause, { ...done, type: request.type }, write(...request.values));
    return reply(clause, { type: request.type, unit, values: held });
  },
  refuse: ({ error }) => ({ clause: error.code === 'checksum' ? 'MB-FR-02' : 'MB-FR-04' }),
  always: { sum: 'MB-FR-01', time: 'MB-TM-01', unasked: 'MB-FR-06', pieces: 'MB-FR-07', recovery: 'MB-FR-04' },
  baseline: ({ unit, values }) => [
    { type: 'write-coils', unit, address: 0, count: values, bits: pack(zeros(values)) },
    { type: 'write-registers', unit, address: 0, values: zeros(values) },
  ],
  probe: ({ unit }) => ({ type: 'read-holding', unit, address: 0, count: 1 }),
  scenarios: [
    {
      id: 'coils-beside',
      title: 'function 15 leaves the coils after its last one as they are',
      covers: ['MB-WR-03'],
      async run(host) {
        const all = { unit: host.p.unit, address: 0, count: host.p.values };
        for (let count = 1; count < all.count; count++) {
          await host.play({ ...all, type: 'write-coils', bits: pack(zeros(all.count).map(() => 1)) });
          await host.play({ ...all, type: 'write-coils', count, bits: pack(zeros(count)) });
          await host.play({ ...all, type: 'read-coils' }, 'MB-WR-03');
        }
      },
    },
    {
      id: 'answers-of-others',
      title: 'the answer of another server on the same line is no request',
      covers: ['MB-FR-03'],
      async run(host) {
        const { unit } = host.p;
        await host.bytes(answers.encode({ type: 'read-holding', unit: (unit % 247) + 1, values: [7] }));
        await host.play({ type: 'read-holding', unit, address: 0, count: 1 }, 'MB-FR-03');
      },
    },
  ],
  defects: {
    'coils-by-bytes': {
      breaks: 'MB-WR-03',
      text: 'Function 15 writes whole bytes, and clears the coils after its last one.',
      change: ({ rule }, { values }) => ({
        rule(request, state) {
          const ruling = rule(request, state);
          if (request.type !== 'write-coils' || ruling.clause !== 'MB-WR-03') return ruling;
          const count = Math.min(8 * request.bits.length, values - request.address);
          return { ...ruling, state: rule({ ...request, count }, state).state };
        },
      }),
    },
    'waits-after-answer': {
      breaks: 'MB-FR-03',
      text: 'The answer of another server is taken for half a request, and the next frame for its end.',
      change({ accept }, { unit }) {
        let isHalf = false;
        return {
          accept(event) {
            const request = isHalf ? undefined : accept(event);
            isHalf = request?.type === 'other' && request.unit !== unit && request.function in NAMES;
            return request;
          },
        };
      },
    },
  },
});
