/** Helpers for defects: each changes one step of the board. */
import type {
  ChangeContext,
  ConversationBoardEvent,
  Decoder,
  FrameEvent,
  StepChange,
} from '../../../api/index';
import type { DurakFirmware } from '../board/firmware';
import type { State } from '../game/game';
import type { Move, MoveKind } from '../game/moves';
import { EOT, LF, SYN, type BoardPacket, type Deck, type Packet } from '../wire/packet';
import type { DurakValues } from '../parameters';
import { waitingOf, type DurakRuling, type DurakSend, type DurakState, type Step } from '../state';

export type Change = StepChange<DurakFirmware, DurakValues>;
export type Changes = Readonly<Record<string, Change>>;
export type DurakEvent = ConversationBoardEvent<Packet>;
type Received = Extract<DurakEvent, { kind: 'message' }>;
type Context = ChangeContext<DurakFirmware, DurakValues>;

export const LINE_TIME = 3_000_000;
export const ms = (count: number) => ({ min: 1000 * count, max: 1000 * count });

/** Changes what follows from an event. */
export function onRuling(
  change: (ruling: DurakRuling, event: DurakEvent, state: DurakState, context: Context) => DurakRuling,
): Change {
  return (sound, context) => ({
    rules: (event, state) => change(first(sound.rules(event, state)), event, state, context),
  });
}

/** Changes what a board knows before an event. */
export function before(change: (state: DurakState, event: DurakEvent) => DurakState): Change {
  return (sound) => ({ rules: (event, state) => sound.rules(event, change(state, event)) });
}

/** One more message after some events, `wait` milliseconds later, whatever comes; undefined: none. */
export function adding(
  wait: number,
  make: (event: DurakEvent, state: DurakState, context: Context) => BoardPacket | undefined,
): Change {
  return onRuling((ruling, event, state, context) => {
    const message = make(event, state, context);
    return message === undefined ? ruling : withSends(ruling, surplus(message, wait));
  });
}

/** Changes each send, also of what follows from others. `undefined`: it is left out. */
export function onSend(
  title: string,
  change: (send: DurakSend, state: DurakState, context: Context) => DurakSend | undefined,
): Change {
  return onEachSend((send, state, context) => (send.title === title ? change(send, state, context) : send));
}

function onEachSend(
  change: (send: DurakSend, state: DurakState, context: Context) => DurakSend | undefined,
): Change {
  return (sound, context) => {
    const changed = (ruling: DurakRuling, known: DurakState): DurakRuling => {
      const state = ruling.state ?? known;
      const sends = (ruling.sends ?? []).flatMap((send) => {
        const then: DurakSend['then'] = (message, now, rx) =>
          changed(send.then?.(message, now, rx) ?? {}, now);
        return change({ ...send, then }, state, context) ?? [];
      });
      return { ...ruling, sends };
    };
    return { rules: (event, state) => changed(first(sound.rules(event, state)), state) };
  };
}

/** An EOT that no packet waits for acknowledges the next one, if it is of these steps. */
export function takesStaleAcks(...steps: readonly Step[]): Change {
  return (sound, context) => {
    let isStale = false;
    const noting = onRuling((ruling, event, state) => {
      if (isAck(event)) isStale = waitingOf(state) === undefined;
      return ruling;
    })(sound, context);
    const sending = onEachSend((send) => {
      if (!OWN_STEPS.includes(send.title)) return send;
      const then: DurakSend['then'] = (message, state, rx) => {
        const ruling = send.then?.(message, state, rx) ?? {};
        const isTaken = isStale && steps.some((step) => step === send.title);
        isStale = false;
        if (!isTaken) return ruling;
        const { message: _, ...passage } = rx;
        const ack = { ...passage, kind: 'message', message: { type: 'ack' } } as const;
        return first(sound.rules(ack, ruling.state ?? state));
      };
      return { ...send, then };
    });
    return sending({ ...sound, ...noting }, context);
  };
}

const OWN_STEPS: readonly string[] = ['hello', 'deal', 'move', 'answer'];

/** Changes acknowledgements of hellos and decks. */
export function onAck(
  change: (ack: DurakSend, event: Received, state: DurakState, context: Context) => readonly DurakSend[],
): Change {
  return onRuling((ruling, event, state, context) => ({
    ...ruling,
    sends: (ruling.sends ?? []).flatMap((send) =>
      send.title === 'acknowledgement' && event.kind === 'message'
        ? change(send, event, state, context)
        : [send],
    ),
  }));
}

/** Some hellos and decks are not acknowledged. */
export function unacked(isUnacked: (event: Received, state: DurakState) => boolean): Change {
  return onAck((ack, event, state) => (isUnacked(event, state) ? [] : [ack]));
}

/** One more message, after so many milliseconds, whatever comes. */
export function surplus(message: BoardPacket, wait: number): DurakSend {
  return {
    title: 'surplus',
    queue: 'surplus',
    clause: '',
    within: { max: 0 },
    usual: ms(wait),
    accepts: () => false,
    make: () => message,
  };
}

export function withSends(ruling: DurakRuling, ...sends: readonly DurakSend[]): DurakRuling {
  return { ...ruling, sends: [...(ruling.sends ?? []), ...sends] };
}

export function withoutSend(ruling: DurakRuling, title: string): DurakRuling {
  return { ...ruling, sends: (ruling.sends ?? []).filter((send) => send.title !== title) };
}

export function isHello(event: DurakEvent): boolean {
  return event.kind === 'message' && event.message.type === 'hello';
}

export function isAck(event: DurakEvent): boolean {
  return event.kind === 'message' && event.message.type === 'ack';
}

export function deckOf(event: DurakEvent): Deck | undefined {
  return event.kind === 'message' && event.message.type === 'deck' ? event.message.cards : undefined;
}

/** An acknowledgement of a line that was refused. */
export function acksReject(taken: (event: Extract<DurakEvent, { kind: 'reject' }>) => boolean): Change {
  return adding(1, (event) => (event.kind === 'reject' && taken(event) ? { type: 'ack' } : undefined));
}

/** Changes the events of the framing. */
export function onEvents(change: (event: FrameEvent<Packet>) => readonly FrameEvent<Packet>[]): Change {
  return (sound) => ({ receives: (event, state) => sound.receives(event, state).flatMap(change) });
}

/** Replaces the receiver. `make` may give another `push`, and another `tick`. */
export function withReceiver(
  make: (inner: Decoder<Packet>) => Pick<Decoder<Packet>, 'push'> & Partial<Decoder<Packet>>,
): Change {
  return (sound) => ({
    receiver: (link) => {
      const inner = sound.receiver(link);
      const made = make(inner);
      return {
        push: (bytes, at) => made.push(bytes, at),
        tick: (now) => made.tick?.(now) ?? inner.tick(now),
        deadline: () => inner.deadline(),
        pending: 0,
      };
    },
  });
}

/** A byte's place in its line, as a receiver in front of the sound one sees it. */
export interface BytePosition {
  readonly byte: number;
  /** It is inside a line; false: it begins one, or is garbage. */
  readonly inside: boolean;
  /** The number of earlier bytes of this line, or of garbage. */
  readonly before: number;
}

/** A receiver that changes bytes: `change` gives the byte to use, or undefined for none. */
export function filterBytes(change: (spot: BytePosition) => number | undefined): Change {
  return withReceiver((inner) => {
    let opened: number | undefined;
    let before = 0;
    const take = (byte: number, at: number): readonly number[] => {
      if (opened !== undefined && at - opened >= LINE_TIME) [opened, before] = [undefined, 0];
      const seen = change({ byte, inside: opened !== undefined, before });
      before++;
      if (seen === SYN || (seen === EOT && opened === undefined)) [opened, before] = [at, 1];
      else if (seen === LF && opened !== undefined) [opened, before] = [undefined, 0];
      return seen === undefined ? [] : [seen];
    };
    return {
      push: (bytes, at) => inner.push(Uint8Array.from([...bytes].flatMap((byte) => take(byte, at))), at),
    };
  });
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

/** The ruling of a virtual board, which takes the first of several. */
export function first(rulings: ReturnType<DurakFirmware['rules']>): DurakRuling {
  return isList(rulings) ? (rulings[0] ?? {}) : rulings;
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
