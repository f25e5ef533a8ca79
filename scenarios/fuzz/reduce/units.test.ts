import { sameSignature, reproduce } from '../execution/trial';
import { bytesOf, send, type FuzzStep } from '../execution/step';
import { twinLab } from '../testing/virtual-lab';
import { smallestOfUnits } from './units';

const say = (hex: string): FuzzStep => send('main', Uint8Array.from(Buffer.from(hex, 'hex')));

/** The first boards of the kind on which such a case shows nothing, or shows it. */
async function unitWhere(lab: ReturnType<typeof twinLab>, steps: readonly FuzzStep[], shows: boolean) {
  for (let unit = 0; unit < 20; unit++) {
    lab.rig.begin(unit);
    const { failure } = await reproduce(lab.rig, lab.session, steps);
    if ((failure !== undefined) === shows) return unit;
  }
  throw new Error('every board does the same');
}

test.each([
  [
    'what the page leaves to a board: one that refuses a bad LEN at all',
    'nak-checksum',
    '04e90400ff3f',
    'ff',
  ],
  ['one byte is what matters, and noise holds it too', 'noise-xoff', '04e50400ef13', 'ff13'],
])(
  'a case is made smaller on a board that shows it in fewer bytes: %s',
  async (_title, defect, long, short) => {
    const lab = twinLab(`gm67+${defect}`);
    const unit = await unitWhere(lab, [say(short)], false);
    lab.rig.begin(unit);
    const { failure } = await reproduce(lab.rig, lab.session, [say(long)]);
    if (failure === undefined) throw new Error('the long case shows nothing');
    const options = { ...lab, budget: () => () => false, checkpoint: () => undefined };
    const small = await smallestOfUnits(options, { steps: [say(long)], failure, history: 0 }, unit);
    expect(bytesOf(small.steps)).toBe(short.length / 2);
    expect(small.unit).not.toBe(unit);
    // The rig is on the board that it is of.
    const again = await reproduce(lab.rig, lab.session, small.steps);
    expect(again.failure && sameSignature(again.failure, small.failure)).toBe(true);
  },
);
