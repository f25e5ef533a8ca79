/** Small recordings, made by hand after what people reported: each has one kind of fault, and sound exchanges beside it. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const RECORDINGS = join(__dirname, 'testing/recordings');
const EXAMPLES = join(__dirname, '../../../examples');

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
  /** The exit code of FAIL. */
  readonly fails: boolean;
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
    fails: true,
  },
  'a Modbus server that answers none of 100 reads': {
    file: 'modbus-dead-board.csv',
    words: MODBUS,
    cwd: join(EXAMPLES, 'modbus-rtu'),
    fails: true,
  },
  'a stray byte before 97 of 100 answers': { file: 'stm-stray-byte.csv', words: STM, fails: true },
  'a wrong value, with a short idle time': { file: 'wrong-value.csv', words: signature(50), fails: true },
  'a wrong value, with a long idle time': { file: 'wrong-value.csv', words: signature(1200), fails: true },
  'right values, with a short idle time': { file: 'right-value.csv', words: signature(50), fails: false },
  'right values, with a long idle time': { file: 'right-value.csv', words: signature(1200), fails: false },
};

test.each(Object.entries(CASES))('%s', async (_name, { file, words, cwd = HERE, fails }) => {
  const copy = join(HERE, file);
  copyFileSync(join(RECORDINGS, file), copy);
  const out = folder();
  const { code, stdout, stderr } = await wirejig(['check', copy, ...words, '-q', '--out', out], { cwd });
  expect([0, 1, 3]).toContain(code);
  expect({ fails: code === 1, stdout, stderr }).toMatchObject({ fails });
});
