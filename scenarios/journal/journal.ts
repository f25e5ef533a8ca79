/**
 * The journal: the events of a run, one JSON object per line, written when they happen. The journal of a killed run can be
 * read: a cut last line is dropped.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, truncateSync, writeSync } from 'node:fs';
import type { JournalEvent } from '../record';

const FLUSH_BYTES = 1 << 15;
const FLUSH_MS = 250;
/**
 * Events that are written to the disk immediately. The first line too: the other files of a folder must match its id.
 */
const FLUSHED: ReadonlySet<JournalEvent['type']> = new Set([
  ...(['run', 'fuzz', 'check', 'scenario-end', 'fuzz-finding'] as const),
]);

export interface Journal {
  /** Throws the error of node:fs of this line or of one before it; then nothing more is written. */
  write(event: JournalEvent): void;
  /** Throws such an error, too; the file is closed. */
  close(): void;
}

/** Begins a new journal at `path`, or continues the existing one. Throws the errors of node:fs. */
export function openJournal(path: string, goesOn = false): Journal {
  if (goesOn) dropCutLine(path);
  const file = openSync(path, goesOn ? 'a' : 'w');
  let held: string[] = [];
  let size = 0;
  let failure: { readonly error: unknown } | undefined;
  const flush = (): void => {
    const text = held.join('');
    held = [];
    size = 0;
    // What stands after a line that was written in part is no line.
    if (failure !== undefined || text === '') return;
    try {
      writeAll(file, Buffer.from(text));
    } catch (error) {
      failure = { error };
    }
  };
  const report = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  return {
    write(event) {
      const line = JSON.stringify(event) + '\n';
      held.push(line);
      size += line.length;
      if (size >= FLUSH_BYTES || FLUSHED.has(event.type)) flush();
      report();
    },
    close() {
      clearInterval(timer);
      flush();
      closeSync(file);
      report();
    },
  };
}

/** A disk may take a part of what is written. Throws the errors of node:fs. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** Removes a cut last line of a killed run: the next line would be joined to it. */
function dropCutLine(path: string): void {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  const buffer = new Uint8Array(READ_BYTES);
  const { size } = fstatSync(file);
  let whole = size;
  let found = -1;
  while (found < 0 && whole > 0) {
    const from = Math.max(0, whole - READ_BYTES);
    const length = readSync(file, buffer, 0, whole - from, from);
    found = buffer.subarray(0, length).lastIndexOf(LINE_END);
    whole = found < 0 ? from : from + found + 1;
  }
  closeSync(file);
  if (whole < size) truncateSync(path, whole);
}

const LINE_END = 0x0a;

const READ_BYTES = 1 << 16;
/** Far longer than any event: a file without line ends is no journal. */
const LONGEST_LINE = 1 << 23;

/**
 * Reads and checks a journal line by line: memory does not grow with its length. Throws an Error with line number and
 * reason for a line that is no event, and the errors of node:fs.
 */
export function* readJournal(
  path: string,
  parse: (value: unknown) => JournalEvent,
): Generator<JournalEvent, void, undefined> {
  let number = 0;
  let pending: string | undefined;
  for (const line of linesOf(path)) {
    if (pending !== undefined) yield eventOf(pending, parse, `${path}:${++number}`);
    pending = line;
  }
  const last = lastEvent(pending ?? '', parse);
  if (last !== undefined) yield last;
}

/** The lines of a file, and the text after the last line end, which is often empty. */
function* linesOf(path: string): Generator<string, void, undefined> {
  const file = openSync(path, 'r');
  try {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(READ_BYTES);
    let rest = '';
    for (;;) {
      const length = readSync(file, buffer);
      if (length === 0) break;
      if (rest.length > LONGEST_LINE)
        throw new Error(`${path} has a line of more than ${LONGEST_LINE} characters`);
      const lines = (rest + decoder.decode(buffer.subarray(0, length), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest + decoder.decode();
  } finally {
    closeSync(file);
  }
}

function eventOf(line: string, parse: (value: unknown) => JournalEvent, place: string): JournalEvent {
  try {
    return parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`${place} is no journal event: ${messageOf(error)}`, { cause: error });
  }
}

function lastEvent(line: string, parse: (value: unknown) => JournalEvent): JournalEvent | undefined {
  try {
    return line === '' ? undefined : parse(JSON.parse(line));
  } catch {
    // The run was killed within this line.
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
