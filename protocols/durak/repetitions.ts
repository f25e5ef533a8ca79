/** What follows from any packet of a board's own: it comes again until it is acknowledged. */
import type { Blame, ConversationFault, ConversationRuling, Send } from '../../api/index';
import { chargeOwn } from './blame';
import type { DurakValues } from './parameters';
import { withNotes, type BoardPacket, type DurakRx, type DurakState, type Notes, type Step } from './state';
import { keyOf } from './wire/wire';

export type DurakSend = Send<BoardPacket, DurakState>;
type DurakRuling = ConversationRuling<BoardPacket, DurakState>;

export const [HELLO, AGAIN, ACK, QUIET] = ['hello', 'again', 'acknowledgement', 'quiet'];
const OWN = 'own';
/** All of its own packets. */
export const OWN_PACKETS = [HELLO, OWN, AGAIN];
const WATCH = 'watch';
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

/** What follows from any packet of its own. */
export class Repetitions {
  constructor(protected readonly p: DurakValues) {}

  protected send(
    step: Step,
    own: Pick<DurakSend, 'clause' | 'within' | 'accepts' | 'make' | 'then'> & Partial<DurakSend>,
    preceding?: string,
  ): DurakSend {
    return {
      title: step,
      queue: OWN,
      keeps: [],
      mistakes: ({ type }) => type !== 'ack',
      charge: (fault, state) => this.charge(fault, state, { ...own, title: step }, preceding),
      ...own,
    };
  }

  charge(
    fault: ConversationFault<BoardPacket>,
    state: DurakState,
    send?: DurakSend,
    preceding?: string,
  ): Blame<BoardPacket, DurakState> {
    return chargeOwn(fault, state, send, preceding);
  }

  /** A packet of its own has left. It comes again until it is acknowledged. */
  sent(step: Step, message: BoardPacket, state: DurakState, rx: DurakRx, sends = 1): DurakRuling {
    const { notes } = state;
    const kind = step === 'hello' ? 'hello' : 'deck';
    const own = { kind, key: keyOf(message), standing: 'waiting', step, sends } as const;
    const counted: Partial<Notes> = {
      packets: notes.packets + 1,
      hasSent: true,
      sentKeys: remembered(notes.sentKeys, own.key),
      ...(step === 'answer' && sends === 1 ? { statements: notes.statements + 1 } : {}),
      ...(step === 'deal' || step === 'move' ? { statements: 0 } : {}),
      ...((step === 'deal' || step === 'move') && sends === 1 ? { counts: notes.counts + 1 } : {}),
      sentAt: rx.last.notAfter,
      isDisturbed: false,
      ...(kind === 'deck' ? { lastDeckAt: rx.first.notBefore } : {}),
      ...(sends === 1 ? { isStale: notes.staleAt > notes.sentAt } : {}),
    };
    const next = withNotes({ ...state, own, plan: undefined }, counted);
    // Nobody knows whether an acknowledgement that came so shortly before counts for it.
    if (sends === 1 && notes.staleAt > rx.first.notBefore - CROSSING && rx.raw.length > 0)
      return { state: { ...next, isKnown: false }, cancels: OWN_PACKETS };
    return { state: next, cancels: [AGAIN], sends: [this.again(step, message, rx, sends)] };
  }

  private again(step: Step, message: BoardPacket, { first, last }: DurakRx, sends: number): DurakSend {
    const key = keyOf(message);
    const onTheWay = (key.length * 10e6) / this.p.baud;
    return this.send(step, {
      title: 'the same packet again',
      queue: AGAIN,
      clause: 'DRK-LK-07',
      within: {
        min: REPEAT.min - (last.notAfter - first.notBefore),
        max: REPEAT.max,
        clause: 'DRK-LK-07',
      },
      usual: { min: REPEAT.usual + onTheWay, max: REPEAT.usual + onTheWay },
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
        return { ...this.sent(step, packet, state, rx, sends + 1), keeps };
      },
    });
  }

  /** Nothing wrong has come by then: the clause is kept. */
  watch(clause: string, span: number): DurakSend {
    return {
      title: 'nothing wrong',
      queue: WATCH,
      key: clause,
      clause,
      duty: 'never',
      within: { max: span },
      accepts: () => false,
      mistakes: () => false,
      charge: (fault, state) => this.charge(fault, state),
    };
  }
}
