import { shows } from './reproducibility';
import { bytesOf, send, type FuzzStep } from '../execution/step';
import { soonest } from './soonest';
import { recipe } from '../targets/durak/shrinking';
import { reproduce } from '../execution/trial';
import { twinLab } from '../testing/virtual-lab';

const checkpoint = (): void => undefined;
const say = (hex: string): FuzzStep => send('main', Buffer.from(hex, 'hex'));

const START = say('01fffe');
const BAD = say('01ff00');

async function shown(steps: readonly FuzzStep[]) {
  const lab = { ...twinLab('stm+crc-ignored'), checkpoint };
  const { failure } = await reproduce(lab.rig, lab.session, steps);
  if (failure === undefined) throw new Error('it shows nothing');
  return { lab, small: { steps, failure, history: 0 } };
}

test('a long case is told by the shortest beginning of a long game that shows it', async () => {
  const { lab, small } = await shown([START, START, START, BAD]);
  const games = [{ steps: [START, BAD, START, START], bytes: 0 }];
  const found = await soonest({ ...lab, session: { ...lab.session, games } }, small);
  // The step behind it was under way by then.
  expect(found?.steps).toEqual([START, BAD, START]);
});

test('none that has as many bytes, and none that never shows it', async () => {
  const { lab, small } = await shown([BAD]);
  for (const steps of [[BAD, START], [START]]) {
    const games = [{ steps, bytes: 0 }];
    expect(await soonest({ ...lab, session: { ...lab.session, games } }, small)).toBeUndefined();
  }
  const games = [{ steps: [BAD], bytes: bytesOf(small.steps) }];
  expect(await soonest({ ...lab, session: { ...lab.session, games } }, small)).toBeUndefined();
});

test('a game of Durak towards the end of the stock comes to it sooner than one that only spares its cards', async () => {
  const { rig, session } = twinLab('durak+dead-card-returns');
  const [way = []] = session.ways ?? [];
  const sign = { kind: 'answer', trigger: 'play', due: 'DRK-PL-07: a legal move' } as const;
  const shownBy = (move: string): Promise<number> =>
    shows({ rig, session }, [...way, ...Array.from({ length: 13 }, () => recipe(move))], sign, 200);
  const quick = await shownBy('quick');
  expect(quick).toBeGreaterThan(20);
  expect(quick).toBeGreaterThan(2 * (await shownBy('weak')));
});
