import { millis } from '../../../protocols/time';
import { deal } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { areOfOneBug } from './root-cause';
import { listen, send, type FuzzStep } from '../execution/step';
import { LINK } from '../targets/durak/model';
import { ACK, HELLO, recipe, SHORT_DECK, SHORTEST_DECK } from '../targets/durak/shrinking';
import { reproduce } from '../execution/trial';
import { servedSerially, twinLab } from '../testing/virtual-lab';

const say = (hex: string): FuzzStep => send('main', Buffer.from(hex, 'hex'));
const pause = listen(millis(700));

const REVISION = say('04a30400ff55');
const ENABLE = say('04e90400ff0f');
/** Of a wrong checksum; the other ends with XOFF, as noise may. */
const WRONG = say('04e50400ef14');
const WRONG_13 = say('04e50400ef13');

/** What both cases fail by, and whether they are of one bug; whichever was known first. */
async function judged(
  board: string,
  ...[one, other]: readonly [readonly FuzzStep[], readonly FuzzStep[]]
): Promise<readonly unknown[]> {
  const shared = twinLab(board);
  const shown = async (steps: readonly FuzzStep[]) => {
    const { failure } = await reproduce(shared.rig, shared.session, steps);
    return failure && { steps, failure, hangs: false };
  };
  let [a, b] = [await shown(one), await shown(other)];
  // Some boards refuse a bad LEN, others drop it in silence.
  for (let unit = 0; (a === undefined || b === undefined) && unit < 9; unit++) {
    shared.rig.begin(unit);
    [a, b] = [await shown(one), await shown(other)];
  }
  if (a === undefined || b === undefined) throw new Error('a case of no failure');
  const merged = [await areOfOneBug(shared, a, b), await areOfOneBug(shared, b, a)];
  return [`${a.failure.kind}, ${b.failure.kind}`, ...merged];
}

test.each([
  ['noise-xoff', 'late, silence', [say('13'), pause, ENABLE], [WRONG_13]],
  ['noise-xoff', 'late, late', [say('ff13'), say('047a0400ff7e')], [say('13'), pause, ENABLE]],
  ['noise-xoff', 'silence, late', [say('13'), REVISION], [say('13'), pause, ENABLE]],
  ['noise-xoff', 'late, silence', [say('0113'), REVISION], [WRONG_13]],
  ['noise-xoff', 'unasked, silence', [say('ff13')], [WRONG_13]],
  // Either makes it deaf, and for as long as the other.
  ['half-frame-kept', 'silence, silence', [say('e6'), WRONG], [say('ff'), REVISION]],
] as const)('gm67+%s: one bug, shown as %s', async (defect, kinds, one, other) => {
  expect(await judged(`gm67+${defect}`, one, other)).toEqual([kinds, true, true]);
});

test.each([
  // The frame that is not answered holds nothing that the other is about.
  ['noise-xoff+bad-checksum-silent', 'late, silence', [say('13'), pause, ENABLE], [WRONG]],
  // Of two things that make a board deaf, both are behind what should change nothing.
  ['noise-xoff+bad-checksum-deaf', 'silence, silence', [say('13'), REVISION], [WRONG, REVISION]],
  [
    'half-frame-eats-next+bad-len-eats-next',
    'silence, silence',
    [say('04a3'), ENABLE],
    [say('01'), REVISION],
  ],
  ['half-frame-kept+bad-checksum-deaf', 'silence, silence', [say('e6'), REVISION], [WRONG, REVISION]],
  ['noise-xoff+revision-acknowledged', 'silence, answer', [say('13'), REVISION], [REVISION]],
  ['half-frame-kept+bad-checksum-twice', 'unasked, unasked', [say('04a3'), say('04a304a3')], [WRONG]],
  ['bad-checksum-denied+noise-xoff', 'answer, late', [WRONG], [say('13'), pause, ENABLE]],
] as const)('gm67+%s: two bugs, shown as %s', async (defects, kinds, one, other) => {
  expect(await judged(`gm67+${defects}`, one, other)).toEqual([kinds, false, false]);
});

describe('Durak', () => {
  const first = [send(LINK, HELLO), send(LINK, SHORT_DECK)];
  const legal = encode({ type: 'deck', cards: deal((below) => below - 1) });

  test('what a deck before the deal did is one bug, whether it plays on from that or refuses the deal', async () => {
    const refused = [...first.with(1, send(LINK, SHORTEST_DECK)), send(LINK, legal), send(LINK, SHORT_DECK)];
    const played = [...first, send(LINK, SHORTEST_DECK)];
    expect(await judged('durak+first-deck-any', played, refused)).toEqual(['unasked, silence', true, true]);
  });

  test('what is no move is one bug, whether it is a wrong one or one said again', async () => {
    const way = [listen(millis(10_600)), send(LINK, ACK), send(LINK, ACK)];
    const wrong = [...way, recipe('against DRK-PL-05 0')];
    const again = [...way, recipe('pass 0'), send(LINK, ACK), recipe('again')];
    expect(await judged('durak+accepts-any-take', wrong, again)).toEqual(['answer, unasked', true, true]);
  });
});

test('what comes with so many frames of a kind, and so many of the same kind, is one bug', async () => {
  const { rig, session } = servedSerially('stops-at-150-joins');
  const shown = async (text: string, ...more: readonly FuzzStep[]) => {
    const steps = [send('a', Buffer.from(text)), ...more];
    const { failure } = await reproduce(rig, session, steps);
    if (failure === undefined) throw new Error('a case of no failure');
    return { steps, failure, hangs: true };
  };
  const again = await shown(`${'JQ'.repeat(150)}J`);
  const others = (count: number): FuzzStep => send('b', Buffer.from('J'.repeat(count)));
  expect(await areOfOneBug({ rig, session }, await shown('J', others(150)), again)).toBe(true);
  expect(await areOfOneBug({ rig, session }, await shown('J', others(151)), again)).toBe(false);
});
