/**
 * The steps of the virtual board: the console program behind a terminal line.
 *
 *     chunk of keys → typed, or the line editor → program → text        timers: resume (work, pauses), flush
 *
 * A key takes 1 to 3 ms. Keys from before a prompt are discarded just after it is printed, sometimes up to 1.5 ms
 * later. On 03 and 1C the terminal ends the program; 11, 13 and 1A do nothing.
 */
import {
  micros,
  millis,
  type BoardSteps,
  type ConsoleText,
  type ConversationBoardEvent,
  type ConversationRuling,
  type Random,
} from '../../../api/index';
import { TERMINAL_CONTROLS } from '../prompts';
import { CLEAR } from '../render';
import type { TenSteps, Typed } from './firmware';
import { program, type Input, type Program, type Step } from './program';

const BACKSPACE = 0x08;
const LF = 0x0a;
const CR = 0x0d;
const ERASE = 0x7f;
const KILL = 0x15;
const END_OF_FILE = 0x04;

/** `line`: it has ended. */
interface Edited {
  readonly echo: Uint8Array;
  readonly line?: Uint8Array;
  readonly isEndOfFile: boolean;
}

/** The line editing of a terminal: it echoes and keeps a line until its end, and erases characters. */
class LineEditor {
  private bytes: number[] = [];

  /** Handles one byte. The end of file counts only on an empty line. */
  take(byte: number): Edited {
    const isEndOfFile = byte === END_OF_FILE && this.bytes.length === 0;
    if (byte === CR || byte === LF || isEndOfFile)
      return { echo: Buffer.from('\r\n'), line: Uint8Array.from(this.bytes.splice(0)), isEndOfFile };
    return { echo: this.edit(byte), isEndOfFile };
  }

  private edit(byte: number): Uint8Array {
    if (byte === END_OF_FILE) return new Uint8Array(0);
    if (byte === ERASE || byte === BACKSPACE) return Buffer.from(this.erase());
    if (byte === KILL) {
      let echo = '';
      while (this.bytes.length > 0) echo += this.erase();
      return Buffer.from(echo);
    }
    this.bytes.push(byte);
    return byte < 0x20 ? Buffer.from(`^${String.fromCharCode(byte + 0x40)}`) : Uint8Array.of(byte);
  }

  /** Erases the last character with all its bytes, and returns the echo. */
  private erase(): string {
    let last = this.bytes.pop();
    if (last === undefined) return '';
    const width = last < 0x20 ? 2 : 1;
    while (last !== undefined && (last & 0xc0) === 0x80) last = this.bytes.pop();
    return '\b \b'.repeat(width);
  }
}

const UTF8 = new TextEncoder();
const INTERRUPTS: readonly number[] = [0x03, 0x1c];
const WORK = { min: 1000, max: 3000 };
const LATE_FLUSH = { min: 0, max: 1500 };

type Ruling<State> = ConversationRuling<ConsoleText, State>;

/** `firmware`: with all defects. */
export function consoleSteps<State>(
  random: Random,
  firmware: TenSteps,
): Partial<BoardSteps<ConsoleText, ConsoleText, State>> {
  const console = new Console(random, firmware);
  return {
    rules: (event) => console.take(event),
    delay: () => micros(0),
    expires: (_timer, { min, max }) => micros(random.int(min, max)),
  };
}

class Console {
  private program: Program | undefined;
  private readonly editor = new LineEditor();
  private typed: Typed[] = [];
  private screen = '';
  /** The program continues with it. */
  private input: Input;
  private waiting: Extract<Step, { kind: 'key' | 'line' }> | undefined;
  private isPausing = false;
  /** Keys typed at a prompt are discarded. */
  private isFlushing = false;
  private promptsToSkip = 0;
  /** What follows from the last event. */
  private output: Uint8Array[] = [];
  private timers: Record<string, { readonly min: number; readonly max: number } | null> = {};

  constructor(
    private readonly random: Random,
    private readonly firmware: TenSteps,
  ) {}

  take<State>(event: ConversationBoardEvent<ConsoleText>): Ruling<State> {
    this.output = [];
    this.timers = {};
    if (event.kind === 'message') this.receive(event.message.bytes);
    else if (event.kind === 'reset') this.run(program(this.firmware));
    else if (event.kind === 'expired' && event.timer === 'flush') this.isFlushing = false;
    else this.run(this.program);
    const sends = this.output.map((bytes) => ({
      ...{ title: 'text', clause: '', within: { max: 0 } },
      accepts: () => false,
      make: (): ConsoleText => ({ type: 'text', bytes }),
    }));
    return { sends, timers: this.timers };
  }

  private receive(bytes: Uint8Array): void {
    let burst = false;
    for (const byte of bytes) {
      if (INTERRUPTS.includes(byte)) this.end();
      if (TERMINAL_CONTROLS.includes(byte) || this.isFlushing) continue;
      const before = this.waiting;
      if (before === undefined) this.typed.push({ byte, burst, paused: this.isPausing });
      else this.handleKey(byte);
      burst ||= before?.kind === 'key';
    }
  }

  /** Runs the program until it waits for a key or for time to pass. */
  private run(running: Program | undefined): void {
    this.program = running;
    this.isPausing = false;
    for (let next = running?.next(this.input); next !== undefined; next = running?.next()) {
      const { value: step, done } = next;
      if (done === true) return this.end();
      if (step.kind === 'print') this.print(step.text);
      else if (step.kind !== 'pause') return this.prompt(step);
      else {
        this.isPausing = true;
        return this.resumeWith(undefined, { min: millis(step.milliseconds), max: millis(step.milliseconds) });
      }
    }
  }

  private print(text: string): void {
    const printed = this.firmware.print(text);
    const cleared = printed.lastIndexOf(CLEAR);
    this.screen = cleared < 0 ? this.screen + printed : printed.slice(cleared);
    this.output.push(UTF8.encode(printed));
  }

  /** A prompt was printed: earlier keys are discarded, and the program waits for input. */
  private prompt(step: NonNullable<Console['waiting']>): void {
    if (this.promptsToSkip > 0) {
      this.promptsToSkip--;
      return this.resumeWith(step.kind === 'line' ? new Uint8Array(0) : -1);
    }
    this.waiting = step;
    const left = this.firmware.flush(this.typed);
    this.typed = [];
    this.isFlushing = this.random.int(0, 7) === 0;
    if (this.isFlushing) this.timers.flush = LATE_FLUSH;
    for (const [i, one] of left.entries()) {
      if (this.waiting === undefined) return void this.typed.push(...left.slice(i));
      this.handleKey(one.byte);
    }
  }

  private handleKey(byte: number): void {
    const { waiting } = this;
    if (waiting === undefined) return;
    if (this.firmware.endsBy(byte, this.screen)) return this.end();
    if (waiting.kind === 'key') {
      if (waiting.echo) this.output.push(Uint8Array.of(byte));
      return this.resumeWith(byte);
    }
    const { echo, line, isEndOfFile } = this.editor.take(byte);
    if (echo.length > 0) this.output.push(Uint8Array.from(echo));
    if (isEndOfFile) this.promptsToSkip = this.firmware.promptsToSkip;
    if (line !== undefined) this.resumeWith(line);
  }

  /** Ends the program: it no longer reads or prints. */
  private end(): void {
    this.program = this.waiting = undefined;
    this.timers.resume = null;
  }

  private resumeWith(input: Input, span = WORK): void {
    this.waiting = undefined;
    this.input = input;
    this.timers.resume = span;
  }
}
