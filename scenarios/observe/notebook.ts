/** What an observer writes down of one board: checks with what passed lately as evidence, in the ledger and the journal. */
import type { FieldSpan } from '../../protocols/frame';
import { hex } from '../channel';
import type { Measurement } from '../judge';
import type { Ledger } from '../ledger';
import type { BytesRecord } from '../record';
import type { Passed } from './ear';

export interface NotebookOptions {
  /** How the board is called: `a`; undefined where there is only one. */
  readonly side?: string;
  /** The link in what is shown; left out, the side. */
  readonly link?: string;
  readonly ledger: Ledger;
  /** false: time is the host's, and a rare outlier may be its own. */
  readonly exact: boolean;
  readonly fields: (raw: Uint8Array, way: Way) => readonly FieldSpan[];
}

export type Way = 'said' | 'heard';

const MEMORY = 8;
const SHOWN_BYTES = 640;

export class Notebook {
  private readonly memory: { readonly way: Way; readonly passed: Passed<unknown> }[] = [];

  constructor(private readonly options: NotebookOptions) {}

  remember(way: Way, passed: Passed<unknown>): void {
    this.memory.push({ way, passed });
    if (this.memory.length > MEMORY) this.memory.shift();
  }

  /** Judges one requirement in one situation: what was found in words, where it failed. */
  check(
    requirement: string,
    holds: boolean,
    found: () => { title: string; expected: string; seen: string },
  ): void {
    if (holds) this.options.ledger.record(requirement, 'pass', { title: '' });
    else {
      const { title, expected, seen } = found();
      const detail = { title: this.titled(title), expected, seen, evidence: this.evidence() };
      this.options.ledger.record(requirement, 'fail', detail);
    }
  }

  pass(requirement: string): void {
    this.options.ledger.record(requirement, 'pass', { title: '' });
  }

  fail(requirement: string, title: string, expected: string, seen: string): void {
    this.check(requirement, false, () => ({ title, expected, seen }));
  }

  undecided(requirement: string, title: string): void {
    this.options.ledger.record(requirement, 'inconclusive', {
      title: this.titled(title),
      evidence: this.evidence(),
    });
  }

  /** Not judged, for a reason. */
  skip(requirement: string, reason: string): void {
    this.options.ledger.record(requirement, 'skip', { title: this.titled(reason) });
  }

  /** Holds a time to its limits in microseconds. */
  measure(
    requirement: string,
    name: string,
    span: { readonly low: number; readonly high: number },
    limits: { readonly min?: number; readonly max?: number },
  ): void {
    const measurement: Measurement = {
      name: this.options.side === undefined ? name : `${name}, board ${this.options.side}`,
      unit: 'us',
      ...span,
      ...limits,
    };
    const verdict = this.options.ledger.measure(requirement, measurement, !this.options.exact);
    if (verdict === 'pass') return this.pass(requirement);
    const expected = [
      limits.min === undefined ? '' : `at least ${ms(limits.min)}`,
      limits.max === undefined ? '' : `at most ${ms(limits.max)}`,
    ];
    this.options.ledger.record(requirement, verdict, {
      title: this.titled(name),
      expected: expected.filter((text) => text !== '').join(' and '),
      seen: span.high - span.low < 1 ? ms(span.high) : `between ${ms(span.low)} and ${ms(span.high)}`,
      measurement,
      evidence: this.evidence(),
    });
  }

  private titled(text: string): string {
    return this.options.side === undefined ? text : `board ${this.options.side}: ${text}`;
  }

  private evidence(): BytesRecord[] {
    return this.memory.map(({ way, passed: { event, first, last } }) => {
      const shown = event.raw.subarray(0, SHOWN_BYTES);
      const elided = event.raw.length - shown.length;
      return {
        link: this.options.link ?? this.options.side ?? '',
        direction: way === 'said' ? 'rx' : 'tx',
        notBefore: Math.round(first.notBefore),
        notAfter: Math.round(last.notAfter),
        hex: hex(shown),
        ...(elided > 0 ? { elided } : {}),
        ...(event.kind === 'reject' ? { reject: event.error.message } : {}),
        fields: this.options.fields(shown, way),
      };
    });
  }
}

function ms(us: number): string {
  return `${(us / 1000).toFixed(3)} ms`;
}
