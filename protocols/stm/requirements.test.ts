import { readFileSync } from 'node:fs';
import { pageLaws } from '../testing/page-laws';
import { micros } from '../time';
import { parameters, requirements } from './requirements';
import { answers } from './stm';

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), requirements, parameters);

test('every parameter defaults to a value within its bounds, and the codec takes the bounds', () => {
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
