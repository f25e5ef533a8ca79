/**
 * The firmware of the virtual Durak board, as small steps: what a defect changes is one of them.
 *
 *     bytes → listen → judge → acks
 *                            → hello | deck | ack → plan → hello | deal | move | answer → encode → the line → repeat
 */
import type { Move } from '../../../protocols/durak/moves';
import type { Deck, DeckPacket, HelloPacket, Packet } from '../../../protocols/durak/packet';
import type { Player, State } from '../../../protocols/durak/rules';
import type { Decoder, FrameEvent, FrameOf } from '../../../protocols/frame';
import { after, type Micros } from '../../../protocols/time';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';

/** What the board means to send next, by itself. */
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

/** What the firmware remembers. Power-on forgets it. */
export interface Memory {
  role: Player | undefined;
  /** The game as the packets heard and sent tell it; moves heard are judged by it. */
  game: State | undefined;
  /** The cards as the board would send them. */
  ownCards: Deck;
  /** The last packet applied, as it came, while its acknowledgement may have been lost. */
  lastApplied: Uint8Array | undefined;
  /** When the own hello is due. */
  helloAt: Micros | undefined;
  plan: { readonly step: Exclude<Step, 'hello'>; readonly at: Micros } | undefined;
  unacked: Unacked | undefined;
  /** What is said besides, and waits for no acknowledgement; a conformant board has none. */
  unsolicited: readonly { readonly bytes: Uint8Array; readonly at: Micros }[];
}

/** Bytes for the line, `wait` after the byte that asks for them. */
export interface Reply {
  readonly bytes: Uint8Array;
  readonly wait: Micros;
}

/** A decoder, or one that tells less: bytes that nothing is made of need be in no event. */
export type Receiver = Pick<Decoder<Packet>, 'push' | 'tick'>;

export interface Profile {
  readonly ack: Micros;
  readonly move: Micros;
  /** A person makes the moves, at the board's buttons. */
  readonly buttons: boolean;
  /** Of one byte on the line. */
  readonly byteTime: Micros;
}

/** Choices of their own for times and cards, so that one more of these does not change those. */
export interface RandomSources {
  readonly times: Random;
  readonly cards: Random;
}

type DeckFrame = FrameOf<Packet> & { readonly value: DeckPacket };

export interface DurakFirmware {
  /** The receiver: bytes to events. */
  readonly wrapDecoder: (decoder: Decoder<Packet>) => Receiver;
  /** What the framing makes of an event: it may drop, change or add some. */
  readonly mapEvent: (event: FrameEvent<Packet>) => readonly FrameEvent<Packet>[];
  /** What is sent back for a line at once; `memory` is that before it is obeyed. */
  readonly acknowledge: (event: FrameEvent<Packet>, memory: Memory) => readonly Reply[];
  readonly handleHello: (memory: Memory, now: Micros) => void;
  readonly handleDeck: (memory: Memory, frame: DeckFrame, now: Micros) => void;
  readonly handleAck: (memory: Memory, now: Micros) => void;
  /** Whether a packet is the one last applied, sent again. */
  readonly isRepeated: (memory: Memory, raw: Uint8Array) => boolean;
  readonly isDeal: (cards: Deck) => boolean;
  readonly isLegal: (state: State, cards: Deck) => boolean;
  readonly applyDeck: (memory: Memory, frame: DeckFrame, game: State, now: Micros) => void;
  readonly refuseDeck: (memory: Memory, frame: DeckFrame, now: Micros) => void;
  /** What the board keeps of the cards of an applied packet. */
  readonly storedCards: (cards: Deck) => Deck;
  readonly isOver: (cards: Deck) => boolean;
  /** Sees to the own turn, where it has come. */
  readonly planMove: (memory: Memory, now: Micros) => void;
  /** From power-on to the own hello. */
  readonly helloWait: () => Micros;
  readonly thinkTime: (step: 'deal' | 'move' | 'answer', memory: Memory) => Micros;
  readonly deal: () => Deck;
  readonly trumpOf: (dealt: Deck) => number;
  readonly chooseMove: (moves: readonly Move[], state: State) => Move | undefined;
  /** The deck that makes the board's move; undefined where there is none. */
  readonly deckOfMove: (state: State) => Deck | undefined;
  readonly encode: (packet: HelloPacket | DeckPacket) => Uint8Array;
  /** What is sent at a step that is due; undefined: nothing. */
  readonly packetOf: (memory: Memory, step: Step) => Uint8Array | undefined;
  /** Told when a packet was sent for the first time. */
  readonly onSent: (memory: Memory, step: Step, now: Micros) => void;
  /** The packet's bytes when sent for the `sends`-th time, 2 at the least. */
  readonly repeatBytes: (unacked: Unacked) => Uint8Array;
  /** From the `sends`-th end of a packet to its next beginning; undefined: never. */
  readonly repeatWait: (step: Step, sends: number) => Micros | undefined;
}

/** What a defect may need of the board it is built into. */
export interface DefectContext {
  readonly profile: Profile;
  readonly random: RandomSources;
  /** The finished firmware, all defects in. */
  readonly firmware: DurakFirmware;
}

export interface DurakDefect extends Defect {
  /** The steps that differ; `sound` are those it was built upon. Called anew at power-on. */
  readonly change: (sound: DurakFirmware, context: DefectContext) => Partial<DurakFirmware>;
}

export type DurakDefects = DefectTable<DurakDefect>;

/** What power-on leaves: the own hello is planned, nothing else known. */
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
