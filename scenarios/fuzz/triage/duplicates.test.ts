import { millis } from '../../../protocols/time';
import { findDuplicate } from './duplicates';
import { playUntilShown } from '../reduce/reproducibility';
import { reproduce } from '../execution/reproduce';
import { sampleFinding } from '../testing/sample-finding';
import { listen, send, type FuzzStep } from '../execution/step';
import { virtualContext } from '../testing/virtual-context';

const tx = (link: string, text: string): FuzzStep => send(link, Buffer.from(text));

test('a flaky case is a duplicate if a part of it shows a known failure about as often', async () => {
  const context = virtualContext('durak+attacks-with-trump-at-2');
  const garbled = send('main', Uint8Array.of(0x16, 0x0a));
  const ack = tx('main', '\x04\n');
  const sign = { kind: 'answer', trigger: 'malformed: type', due: 'no change' } as const;
  // The malformed line between deal and first move is blamed for a wrong move.
  const steps = [listen(millis(10_600)), ack, garbled, ack];
  const { failure } = await playUntilShown(context, steps, sign, 400);
  expect(failure?.due).toBe(sign.due);
  if (failure === undefined) return;
  const [trigger, due] = ['play', 'DRK-PL-01: a legal move'];
  const known = sampleFinding({ ...sign, suite: 'durak', trigger, due });
  const one = { ...context, small: { steps, failure, history: 0 }, known: [known], idOf: () => undefined };
  for (let n = 0; n < 8; n++) expect(await findDuplicate({ ...one, rounds: 140 })).toBe(known.id);
  // The case fails in fewer rounds: the part does not fail that often.
  expect(await findDuplicate({ ...one, rounds: 11 })).toBeUndefined();
});

describe('a case is a duplicate if a part of it shows a known failure', () => {
  const frame = (hex: string): FuzzStep => send('main', Buffer.from(hex, 'hex'));
  const [start, badStart, state] = ['01fffe', '01ff00', '06fff9'].map(frame);
  if (start === undefined || badStart === undefined || state === undefined) throw new Error('three frames');
  async function duplicateOf(board: string, ...steps: readonly FuzzStep[]): Promise<string | undefined> {
    const context = virtualContext(board);
    const failure = {
      ...({ kind: 'answer', requirement: 'STM-GM-02', trigger: 'Set State', due: 'state' } as const),
      ...{ expected: 'a state', seen: 'another' },
    };
    const small = { steps, failure, history: 0 };
    const twice = virtualContext('stm+crc-ignored');
    const { failure: shown } = await reproduce(twice.rig, twice.session, [
      send('main', Buffer.from('01ff00', 'hex')),
    ]);
    if (shown === undefined) throw new Error('no failure');
    const { kind, trigger, due } = shown;
    const known = sampleFinding({ kind, trigger, due, steps: [{ link: 'main', hex: '01ff00' }] });
    return findDuplicate({ ...context, small, known: [known], idOf: () => undefined });
  }

  test('a prefix, or one step alone', async () => {
    expect(await duplicateOf('stm+crc-ignored', badStart, state)).toBe(sampleFinding().id);
    expect(await duplicateOf('stm+crc-ignored', start, badStart, state)).toBe(sampleFinding().id);
  });

  test('it is no duplicate if no part shows a known failure', async () => {
    expect(await duplicateOf('stm+crc-ignored', start, state)).toBeUndefined();
    expect(await duplicateOf('stm', badStart, state)).toBeUndefined();
  });

  test('a failure that silence alone triggers is no duplicate', async () => {
    expect(await duplicateOf('stm+crc-ignored', listen(millis(500)))).toBeUndefined();
  });

  test('silence at the end alone shows a known failure, which says the same: a duplicate', async () => {
    const context = virtualContext('durak+repeat-loses-etx');
    const steps = [send('main', Uint8Array.of(0x16, 0x0a)), listen(millis(10_600))];
    const alone = await reproduce(context.rig, context.session, [listen(millis(12_200))]);
    const { failure } = await reproduce(context.rig, context.session, steps);
    if (alone.failure === undefined || failure === undefined) throw new Error('no failure');
    expect(failure.requirement).not.toBe(alone.failure.requirement);
    const known = sampleFinding({ ...alone.failure, suite: 'durak', steps: [{ listenUs: 12_200_000 }] });
    const find = (expected: string): Promise<string | undefined> =>
      findDuplicate({
        ...context,
        small: { steps, failure: { ...failure, expected }, history: 0 },
        known: [known],
        idOf: () => undefined,
      });
    expect(await find(failure.expected)).toBe(known.id);
    expect(await find('another')).toBeUndefined();
  });
});
