/** Lines as such: which are acknowledged, and which must change nothing. */
import type { ConversationBoardEvent, ConversationRuling, Passage } from '../../api/index';
import { chargeAck } from './blame';
import { MALFORMED_CODES } from './wire/faults';
import type { DurakFirmware } from './board/firmware';
import { droppedLabel } from './labels';
import { OwnPackets } from './own-packets';
import { LF, type Packet } from './wire/packet';
import type { DurakValues } from './parameters';
import { ACK, QUIET, type DurakSend } from './repetitions';
import {
  withNotes,
  type BoardPacket,
  type DurakRx,
  type DurakState,
  type NoEffect,
  type Notes,
} from './state';

export type DurakRuling = ConversationRuling<BoardPacket, DurakState>;
export type DurakEvent = ConversationBoardEvent<Packet>;
export type Line<Kind> = Extract<DurakEvent, { kind: Kind }>;

const MALFORMED: ReadonlySet<string> = new Set(MALFORMED_CODES);
/** The clause of a packet, by what came directly before it. */
export const PRECEDING: Readonly<Record<string, string>> = {
  garbage: 'DRK-LK-05',
  'no-ack': 'DRK-LK-05',
  interrupted: 'DRK-LK-10',
  unfinished: 'DRK-LK-11',
  'too-long': 'DRK-LK-12',
  long: 'DRK-LK-12',
  // A SYN in an over-long line begins a packet, as in any other.
  overflow: 'DRK-LK-10',
};
const RESTS = ['unfinished', 'too-long', 'overflow'];
/** A packet that takes so long is slow (DRK-LK-13); one that takes longer may be dropped (DRK-LK-11). Microseconds. */
const SLOW = 300_000;
const LONGEST = 2_400_000;
export const PROMPT = 250_000;
const MARGIN = 500_000;
/** Every packet is shorter. */
const LONGEST_PACKET = 500;

export class LineRules {
  readonly own: OwnPackets;

  constructor(
    protected readonly steps: DurakFirmware,
    protected readonly p: DurakValues,
  ) {
    this.own = new OwnPackets(steps, p);
  }

  protected ack({ first, last, pause }: Passage, state: DurakState, given: readonly string[]): DurakSend {
    const { notes } = state;
    const [low, high] = [last.notBefore - first.notAfter, last.notAfter - first.notBefore];
    const isSlow = low > SLOW && high <= LONGEST;
    const slow = isSlow ? (2 * pause > high ? 'DRK-LK-11' : 'DRK-LK-13') : undefined;
    const clauses = [PRECEDING[notes.before ?? ''], slow, ...given, 'DRK-LK-01'].filter(
      (clause) => clause !== undefined,
    );
    const [clause = 'DRK-LK-01'] = clauses;
    const id = pendingId(state);
    return {
      title: 'acknowledgement',
      queue: `${ACK} ${id}`,
      key: `${ACK} ${id}`,
      clause,
      keeps: clauses,
      isStateless: true,
      within: {
        max: 1000 * this.p.ackMs,
        clause: 'DRK-LK-02',
        limits: [{ max: PROMPT, clause: 'DRK-LK-03' }],
      },
      accepts: ({ type }, { notes: { pending } }, rx) => type === 'ack' && ownerOf(pending, rx) === id,
      mistakes: () => false,
      make: () => ({ type: 'ack' }),
      then: (_message, state) => {
        const { acks, held } = state.notes;
        const pending = state.notes.pending.filter((one) => one.id !== id);
        const next = withNotes(state, { pending, acks: acks + 1, held: undefined });
        return held === undefined ? { state: next } : { state: next, breaks: held };
      },
      charge: (fault, state) => chargeAck(fault, state, { clause, id }),
    };
  }

  /** Bytes that are no packet change nothing. All that is told here is which clause says so. */
  dropped(event: Line<'reject'>, state: DurakState): DurakRuling {
    const { code, raw, last } = event;
    const { before, isDisturbed } = state.notes;
    const trigger = droppedLabel(event);
    const span = 1000 * this.p.ackMs;
    const endsLine = raw.at(-1) === LF;
    const told = { lastTrigger: trigger, lastAt: last.notAfter };
    if (code === 'garbage' && before !== undefined && RESTS.includes(before)) {
      // The rest of a line that was dropped.
      const rest = before === 'overflow' ? 'too-long' : before;
      const clause = rest === 'unfinished' ? 'DRK-LK-11' : 'DRK-LK-12';
      const sends = endsLine ? [this.quiet(clause, span, trigger, last.notAfter)] : [];
      return { trigger, clause, isNoOp: true, state: withNotes(state, { ...told, before: rest }), sends };
    }
    const isMalformed = MALFORMED.has(code);
    const isLong = raw.length > LONGEST_PACKET;
    const after = isMalformed
      ? isLong
        ? 'long'
        : undefined
      : code === 'too-long' && !endsLine
        ? 'overflow'
        : code;
    const clause = isMalformed ? 'DRK-LK-06' : (PRECEDING[after ?? ''] ?? 'DRK-LK-05');
    const next = withNotes(state, { ...told, before: after, isDisturbed: isDisturbed || isMalformed });
    const isQuiet = isMalformed || after === 'too-long';
    return {
      trigger,
      clause,
      isNoOp: true,
      state: isMalformed ? this.without(next, clause, trigger) : next,
      sends: isQuiet ? [this.quiet(clause, span, trigger, last.notAfter)] : [],
    };
  }

  /** No acknowledgement may come. */
  protected quiet(clause: string, span: number, trigger: string, at: number): DurakSend {
    return {
      title: 'no acknowledgement',
      queue: QUIET,
      // Each is over at its own time.
      key: `${clause} ${at}`,
      clause,
      duty: 'never',
      within: { max: span + MARGIN },
      isStateless: true,
      accepts: () => false,
      mistakes: ({ type }) => type === 'ack',
      charge: (fault, state) =>
        fault.kind === 'unasked'
          ? { clause, trigger, expected: 'no acknowledgement', seen: '04 0A', isCertain: true, then: {} }
          : this.own.charge(fault, state),
    };
  }

  protected without(state: DurakState, clause: string, trigger: string): DurakState {
    const noEffect: NoEffect = { clause, trigger };
    return withNotes(state, { noEffect });
  }
}

export function pendingId({ notes: { pending } }: DurakState): number {
  return (pending.at(-1)?.id ?? 0) + 1;
}

/** Of packets that wait, an acknowledgement belongs to the one that it is prompt for, else to the first. */
function ownerOf(pending: Notes['pending'], { first }: DurakRx): number | undefined {
  return (pending.find(({ prompt }) => first.notBefore <= prompt) ?? pending[0])?.id;
}
