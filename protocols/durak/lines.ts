/** Lines as such: which are acknowledged, and which must change nothing. */
import type { Passage } from '../../api/index';
import { chargeAck, chargeOwn } from './blame';
import { isMalformed } from './wire/line';
import { droppedLabel, PROMPT } from './state';
import type { DurakEvent, DurakRuling, DurakRx, DurakSend, DurakState, Notes } from './state';
import { LF } from './wire/packet';
import type { DurakValues } from './parameters';
import { QUIET } from './repetitions';

export type Line<Kind> = Extract<DurakEvent, { kind: Kind }>;

const ACK = 'acknowledgement';
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
const RESTS: readonly (string | undefined)[] = ['unfinished', 'too-long', 'overflow'];
/** A packet that takes so long is slow (DRK-LK-13); one that takes longer may be dropped (DRK-LK-11). Microseconds. */
const SLOW = 300_000;
const LONGEST = 2_400_000;
const MARGIN = 500_000;
/** Every packet is shorter. */
const LONGEST_PACKET = 500;

/** The acknowledgement of a packet. `given`: the clauses that it keeps. */
export function ackOf(
  { first, last, pause }: Passage,
  state: DurakState,
  given: readonly string[],
  { ackMs }: DurakValues,
): DurakSend {
  const [low, high] = [last.notBefore - first.notAfter, last.notAfter - first.notBefore];
  const isSlow = low > SLOW && high <= LONGEST;
  const slow = isSlow ? (2 * pause > high ? 'DRK-LK-11' : 'DRK-LK-13') : undefined;
  const keeps = [PRECEDING[state.notes.before ?? ''], slow, ...given, 'DRK-LK-01'].filter(
    (clause) => clause !== undefined,
  );
  const [clause = 'DRK-LK-01'] = keeps;
  const id = pendingId(state);
  const others = ({ notes }: DurakState) => notes.pending.filter((one) => one.id !== id);
  return {
    title: ACK,
    queue: `${ACK} ${id}`,
    key: `${ACK} ${id}`,
    clause,
    keeps,
    isStateless: true,
    within: { max: 1000 * ackMs, clause: 'DRK-LK-02', limits: [{ max: PROMPT, clause: 'DRK-LK-03' }] },
    accepts: ({ type }, { notes: { pending } }, rx) => type === 'ack' && ownerOf(pending, rx) === id,
    mistakes: () => false,
    make: () => ({ type: 'ack' }),
    then: (_message, now) => {
      const { acks, held } = now.notes;
      const notes = { ...now.notes, pending: others(now), acks: acks + 1, held: undefined };
      return { state: { ...now, notes }, ...(held === undefined ? {} : { breaks: held }) };
    },
    charge: (fault, now) => chargeAck(fault, now, clause, others(now)),
  };
}

/** Bytes that are no packet change nothing. All that is told here is which clause says so. */
export function dropped(event: Line<'reject'>, state: DurakState, { ackMs }: DurakValues): DurakRuling {
  const { code, raw, last } = event;
  const { before, isDisturbed, noEffect } = state.notes;
  const trigger = droppedLabel(code);
  const endsLine = raw.at(-1) === LF;
  const isWrong = isMalformed(code);
  // The rest of a line that was dropped.
  const isRest = code === 'garbage' && RESTS.includes(before);
  const after = isRest
    ? before === 'overflow'
      ? 'too-long'
      : before
    : afterLine(code, raw.length, endsLine);
  const clause = isRest
    ? (PRECEDING[after ?? ''] ?? '')
    : isWrong
      ? 'DRK-LK-06'
      : (PRECEDING[after ?? ''] ?? 'DRK-LK-05');
  const isQuiet = isRest ? endsLine : isWrong || after === 'too-long';
  const notes: Notes = {
    ...state.notes,
    isTold: true,
    lastTrigger: trigger,
    lastAt: last.notAfter,
    before: after,
    isDisturbed: isDisturbed || isWrong,
    noEffect: isWrong ? { clause, trigger } : noEffect,
  };
  return {
    trigger,
    clause,
    isNoOp: true,
    state: { ...state, notes },
    sends: isQuiet ? [quiet(clause, 1000 * ackMs, trigger, last.notAfter)] : [],
  };
}

/** What a line is to the packet after it. */
function afterLine(code: string, length: number, endsLine: boolean): string | undefined {
  if (isMalformed(code)) return length > LONGEST_PACKET ? 'long' : undefined;
  return code === 'too-long' && !endsLine ? 'overflow' : code;
}

/** No acknowledgement may come. */
export function quiet(clause: string, span: number, trigger: string, at: number): DurakSend {
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
        : chargeOwn(fault, state),
  };
}

export function pendingId({ notes: { pending } }: DurakState): number {
  return (pending.at(-1)?.id ?? 0) + 1;
}

/** Of packets that wait, an acknowledgement belongs to the one that it is prompt for, else to the first. */
function ownerOf(pending: Notes['pending'], { first }: DurakRx): number | undefined {
  return (pending.find(({ prompt }) => first.notBefore <= prompt) ?? pending[0])?.id;
}
