import { boardKind } from '../../../devices/virtual/request-response/board';
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { disturbanceNamed, DISTURBANCES } from './disturbance';
import { LAWS, type LawResult } from './laws';
import { systemOf } from './system';

const SESSIONS = 12;

/** What the judge keeps. A law that it keeps and that is not in this list fails the test too: then it belongs here. */
const KEPT: readonly string[] = [
  'explanation exact',
  'explanation 1ms',
  'explanation 5ms',
  'explanation 20ms',
  'explanation stall',
  'explanation 5ms+stall',
  'accounting exact',
  'accounting 1ms',
  'accounting 5ms',
  'accounting 20ms',
  'accounting stall',
  'accounting 5ms+stall',
];

const SYSTEM = systemOf({ protocol: modbus, kind: boardKind(modbus) });

/** A board that stands still is late, and may be failed for that. */
const CASES = DISTURBANCES.filter(({ boardStalls }) => !boardStalls).flatMap(({ name }) =>
  (['explanation', 'accounting'] as const).map((law) => `${law} ${name}`),
);

test.each(CASES)('the law of %s is kept, or known to be broken', (one) => {
  const [law = '', disturbance = ''] = one.split(' ');
  const attempt = law === 'explanation' ? LAWS.explanation : LAWS.accounting;
  const results: Record<LawResult, number> = { held: 0, broken: 0, 'no case': 0 };
  for (let seed = 1; seed <= SESSIONS; seed++)
    results[attempt(SYSTEM, disturbanceNamed(disturbance), seed).result]++;
  const isKept = results.broken === 0 && results.held > 0;
  expect([one, isKept]).toEqual([one, KEPT.includes(one)]);
});
