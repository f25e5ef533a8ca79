/** Defects of a parser that accepts malformed packets: DRK-LK-06, one for each case and some more. */
import { legalMoves } from '../../../../protocols/durak/moves';
import type { DurakDefects } from '../firmware';
import { acksReject } from '../hooks';

/** What a case accepts: the reader's code, and a pattern of its message. */
const CASES: readonly (readonly [name: string, code: string, message: RegExp, text: string])[] = [
  ['unknown-type', 'type', /./, 'A packet of an unknown type is acknowledged.'],
  ['missing-gs', 'missing-gs', /./, 'A packet without GS after its type is acknowledged.'],
  ['missing-etx', 'missing-etx', /./, 'A packet without ETX before its LF is acknowledged.'],
  ['35-records', 'records', /has \d+ records/, 'A deck of fewer than 36 records is acknowledged.'],
  ['37-records', 'records', /more than/, 'A deck of more than 36 records is acknowledged.'],
  ['4-fields', 'fields', / [0-4] fields/, 'A deck with a record of four fields is acknowledged.'],
  ['6-fields', 'fields', / [6-9] fields/, 'A deck with a record of six fields is acknowledged.'],
  ['plus-sign', 'integer', /"\+\d+"/, 'A plus sign before a field is skipped, and the deck acknowledged.'],
  ['leading-zero', 'integer', /"-?0\d+"/, 'Leading zeros of a field are skipped, and the deck acknowledged.'],
  ['no-digits', 'integer', /"[^0-9]*"/, 'A field without a digit counts as 0, and the deck is acknowledged.'],
  ['card-range', 'range', /^card /, 'A rank out of range is acknowledged.'],
  ['suit-range', 'range', /^suit /, 'A suit out of range is acknowledged.'],
  ['color-range', 'range', /^color /, 'A color out of range is acknowledged.'],
  ['property-range', 'range', /^property /, 'A property out of range is acknowledged.'],
  ['field-range', 'range', /^field /, 'A place out of range is acknowledged.'],
  ['card-twice', 'twice', /./, 'A deck that names a card twice is acknowledged.'],
  ['color-unchecked', 'color', /./, 'A color that does not fit its suit is acknowledged.'],
  ['two-trumps', 'trumps', /./, 'A deck with two cards of property 0 is acknowledged.'],
];

export const MALFORMED_DEFECTS: DurakDefects = {
  ...Object.fromEntries(
    CASES.map(([name, code, message, text]) => {
      const change = acksReject(({ error }) => error.code === code && message.test(error.message));
      return [name, { breaks: 'DRK-LK-06', text, change }];
    }),
  ),
  'malformed-stops-repeat': {
    breaks: 'DRK-LK-06',
    text: 'A malformed packet is not acknowledged, but stops the repetition of the own one.',
    change: (sound) => ({
      acknowledge: (event, memory) => {
        const { unacked } = memory;
        if (event.kind === 'reject' && event.raw[0] === 0x16 && unacked !== undefined)
          memory.unacked = { ...unacked, due: undefined };
        return sound.acknowledge(event, memory);
      },
    }),
  },
  'malformed-is-a-move': {
    breaks: 'DRK-LK-06',
    text: 'A malformed packet is not acknowledged, but ends the other’s turn: the first legal move is made for it.',
    change: (sound) => ({
      acknowledge: (event, memory) => {
        const { game, role } = memory;
        if (event.kind === 'reject' && event.error.code === 'missing-etx' && game?.turn !== role) {
          const move = game === undefined ? undefined : legalMoves(game)[0];
          const value = { type: 'deck', cards: move?.cards ?? [] } as const;
          if (move !== undefined) sound.handleDeck(memory, { ...event, kind: 'frame', value }, event.last);
        }
        return sound.acknowledge(event, memory);
      },
    }),
  },
};
