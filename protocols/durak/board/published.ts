/**
 * The published sketch by the last section of the page: the deviations of its receiver, acknowledgements, handshake and parser. Unlike the
 * real sketch, it plays by the rules and answers illegal moves.
 */
import { surplusSend } from '../../../api/index';
import { filterBytes, isAck, isHello, onRuling, takesStaleAcks, type Change } from '../defects/hooks';
import { LF, SYN, EOT, type BoardPacket, type CardRecord } from '../wire/packet';
import type { DurakEvent, DurakState } from '../state';

/** The parser's record for the empty text before the first RS. */
const EMPTY: CardRecord = { card: 0, suit: 0, color: 0, property: 0, field: 0 };
/** The sketch reads garbage in pairs. Bytes that come within this time are a pair. */
const READ_GAP = 5000;
/** In place of a SYN inside a line, which starts nothing. */
const OTHER = 0x3f;
const ACK = surplusSend<BoardPacket, DurakState>({ type: 'ack' }, 1);

export const PUBLISHED: Change = (sound, context) => {
  const stale = takesStaleAcks('hello', 'deal', 'move', 'answer')(sound, context);
  const lenient = onRuling((ruling, event, state) => {
    // Its own hello is not dropped, up to the game.
    const isKept = isHello(event) && state.role === undefined && state.own === undefined;
    const kept = isKept ? { ...ruling, cancels: [] } : ruling;
    return isAck(event) || isLine(event) ? { ...kept, sends: [...(kept.sends ?? []), ACK] } : kept;
  })({ ...sound, ...stale }, context);
  return {
    ...lenient,
    ...inPairs(sound, context),
    storedCards: (cards) => [EMPTY, ...cards.slice(0, -1)],
    // Its cards may allow no move. The sketch sends them anyway.
    deckOfMove: (game) => sound.deckOfMove(game) ?? game.cards,
  };
};

/** A whole line that is no packet, however long. */
function isLine(event: DurakEvent): boolean {
  return event.kind === 'reject' && event.code !== 'garbage' && event.raw.at(-1) === LF;
}

/** Garbage is dropped two bytes at a time, and a SYN inside a line is a byte like any other. */
const inPairs: Change = (sound, context) => {
  /** When the first byte of a pair of garbage came, while its second is missing. */
  let half = -Infinity;
  const receiver = filterBytes(({ byte, inside, at }) => {
    if (inside) return byte === SYN ? OTHER : byte;
    const isEaten = at - half <= READ_GAP;
    half = isEaten || byte === SYN || byte === EOT ? -Infinity : at;
    return isEaten ? undefined : byte;
  });
  return receiver(sound, context);
};
