/** Defects of accepting cards: SET-CD-01 to CD-04. */
import { cardByte } from '../card';
import { onStep, type SetChanges } from './hooks';

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
