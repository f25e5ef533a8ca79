/** A link to a local program on a pseudo-terminal: rx is its screen, tx its keyboard. */
import { after } from '../../protocols/time';
import type { FarEnd } from '../host-timing/host-delays';
import { HostLink, type HostLinkOptions } from './host-link';
import { LinkError, type Link } from './link';
import { invalid, type GivenUrl, type LinkKind, type ParsedLink } from './link-url';
import { startPtyProgram, type PtyProgram } from './pty-program';

export interface ExecTarget extends ParsedLink {
  readonly scheme: 'exec';
  /** A command line of the shell. */
  readonly command: string;
  /** The terminal passes bytes as they are. Default: as for a person, with echo and line ends. */
  readonly isRaw?: true;
}

export const EXEC: LinkKind<ExecTarget> = {
  example: 'exec:COMMAND',
  binding: 'serial',
  parse: parseCommand,
  open: openExecLink,
};

function parseCommand({ name, text }: GivenUrl): ExecTarget {
  const command = text.slice('exec:'.length).trim();
  if (command === '' || command.includes('\0'))
    throw invalid(name, `link ${name}: no command named: give exec:COMMAND, as in exec:./game`);
  // Messages show the URL in one line.
  return { scheme: 'exec', url: text.replace(/\s+/g, ' '), command };
}

/** The helper at the terminal may hold bytes this long, microseconds. */
const HELPER_DELAY_US = 1000;

/** Starts the program. Rejects with {@link LinkError} `missing` if no helper can make a terminal. */
async function openExecLink(options: ExecTarget & HostLinkOptions): Promise<Link> {
  try {
    return new ExecLink(options, await startPtyProgram(options.command, options.isRaw));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new LinkError(options.name, 'missing', `link ${options.name}: ${cause}`);
  }
}

function farEndOf(program: PtyProgram): FarEnd {
  const processes = program.processes();
  return processes.length > 0 ? processes : 'unknown';
}

class ExecLink extends HostLink {
  constructor(
    options: HostLinkOptions,
    private readonly program: PtyProgram,
  ) {
    const { output } = program;
    const pressure = (pause: boolean) => (pause ? output.pause() : output.resume());
    super(options, { pressure, networkDelay: HELPER_DELAY_US, farEnd: () => farEndOf(program) });
    output.on('data', (bytes: Uint8Array) => this.deliver(bytes));
    void program.ended.then((text) =>
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
        // After an error the end of the program gives a better reason.
        if (!error) resolve();
      });
    });
  }
}
