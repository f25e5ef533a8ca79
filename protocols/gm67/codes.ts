/**
 * Codes that are shown: whether one is sent, as which bytes, and under which clause; and in packet mode its retries.
 *
 *     shown ──▶ raw code in one burst, or packet ──── dataAckMs ± 20 % ──▶ again, retransmission bit ──▶ … ──▶ given up
 *                                               └ ACK: nothing more
 *
 * If a setting is unknown, the code may come in any of its forms.
 */
import { isSameData, type Passage, type PresentedCode } from '../../api/index';
import { formsOf, inBurst, isCodeLike, isForm, restsOf, wrongCode, type Expectation } from './code-forms';
import { triggerOf } from './rules';
import { CODE_TIME, GRACE, SHOWN_APART, type Profile } from './profile';
import { lost, NEVER, type Data, type GmEvent, type GmRuling, type GmSend, type GmState } from './state';
import type { Output } from './wire/decoders';
import { STATUS } from './wire/message';
import { PARAMETER, TRIGGER } from './wire/parameters';

/** A packet waits for its ACK. */
export function isOpen({ packet }: GmState, { notBefore }: Passage['first']): boolean {
  return packet !== undefined && notBefore < packet.until;
}

/** A code that was shown has not come yet, or not whole. */
export function isAwaited({ codeUntil }: GmState, { notBefore }: Passage['first']): boolean {
  return notBefore < codeUntil;
}

export function onShown(
  { code, at }: Extract<GmEvent, { kind: 'shown' }>,
  state: GmState,
  page: Profile,
): GmRuling {
  const name = nameOf(code);
  const before = state.shownAt.get(name);
  const next: GmState = {
    ...state,
    shownAt: new Map(state.shownAt).set(name, at.notAfter),
    latestShown: name,
    latest: Math.max(state.latest, at.notAfter + page.longestDelivery),
  };
  const isBusy = state.isDue || state.garbledDue > 0 || isAwaited(state, at) || isOpen(state, at);
  const { asleep, enabled } = state.scanner;
  const isKnown =
    asleep === false && enabled !== undefined && (state.isTold || triggerOf(state.scanner) !== undefined);
  const expected =
    isBusy || !isKnown || at.notBefore < state.stray ? undefined : expectCode(code, at, state, page);
  if (expected === undefined) {
    return { ...lost(next, page, at.notAfter), trigger: 'code', clause: 'GM-DT-01' };
  }
  const { clause, trigger, sent } = expected;
  const isOfLatest = before !== undefined && state.latestShown === name;
  const isOpenAgain = isOfLatest && at.notBefore - before <= SHOWN_APART * page.sameCode;
  const hidden = enabled === false ? code.bytes : undefined;
  const notes = { ...state.notes, lost: hidden, mustBeLost: false, code: undefined };
  const isForbidden = sent === false;
  const known = {
    ...next,
    notes,
    codeUntil: isForbidden ? NEVER : at.notAfter + CODE_TIME.due,
    // What the page leaves open has ended the session, or not.
    scanner:
      sent === undefined && state.scanner.session === true
        ? { ...state.scanner, session: undefined }
        : state.scanner,
  };
  const due =
    sent === false
      ? forbidden(clause)
      : codeSend(expected, page, sent === true && !isOpenAgain ? 'must' : 'may');
  return { trigger, clause, state: known, sends: [due], cancels: ['code', 'again'] };
}

/** undefined: the page has no rule that could be judged here. */
function expectCode(
  code: PresentedCode,
  at: Passage['first'],
  state: GmState,
  page: Profile,
): Expectation | undefined {
  const forms = formsOf(code, state, page);
  if (code.bytes.length === 0 || forms === undefined) return undefined;
  const sent = isSent(code, at, state, page);
  const isDisabled = state.scanner.enabled === false;
  if (isDisabled) return { code, sent, forms, trigger: 'code while disabled', clause: 'GM-DT-05' };
  if (sent === false) {
    const clause = state.isRepeated ? 'GM-CM-06' : 'GM-CM-01';
    return { code, sent, forms, trigger: 'code without a start', clause };
  }
  return { code, sent, forms, ...situationOf(state, state.shownAt.has(nameOf(code))) };
}

function situationOf(state: GmState, again: boolean): Pick<Expectation, 'trigger' | 'clause'> {
  if (state.isEnabledAgain) return { trigger: 'code behind scan enable', clause: 'GM-DT-05' };
  if (state.isRepeated) return { trigger: 'code behind a repeat', clause: 'GM-CM-06' };
  if (again) return { trigger: 'code again', clause: 'GM-DT-06' };
  const isPacket = state.scanner.parameters.get(PARAMETER.packet) === 1;
  return { trigger: 'code', clause: isPacket ? 'GM-DT-03' : 'GM-DT-01' };
}

function isSent(
  code: PresentedCode,
  at: Passage['first'],
  state: GmState,
  { model }: Profile,
): boolean | undefined {
  const { scanner, session } = state;
  if (scanner.enabled !== true) return scanner.enabled;
  const kind = dimensionOf(code);
  const reads = kind === '1D' || scanner.parameters.get(PARAMETER.codes2d) === 1 || state.kinds.has(kind);
  const mode = triggerOf(state.scanner);
  if (mode === TRIGGER.host) {
    if (scanner.session === undefined) return undefined;
    if (!scanner.session || at.notBefore > session.over) return false;
    return at.notAfter < session.on && reads ? true : undefined;
  }
  // If a scanner in an unknown trigger mode has read a code by itself, it must read the next one too.
  const itself = mode === undefined ? state.readsItself : model.shown(scanner).sent === true;
  return itself && reads ? true : undefined;
}

function forbidden(clause: string): GmSend {
  return {
    title: 'silence',
    queue: 'code',
    duty: 'never',
    clause,
    within: { max: CODE_TIME.forbidden },
    accepts: () => false,
    mistakes: isCodeLike,
  };
}

function codeSend(expected: Expectation, page: Profile, duty: 'must' | 'may'): GmSend {
  const { code, forms, clause } = expected;
  const title = forms.every(({ type }) => type === 'data') ? 'packet' : 'raw code';
  const sure = forms.length > 1 ? [] : title === 'packet' ? ['GM-DT-03'] : ['GM-DT-01', 'GM-DT-02'];
  return {
    title,
    queue: 'code',
    key: nameOf(code),
    clause,
    duty,
    within: { max: CODE_TIME.due },
    mistakes: isCodeLike,
    accepts: (message) =>
      message.type === 'raw' ? restsOf(message.bytes, forms).length > 0 : isForm(message, forms),
    keeps: [...new Set([clause, ...sure])],
    then: (message, now, passage) => {
      if (message.type === 'data') return packetCame(message, read(now, code), passage, page);
      return message.type === 'raw' ? rawCame(message, expected, now, passage, page) : {};
    },
    charge: ({ rx }, { notes }) =>
      rx?.message === undefined ? (notes.refused ?? clause) : wrongCode(expected, rx.message),
  };
}

/** One start reads one code. */
function read(now: GmState, code: PresentedCode): GmState {
  const { scanner, session, latestShown, shownAt } = now;
  const at = shownAt.get(latestShown ?? '') ?? NEVER;
  return {
    ...now,
    scanner: { ...scanner, session: false },
    codeUntil: NEVER,
    isEnabledAgain: false,
    isRepeated: false,
    kinds: new Set([...now.kinds, dimensionOf(code)]),
    // In an unknown trigger mode, a start may have caused the reading.
    readsItself: now.readsItself || at > session.over,
  };
}

function rawCame(
  raw: Extract<Output, { type: 'raw' }>,
  expected: Expectation,
  now: GmState,
  { pause }: Passage,
  page: Profile,
): GmRuling {
  const known = read(now, expected.code);
  if (pause > page.burst) return { state: known, breaks: inBurst(pause) };
  if (!isForm(raw, expected.forms)) return { sends: [restOf(raw.bytes, expected, page)] };
  return { state: { ...known, notes: { ...known.notes, code: raw.bytes } } };
}

/** What is missing of a raw code comes without a pause. */
function restOf(bytes: Uint8Array, expected: Expectation, page: Profile): GmSend {
  const rests = restsOf(bytes, expected.forms);
  return {
    title: 'the rest of a code',
    queue: 'code',
    clause: 'GM-DT-01',
    within: { max: page.burst, clause: 'GM-DT-01' },
    mistakes: isCodeLike,
    accepts: (message) => isForm(message, rests),
    then: (_, now) => ({ state: read(now, expected.code) }),
    charge: ({ rx }) => {
      const more = rx?.message?.type === 'raw' ? rx.message.bytes : new Uint8Array(0);
      return wrongCode(expected, { type: 'raw', bytes: Uint8Array.of(...bytes, ...more) });
    },
  };
}

function packetCame(data: Data, now: GmState, { last }: Passage, page: Profile, tries = 1): GmRuling {
  const until = last.notAfter + page.retry.max + GRACE;
  const packet = { data, tries, sent: last.notBefore, until };
  return {
    state: { ...now, packet },
    sends: [again({ ...data, status: STATUS.retransmission }, tries, page)],
  };
}

/** A packet without ACK comes again, and after the last try never. */
function again(data: Data, tries: number, page: Profile): GmSend {
  const isOver = tries > page.dataRetries;
  return {
    title: isOver ? 'silence' : 'packet again',
    queue: 'again',
    clause: 'GM-DT-04',
    duty: isOver ? 'never' : 'must',
    within: isOver ? { max: page.retry.max } : { ...page.retry, clause: 'GM-DT-04' },
    mistakes: ({ type }) => type === 'data',
    accepts: (message) => message.type === 'data' && isSameData({ ...data }, { ...message }),
    then: (_, now, passage) => packetCame(data, now, passage, page, tries + 1),
  };
}

function nameOf({ symbology, bytes }: PresentedCode): string {
  return `${symbology} ${bytes.join()}`;
}

function dimensionOf({ symbology }: PresentedCode): string {
  return symbology === 'datamatrix' || symbology === 'qr' ? '2D' : '1D';
}
