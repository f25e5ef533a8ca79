/** What a command leads to, and bytes of the host that are none. Replies are in replies.ts, codes in codes.ts. */
import { isSameData } from '../../api/index';
import { mainClause, mostNaks, refusedClause, surplusClause, type Asked } from './blame';
import { isAwaited, isOpen, onShown } from './codes';
import { NOISE, REPEAT, lost, Notes, QUEUES, resetState } from './state';
import type { GmEvent, GmRuling, GmSend, GmState } from './state';
import { BOOT, COMMAND_GAP_US, GRACE, NEARLY, profileOf, type GmValues, type Profile } from './profile';
import { answered, isReplyLike, replySend } from './replies';
import type { Expected, Framed, ScannerState } from './rules';
import {
  CAUSE,
  COMMANDS,
  isRepeat,
  OPCODE,
  SCANNER_OPCODES,
  SOURCE,
  STATUS,
  type Command,
} from './wire/message';
import { BAUD_RATES, PARAMETER } from './wire/parameters';

type Received = Extract<GmEvent, { kind: 'message' | 'reject' }>;

/** A sleeping module answers this long after the wake byte (GM-CM-07). */
const WAKE_TIME = 50_000;
/** While so many replies are due, what is no frame may draw no NAK: noise must not delay the replies to commands. */
const MANY_DUE = 4;
const ANY_NAK: Expected = { type: 'nak', causes: Object.values(CAUSE) };
/** When it has started, what it answers shows. */
const NOBODY_KNOWS = { min: Infinity, max: Infinity };
export function rulesOf(event: GmEvent, state: GmState, _firmware: unknown, p: GmValues): GmRuling {
  const page = profileOf(p);
  switch (event.kind) {
    case 'message':
      return onMessage(event, event.message, state, page);
    case 'reject':
      return onReject(event, event.code, state, page);
    case 'shown':
      return onShown(event, state, page);
    case 'reset':
      return { state: resetState(state), cancels: QUEUES, open: BOOT, timers: { start: NOBODY_KNOWS } };
    case 'expired':
      return { state: { ...state, scanner: { ...state.scanner, asleep: false } } };
  }
}

function onMessage(event: Received, message: Command, state: GmState, page: Profile): GmRuling {
  const ruling = rule(event, message, state, page);
  return isRepeat(message) ? { ...ruling, trigger: REPEAT } : ruling;
}

function rule(event: Received, message: Command, state: GmState, page: Profile): GmRuling {
  const isSilent = message.type === 'ack' || message.type === 'nak';
  const isOpenNow = isOpen(state, event.first);
  // The page promises nothing for commands that are faster than their replies.
  if (isAwaited(state, event.first) || (state.isDue && !isSilent))
    return lost(state, page, event.last.notAfter);
  if (message.type === 'wake') return onWake(event, state);
  if (isOpenByPage(event, message, state, page) || (isOpenNow && !isSilent && endsRetries(message)))
    return lost(state, page, event.last.notAfter);
  return isSilent ? onAcknowledgement(event, message, state, page) : onCommand(event, message, state, page);
}

function onWake({ first }: Received, state: GmState): GmRuling {
  const { scanner, notes } = state;
  const wokenAt = scanner.asleep === false ? state.wokenAt : first.notAfter + WAKE_TIME;
  return {
    clause: 'GM-CM-07',
    state: {
      ...state,
      wokenAt,
      scanner: { ...scanner, asleep: false },
      notes: { ...notes, isWoken: true, surplus: 'GM-CM-07', trigger: 'wake' },
    },
  };
}

/** The scanner sleeps, or starts to wake; or the page does not describe the command, or what it would repeat is unknown. */
function isOpenByPage({ first }: Received, message: Framed, state: GmState, page: Profile): boolean {
  const { scanner, wokenAt } = state;
  if (scanner.asleep === true || first.notBefore < wokenAt) return true;
  const others = 0xff & ~(STATUS.retransmission | STATUS.permanent);
  if (message.source !== SOURCE.host || (message.status & others) !== 0) return true;
  const isSilent = message.type === 'ack' || message.type === 'nak';
  if (!isSilent && isRepeat(message) && scanner.last === 'unknown') return true;
  if (message.type === 'write') {
    const { number, value } = message;
    const isTaken = page.valuesOf(number).includes(value);
    return number === PARAMETER.baud && isTaken && BAUD_RATES.get(value) !== page.baud;
  }
  return message.type === 'unknown' && [...SCANNER_OPCODES, 0xff].includes(message.opcode);
}

/** By this command a code in packet mode may be lost, or its retries end. */
function endsRetries(command: Framed): boolean {
  if (command.type === 'write') return command.number === PARAMETER.packet;
  return ['disable', 'sleep', 'defaults', 'reset'].includes(command.type);
}

function onAcknowledgement(event: Received, message: Framed, state: GmState, page: Profile): GmRuling {
  const { notes, packet } = state;
  const silence: GmSend = {
    title: 'silence',
    queue: 'no answer',
    duty: 'never',
    clause: 'GM-CM-04',
    within: { max: page.command + GRACE },
    accepts: () => false,
    mistakes: isReplyLike,
  };
  const own = state.isDue ? {} : { surplus: 'GM-CM-04', trigger: message.type };
  const next = { ...state, notes: { ...notes, ...own, isAcknowledged: true } };
  const ruling = { clause: 'GM-CM-04', isNoOp: !isOpen(state, event.first), sends: [silence] };
  if (message.type !== 'ack' || packet === undefined || !isOpen(state, event.first))
    return { ...ruling, state: next };
  // The next try may already be on its way.
  const isLate = event.last.notAfter >= packet.sent + NEARLY * page.dataAck;
  const known = isLate ? { ...next, stray: state.latest } : next;
  return { ...ruling, state: { ...known, packet: undefined }, cancels: ['again'] };
}

function onCommand(event: Received, message: Framed, state: GmState, page: Profile): GmRuling {
  const { scanner, notes } = state;
  const { state: after, reply: expected } = page.model.apply(scanner, message);
  const isSure = scanner.asleep === false;
  const asked: Asked = {
    what: message,
    expected,
    notes,
    isInParts: event.pause > COMMAND_GAP_US,
    hasOpenCode: isOpen(state, event.first),
  };
  const sent = replySend(asked, page, isSure, (reply, now) =>
    answered({ message, after, expected, event, page }, reply, now),
  );
  const isKnown = message.type !== 'read' || scanner.parameters.has(message.number);
  const isNoOp = isKnown && message.type !== 'defaults' && isSameScanner(scanner, after);
  return {
    clause: mainClause(asked),
    isNoOp,
    state: {
      ...state,
      isDue: isSure,
      notes: {
        ...notes,
        isWoken: false,
        refused: undefined,
        refusedBefore: notes.refused,
        isAcknowledged: false,
        mayAnswerEarlier: notes.isAcknowledged,
        surplus: surplusClause(message),
        trigger: message.type,
      },
    },
    sends: [sent],
    cancels: ['no answer'],
  };
}

/** What it last obeyed shows only where it is repeated. */
function isSameScanner(a: ScannerState, b: ScannerState): boolean {
  return isSameData({ ...a, last: undefined }, { ...b, last: undefined });
}

function onReject(event: Received, code: string, state: GmState, page: Profile): GmRuling {
  const { scanner, notes, wokenAt } = state;
  const noiseUntil = event.last.notAfter + page.interByte + page.command + GRACE;
  if (code === 'discarded') return { state: { ...state, noiseUntil } };
  const { raw, first } = event;
  const refused = refusedClause(code, raw);
  const trigger = refused === 'GM-FR-05' ? NOISE : code;
  const isChecksum = code === 'checksum';
  const isOdd = scanner.asleep === true || first.notBefore < wokenAt || (isChecksum && state.isDue);
  if (isOdd || isAwaited(state, first)) return { ...lost(state, page, event.last.notAfter), trigger };
  const clause = mainClause({ what: code, expected: ANY_NAK });
  const next = { ...state, notes: { ...notes, refused, surplus: clause, trigger } };
  const hasOpenCode = isOpen(state, first) || first.notBefore < state.stray;
  const before = { ...new Notes(), refused: notes.refused };
  const asked: Asked = { what: code, expected: ANY_NAK, notes: before, isInParts: false, hasOpenCode };
  const ruling = { trigger, clause, isNoOp: true };
  if (isChecksum) return { ...onGarbled(asked, raw, next, page), ...ruling };
  if (code !== 'length') return { ...ruling, state: next };
  if (mostNaks(raw) > 1) return { ...ruling, state: { ...next, noiseUntil } };
  const nak = replySend(asked, page, false, (_, now) => ({ state: now }));
  return { ...ruling, state: next, sends: [nak] };
}

function onGarbled(asked: Asked, raw: Uint8Array, state: GmState, page: Profile): GmRuling {
  const { scanner, notes, garbledDue } = state;
  const step = page.model.garbled(scanner);
  const read = COMMANDS.decode(raw);
  const garbled = read.value?.type === 'write' ? read.value : notes.garbled;
  const next = { ...state, scanner: step.state, notes: { ...notes, garbled } };
  if (step.reply.type === 'none') return { state: next };
  // ACK and NAK are never answered, a wrong checksum always is: either is right.
  const isAnswered = raw[1] !== OPCODE.ack && raw[1] !== OPCODE.nak;
  const isSure = isAnswered && scanner.asleep === false && garbledDue < MANY_DUE && !asked.hasOpenCode;
  const nak = replySend({ ...asked, expected: step.reply }, page, isSure, (_, now) => ({
    state: { ...now, garbledDue: Math.max(0, now.garbledDue - (isSure ? 1 : 0)) },
  }));
  return { state: { ...next, garbledDue: garbledDue + (isSure ? 1 : 0) }, sends: [nak] };
}
