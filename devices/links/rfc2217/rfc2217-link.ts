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
import { escaped, OPTION, optionBytes, subBytes, TelnetReader, type TelnetEvent, type Verb } from './telnet';

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

const PATIENCE = millis(3000);
/** A server that has not done it by then will not say so any more. */
const LINE_PATIENCE = millis(1000);
const HOLD_US = 16_000;
const SLICE = 1 << 14;
/** A server that talks about options without end is none. */
const MOST_REPLIES = 200;
const MOST_SAID = 200;
/** What we do, and what we want done, from the first byte on. */
const OURS: readonly number[] = [OPTION.binary, OPTION.suppressGoAhead, OPTION.comPort];
const THEIRS: readonly number[] = [OPTION.binary, OPTION.suppressGoAhead];

/** Connects, and sets the far port. Rejects with {@link LinkError}: missing, refused (no RFC 2217 there), invalid (a setting that it has not). */
export async function openRfc2217Link(options: Rfc2217LinkOptions): Promise<Link> {
  const link = new Rfc2217Link(options, await connectTcp(options.name, options.host, options.port));
  try {
    await link.begin();
  } catch (error) {
    await link.close();
    throw link.unopened(error);
  }
  return link;
}

interface Waiting {
  readonly code: number;
  readonly resolve: (value: Uint8Array) => void;
}

class Rfc2217Link implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  private readonly reader = new TelnetReader();
  private readonly intake: ReceiveQueue;
  private readonly stall: HostStall;
  private readonly sends = new SendQueue();
  private readonly asks = new SendQueue();
  private readonly patience: Micros;
  private readonly byteTime: number;
  private readonly hold: number;
  private readonly theirs = new Set<number>();
  private replies = 0;
  private waiting: Waiting | undefined;
  private offer: ((taken: boolean) => void) | undefined;
  private ready = false;
  /** What came before the port was ours. */
  private said = '';
  /** Set while the server asks us to hold back. */
  private suspended: { promise: Promise<void>; resume: () => void } | undefined;
  /** The longest that the server took for an answer, microseconds: bytes may be on their way for as long. */
  private way = 0;

  constructor(
    private readonly options: Rfc2217LinkOptions,
    private readonly socket: Socket,
  ) {
    this.name = options.name;
    this.url = options.url;
    this.clock = options.clock;
    this.patience = options.timeout ?? PATIENCE;
    this.byteTime = 10e6 / options.settings.baud;
    this.hold = options.settings.hold ?? HOLD_US;
    this.stall = new HostStall(this.clock.now());
    this.socket.once('close', () => this.stall.close());
    this.intake = new ReceiveQueue(this.clock, (pause) => (pause ? socket.pause() : socket.resume()));
    socket.on('data', (bytes) => this.arrived(bytes));
    socket.on('error', (error) => this.lose(error.message));
    socket.on('close', () => this.lose('the server closed the connection'));
  }

  readonly stallDuration = (since: Micros): Micros => this.stall.stood(this.clock.now() - since);

  readonly budget = (): ErrorBudget => ({ byteTime: this.byteTime, hold: this.hold, networkDelay: this.way });

  /** Agrees on RFC 2217 and sets the port; what comes before that is old. */
  async begin(): Promise<void> {
    const agreed = new Promise<boolean>((resolve) => (this.offer = resolve));
    for (const option of THEIRS) this.socket.write(optionBytes('do', option));
    for (const option of OURS) this.socket.write(optionBytes('will', option));
    if ((await this.inTime(agreed)) !== true)
      throw this.refusal('speaks no RFC 2217: for a plain TCP port give tcp://HOST:PORT');
    for (const one of settingRequests(this.options.settings)) {
      const answer = await this.ask(one, this.patience);
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
    for (const one of [...QUIET, ...lineRequests({ dtr: true, rts: true })]) this.put(one);
    await this.ask(PURGE, this.patience);
    this.ready = true;
  }

  /** Why it could not be opened: a server that hangs up has said why, in words for a person. */
  unopened(error: unknown): unknown {
    if (!(error instanceof LinkError) || error.fault !== 'lost') return error;
    const why =
      this.said.trim() === '' ? 'is its serial port there, and free?' : `it says ${this.said.trim()}`;
    return this.refusal(`closed the connection: ${why.replaceAll(/\s+/g, ' ')}`);
  }

  send(bytes: Uint8Array): Promise<Chunk> {
    return this.sends.run(async () => {
      if (this.intake.end !== undefined) throw this.intake.end;
      const notBefore = this.clock.now();
      this.stall.mark(notBefore);
      for (let at = 0; at < bytes.length; at += SLICE) await this.pass(bytes.subarray(at, at + SLICE));
      // The far port needs as long as its rate says, and nothing tells when it is done.
      const gone = after(notBefore, micros(bytes.length * this.byteTime));
      if (this.clock.now() < gone) await this.intake.orEnd((done) => void this.clock.until(gone).then(done));
      const notAfter = this.clock.now();
      return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: micros(Math.min(notAfter, gone)) };
    });
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.intake.receive(deadline);
  }

  async lines(state: LineState): Promise<void> {
    for (const one of lineRequests(state)) {
      const answer = await this.ask(one, LINE_PATIENCE);
      if (answer === undefined || !one.accepts(answer))
        throw new LinkError(this.name, 'unsupported', `${this.url}: its port has no ${one.what} to drive`);
    }
  }

  close(): Promise<void> {
    this.intake.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
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
  private pass(slice: Uint8Array): Promise<void> {
    let cancel = (): void => undefined;
    const passed = this.intake.orEnd((resolve, reject) => {
      cancel = this.clock.alarm(after(this.clock.now(), this.patience), () => this.stalled());
      const write = (): void =>
        void this.socket.write(escaped(slice), (error) =>
          error ? reject(this.lose(error.message)) : resolve(),
        );
      if (this.suspended === undefined) write();
      else void this.suspended.promise.then(write);
    });
    return passed.finally(() => cancel());
  }

  private stalled(): void {
    const seconds = (this.patience / 1e6).toFixed(1);
    const why = this.suspended === undefined ? 'it has stopped reading' : 'its flow control holds us back';
    this.intake.fail(
      new LinkError(this.name, 'stalled', `${this.url} took no byte for ${seconds} s: ${why}`),
    );
    this.socket.destroy();
  }

  /** One question at a time: answers name their kind, not their question. undefined: none came in time. */
  private ask(one: ComRequest, limit: Micros): Promise<Uint8Array | undefined> {
    return this.asks.run(async () => {
      const answered = new Promise<Uint8Array>((resolve) => (this.waiting = { code: one.code, resolve }));
      const asked = this.clock.now();
      this.put(one);
      const answer = await this.inTime(answered, limit);
      this.waiting = undefined;
      if (answer !== undefined) this.way = Math.max(this.way, this.clock.now() - asked);
      return answer;
    });
  }

  private put({ code, value }: ComRequest): void {
    this.socket.write(subBytes(OPTION.comPort, Uint8Array.of(code, ...value)));
  }

  /** What `work` comes to; undefined at the limit. Rejects when the link ends first. */
  private async inTime<T>(work: Promise<T>, limit: Micros = this.patience): Promise<T | undefined> {
    let value: T | undefined;
    let cancel = (): void => undefined;
    const ended = this.intake.orEnd((done) => {
      cancel = this.clock.alarm(after(this.clock.now(), limit), done);
      void work.then((result) => {
        value = result;
        done();
      });
    });
    await ended.finally(() => cancel());
    return value;
  }

  private arrived(bytes: Uint8Array): void {
    const now = this.clock.now();
    const earliest = this.stall.notBefore(now, this.hold + this.way);
    for (const event of this.reader.push(bytes)) this.heard(event, earliest, now);
  }

  private heard(event: TelnetEvent, earliest: Micros, now: Micros): void {
    if (event.kind === 'data') {
      if (this.ready) this.intake.deliver(event.bytes, earliest, now);
      else if (this.said.length < MOST_SAID)
        this.said += Buffer.from(event.bytes).toString('latin1').slice(0, MOST_SAID);
    } else if (event.kind === 'option') this.optioned(event.verb, event.option);
    else if (event.option === OPTION.comPort) this.told(event.payload);
  }

  /** Answers to what is no news are not given, as RFC 1143 asks: they would go round without end. */
  private optioned(verb: Verb, option: number): void {
    if (option === OPTION.comPort && (verb === 'do' || verb === 'dont')) this.offer?.(verb === 'do');
    if (verb === 'do' && !OURS.includes(option)) this.reply('wont', option);
    if (verb === 'wont') this.theirs.delete(option);
    if (verb === 'will' && !THEIRS.includes(option) && !this.theirs.has(option)) {
      this.theirs.add(option);
      this.reply('dont', option);
    }
  }

  private reply(verb: Verb, option: number): void {
    if (++this.replies > MOST_REPLIES) this.lose('the server talks about telnet options without end');
    else if (!this.socket.destroyed) this.socket.write(optionBytes(verb, option));
  }

  private told(payload: Uint8Array): void {
    const [answer, ...value] = payload;
    const code = (answer ?? 0) - ANSWER;
    if (code === COM.suspend) this.suspend();
    else if (code === COM.resume) this.suspended?.resume();
    else if (this.waiting?.code === code) this.waiting.resolve(Uint8Array.from(value));
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

  private lose(reason: string): LinkError {
    const error = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    this.intake.fail(error);
    this.socket.destroy();
    return this.intake.end ?? error;
  }
}
