import { millis } from '../../../protocols/time';
import { dice } from '../campaign/dice';
import { findDuplicate } from './duplicates';
import { roundsOf, shownRound } from '../reduce/reproducibility';
import { inFewerBytes } from '../reduce/retold';
import { sampleFinding } from '../testing/sample-finding';
import { listen, madeOf, send, type FuzzStep } from '../execution/step';
import { anyDeal, say as sayDeck, SHORTEST_DECK } from '../targets/durak/shrinking';
import { reproduce } from '../execution/reproduce';
import { servedSerially, twinLab } from '../testing/virtual-lab';

const say = (link: string, text: string): FuzzStep => send(link, Buffer.from(text));

test('what takes luck with all sent at once is of what is known of the same sent apart, in as many rounds', async () => {
  const lab = servedSerially('machine-opens-behind-itself', 'ttt-pve');
  // Between the round that ends and the move that is too many there is more.
  const steps = [say('a', 'J'), say('a', '138Q5')];
  const sign = { kind: 'unasked', trigger: "stranger's move", due: 'silence' } as const;
  const { failure } = await shownRound(lab, steps, sign, 2000);
  if (failure === undefined) throw new Error('it never shows');
  const known = sampleFinding({ suite: 'ttt', kind: 'unasked', trigger: 'move', due: 'silence' });
  const { shown } = await roundsOf(
    lab,
    [say('a', 'J'), say('a', '1')],
    { ...sign, trigger: 'move' },
    { rounds: 20 },
  );
  expect(shown).toBe(0);
  const one = { ...lab, small: { steps, failure, history: 0 }, known: [known], idOf: () => undefined };
  expect(await findDuplicate({ ...one, rounds: 800 })).toBe(known.id);
});

test('what should have done nothing goes from a case, where its last step is answered just so without it', async () => {
  const lab = servedSerially('first-told-of-second', 'ttt-pvp');
  const steps = [say('b', 'J'), say('a', '7'), say('a', 'J')];
  const sign = { kind: 'unasked', trigger: "stranger's move", due: 'no wait' } as const;
  const { failure } = await shownRound(lab, steps, sign, 1);
  if (failure === undefined) throw new Error('it does not show');
  const options = { ...lab, exhausted: () => false, checkpoint: () => undefined };
  const small = await inFewerBytes(options, { steps, failure, history: 0 });
  expect(small.steps).toEqual([say('b', 'J'), say('a', 'J')]);
});

test('what takes luck is of what is known of a part of it, where that shows about as often', async () => {
  const lab = twinLab('durak+attacks-with-trump-at-2');
  const garbled = send('main', Uint8Array.of(0x16, 0x0a));
  const way = [listen(millis(10_600)), say('main', '\x04\n'), say('main', '\x04\n')];
  const sign = { kind: 'answer', trigger: 'acknowledgement', due: 'a legal move' } as const;
  const steps = [garbled, ...way];
  const { failure } = await shownRound(lab, steps, sign, 400);
  expect(failure?.due).toBe(sign.due);
  if (failure === undefined) return;
  const [trigger, due] = ['play', 'DRK-PL-01: a legal move'];
  const known = sampleFinding({ ...sign, suite: 'durak', trigger, due });
  const one = { ...lab, small: { steps, failure, history: 0 }, known: [known], idOf: () => undefined };
  for (let n = 0; n < 8; n++) expect(await findDuplicate({ ...one, rounds: 140 })).toBe(known.id);
  // It takes less luck: the part does not show it so often.
  expect(await findDuplicate({ ...one, rounds: 11 })).toBeUndefined();
});

test('a step of it that shows what is known behind a short way is of that, as one that shows it by itself', async () => {
  const lab = twinLab('durak+hello-restarts');
  const [hello, way] = [say('main', '\x162\x1d\x03\n'), lab.session.ways?.[0] ?? []];
  // In a game a hello begins anew, so that nothing comes again; behind the end a deal is taken, and played.
  const lost = Array.from({ length: 4 }, () => madeOf('main', 'pass 0'));
  const deal = sayDeck(anyDeal(dice(0)));
  const steps = [...way, ...lost, deal, hello, madeOf('main', 'again'), sayDeck(SHORTEST_DECK)];
  const { failure } = await reproduce(lab.rig, lab.session, steps);
  if (failure === undefined) throw new Error('it does not show');
  expect(failure.requirement).toBe('DRK-PL-09');
  const { failure: first } = await reproduce(lab.rig, lab.session, [...way.slice(0, 2), hello]);
  if (first === undefined) throw new Error('it does not show in a game');
  const { kind, trigger, due } = first;
  const known = sampleFinding({ suite: 'durak', kind, trigger, due });
  const one = { ...lab, small: { steps, failure, history: 0 }, known: [known], idOf: () => undefined };
  expect(await findDuplicate(one)).toBe(known.id);
});
