/** A link to a local program on a pseudo-terminal: its screen is what is received, its keyboard what is sent. */
import { after, micros, millis, type Micros } from '../protocols/time';
import type { Clock } from './clock';
import type { ErrorBudget } from './error-budget';
import { HostStall } from './host-stall';
import { Intake } from './intake';
import { LinkError, type Chunk, type Link } from './link';
import { startPtyProgram, type PtyProgram } from './pty-program';
import { SendLane } from './send-lane';

export interface ExecLinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  /** A command line of the shell. */
  readonly command: string;
  /** A send that the terminal does not take for this long is a stalled link, microseconds; default 5 s. */
  readonly patience?: Micros;
}

const PATIENCE = millis(5000);
/** What comes passes through the helper that holds the terminal: that may keep it for so long, in microseconds. */
const HELPER_US = 1000;

/** Starts the program. Rejects with {@link LinkError} `missing` where there is nothing to make a terminal with. */
export async function openExecLink(options: ExecLinkOptions): Promise<Link> {
  try {
    return new ExecLink(options, await startPtyProgram(options.command));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new LinkError(options.name, 'missing', `link ${options.name}: ${cause}`);
  }
}

class ExecLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  private readonly intake: Intake;
  private readonly stall: HostStall;
  private readonly lane = new SendLane();
  private readonly patience: Micros;
  private lastSeen = 0;

  constructor(
    options: ExecLinkOptions,
    private readonly program: PtyProgram,
  ) {
    this.name = options.name;
    this.url = options.url;
    this.clock = options.clock;
    this.patience = options.patience ?? PATIENCE;
    this.stall = new HostStall(this.clock.now());
    const { output } = program;
    this.intake = new Intake(this.clock, (pause) => (pause ? output.pause() : output.resume()));
    output.on('data', (bytes: Uint8Array) => this.arrived(bytes));
    void program.ended.then(({ text }) =>
      this.intake.fail(new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) is gone: ${text}`)),
    );
  }

  readonly budget = (): ErrorBudget => ({ byteTime: 0, hold: 0, way: HELPER_US });

  send(bytes: Uint8Array): Promise<Chunk> {
    return this.lane.run(async () => {
      if (this.intake.end !== undefined) throw this.intake.end;
      const notBefore = this.clock.now();
      await this.put(bytes);
      const notAfter = this.clock.now();
      this.stall.mark(notAfter);
      return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
    });
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.intake.receive(deadline);
  }

  lines(): Promise<void> {
    return Promise.reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive`));
  }

  async close(): Promise<void> {
    this.intake.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
    await this.program.kill();
  }

  private put(bytes: Uint8Array): Promise<void> {
    return this.intake.orEnd((resolve, reject) => {
      const cancel = this.clock.alarm(after(this.clock.now(), this.patience), () => {
        const seconds = (this.patience / 1e6).toFixed(1);
        const fault = `${this.url} took no byte for ${seconds} s: the program has stopped reading its terminal`;
        const stalled = new LinkError(this.name, 'stalled', fault);
        this.intake.fail(stalled);
        reject(stalled);
      });
      this.program.input.write(bytes, (error) => {
        cancel();
        // A terminal that is gone has a better reason, which is on its way.
        if (!error) resolve();
      });
    });
  }

  private arrived(bytes: Uint8Array): void {
    const now = this.clock.now();
    const earliest = Math.max(this.lastSeen, now - this.stall.take(now) - HELPER_US, 0);
    this.lastSeen = now;
    this.intake.deliver(bytes, micros(earliest), now);
  }
}
