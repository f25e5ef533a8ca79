/**
 * The record of a run: the events of its journal, one JSON object per line.
 *
 * The journal is written as the run goes and every report is a function of it, so a killed run still
 * has a report. Times are microseconds on the run's own clock, from its start. Bytes are hex text.
 */
import type { Level, Origin } from '../protocols/requirement';
import type { BoardRecord, BytesRecord } from './common-record';
import type { FuzzEnd, FuzzFinding, FuzzProgress, FuzzResume, FuzzResync, FuzzStart } from './fuzz-record';

export type { BoardRecord, BytesRecord, FieldRecord } from './common-record';
export type { FuzzEnd, FuzzFinding, FuzzProgress, FuzzResume, FuzzResync, FuzzStart } from './fuzz-record';

/** fail: the board broke it. error: it could not be judged. skip: not tried, for the reason given. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'error' | 'skip';

/** What a terminal shows: of each row its characters from the left, without the plain blanks at its end. */
export interface ScreenRecord {
  readonly columns: number;
  /** Down to the last row that is not empty. */
  readonly rows: readonly (readonly ScreenRunRecord[])[];
  /** From 0. */
  readonly cursor: { readonly row: number; readonly column: number };
}

/** Neighbouring characters of one style. Colours: 0..7, bright 8..15, 16..255, or 0x1000000 + RGB. */
export interface ScreenRunRecord {
  readonly text: string;
  readonly bold?: true;
  readonly foreground?: number;
  readonly background?: number;
}

/** A quantity held against limits. `low` and `high` bound the true value. */
export interface MeasurementRecord {
  readonly name: string;
  readonly unit: 'us' | 'bytes' | 'count';
  readonly low: number;
  readonly high: number;
  readonly min?: number;
  readonly max?: number;
}

/** One requirement in one situation, judged. */
export interface CheckRecord {
  readonly type: 'check';
  readonly at: number;
  readonly scenario: string;
  readonly requirement: string;
  readonly verdict: Verdict;
  /** What was tried and what was found, in one sentence. */
  readonly title: string;
  readonly expected?: string;
  readonly seen?: string;
  readonly measurement?: MeasurementRecord;
  /** What was on the wire around it, oldest first (of what did not pass, only). */
  readonly evidence?: readonly BytesRecord[];
  /** What the board's terminal showed then, where it has one (of what did not pass, only). */
  readonly screen?: ScreenRecord;
  /** The smallest input that still shows it, where the check was a property. */
  readonly counterexample?: CounterexampleRecord;
}

export interface CounterexampleRecord {
  /** The generated value, as a person reads it. */
  readonly text: string;
  /** Cases tried before it failed, and steps by which it was made smaller. */
  readonly cases: number;
  readonly shrinks: number;
  readonly seed: number;
}

export interface RequirementRecord {
  readonly id: string;
  readonly level: Level;
  readonly origin: Origin;
  readonly group: string;
  readonly text: string;
}

export interface SuiteRecord {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly RequirementRecord[];
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly scenarios: readonly {
    readonly id: string;
    readonly title: string;
    readonly covers: readonly string[];
  }[];
}

export interface RunStart {
  readonly type: 'run';
  readonly version: string;
  readonly seed: number;
  readonly board: BoardRecord;
  readonly suites: readonly SuiteRecord[];
  /** The command that shows this run again. */
  readonly command: string;
  /** Wall time of the start, ISO 8601; absent in virtual runs, which repeat byte for byte. */
  readonly startedAt?: string;
  readonly platform: string;
}

export interface ScenarioStart {
  readonly type: 'scenario';
  readonly at: number;
  readonly suite: string;
  readonly scenario: string;
}

/** A requirement's verdict within one scenario: the worst of its checks there. */
export interface ScenarioEnd {
  readonly type: 'scenario-end';
  readonly at: number;
  readonly suite: string;
  readonly scenario: string;
  readonly requirements: Readonly<
    Record<string, { readonly verdict: Verdict; readonly checks: number; readonly reason?: string }>
  >;
}

/** A chunk on the wire. `hex` may be cut: `elided` bytes are left out behind its end. */
export interface ChunkRecord {
  readonly type: 'chunk';
  readonly link: string;
  readonly direction: 'tx' | 'rx';
  readonly notBefore: number;
  readonly notAfter: number;
  readonly hex: string;
  readonly elided?: number;
}

/** Something that happened to a link or the board besides bytes: DTR, RTS, break, reset, lost. */
export interface LineRecord {
  readonly type: 'line';
  readonly at: number;
  readonly link: string;
  readonly event: string;
  readonly detail?: string;
}

/** A step of a game that was watched, as a player would say it: `attacks with 7 of clubs`. */
export interface MoveRecord {
  readonly type: 'move';
  readonly at: number;
  /** The link of the board that made it. */
  readonly link: string;
  readonly player: number;
  readonly text: string;
}

/**
 * All measurements of one name, as a histogram of their upper bounds: bucket lower bound (unit) to count.
 * What is optional stands in no journal of the versions that did not know it.
 */
export interface HistogramRecord {
  readonly type: 'histogram';
  readonly suite: string;
  readonly requirement: string;
  readonly name: string;
  readonly unit: 'us' | 'bytes' | 'count';
  readonly count: number;
  readonly least?: number;
  readonly p50: number;
  readonly p90?: number;
  readonly p99: number;
  readonly worst: number;
  /** What it may at most be. */
  readonly limit?: number;
  /** What it must at least be. */
  readonly floor?: number;
  /** How far apart the bounds of one measurement lay: half of them at most `p50`, none above `worst`. */
  readonly uncertainty?: { readonly p50: number; readonly worst: number };
  /** Measurements whose bounds lay on both sides of a limit, and those that lay beyond one. */
  readonly undecided?: number;
  readonly beyond?: number;
  readonly buckets: readonly (readonly [number, number])[];
}

export interface RunEnd {
  readonly type: 'run-end';
  readonly at: number;
  /** done: all was tried. Else the rest was not: the link was lost, never reached, the board fell silent, Ctrl-C. */
  readonly outcome: 'done' | 'lost' | 'unreachable' | 'silent' | 'interrupted';
  readonly reason?: string;
  /** Every requirement of every suite run has one. */
  readonly verdicts: Readonly<
    Record<string, { readonly verdict: Verdict; readonly checks: number; readonly reason?: string }>
  >;
  readonly exchanges: number;
}

/** Where a run stands. Call it as often as a person can read (ten times a second), not once an exchange. */
export interface Progress {
  readonly suite: string;
  /** The scenario's title, or its id. */
  readonly scenario: string;
  /** Scenarios ended, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly exchanges: number;
  /** What a person should do or know now. */
  readonly note?: string;
}

export type JournalEvent =
  | RunStart
  | ScenarioStart
  | ScenarioEnd
  | CheckRecord
  | ChunkRecord
  | LineRecord
  | MoveRecord
  | HistogramRecord
  | RunEnd
  | FuzzStart
  | FuzzProgress
  | FuzzFinding
  | FuzzResume
  | FuzzResync
  | FuzzEnd;
