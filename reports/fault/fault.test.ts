import { correctedHex, wrongFields } from './wrong-fields';
import type { BytesRecord } from '../../scenarios/record';
import { frameChanges } from './frame-changes';
import { answerIndex, failingExchange, measuredGap, offsetText } from './failing-exchange';

const sum = { name: 'CRC', offset: 2, length: 1, value: 0xf8 };

test('a field is wrong by its meaning, or by the refusal of the decoder', () => {
  const byMeaning = { ...sum, meaning: 'wrong, should be F9' };
  expect(wrongFields({ hex: '06fff8', fields: [byMeaning] })).toEqual(new Map([[byMeaning, 'F9']]));
  const refused = { hex: '06fff8', fields: [sum], wrong: { offset: 2, expected: 'F9' } };
  expect(wrongFields(refused)).toEqual(new Map([[sum, 'F9']]));
  expect(wrongFields({ hex: '06fff9', fields: [{ ...sum, meaning: 'right' }] }).size).toBe(0);
});

test('corrected bytes are known only if the right value is bytes of the same length', () => {
  const due = (meaning: string) => correctedHex({ hex: '06fff8', fields: [{ ...sum, meaning }] });
  expect(due('wrong, should be F9')).toBe('06fff9');
  expect(due('should be one of 01, 02')).toBeUndefined();
  expect(due('wrong, should be FF F9')).toBeUndefined();
  expect(due('right')).toBeUndefined();
});

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

function record(direction: 'tx' | 'rx', notBefore: number, notAfter: number): BytesRecord {
  return { link: 'main', direction, notBefore, notAfter, hex: '00' };
}

const records = [
  record('rx', 0, 10),
  record('tx', 500, 510),
  record('rx', 600, 610),
  record('rx', 3010, 3020),
];
const measurement = { name: 'try', unit: 'us', low: 3000, high: 3000, max: 2400 } as const;

test('the failing exchange begins at the last request, or at the beginning of the measured time', () => {
  expect(failingExchange(records, undefined)).toBe(1);
  const gap = measuredGap(records, measurement);
  expect(gap).toEqual({ from: 0, to: 3, since: 10, until: 3010 });
  expect(failingExchange(records, gap)).toBe(0);
});

test('what the host acknowledges last belongs to the exchange, unless it sent nothing else', () => {
  const meaning = 'acknowledgement';
  const fields = [{ name: 'EOT', offset: 0, length: 1, value: 4, meaning }];
  const acknowledgement = { ...record('tx', 4000, 4010), fields };
  expect(failingExchange([...records, acknowledgement], undefined)).toBe(1);
  expect(failingExchange([record('rx', 0, 10), acknowledgement], undefined)).toBe(1);
});

test('what the host sent right before the request, and is no message, belongs to the exchange', () => {
  const garbage = { ...record('tx', 4000, 4010), reject: '1 byte before SYN' };
  const request = record('tx', 4010, 4020);
  expect(failingExchange([...records, garbage, request], undefined)).toBe(4);
  expect(failingExchange([garbage, ...records], undefined)).toBe(2);
});

test('what is due stands over the last answer that is not the same', () => {
  const [request, first] = records.slice(1);
  if (request === undefined || first === undefined) throw new Error('no records');
  const second = { ...first, hex: '01' };
  const due = { link: 'main', hex: '00' };
  expect(answerIndex([request, second, first], 0, due)).toBe(1);
  expect(answerIndex([request, first, second], 0, due)).toBe(2);
  expect(answerIndex([request, first], 0, due)).toBe(1);
  expect(answerIndex([first, request], 1, due)).toBeUndefined();
});

test('only the measured span is bracketed', () => {
  expect(measuredGap(records, { ...measurement, low: 2990, high: 2995 })).toBeUndefined();
  expect(measuredGap(records, { ...measurement, unit: 'bytes' })).toBeUndefined();
  expect(measuredGap(records, undefined)).toBeUndefined();
});

test('times are counted from the end of the failing request', () => {
  const [, request, answer] = records;
  if (request === undefined || answer === undefined) throw new Error('no records');
  expect(offsetText(request, request)).toBe('0');
  expect(offsetText(answer, request)).toBe('+90 µs');
  const [notBefore, notAfter] = [request.notAfter - 34_600, request.notAfter + 2000];
  expect(offsetText({ ...answer, notBefore, notAfter }, { ...request, notBefore })).toBe(
    '−34.6 ms to +36.6 ms',
  );
});
