import { accountingText, isTooLittle, judgedPercent, sumAccounting } from './accounting';

test('the numbers are said with the reasons, the most frequent first', () => {
  expect(accountingText({ judged: 312, unjudged: { 'left-open': 1, 'state-unknown': 2 } })).toBe(
    '312 of 315 exchanges judged; 3 not: 2 because the state was not known yet, 1 because the specification leaves it open',
  );
  expect(accountingText({ judged: 0, unjudged: { 'bytes-lost': 1 } })).toBe(
    '0 of 1 exchange judged; 1 not, because bytes or times are missing',
  );
  expect(accountingText({ judged: 7, unjudged: {} })).toBe('7 of 7 exchanges judged');
});

test('parts add up; none is no number', () => {
  const one = { judged: 3, unjudged: { 'too-many-worlds': 1 } };
  const other = { judged: 4, unjudged: { 'too-many-worlds': 2, 'left-open': 1 } };
  expect(sumAccounting([one, other])).toEqual({
    judged: 7,
    unjudged: { 'too-many-worlds': 3, 'left-open': 1 },
  });
  expect(sumAccounting([])).toBeUndefined();
});

test('a share is never rounded up to what is needed', () => {
  const nearly = { judged: 9_496, unjudged: { 'left-open': 504 } };
  expect([judgedPercent(nearly), isTooLittle(nearly, 95)]).toEqual([94.9, true]);
  expect(isTooLittle({ judged: 19, unjudged: { 'left-open': 1 } }, 95)).toBe(false);
});
