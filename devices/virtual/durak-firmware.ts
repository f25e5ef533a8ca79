/**
 * The firmware of the virtual Durak board, as small steps: what a defect changes is one of them.
 *
 *     bytes → listen → judge → acks
 *                            → hello | deck | ack → plan → hello | deal | move | answer → encode → the line → repeat
 */
import { dealFault, deal } from '../../protocols/durak/deal';
import { encode } from '../../protocols/durak/durak';
import { judge } from '../../protocols/durak/judge';
import { legalMoves, type Move } from '../../protocols/durak/moves';
import {
  TRUMP,
  type Deck,
  type DeckPacket,
  type HelloPacket,
  type Packet,
} from '../../protocols/durak/packet';
import { applied, opponentOf, winnerOf, type Player, type State } from '../../protocols/durak/rules';
import type { Decoder, FrameEvent, FrameOf } from '../../protocols/frame';
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Random } from '../random';
import type { Defect } from './board';

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
  held: Deck;
  /** The last packet applied, as it came. */
  lastApplied: Uint8Array | undefined;
  plan: { readonly step: Step; readonly at: Micros } | undefined;
  unacked: Unacked | undefined;
}

/** Bytes for the line, `wait` after the byte that asks for them. */
export interface Reply {
  readonly bytes: Uint8Array;
  readonly wait: Micros;
}

export interface Profile {
  readonly ack: Micros;
  readonly move: Micros;
  /** Of one byte on the line. */
  readonly byteTime: Micros;
}

/** Choices of their own for times and cards, so that one more of these does not change those. */
export interface Chance {
  readonly times: Random;
  readonly cards: Random;
}

export type DeckFrame = FrameOf<Packet> & { readonly value: DeckPacket };

export interface DurakFirmware {
  /** The receiver: bytes to events. */
  readonly listen: (decoder: Decoder<Packet>) => Decoder<Packet>;
  /** What the framing makes of an event: it may drop, change or add some. */
  readonly judge: (event: FrameEvent<Packet>) => readonly FrameEvent<Packet>[];
  /** What is sent back for a line at once; `memory` is that before it is obeyed. */
  readonly acks: (event: FrameEvent<Packet>, memory: Memory) => readonly Reply[];
  readonly hello: (memory: Memory, now: Micros) => void;
  readonly deck: (memory: Memory, frame: DeckFrame, now: Micros) => void;
  readonly ack: (memory: Memory, now: Micros) => void;
  /** Whether a packet is the one last applied, sent again. */
  readonly known: (memory: Memory, raw: Uint8Array) => boolean;
  readonly isDeal: (cards: Deck) => boolean;
  readonly legal: (state: State, cards: Deck) => boolean;
  readonly apply: (memory: Memory, frame: DeckFrame, game: State, now: Micros) => void;
  readonly refuse: (memory: Memory, frame: DeckFrame, now: Micros) => void;
  /** What the board keeps of the cards of an applied packet. */
  readonly keep: (cards: Deck) => Deck;
  readonly over: (cards: Deck) => boolean;
  /** Sees to the own turn, where it has come. */
  readonly ready: (memory: Memory, now: Micros) => void;
  /** From power-on to the own hello. */
  readonly helloWait: () => Micros;
  readonly wait: (step: 'deal' | 'move' | 'answer', memory: Memory) => Micros;
  readonly deal: () => Deck;
  readonly trumpOf: (dealt: Deck) => number;
  readonly choose: (moves: readonly Move[], state: State) => Move | undefined;
  /** The deck that makes the board's move; undefined where there is none. */
  readonly move: (state: State) => Deck | undefined;
  readonly encode: (packet: HelloPacket | DeckPacket) => Uint8Array;
  /** What is sent at a step that is due; undefined: nothing. */
  readonly say: (memory: Memory, step: Step) => Uint8Array | undefined;
  /** Told when a packet was sent for the first time. */
  readonly sent: (memory: Memory, step: Step, now: Micros) => void;
  /** The packet's bytes when sent for the `sends`-th time, 2 at the least. */
  readonly again: (unacked: Unacked) => Uint8Array;
  /** From the `sends`-th end of a packet to its next beginning; undefined: never. */
  readonly repeatWait: (step: Step, sends: number) => Micros | undefined;
}

/** What a defect may need of the board it sits in. */
export interface Workbench {
  readonly profile: Profile;
  readonly chance: Chance;
  /** The finished firmware, all defects in. */
  readonly firmware: DurakFirmware;
}

export interface DurakDefect extends Defect {
  /** The steps that differ; `sound` are those it was built upon. Called anew at power-on. */
  readonly change: (sound: DurakFirmware, bench: Workbench) => Partial<DurakFirmware>;
}

export const ACK_BYTES = encode({ type: 'ack' });
export const REPEAT_WAIT = millis(3000);

/** An acknowledgement starts 0.2 to 2 ms after its line, a move 50 to 400 ms after the turn. */
const ACK_US = [200, 2000] as const;
const THINK_US = [50_000, 400_000] as const;
const HELLO_US = [100_000, 10_000_000] as const;
/** How often, in percent, the board takes or calls bito although it could play a card. */
const PASSES = { take: 15, bito: 40 };

/** The page's firmware with the defects given built in, one upon another. */
export function durakFirmware(
  profile: Profile,
  chance: Chance,
  defects: readonly DurakDefect[],
): DurakFirmware {
  const built: Partial<DurakFirmware> = {};
  const firmware: DurakFirmware = Object.assign(built, {
    ...hearing(profile, chance, () => firmware),
    ...obeying(() => firmware),
    ...playing(profile, chance, () => firmware),
    ...sending(() => firmware),
  });
  const bench: Workbench = { profile, chance, firmware };
  // One object throughout, so that a step that calls another calls the changed one.
  for (const defect of defects) Object.assign(firmware, defect.change({ ...firmware }, bench));
  return firmware;
}

/** What power-on leaves: the own hello is planned, nothing else known. */
export function powerOn(firmware: DurakFirmware, now: Micros): Memory {
  return {
    role: undefined,
    game: undefined,
    held: [],
    lastApplied: undefined,
    plan: { step: 'hello', at: after(now, firmware.helloWait()) },
    unacked: undefined,
  };
}

type Late = () => DurakFirmware;

function hearing(profile: Profile, { times }: Chance, late: Late) {
  // Sooner than any move, whatever the profile asks for.
  const most = Math.min(ACK_US[1], profile.ack / 4, profile.move / 8);
  const ackWait = (): Micros => micros(times.int(Math.min(ACK_US[0], most), most));
  return {
    listen: (decoder) => decoder,
    judge: (event) => [event],
    acks: (event) =>
      event.kind === 'frame' && event.value.type !== 'ack' ? [{ bytes: ACK_BYTES, wait: ackWait() }] : [],
    hello: (memory) => {
      if (memory.role !== undefined) return;
      memory.role = 2;
      // The own hello is dropped, whether it was sent (DRK-HS-06) or not (DRK-HS-03).
      memory.plan = undefined;
      memory.unacked = undefined;
    },
    ack: (memory, now) => {
      const { unacked } = memory;
      if (unacked === undefined) return;
      memory.unacked = undefined;
      if (unacked.step === 'hello' && memory.role === undefined) {
        memory.role = 1;
        memory.plan = { step: 'deal', at: after(now, late().wait('deal', memory)) };
      } else late().ready(memory, now);
    },
  } satisfies Partial<DurakFirmware>;
}

function obeying(late: Late) {
  return {
    deck: (memory, frame, now) => {
      const { role, game } = memory;
      const { cards } = frame.value;
      const { known, isDeal, legal, apply, refuse, trumpOf } = late();
      if (role === undefined) return;
      if (game === undefined) {
        if (role === 2 && isDeal(cards)) apply(memory, frame, { cards, trump: trumpOf(cards), turn: 1 }, now);
      } else if (!known(memory, frame.raw)) {
        if (game.turn !== role && !late().over(game.cards) && legal(game, cards))
          apply(memory, frame, applied(game, cards), now);
        else refuse(memory, frame, now);
      }
    },
    known: ({ lastApplied }, raw) => lastApplied !== undefined && sameBytes(lastApplied, raw),
    isDeal: (cards) => dealFault(cards) === undefined,
    legal: (state, cards) => judge(state, cards).legal,
    apply: (memory, { raw, value }, game, now) => {
      memory.game = game;
      memory.held = late().keep(value.cards);
      memory.lastApplied = raw;
      // A legal move after an unacknowledged packet acknowledges it too (DRK-LK-09), and an answer is no longer owed.
      memory.unacked = undefined;
      memory.plan = undefined;
      late().ready(memory, now);
    },
    refuse: (memory, _frame, now) => {
      const { role, game, unacked, plan } = memory;
      if (game === undefined || game.turn === role || late().over(game.cards)) return;
      if (unacked !== undefined || plan !== undefined) return;
      memory.plan = { step: 'answer', at: after(now, late().wait('answer', memory)) };
    },
    keep: (cards) => cards,
    over: (cards) => winnerOf(cards) !== undefined,
    ready: (memory, now) => {
      const { role, game, unacked } = memory;
      if (game === undefined || game.turn !== role || unacked !== undefined) return;
      if (late().over(game.cards)) return;
      memory.plan = { step: 'move', at: after(now, late().wait('move', memory)) };
    },
  } satisfies Partial<DurakFirmware>;
}

function playing(profile: Profile, { times, cards: luck }: Chance, late: Late) {
  const most = Math.min(THINK_US[1], profile.move / 4);
  return {
    helloWait: () => micros(times.int(...HELLO_US)),
    wait: (step) => {
      const [least, top] = step === 'deal' ? THINK_US : [Math.min(THINK_US[0], most), most];
      return micros(times.int(least, top));
    },
    deal: () => deal((below) => luck.int(0, below - 1)),
    trumpOf: (dealt) => dealt.find(({ property }) => property === TRUMP)?.suit ?? 0,
    choose: (moves) => {
      const pass = moves.findIndex(({ kind }) => kind === 'take' || kind === 'bito');
      if (pass <= 0) return moves[pass === 0 ? 0 : luck.int(0, moves.length - 1)];
      const passes = moves[pass]?.kind === 'take' ? PASSES.take : PASSES.bito;
      return moves[luck.int(0, 99) < passes ? pass : luck.int(0, pass - 1)];
    },
    move: (state) => late().choose(legalMoves(state), state)?.cards,
  } satisfies Partial<DurakFirmware>;
}

function sending(late: Late) {
  return {
    encode: (packet) => encode(packet),
    say: (memory, step) => {
      const { encode: encoded } = late();
      if (step === 'hello') return encoded({ type: 'hello' });
      if (step === 'deal') begin(memory, late());
      if (step === 'move' && !moveOn(memory, late())) return undefined;
      return encoded({ type: 'deck', cards: memory.held });
    },
    sent: () => undefined,
    again: ({ bytes }) => bytes,
    repeatWait: () => REPEAT_WAIT,
  } satisfies Partial<DurakFirmware>;
}

function begin(memory: Memory, { deal: dealt, trumpOf }: DurakFirmware): void {
  const cards = dealt();
  memory.held = cards;
  memory.game = { cards, trump: trumpOf(cards), turn: 1 };
}

function moveOn(memory: Memory, { move }: DurakFirmware): boolean {
  const { game, held } = memory;
  const cards = game === undefined ? undefined : move({ ...game, cards: held });
  if (game === undefined || cards === undefined) return false;
  memory.held = cards;
  memory.game = { cards, trump: game.trump, turn: opponentOf(game.turn) };
  return true;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
