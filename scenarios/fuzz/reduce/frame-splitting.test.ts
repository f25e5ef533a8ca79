import { micros } from '../../../protocols/time';
import { deal } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import { isDeck, shorterDecks } from '../targets/durak/others';
import { minimise } from './minimise';
import { cutUp, cutUpAt } from './frame-splitting';
import { bytesOf, send, type FuzzStep } from '../execution/step';
import { reproduce } from '../execution/trial';
import { twinLab } from '../testing/virtual-lab';

const DECK = encode({ type: 'deck', cards: deal(() => 0) });
const GAP = micros(5500);

/** A byte at a time, from the second one on behind a pause. */
function bytewise(bytes: Uint8Array): FuzzStep[] {
  return Array.from(bytes, (byte, n) => send('main', Uint8Array.of(byte), n === 0 ? undefined : GAP));
}

test('a deck has shorter good ones, down to one character for each owner and place', () => {
  const lengths = [...shorterDecks(DECK)].map((deck) => {
    expect(isDeck(deck)).toBe(true);
    return deck.length;
  });
  expect(lengths[0]).toBe(5 + 36 * 10);
  expect(lengths.toSorted((a, b) => a - b)).toEqual(lengths);
  expect(Math.max(...lengths)).toBe(DECK.length - 1);
});

test('a line of too many records is made shorter as a whole, too', () => {
  const { session } = twinLab('durak');
  const record = DECK.slice(3, DECK.indexOf(0x1e, 4));
  const long = Uint8Array.from([...DECK.slice(0, 3), ...record, ...DECK.slice(3)]);
  const shorter = [...session.smaller('main', long)].map(({ length }) => length);
  expect(shorter).toContain(long.length - [...long].filter((byte) => byte === 0x2d).length);
});

test('a frame in many pieces is found from its first on, and cut up again at the same places', () => {
  const { session } = twinLab('durak');
  const steps = [send('main', Uint8Array.of(0x04, 0x0a)), ...bytewise(DECK)];
  expect(cutUpAt(session, steps, 0)).toBeUndefined();
  expect(cutUpAt(session, steps, 1)).toEqual({ count: DECK.length, whole: Buffer.from(DECK) });
  expect(cutUpAt(session, [...steps, send('main', Uint8Array.of(0x16))], 1)?.count).toBe(DECK.length);
  const like = [
    send('main', new Uint8Array(2)),
    send('main', new Uint8Array(3), GAP),
    send('main', new Uint8Array(1), GAP),
  ];
  const cut = cutUp(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), like);
  expect(cut.map((step) => bytesOf([step]))).toEqual([2, 3, 3]);
  expect(cutUp(Uint8Array.of(1, 2, 3), like).map((step) => bytesOf([step]))).toEqual([2, 1]);
});

test('what takes a packet in many pieces is shown by the shortest such packet', async () => {
  const { rig, session } = twinLab('durak+pieces-64');
  const steps = [...bytewise(DECK.subarray(0, 70)), send('main', DECK.subarray(70), GAP)];
  const { failure } = await reproduce(rig, session, steps);
  if (failure === undefined) throw new Error('it does not show');
  const exhausted = budgetOf(rig.spent, { ...VIRTUAL_BUDGET, tries: 100 });
  const shared = { rig, session, checkpoint: () => undefined, exhausted };
  const small = await minimise({ ...shared, failure, history: [steps], tries: 1 });
  expect(bytesOf(small?.steps ?? [])).toBe(5 + 36 * 10);
});
