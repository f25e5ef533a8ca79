/**
 * For tests: firmware on this computer as a kind of virtual board, so that it can be used in the same way. Its lines
 * use two named pipes with synchronous reads and writes, because a virtual board answers synchronously.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { micros, type Micros } from '../../../protocols/time';
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../../virtual/engine/board';
import { buildImage } from '../image-build';

export interface HostKind extends BoardKind {
  /** Ends the program, and removes it. */
  remove(): void;
}

/** The firmware of `kind`, with all its defects. One board at a time: a new one ends those before. Rejects with {@link LinkError} if it cannot be built. */
export async function hostKind(kind: BoardKind): Promise<HostKind> {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-host-'));
  const path = join(folder, kind.name);
  await buildImage('host', kind.name, path, []);
  let program: HostProgram | undefined;
  const links = kind.links.map(({ name }) => name);
  return {
    ...kind,
    create: (options) => {
      if (program?.ended !== false) program = new HostProgram(path);
      return new HostBoard(program, links, options);
    },
    remove: () => {
      program?.end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The firmware as a process. */
class HostProgram {
  /** Boards that it has been. */
  boards = 0;
  ended = false;
  private readonly input: number;
  private readonly output: number;
  private readonly buffer = new Uint8Array(1 << 16);

  constructor(path: string) {
    const pipes = mkdtempSync(`${path}-`);
    const [input, output] = [join(pipes, 'in'), join(pipes, 'out')];
    spawnSync('mkfifo', [input, output]);
    spawn('sh', ['-c', 'exec "$0" <"$1" >"$2"', path, input, output], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.input = openSync(input, 'w');
    this.output = openSync(output, 'r');
  }

  command(line: string): void {
    writeSync(this.input, `${line}\n`);
  }

  /** What it has said since the last time. */
  sync(): string {
    this.command('sync');
    let output = '';
    while (!output.endsWith('sync\n')) {
      const count = readSync(this.output, this.buffer);
      if (count === 0) {
        this.end();
        throw new Error('the firmware was stopped: its last output is above');
      }
      output += Buffer.from(this.buffer.subarray(0, count)).toString('latin1');
    }
    return output;
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    closeSync(this.input);
    closeSync(this.output);
  }
}

/** Firmware may send by itself: it is polled this often, ms. */
const STEP = 10;

class HostBoard implements VirtualBoard {
  private readonly number: number;
  private now = 0;
  private poweredAt = 0;
  private sentAt = 0;
  private resets = 0;
  /** Bytes that are due later: firmware that waits runs ahead of the clock. */
  private outbox: { readonly at: number; readonly emission: Emission }[] = [];

  constructor(
    private readonly program: HostProgram,
    private readonly links: readonly string[],
    private readonly options: BoardOptions,
  ) {
    this.number = ++program.boards;
    this.command('new');
    program.sync();
    for (const name of options.defects) this.command(`defect ${name.toUpperCase().replaceAll('-', '_')}`);
    this.command(`power ${options.seed}`);
  }

  receive(link: string, bytes: Uint8Array, at: Micros): void {
    this.advance(at);
    this.command(`hear ${this.links.indexOf(link)} ${Buffer.from(bytes).toString('hex')}`);
  }

  wakeAt(): Micros {
    return micros(Math.min(this.now + STEP, this.outbox[0]?.at ?? Infinity) * 1000);
  }

  poll(now: Micros): readonly Emission[] {
    this.advance(now);
    for (const line of this.program.sync().split('\n')) this.read(line);
    const due = this.outbox.filter(({ at }) => at <= this.now);
    this.outbox = this.outbox.filter(({ at }) => at > this.now);
    return due.map(({ emission }) => emission);
  }

  reset(at: Micros): void {
    this.advance(at);
    this.poweredAt = this.now;
    this.outbox = [];
    this.command(`power ${this.options.seed + ++this.resets * 7919}`);
  }

  private read(line: string): void {
    const [word, first = '', hex] = line.split(' ');
    const link = this.links[Number(first)];
    if (word === 'at') this.sentAt = Number(first);
    else if (word === 'say' && link !== undefined && hex !== undefined) {
      const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
      this.outbox.push({ at: this.sentAt, emission: { link, bytes } });
    }
  }

  private advance(at: Micros): void {
    const ms = Math.floor(at / 1000);
    if (ms > this.now) this.command(`until ${ms - this.poweredAt}`);
    this.now = Math.max(this.now, ms);
  }

  private command(line: string): void {
    if (this.number !== this.program.boards) throw new Error('the program is another board by now');
    this.program.command(line);
  }
}
