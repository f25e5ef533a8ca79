/** Defects of the search for sets, and of its counts: SET-SO-01 to SO-03. */
import type { Report } from '../reports';
import type { Triple } from '../reports';
import { isSet, triplesOfLast } from '../firmware';
import { stateful, onSearch, onReports, type SetDefect, type SetDefects } from './hooks';

/** Every triple with the last card that `accepts` is true for. */
function searchSetsBy(accepts: (a: number, b: number, c: number) => boolean): SetDefect['change'] {
  return () => ({ search: (bytes) => triplesOfLast(bytes, accepts) });
}

/** Every set of the whole table. */
function everySet(bytes: readonly number[]): Triple[] {
  return bytes.flatMap((c, k) =>
    bytes
      .slice(0, k)
      .flatMap((b, j) => bytes.slice(0, j).flatMap((a, i): Triple[] => (isSet(a, b, c) ? [[i, j, k]] : []))),
  );
}

const RULES: SetDefects = {
  'shape-ignored': {
    breaks: 'SET-SO-01',
    text: 'The search does not look at the shape.',
    change: searchSetsBy((a, b, c) => isSet(a & 0x3f, b & 0x3f, c & 0x3f)),
  },
  'all-different-missed': {
    breaks: 'SET-SO-01',
    text: 'Three cards that differ in all four attributes are no set.',
    change: onSearch((found, bytes) =>
      found.filter(([i, j]) =>
        [0, 2, 4, 6].some((shift) => (((bytes[i] ?? 0) >> shift) & 3) === (((bytes[j] ?? 0) >> shift) & 3)),
      ),
    ),
  },
  'first-card-missed': {
    breaks: 'SET-SO-01',
    text: 'The search begins at the second card.',
    change: onSearch((found) => found.filter(([i]) => i > 0)),
  },
  'one-set-a-card': {
    breaks: 'SET-SO-01',
    text: 'The search ends at the first set that the card completes.',
    change: onSearch((found) => found.slice(0, 1)),
  },
  'search-twelve-cards': {
    breaks: 'SET-SO-01',
    text: 'Only the first twelve cards of the table and the new one are searched.',
    change: onSearch((found) => found.filter(([i, j]) => i < 12 && j < 12)),
  },
  'sets-told-again': {
    breaks: 'SET-SO-01',
    text: 'After each card all sets of the table are reported anew.',
    change: () => ({ search: everySet }),
  },
  'indices-from-one': {
    breaks: 'SET-SO-01',
    text: 'Cards are counted from 1.',
    change: onSearch((found) => found.map(([i, j, k]) => [i + 1, j + 1, k + 1])),
  },
  'indices-new-first': {
    breaks: 'SET-SO-01',
    text: 'A set names the new card first.',
    change: onSearch((found) => found.map(([i, j, k]) => [k, i, j])),
  },
};

function countOf(reports: readonly Report[], count: number): readonly Report[] {
  return reports.map((report) => (report.type === 'set-count' ? { ...report, count } : report));
}

const SUMS: SetDefects = {
  'set-count-of-card': {
    breaks: 'SET-SO-02',
    text: 'SetCnt gives the sets of the last card, not those of the table.',
    change: onReports((reports, { found }) => countOf(reports, found.length)),
  },
  'set-count-late': {
    breaks: 'SET-SO-02',
    text: 'SetCnt is taken before the new sets are counted.',
    change: onReports((reports, { before }) => countOf(reports, before.sets)),
  },
  'no-sets-of-card': {
    breaks: 'SET-SO-02',
    text: 'NoSets is printed whenever a card completes none, though sets are known.',
    change: onReports((reports, { placement, table, found }) =>
      placement === 'new' && found.length === 0 && table.sets > 0
        ? [...reports, { type: 'no-sets' }]
        : reports,
    ),
  },
  'no-sets-silent': {
    breaks: 'SET-SO-02',
    text: 'NoSets is never printed.',
    change: onReports((reports) => reports.filter(({ type }) => type !== 'no-sets')),
  },
};

const FULL_DECK: SetDefects = {
  'thousand-sets': {
    breaks: 'SET-SO-03',
    text: 'There is room for 1000 sets: the others are found and forgotten.',
    change: (sound) => ({
      place: (before, byte) => {
        const turn = sound.place(before, byte);
        const found = turn.found.slice(0, Math.max(0, 1000 - before.sets));
        return { ...turn, found, table: { ...turn.table, sets: before.sets + found.length } };
      },
    }),
  },
  'late-set-twice': {
    breaks: 'SET-SO-03',
    text: 'The list of sets reported holds 1024: of a later card the first set is reported twice.',
    change: (sound) => ({
      place: (before, byte) => {
        const turn = sound.place(before, byte);
        if (turn.table.sets <= 1024) return turn;
        const found = [...turn.found.slice(0, 1), ...turn.found];
        return { ...turn, found, table: { ...turn.table, sets: before.sets + found.length } };
      },
    }),
  },
  'full-deck-hangs': {
    breaks: 'SET-SO-03',
    text: 'With all 81 cards on the table the board hangs until it is reset.',
    change: stateful(() => (sound) => {
      let hung = false;
      return {
        receives: (event, state) => (hung ? [] : sound.receives(event, state)),
        place: (before, byte) => {
          const turn = sound.place(before, byte);
          hung ||= turn.table.bytes.length === 81;
          return turn;
        },
      };
    }),
  },
};

export const SOLVER_DEFECTS: SetDefects = { ...RULES, ...SUMS, ...FULL_DECK };
