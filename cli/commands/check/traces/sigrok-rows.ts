/**
 * Annotations of sigrok's UART decoder, as sigrok-cli and PulseView write them.
 *
 *     1009-1079 uart-1: rx-data: "01"             sigrok-cli 0.7.2 -l 4
 *     1009-1079 uart-1: rx-data: 01               later versions of it
 *     1009-1079 uart-1: 01                        sigrok-cli --protocol-decoder-samplenum: one wire, of no name
 *     1009-1079 UART: RX data: 01                 PulseView, by class; or by row (RX: 01)
 *
 * A data annotation is as long as the data bits: the start bit is before it, the parity and stop bits are after it.
 */
import { UsageError } from '../../../shared/usage-error';
import { receiveError, type ByteRow, type Line, type OtherRow, type ReceiveError } from './analyser-rows';

const ROW = /^\s*(\d+)(?:-(\d+))?\s+([^:,"]+):(?:\s(.*))?$/;
/** What sigrok-cli logs begins with a word: `srd: Initializing.` */
const LOGGED = /^[a-z][\w-]*: /i;
const CLASS = /^([^:"]{2,}):(?: (.*))?$/;
/** Classes of a UART that hold no bytes. A break and an error have classes of their own. */
const BESIDE = /\b(?:start|stop|parity ok|parity-ok|data[ -]bits|bits|packets?)\b/i;
const BESIDE_TEXT = /^(?:Start bit|Stop bit|Parity bit)$/i;
const WIRE = /^(rx|tx)\b/i;
/** A longer annotation has the start and the stop bit, too. */
const DATA_BITS_AT_MOST = 9.2;

/** The file may be such annotations. */
export function isSigrok(lines: readonly Line[]): boolean {
  return lines.slice(0, 200).some(({ text }) => /^\s*\d+(?:-\d+)?\s+[^\s,][^,"]*:/.test(text));
}

export function isTimelessSigrok([first]: readonly Line[]): boolean {
  return /^uart(?:-\d+)?: /i.test(first?.text ?? '');
}

export interface SigrokOptions {
  readonly samplerate: number | undefined;
  readonly baud: number;
  /** Of all links. */
  readonly bauds: readonly number[];
}

interface Annotation {
  readonly key: string;
  readonly channel: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The class is in the file. */
  readonly isNamed: boolean;
  /** It holds a byte, or an error. */
  readonly isByte: boolean;
  readonly error: ReceiveError | undefined;
  readonly line: number;
}

/** `others`: of no UART. Throws {@link UsageError} where the times, or the wire of a byte, cannot be told. */
export function sigrokRows(lines: readonly Line[], { samplerate, baud, bauds }: SigrokOptions) {
  if (samplerate === undefined)
    throw new UsageError('times are counted in samples here: give --samplerate, as in --samplerate 1000000');
  const bit = 1e6 / baud;
  const wires = new Map<string, ByteRow[]>();
  const errors: Annotation[] = [];
  const others: OtherRow[] = [];
  for (const line of lines) {
    const found = annotationOf(line, 1e6 / samplerate, bit);
    if (found?.error !== undefined) errors.push(found);
    else if (found?.isByte === false)
      others.push({ channel: found.channel, type: 'other', line: line.number });
    else if (found !== undefined) {
      const bytes = wires.get(found.key) ?? [];
      wires.set(found.key, bytes);
      refuseMixture(bytes.at(-1), found, bit);
      const { channel, text } = found;
      bytes.push({ channel, text, line: line.number, ...wholeByte(found, bit) });
    }
  }
  for (const bytes of wires.values()) {
    refuseOtherWidth(bytes, bauds);
    bytes.sort((one, other) => one.from - other.from);
  }
  const alone = errors.flatMap((error) => spoil(wires.get(error.key) ?? [], error, bit));
  const rows = [...[...wires.values()].flat(), ...alone].sort((one, other) => one.from - other.from);
  return { rows, others, isCut: false };
}

function annotationOf({ text: line, number }: Line, unit: number, bit: number): Annotation | undefined {
  const [, start, end, decoder = '', rest = ''] = ROW.exec(line) ?? [];
  if (start === undefined) {
    if (LOGGED.test(line) && !/\b[rt]x[ -]data\b/i.test(line)) return undefined;
    throw new UsageError(`line ${number} of the file is not a sigrok annotation: ${line.slice(0, 60)}`);
  }
  const [, name, named] = CLASS.exec(rest) ?? [];
  const text = firstString(name === undefined ? rest : (named ?? ''));
  const wire = WIRE.exec(name ?? '')?.[1]?.toLowerCase();
  if (BESIDE_TEXT.test(text)) {
    if (name !== undefined) return undefined;
    throw new UsageError(
      `line ${number} of the file is not UART data: show the data only (sigrok-cli -A uart=rx-data:tx-data)`,
    );
  }
  const isWord = /[a-z]{3}/.test(text);
  const error = isWord ? receiveError(text) : undefined;
  if (error === undefined && name !== undefined && BESIDE.test(name)) return undefined;
  const isData = name === undefined ? !isWord || /^uart/i.test(decoder) : wire !== undefined;
  const from = Number(start) * unit;
  return {
    key: `${decoder} ${wire ?? ''}`,
    // `RX data` is the class, and RX the row, of one wire.
    channel: [decoder, (name ?? '').replace(/ data$/, '')].join(' ').trim(),
    from,
    to: end === undefined ? from + 10 * bit : Number(end) * unit,
    text,
    isNamed: name !== undefined,
    isByte: error !== undefined || isData,
    error,
    line: number,
  };
}

/** Of `"Parity error" "Parity err" "PE"` the first. An unquoted value is whole; a space was trimmed away. */
function firstString(text: string): string {
  const quoted = /^"(.*?)"(?: "|$)/.exec(text)?.[1];
  return quoted ?? (text === '' ? ' ' : text);
}

/** Bytes of two wires, or bytes and their bits, cannot be told apart without the names of classes. */
function refuseMixture(before: ByteRow | undefined, { from, isNamed, line }: Annotation, bit: number): void {
  if (isNamed || before === undefined || from >= before.to - 2.5 * bit) return;
  throw new UsageError(
    `lines ${before.line} and ${line} of the file are of one time, and do not say of which wire: let sigrok-cli name them (-l 4), and show the data only (-A uart=rx-data:tx-data)`,
  );
}

/** The samplerate is not in the file: a wrong one makes all times wrong. */
function refuseOtherWidth(bytes: readonly ByteRow[], bauds: readonly number[]): void {
  const widths = bytes.map(({ from, to }) => to - from).sort((one, other) => one - other);
  const width = widths[widths.length >> 1] ?? 0;
  const fits = (baud: number): boolean => width > 7.5e6 / baud && width < 11.8e6 / baud;
  if (width > 0 && !bauds.some(fits))
    throw new UsageError(
      `a byte of the file lasts ${width.toFixed(1)} us, and at ${bauds.join(' or ')} baud ${bauds.map((baud) => (10e6 / baud).toFixed(1)).join(' or ')} us: give the --samplerate of the recording, or the baud of the line (--param baud=9600)`,
    );
}

function wholeByte({ from, to }: Annotation, bit: number): { readonly from: number; readonly to: number } {
  if (to - from > DATA_BITS_AT_MOST * bit) return { from, to };
  const width = (to - from) / 8;
  return { from: from - width, to: to + width };
}

/** Marks the byte that the error is of. Where there is none, the error is a byte of its own. */
function spoil(bytes: ByteRow[], { channel, from, to, error, line }: Annotation, bit: number) {
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bytes[middle]?.from ?? 0) <= from + 0.5 * bit) low = middle + 1;
    else high = middle;
  }
  const byte = bytes[low - 1];
  if (byte === undefined || from > byte.to + 3 * bit)
    return [{ channel: bytes[0]?.channel ?? channel, from, to, text: '0x00', error, line }];
  bytes[low - 1] = { ...byte, to: Math.max(byte.to, to), error: byte.error === 'break' ? byte.error : error };
  return [];
}
