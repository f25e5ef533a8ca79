/** Faults of a board as data, with words for people. */
import type { FailureKind } from '../../monitor/failure';
import type { Flaw, Situation } from '../../monitor/judgement';
import { judge, type Measurement } from '../../monitor/measurement';
import type { Discrepancy } from '../discrepancies';
import { SPEED, type Charge } from './attribution';
import { aspectOf } from './clauses';
import { SECOND } from './triggers';

export interface SetFlaw extends Flaw, Pick<Situation, 'due'> {
  readonly clause: string;
  readonly trigger: string;
  readonly measurement?: Measurement;
}

/** Faults are many where a line in place of another is one. */
const MOST_TOLD = 4;

export function isSurplus({ code }: Discrepancy): boolean {
  return !code.startsWith('missing');
}

/** The board may have another table than the rules say. */
export function affectsTable({ due, trigger }: Pick<SetFlaw, 'due' | 'trigger'>): boolean {
  return due === 'card' || due === 'set' || trigger === SECOND;
}

/** `faults`: of one aspect, the clearest first. `crash`: a line of the board that tells of one. */
export function flawOf(
  faults: readonly Discrepancy[],
  { clause, trigger }: Charge,
  kind: FailureKind,
  triggers: readonly string[],
  crash: string | undefined,
): SetFlaw | undefined {
  const [fault] = faults;
  if (fault === undefined) return undefined;
  const missing = !isSurplus(fault);
  const end = `${missing ? 'missing' : 'extra'} end`;
  const words = (of: (one: Discrepancy) => string): string => faults.slice(0, MOST_TOLD).map(of).join('; ');
  const seen = words((one) => one.seen);
  const what = triggers.length === 0 ? 'silence' : [...new Set(triggers)].join(', ');
  return {
    kind: !missing ? kind : crash === undefined ? 'silence' : 'crash',
    clause,
    trigger,
    due: aspectOf(fault) === 'end' ? end : aspectOf(fault),
    title: `the lines after ${what}`,
    expected: words((one) => one.expected),
    seen: missing && crash !== undefined ? `${seen}; ${crash}` : seen,
  };
}

export function lineFlaw(text: string, seen: string): SetFlaw {
  const title = `the console line '${text}'`;
  const asked = { clause: 'SET-FR-08', trigger: 'a line', due: 'CR LF' };
  return { kind: 'malformed', ...asked, title, expected: 'CR LF after it', seen };
}

/** Undefined: within the limit. */
export function lateFlaw(measurement: Measurement): SetFlaw | undefined {
  const verdict = judge(measurement);
  if (verdict === 'pass') return undefined;
  const { max = 0, high } = measurement;
  const expected = `within ${max / 1000} ms`;
  const seen = `after ${(high / 1000).toFixed(1)} ms`;
  const asked = { clause: SPEED, trigger: 'card', due: 'all lines' };
  return {
    kind: 'late',
    ...asked,
    title: 'the last line after a card',
    expected,
    seen,
    verdict,
    measurement,
  };
}
