import type { BytesRecord } from '../../scenarios/record';
import { frameChanges } from './frame-changes';

/** A deck of four cards: its type, and the name and place of each card. */
function deck(direction: 'tx' | 'rx', places: readonly number[]): BytesRecord {
  const fields = places.flatMap((place, card) => [
    { name: `record ${card}`, offset: 1 + 4 * card, length: 1, value: 'RS', meaning: `card ${card}` },
    { name: `suit[${card}]`, offset: 2 + 4 * card, length: 1, value: 1 },
    { name: `rank[${card}]`, offset: 3 + 4 * card, length: 1, value: 2 },
    { name: `place[${card}]`, offset: 4 + 4 * card, length: 1, value: place, meaning: `place ${place}` },
  ]);
  const type = { name: 'type', offset: 0, length: 1, value: 1, meaning: 'deck' };
  const times = { notBefore: 0, notAfter: 1 };
  return { link: 'main', direction, ...times, hex: '00'.repeat(17), fields: [type, ...fields] };
}

test('a deck shows the cards that changed since the last deck, in either direction', () => {
  const records = [deck('tx', [1, 2, 3, 4]), deck('rx', [1, 2, 7, 4])];
  expect(frameChanges(records, 1)).toMatchObject({
    title: 'Changed since the previous deck',
    groups: [{ label: 'card 2', changes: [{ name: 'place', was: 'place 3', is: 'place 7' }] }],
    rest: '3 others unchanged',
  });
});

test('a refused deck shows what changed, and what is wrong', () => {
  const wrong = { offset: 16, expected: '1' };
  const refused = { ...deck('rx', [9, 2, 3, 8]), reject: 'place 8', wrong };
  expect(frameChanges([deck('tx', [1, 2, 3, 8]), refused], 1)?.groups).toMatchObject([
    { label: 'card 0', changes: [{ name: 'place', was: 'place 1', is: 'place 9', due: undefined }] },
    { label: 'card 3', changes: [{ name: 'place', was: undefined, is: 'place 8', due: '1' }] },
  ]);
  expect(frameChanges([refused], 0)).toMatchObject({
    title: 'Wrong in this deck',
    groups: [{ label: 'card 3', changes: [{ is: 'place 8', due: '1' }] }],
    rest: '3 others',
  });
  // What was refused changed nothing: the deck before it counts.
  expect(
    frameChanges([deck('tx', [1, 2, 3, 4]), refused, deck('rx', [1, 2, 3, 5])], 2)?.groups,
  ).toMatchObject([{ label: 'card 3', changes: [{ was: 'place 4', is: 'place 5' }] }]);
});

test('the first deck shows values that no other card has, unless many have one', () => {
  expect(frameChanges([deck('tx', [1, 1, 7, 1])], 0)).toMatchObject({
    title: 'Unlike the 3 others in this deck',
    groups: [{ label: 'card 2', changes: [{ name: 'place', was: undefined, is: 'place 7' }] }],
  });
  expect(frameChanges([deck('tx', [1, 2, 3, 4])], 0)).toBeUndefined();
  // None is left to be unlike.
  expect(frameChanges([deck('tx', [1, 2])], 0)).toBeUndefined();
});

test('a deck that is sent again is the same as the previous one', () => {
  const again = frameChanges([deck('tx', [1, 2, 3, 4]), deck('rx', [1, 2, 3, 4])], 1);
  expect(again).toEqual({ title: 'The same as the previous deck', groups: [], rest: undefined });
});

test('a frame is not compared with a frame of another form', () => {
  expect(frameChanges([deck('tx', [1, 2, 3]), deck('rx', [1, 2, 3, 4])], 1)).toBeUndefined();
});
