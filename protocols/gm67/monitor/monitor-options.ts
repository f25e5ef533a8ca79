/** What the monitor of a GM67 scanner must know of its board, and of those who feed it. */
import type { PassListener } from '../../monitor/judgement-log';
import type { Parameters } from '../../requirement';

export interface Gm67MonitorOptions {
  readonly parameters: Parameters;
  readonly link: string;
  /** false: the scanner may be in any state. Default: it was just switched on. */
  readonly known?: boolean;
  /** false: the scanner may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
  /** true: codes may be shown that nobody tells of, and nobody waits for a quiet line when the monitor is lost. */
  readonly isTrace?: boolean;
  /** false: times are a host's, which may be late. Default: they were taken on the wire. */
  readonly exact?: boolean;
  /** Gets what passes; then judgements are of the rest. null: nobody asks for it. */
  readonly onPass?: PassListener | null;
  /** true: somebody asks for coverage. */
  readonly keepsCoverage?: boolean;
}
