/**
 * The record of a fuzzing campaign: the events of its journal.
 *
 *     fuzz  (fuzz-progress | fuzz-finding)*  fuzz-resync?  fuzz-end      a resumed one goes on behind fuzz-resume
 *
 * Times are microseconds on the campaign's own clock. What was tried is counted, not listed: 100 000 cases stay small.
 */
import type { Level } from '../protocols/requirement';
import type { BoardRecord, BytesRecord } from './common-record';

/** A generator as a campaign lists it. */
interface GeneratorRecord {
  readonly name: string;
  readonly group: 'valid' | 'near-miss' | 'noise' | 'timing' | 'session' | 'corpus';
}

export interface FuzzStart {
  readonly type: 'fuzz';
  readonly version: string;
  readonly suite: string;
  readonly seed: number;
  readonly board: BoardRecord;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Cases asked for, or seconds. */
  readonly cases?: number;
  readonly seconds?: number;
  readonly generators: readonly GeneratorRecord[];
  /** Everything there is to reach. */
  readonly fields: readonly string[];
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly responses: readonly string[];
  /** Clauses that no input breaks, each with the reason. */
  readonly beyond?: Readonly<Record<string, string>>;
  readonly command: string;
  /** Wall time of the start, ISO 8601; absent in virtual campaigns, which repeat byte for byte. */
  readonly startedAt?: string;
  readonly platform: string;
}

export interface FuzzProgress {
  readonly type: 'fuzz-progress';
  readonly cases: number;
  /** Steps of cases that were sent. */
  readonly exchanges: number;
  readonly failures: number;
  readonly findings: number;
  readonly corpus: number;
  /** Classes of (state, trigger, response) seen. */
  readonly reached: number;
  /** Wall time so far; absent in virtual campaigns of so many cases, which repeat byte for byte. */
  readonly seconds?: number;
}

/** A cause, as soon as it has been made small, and again where a better case takes the place of that one; its file says more. */
export interface FuzzFinding {
  readonly type: 'fuzz-finding';
  /** The case that showed it first. */
  readonly case: number;
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly requirement: string;
  readonly level: Level;
  readonly cause: string;
  readonly expected: string;
  readonly seen: string;
  /** Bytes of the smallest case, and of what was found. */
  readonly bytes: number;
  readonly foundBytes: number;
  readonly history: number;
  /** `rounds`: from the beginning, for one of the times at most, and for all of them together. */
  readonly repeats: {
    readonly shown: number;
    readonly tried: number;
    readonly rounds?: { readonly most: number; readonly played: number };
  };
  readonly file: string;
  readonly evidence: readonly BytesRecord[];
}

/** Garbage of one kind and length, and how soon the board answered again. */
export interface ResyncRow {
  readonly kind: string;
  /** Bytes of garbage. */
  readonly length: number;
  readonly tries: number;
  /** Good frames until one was answered, and their bytes: the worst of the tries. */
  readonly frames: number;
  readonly bytes: number;
  /** From the last byte of garbage to the answer; absent where none ever came. */
  readonly leastUs?: number;
  readonly worstUs?: number;
  /** Tries after which it answered nothing any more. */
  readonly never: number;
  /** Most tries took longer than the limit, more frames than the page allows, or for ever. */
  readonly over: boolean;
  /** Tries besides that say nothing: this host kept the board standing still. Where there are only such, it is not known. */
  readonly spoilt?: number;
}

/** How soon the board answers again after garbage, measured at the campaign's end. */
export interface FuzzResync {
  readonly type: 'fuzz-resync';
  readonly link: string;
  readonly requirement: string;
  /** The good frame that is sent until it is answered. */
  readonly ask: string;
  readonly limitUs: number;
  /** The limit is not the page's. */
  readonly asked: boolean;
  readonly rows: readonly ResyncRow[];
}

/** The campaign was interrupted here and goes on: cases behind the last whole block are tried again. */
export interface FuzzResume {
  readonly type: 'fuzz-resume';
  readonly cases: number;
}

export interface FuzzEnd {
  readonly type: 'fuzz-end';
  /** done: as many cases, or as long, as asked for. wedged: the board stayed dead. */
  readonly outcome: 'done' | 'interrupted' | 'lost' | 'wedged' | 'unreachable';
  readonly reason?: string;
  readonly cases: number;
  readonly exchanges: number;
  /** Failures of each finding, by its id. */
  readonly findings: Readonly<Record<string, number>>;
  /** Failures that never showed again. */
  readonly flakes: number;
  /** By generator: cases, and failures among them. */
  readonly kinds: Readonly<Record<string, readonly [cases: number, failures: number]>>;
  /** Cases that tried a field. */
  readonly fields: Readonly<Record<string, number>>;
  /** Exchanges in each state, of each trigger, with each response; and all three together, joined by ` | `. */
  readonly states: Readonly<Record<string, number>>;
  readonly triggers: Readonly<Record<string, number>>;
  readonly responses: Readonly<Record<string, number>>;
  readonly reached: Readonly<Record<string, number>>;
  /** Of what wire and board allow, in a hundred: the rest of the time the host took; absent in virtual time. */
  readonly wireShare?: number;
}
