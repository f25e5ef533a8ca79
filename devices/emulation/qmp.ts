/**
 * QEMU's control protocol (QMP): one JSON object a line on a Unix socket. Commands are answered in order, events come between.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';

const message = z.union([
  z.object({ QMP: z.unknown() }).transform(() => undefined),
  z.object({ event: z.string() }).transform(() => undefined),
  z.object({ return: z.unknown() }).transform(({ return: value }) => ({ value })),
  z.object({ error: z.object({ desc: z.string() }) }).transform(({ error }) => ({ fault: error.desc })),
]);

const ANSWER_TIMEOUT_MS = 10_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Qmp {
  private readonly waiting: Waiting[] = [];
  private partialLine = '';
  private end: Error | undefined;

  /** Connects and negotiates. Rejects if nothing listens at `path`. */
  static async connect(path: string): Promise<Qmp> {
    const socket = connect(path);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    const qmp = new Qmp(socket);
    await qmp.run('qmp_capabilities');
    return qmp;
  }

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.take(text));
    const gone = (): void => this.fail(new Error('the emulator is gone'));
    socket.on('error', gone);
    socket.on('close', gone);
  }

  /** Resolves with the result of the command. Rejects when it is refused, when the emulator ends, and after 10 s. */
  run(command: string, words: Readonly<Record<string, string>> = {}): Promise<unknown> {
    if (this.end !== undefined) return Promise.reject(this.end);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the emulator does not answer')), ANSWER_TIMEOUT_MS);
      const settled = <T>(settle: (value: T) => void) => {
        return (value: T): void => {
          clearTimeout(late);
          settle(value);
        };
      };
      this.waiting.push({ resolve: settled(resolve), reject: settled(reject) });
      this.socket.write(`${JSON.stringify({ execute: command, arguments: words })}\n`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(text: string): void {
    const lines = (this.partialLine + text).split('\n');
    this.partialLine = lines.pop() ?? '';
    for (const line of lines) this.answer(line);
  }

  private answer(line: string): void {
    const reply = message.parse(JSON.parse(line));
    if (reply === undefined) return;
    const pending = this.waiting.shift();
    if ('fault' in reply) pending?.reject(new Error(`the emulator refused: ${reply.fault}`));
    else pending?.resolve(reply.value);
  }

  private fail(error: Error): void {
    this.end ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.end);
  }
}
