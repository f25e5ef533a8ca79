/** The clause that a wrong line breaks: earlier input may be the cause. */
import { CR, LF } from '../../../protocols/set/scanner-link';
import type { Micros } from '../../../protocols/time';
import { clauseFor } from '../../oracle/set/labels';
import type { SetHistory } from './set-history';

/** The clauses that cards from before a reset seem to break. */
export const TABLE_CLAUSES = ['SET-CD-01', 'SET-CD-02', 'SET-CD-03'];
/** The clauses that a wrong end of a frame seems to break. */
const CARD_CLAUSES = ['SET-FR-01', 'SET-FR-02', 'SET-FR-06', ...TABLE_CLAUSES];

export class ClauseAttribution {
  /** The last input that was no card: its lines may be late. */
  private oddInput:
    { readonly trigger: string; readonly at: Micros; readonly of: readonly string[] } | undefined;

  /** `solve`: the time by which all lines of an input have come. */
  constructor(
    private readonly history: SetHistory,
    private readonly solve: Micros,
    private readonly recordsResets: boolean,
  ) {}

  /** `triggers`: the inputs that were last settled, at `at`. */
  settled(triggers: readonly string[], at: Micros | undefined): void {
    const trigger = triggers.find((one) => one !== 'card');
    if (trigger !== undefined && at !== undefined && triggers !== this.oddInput?.of)
      this.oddInput = { trigger, at, of: triggers };
  }

  /** The clause to blame if the model blames `clause` after bytes that ended at `sentAt`. */
  clauseOf(clause: string, sentAt: Micros | undefined): string {
    if (!CARD_CLAUSES.includes(clause)) return clause;
    if (this.endedTwice) return 'SET-FR-07';
    const { oddInput } = this;
    if (this.recordsResets || oddInput === undefined || sentAt === undefined || clause !== 'SET-CD-01')
      return clause;
    return sentAt - oddInput.at < this.solve ? clauseFor(oddInput.trigger) : clause;
  }

  /** true: a frame ended with CR LF or CR CR, without a pause. */
  get endedTwice(): boolean {
    const bytes = this.history.last.flatMap((chunk) => (chunk.direction === 'tx' ? [...chunk.bytes] : []));
    return bytes.some((byte, i) => i > 1 && bytes[i - 1] === CR && (byte === CR || byte === LF));
  }
}
