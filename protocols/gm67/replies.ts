/** The reply that is due to a command, and what follows from it. */
import type { Blame, Passage, RxMessage } from '../../api/index';
import { brokenClause, keptClauses, mainClause, type Asked } from './blame';
import { dueLabel, INITIAL, lost, QUEUES, unknownState } from './state';
import type { GmRuling, GmSend, GmState } from './state';
import { BOOT, GRACE, PROMPT, SCAN, SLACK, type Profile } from './profile';
import { fits, triggerOf, type Expected, type Framed, type ScannerState } from './rules';
import { isRepeat, type Command, type Reply } from './wire/message';
import { isDamagedReply, type Output } from './wire/decoders';
import { PARAMETER, TRIGGER } from './wire/parameters';

export function isReplyLike(message: Output): boolean {
  return message.type === 'raw' ? isDamagedReply(message.bytes) : message.type !== 'data';
}

/** A reply that must come, or may where nobody knows whether the scanner listens. */
export function replySend(
  asked: Asked,
  page: Profile,
  isSure: boolean,
  then: (reply: Reply, now: GmState) => GmRuling,
): GmSend {
  const { expected } = asked;
  const isCommand = typeof asked.what !== 'string';
  const limits = isCommand ? { clause: 'GM-CM-01', limits: [{ max: PROMPT, clause: 'GM-TM-01' }] } : {};
  return {
    title: dueLabel(expected),
    queue: 'reply',
    clause: mainClause(asked),
    duty: isSure ? 'must' : 'may',
    accepts: (message) => message.type !== 'raw' && fits(expected, message),
    mistakes: isReplyLike,
    within: isSure ? { max: page.command, ...limits } : { max: page.interByte + page.command + GRACE },
    keeps: keptClauses(asked),
    then: (message, now) => (message.type === 'raw' ? {} : then(message, now)),
    charge: (fault, now): Blame<Output, GmState> => {
      // Where nobody knows whether it listens, no reply is wrong. A scanner with a code to send may skip the answer to what is no command.
      const isExcused = !isSure && (isCommand || asked.hasOpenCode) && fault.rx?.message?.type !== 'raw';
      const at = fault.rx?.last.notAfter ?? 0;
      return isExcused ? { then: lost(now, page, at) } : brokenClause(asked, fault);
    },
  };
}

/** In most states it is the reply to this command, and as prompt as it must be in most cases. */
export function isPromptReply(
  { message, last }: { readonly message: Command; readonly last: Passage['last'] },
  { message: reply, first }: RxMessage<Output>,
  { model }: Profile,
): boolean {
  if (message.type === 'wake' || reply === undefined || reply.type === 'raw') return false;
  const { reply: expected } = model.apply(unknownState(INITIAL).scanner, message);
  return (
    expected.type !== 'open' && fits(expected, reply) && first.notAfter - last.notBefore <= PROMPT + SLACK
  );
}

/** Parameters that change the form of codes. */
const FORMS: readonly number[] = [PARAMETER.packet, PARAMETER.terminator, PARAMETER.stxEtx];

interface Answered {
  readonly message: Framed;
  readonly after: ScannerState;
  readonly expected: Expected;
  readonly event: Passage;
  readonly page: Profile;
}

export function answered(asked: Answered, reply: Reply, now: GmState): GmRuling {
  const { message, expected, page } = asked;
  const isObeyed = reply.type !== 'nak';
  const last = isObeyed && expected.type === 'one-of' ? message : asked.after.last;
  const scanner = { ...asked.after, asleep: asked.after.asleep ?? false, last };
  const state = { ...now, scanner, isDue: false };
  const timers = { start: null };
  if (reply.type === 'value') {
    const asDefault = state.written?.has(reply.number) === false;
    return {
      state: { ...state, scanner: page.model.learn(scanner, reply.number, reply.value, asDefault) },
      timers,
    };
  }
  if (reply.type !== 'ack') return { state, timers };
  // The page leaves open what a scanner sends after a reset.
  if (message.type === 'reset') return { state: unknownState(state), cancels: QUEUES, open: BOOT };
  return { state: obeyed(asked, state, now), timers };
}

function obeyed({ message, event, page, expected }: Answered, state: GmState, before: GmState): GmState {
  const { scanner, notes } = state;
  switch (message.type) {
    case 'start':
    case 'stop':
      return decoding(message, event, state, page, before);
    case 'enable':
      return {
        ...state,
        isEnabledAgain: state.isEnabledAgain || before.scanner.enabled === false,
        notes: { ...notes, mustBeLost: notes.mustBeLost || notes.lost !== undefined },
      };
    case 'write': {
      const { number } = message;
      const written = state.written && new Set([...state.written, number]);
      const parameters = new Map(scanner.parameters);
      // The byte before the number may make it another one.
      if (expected.type === 'one-of') parameters.delete(number);
      const newFormAt = FORMS.includes(number) ? event.last.notAfter : state.newFormAt;
      const known = { ...state, written, newFormAt, scanner: { ...scanner, parameters } };
      if (number === PARAMETER.trigger) return { ...known, readsItself: false };
      return number === PARAMETER.codes2d ? { ...known, kinds: new Set() } : known;
    }
    case 'defaults':
      return {
        ...state,
        isTold: scanner.enabled !== undefined,
        newFormAt: event.last.notAfter,
        written: new Set(),
        readsItself: false,
        kinds: new Set(),
      };
    default:
      return state;
  }
}

/** Only in trigger mode host is it acknowledged. Where the mode is unknown, a repeat may have begun a session or not. */
function decoding(
  message: Framed,
  { last }: Passage,
  state: GmState,
  page: Profile,
  before: GmState,
): GmState {
  const { scanner } = state;
  // After a NAK 01 it counts as new.
  const again = isRepeat(message) && before.scanner.last !== undefined;
  const mode = triggerOf(scanner);
  const isOfMode = mode === undefined ? (again ? undefined : message.type === 'start') : scanner.session;
  const next = { ...state, scanner: { ...scanner, session: isOfMode } };
  if (message.type === 'stop') return next;
  const times = page.model.possible(scanner, PARAMETER.scanTime);
  const on = last.notBefore + SCAN.on * 1e5 * Math.min(...times);
  const over = last.notAfter + SCAN.over * 1e5 * Math.max(...times);
  const { session } = before;
  return {
    ...next,
    // A repeat may begin a session or not. The session is certainly on only where both agree.
    session: again ? { on: Math.min(on, session.on), over: Math.max(over, session.over) } : { on, over },
    isRepeated: isRepeat(message) && mode === TRIGGER.host,
  };
}
