/** Defects of the receiver, of malformed packets and of acknowledgements: DRK-LK-01 to LK-06 and LK-10 to LK-14. */
import { firstRuling, millis, surplusSend } from '../../../api/index';
import { opponentOf } from '../game/game';
import { legalMoves } from '../game/moves';
import { DurakDecoder, LINE_TIMEOUT } from '../wire/wire';
import { readLine } from '../wire/line';
import { EOT, ETX, LF, LINE_MAX, SYN, keyOfBytes } from '../wire/packet';
import type { DurakEvent, DurakState } from '../state';
import {
  acksReject,
  adding,
  at,
  cancelling,
  deckOf,
  filterBytes,
  isAck,
  onAck,
  onEvents,
  onRuling,
  unacked,
  withoutSend,
  withReceiver,
  type Change,
  type Changes,
} from './hooks';

/** Bytes of a deck with 30 cards in the stock, out of play or on the table. */
const LONG_DECK = 395;
/** Bytes of a deck in which each place takes two. */
const LONGEST_DECK = 430;
/** In place of a byte that is not seen. */
const OTHER = 0x3f;
const BUFFER = 512;
const PIECES = 64;
const ALONE = millis(2);
const CR = 0x0d;

/** What a parser accepts: the code of the fault, and a pattern of its message. */
const ACCEPTED: readonly (readonly [name: string, code: string, message: RegExp])[] = [
  ['unknown-type', 'type', /./],
  ['missing-gs', 'missing-gs', /./],
  ['missing-etx', 'missing-etx', /./],
  ['35-records', 'records', /has \d+ records/],
  ['37-records', 'records', /more than/],
  ['4-fields', 'fields', / [0-4] fields/],
  ['6-fields', 'fields', / [6-9] fields/],
  ['plus-sign', 'integer', /"\+\d+"/],
  ['leading-zero', 'integer', /"-?0\d+"/],
  ['no-digits', 'integer', /"[^0-9]*"/],
  ...['card', 'suit', 'color', 'property', 'field'].map(
    (name) => [`${name}-range`, 'range', new RegExp(`^${name} `)] as const,
  ),
  ['field-11', 'range', /^field .* is 11$/],
  ['byte-fields', 'range', / is 2(5[4-9]|6[0-6])$/],
  ['trailing-separator', 'fields', / 6 fields/],
  ['card-twice', 'twice', /./],
  ['color-unchecked', 'color', /./],
  ['two-trumps', 'trumps', /./],
];

export const LINE_DEFECTS: Changes = {
  'ack-twice': onAck((ack, event) => (deckOf(event) ? [ack, surplusSend({ type: 'ack' }, 7)] : [ack])),
  'ack-with-cr': onAck((ack) => [
    { ...ack, make: () => ({ type: 'raw', bytes: Uint8Array.of(EOT, CR, LF) }) },
  ]),
  'ack-missing-long-deck': unacked(({ raw }) => raw.length > LONG_DECK),
  'illegal-long-unacked': unacked(({ raw }) => raw.length > LONGEST_DECK),
  'ack-late': onAck((ack, _event, _state, { ackMs }) => [at(ack, 1.2 * ackMs)]),
  'ack-400ms': onAck((ack) => [at(ack, 400)]),
  'acks-acks': adding(1, (event) => (isAck(event) ? { type: 'ack' } : undefined)),
  'repeated-applied-again': (sound) => {
    let isAnyLegal = false;
    return {
      isLegal: (game, cards) => isAnyLegal || sound.isLegal(game, cards),
      rules: (event, state) => {
        const { game, role } = state;
        if (game === undefined || role === undefined || !isAgain(event, state))
          return sound.rules(event, state);
        isAnyLegal = true;
        const turn = opponentOf(role);
        const ruling = sound.rules(event, { ...state, applied: undefined, game: { ...game, turn } });
        isAnyLegal = false;
        return ruling;
      },
    };
  },
  'repeated-unacked': unacked(isAgain),
  'refused-once': onRuling((ruling, event, { notes: { lastDeck } }) => {
    const isLast = deckOf(event) !== undefined && 'raw' in event && lastDeck !== undefined;
    if (!isLast || keyOfBytes(event.raw) !== keyOfBytes(lastDeck)) return ruling;
    if (ruling.state?.plan !== 'answer') return ruling;
    return { ...withoutSend(ruling, 'answer'), state: { ...ruling.state, plan: undefined } };
  }),
  'earlier-not-refused': (sound, context) => {
    const earlier = new Set<string>();
    return onRuling((ruling, event) => {
      if (deckOf(event) === undefined || !('raw' in event)) return ruling;
      const key = keyOfBytes(event.raw);
      if (ruling.state?.plan !== 'answer') earlier.add(key);
      else if (earlier.has(key))
        return { ...withoutSend(ruling, 'answer'), state: { ...ruling.state, plan: undefined } };
      return ruling;
    })(sound, context);
  },
  'garbage-odd': loseAfterGarbage((count) => count % 2 === 1),
  'garbage-256': loseAfterGarbage((count) => count > 255),
  'garbage-hides-ack': loseAfterGarbage((count, byte) => count > 0 && byte === EOT),
  'syn-no-resync': filterBytes(({ byte, inside }) => (inside && byte === SYN ? OTHER : byte)),
  'syn-no-resync-overlong': filterBytes(({ byte, inside, before }) =>
    inside && byte === SYN && before >= LINE_MAX ? OTHER : byte,
  ),
  'syn-packet-not-applied': (sound, context) => {
    let isInterrupted = false;
    const { rules } = onRuling((ruling, event, state) => {
      if (deckOf(event) === undefined || !isInterrupted) return ruling;
      isInterrupted = false;
      return { state, sends: ruling.sends?.slice(0, 1) ?? [] };
    })(sound, context);
    return {
      receives: (event, state) => {
        if (event.kind === 'reject') isInterrupted = ['interrupted', 'too-long'].includes(event.error.code);
        return sound.receives(event, state);
      },
      ...(rules === undefined ? {} : { rules }),
    };
  },
  'line-never-dropped': withReceiver(() => receiverOf(1e9)),
  'line-dropped-early': withReceiver(() => receiverOf(2000)),
  'line-timer-from-last-byte': withReceiver(() => {
    let inner = receiverOf(1e9);
    let last: number | undefined;
    return {
      push: (bytes, at) => {
        if (last !== undefined && at - last >= LINE_TIMEOUT) inner = receiverOf(1e9);
        last = at;
        return inner.push(bytes, at);
      },
      tick: () => [],
    };
  }),
  'syn-keeps-line-timer': (sound, context) => {
    let began = 0;
    return filterBytes(({ byte, at, inside }) => {
      if (!inside) began = at;
      return byte === ETX && at - began >= LINE_TIMEOUT ? OTHER : byte;
    })(sound, context);
  },
  'overlong-never-dropped': (sound, context) => {
    let isOver = false;
    return filterBytes(({ byte, inside, before }) => {
      const wasOver = isOver;
      isOver = byte !== SYN && byte !== LF && (isOver || (inside && before >= LINE_MAX));
      return wasOver && byte === EOT ? OTHER : byte;
    })(sound, context);
  },
  'overlong-loses-next': loseNextAfter(({ length }) => length > LINE_MAX),
  'overlong-64k': loseNextAfter(({ quiet }) => quiet >= 65_536),
  'buffer-512': loseNextAfter(({ length }) => length > BUFFER),
  'overlong-acked': acksReject(({ code, raw }) => code === 'too-long' && raw.at(-1) === LF),
  'pieces-64': withReceiver((inner) => {
    let pieces = 0;
    let last: number | undefined;
    return {
      push: (bytes, at) => {
        if (bytes.includes(SYN)) pieces = 0;
        if (bytes.length === 1 && last !== undefined && at - last > ALONE) pieces++;
        last = at;
        return inner.push(pieces > PIECES ? bytes.map(() => OTHER) : bytes, at);
      },
    };
  }),
  ...Object.fromEntries(
    ACCEPTED.map(([name, code, message]) => [
      name,
      acksReject((event) => event.code === code && message.test(messageOf(event.raw))),
    ]),
  ),
  'type-bits': acksReject(({ code, raw: [, type = 0] }) => code === 'type' && [1, 2].includes(type & 3)),
  'ack-with-more': onEvents((event) => {
    if (event.kind !== 'reject' || event.error.code !== 'no-ack') return [event];
    const { error: _, ...passage } = event;
    return [{ ...passage, kind: 'frame', value: { type: 'ack' } }];
  }),
  'malformed-stops-repeat': cancelling('again', (event) => event.kind === 'reject' && event.raw[0] === SYN),
  'malformed-is-a-move': onRuling((ruling, event, state, { steps }) => {
    const { game, role } = state;
    const cards = game === undefined || game.turn === role ? undefined : legalMoves(game)[0]?.cards;
    if (event.kind !== 'reject' || event.code !== 'missing-etx' || cards === undefined) return ruling;
    const { kind: _, code: _code, ...passage } = event;
    const moved = steps.rules({ ...passage, kind: 'message', message: { type: 'deck', cards } }, state);
    return withoutSend(firstRuling(moved), 'acknowledgement');
  }),
};

/** A deck that was applied last comes again. */
function isAgain(event: DurakEvent, { applied }: DurakState): boolean {
  return deckOf(event) !== undefined && 'raw' in event && keyOfBytes(event.raw) === applied?.key;
}

function receiverOf(timeout: number): DurakDecoder {
  return new DurakDecoder(millis(timeout));
}

function loseAfterGarbage(lost: (count: number, byte: number) => boolean): Change {
  return filterBytes(({ byte, inside, before }) => {
    const starts = !inside && (byte === SYN || byte === EOT);
    return starts && lost(before, byte) ? undefined : byte;
  });
}

/** The next packet is lost after `lost`: it gets the bytes of the line, or those since the last LF. */
function loseNextAfter(
  lost: (count: { readonly length: number; readonly quiet: number }) => boolean,
): Change {
  return (sound, context) => {
    let lose = false;
    let quiet = 0;
    const counting = filterBytes(({ byte, inside, before }) => {
      quiet = byte === LF ? 0 : quiet + 1;
      lose ||= lost({ length: inside ? before + 1 : 0, quiet });
      return byte;
    });
    const dropping = onEvents((event) => {
      if (event.kind !== 'frame' || !lose) return [event];
      lose = false;
      return [];
    });
    return { ...counting(sound, context), ...dropping(sound, context) };
  };
}

function messageOf(raw: Uint8Array): string {
  const read = readLine(raw);
  return 'code' in read ? read.message : '';
}
