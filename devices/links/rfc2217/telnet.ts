/**
 * The part of Telnet (RFC 854) for a serial line: data with IAC doubled, options, and subnegotiations.
 *
 *     IAC IAC                          the data byte 255
 *     IAC WILL|WONT|DO|DONT option     an option is offered, requested, or refused
 *     IAC SB option … IAC SE           parameters of an option; a 255 inside is doubled too
 *     IAC command                      any other command: ignored
 */

export const IAC = 255;
/** RFC 1184. */
const LEAST_COMMAND = 236;
const SE = 240;
const SB = 250;
const WILL = 251;
const WONT = 252;
const DO = 253;
const DONT = 254;

/** RFC 856, 858, 2217. */
export const OPTION = { binary: 0, suppressGoAhead: 3, comPort: 44 } as const;

export type Verb = 'will' | 'wont' | 'do' | 'dont';

/** What to do where commands are among the data. */
export const TELNET_REMEDY = 'give rfc2217://HOST:PORT, or a port of the server that is raw';

/** Whether what a server sends first is a command, as of its options. */
export function beginsTelnet([first, second = 0]: Uint8Array): boolean {
  return first === IAC && second >= SB && second < IAC;
}

export type TelnetEvent =
  /** A data byte 255 that was not doubled, with the byte after it: no command has its number. */
  | { readonly kind: 'undoubled'; readonly next: number }
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | { readonly kind: 'option'; readonly verb: Verb; readonly option: number }
  | { readonly kind: 'sub'; readonly option: number; readonly payload: Uint8Array };

/** A longer subnegotiation is ignored. The longest of RFC 2217 is a signature. */
const MAX_SUB = 512;

type State = 'data' | 'iac' | 'verb' | 'sub' | 'sub-iac';

/** Decodes a byte stream with any cuts. Pending bytes are bounded. */
export class TelnetReader {
  private state: State = 'data';
  private verb: Verb = 'will';
  private sub: number[] = [];
  private overlong = false;

  push(bytes: Uint8Array): TelnetEvent[] {
    const events: TelnetEvent[] = [];
    const data = new Uint8Array(bytes.length);
    let count = 0;
    const flush = (): void => {
      if (count > 0) events.push({ kind: 'data', bytes: data.slice(0, count) });
      count = 0;
    };
    for (let at = 0; at < bytes.length; at++) {
      if (this.state === 'data') {
        const next = bytes.indexOf(IAC, at);
        const end = next < 0 ? bytes.length : next;
        data.set(bytes.subarray(at, end), count);
        count += end - at;
        at = end;
        if (next >= 0) this.state = 'iac';
        continue;
      }
      const byte = bytes[at] ?? 0;
      if (this.state === 'iac' && byte === IAC) {
        data[count++] = IAC;
        this.state = 'data';
        continue;
      }
      const event = this.control(byte);
      if (event === undefined) continue;
      flush();
      events.push(event);
    }
    flush();
    return events;
  }

  /** A byte outside data. */
  private control(byte: number): TelnetEvent | undefined {
    switch (this.state) {
      case 'verb':
        this.state = 'data';
        return { kind: 'option', verb: this.verb, option: byte };
      case 'sub':
        if (byte === IAC) this.state = 'sub-iac';
        else this.keep(byte);
        return undefined;
      case 'sub-iac':
        return this.subEnd(byte);
      case 'iac':
      case 'data':
        this.command(byte);
        return byte < LEAST_COMMAND ? { kind: 'undoubled', next: byte } : undefined;
    }
  }

  private subEnd(byte: number): TelnetEvent | undefined {
    this.state = 'sub';
    if (byte === IAC) {
      this.keep(IAC);
      return undefined;
    }
    // Only SE ends a subnegotiation. After any other command its end was lost.
    if (byte !== SE) {
      this.state = 'iac';
      this.command(byte);
      return undefined;
    }
    this.state = 'data';
    const [option, ...payload] = this.sub;
    return option === undefined || this.overlong
      ? undefined
      : { kind: 'sub', option, payload: Uint8Array.from(payload) };
  }

  private command(byte: number): void {
    const verb = VERBS.get(byte);
    if (byte === SB) {
      this.state = 'sub';
      this.sub = [];
      this.overlong = false;
    } else if (verb !== undefined) {
      this.state = 'verb';
      this.verb = verb;
    } else this.state = 'data';
  }

  private keep(byte: number): void {
    if (this.sub.length < MAX_SUB) this.sub.push(byte);
    else this.overlong = true;
  }
}

const VERBS: ReadonlyMap<number, Verb> = new Map([
  [WILL, 'will'],
  [WONT, 'wont'],
  [DO, 'do'],
  [DONT, 'dont'],
]);
const CODES: Readonly<Record<Verb, number>> = { will: WILL, wont: WONT, do: DO, dont: DONT };

/** Data with each 255 doubled. */
export function escapeIac(bytes: Uint8Array): Uint8Array {
  let more = 0;
  for (let at = bytes.indexOf(IAC); at >= 0; at = bytes.indexOf(IAC, at + 1)) more++;
  if (more === 0) return bytes;
  const out = new Uint8Array(bytes.length + more);
  let to = 0;
  for (const byte of bytes) {
    out[to++] = byte;
    if (byte === IAC) out[to++] = IAC;
  }
  return out;
}

export function optionBytes(verb: Verb, option: number): Uint8Array {
  return Uint8Array.of(IAC, CODES[verb], option);
}

export function subBytes(option: number, payload: Uint8Array): Uint8Array {
  return Uint8Array.of(IAC, SB, option, ...escapeIac(payload), IAC, SE);
}
