import { millis } from '../../../protocols/time';
import { causeOf } from './cause';
import { reduceBytes } from '../reduce/byte-reduction';
import { readFinding, stepsOf, writeFinding } from './finding';
import { signaturesOfParts } from './duplicates';
import type { Minimised } from '../reduce/minimise';
import { isolateSteps } from '../reduce/minimise-failure';
import { sampleFinding } from '../testing/sample-finding';
import { send, type FuzzStep } from '../../player/step';
import { reproduce, signature } from '../execution/reproduce';
import { virtualContext } from '../testing/virtual-context';
import { bytesRecord } from './evidence';

const FINDING = sampleFinding({
  parameters: { idleGapMs: 50 },
  steps: [
    { link: 'main', hex: '01ff', note: 'Start' },
    { link: 'main', hex: 'fe', gapUs: 20_000 },
    { listenUs: 500 },
    { present: 'ean13', hex: '31' },
  ],
});

const FLOOD = { link: 'main', hex: '00', times: 1_000_000 };

function withSteps(...steps: readonly object[]): string {
  return JSON.stringify({ ...FINDING, steps });
}

function refusal(text: string): string {
  try {
    readFinding(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

test('a finding is read back as it was written, with the same steps', () => {
  expect(readFinding(writeFinding(FINDING))).toEqual(FINDING);
  expect(stepsOf(FINDING.steps)).toEqual([
    { kind: 'send', link: 'main', bytes: Uint8Array.of(0x01, 0xff) },
    { kind: 'send', link: 'main', bytes: Uint8Array.of(0xfe), gap: 20_000 },
    { kind: 'listen', span: 500 },
    { kind: 'present', symbology: 'ean13', bytes: Uint8Array.of(0x31) },
  ]);
});

test.each<[string, string, RegExp]>([
  ['no JSON', 'not at all', /no JSON/],
  ['another file', '{"format":"else"}', /no finding: format/],
  ['no steps', JSON.stringify({ ...FINDING, steps: undefined }), /steps/],
  ['half a byte', JSON.stringify({ ...FINDING, steps: [{ link: 'main', hex: '0' }] }), /steps\.0/],
  ['a path for an id', JSON.stringify({ ...FINDING, id: '../../etc/passwd' }), /id/],
  ['a recipe of code', withSteps({ link: 'main', hex: '', recipe: '$(x)' }), /steps\.0.* is no recipe/],
  [
    'much silence',
    withSteps({ listenUs: 3e9 }, { link: 'main', hex: '', gapUs: 7e8 }),
    /steps\.1: .*3600 s of/,
  ],
  ['endless silence', withSteps({ listenUs: 1e300 }), /3600 s of silence/],
  ['many bytes', withSteps(...Array.from({ length: 5 }, () => FLOOD)), /steps\.4: .*more than 4194304 bytes/],
  [
    'many steps',
    withSteps(...Array.from({ length: 20_001 }, () => ({ listenUs: 0 }))),
    /more than 20000 steps/,
  ],
  [
    'many rounds',
    JSON.stringify({ ...FINDING, repeats: { shown: 1, tried: 1, rounds: { most: 1e9, played: 1 } } }),
    /repeats\.rounds\.most/,
  ],
  ['a later version', JSON.stringify({ ...FINDING, version: 2 }), /version/],
])('%s is refused in one line', (_name, text, message) => {
  expect(refusal(text)).toMatch(message);
  expect(refusal(text)).not.toContain('\n');
});

test('bytes are cut in halves, then singly, and then so that their sum stays the same', () => {
  const all = [...reduceBytes(Uint8Array.of(1, 2, 3, 4))].map((bytes) => bytes.join(' '));
  expect(all.slice(0, 6)).toEqual(['1 2', '3 4', '1 2 3', '1 2 4', '1 3 4', '2 3 4']);
  // A field together with the bytes before it.
  expect(all.slice(6)).toContain('1 4');
  // The value of a removed byte is added to a neighbour, with and without the count.
  expect(all.slice(6)).toEqual(expect.arrayContaining(['1 9', '1 11', '1 2 7', '1 2 8', '3 3 4', '4 3 4']));
});

describe('one bug becomes one small finding', () => {
  const [START, SHUFFLE] = ['01fffe', '030a01340300142b'];

  async function shown(board: string, ...frames: readonly (string | FuzzStep)[]) {
    const { rig, session } = virtualContext(board);
    const steps = frames.map((one) =>
      typeof one === 'string' ? send('main', Uint8Array.from(Buffer.from(one, 'hex'))) : one,
    );
    const { failure } = await reproduce(rig, session, steps);
    if (failure === undefined) throw new Error(`${board} does not fail`);
    const small: Minimised = { steps, failure, history: 0 };
    return { rig, session, small };
  }

  const bad = (frame: string): string => frame.slice(0, -2) + '00';

  test('a surplus answer in the place of the next answer is charged to its own request', async () => {
    const [beep, read] = ['05e6040001ff10', '05c704008afea6'];
    const { rig, session, small } = await shown('gm67+beep-acknowledged-twice', beep, read);
    expect(small.failure).toMatchObject({ kind: 'unasked', trigger: 'read' });
    const { failure } = await reproduce(rig, session, isolateSteps(session, small.steps));
    expect(failure).toMatchObject({ kind: 'unasked', trigger: 'beep' });
    if (failure === undefined) throw new Error('no surplus answer');
    expect(await signaturesOfParts({ rig, session, small })).toContain(signature(failure));
  });

  test('a known failure is not the cause of another bug', async () => {
    const sixth = [START, ...Array.from({ length: 6 }, () => SHUFFLE)];
    const { rig, session, small } = await shown('stm+crc-error-twice+sixth-shuffle', ...sixth);
    expect(await signaturesOfParts({ rig, session, small })).toEqual(new Set());
  });

  test('two bugs that each lose the next frame are two', async () => {
    const [revision, enable] = ['04a30400ff55', '04e90400ff0f'];
    const board = 'gm67+bad-len-eats-next+half-frame-eats-next';
    const halves = await shown(board, '04a3', revision);
    const badLength = await shown(board, '01', enable);
    expect(await signaturesOfParts(halves)).toEqual(new Set());
    expect(await signaturesOfParts(badLength)).toEqual(new Set());
  });

  test('a record of bytes has all bytes and the first 16 fields', () => {
    const session = virtualContext('stm').session;
    const bytes = Uint8Array.from([3, 10, 64, ...Array.from({ length: 257 }, (_, i) => i % 30)]);
    const at = millis(1);
    const chunk = { direction: 'tx', bytes, notBefore: at, notAfter: at, lastNotBefore: at } as const;
    const { fields, hex } = bytesRecord(session, 'main', chunk);
    expect([fields?.length, hex.length]).toEqual([16, 2 * bytes.length]);
  });

  test('a Select outside the board adds no state probe', () => {
    const session = virtualContext('stm').session;
    const select = send('main', Uint8Array.from(Buffer.from('040a053e000401ff', 'hex')));
    expect(session.stateProbes({ seen: [] }, [select])).toHaveLength(1);
  });

  test('a pause is no cause if the failure shows without it', async () => {
    const { rig, session, small } = await shown('stm+crc-ignored', bad(START));
    const frame = Uint8Array.from(Buffer.from(bad(START), 'hex'));
    const steps = [send('main', frame.subarray(0, 1)), send('main', frame.subarray(1), millis(10))];
    expect((await causeOf({ rig, session }, { ...small, steps })).key).toBe('answer|checksum|error 1');
  });
});
