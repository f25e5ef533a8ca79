import { micros } from '../time';
import { parameters, requirements } from './requirements';
import { answers } from './stm';

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}-${String(i + 1).padStart(2, '0')}`);
}

test('the catalogue has every clause of the page, in its order', () => {
  expect(requirements.map(({ id }) => id)).toEqual([
    ...numbered('STM-FR', 11),
    ...numbered('STM-TM', 4),
    ...numbered('STM-GM', 11),
  ]);
});

test('all are MUST but for two, and each group is one stretch', () => {
  expect(requirements.filter(({ level }) => level === 'SHOULD').map(({ id }) => id)).toEqual([
    'STM-FR-10',
    'STM-TM-04',
  ]);
  const groups = requirements.map(({ id, group }) => `${id.slice(0, 6)} ${group}`);
  expect([...new Set(groups)]).toEqual(['STM-FR Framing and checksum', 'STM-TM Timing', 'STM-GM Game']);
});

test('every parameter defaults to a value within its bounds, and the codec takes the bounds', () => {
  expect(parameters.map((one) => [one.name, one.default])).toEqual([
    ['baud', 115_200],
    ['errorCmd', 0xee],
    ['idleGapMs', 50],
    ['responseMs', 100],
  ]);
  for (const { default: value, min = Infinity, max = -Infinity } of parameters) {
    expect(Number(value)).toBeGreaterThanOrEqual(min);
    expect(Number(value)).toBeLessThanOrEqual(max);
  }
  const bounds = parameters.find(({ name }) => name === 'errorCmd');
  for (const errorCmd of [bounds?.min, bounds?.max]) {
    if (errorCmd === undefined) throw new Error('errorCmd has no bounds');
    const raw = answers({ errorCmd }).encode({ type: 'error', code: 1 });
    expect(answers({ errorCmd }).decoder().push(raw, micros(0))).toMatchObject([{ kind: 'frame' }]);
  }
});
