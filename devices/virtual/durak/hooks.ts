/** Helpers for defects: each changes one step of the Durak firmware. */
import {
  EOT,
  LF,
  RECORD_FIELDS,
  SYN,
  type CardRecord,
  type Deck,
  type Packet,
} from '../../../protocols/durak/packet';
import { LINE_TIMEOUT } from '../../../protocols/durak/decoder';
import { encodeTexts } from '../../../protocols/durak/malformations';
import type { Move, MoveKind } from '../../../protocols/durak/moves';
import { handOf, tableOf, type Player, type State } from '../../../protocols/durak/rules';
import type { FrameEvent, FrameOf, RejectOf } from '../../../protocols/frame';
import type { Micros } from '../../../protocols/time';
import type { DurakDefect, DurakFirmware, Memory, Receiver, Reply, Step } from './firmware';

type Change = DurakDefect['change'];
type Events = readonly FrameEvent<Packet>[];

const HELLO: Packet = { type: 'hello' };

/** The acknowledgement of a sound board, for a line that should get none. */
export function acknowledgement(sound: DurakFirmware, memory: Memory): readonly Reply[] {
  const raw = new Uint8Array(0);
  const [first, last] = [0 as Micros, 0 as Micros];
  return sound.acknowledge({ kind: 'frame', raw, first, last, value: HELLO }, memory);
}

/** Other replies to a hello or a deck. */
export function onAcks(
  change: (replies: readonly Reply[], frame: FrameOf<Packet>, memory: Memory) => readonly Reply[],
): Change {
  return (sound) => ({
    acknowledge: (event, memory) => {
      const replies = sound.acknowledge(event, memory);
      return event.kind === 'frame' && replies.length > 0 ? change(replies, event, memory) : replies;
    },
  });
}

/** An acknowledgement of a line that was refused. */
export function acksReject(taken: (reject: RejectOf<Packet>) => boolean): Change {
  return (sound) => ({
    acknowledge: (event, memory) =>
      event.kind === 'reject' && taken(event)
        ? acknowledgement(sound, memory)
        : sound.acknowledge(event, memory),
  });
}

/** An EOT that no packet waits for acknowledges the next one, if `taken` holds. */
export function acceptEarlyAck(
  sound: DurakFirmware,
  taken: (memory: Memory, step: Step) => boolean,
): Pick<DurakFirmware, 'handleAck' | 'onSent'> {
  let ackReceived = false;
  return {
    handleAck: (memory, now) => {
      ackReceived ||= memory.unacked === undefined;
      sound.handleAck(memory, now);
    },
    onSent: (memory, step, now) => {
      sound.onSent(memory, step, now);
      if (ackReceived && taken(memory, step)) sound.handleAck(memory, now);
      ackReceived = false;
    },
  };
}

/** Changes the events of the framing. */
export function onEvents(change: (event: FrameEvent<Packet>) => Events): Change {
  return (sound) => ({ mapEvent: (event) => sound.mapEvent(event).flatMap(change) });
}

/** A byte's place in its line, as a receiver in front of the sound one sees it. */
export interface BytePosition {
  readonly byte: number;
  readonly at: Micros;
  /** The byte is inside a line; false: it begins one, or is garbage. */
  readonly inside: boolean;
  /** The number of earlier bytes of this line, or of garbage. */
  readonly before: number;
}

/** A receiver that changes bytes: `change` gives the byte to use, or undefined for none. */
export function filterBytes(change: (spot: BytePosition) => number | undefined): Change {
  return (sound) => ({
    wrapDecoder: (decoder) => {
      const inner = sound.wrapDecoder(decoder);
      let opened: Micros | undefined;
      let before = 0;
      const take = (byte: number, at: Micros): number | undefined => {
        if (opened !== undefined && at - opened >= LINE_TIMEOUT) {
          opened = undefined;
          before = 0;
        }
        const seen = change({ byte, at, inside: opened !== undefined, before });
        before++;
        if (seen === SYN || (seen === EOT && opened === undefined)) {
          opened = at;
          before = 1;
        } else if (seen === LF && opened !== undefined) {
          opened = undefined;
          before = 0;
        }
        return seen;
      };
      return {
        push: (bytes, at) => {
          const taken = new Uint8Array(bytes.length);
          let length = 0;
          for (const byte of bytes) {
            const seen = take(byte, at);
            if (seen !== undefined) taken[length++] = seen;
          }
          return inner.push(taken.subarray(0, length), at);
        },
        tick: (now) => inner.tick(now),
      };
    },
  });
}

/** Replaces the receiver. */
export function withReceiver(make: (inner: Receiver) => Receiver): Change {
  return (sound) => ({ wrapDecoder: (decoder) => make(sound.wrapDecoder(decoder)) });
}

/** Changes the board's own moves of a kind. */
export function onMove(
  kind: MoveKind,
  change: (move: Move, state: State, moves: readonly Move[]) => Deck | undefined,
): Change {
  return (sound) => ({
    chooseMove: (moves, state) => {
      const move = sound.chooseMove(moves, state);
      if (move?.kind !== kind) return move;
      const cards = change(move, state, moves);
      return cards === undefined ? move : { ...move, cards };
    },
  });
}

/** Refuses some legal moves of the other player. */
export function refuseMoves(wrong: (state: State, cards: Deck) => boolean): Change {
  return (sound) => ({ isLegal: (state, cards) => sound.isLegal(state, cards) && !wrong(state, cards) });
}

/** The deck with some records changed. */
export function changeRecords(cards: Deck, records: ReadonlyMap<number, Partial<CardRecord>>): Deck {
  return cards.map((card, i) => ({ ...card, ...records.get(i) }));
}

/** The deck with one record changed. */
export function changeRecord(cards: Deck, record: number, change: Partial<CardRecord>): Deck {
  return changeRecords(cards, new Map([[record, change]]));
}

/** Moves the cards of `records` into the hands of their players, at the lowest free places. */
export function moveToHands(cards: Deck, records: ReadonlyMap<number, Player>): Deck {
  return [...records].reduce<Deck>((deck, [record, player]) => {
    const used = handOf(deck, player).map((one) => deck[one]?.field);
    let field = 1;
    while (used.includes(field)) field++;
    return changeRecord(deck, record, { property: player, field });
  }, cards);
}

/** The records of the table's cards, oldest first within each side. */
export function tableRecords(cards: Deck): readonly number[] {
  const { own, other } = tableOf(cards, 1);
  return [...own, ...other];
}

/** A deck's bytes, well-formed or not. */
export function encodeUnchecked(cards: Deck): Uint8Array {
  return encodeTexts(cards.map((card) => RECORD_FIELDS.map(({ name }) => String(card[name]))));
}
