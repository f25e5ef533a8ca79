/**
 * The journal: a run's events, one JSON object per line, written as they happen.
 * Reading takes what a killed run left: a last line that is cut off is dropped.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { JournalEvent } from './record';

const FLUSH_BYTES = 1 << 15;
const FLUSH_MS = 250;

export interface Journal {
  write(event: JournalEvent): void;
  close(): void;
}

/** Begins a new journal at `path`. Throws what node:fs throws. */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'w');
  let held: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (size === 0) return;
    writeSync(file, held.join(''));
    held = [];
    size = 0;
  };
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  return {
    write(event) {
      const line = JSON.stringify(event) + '\n';
      held.push(line);
      size += line.length;
      if (size >= FLUSH_BYTES || event.type === 'check' || event.type === 'scenario-end') flush();
    },
    close() {
      clearInterval(timer);
      flush();
      closeSync(file);
    },
  };
}

/** Reads a journal back, checked. Throws an Error with line number and reason where a line is no event. */
export function readJournal(path: string, parse: (value: unknown) => JournalEvent): JournalEvent[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const cut = lines.pop();
  const events = lines.map((line, index) => {
    try {
      return parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`${path}:${index + 1} is no journal event: ${messageOf(error)}`, { cause: error });
    }
  });
  if (cut !== undefined && cut !== '') tryLast(cut, parse, events);
  return events;
}

function tryLast(line: string, parse: (value: unknown) => JournalEvent, events: JournalEvent[]): void {
  try {
    events.push(parse(JSON.parse(line)));
  } catch {
    // A run that was killed in the middle of a line: the line says nothing.
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
