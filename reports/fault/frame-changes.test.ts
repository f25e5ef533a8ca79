import type { BytesRecord } from '../../scenarios/record';
import { changesSincePrevious } from './frame-changes';

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
  expect(changesSincePrevious(records, 1)).toMatchObject({
    kind: 'deck',
    groups: [{ label: 'card 2', changes: [{ name: 'place', was: 'place 3', is: 'place 7' }] }],
    same: 3,
  });
});

test('a frame is not compared with a frame of another form, or with none', () => {
  expect(changesSincePrevious([deck('tx', [1, 2, 3, 4])], 0)).toBeUndefined();
  expect(changesSincePrevious([deck('tx', [1, 2, 3]), deck('rx', [1, 2, 3, 4])], 1)).toBeUndefined();
});
