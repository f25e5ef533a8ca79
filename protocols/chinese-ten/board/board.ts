/**
 * The virtual board: the console program on a terminal line.
 *
 * A key takes 1 to 3 ms. Keys from before a prompt are discarded just after it is printed, sometimes up to 1.5 ms
 * later. On 03 and 1C the terminal ends the program; 11, 13 and 1A do nothing.
 */
import { after, micros, millis, type Micros, type Random, type VirtualBoard } from '../../../api/index';
import { CLEAR } from '../render';
import { LINK } from '../wire';
import type { TenSteps, Typed } from './firmware';
import { LineEditor } from './line-editor';
import { program, type Input, type Program, type Step } from './program';

const INTERRUPTS: readonly number[] = [0x03, 0x1c];
const TERMINAL_KEYS: readonly number[] = [0x11, 0x13, 0x1a];
const WORK_US = { least: 1000, most: 3000 } as const;
const LATE_FLUSH_US = 1500;

type Waiting = Extract<Step, { kind: 'key' | 'line' }>;

const UTF8 = new TextEncoder();

export class TenBoard implements VirtualBoard {
  private firmware: TenSteps;
  private program: Program | undefined;
  private editor = new LineEditor();
  private output: Uint8Array[] = [];
  private typed: Typed[] = [];
  private screen = '';
  /** When the program continues, and with which input. */
  private resume: { readonly at: Micros; readonly input: Input } | undefined;
  private pausing = false;
  private waiting: Waiting | undefined;
  /** Until this time keys typed at a prompt are discarded. */
  private flushUntil = micros(0);
  private promptsToSkip = 0;
  private lastRun = micros(0);

  constructor(
    private readonly power: () => TenSteps,
    private readonly random: Random,
  ) {
    this.firmware = power();
    this.start(micros(0));
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    this.run(at);
    let burst = false;
    for (const byte of bytes) {
      if (INTERRUPTS.includes(byte)) this.end();
      if (INTERRUPTS.includes(byte) || TERMINAL_KEYS.includes(byte) || at < this.flushUntil) continue;
      const before = this.waiting;
      if (before === undefined) this.typed.push({ byte, burst, paused: this.pausing });
      else this.handleKey(byte, at);
      burst ||= before?.kind === 'key';
    }
    this.run(at);
  }

  wakeAt(): Micros | undefined {
    return this.output.length > 0 ? this.lastRun : this.resume?.at;
  }

  poll(now: Micros): ReturnType<VirtualBoard['poll']> {
    this.run(now);
    return this.output.splice(0).map((bytes) => ({ link: LINK, bytes }));
  }

  reset(at: Micros): void {
    this.firmware = this.power();
    this.start(at);
  }

  private start(at: Micros): void {
    this.end();
    this.program = program(this.firmware);
    this.editor = new LineEditor();
    this.output = [];
    this.typed = [];
    this.pausing = false;
    this.promptsToSkip = 0;
    this.resume = { at, input: undefined };
  }

  /** Runs the program until it waits for a key or for time to pass. */
  private run(now: Micros): void {
    this.lastRun = now;
    while (this.program !== undefined && this.resume !== undefined && this.resume.at <= now) {
      const { at, input } = this.resume;
      this.resume = undefined;
      const { value: step, done } = this.program.next(input);
      this.pausing = done !== true && step.kind === 'pause';
      if (done === true) return this.end();
      if (step.kind === 'key' || step.kind === 'line') this.prompt(step, at);
      else if (step.kind === 'print') this.print(step.text, at);
      else this.resume = { at: after(at, millis(step.milliseconds)), input: undefined };
    }
  }

  private print(text: string, at: Micros): void {
    const printed = this.firmware.print(text);
    const cleared = printed.lastIndexOf(CLEAR);
    this.screen = cleared < 0 ? this.screen + printed : printed.slice(cleared);
    this.output.push(UTF8.encode(printed));
    this.resume = { at, input: undefined };
  }

  /** A prompt was printed: earlier keys are discarded, and the program waits for input. */
  private prompt(step: Waiting, at: Micros): void {
    if (this.promptsToSkip > 0) {
      this.promptsToSkip--;
      const input = step.kind === 'line' ? new Uint8Array(0) : -1;
      this.resume = { at: after(at, micros(WORK_US.least)), input };
      return;
    }
    this.waiting = step;
    const left = this.firmware.flush(this.typed);
    this.typed = [];
    this.flushUntil = after(at, micros(this.random.int(0, 7) === 0 ? this.random.int(0, LATE_FLUSH_US) : 0));
    for (const [i, one] of left.entries()) {
      if (this.waiting === undefined) return void this.typed.push(...left.slice(i));
      this.handleKey(one.byte, at);
    }
  }

  private handleKey(byte: number, at: Micros): void {
    const { waiting } = this;
    if (waiting === undefined) return;
    if (this.firmware.endsBy(byte, this.screen)) return this.end();
    if (waiting.kind === 'key') {
      if (waiting.echo) this.output.push(Uint8Array.of(byte));
      return this.resumeWith(byte, at);
    }
    const { echo, line, isEndOfFile } = this.editor.take(byte);
    if (echo.length > 0) this.output.push(echo);
    if (isEndOfFile) this.promptsToSkip = this.firmware.promptsToSkip;
    if (line !== undefined) this.resumeWith(line, at);
  }

  /** Ends the program: it no longer reads or prints. */
  private end(): void {
    this.program = undefined;
    this.resume = undefined;
    this.waiting = undefined;
  }

  private resumeWith(input: Input, at: Micros): void {
    this.waiting = undefined;
    this.resume = { at: after(at, micros(this.random.int(WORK_US.least, WORK_US.most))), input };
  }
}
