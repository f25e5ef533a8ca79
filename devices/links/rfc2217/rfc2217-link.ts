/**
 * A link to a serial port of another machine, by RFC 2217: bytes, its rate and format, modem lines, break, purge.
 *
 *     rfc2217://HOST:PORT?baud=115200…        a server like ser2net, with telnet(rfc2217)
 */
import type { Socket } from 'node:net';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Clock } from '../../clock/clock';
import type { ErrorBudget } from '../../host-timing/error-budget';
import { HostStall } from '../../host-timing/host-stall';
import { ReceiveQueue } from '../receive-queue';
import { LinkError, type Chunk, type LineState, type Link } from '../link';
import { SendQueue } from '../send-queue';
import type { SerialSettings } from '../serial-link';
import { connectTcp } from '../tcp-connect';
import { ANSWER, COM, lineRequests, PURGE, QUIET, settingRequests, type ComRequest } from './com-port';
import {
  escapeIac,
  OPTION,
  optionBytes,
  subBytes,
  TelnetReader,
  type TelnetEvent,
  type Verb,
} from './telnet';

export interface Rfc2217LinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  readonly host: string;
  readonly port: number;
  readonly settings: Omit<SerialSettings, 'path'>;
  /** No answer of the server, or no progress of a send, for this long ends the link, microseconds; default 3 s. */
  readonly timeout?: Micros;
}

const TIMEOUT = millis(3000);
/** A server that has not done it by then will not say so any more. */
const LINE_TIMEOUT = millis(1000);
const HOLD_US = 16_000;
const SLICE = 1 << 14;
/** A server that talks about options without end is none. */
const MAX_REPLIES = 200;
const MAX_GREETING = 200;
/** What we do, and what we want done, from the first byte on. */
const LOCAL_OPTIONS: readonly number[] = [OPTION.binary, OPTION.suppressGoAhead, OPTION.comPort];
const REMOTE_OPTIONS: readonly number[] = [OPTION.binary, OPTION.suppressGoAhead];

/** Connects, and sets the far port. Rejects with {@link LinkError}: missing, refused (no RFC 2217 there), invalid (a setting that it has not). */
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

class Rfc2217Link implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  private readonly reader = new TelnetReader();
  private readonly received: ReceiveQueue;
  private readonly stall: HostStall;
  private readonly sends = new SendQueue();
  private readonly requests = new SendQueue();
  private readonly timeout: Micros;
  private readonly byteTime: number;
  private readonly hold: number;
  private readonly refused = new Set<number>();
  private replies = 0;
  private pending: PendingAnswer | undefined;
  private onOffer: ((taken: boolean) => void) | undefined;
  private ready = false;
  /** What came before the port was ours. */
  private greeting = '';
  /** Set while the server asks us to hold back. */
  private suspended: { promise: Promise<void>; resume: () => void } | undefined;
  /** The longest that the server took for an answer, microseconds: bytes may be on their way for as long. */
  private networkDelay = 0;

  constructor(
    private readonly options: Rfc2217LinkOptions,
    private readonly socket: Socket,
  ) {
    this.name = options.name;
    this.url = options.url;
    this.clock = options.clock;
    this.timeout = options.timeout ?? TIMEOUT;
    this.byteTime = 10e6 / options.settings.baud;
    this.hold = options.settings.hold ?? HOLD_US;
    this.stall = new HostStall(this.clock.now());
    this.socket.once('close', () => this.stall.close());
    this.received = new ReceiveQueue(this.clock, (pause) => (pause ? socket.pause() : socket.resume()));
    socket.on('data', (bytes) => this.onBytes(bytes));
    socket.on('error', (error) => this.failLost(error.message));
    socket.on('close', () => this.failLost('the server closed the connection'));
  }

  readonly stallDuration = (since: Micros): Micros => this.stall.longestStall(this.clock.now() - since);

  readonly budget = (): ErrorBudget => ({
    byteTime: this.byteTime,
    hold: this.hold,
    networkDelay: this.networkDelay,
  });

  /** Agrees on RFC 2217 and sets the port; what comes before that is old. */
  async begin(): Promise<void> {
    const agreed = new Promise<boolean>((resolve) => (this.onOffer = resolve));
    for (const option of REMOTE_OPTIONS) this.socket.write(optionBytes('do', option));
    for (const option of LOCAL_OPTIONS) this.socket.write(optionBytes('will', option));
    if ((await this.withTimeout(agreed)) !== true)
      throw this.refusal('speaks no RFC 2217: for a plain TCP port give tcp://HOST:PORT');
    for (const one of settingRequests(this.options.settings)) {
      const answer = await this.request(one, this.timeout);
      if (answer === undefined)
        throw this.refusal(`did not answer to ${one.what}: is its serial port there?`);
      if (!one.accepts(answer))
        throw new LinkError(
          this.name,
          'invalid',
          `${this.url}: its port cannot do ${one.what}: give another setting`,
        );
    }
    // Asserted as a port of this machine is when it is opened. Ports without such lines give no answer.
    for (const one of [...QUIET, ...lineRequests({ dtr: true, rts: true })]) this.write(one);
    await this.request(PURGE, this.timeout);
    this.ready = true;
  }

  /** Why it could not be opened: a server that hangs up has said why, in words for a person. */
  openFailure(error: unknown): unknown {
    if (!(error instanceof LinkError) || error.fault !== 'lost') return error;
    const why =
      this.greeting.trim() === '' ? 'is its serial port there, and free?' : `it says ${this.greeting.trim()}`;
    return this.refusal(`closed the connection: ${why.replaceAll(/\s+/g, ' ')}`);
  }

  send(bytes: Uint8Array): Promise<Chunk> {
    return this.sends.run(async () => {
      if (this.received.end !== undefined) throw this.received.end;
      const notBefore = this.clock.now();
      this.stall.beginSend(notBefore);
      for (let at = 0; at < bytes.length; at += SLICE) await this.sendSlice(bytes.subarray(at, at + SLICE));
      // The far port needs as long as its rate says, and nothing tells when it is done.
      const gone = after(notBefore, micros(bytes.length * this.byteTime));
      if (this.clock.now() < gone)
        await this.received.raceEnd((done) => void this.clock.until(gone).then(done));
      const notAfter = this.clock.now();
      return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: micros(Math.min(notAfter, gone)) };
    });
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.received.receive(deadline);
  }

  async lines(state: LineState): Promise<void> {
    for (const one of lineRequests(state)) {
      const answer = await this.request(one, LINE_TIMEOUT);
      if (answer === undefined || !one.accepts(answer))
        throw new LinkError(this.name, 'unsupported', `${this.url}: its port has no ${one.what} to drive`);
    }
  }

  close(): Promise<void> {
    this.received.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
    this.suspended?.resume();
    if (this.socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve());
      this.socket.end();
      this.socket.destroySoon();
      setTimeout(() => this.socket.destroy(), 200).unref();
    });
  }

  /** Writes a slice, as soon as the server lets us. */
  private sendSlice(slice: Uint8Array): Promise<void> {
    let cancel = (): void => undefined;
    const passed = this.received.raceEnd((resolve, reject) => {
      cancel = this.clock.alarm(after(this.clock.now(), this.timeout), () => this.failStalled());
      const write = (): void =>
        void this.socket.write(escapeIac(slice), (error) =>
          error ? reject(this.failLost(error.message)) : resolve(),
        );
      if (this.suspended === undefined) write();
      else void this.suspended.promise.then(write);
    });
    return passed.finally(() => cancel());
  }

  private failStalled(): void {
    const seconds = (this.timeout / 1e6).toFixed(1);
    const why = this.suspended === undefined ? 'it has stopped reading' : 'its flow control holds us back';
    this.received.fail(
      new LinkError(this.name, 'stalled', `${this.url} took no byte for ${seconds} s: ${why}`),
    );
    this.socket.destroy();
  }

  /** One question at a time: answers name their kind, not their question. undefined: none came in time. */
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

  /** What `work` comes to; undefined at the limit. Rejects when the link ends first. */
  private async withTimeout<T>(work: Promise<T>, limit: Micros = this.timeout): Promise<T | undefined> {
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
    const now = this.clock.now();
    const earliest = this.stall.notBefore(now, this.hold + this.networkDelay);
    for (const event of this.reader.push(bytes)) this.onEvent(event, earliest, now);
  }

  private onEvent(event: TelnetEvent, earliest: Micros, now: Micros): void {
    if (event.kind === 'data') {
      if (this.ready) this.received.deliver(event.bytes, earliest, now);
      else if (this.greeting.length < MAX_GREETING)
        this.greeting += Buffer.from(event.bytes).toString('latin1').slice(0, MAX_GREETING);
    } else if (event.kind === 'option') this.onOption(event.verb, event.option);
    else if (event.option === OPTION.comPort) this.onComPort(event.payload);
  }

  /** Answers to what is no news are not given, as RFC 1143 asks: they would go round without end. */
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
    if (++this.replies > MAX_REPLIES) this.failLost('the server talks about telnet options without end');
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

  private refusal(text: string): LinkError {
    return new LinkError(this.name, 'refused', `${this.options.host}:${this.options.port} ${text}`);
  }

  private failLost(reason: string): LinkError {
    const error = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    this.received.fail(error);
    this.socket.destroy();
    return this.received.end ?? error;
  }
}
