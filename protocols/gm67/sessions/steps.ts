/** Parts of sessions: commands, settings that they need, and payloads. */
import { millis, type Random } from '../../../api/index';
import type { ConversationSessions, PlayedSession, HostStep } from '../../../api/index';
import { profileOf, type GmValues, type Profile } from '../profile';
import type { GmState } from '../state';
import { STATUS, WAKE, type Command, type CommandBody, type Symbology } from '../wire/message';
import { BAUD_RATES, PARAMETER, type ScannerParameter } from '../wire/parameters';
import { bytesOf, encodeCommand } from '../wire/wire';

export type Step = HostStep<Command>;
export type GmSession = PlayedSession<Command, GmState, GmValues>;
export type GmSessions = ConversationSessions<Command, GmState, GmValues>;
/** What sessions are made of: parameters, and whether everything is tried. */
export type Table = Parameters<GmSessions['sessions']>[0];
/** Parameters by number, in the order in which they are written. */
export type Settings = readonly (readonly [number: number, value: number])[];

export const REPEATED = STATUS.retransmission;
export const WAKEN = encodeCommand(WAKE);
/** Longer than a scanner may be deaf after it was woken, for what is not about that. */
export const AFTER_WAKE = { pause: millis(400) };
const DEFAULT_BAUD = 9600;
/** Settings that may be written without losing the scanner. */
const { volume, light, collimation, beep, stxEtx, scanTime } = PARAMETER;
const HARMLESS = [volume, light, collimation, beep, stxEtx, scanTime];

export function tx(body: CommandBody, status = 0): Uint8Array {
  return bytesOf(body, status);
}

export function read(number: number): Uint8Array {
  return tx({ type: 'read', number });
}

export function write(number: number, value: number, prefix = 0): Uint8Array {
  return tx({ type: 'write', prefix, number, value });
}

export function quiet(us: number): Step {
  return { quiet: millis(us / 1000) };
}

export function show(bytes: Uint8Array, symbology: Symbology = 'datamatrix'): Step {
  return { show: { symbology, bytes } };
}

/** A session of an awake and enabled scanner with these settings. What is known to be so is not sent. */
export function session(
  settings: Settings,
  steps: (random: Random, state: GmState) => readonly Step[],
): GmSession {
  return {
    steps: ({ state, random }) => {
      const { asleep, enabled, parameters } = state.scanner;
      return [
        ...(asleep === false ? [] : [WAKEN, AFTER_WAKE, tx({ type: 'revision' })]),
        ...(enabled === true ? [] : [tx({ type: 'enable' })]),
        ...settings.flatMap(([number, value]) =>
          parameters.get(number) === value ? [] : [write(number, value)],
        ),
        ...steps(random, state),
      ];
    },
  };
}

/** Whole numbers, both ends included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const [picked] = items.slice(random.int(0, items.length - 1));
  if (picked === undefined) throw new RangeError('there is nothing to pick from');
  return picked;
}

export function noise(random: Random, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.int(0, 255));
}

/** A payload with a text of its own, all of one length. */
export function codeOf(text: string): Uint8Array {
  return new TextEncoder().encode(`wirejig ${text}`.padEnd(20, '.').slice(0, 20));
}

/** The line has the baud rate of the parameter defaults: after C8 the scanner still answers. */
export function isAtDefaultBaud({ baud }: Profile): boolean {
  return baud === DEFAULT_BAUD;
}

/** Values that can be written without losing the scanner: of the baud rate, the one that the line has. */
export function writable({ number, values }: ScannerParameter, { baud }: Profile): readonly number[] {
  return number === PARAMETER.baud ? values.filter((value) => BAUD_RATES.get(value) === baud) : values;
}

/** A harmless parameter, and two of its values; none: no parameter of this profile has two. */
export function testParameter(
  page: Profile,
): { readonly number: number; readonly values: readonly number[] }[] {
  const found = HARMLESS.map((number) => ({ number, values: page.valuesOf(number) }));
  return found.filter(({ values }) => values.length > 1).slice(0, 1);
}

export function withTestParameter(
  make: (number: number, values: readonly [number, number], table: Table) => readonly GmSession[],
): GmSessions['sessions'] {
  return (table) => {
    const found = testParameter(profileOf(table.p));
    return found.flatMap(({ number, values: [a = 0, b = 0] }) => make(number, [a, b], table));
  };
}
