/**
 * A link to a serial port of another machine, by RFC 2217: bytes, its rate and format, modem lines, break, purge.
 *
 *     rfc2217://HOST:PORT?baud=115200…        a server like ser2net, with telnet(rfc2217)
 */
import { concat } from '../../../protocols/bytes';
import type { Socket } from 'node:net';
import { after, millis, type Micros } from '../../../protocols/time';
import { socketFarEnd } from '../../ports/far-end';
import { HostLink, type HostLinkOptions } from '../host-link';
import { byteTimeOf } from '../../host-timing/line-pace';
import { LinkError, type LineState, type Link, type LinkFault } from '../link';
import {
  addressOf,
  parseAddress,
  parseSettings,
  splitQuery,
  type Address,
  type LineSettings,
  type LinkKind,
  type ParsedLink,
} from '../link-url';
import { SendQueue } from '../send-queue';
import { closeTcp, connectTcp } from '../tcp-link';
import { ANSWER, COM, lineRequests, PURGE, QUIET, settingRequests, type ComRequest } from './com-port';
import { escapeIac, OPTION, optionBytes, subBytes, TELNET_REMEDY, TelnetReader, type Verb } from './telnet';

export interface Rfc2217Target extends ParsedLink, Address {
  readonly scheme: 'rfc2217';
  readonly settings: LineSettings;
}

export const RFC2217: LinkKind<Rfc2217Target> = {
  example: 'rfc2217://HOST:PORT',
  binding: 'serial',
  parse: (given) => {
    const [text, query] = splitQuery(given.text);
    const settings = parseSettings(given, query);
    return { scheme: 'rfc2217', url: given.text, ...parseAddress('rfc2217', { ...given, text }), settings };
  },
  owned: addressOf,
  open: openRfc2217Link,
};

export interface Rfc2217LinkOptions extends Omit<HostLinkOptions, 'sendTimeout'>, Address {
  readonly settings: LineSettings;
  /** No answer of the server, or no progress of a send, for this long ends the link, microseconds; default 3 s. */
  readonly timeout?: Micros;
}

const TIMEOUT = millis(3000);
/** A server without an answer by then does not drive the line. */
const LINE_TIMEOUT = millis(1000);
/** ser2net collects bytes for up to 20 ms (chardelay-max); an adapter behind it may, too. */
const HOLD_US = 20_000;
const SLICE = 1 << 14;
/** A server that goes on negotiating options is no RFC 2217 server. */
const MAX_REPLIES = 200;
const MAX_GREETING = 200;
/** Options that this side and the server use from the first byte on. */
const LOCAL_OPTIONS: readonly number[] = [OPTION.binary, OPTION.suppressGoAhead, OPTION.comPort];
const REMOTE_OPTIONS: readonly number[] = [OPTION.binary, OPTION.suppressGoAhead];

/**
 * Connects, and sets the far port. Rejects with {@link LinkError}: missing, refused (no RFC 2217 there), invalid (the
 * port lacks a setting).
 */
export async function openRfc2217Link(options: Rfc2217LinkOptions): Promise<Link> {
  const link = new Rfc2217Link(options, await connectTcp(options.name, options.host, options.port));
  try {
    await link.begin();
  } catch (error) {
    await link.close();
    throw link.openFailure(error);
  }
  return link;
}

interface PendingAnswer {
  readonly code: number;
  readonly resolve: (value: Uint8Array) => void;
}

class Rfc2217Link extends HostLink {
  private readonly reader = new TelnetReader();
  private readonly requests = new SendQueue();
  /** Refused options of the server. */
  private readonly refused = new Set<number>();
  private replies = 0;
  private pending: PendingAnswer | undefined;
  private onOffer: ((taken: boolean) => void) | undefined;
  private ready = false;
  /** Text that came before the port was set. */
  private greeting = '';
  /** Set while the server's flow control stops us. */
  private suspended: { promise: Promise<void>; resume: () => void } | undefined;

  constructor(
    private readonly options: Rfc2217LinkOptions,
    private readonly socket: Socket,
  ) {
    const { hold = HOLD_US, pace = 'unknown' } = options.settings;
    super(
      { ...options, sendTimeout: options.timeout ?? TIMEOUT },
      {
        pressure: (pause) => (pause ? socket.pause() : socket.resume()),
        byteTime: byteTimeOf(options.settings, pace),
        isPaced: pace === 'line',
        hold,
        farEnd: () => socketFarEnd(socket, options.port),
      },
    );
    socket.on('data', (bytes) => this.onBytes(bytes));
    socket.on('error', (error) => this.lose(error.message));
    socket.on('close', () => this.lose('the server closed the connection'));
  }

  /** Agrees on RFC 2217 and sets the port. Earlier bytes are old: they are dropped. */
  async begin(): Promise<void> {
    const agreed = new Promise<boolean>((resolve) => (this.onOffer = resolve));
    for (const option of REMOTE_OPTIONS) this.socket.write(optionBytes('do', option));
    for (const option of LOCAL_OPTIONS) this.socket.write(optionBytes('will', option));
    if ((await this.withTimeout(agreed)) !== true)
      throw this.refusal('speaks no RFC 2217: for a plain TCP port give tcp://HOST:PORT');
    for (const one of settingRequests(this.options.settings)) {
      const answer = await this.request(one, this.sendTimeout);
      if (answer === undefined)
        throw this.refusal(`did not answer to ${one.what}: is its serial port there?`);
      if (!one.accepts(answer))
        throw this.error('invalid', `its port cannot do ${one.what}: give another setting`);
    }
    // A local port asserts both lines when it is opened. Ports without modem lines give no answer.
    for (const one of [...QUIET, ...lineRequests({ dtr: true, rts: true })]) this.write(one);
    await this.request(PURGE, this.sendTimeout);
    this.ready = true;
  }

  /** Why the port could not be opened: a server that hangs up gives the reason as text. */
  openFailure(error: unknown): unknown {
    if (!(error instanceof LinkError) || error.fault !== 'lost') return error;
    const why =
      this.greeting.trim() === '' ? 'is its serial port there, and free?' : `it says ${this.greeting.trim()}`;
    return this.refusal(`closed the connection: ${why.replaceAll(/\s+/g, ' ')}`);
  }

  protected async put(bytes: Uint8Array): Promise<void> {
    // The far port needs the time of its rate, and does not report the end.
    const end = this.lineEnd(bytes);
    for (let at = 0; at < bytes.length; at += SLICE) await this.sendSlice(bytes.subarray(at, at + SLICE));
    await this.until(end);
  }

  override async lines(state: LineState): Promise<void> {
    for (const one of lineRequests(state)) {
      const answer = await this.request(one, LINE_TIMEOUT);
      if (answer === undefined || !one.accepts(answer))
        throw this.error('unsupported', `its port has no ${one.what} to drive`);
    }
  }

  close(): Promise<void> {
    this.failClosed();
    this.suspended?.resume();
    return closeTcp(this.socket);
  }

  /** Writes a slice when the server's flow control allows it. */
  private sendSlice(slice: Uint8Array): Promise<void> {
    let cancel = (): void => undefined;
    const sent = this.received.raceEnd((resolve, reject) => {
      cancel = this.clock.alarm(after(this.clock.now(), this.sendTimeout), () => this.onStall());
      const write = (): void =>
        void this.socket.write(escapeIac(slice), (error) =>
          error ? reject(this.lose(error.message)) : resolve(),
        );
      if (this.suspended === undefined) write();
      else void this.suspended.promise.then(write);
    });
    return sent.finally(() => cancel());
  }

  private onStall(): void {
    const why = this.suspended === undefined ? 'it has stopped reading' : 'its flow control holds us back';
    this.failStalled(this.sendTimeout, why);
    this.socket.destroy();
  }

  /** One request at a time: an answer names its kind, not its request. Resolves with undefined at the limit. */
  private request(one: ComRequest, limit: Micros): Promise<Uint8Array | undefined> {
    return this.requests.run(async () => {
      const answered = new Promise<Uint8Array>((resolve) => (this.pending = { code: one.code, resolve }));
      const asked = this.clock.now();
      this.write(one);
      const answer = await this.withTimeout(answered, limit);
      this.pending = undefined;
      if (answer !== undefined) this.networkDelay = Math.max(this.networkDelay, this.clock.now() - asked);
      return answer;
    });
  }

  private write({ code, value }: ComRequest): void {
    this.socket.write(subBytes(OPTION.comPort, Uint8Array.of(code, ...value)));
  }

  /** Resolves like `work`, or with undefined at the limit. Rejects if the link ends first. */
  private async withTimeout<T>(work: Promise<T>, limit: Micros = this.sendTimeout): Promise<T | undefined> {
    let value: T | undefined;
    let cancel = (): void => undefined;
    const ended = this.received.raceEnd((done) => {
      cancel = this.clock.alarm(after(this.clock.now(), limit), done);
      void work.then((result) => {
        value = result;
        done();
      });
    });
    await ended.finally(() => cancel());
    return value;
  }

  private onBytes(bytes: Uint8Array): void {
    const data: Uint8Array[] = [];
    for (const event of this.reader.push(bytes))
      if (event.kind === 'data') data.push(event.bytes);
      else if (event.kind === 'option') this.onOption(event.verb, event.option);
      else if (event.kind === 'undoubled')
        this.lose(
          `the server sends FF ${event.next.toString(16).padStart(2, '0')}, FF not doubled: ${TELNET_REMEDY}`,
        );
      else if (event.option === OPTION.comPort) this.onComPort(event.payload);
    if (data.length > 0) this.onData(concat(...data));
  }

  private onData(bytes: Uint8Array): void {
    if (this.ready) this.deliver(bytes);
    else this.greeting = (this.greeting + Buffer.from(bytes).toString('latin1')).slice(0, MAX_GREETING);
  }

  /** An option that does not change gets no reply (RFC 1143): else replies could go back and forth for ever. */
  private onOption(verb: Verb, option: number): void {
    if (option === OPTION.comPort && (verb === 'do' || verb === 'dont')) this.onOffer?.(verb === 'do');
    if (verb === 'do' && !LOCAL_OPTIONS.includes(option)) this.reply('wont', option);
    if (verb === 'wont') this.refused.delete(option);
    if (verb === 'will' && !REMOTE_OPTIONS.includes(option) && !this.refused.has(option)) {
      this.refused.add(option);
      this.reply('dont', option);
    }
  }

  private reply(verb: Verb, option: number): void {
    if (++this.replies > MAX_REPLIES) this.lose('the server negotiates telnet options without end');
    else if (!this.socket.destroyed) this.socket.write(optionBytes(verb, option));
  }

  private onComPort(payload: Uint8Array): void {
    const [answer, ...value] = payload;
    const code = (answer ?? 0) - ANSWER;
    if (code === COM.suspend) this.suspend();
    else if (code === COM.resume) this.suspended?.resume();
    else if (this.pending?.code === code) this.pending.resolve(Uint8Array.from(value));
  }

  private suspend(): void {
    if (this.suspended !== undefined) return;
    let go = (): void => undefined;
    const promise = new Promise<void>((resolve) => (go = resolve));
    const resume = (): void => {
      this.suspended = undefined;
      go();
    };
    this.suspended = { promise, resume };
  }

  private error(fault: LinkFault, text: string): LinkError {
    return new LinkError(this.name, fault, `${this.url}: ${text}`);
  }

  private refusal(text: string): LinkError {
    return new LinkError(this.name, 'refused', `${this.options.host}:${this.options.port} ${text}`);
  }

  private lose(reason: string): LinkError {
    const error = this.failLost(reason);
    this.socket.destroy();
    return error;
  }
}
