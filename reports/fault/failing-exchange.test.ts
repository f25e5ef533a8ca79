import type { BytesRecord } from '../../scenarios/record';
import { answerIndex, failingExchange, measuredGap, offsetText } from './failing-exchange';

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
