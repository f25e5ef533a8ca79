import { millis } from '../../../protocols/time';
import { signaturesOfParts } from './duplicates';
import { playUntilShown } from '../reduce/reproducibility';
import { reproduce, signature } from '../execution/reproduce';
import { listen, send, type FuzzStep } from '../../player/step';
import { virtualContext } from '../testing/virtual-context';

const tx = (link: string, text: string): FuzzStep => send(link, Buffer.from(text));

test('a part of a flaky case counts if it fails about as often', async () => {
  const context = virtualContext('durak+attacks-with-trump-at-2');
  const garbled = send('main', Uint8Array.of(0x16, 0x0a));
  const ack = tx('main', '\x04\n');
  const sign = { kind: 'answer', trigger: 'malformed: type', due: 'no change' } as const;
  // The malformed line between deal and first move is blamed for a wrong move.
  const steps = [listen(millis(10_600)), ack, garbled, ack];
  const { failure } = await playUntilShown(context, steps, sign, 400);
  expect(failure?.due).toBe(sign.due);
  if (failure === undefined) return;
  const known = 'answer|play|DRK-PL-01: a legal move';
  const one = { ...context, small: { steps, failure, history: 0 } };
  for (let n = 0; n < 2; n++) expect(await signaturesOfParts({ ...one, rounds: 140 })).toContain(known);
  // The case fails in fewer rounds: the part does not fail that often.
  expect(await signaturesOfParts({ ...one, rounds: 11 })).not.toContain(known);
});

describe('parts of a case show the failures of its bug', () => {
  const frame = (hex: string): FuzzStep => send('main', Buffer.from(hex, 'hex'));
  const [start, badStart, state] = ['01fffe', '01ff00', '06fff9'].map(frame);
  if (start === undefined || badStart === undefined || state === undefined) throw new Error('three frames');
  async function partsOf(board: string, ...steps: readonly FuzzStep[]): Promise<readonly string[]> {
    const failure = {
      ...({ kind: 'answer', requirement: 'STM-GM-02', trigger: 'Set State', due: 'state' } as const),
      ...{ expected: 'a state', seen: 'another' },
    };
    return [
      ...(await signaturesOfParts({ ...virtualContext(board), small: { steps, failure, history: 0 } })),
    ];
  }

  test('a prefix, or one step alone', async () => {
    expect(await partsOf('stm+crc-ignored', badStart, state)).toEqual(['answer|checksum|error 1']);
    expect(await partsOf('stm+crc-ignored', start, badStart, state)).toEqual(['answer|checksum|error 1']);
  });

  test('no part of good steps, and none on a sound board', async () => {
    expect(await partsOf('stm+crc-ignored', start, state)).toEqual([]);
    expect(await partsOf('stm', badStart, state)).toEqual([]);
  });

  test('what silence alone shows is no part of another case', async () => {
    expect(await partsOf('stm+heartbeat', listen(millis(5000)))).toEqual([]);
  });

  test('silence at the end alone, if it says the same', async () => {
    const context = virtualContext('durak+repeat-loses-etx');
    const steps = [send('main', Uint8Array.of(0x16, 0x0a)), listen(millis(10_600))];
    const alone = await reproduce(context.rig, context.session, [listen(millis(12_200))]);
    const { failure } = await reproduce(context.rig, context.session, steps);
    if (alone.failure === undefined || failure === undefined) throw new Error('no failure');
    expect(failure.requirement).not.toBe(alone.failure.requirement);
    const partsFor = async (expected: string): Promise<readonly string[]> => {
      const small = { steps, failure: { ...failure, expected }, history: 0 };
      return [...(await signaturesOfParts({ ...context, small }))];
    };
    expect(await partsFor(failure.expected)).toEqual([signature(alone.failure)]);
    expect(await partsFor('another')).toEqual([]);
  });
});
