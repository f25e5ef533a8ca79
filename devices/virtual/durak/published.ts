/**
 * The published sketch by the last section of the Durak page: the deviations of its receiver, acknowledgements,
 * handshake and parser. Unlike the real sketch, it plays by the rules and answers illegal moves.
 */
import { decodeOnce, LINE_TIMEOUT } from '../../../protocols/durak/decoder';
import { EOT, LF, SYN, type CardRecord, type Packet } from '../../../protocols/durak/packet';
import type { FrameEvent } from '../../../protocols/frame';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { DurakDefect, Memory, Receiver } from './firmware';
import { acknowledgement, acceptEarlyAck, encodeUnchecked } from './hooks';

/** The parser's record for the empty text before the first RS. */
const EMPTY: CardRecord = { card: 0, suit: 0, color: 0, property: 0, field: 0 };

export const PUBLISHED: Pick<DurakDefect, 'change'> = {
  change: (sound) => ({
    wrapDecoder: () => new SketchReceiver(),
    acknowledge: (event, memory) =>
      event.kind === 'frame' && event.value.type !== 'ack'
        ? sound.acknowledge(event, memory)
        : acknowledgement(sound, memory),
    ...acceptEarlyAck(sound, () => true),
    handleHello: (memory, now) => {
      const { helloAt } = memory;
      sound.handleHello(memory, now);
      memory.helloAt = helloAt;
    },
    // In a game, the board no longer sends that hello.
    planMove: (memory, now) => {
      dropHello(memory);
      sound.planMove(memory, now);
    },
    refuseDeck: (memory, frame, now) => {
      dropHello(memory);
      sound.refuseDeck(memory, frame, now);
    },
    storedCards: (cards) => [EMPTY, ...cards.slice(0, -1)],
    // Its cards may allow no move. The sketch sends them anyway.
    deckOfMove: (state) => sound.deckOfMove(state) ?? state.cards,
    encode: (packet) => (packet.type === 'deck' ? encodeUnchecked(packet.cards) : sound.encode(packet)),
  }),
};

function dropHello(memory: Memory): void {
  if (memory.role !== undefined && memory.unacked?.step === 'hello') memory.unacked = undefined;
}

/** The sketch reads garbage in pairs. Bytes that come within this time are a pair. */
const READ_GAP = millis(5);
/** The bytes of a line that are kept. Every packet is shorter; of a longer line only the end matters. */
const MOST_KEPT = 4096;

/**
 * Lines from SYN or EOT to LF, however long; a SYN inside starts nothing. Garbage is dropped two bytes at a time.
 * Each whole line is one event: a frame, or a reject.
 */
class SketchReceiver implements Receiver {
  private line: number[] = [];
  private opened: Micros | undefined;
  /** When the first byte of a pair of garbage came, while its second is missing. */
  private half: Micros | undefined;

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<Packet>[] {
    this.tick(at);
    return [...bytes].flatMap((byte) => this.take(byte, at));
  }

  tick(now: Micros): readonly FrameEvent<Packet>[] {
    if (this.opened !== undefined && now >= after(this.opened, LINE_TIMEOUT)) this.opened = undefined;
    return [];
  }

  private take(byte: number, at: Micros): FrameEvent<Packet>[] {
    if (this.opened === undefined) {
      const eaten = this.half !== undefined && at - this.half <= READ_GAP;
      this.half = undefined;
      if (eaten) return [];
      if (byte !== SYN && byte !== EOT) {
        this.half = at;
        return [];
      }
      this.opened = at;
      this.line = [];
    }
    if (this.line.length < MOST_KEPT) this.line.push(byte);
    if (byte !== LF) return [];
    const first = micros(this.opened);
    this.opened = undefined;
    return [lineEvent(Uint8Array.from(this.line), first, at)];
  }
}

function lineEvent(raw: Uint8Array, first: Micros, last: Micros): FrameEvent<Packet> {
  try {
    return { kind: 'frame', raw, first, last, value: decodeOnce(raw) };
  } catch {
    const error = { code: 'line', offset: 0, message: 'a line that is no packet' };
    return { kind: 'reject', raw, first, last, error };
  }
}
