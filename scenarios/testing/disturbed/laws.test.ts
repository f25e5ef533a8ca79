import { boardKind } from '../../../devices/virtual/request-response/board';
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { disturbanceNamed, DISTURBANCES } from './disturbance';
import { LAWS, type LawResult } from './laws';
import { systemOf } from './system';

const SESSIONS = 12;

const SYSTEM = systemOf({ protocol: modbus, kind: boardKind(modbus) });

/** A board that stands still is late, and may be failed for that. */
const CASES = DISTURBANCES.filter(({ boardStalls }) => !boardStalls).flatMap(({ name }) =>
  (['explanation', 'accounting'] as const).map((law) => `${law} ${name}`),
);

test.each(CASES)('the judge keeps the law of %s', (one) => {
  const [law = '', disturbance = ''] = one.split(' ');
  const attempt = law === 'explanation' ? LAWS.explanation : LAWS.accounting;
  const results: Record<LawResult, number> = { held: 0, broken: 0, 'no case': 0 };
  for (let seed = 1; seed <= SESSIONS; seed++)
    results[attempt(SYSTEM, disturbanceNamed(disturbance), seed).result]++;
  expect(results.broken).toBe(0);
  expect(results.held).toBeGreaterThan(0);
});
