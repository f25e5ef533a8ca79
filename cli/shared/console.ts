/** Standard output and error: a terminal, a file, or a pipe whose reader has gone. */
import { createColors } from 'picocolors';
import { asTyped } from './program';
import { fileErrorCause, UsageError } from './usage-error';
import { join } from 'node:path';
import { printable } from '../../reports/text/printable';
import { replaceFile } from './output/own-files';

/** What was judged, nobody can read. */
const CANNOT_WRITE = 3;

let readerGone = false;

/** After a reader has closed its pipe (`| head`) the work goes on without output. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw outputError(error);
      readerGone = true;
    });
}

/** Output into a file that cannot grow. */
function outputError(error: NodeJS.ErrnoException): Error {
  readerGone = true;
  const cause = fileErrorCause(error);
  if (cause === undefined) return error;
  return new UsageError(`cannot write the output: ${cause}: send it elsewhere`, CANNOT_WRITE);
}

export function say(text: string): void {
  if (!readerGone) process.stdout.write(asTyped(text));
}

/** What `--json` prints: one object, on one line. */
export function sayJson(content: object): void {
  say(`${JSON.stringify(content)}\n`);
}

export function warn(line: string): void {
  process.stderr.write(asTyped(`${line}\n`));
}

/** A line about the work itself, whatever a board or a file put into it. */
export function remark(text: string): void {
  warn(`wirejig: ${printable(text)}`);
}

/** NO_COLOR and --no-color count before FORCE_COLOR, and that before the kind of standard output. */
export function wantsColor(asked = true): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (!asked || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  // isTTY is undefined where it is no terminal, although its type is boolean.
  return process.stdout.isTTY === true && TERM !== 'dumb';
}

export function painter(asked?: boolean) {
  return createColors(wantsColor(asked));
}

const CLEAR_LINE = '\r\u001b[2K';

/** Lines on standard output, and below them one line of progress. */
export class StatusLine {
  private shown = false;

  print(line: string): void {
    say(`${this.shown ? CLEAR_LINE : ''}${line.trimEnd()}\n`);
    this.shown = false;
  }

  /** For a terminal only: the next line is drawn over it. */
  update(line: string): void {
    say(`${CLEAR_LINE}${line}`);
    this.shown = true;
  }
}

let directory: string | undefined;

export function keepCrashesIn(path: string): void {
  directory = path;
}

export function crashLine(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = error instanceof Error ? error.message : String(error);
  const path = join(directory ?? '.', 'crash.txt');
  const kept = directory !== undefined && tryWrite(path, `${stack}\n`);
  const where = kept ? `the stack is in ${path}` : 'run it again with --out DIR to keep the stack';
  return `wirejig: internal error: ${printable(message)}: please report it; ${where}`;
}

function tryWrite(path: string, text: string): boolean {
  try {
    replaceFile(path, text);
    return true;
  } catch {
    return false;
  }
}
