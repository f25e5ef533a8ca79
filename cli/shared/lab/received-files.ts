/** The files of a run as they come from a worker: each attempt begins anew, and nothing is taken that is no journal. */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { readFinding, writeFinding, type Finding } from '../../../scenarios/fuzz/triage/finding';
import type { JournalEvent } from '../../../scenarios/record';
import { CHECKPOINT, FINDINGS, JOURNAL, RUN_FILES } from '../output/folder/folder-claim';
import { reportWriteErrors } from '../output/output-folder';

const LINE_END = 0x0a;
/** Far longer than any event. */
const LONGEST_LINE = 1 << 23;

export class ReceivedFiles {
  private journal: number | undefined;
  private pending: Buffer[] = [];
  private pendingLength = 0;
  private readonly findingParts = new Map<string, Buffer[]>();

  /** `onEvent`: each event of the journal as it comes. The folder is claimed. */
  constructor(
    readonly directory: string,
    private readonly onEvent: (event: JournalEvent) => void,
  ) {}

  /** A new attempt: what another left is thrown away. */
  begin(): void {
    this.close();
    reportWriteErrors(this.directory, () => {
      for (const file of [CHECKPOINT, ...RUN_FILES]) rmSync(join(this.directory, file), { force: true });
      rmSync(join(this.directory, FINDINGS), { recursive: true, force: true });
      this.journal = openSync(join(this.directory, JOURNAL), 'w');
    });
    this.pending = [];
    this.pendingLength = 0;
    this.findingParts.clear();
  }

  /** Throws where a line is no event: a worker that is hostile, or far newer. */
  add(file: string, bytes: Buffer): void {
    if (file !== JOURNAL) {
      const parts = this.findingParts.get(file) ?? [];
      this.findingParts.set(file, [...parts, bytes]);
      return;
    }
    const { journal } = this;
    if (journal === undefined) return;
    reportWriteErrors(this.directory, () => void writeSync(journal, bytes));
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      this.takeLine(Buffer.concat([...this.pending, bytes.subarray(from, end)]));
      this.pending = [];
      this.pendingLength = 0;
      from = end + 1;
    }
    this.pending.push(bytes.subarray(from));
    this.pendingLength += bytes.length - from;
    if (this.pendingLength > LONGEST_LINE) throw new Error('its journal has a line without end');
  }

  /** The findings that came, checked. What is none is left out. */
  findings(): readonly Finding[] {
    return [...this.findingParts].flatMap(([file, parts]) => {
      if (!file.endsWith('.json')) return [];
      try {
        return [readFinding(Buffer.concat(parts).toString('utf8'))];
      } catch {
        return [];
      }
    });
  }

  /** Writes the findings, as `fuzz` does. */
  writeFindings(): void {
    const folder = join(this.directory, FINDINGS);
    reportWriteErrors(this.directory, () => {
      mkdirSync(folder, { recursive: true });
      for (const finding of this.findings()) {
        const file = openSync(join(folder, `${finding.id}.json`), 'w');
        writeSync(file, writeFinding(finding));
        closeSync(file);
      }
    });
  }

  close(): void {
    if (this.journal !== undefined) closeSync(this.journal);
    this.journal = undefined;
  }

  private takeLine(line: Buffer): void {
    let value: unknown;
    try {
      value = JSON.parse(line.toString('utf8'));
    } catch {
      throw new Error('a line of its journal is no JSON');
    }
    this.onEvent(journalEvent(value));
  }
}
