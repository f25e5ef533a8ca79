/** Helpers for defects: each changes one step of the board. */
import type {
  ChangeContext,
  ConversationBoardEvent,
  ConversationDefect,
  Decoder,
  FrameEvent,
  StepChange,
} from '../../../api/index';
import type { DurakFirmware } from '../board/firmware';
import { handOf, tableOf, type Player, type State } from '../game/game';
import type { Move, MoveKind } from '../game/moves';
import type { DurakSend } from '../repetitions';
import { EOT, LF, SYN, type CardRecord, type Deck, type Packet } from '../wire/packet';
import type { DurakValues } from '../parameters';
import type { DurakRuling } from '../lines';
import { waitingOf, type DurakState, type Step } from '../state';

export type Change = StepChange<DurakFirmware, DurakValues>;
export type DurakDefects = Readonly<Record<string, ConversationDefect<DurakFirmware, DurakValues>>>;
export type DurakEvent = ConversationBoardEvent<Packet>;
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

/** Changes each send, also of what follows from others. `undefined`: it is left out. */
export function onSend(
  titles: string | readonly string[],
  change: (send: DurakSend, state: DurakState, context: Context) => DurakSend | undefined,
): Change {
  return (sound, context) => {
    const changed = (ruling: DurakRuling, known: DurakState): DurakRuling => {
      const state = ruling.state ?? known;
      const sends = (ruling.sends ?? []).flatMap((send) => {
        const next: DurakSend = {
          ...send,
          then: (message, now, rx) => changed(send.then?.(message, now, rx) ?? {}, now),
        };
        const one = titles.includes(send.title) ? change(next, state, context) : next;
        return one === undefined ? [] : [one];
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
    const sending = onSend(OWN_STEPS, (send) => ({
      ...send,
      then: (message, state, rx) => {
        const ruling = send.then?.(message, state, rx) ?? {};
        const isTaken = isStale && steps.some((step) => step === send.title);
        isStale = false;
        if (!isTaken) return ruling;
        const { message: _, ...passage } = rx;
        const ack = { ...passage, kind: 'message', message: { type: 'ack' } } as const;
        return first(sound.rules(ack, ruling.state ?? state));
      },
    }));
    return sending({ ...sound, ...noting }, context);
  };
}

const OWN_STEPS: readonly Step[] = ['hello', 'deal', 'move', 'answer'];

/** Changes acknowledgements of hellos and decks. */
export function onAck(
  change: (ack: DurakSend, event: Packets, state: DurakState, context: Context) => readonly DurakSend[],
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

export type Packets = Extract<DurakEvent, { kind: 'message' }>;

/** An acknowledgement of a line that should get none. */
export const SURPLUS_ACK: DurakSend = surplus({ type: 'ack' }, 1);

/** One more message, after so many milliseconds, whatever comes. */
export function surplus(message: ReturnType<NonNullable<DurakSend['make']>>, wait: number): DurakSend {
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
  return onRuling((ruling, event) =>
    event.kind === 'reject' && taken(event) ? withSends(ruling, SURPLUS_ACK) : ruling,
  );
}

/** Changes the events of the framing. */
export function onEvents(change: (event: FrameEvent<Packet>) => readonly FrameEvent<Packet>[]): Change {
  return (sound) => ({ receives: (event, state) => sound.receives(event, state).flatMap(change) });
}

/** A byte's place in its line, as a receiver in front of the sound one sees it. */
export interface BytePosition {
  readonly byte: number;
  /** It is inside a line; false: it begins one, or is garbage. */
  readonly inside: boolean;
  /** The number of earlier bytes of this line, or of garbage. */
  readonly before: number;
}

/** Replaces the receiver. */
export function withReceiver(
  make: (inner: Decoder<Packet>) => Pick<Decoder<Packet>, 'push' | 'tick'>,
): Change {
  return (sound) => ({
    receiver: (link) => {
      const inner = sound.receiver(link);
      const made = make(inner);
      return {
        push: (bytes, at) => made.push(bytes, at),
        tick: (now) => made.tick(now),
        deadline: () => inner.deadline(),
        pending: 0,
      };
    },
  });
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
      tick: (now) => inner.tick(now),
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

/** The deck with some records changed. */
export function changeRecords(cards: Deck, records: ReadonlyMap<number, Partial<CardRecord>>): Deck {
  return cards.map((card, i) => ({ ...card, ...records.get(i) }));
}

export function changeRecord(cards: Deck, record: number, change: Partial<CardRecord>): Deck {
  return changeRecords(cards, new Map([[record, change]]));
}

/** The deck with some records as they were. */
export function restore(cards: Deck, records: readonly number[], was: Deck): Deck {
  return changeRecords(cards, new Map(records.map((record) => [record, was[record] ?? {}])));
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

function first(rulings: ReturnType<DurakFirmware['rules']>): DurakRuling {
  return isList(rulings) ? (rulings[0] ?? {}) : rulings;
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
