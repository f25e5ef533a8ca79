/** Defects of the search for sets, and of its counts: SET-SO-01 to SO-03. */
import type { Report, Triple } from '../reports';
import { isSet, triplesOfLast } from '../firmware';
import { stateful, onSearch, onReports, type SetChange, type SetChanges } from './hooks';

/** Every triple with the last card that `accepts` is true for. */
function searchSetsBy(accepts: (a: number, b: number, c: number) => boolean): SetChange {
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

const RULES: SetChanges = {
  'shape-ignored': searchSetsBy((a, b, c) => isSet(a & 0x3f, b & 0x3f, c & 0x3f)),
  'all-different-missed': onSearch((found, bytes) =>
    found.filter(([i, j]) =>
      [0, 2, 4, 6].some((shift) => (((bytes[i] ?? 0) >> shift) & 3) === (((bytes[j] ?? 0) >> shift) & 3)),
    ),
  ),
  'first-card-missed': onSearch((found) => found.filter(([i]) => i > 0)),
  'one-set-a-card': onSearch((found) => found.slice(0, 1)),
  'search-twelve-cards': onSearch((found) => found.filter(([i, j]) => i < 12 && j < 12)),
  'sets-told-again': () => ({ search: everySet }),
  'indices-from-one': onSearch((found) => found.map(([i, j, k]) => [i + 1, j + 1, k + 1])),
  'indices-new-first': onSearch((found) => found.map(([i, j, k]) => [k, i, j])),
};

function countOf(reports: readonly Report[], count: number): readonly Report[] {
  return reports.map((report) => (report.type === 'set-count' ? { ...report, count } : report));
}

const SUMS: SetChanges = {
  'set-count-of-card': onReports((reports, { found }) => countOf(reports, found.length)),
  'set-count-late': onReports((reports, { before }) => countOf(reports, before.sets)),
  'no-sets-of-card': onReports((reports, { placement, table, found }) =>
    placement === 'new' && found.length === 0 && table.sets > 0 ? [...reports, { type: 'no-sets' }] : reports,
  ),
  'no-sets-silent': onReports((reports) => reports.filter(({ type }) => type !== 'no-sets')),
};

const FULL_DECK: SetChanges = {
  'thousand-sets': (sound) => ({
    place: (before, byte) => {
      const turn = sound.place(before, byte);
      const found = turn.found.slice(0, Math.max(0, 1000 - before.sets));
      return { ...turn, found, table: { ...turn.table, sets: before.sets + found.length } };
    },
  }),
  'late-set-twice': (sound) => ({
    place: (before, byte) => {
      const turn = sound.place(before, byte);
      if (turn.table.sets <= 1024) return turn;
      const found = [...turn.found.slice(0, 1), ...turn.found];
      return { ...turn, found, table: { ...turn.table, sets: before.sets + found.length } };
    },
  }),
  'full-deck-hangs': stateful(() => (sound) => {
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
};

export const SOLVER_DEFECTS: SetChanges = { ...RULES, ...SUMS, ...FULL_DECK };
