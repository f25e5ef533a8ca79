/** A link to a local program on a pseudo-terminal: its screen is what is received, its keyboard what is sent. */
import { after, millis, type Micros } from '../../protocols/time';
import { HostLink, type HostLinkOptions } from './host-link';
import { LinkError, type Link } from './link';
import { startPtyProgram, type PtyProgram } from './pty-program';

export interface ExecLinkOptions extends HostLinkOptions {
  /** A command line of the shell. */
  readonly command: string;
  /** A send that the terminal does not take for this long is a stalled link, microseconds; default 5 s. */
  readonly sendTimeout?: Micros;
}

const SEND_TIMEOUT = millis(5000);
/** What comes passes through the helper that holds the terminal: that may keep it for so long, in microseconds. */
const HELPER_DELAY_US = 1000;

/** Starts the program. Rejects with {@link LinkError} `missing` where there is nothing to make a terminal with. */
export async function openExecLink(options: ExecLinkOptions): Promise<Link> {
  try {
    return new ExecLink(options, await startPtyProgram(options.command));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new LinkError(options.name, 'missing', `link ${options.name}: ${cause}`);
  }
}

class ExecLink extends HostLink {
  private readonly sendTimeout: Micros;

  constructor(
    options: ExecLinkOptions,
    private readonly program: PtyProgram,
  ) {
    const { output } = program;
    super(options, (pause) => (pause ? output.pause() : output.resume()), HELPER_DELAY_US);
    this.sendTimeout = options.sendTimeout ?? SEND_TIMEOUT;
    output.on('data', (bytes: Uint8Array) => this.deliver(bytes));
    void program.ended.then(({ text }) =>
      this.fail(new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) is gone: ${text}`)),
    );
  }

  async close(): Promise<void> {
    this.failClosed();
    await this.program.kill();
  }

  protected put(bytes: Uint8Array): Promise<void> {
    return this.received.raceEnd((resolve, reject) => {
      const cancel = this.clock.alarm(after(this.clock.now(), this.sendTimeout), () =>
        reject(this.failStalled(this.sendTimeout, 'the program has stopped reading its terminal')),
      );
      this.program.input.write(bytes, (error) => {
        cancel();
        // A terminal that is gone has a better reason, which is on its way.
        if (!error) resolve();
      });
    });
  }
}
