/** Defects of accepting cards: SET-CD-01 to CD-04. */
import { cardByte } from '../card';
import { onReports, onTurn, type SetChanges } from './hooks';

export const CARD_DEFECTS: SetChanges = {
  'last-card-refused': (sound, { p }) => ({
    isCard: (byte) => byte !== cardByte(80, p.cardEncoding) && sound.isCard(byte),
  }),
  'card-seven-bits': (sound) => ({
    placementOf: (table, byte) => {
      const placement = sound.placementOf(table, byte);
      return placement === 'new' && table.bytes.some((one) => (one & 0x7f) === (byte & 0x7f))
        ? 'duplicate'
        : placement;
    },
  }),
  'first-card-told-twice': onReports((reports, { table, placement }) =>
    placement === 'new' && table.bytes.length === 1 ? [...reports.slice(0, 1), ...reports] : reports,
  ),
  'duplicate-added': onTurn((turn) =>
    turn.placement === 'duplicate' && turn.byte !== undefined
      ? { ...turn, table: { ...turn.table, bytes: [...turn.table.bytes, turn.byte] } }
      : turn,
  ),
  'duplicate-of-last-only': (sound) => ({
    placementOf: (table, byte) => {
      const placement = sound.placementOf(table, byte);
      return placement === 'duplicate' && table.bytes.at(-1) !== byte ? 'new' : placement;
    },
  }),
  'duplicate-silent': onReports((reports, { placement }) => (placement === 'duplicate' ? [] : reports)),
  'limit-one-more': (sound, { p }) => ({
    placementOf: (table, byte) => {
      if (table.bytes.length !== p.tableLimit) return sound.placementOf(table, byte);
      return table.bytes.includes(byte) ? 'duplicate' : 'new';
    },
  }),
  'duplicate-before-full': (sound) => ({
    placementOf: (table, byte) => (table.bytes.includes(byte) ? 'duplicate' : sound.placementOf(table, byte)),
  }),
  'full-silent': onReports((reports, { placement }) => (placement === 'full' ? [] : reports)),
  'any-byte-card': () => ({ isCard: () => true }),
  'fourth-shape-card': (sound) => ({
    isCard: (byte) => [0, 1, 2, 3].some((shape) => sound.isCard((byte & 0x3f) | (shape << 6))),
  }),
  'fourth-quantity-card': (sound) => ({
    isCard: (byte) => [0, 1, 2, 3].some((quantity) => sound.isCard((byte & 0xfc) | quantity)),
  }),
};
