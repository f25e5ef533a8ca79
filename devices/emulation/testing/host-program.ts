/**
 * For tests: firmware built for this computer with the sanitizers in, told what happens line by line (firmware/host/main.c).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Micros } from '../../../protocols/time';
import type { VirtualBoard } from '../../virtual/engine/board';
import { buildImage } from '../image-build';

/** What the firmware said: bytes on a link, and when, in ms. */
export interface Transmission {
  readonly at: number;
  readonly link: number;
  readonly hex: string;
}

export interface HostProgram {
  /** Runs a session from power-on. Throws with the sanitizers' words where one of them stopped it. */
  play(script: Script, defects?: readonly string[]): readonly Transmission[];
  remove(): void;
}

/** Rejects with {@link LinkError} where it cannot be built. */
export async function hostProgram(board: string): Promise<HostProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-host-'));
  const program = join(folder, board);
  await buildImage('host', board, program, []);
  return {
    play: (script, defects = []) => {
      const switches = defects.map((name) => `defect ${name.toUpperCase().replaceAll('-', '_')}`);
      const input = [...switches, ...script.lines, ''].join('\n');
      const { status, stdout, stderr } = spawnSync(program, {
        input,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      if (status !== 0) throw new Error(`the firmware was stopped (${status}): ${stderr}`);
      return read(stdout);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function read(text: string): Transmission[] {
  const sent: Transmission[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const [word, first = '', hex] = line.split(' ');
    if (word === 'at') at = Number(first);
    else if (hex !== undefined) sent.push({ at, link: Number(first), hex });
  }
  return sent;
}

/** A session, written down as it is made up. */
export class Script {
  readonly lines: string[];

  /** `noise`: what the firmware's random choices come from. */
  constructor(noise = 1) {
    this.lines = [`power ${noise}`];
  }

  receive(link: number, bytes: Uint8Array): this {
    if (bytes.length > 0) this.lines.push(`hear ${link} ${Buffer.from(bytes).toString('hex')}`);
    return this;
  }

  /** Whole milliseconds. */
  wait(span: number): this {
    if (span > 0) this.lines.push(`wait ${span}`);
    return this;
  }

  power(noise: number): this {
    this.lines.push(`power ${noise}`);
    return this;
  }
}

/** Takes down whatever is done to it: a bench's session becomes a script. `links`: the board's, in the order of the USARTs. */
export class Recorder implements VirtualBoard {
  readonly script = new Script();
  private now = 0;

  constructor(private readonly links: readonly string[]) {}

  receive(link: string, bytes: Uint8Array, at: Micros): void {
    this.until(at);
    this.script.receive(this.links.indexOf(link), bytes);
  }

  wakeAt(): undefined {
    return undefined;
  }

  poll(now: Micros): readonly never[] {
    this.until(now);
    return [];
  }

  reset(at: Micros): void {
    this.until(at);
    this.script.power(2);
  }

  private until(at: number): void {
    const ms = Math.round(at / 1000);
    this.script.wait(ms - this.now);
    this.now = Math.max(ms, this.now);
  }
}
