/** Helpers for defects: each changes one step of the board. */
import { defectHooks, firstRuling, type StepChange } from '../../../api/index';
import type { DurakFirmware } from '../board/firmware';
import { tableOf, type State, type Table } from '../game/game';
import type { Move, MoveKind } from '../game/moves';
import { EOT, LF, SYN, type BoardPacket, type Deck, type Packet } from '../wire/packet';
import { LINE_TIMEOUT } from '../wire/wire';
import type { DurakValues } from '../parameters';
import { waitingOf, type DurakEvent, type DurakRuling, type DurakSend, type DurakState } from '../state';
import type { Step } from '../state';

export const { onStep, onRuling, before, adding, onSend, onEvents, withReceiver } = defectHooks<
  Packet,
  BoardPacket,
  DurakState,
  DurakFirmware,
  DurakValues
>();

export type Change = StepChange<DurakFirmware, DurakValues>;
export type Changes = Readonly<Record<string, Change>>;
type Received = Extract<DurakEvent, { kind: 'message' }>;

/** The table as the player on turn sees it. */
export function tableIn({ cards, turn }: State): Table {
  return tableOf(cards, turn);
}

const OWN_STEPS: readonly string[] = ['hello', 'deal', 'move', 'answer'];

/** It leaves so many milliseconds after what causes it. */
export function at(send: DurakSend, ms: number): DurakSend {
  return { ...send, usual: { min: 1000 * ms, max: 1000 * ms } };
}

export function onTitled(title: string, change: Parameters<typeof onSend>[0]): Change {
  return onSend((send, state, context) => (send.title === title ? change(send, state, context) : send));
}

/** An EOT that no packet waits for acknowledges the next one, if it is of these steps. */
export function takesStaleAcks(...steps: readonly Step[]): Change {
  return (sound, context) => {
    let isStale = false;
    const noting = onRuling((ruling, event, state) => {
      if (isAck(event)) isStale = waitingOf(state) === undefined;
      return ruling;
    });
    const sending = onSend((send) => {
      if (!OWN_STEPS.includes(send.title)) return send;
      const then: DurakSend['then'] = (message, state, rx) => {
        const ruling = send.then?.(message, state, rx) ?? {};
        const isTaken = isStale && steps.some((step) => step === send.title);
        isStale = false;
        if (!isTaken) return ruling;
        const { message: _, ...passage } = rx;
        const ack = { ...passage, kind: 'message', message: { type: 'ack' } } as const;
        return firstRuling(sound.rules(ack, ruling.state ?? state));
      };
      return { ...send, then };
    });
    return sending({ ...sound, ...noting(sound, context) }, context);
  };
}

export function onAck(
  change: (ack: DurakSend, event: Received, state: DurakState, p: DurakValues) => readonly DurakSend[],
): Change {
  return onRuling((ruling, event, state, { p }) => ({
    ...ruling,
    sends: (ruling.sends ?? []).flatMap((send) =>
      send.title === 'acknowledgement' && event.kind === 'message' ? change(send, event, state, p) : [send],
    ),
  }));
}

export function unacked(isUnacked: (event: Received, state: DurakState) => boolean): Change {
  return onAck((ack, event, state) => (isUnacked(event, state) ? [] : [ack]));
}

export function cancelling(queue: string, when: (event: DurakEvent, state: DurakState) => boolean): Change {
  return onRuling((ruling, event, state) => (when(event, state) ? { ...ruling, cancels: [queue] } : ruling));
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

export function acksReject(taken: (event: Extract<DurakEvent, { kind: 'reject' }>) => boolean): Change {
  return adding(1, (event) => (event.kind === 'reject' && taken(event) ? { type: 'ack' } : undefined));
}

/** A byte's place in its line, as a receiver in front of the sound one sees it. */
export interface BytePosition {
  readonly byte: number;
  readonly at: number;
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
      if (opened !== undefined && at - opened >= LINE_TIMEOUT) [opened, before] = [undefined, 0];
      const seen = change({ byte, at, inside: opened !== undefined, before });
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

export function onMove(
  kind: MoveKind,
  change: (move: Move, state: State, moves: readonly Move[]) => Deck | undefined,
): Change {
  return onStep('chooseMove', (move, moves, state) => {
    if (move?.kind !== kind) return move;
    return { ...move, cards: change(move, state, moves) ?? move.cards };
  });
}
