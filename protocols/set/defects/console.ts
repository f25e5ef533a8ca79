/** Defects of lines, of time and of the reset: SET-FR-01, FR-08, TM-01 and RS-01. */
import { millis, type ConversationRuling } from '../../../api/index';
import type { Table, SetState } from '../state';
import type { Report, SetLine } from '../reports';
import { onStep, type SetChange, type SetChanges } from './hooks';

function withEnd(line: Uint8Array, end: readonly number[]): Uint8Array {
  return Uint8Array.of(...line.subarray(0, -2), ...end);
}

const LF = 0x0a;
const CR = 0x0d;
/** With this many cards, a search by three nested loops takes too long. */
const MANY = 18;

export const CONSOLE_DEFECTS: SetChanges = {
  'rx-without-cr': onStep('endsOf', (ends) => ends.map(less)),
  'end-of-frame-new-only': onStep('endsOf', (ends, _received, turns) =>
    turns.some(({ placement }) => placement === 'duplicate') ? [] : ends,
  ),
  'end-of-frame-twice': onStep('endsOf', (ends, _received, turns) =>
    turns.some(({ found }) => found.length > 0) ? [...ends, ...ends] : ends,
  ),
  'lines-end-in-lf': onStep('line', (line) => withEnd(line, [LF])),
  'set-lines-end-in-cr': onStep('line', (line, { type }) => (type === 'set' ? withEnd(line, [CR]) : line)),
  'duplicate-ends-in-lf': onStep('line', (line, { type }) =>
    type === 'duplicate' ? withEnd(line, [LF]) : line,
  ),
  'slow-many-cards': (sound, { p }) => ({
    firstDelay: (turn) =>
      turn?.placement === 'new' && turn.table.bytes.length >= MANY
        ? millis(1.5 * p.solveMs)
        : sound.firstDelay(turn),
  }),
  'slow-no-sets': (sound, { p }) => ({
    lineGap: (report) => (report.type === 'no-sets' ? millis(1.2 * p.solveMs) : sound.lineGap(report)),
  }),
  'reset-keeps-table': afterReset((before) => before),
  'reset-keeps-numbers': afterReset(({ sets }) => ({ bytes: [], sets })),
  'slow-boot': (_sound, { p }) => ({ expires: () => millis(1.5 * p.bootMs) }),
};

/** The table that a reset leaves. */
function afterReset(left: (before: Table) => Table): SetChange {
  return (sound) => ({
    rules: (event, state) => {
      const ruling = sound.rules(event, state);
      if (event.kind !== 'reset' || state.table === undefined || !isOne(ruling)) return ruling;
      return ruling.state === undefined
        ? ruling
        : { ...ruling, state: { ...ruling.state, table: left(state.table) } };
    },
  });
}

type SetRuling = ConversationRuling<SetLine, SetState>;

function isOne(ruling: SetRuling | readonly SetRuling[]): ruling is SetRuling {
  return !Array.isArray(ruling);
}

function less(report: Report): Report {
  return report.type === 'end-of-frame' ? { ...report, received: report.received - 1 } : report;
}
