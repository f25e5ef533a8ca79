/**
 * The published sketch by the last section of the page: the deviations of its receiver, acknowledgements, handshake and parser. Unlike the
 * real sketch, it plays by the rules and answers illegal moves.
 */
import { micros, type Decoder, type FrameEvent } from '../../../api/index';
import { decodeOnce } from '../wire/decoder';
import { isAck, isHello, onRuling, surplus, takesStaleAcks, withSends, type Change } from '../defects/hooks';
import { EOT, LF, SYN, type CardRecord, type Packet } from '../wire/packet';

/** The parser's record for the empty text before the first RS. */
const EMPTY: CardRecord = { card: 0, suit: 0, color: 0, property: 0, field: 0 };
/** The sketch reads garbage in pairs. Bytes that come within this time are a pair. */
const READ_GAP = 5000;
const LINE_TIME = 3_000_000;
/** The bytes of a line that are kept. Every packet is shorter; of a longer line only the end matters. */
const MOST_KEPT = 4096;

export const PUBLISHED: Change = (sound, context) => {
  const stale = takesStaleAcks('hello', 'deal', 'move', 'answer')(sound, context);
  const lenient = onRuling((ruling, event, state) => {
    const isAcked = isAck(event) || event.kind === 'reject';
    // Its own hello is not dropped, up to the game.
    const isKept = isHello(event) && state.role === undefined && state.own === undefined;
    const kept = isKept ? { ...ruling, cancels: [] } : ruling;
    return isAcked ? withSends(kept, surplus({ type: 'ack' }, 1)) : kept;
  })({ ...sound, ...stale }, context);
  return {
    ...lenient,
    receiver: () => new SketchReceiver(),
    storedCards: (cards) => [EMPTY, ...cards.slice(0, -1)],
    // Its cards may allow no move. The sketch sends them anyway.
    deckOfMove: (game) => sound.deckOfMove(game) ?? game.cards,
  };
};

/**
 * Lines from SYN or EOT to LF, however long; a SYN inside starts nothing. Garbage is dropped two bytes at a time. Each whole line is one
 * event: a frame, or a reject.
 */
class SketchReceiver implements Decoder<Packet> {
  readonly pending = 0;
  private line: number[] = [];
  private opened: number | undefined;
  /** When the first byte of a pair of garbage came, while its second is missing. */
  private half: number | undefined;

  deadline(): undefined {
    return undefined;
  }

  push(bytes: Uint8Array, at: number): readonly FrameEvent<Packet>[] {
    this.tick(at);
    return [...bytes].flatMap((byte) => this.take(byte, at));
  }

  tick(now: number): readonly FrameEvent<Packet>[] {
    if (this.opened !== undefined && now >= this.opened + LINE_TIME) this.opened = undefined;
    return [];
  }

  private take(byte: number, at: number): FrameEvent<Packet>[] {
    if (this.opened === undefined) {
      const isEaten = this.half !== undefined && at - this.half <= READ_GAP;
      this.half = undefined;
      if (isEaten) return [];
      if (byte !== SYN && byte !== EOT) {
        this.half = at;
        return [];
      }
      this.opened = at;
      this.line = [];
    }
    if (this.line.length < MOST_KEPT) this.line.push(byte);
    if (byte !== LF) return [];
    const first = this.opened;
    this.opened = undefined;
    return [lineEvent(Uint8Array.from(this.line), first, at)];
  }
}

function lineEvent(raw: Uint8Array, begin: number, end: number): FrameEvent<Packet> {
  const times = { raw, first: micros(begin), last: micros(end) };
  const value = decodeOnce(raw);
  if (value !== undefined) return { kind: 'frame', ...times, value };
  return {
    kind: 'reject',
    ...times,
    error: { code: 'line', offset: 0, message: 'a line that is no packet' },
  };
}
