import { correctedHex, wrongFields } from './wrong-fields';

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
