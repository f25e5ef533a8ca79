/** Defects of a parser that accepts malformed packets: DRK-LK-06, one for each case and some more. */
import { legalMoves } from '../game/moves';
import { micros } from '../../../api/index';
import { SYN } from '../wire/packet';
import { codec } from '../wire/wire';
import { acksReject, onRuling, withoutSend, type DurakDefects } from './hooks';

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
      const change = acksReject((event) => event.code === code && message.test(messageOf(event.raw)));
      return [name, { breaks: 'DRK-LK-06', text, change }];
    }),
  ),
  'malformed-stops-repeat': {
    breaks: 'DRK-LK-06',
    text: 'A malformed packet is not acknowledged, but stops the repetition of the own one.',
    change: onRuling((ruling, event) =>
      event.kind === 'reject' && event.raw[0] === SYN ? { ...ruling, cancels: ['again'] } : ruling,
    ),
  },
  'malformed-is-a-move': {
    breaks: 'DRK-LK-06',
    text: 'A malformed packet is not acknowledged, but ends the other’s turn: the first legal move is made for it.',
    change: (sound, { steps }) => ({
      rules: (event, state) => {
        const { game, role } = state;
        const ruling = sound.rules(event, state);
        if (event.kind !== 'reject' || event.code !== 'missing-etx' || game?.turn === role) return ruling;
        const cards = game && legalMoves(game)[0]?.cards;
        if (cards === undefined) return ruling;
        const { kind: _, code: _code, ...passage } = event;
        const moved = steps.rules({ ...passage, kind: 'message', message: { type: 'deck', cards } }, state);
        return isSeveral(moved) ? moved : withoutSend(moved, 'acknowledgement');
      },
    }),
  },
};

function messageOf(raw: Uint8Array): string {
  const [event] = codec.decoder().push(raw, micros(0));
  return event?.kind === 'reject' ? event.error.message : '';
}

function isSeveral<T>(rulings: T | readonly T[]): rulings is readonly T[] {
  return Array.isArray(rulings);
}
