/**
 * The firmware of the virtual Durak board, as small steps. A defect changes some of them.
 *
 *     bytes → wrapDecoder → mapEvent → acknowledge
 *       → handleHello | handleDeck | handleAck → plan: hello | deal | move | answer → packetOf → encode → the line → repeat
 */
import type { Move } from '../../../protocols/durak/moves';
import type { Deck, DeckPacket, HelloPacket, Packet } from '../../../protocols/durak/packet';
import type { Player, State } from '../../../protocols/durak/rules';
import type { Decoder, FrameEvent, FrameOf } from '../../../protocols/frame';
import { after, type Micros } from '../../../protocols/time';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';

/** What the board plans to send next. */
export type Step = 'hello' | 'deal' | 'move' | 'answer';

/** An own packet that waits for its acknowledgement. */
export interface Unacked {
  readonly step: Step;
  readonly bytes: Uint8Array;
  /** How often it was sent. */
  readonly sends: number;
  /** When it is sent again; undefined: never. */
  readonly due: Micros | undefined;
}

/** The firmware's memory. Power-on clears it. */
export interface Memory {
  role: Player | undefined;
  /** The game after all received and sent packets. Received moves are judged by it. */
  game: State | undefined;
  /** The cards as the board would send them. */
  ownCards: Deck;
  /** The last applied packet, byte for byte, while its acknowledgement may have been lost. */
  lastApplied: Uint8Array | undefined;
  /** When the own hello is due. */
  helloAt: Micros | undefined;
  plan: { readonly step: Exclude<Step, 'hello'>; readonly at: Micros } | undefined;
  unacked: Unacked | undefined;
  /** Packets that wait for no acknowledgement. A conformant board has none. */
  unsolicited: readonly { readonly bytes: Uint8Array; readonly at: Micros }[];
}

/** Bytes for the line, `wait` after the byte that causes them. */
export interface Reply {
  readonly bytes: Uint8Array;
  readonly wait: Micros;
}

/** A decoder whose events need not contain every byte. */
export type Receiver = Pick<Decoder<Packet>, 'push' | 'tick'>;

export interface Profile {
  readonly ack: Micros;
  readonly move: Micros;
  /** A person makes the moves with the board's buttons. */
  readonly buttons: boolean;
  /** The time of one byte on the line. */
  readonly byteTime: Micros;
}

/** Separate sources for times and cards: an additional choice of one does not change the other. */
export interface RandomSources {
  readonly times: Random;
  readonly cards: Random;
}

type DeckFrame = FrameOf<Packet> & { readonly value: DeckPacket };

export interface DurakFirmware {
  /** The receiver: bytes to events. */
  readonly wrapDecoder: (decoder: Decoder<Packet>) => Receiver;
  /** The events that the framing makes of an event: it may drop, change or add some. */
  readonly mapEvent: (event: FrameEvent<Packet>) => readonly FrameEvent<Packet>[];
  /** The immediate replies to a line; `memory` is from before the line is applied. */
  readonly acknowledge: (event: FrameEvent<Packet>, memory: Memory) => readonly Reply[];
  readonly handleHello: (memory: Memory, now: Micros) => void;
  readonly handleDeck: (memory: Memory, frame: DeckFrame, now: Micros) => void;
  readonly handleAck: (memory: Memory, now: Micros) => void;
  /** Whether a packet repeats the last applied one. */
  readonly isRepeated: (memory: Memory, raw: Uint8Array) => boolean;
  readonly isDeal: (cards: Deck) => boolean;
  readonly isLegal: (state: State, cards: Deck) => boolean;
  readonly applyDeck: (memory: Memory, frame: DeckFrame, game: State, now: Micros) => void;
  readonly refuseDeck: (memory: Memory, frame: DeckFrame, now: Micros) => void;
  /** The cards that the board stores of an applied packet. */
  readonly storedCards: (cards: Deck) => Deck;
  readonly isOver: (cards: Deck) => boolean;
  /** Plans the own move on the board's turn. */
  readonly planMove: (memory: Memory, now: Micros) => void;
  /** Time from power-on to the own hello. */
  readonly helloWait: () => Micros;
  readonly thinkTime: (step: 'deal' | 'move' | 'answer', memory: Memory) => Micros;
  readonly deal: () => Deck;
  readonly trumpOf: (dealt: Deck) => number;
  readonly chooseMove: (moves: readonly Move[], state: State) => Move | undefined;
  /** The deck with the board's move; undefined if it has none. */
  readonly deckOfMove: (state: State) => Deck | undefined;
  readonly encode: (packet: HelloPacket | DeckPacket) => Uint8Array;
  /** The bytes to send for a due step; undefined: none. */
  readonly packetOf: (memory: Memory, step: Step) => Uint8Array | undefined;
  /** Called after a packet was sent for the first time. */
  readonly onSent: (memory: Memory, step: Step, now: Micros) => void;
  /** The packet's bytes at the `sends`-th sending, 2 at least. */
  readonly repeatBytes: (unacked: Unacked) => Uint8Array;
  /** Time from the packet's `sends`-th end to its next beginning; undefined: never. */
  readonly repeatWait: (step: Step, sends: number) => Micros | undefined;
}

/** The context of a defect: parts of its board. */
export interface DefectContext {
  readonly profile: Profile;
  readonly random: RandomSources;
  /** The finished firmware, with all its defects. */
  readonly firmware: DurakFirmware;
}

export interface DurakDefect extends Defect {
  /** The steps that differ from `sound`. Called at each power-on. */
  readonly change: (sound: DurakFirmware, context: DefectContext) => Partial<DurakFirmware>;
}

export type DurakDefects = DefectTable<DurakDefect>;

/** The memory after power-on: the own hello is planned, and everything else is unknown. */
export function powerOn(firmware: DurakFirmware, now: Micros): Memory {
  return {
    role: undefined,
    game: undefined,
    ownCards: [],
    lastApplied: undefined,
    helloAt: after(now, firmware.helloWait()),
    plan: undefined,
    unacked: undefined,
    unsolicited: [],
  };
}
