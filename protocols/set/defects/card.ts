/** Defects of accepting cards: SET-CD-01 to CD-04. */
import { cardByte } from '../card';
import { onReports, onTurn, type SetDefects } from './hooks';

export const CARD_DEFECTS: SetDefects = {
  'last-card-refused': {
    breaks: 'SET-CD-01',
    text: 'The card of three striped green ovals is taken for an erased byte.',
    change: (sound, { p }) => ({
      isCard: (byte) => byte !== cardByte(80, p.cardEncoding) && sound.isCard(byte),
    }),
  },
  'card-seven-bits': {
    breaks: 'SET-CD-01',
    text: 'Cards are known by seven bits: of two that differ in the eighth the second is called a duplicate.',
    change: (sound) => ({
      placementOf: (table, byte) => {
        const placement = sound.placementOf(table, byte);
        return placement === 'new' && table.bytes.some((one) => (one & 0x7f) === (byte & 0x7f))
          ? 'duplicate'
          : placement;
      },
    }),
  },
  'first-card-told-twice': {
    breaks: 'SET-CD-01',
    text: 'The first card of a table has two + lines.',
    change: onReports((reports, { table, placement }) =>
      placement === 'new' && table.bytes.length === 1 ? [...reports.slice(0, 1), ...reports] : reports,
    ),
  },
  'duplicate-added': {
    breaks: 'SET-CD-02',
    text: 'A card that lies already is called a duplicate, and laid once more.',
    change: onTurn((turn) =>
      turn.placement === 'duplicate' && turn.byte !== undefined
        ? { ...turn, table: { ...turn.table, bytes: [...turn.table.bytes, turn.byte] } }
        : turn,
    ),
  },
  'duplicate-of-last-only': {
    breaks: 'SET-CD-02',
    text: 'Only the card that came last is known to lie already.',
    change: (sound) => ({
      placementOf: (table, byte) => {
        const placement = sound.placementOf(table, byte);
        return placement === 'duplicate' && table.bytes.at(-1) !== byte ? 'new' : placement;
      },
    }),
  },
  'duplicate-silent': {
    breaks: 'SET-CD-02',
    text: 'A card that lies already is passed over without a line.',
    change: onReports((reports, { placement }) => (placement === 'duplicate' ? [] : reports)),
  },
  'limit-one-more': {
    breaks: 'SET-CD-03',
    text: 'The table is full only above its limit: one card more is taken, or called a duplicate.',
    change: (sound, { p }) => ({
      placementOf: (table, byte) => {
        if (table.bytes.length !== p.tableLimit) return sound.placementOf(table, byte);
        return table.bytes.includes(byte) ? 'duplicate' : 'new';
      },
    }),
  },
  'duplicate-before-full': {
    breaks: 'SET-CD-03',
    text: 'On a full table a card that lies already is called a duplicate.',
    change: (sound) => ({
      placementOf: (table, byte) =>
        table.bytes.includes(byte) ? 'duplicate' : sound.placementOf(table, byte),
    }),
  },
  'full-silent': {
    breaks: 'SET-CD-03',
    text: 'Above the limit cards are passed over without a line.',
    change: onReports((reports, { placement }) => (placement === 'full' ? [] : reports)),
  },
  'any-byte-card': {
    breaks: 'SET-CD-04',
    text: 'Any byte is taken for a card.',
    change: () => ({ isCard: () => true }),
  },
  'fourth-shape-card': {
    breaks: 'SET-CD-04',
    text: 'The shape of a card is not looked at: its fourth value passes.',
    change: (sound) => ({
      isCard: (byte) => [0, 1, 2, 3].some((shape) => sound.isCard((byte & 0x3f) | (shape << 6))),
    }),
  },
  'fourth-quantity-card': {
    breaks: 'SET-CD-04',
    text: 'The quantity of a card is not looked at: its fourth value passes.',
    change: (sound) => ({
      isCard: (byte) => [0, 1, 2, 3].some((quantity) => sound.isCard((byte & 0xfc) | quantity)),
    }),
  },
};
