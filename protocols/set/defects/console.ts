/** Defects of lines, of time and of the reset: SET-FR-01, FR-08, TM-01 and RS-01. */
import type { ConversationRuling } from '../../../api/index';
import type { Table } from '../table';
import type { Report } from '../reports';
import type { SetLine, SetState } from '../state';
import { millis } from '../../../api/index';
import { onLine, type SetDefect, type SetDefects } from './hooks';

function withEnd(line: Uint8Array, end: readonly number[]): Uint8Array {
  return Uint8Array.of(...line.subarray(0, -2), ...end);
}

const LF = 0x0a;
const CR = 0x0d;
/** With this many cards, a search by three nested loops takes too long. */
const MANY = 18;
const RESETS = 'it shows after a reset, which is no input';

export const CONSOLE_DEFECTS: SetDefects = {
  'rx-without-cr': {
    breaks: 'SET-FR-01',
    text: 'EndOfFrame counts the payload alone, without the CR.',
    change: (sound) => ({
      endsOf: (received, turns) => sound.endsOf(received, turns).map(less),
    }),
  },
  'end-of-frame-new-only': {
    breaks: 'SET-FR-01',
    text: 'EndOfFrame is printed for new cards only, not for a duplicate.',
    change: (sound) => ({
      endsOf: (received, turns) =>
        turns.some(({ placement }) => placement === 'duplicate') ? [] : sound.endsOf(received, turns),
    }),
  },
  'end-of-frame-twice': {
    breaks: 'SET-FR-01',
    text: 'A card that completes a set has two EndOfFrame lines.',
    change: (sound) => ({
      endsOf: (received, turns) => {
        const ends = sound.endsOf(received, turns);
        return turns.some(({ found }) => found.length > 0) ? [...ends, ...ends] : ends;
      },
    }),
  },
  'lines-end-in-lf': {
    breaks: 'SET-FR-08',
    text: 'Lines end in LF alone.',
    change: onLine((line) => withEnd(line, [LF])),
  },
  'set-lines-end-in-cr': {
    breaks: 'SET-FR-08',
    text: 'A SpotNewSet line ends in CR alone.',
    change: onLine((line, { type }) => (type === 'set' ? withEnd(line, [CR]) : line)),
  },
  'duplicate-ends-in-lf': {
    breaks: 'SET-FR-08',
    text: 'A Duplicate line ends in LF alone.',
    change: onLine((line, { type }) => (type === 'duplicate' ? withEnd(line, [LF]) : line)),
  },
  'slow-many-cards': {
    breaks: 'SET-TM-01',
    text: 'From 18 cards on a search takes half as long again as allowed.',
    change: (sound, { p }) => ({
      firstDelay: (turn) =>
        turn?.placement === 'new' && turn.table.bytes.length >= MANY
          ? millis(1.5 * p.solveMs)
          : sound.firstDelay(turn),
    }),
  },
  'slow-no-sets': {
    breaks: 'SET-TM-01',
    text: 'NoSets is printed a fifth too late, after a second search without result.',
    change: (sound, { p }) => ({
      lineGap: (report) => (report.type === 'no-sets' ? millis(1.2 * p.solveMs) : sound.lineGap(report)),
    }),
  },
  'reset-keeps-table': {
    breaks: 'SET-RS-01',
    text: 'The table lies in memory that a reset does not clear.',
    beyondInput: RESETS,
    change: afterReset((before) => before),
  },
  'reset-keeps-numbers': {
    breaks: 'SET-RS-01',
    text: 'After a reset the numbers of sets go on from those before.',
    beyondInput: RESETS,
    change: afterReset(({ sets }) => ({ bytes: [], sets })),
  },
  'slow-boot': {
    breaks: 'SET-RS-01',
    text: 'After a reset the board ignores input for one and a half times the allowed time.',
    beyondInput: RESETS,
    change: (_sound, { p }) => ({ expires: () => millis(1.5 * p.bootMs) }),
  },
};

/** The table that a reset leaves. */
function afterReset(left: (before: Table) => Table): SetDefect['change'] {
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
