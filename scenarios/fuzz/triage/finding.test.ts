import { resolveBoard } from '../../../devices/virtual/kinds';
import { millis } from '../../../protocols/time';
import { causeOf } from './cause';
import { cuts } from '../reduce/byte-reduction';
import { readFinding, stepsOf, writeFinding } from './finding';
import { findDuplicate } from './duplicates';
import { minimise, type Minimised } from '../reduce/minimise';
import { inPeace } from '../reduce/peace';
import { inFewerBytes } from '../reduce/retold';
import { sampleFinding } from '../testing/sample-finding';
import { bytesOf, present, send, type FuzzStep } from '../execution/step';
import { targetFor } from '../targets';
import { reproduce } from '../execution/reproduce';
import { VirtualRig } from '../execution/virtual-rig';
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

function refusal(text: string): string {
  try {
    readFinding(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

test('what is written is read back, and its steps are what was sent', () => {
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
  ['a later version', JSON.stringify({ ...FINDING, version: 2 }), /version/],
])('%s is refused in one line', (_name, text, says) => {
  expect(refusal(text)).toMatch(says);
  expect(refusal(text)).not.toContain('\n');
});

test('bytes are cut from halves to single ones, and so that they add up to the same', () => {
  const all = [...cuts(Uint8Array.of(1, 2, 3, 4))].map((bytes) => bytes.join(' '));
  expect(all.slice(0, 6)).toEqual(['1 2', '3 4', '1 2 3', '1 2 4', '1 3 4', '2 3 4']);
  // A field with what stands before it, wherever that is.
  expect(all.slice(6)).toContain('1 4');
  // What is gone is in a neighbour, alone and with its count.
  expect(all.slice(6)).toEqual(expect.arrayContaining(['1 9', '1 11', '1 2 7', '1 2 8', '3 3 4', '4 3 4']));
});

describe('one bug, small and once', () => {
  const SELECT = '040a1f1207270122';
  const [START, SHUFFLE] = ['01fffe', '030a01340300142b'];

  async function shown(board: string, ...frames: readonly (string | FuzzStep)[]) {
    const { kind, defects } = resolveBoard(`virtual:${board}`);
    const names = defects.map(({ name }) => name);
    const rig = new VirtualRig({ kind, defects: names, parameters: {}, seed: 1 });
    const session = targetFor(kind.suite, 'serial')?.session({});
    if (session === undefined) throw new Error(`${board} cannot be fuzzed`);
    const steps = frames.map((one) =>
      typeof one === 'string' ? send('main', Uint8Array.from(Buffer.from(one, 'hex'))) : one,
    );
    const { failure } = await reproduce(rig, session, steps);
    if (failure === undefined) throw new Error(`${board} does not fail so`);
    const small: Minimised = { steps, failure, history: 0 };
    const options = { rig, session, exhausted: () => false, checkpoint: () => undefined };
    return { rig, session, small, fewer: () => inFewerBytes(options, small) };
  }

  const bad = (frame: string): string => frame.slice(0, -2) + '00';

  test('an answer too much, taken for that to the next request, is seen where it belongs', async () => {
    const [beep, read] = ['05e6040001ff10', '05c704008afea6'];
    const { rig, session, small } = await shown('gm67+beep-acknowledged-twice', beep, read);
    expect(small.failure).toMatchObject({ kind: 'answer', trigger: 'parameter read' });
    const { failure } = (await inPeace({ rig, session }, small)) ?? {};
    expect(failure).toMatchObject({ kind: 'unasked', trigger: 'beep' });
    const known = sampleFinding({ ...failure, steps: [{ link: 'main', hex: beep }], bytes: 7 });
    const options = { rig, session, small, known: [known], idOf: () => undefined };
    expect(await findDuplicate(options)).toBe(known.id);
  });

  test('what any other code shows is of the bug that is known of that', async () => {
    const write = send('main', Uint8Array.from(Buffer.from('08c6040000f20504fe33', 'hex')));
    const { rig, session, small } = await shown(
      'gm67+terminator-crcr-once',
      write,
      present('qr', Uint8Array.of(0x0d)),
    );
    expect(small.failure.due).toBe('payload');
    const known = sampleFinding({ kind: 'answer', trigger: 'code', due: 'terminator', bytes: 11 });
    expect(await findDuplicate({ rig, session, small, known: [known], idOf: () => undefined })).toBe(
      known.id,
    );
  });

  test('what is known has no part in another bug', async () => {
    const known = sampleFinding({
      kind: 'unasked',
      trigger: 'wrong CRC',
      steps: [{ link: 'main', hex: bad(SHUFFLE) }],
    });
    const sixth = [START, ...Array.from({ length: 6 }, () => SHUFFLE)];
    const { rig, session, small } = await shown('stm+crc-error-twice+sixth-shuffle', ...sixth);
    const id = await findDuplicate({ rig, session, small, known: [known], idOf: () => undefined });
    expect(id).toBeUndefined();
  });

  test('two bugs that make a board deaf are two: what hears nothing tells nothing of what it holds', async () => {
    const { rig, session, small } = await shown('gm67+bad-len-eats-next', '01', '04e90400ff0f');
    const known = sampleFinding({ kind: 'silence', trigger: 'revision', due: 'revision', bytes: 8 });
    const idOf = (name: string): string | undefined => (name.includes('read') ? known.id : undefined);
    expect(await findDuplicate({ rig, session, small, known: [known], idOf })).toBeUndefined();
  });

  test('two bugs that each lose the next frame are two; what one byte of noise does is one', async () => {
    const [revision, enable] = ['04a30400ff55', '04e90400ff0f'];
    const halves = await shown('gm67+bad-len-eats-next+half-frame-eats-next', '04a3', revision);
    const lens = sampleFinding({
      kind: 'silence',
      trigger: 'scan enable',
      due: 'ACK',
      steps: [
        { link: 'main', hex: '01' },
        { link: 'main', hex: enable },
      ],
    });
    expect(await findDuplicate({ ...halves, known: [lens], idOf: () => undefined })).toBeUndefined();
    const noNak = await shown('gm67+noise-xoff', '04e50400ef13');
    const late = sampleFinding({
      kind: 'late',
      trigger: 'scan enable',
      due: 'ACK',
      steps: [{ link: 'main', hex: '13' }, { listenUs: 700_000 }, { link: 'main', hex: enable }],
    });
    expect(await findDuplicate({ ...noNak, known: [late], idOf: () => undefined })).toBe(late.id);
  });

  test('the same bug is shown by shorter requests, of a game that need not have begun', async () => {
    const { rig, session, small, fewer } = await shown('stm+crc-checked-last', START, bad(SELECT), SELECT);
    const least = await fewer();
    expect(bytesOf(least.steps)).toBe(6);
    expect((await causeOf(rig, session, least)).key).toBe('after Error 01');
    expect(bytesOf(small.steps)).toBe(19);
  });

  test('a shorter case of another bug is not taken for it', async () => {
    const sixth = [START, ...Array.from({ length: 6 }, () => SHUFFLE)];
    const { small, fewer } = await shown('stm+sixth-shuffle+state-before-start', ...sixth);
    expect(await fewer()).toEqual(small);
  });

  test('what a long game does not need goes in a few tries: kinds of steps first', async () => {
    const pair = [SELECT, '050a20120727011c'];
    const pairs = Array.from({ length: 71 }, () => pair).flat();
    const { rig, session, small } = await shown(
      'stm+won-at-71',
      START,
      '06fff9',
      '02fffd',
      ...pairs,
      '06fff9',
    );
    let tries = 0;
    const options = { rig, session, failure: small.failure, tries: 1, checkpoint: () => undefined };
    const least = await minimise({ ...options, history: [small.steps], exhausted: () => ++tries > 8 });
    expect(least?.steps.length).toBe(1 + 142 + 1);
  });

  test('a board that hangs on one tile is told by the smallest such', () => {
    const session = targetFor('stm', 'serial')?.session({});
    const tiles = Array.from({ length: 9 }, (_, i) => `${(16 + 4 * i).toString(16)}000000`).join('');
    const frame = Uint8Array.from(Buffer.from(`030a09${tiles}00`, 'hex'));
    const smaller = [...(session?.smaller('main', frame) ?? [])].map(({ length }) => length);
    expect(smaller).toEqual(expect.arrayContaining([4 + 4 * 4, 4 + 4 * 6]));
  });

  test('of many fields the first are told, of their bytes all', () => {
    const session = targetFor('stm', 'serial')?.session({});
    if (session === undefined) throw new Error('stm can be fuzzed');
    const bytes = Uint8Array.from([3, 10, 64, ...Array.from({ length: 257 }, (_, i) => i % 30)]);
    const at = millis(1);
    const chunk = { direction: 'tx', bytes, notBefore: at, notAfter: at, lastNotBefore: at } as const;
    const { fields, hex } = bytesRecord(session, 'main', chunk);
    expect([fields?.length, hex.length]).toEqual([16, 2 * bytes.length]);
  });

  test('a Select of a place that is none is no tile to ask for', () => {
    const session = targetFor('stm', 'serial')?.session({});
    const select = send('main', Uint8Array.from(Buffer.from('040a053e000401ff', 'hex')));
    expect(session?.observations({ game: undefined }, [select])).toHaveLength(3);
  });

  test('a pause that makes no difference is not the cause', async () => {
    const { rig, session, small } = await shown('stm+crc-ignored', bad(START));
    const frame = Uint8Array.from(Buffer.from(bad(START), 'hex'));
    const steps = [send('main', frame.subarray(0, 1)), send('main', frame.subarray(1), millis(10))];
    expect((await causeOf(rig, session, { ...small, steps })).key).toBe('answer|wrong CRC|Error 01');
  });
});
