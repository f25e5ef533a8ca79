/**
 * What no suite and no fuzzing sends to a real board: messages that move something, wear a memory or change the baud rate. A virtual board
 * gets them. Who runs the suite may allow them by name.
 *
 *     never: { motion: { text: 'moves the axes', message: ({ type }) => type === 'jog' } }        --allow motion
 */
import { concat } from './bytes';
import { decodeAll, type Codec } from './frame';
import type { Parameter, Parameters } from './requirement';
import { millis, type Micros } from './time';
import { resummed } from './wire/codec';

/** What is withheld, and why. */
export interface Withheld<Host> {
  /** What it does to hardware: `moves the axes`. */
  readonly text: string;
  /** Whether this message is withheld, on its link. Default: none is. */
  message?(message: Host, link: string): boolean;
  /** Bytes that are sent on no link, not even within other messages: `[[0x18]]`. Default: none. */
  readonly bytes?: readonly (readonly number[])[];
}

/** What is withheld, by its name for `--allow`. */
export type NeverOptions<Host> = Readonly<Record<string, Withheld<Host>>>;

/**
 * The reason why these bytes are withheld: `motion, which moves the axes`; undefined: they are not. Pure. `unsummed`: offsets from which
 * a message counts with a wrong sum, too. Default: all.
 */
export type Withholder = (
  link: string,
  bytes: Uint8Array,
  unsummed?: (offset: number) => boolean,
) => string | undefined;

/** The parameter that allows it. Its value: names joined by +, or `all`. */
export const ALLOW = 'allow';

export function allowParameters(never: NeverOptions<never>): readonly Parameter[] {
  const names = Object.keys(never);
  if (names.length === 0) return [];
  return [{ name: ALLOW, text: `What a real board gets: ${names.join(', ')} or all`, default: '' }];
}

/**
 * Finds what is withheld, wherever it begins, and with a wrong sum, too. `codecOf`: the host's on a link; undefined: it sends nothing there. Throws an Error of one line for
 * names in `allow` that are not known.
 */
export function withholderOf<Host>(
  never: NeverOptions<Host>,
  { [ALLOW]: allow = '' }: Parameters,
  codecOf: (link: string) => Codec<Host> | undefined,
): Withholder | undefined {
  const allowed = String(allow)
    .split(/[+, ]+/)
    .filter((name) => name !== '');
  const unknown = allowed.find((name) => name !== 'all' && !(name in never));
  if (unknown !== undefined)
    throw new Error(
      `--allow ${unknown}: nothing of this name is withheld: give ${Object.keys(never).join(', ')} or all`,
    );
  const withheld = Object.entries(never).filter(
    ([name]) => !allowed.includes('all') && !allowed.includes(name),
  );
  if (withheld.length === 0) return undefined;
  const find = (is: (one: Withheld<Host>) => boolean): string | undefined => {
    const found = withheld.find(([, one]) => is(one));
    return found && `${found[0]}, which ${found[1].text}`;
  };
  return (link, bytes, unsummed = () => true) => {
    const text = Buffer.from(bytes);
    const byBytes = find((one) => one.bytes?.some((own) => text.includes(Buffer.from(own))) === true);
    if (byBytes !== undefined) return byBytes;
    const codec = codecOf(link);
    if (codec === undefined) return undefined;
    const byMessage = (read: Uint8Array, isWhole: boolean): string | undefined => {
      for (const event of decodeAll(codec.decoder(), read)) {
        const mended = event.kind === 'reject' && isWhole ? resummed(codec, event.raw) : undefined;
        const reason =
          event.kind === 'frame'
            ? find((one) => one.message?.(event.value, link) === true)
            : mended && byMessage(mended, false);
        if (reason !== undefined) return reason;
      }
      return undefined;
    };
    for (let from = 0; from < bytes.length; from++) {
      const reason = byMessage(bytes.subarray(from), unsummed(from));
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

/** These reasons as a sentence, with the remedy; undefined: there are none. */
export function withheldText(given: Iterable<string> = []): string | undefined {
  const reasons = [...given];
  if (reasons.length === 0) return undefined;
  const names = reasons.map((reason) => reason.slice(0, reason.indexOf(',')));
  return `not sent to a real board: ${reasons.join('; ')}; --allow ${names.join()} sends it`;
}

/** What was sent so far and may go on in what follows. */
const KEPT = 64;
/** The last write goes on in the next one, also with a wrong sum, unless so much time lies between them. */
const PAUSE = millis(1000);

/** Asks a withholder about bytes that come one after the other: a message may come in pieces. */
export class SendGuard {
  private readonly sent = new Map<
    string,
    { readonly all: Uint8Array; readonly last: number; readonly at: Micros }
  >();
  /** The reasons so far. */
  readonly reasons = new Set<string>();

  constructor(private readonly withholds: Withholder) {}

  /** Whether these bytes must not be sent, wherever they begin. */
  withholdsBytes(link: string, bytes: Uint8Array, unsummed?: (offset: number) => boolean): boolean {
    const reason = this.withholds(link, bytes, unsummed);
    if (reason !== undefined) this.reasons.add(reason);
    return reason !== undefined;
  }

  /** Whether these bytes may be sent: then they count as sent. */
  lets(link: string, bytes: Uint8Array, now: Micros): boolean {
    const { all: before, last, at } = this.sent.get(link) ?? { all: new Uint8Array(0), last: 0, at: now };
    const all = concat(before, bytes);
    // With a wrong sum at any offset, what was sent would soon begin a message that whatever comes next ends.
    const goesOn = now - at < PAUSE ? before.length - last : undefined;
    if (this.withholdsBytes(link, all, (from) => from >= before.length || from === goesOn)) return false;
    this.sent.set(link, { all: all.slice(-KEPT), last: Math.min(KEPT, bytes.length), at: now });
    return true;
  }
}
