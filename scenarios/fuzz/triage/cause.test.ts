import { micros } from '../../../protocols/time';
import { causeOf } from './cause';
import { listen, recipeStep, send, type FuzzStep } from '../execution/step';
import { reproduce } from '../execution/reproduce';
import { virtualContext } from '../testing/virtual-context';

/** Of each board: what it comes to first may be another time's second. */
const ROUNDS = 3;

const tx = (link: string, hex: string): FuzzStep => send(link, Uint8Array.from(Buffer.from(hex, 'hex')));

/** Of so many boards of the kind each that shows it: how, and by what cause. */
async function causes(
  board: string,
  steps: readonly FuzzStep[],
  boards: number,
): Promise<readonly (readonly string[])[]> {
  const { rig, session } = virtualContext(board);
  const seen: string[][] = [];
  for (let n = 0; n < boards * ROUNDS; n++) {
    if (n % ROUNDS === 0) rig.begin(n / ROUNDS);
    const { failure, sentSteps } = await reproduce(rig, session, steps);
    if (failure === undefined) continue;
    const { key } = await causeOf({ rig, session }, { steps: sentSteps, failure, history: 0 });
    seen.push([failure.kind, key]);
  }
  return seen;
}

test('one frame that is answered wrongly has one cause, whether in place of its answer or behind it', async () => {
  const seen = await causes('set+any-byte-card', [tx('scanner', '930d')], 40);
  expect(new Set(seen.map(([kind]) => kind))).toEqual(new Set(['answer', 'unasked']));
  expect(new Set(seen.map(([, key]) => key))).toEqual(new Set(['answer|byte that is no card|card']));
});

test('a hello that cuts a line is not what went wrong where the line is', async () => {
  const way = [listen(micros(10_600_000)), tx('main', '040a'), tx('main', '040a')];
  const hello = tx('main', '1616321d030a');
  const seen = await causes('durak+syn-packet-not-applied', [...way, hello, recipeStep('main', 'pass 0')], 3);
  expect(seen).toHaveLength(3 * ROUNDS);
  expect(new Set(seen.map(([, key]) => key))).toEqual(new Set(['after line cut short dropped']));
});

test('what is behind an acknowledgement is told by what was acknowledged: of two bugs none hides the other', async () => {
  const beep = await causes('gm67+beep-acknowledged-twice', [tx('main', '05e6040001ff10')], 1);
  const start = ['04e90400ff0f', '04e40401ff13'].map((hex) => tx('main', hex));
  const repeat = await causes('gm67+repeat-silent', start, 1);
  expect(new Set(beep.map(([, key]) => key))).toEqual(new Set(['after beep: ACK']));
  expect(new Set(repeat.map(([, key]) => key))).toEqual(new Set(['after scan enable: ACK']));
});

test('what makes a board slow is where it stands, by whatever request it came there', async () => {
  const host = tx('main', '07c60400008a08fe9d');
  const [start, repeat, enable] = ['04e40400ff14', '04e40401ff13', '04e90400ff0f'].map((hex) =>
    tx('main', hex),
  );
  if (start === undefined || repeat === undefined || enable === undefined) throw new Error('three frames');
  const slow = await causes('gm67+slow-while-scanning', [host, start, enable], 1);
  const again = await causes('gm67+slow-while-scanning', [host, repeat, enable], 1);
  expect(slow).toEqual(Array(ROUNDS).fill(['late', 'late after ACK']));
  expect(again).toEqual(slow);
});
