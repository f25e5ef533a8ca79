/** Defects of accepting cards, SET-CD-01 to CD-04; of the search for sets, and of its counts, SET-SO-01 to SO-03. */
import { cardByte } from '../card';
import { onStep, stateful, type SetChanges, type SetChange } from './hooks';
import type { Report, Triple } from '../reports';
import type { Turn } from '../state';
import { isSet, triplesOfLast } from '../board';

export const CARD_DEFECTS: SetChanges = {
  'last-card-refused': (sound, { p }) => ({
    isCard: (byte) => byte !== cardByte(80, p.cardEncoding) && sound.isCard(byte),
  }),
  'card-seven-bits': onStep('placementOf', (placement, table, byte) =>
    placement === 'new' && table.bytes.some((one) => (one & 0x7f) === (byte & 0x7f))
      ? 'duplicate'
      : placement,
  ),
  'first-card-told-twice': onStep('reportsOf', (reports, _due, { table, placement }) =>
    placement === 'new' && table.bytes.length === 1 ? [...reports.slice(0, 1), ...reports] : reports,
  ),
  'duplicate-added': onStep('place', (turn) =>
    turn.placement === 'duplicate' && turn.byte !== undefined
      ? { ...turn, table: { ...turn.table, bytes: [...turn.table.bytes, turn.byte] } }
      : turn,
  ),
  'duplicate-of-last-only': onStep('placementOf', (placement, table, byte) =>
    placement === 'duplicate' && table.bytes.at(-1) !== byte ? 'new' : placement,
  ),
  'duplicate-of-last-forty': onStep('placementOf', (placement, table, byte) =>
    placement === 'duplicate' && !table.bytes.slice(-40).includes(byte) ? 'new' : placement,
  ),
  'duplicate-silent': onStep('reportsOf', (reports, _due, { placement }) =>
    placement === 'duplicate' ? [] : reports,
  ),
  'limit-one-more': (sound, { p }) => ({
    placementOf: (table, byte) => {
      if (table.bytes.length !== p.tableLimit) return sound.placementOf(table, byte);
      return table.bytes.includes(byte) ? 'duplicate' : 'new';
    },
  }),
  'duplicate-before-full': onStep('placementOf', (placement, table, byte) =>
    table.bytes.includes(byte) ? 'duplicate' : placement,
  ),
  'full-silent': onStep('reportsOf', (reports, _due, { placement }) => (placement === 'full' ? [] : reports)),
  'any-byte-card': () => ({ isCard: () => true }),
  'fourth-shape-card': (sound) => ({
    isCard: (byte) => [0, 1, 2, 3].some((shape) => sound.isCard((byte & 0x3f) | (shape << 6))),
  }),
  'fourth-quantity-card': (sound) => ({
    isCard: (byte) => [0, 1, 2, 3].some((quantity) => sound.isCard((byte & 0xfc) | quantity)),
  }),
};

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
  'all-different-missed': onStep('search', (found, bytes) =>
    found.filter(([i, j]) =>
      [0, 2, 4, 6].some((shift) => (((bytes[i] ?? 0) >> shift) & 3) === (((bytes[j] ?? 0) >> shift) & 3)),
    ),
  ),
  'first-card-missed': onStep('search', (found) => found.filter(([i]) => i > 0)),
  'one-set-a-card': onStep('search', (found) => found.slice(0, 1)),
  'search-twelve-cards': onStep('search', (found) => found.filter(([i, j]) => i < 12 && j < 12)),
  'sets-told-again': () => ({ search: everySet }),
  'indices-from-one': onStep('search', (found) => found.map(([i, j, k]) => [i + 1, j + 1, k + 1])),
  'indices-new-first': onStep('search', (found) => found.map(([i, j, k]) => [k, i, j])),
};

function countOf(reports: readonly Report[], count: number): readonly Report[] {
  return reports.map((report) => (report.type === 'set-count' ? { ...report, count } : report));
}

const SUMS: SetChanges = {
  'set-count-of-card': onStep('reportsOf', (reports, _due, { found }) => countOf(reports, found.length)),
  'set-count-late': onStep('reportsOf', (reports, _due, { before }) => countOf(reports, before.sets)),
  'no-sets-of-card': onStep('reportsOf', (reports, _due, { placement, table, found }) =>
    placement === 'new' && found.length === 0 && table.sets > 0 ? [...reports, { type: 'no-sets' }] : reports,
  ),
  'no-sets-silent': onStep('reportsOf', (reports) => reports.filter(({ type }) => type !== 'no-sets')),
};

function finding(turn: Turn, found: readonly Triple[]): Turn {
  return { ...turn, found, table: { ...turn.table, sets: turn.before.sets + found.length } };
}

const FULL_DECK: SetChanges = {
  'thousand-sets': onStep('place', (turn, { sets }) =>
    finding(turn, turn.found.slice(0, Math.max(0, 1000 - sets))),
  ),
  'late-set-twice': onStep('place', (turn) =>
    turn.table.sets <= 1024 ? turn : finding(turn, [...turn.found.slice(0, 1), ...turn.found]),
  ),
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
