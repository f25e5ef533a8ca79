/** The bytes as which a code may come, and whether others are these. */
import { isSameData, type Blame, type Passage, type PresentedCode } from '../../api/index';
import { CODE_TIME, type Profile } from './profile';
import { triggerOf } from './rules';
import type { GmRuling, GmState } from './state';
import { CODE_TYPE, isNeedlesslyLong, OPCODE, scannerReply, symbologyNamed } from './wire/message';
import type { Output } from './wire/decoders';
import { PARAMETER, TRIGGER } from './wire/parameters';
import { codeForm, rawBytes } from './wire/raw-mode';
import { encodeReply } from './wire/wire';

export interface Expectation {
  readonly code: PresentedCode;
  /** undefined: the page leaves it open. */
  readonly sent: boolean | undefined;
  readonly trigger: string;
  readonly clause: string;
  /** As what it may come. */
  readonly forms: readonly Output[];
}

/** The highest settings of the page. A higher one is the board's own. */
const HIGHEST = { packet: 1, terminator: 5, stxEtx: 3 } as const;

export function formsOf(
  { symbology, bytes }: PresentedCode,
  { scanner }: GmState,
  { model }: Profile,
): readonly Output[] | undefined {
  const known = symbologyNamed(symbology);
  const [packets, ends, frames] = (['packet', 'terminator', 'stxEtx'] as const).map((name) => {
    const values = model.possible(scanner, PARAMETER[name]);
    return Math.max(...values) <= HIGHEST[name] ? values : undefined;
  });
  if (known === undefined || packets === undefined || ends === undefined || frames === undefined)
    return undefined;
  const packet = scannerReply({ type: 'data', codeType: CODE_TYPE[known], payload: bytes });
  const raws = ends.flatMap((end) =>
    frames.map((frame): Output => ({ type: 'raw', bytes: rawBytes(bytes, end, frame) })),
  );
  return packets.flatMap((isPacket) => (isPacket === 1 ? [packet] : raws));
}

export function isForm(message: Output, forms: readonly Output[]): boolean {
  return forms.some((form) => isSameData(form, message));
}

/** What is missing of raw codes that begin with these bytes: a pause has parted them. */
export function restsOf(begun: Uint8Array, forms: readonly Output[]): readonly Output[] {
  return forms.flatMap((form) =>
    form.type === 'raw' && isSameData(form.bytes.subarray(0, begun.length), begun)
      ? [{ ...form, bytes: form.bytes.subarray(begun.length) }]
      : [],
  );
}

/** Bytes that may be a raw code of which nobody told; undefined: they are none. Where nobody can tell, what speaks against it is in doubt. */
export function untoldCode(
  bytes: Uint8Array,
  { first, pause }: Passage,
  { scanner, newFormAt }: GmState,
  page: Profile,
): GmRuling | undefined {
  const { parameters, asleep, session } = scanner;
  const terminators = page.model.possible(scanner, PARAMETER.terminator);
  const frames = page.model.possible(scanner, PARAMETER.stxEtx);
  const formOf = (raw: Uint8Array) => codeForm(raw, terminators, frames);
  const form = formOf(bytes);
  // It may have been read before the last command that changes the form of codes.
  const isNew = first.notBefore >= newFormAt + CODE_TIME.due;
  if (form === 'none' && isNew) return undefined;
  // Nobody knows what it was asked before.
  if (asleep === undefined) return {};
  const isIdle = session === false && triggerOf(scanner) === TRIGGER.host;
  const isUnlikely = form !== 'code' || isIdle || asleep || parameters.get(PARAMETER.packet) === 1;
  if (isUnlikely) {
    const wrong = { expected: 'a code', seen: 'bytes of which nobody can tell whether they are one' };
    return { breaks: { clause: 'GM-DT-01', isDoubtful: true, ...wrong } };
  }
  const isSeveral = bytes.some((_, at) => at > 0 && formOf(bytes.subarray(0, at)) === 'code');
  if (pause <= page.burst || isSeveral) return {};
  const isSure = isNew && !terminators.includes(0);
  return { breaks: { ...inBurst(pause), ...(isSure ? {} : { isDoubtful: true }) } };
}

/** A pause inside a raw code. */
export function inBurst(pause: number): NonNullable<GmRuling['breaks']> {
  const seen = `a pause of ${Math.round(pause / 1000)} ms`;
  return { clause: 'GM-DT-01', expected: 'one burst', seen, isCertain: true };
}

export function isCodeLike({ type }: Output): boolean {
  return type === 'raw' || type === 'data';
}

/** The clause of a code that comes in no form that is right. */
export function wrongCode({ code, forms }: Expectation, message: Output): Blame<Output, GmState> {
  if (message.type === 'data') return message.status === 0 ? 'GM-DT-03' : 'GM-DT-04';
  if (message.type !== 'raw') return 'GM-DT-01';
  const raw = message.bytes;
  const packet = forms.find(({ type }) => type === 'data');
  const isData = raw[1] === OPCODE.data || raw[0] === 0xff;
  if (isData && packet && raw.length === encodeReply(packet).length && !isNeedlesslyLong(raw))
    return 'GM-FR-01';
  const half = raw.length / 2;
  const raws = forms.flatMap((form) => (form.type === 'raw' ? [form.bytes] : []));
  const isTwice = raws.some(
    (bytes) => isSameData(bytes, raw.subarray(0, half)) && isSameData(bytes, raw.subarray(half)),
  );
  if (isTwice) return 'GM-DT-06';
  if (raws.length === 0) return 'GM-DT-03';
  const isWhole = raws.some((bytes) => {
    const from = payloadStart(bytes, code.bytes);
    return isSameData(raw.subarray(from, from + code.bytes.length), code.bytes);
  });
  return isWhole && !endsAsDue(raw, code.bytes, raws) ? 'GM-DT-02' : 'GM-DT-01';
}

/** Behind STX, if the form begins with one. */
function payloadStart(form: Uint8Array, payload: Uint8Array): number {
  return isSameData(form.subarray(0, payload.length), payload) ? 0 : 1;
}

/** The bytes end as a form requires. If the payload ends with the same bytes, bytes of the payload are missing. */
function endsAsDue(raw: Uint8Array, payload: Uint8Array, forms: readonly Uint8Array[]): boolean {
  return forms.some((bytes) => {
    const rest = bytes.subarray(payloadStart(bytes, payload) + payload.length);
    return rest.length > 0 && raw.length < bytes.length && isSameData(raw.subarray(-rest.length), rest);
  });
}
