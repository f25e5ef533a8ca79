/** The files of a run as they come from a worker: each attempt begins anew, and nothing is taken that is no journal. */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { fileNameOf, readFinding, writeFinding, type Finding } from '../../../scenarios/fuzz/triage/finding';
import type { JournalEvent } from '../../../scenarios/record';
import { claimFolder, FINDINGS, JOURNAL, removeRunFiles } from '../output/folder-claim';
import { reportWriteErrors } from '../output/own-files';
import { UsageError } from '../usage-error';

const LINE_END = 0x0a;
/** Far longer than any event. */
const LONGEST_LINE = 1 << 23;
/** Of all findings, in bytes. */
const MOST_FINDINGS = 1 << 26;

/** What was asked for: a journal of anything else is refused. */
export interface Expected {
  readonly suite: string;
  readonly seed: number;
}

export class ReceivedFiles {
  failure: string | undefined;
  /** What came was refused. */
  refused = false;
  private readonly unlock: () => void;
  private begun = false;
  private ended = false;
  private journal: number | undefined;
  private pending: Buffer[] = [];
  private pendingLength = 0;
  private findingBytes = 0;
  private readonly findingParts = new Map<string, Buffer[]>();

  /**
   * `expected`: undefined: any run. `onEvent`: each event of the journal as it comes. `claimed`: the folder is claimed already. Throws
   * {@link UsageError} where it cannot be.
   */
  constructor(
    readonly directory: string,
    private readonly expected: Expected | undefined,
    private readonly onEvent: (event: JournalEvent) => void,
    claimed = false,
  ) {
    this.unlock = claimed ? () => undefined : reportWriteErrors(directory, () => claimFolder(directory));
  }

  /** A new attempt: what another left is thrown away. */
  begin(): void {
    this.close();
    reportWriteErrors(this.directory, () => {
      removeRunFiles(this.directory);
      this.journal = openSync(join(this.directory, JOURNAL), 'w');
    });
    this.pending = [];
    this.pendingLength = 0;
    this.begun = false;
    this.ended = false;
    this.findingBytes = 0;
    this.findingParts.clear();
  }

  /** Throws where a line is no event: a worker that is hostile, or far newer. */
  add(file: string, bytes: Buffer): void {
    if (file !== JOURNAL) {
      this.findingBytes += bytes.length;
      if (this.findingBytes > MOST_FINDINGS) throw new Error('its findings are too long');
      const parts = this.findingParts.get(file) ?? [];
      this.findingParts.set(file, [...parts, bytes]);
      return;
    }
    const { journal } = this;
    if (journal === undefined) return;
    reportWriteErrors(this.directory, () => void writeSync(journal, bytes));
    try {
      this.takeLines(bytes);
    } catch (error) {
      this.close();
      // Nobody may take it for a run later.
      reportWriteErrors(this.directory, () => rmSync(join(this.directory, JOURNAL), { force: true }));
      throw error;
    }
  }

  /** As {@link add}. What is refused is the failure: nothing of it is believed, and nothing more is taken. */
  take(file: string, bytes: Buffer): void {
    if (this.failure !== undefined) return;
    try {
      this.add(file, bytes);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      this.failure = `what it sent is refused: ${error instanceof Error ? error.message : String(error)}`;
      this.refused = true;
    }
  }

  private takeLines(bytes: Buffer): void {
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

  writeFindings(): void {
    const folder = join(this.directory, FINDINGS);
    reportWriteErrors(this.directory, () => {
      mkdirSync(folder, { recursive: true });
      for (const finding of this.findings()) {
        const file = openSync(join(folder, `${fileNameOf(finding)}.json`), 'w');
        writeSync(file, writeFinding(finding));
        closeSync(file);
      }
    });
  }

  close(): void {
    if (this.journal !== undefined) closeSync(this.journal);
    this.journal = undefined;
  }

  release(): void {
    this.close();
    this.unlock();
  }

  private takeLine(line: Buffer): void {
    let value: unknown;
    try {
      value = JSON.parse(line.toString('utf8'));
    } catch {
      throw new Error('a line of its journal is not JSON');
    }
    const event = journalEvent(value);
    this.follow(event);
    this.onEvent(event);
  }

  /** One run, from its beginning to its end, and the one that was asked for. */
  private follow(event: JournalEvent): void {
    const begins = event.type === 'run' || event.type === 'fuzz';
    if (this.ended) throw new Error('its journal goes on after its end');
    if (begins === this.begun)
      throw new Error(begins ? 'its journal begins twice' : 'its journal has no beginning');
    this.begun = true;
    this.ended = event.type === 'run-end' || event.type === 'fuzz-end';
    if (!begins || this.expected === undefined) return;
    const { suite, seed } = this.expected;
    const suites = event.type === 'run' ? event.suites.map(({ id }) => id) : [event.suite];
    if (suites.join(' ') !== suite || event.seed !== seed)
      throw new Error(
        `its journal is of ${suites.join(' ')}, seed ${event.seed}: ${suite}, seed ${seed} was asked for`,
      );
  }
}
