/** Small recordings, made by hand after what people reported, each with what `check` must say of it. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const RECORDINGS = join(__dirname, 'testing/recordings');
const MODBUS_RTU = join(__dirname, '../../../examples/modbus-rtu');

/** Two forms of requests, with one right answer each. */
function signatureProtocol(idleMs: number): string {
  return `
import { byLength, constant, fixed, millis, requestResponse, rest, silence, u8, wire } from 'wirejig';
const end = { eop: constant(u8(), 0x20) };
const requests = wire({ tag: { command: u8() }, forms: { sync: [0x30, end], sign: [0x75, end] } });
const answers = wire({ forms: { ok: { sync: fixed(0x14), data: rest({ most: 256 }), ok: fixed(0x10) } } });
const SIGNATURE = [0x1e, 0x95, 0x0f];
export const signature = requestResponse({
  baud: 115_200, requests, answers,
  framing: { requests: byLength({ idle: millis(${idleMs}) }), answers: silence(millis(20)) },
  initial: {}, time: () => ({ max: millis(150) }),
}).protocol({
  id: 'signature', title: 'Signature',
  page: \`
    ## Answers
    - SIG-01 MUST documented — sync is answered without data.
    - SIG-02 MUST documented — sign is answered with the signature.
    - SIG-03 MUST documented — what is no request is not answered.
    - SIG-04 MUST documented — nothing is sent unasked.
    - SIG-05 MUST documented — answers have the form of the page.
  \`,
  rules: ({ type }) => type === 'sign'
    ? { clause: 'SIG-02', answer: { type: 'ok', data: Uint8Array.from(SIGNATURE) } }
    : { clause: 'SIG-01', answer: { type: 'ok', data: new Uint8Array(0) } },
  refuse: () => ({ clause: 'SIG-03' }),
  always: { unasked: 'SIG-04', form: 'SIG-05' },
  baseline: [{ type: 'sync' }], probe: { type: 'sync' },
});
export default { protocols: [signature] };
`;
}

const HERE = folder();
for (const ms of [50, 1200]) writeFileSync(join(HERE, `idle-${ms}.config.ts`), signatureProtocol(ms));

interface Recording {
  readonly file: string;
  /** Of `check`, after the file. */
  readonly words: readonly string[];
  /** Where the command finds its configuration. */
  readonly cwd?: string;
  /** The exit code. */
  readonly code: 0 | 1 | 3;
  /** What is said, too. */
  readonly says?: string;
}

const STM = ['--suite', 'stm', '--host', 'TX', '--board', 'RX'];
const TWO_SIDES = ['--host', 'host', '--board', 'board'];
const MODBUS = ['--suite', 'modbus', ...TWO_SIDES];
const signature = (ms: number): readonly string[] => [
  '--suite',
  'signature',
  ...TWO_SIDES,
  '--config',
  join(HERE, `idle-${ms}.config.ts`),
];

const CASES: Readonly<Record<string, Recording>> = {
  'a board that answers 3 of 100 requests, five a second': {
    file: 'stm-dead-board.csv',
    words: STM,
    code: 1,
  },
  'a Modbus server that answers none of 100 reads': {
    file: 'modbus-dead-board.csv',
    words: MODBUS,
    cwd: MODBUS_RTU,
    code: 1,
  },
  'a stray byte before 97 of 100 answers': { file: 'stm-stray-byte.csv', words: STM, code: 1 },
  'a wrong value, with a short idle time': { file: 'wrong-value.csv', words: signature(50), code: 1 },
  'a wrong value, with a long idle time': { file: 'wrong-value.csv', words: signature(1200), code: 1 },
  'right values, with a short idle time': { file: 'right-value.csv', words: signature(50), code: 0 },
  'right values, with a long idle time': { file: 'right-value.csv', words: signature(1200), code: 0 },
  'a byte with a framing error': {
    file: 'framing-error.csv',
    words: ['--suite', 'stm', '--host', 'Async Serial TX', '--board', 'Async Serial RX'],
    code: 3,
    says: 'a byte was received wrongly: framing error in 0xFF of the board at 1.002347 s',
  },
  'a Modbus server at true widths': {
    file: 'modbus-saleae.csv',
    words: MODBUS,
    cwd: MODBUS_RTU,
    code: 0,
    says: '8 of 17',
  },
  'a Modbus server, without pauses between bytes': {
    file: 'modbus-right.csv',
    words: MODBUS,
    cwd: MODBUS_RTU,
    code: 0,
    says: '8 of 17',
  },
  'two sections, the second with wrong checksums': {
    file: 'two-sections.pcapng',
    words: ['--suite', 'stm'],
    code: 1,
  },
  'a scanner alone': {
    file: 'scanner-alone.csv',
    words: ['--suite', 'gm67', '--board', 'scanner'],
    code: 0,
    says: 'Only the board was recorded: 3 frames right, 0 wrong, 0 unread.',
  },
  'a Modbus line with both sides on one wire': {
    file: 'modbus-one-wire.csv',
    words: ['--suite', 'modbus', '--host', 'A', '--board', 'A'],
    cwd: MODBUS_RTU,
    code: 0,
    says: '8 of 17 MUST clauses passed, none failed, 9 not tried. Both directions are on one wire: 12 frames right, 0 wrong, 0 unread.',
  },
  'a Modbus line with both sides on one wire, taken for that of the board alone': {
    file: 'modbus-one-wire.csv',
    words: ['--suite', 'modbus', '--board', 'A'],
    cwd: MODBUS_RTU,
    code: 3,
    says: 'if both are on this wire, give its name to --host and --board',
  },
  'a Modbus server alone, with wrong checksums only': {
    file: 'modbus-wrong-sums.csv',
    words: ['--suite', 'modbus', '--board', 'B'],
    cwd: MODBUS_RTU,
    code: 1,
    says: '0 frames right, 5 wrong, 1 unread.',
  },
  'a log of what a board sent, the last checksum wrong': {
    file: 'modbus-board.bin',
    words: ['--suite', 'modbus', '--raw', '--board'],
    cwd: MODBUS_RTU,
    code: 1,
    says: '5 frames right, 1 wrong, 0 unread.',
  },
  'a wrong value that Modbus reads': {
    file: 'modbus-wrong-value.csv',
    words: MODBUS,
    cwd: MODBUS_RTU,
    code: 1,
  },
};

test.each(Object.entries(CASES))('%s', async (_name, { file, words, cwd = HERE, code, says = '' }) => {
  const copy = join(HERE, file);
  copyFileSync(join(RECORDINGS, file), copy);
  const out = folder();
  const found = await wirejig(['check', copy, ...words, '-q', '--out', out], { cwd });
  expect({ ...found, stdout: found.stdout.includes(says) ? says : found.stdout }).toEqual({
    code,
    stdout: says,
    stderr: '',
  });
});
