/** What the board may say of its own accord, and what it tells of a table that nobody knows. */
import type { ConversationRuling, RxMessage } from '../../api/index';
import { triplesOfLast } from './firmware';
import type { Report } from './reports';
import type { Notes, SetLine, SetState } from './state';

type SetRuling = ConversationRuling<SetLine, SetState>;

/** What the board may say of its own accord: lines that the page does not name, right counts, and some ends. */
export function beginsOf({ message }: RxMessage<SetLine>, state: SetState): SetRuling | undefined {
  const { table, told, ends, suspect } = state;
  const report = message?.report;
  if (report === undefined) return {};
  if (report.type === 'end-of-frame') return ends > 0 ? { state: { ...state, ends: ends - 1 } } : undefined;
  if (table === undefined || suspect !== undefined) return learn(report, state);
  if (report.type === 'set-count' && report.count >= told && report.count <= table.sets) return {};
  return report.type === 'no-sets' && told === 0 ? {} : undefined;
}

/**
 * Of an unknown table the third index of a set tells how many cards lie on it, and so which, if all of them came since. The count tells
 * whether that is right.
 */
function learn(report: Report, state: SetState): SetRuling {
  const { notes } = state;
  const noted = (more: Partial<Notes>): SetRuling => ({ state: { ...state, notes: { ...notes, ...more } } });
  switch (report.type) {
    case 'new-card':
      return noted({ recent: [...notes.recent, ...notes.turns.slice(0, 1).map(({ byte }) => byte)] });
    case 'set':
      return noted({ size: report.triple[2] + 1 });
    case 'set-count': {
      const { recent, size = 0 } = notes;
      const bytes = recent.slice(-size);
      const isAll = size > 0 && bytes.length === size && state.suspect === undefined;
      if (!isAll || setsOf(bytes) !== report.count) return noted({ size: undefined });
      const { count } = report;
      const known = { ...notes, recent: [], size: undefined };
      return {
        state: { ...state, table: { bytes, sets: count }, told: count, notes: known },
        keeps: ['SET-SO-01', 'SET-SO-02'],
      };
    }
    default:
      return {};
  }
}

function setsOf(bytes: readonly number[]): number {
  return bytes.reduce((sum, _, k) => sum + triplesOfLast(bytes.slice(0, k + 1)).length, 0);
}
