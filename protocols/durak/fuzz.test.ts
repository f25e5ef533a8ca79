import type { Packet } from './wire/packet';
import { micros, millis } from '../time';
import { listen, type FuzzStep } from '../../scenarios/player/step';
import { reproduce, signature } from '../../scenarios/fuzz/execution/reproduce';
import { virtualContext } from '../../scenarios/fuzz/testing/virtual-context';
import { sendAck, HELLO, recipe, tx, SHORTEST_DECK, strangeDeck } from './steps';

const WAY: readonly FuzzStep[] = [listen(millis(10_600)), sendAck(), sendAck()];
/** Each packet is acknowledged only by the next move. */
const TERSE = [...WAY, ...Array.from({ length: 40 }, () => recipe('long 0'))];

test('a legal move that a board treats as illegal is named so, even if it should also acknowledge the last packet', async () => {
  const context = virtualContext('durak+trump-forgotten');
  const clauses = new Set<string>();
  for (let n = 0; n < 60; n++) {
    const { failure } = await reproduce(context.rig, context.session, TERSE);
    if (failure !== undefined) clauses.add(failure.requirement);
  }
  expect(clauses).toContain('DRK-PL-08');
  expect(clauses).not.toContain('DRK-PL-11');
});

test('a board that repeats its packet after every such move has not refused one', async () => {
  const context = virtualContext('durak+move-no-ack');
  const { failure } = await reproduce(context.rig, context.session, TERSE);
  expect(failure?.requirement).toBe('DRK-LK-09');
});

test('a missing repetition is one class of failure, so that fuzzing can leave out what came before', async () => {
  const { rig, session } = virtualContext('durak+hello-not-repeated');
  const [requirements, classes] = [new Set<string>(), new Set<string>()];
  for (let n = 0; n < 20; n++)
    for (const steps of [[listen(millis(7100))], [sendAck(), listen(millis(7100))]]) {
      const { failure } = await reproduce(rig, session, steps);
      if (failure === undefined) continue;
      requirements.add(failure.requirement);
      classes.add(signature(failure));
    }
  expect(requirements).toEqual(new Set(['DRK-LK-07', 'DRK-LK-09']));
  expect(classes).toEqual(new Set(['answer|play|DRK-LK-07: the same packet again within 3500 ms']));
});

test('a sound board answers every seed case correctly, whatever it chooses', async () => {
  const { rig, session } = virtualContext('durak');
  for (const steps of session.seedCases ?? [])
    for (let n = 0; n < 6; n++) expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
});

test('a repetition that is on its way when its acknowledgement comes does not need another one', async () => {
  const { rig, session } = virtualContext('durak');
  // On this board the deck comes right before a repetition, and the acknowledgement during it.
  rig.begin(40486);
  const unheard = Array.from({ length: 4 }, () => listen(millis(10_600)));
  const steps = [...WAY, ...unheard, tx(SHORTEST_DECK), listen(micros(18_350)), sendAck()];
  for (let n = 0; n < 3; n++) expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
});

test('a board that plays on after a wrong deck before the deal breaks the clause for that', async () => {
  const { rig, session } = virtualContext('durak+first-deck-any');
  const { cards } = deckOf(strangeDeck());
  const first = cards.map((card, i) => (i === 0 ? { ...card, property: 0 } : card));
  const steps = [tx(HELLO), tx({ type: 'deck', cards: first }), tx(SHORTEST_DECK)];
  const { failure } = await reproduce(rig, session, steps);
  expect(failure?.requirement).toBe('DRK-HS-07');
});

function deckOf(packet: Packet): Extract<Packet, { type: 'deck' }> {
  if (packet.type !== 'deck') throw new Error('no deck');
  return packet;
}
