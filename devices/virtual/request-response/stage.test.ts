/** What the judge finds of a changed board. */
import { random } from '../../random';
import { meter } from './testing/meter';
import { findDefectSession } from './defect-session';
import { RequestPool } from './request-pool';
import { Stage } from './stage';
import { requestStep } from './session-step';

/** The meter: its rules accept every name that begins with ACME. */
const sound = meter.at({});
const anyName: typeof sound = {
  ...sound,
  rule(request, state) {
    const ruling = sound.rule(request, state);
    if (request.type !== 'identify') return ruling;
    return {
      ...ruling,
      accepts: (answer) => (answer.type === 'identity' && answer.text.startsWith('ACME')) || 'another maker',
    };
  },
};

const LINE = { name: 'main', baud: 9600 };

/** The clause that a board breaks with this line as its answer to *IDN?. */
function clauseOf(line: string): string | undefined {
  const stage = new Stage(anyName, LINE, 1);
  return findDefectSession(stage, new RequestPool(anyName, random(1)), {
    change: () => ({
      transmit: (frames, request) => (request?.type === 'identify' ? [Buffer.from(line)] : frames),
    }),
    trigger: () => [requestStep(anyName, { type: 'identify' })],
  })?.clause;
}

test.each([
  ['I ACME 1\n', undefined],
  ['I ACME 2\n', undefined],
  ['I OTHER 2\n', 'MT-CM-03'],
  ['L 2.0\n', 'MT-CM-03'],
  ['I ACME 2\n\0', 'MT-TM-01'],
  ['I ACME 2\nI ACME 2\n', 'MT-TM-01'],
  ['ACME 2\n', 'MT-LN-02'],
])('a board that answers %j, where several names are right, breaks %s', (line, clause) => {
  expect(clauseOf(line)).toBe(clause);
});
