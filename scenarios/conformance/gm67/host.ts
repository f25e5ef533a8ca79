/** The host's side of the scanner's line. A monitor judges all that it does: scenarios only say what to try. */
import { encodeCommand } from '../../../protocols/gm67/gm67';
import { hostCommand, WAKE, type CommandBody } from '../../../protocols/gm67/message';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import { readOf, writeOf } from './command-bodies';
import { describeCommand } from './descriptions';
import { NotReady, ScannerProfile } from './scanner-profile';
import { AFTER_WAKE, GmSession, type Stimulus } from './session';

/** The page gives no time for a reset: so many questions, about one a second. */
const RESTART_TRIES = 16;

export class GmHost extends GmSession {
  readonly profile = new ScannerProfile(this.bench);
  /** How long to listen for more after each exchange. */
  private readonly grace = this.bench.exhaustive ? millis(150) : millis(4);

  /** A scanner that is awake and sends nothing. Its first answer is not judged: it shows that the scanner listens. */
  static async create(bench: Bench): Promise<GmHost> {
    const host = new GmHost(bench);
    await host.awaitSilence();
    await host.transmit(host.bytesOf(readOf(host.profile.testParameter().number)));
    await host.settle();
    if (!host.hasReceived) host.wasLost = true;
    return host;
  }

  /** Whether anything comes after this command. Nothing is judged. `isAsleep`: it is woken first. */
  async isAlive(body: CommandBody, isAsleep: boolean): Promise<boolean> {
    const { frames, bench } = this;
    if (isAsleep) {
      await frames.send(WAKE);
      await bench.pause(AFTER_WAKE);
    }
    await this.awaitSilence();
    const { notAfter } = await frames.send(hostCommand(body));
    if ((await frames.nextChunk(after(notAfter, millis(1000)))) === undefined) return false;
    await this.awaitSilence();
    return true;
  }

  /** The pause after which the next frame is a new one. On a real clock it is longer, as a busy machine may shorten it. */
  get framePause(): Micros {
    return micros((this.bench.exhaustive ? 1.2 : 1.4) * this.interByte);
  }

  bytesOf(body: CommandBody, status = 0): Uint8Array {
    return encodeCommand(hostCommand(body, status));
  }

  /** Sends a command, waits for what is due, and a little longer. true: nothing was wrong. */
  async ask(body: CommandBody, situation = '', status = 0): Promise<boolean> {
    const { judgements } = await this.exchange([this.bytesOf(body, status)]);
    const isRight = this.record(judgements, situation) && (await this.quiet(this.grace, situation));
    // The page leaves open what a scanner sends after a reset.
    if (body.type === 'reset') await this.awaitRestart();
    return isRight;
  }

  read(number: number, situation = ''): Promise<boolean> {
    return this.ask(readOf(number), situation);
  }

  write(number: number, value: number, situation = ''): Promise<boolean> {
    return this.ask(writeOf(number, value), situation);
  }

  /** A command that brings the scanner to a scenario's beginning. Throws {@link NotReady} if it goes wrong, which is judged. */
  async prepare(body: CommandBody): Promise<void> {
    for (let tries = 0; tries < 2; tries++) if (await this.ask(body, 'on the way')) return;
    throw new NotReady(`the scanner does not obey on the way: ${describeCommand(body)}`);
  }

  prepareValue(number: number, value: number): Promise<void> {
    return this.prepare(writeOf(number, value));
  }

  /** Sends bytes and pauses, again while this host paused too long. true: nothing was wrong. `id`: charged where a reply is wrong. */
  async send(id: string, stimulus: Stimulus, what: string): Promise<boolean> {
    const { judgements, isVague } = await this.bench.retryWhile(
      () => this.exchange(stimulus),
      (told) => told.isVague,
    );
    if (isVague) this.bench.inconclusive(id, `${what}: this host paused longer than the check allows`);
    return this.record(judgements, what, { clause: id }) && !isVague;
  }

  /** Waits until the scanner answers after a reset. */
  private async awaitRestart(): Promise<void> {
    for (let n = 0; n < RESTART_TRIES; n++) {
      await this.awaitSync();
      this.hasReceived = false;
      await this.transmit(this.bytesOf({ type: 'revision' }));
      await this.settle();
      if (this.hasReceived) return;
    }
    throw new BoardSilent('the scanner did not answer again after the reset command');
  }
}
