/** What follows from any packet of a board's own: it comes again until it is acknowledged. */
import { chargeOwn } from './blame';
import { type BoardPacket, keyOf } from './wire/packet';
import type { DurakValues } from './parameters';
import type { DurakRuling, DurakRx, DurakSend, DurakState, Notes, Step } from './state';

export const [HELLO, AGAIN, QUIET] = ['hello', 'again', 'quiet'];
const [OWN, WATCH] = ['own', 'watch'];
export const OWN_PACKETS = [HELLO, OWN, AGAIN];
/** Of these nobody waits before the next packet. */
export const BACKGROUND = [HELLO, AGAIN, QUIET, WATCH];

/** It is sent again so long after it was sent, counted from its first byte or from its last: microseconds. */
const REPEAT = { min: 2_700_000, max: 3_500_000, usual: 3_000_000 };
/** An acknowledgement so shortly before or during a packet may belong to it, or not. */
export const CROSSING = 20_000;
const REMEMBERED = 64;

export function remembered(keys: readonly string[], key: string): readonly string[] {
  return [...keys.slice(1 - REMEMBERED), key];
}

/** Nothing wrong has come by then: the clause is kept. */
export function watch(clause: string, span: number): DurakSend {
  return {
    title: 'nothing wrong',
    queue: WATCH,
    key: clause,
    clause,
    duty: 'never',
    within: { max: span },
    accepts: () => false,
    mistakes: () => false,
    charge: (fault, state) => chargeOwn(fault, state),
  };
}

/** What all of its own packets have in common. `preceding`: the clause of what came before the line that gave it the turn. */
export function ownSend(
  step: Step,
  own: Pick<DurakSend, 'clause' | 'within' | 'accepts' | 'make' | 'then'> & Partial<DurakSend>,
  preceding?: string,
): DurakSend {
  return {
    title: step,
    queue: OWN,
    keeps: [],
    mistakes: ({ type }) => type !== 'ack',
    charge: (fault, state) => chargeOwn(fault, state, { ...own, title: step }, preceding),
    ...own,
  };
}

interface Sending {
  readonly sends?: number;
  readonly notes?: Partial<Notes>;
}

/** A packet of its own has left. It comes again until it is acknowledged. */
export function sent(
  step: Step,
  message: BoardPacket,
  state: DurakState,
  rx: DurakRx,
  p: DurakValues,
  { sends = 1, notes: noted = {} }: Sending = {},
): DurakRuling {
  const { notes } = state;
  const key = keyOf(message);
  const isMove = step === 'deal' || step === 'move';
  const isFirst = sends === 1;
  const next: DurakState = {
    ...state,
    own: { kind: step === 'hello' ? 'hello' : 'deck', key, standing: 'waiting', step, sends },
    plan: undefined,
    notes: {
      ...notes,
      packets: notes.packets + 1,
      hasSent: true,
      sentKeys: remembered(notes.sentKeys, key),
      statements: isMove ? 0 : notes.statements + (step === 'answer' && isFirst ? 1 : 0),
      counts: notes.counts + (isMove && isFirst ? 1 : 0),
      sentAt: rx.last.notAfter,
      isDisturbed: false,
      isStale: isFirst ? notes.staleAt > notes.sentAt : notes.isStale,
      ...noted,
    },
  };
  // Nobody knows whether an acknowledgement that came so shortly before counts for it.
  if (isFirst && notes.staleAt > rx.first.notBefore - CROSSING && rx.raw.length > 0)
    return { state: { ...next, isKnown: false }, cancels: OWN_PACKETS };
  return { state: next, cancels: [AGAIN], sends: [repetition(step, message, rx, sends, p)] };
}

function repetition(
  step: Step,
  message: BoardPacket,
  { first, last }: DurakRx,
  sends: number,
  p: DurakValues,
): DurakSend {
  const key = keyOf(message);
  const usual = REPEAT.usual + (key.length * 10e6) / p.baud;
  return ownSend(step, {
    title: 'the same packet again',
    queue: AGAIN,
    clause: 'DRK-LK-07',
    within: { min: REPEAT.min - (last.notAfter - first.notBefore), max: REPEAT.max, clause: 'DRK-LK-07' },
    usual: { min: usual, max: usual },
    accepts: (packet) => keyOf(packet) === key,
    make: () => message,
    then: (packet, state, rx) => {
      const { isStale, isDisturbed } = state.notes;
      const keeps = [
        'DRK-LK-07',
        ...(isStale ? ['DRK-LK-09'] : []),
        ...(isDisturbed ? ['DRK-LK-06'] : []),
        ...(step === 'answer' ? ['DRK-PL-10'] : []),
      ];
      return { ...sent(step, packet, state, rx, p, { sends: sends + 1 }), keeps };
    },
  });
}
