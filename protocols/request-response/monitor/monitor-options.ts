/** What a monitor of requests and answers is told of its board. */
import type { PassListener } from '../../monitor/judgement-log';
import type { Message } from '../definition';

export interface MonitorOptions {
  /** The name of the board's link. Default `main`. */
  readonly link?: string;
  /** false: the board may be in any state. Default: it is in the initial one. */
  readonly known?: boolean;
  /** false: the board may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
  /** true: nobody waits for a quiet line when the monitor is lost, so that it finds its place by what passes. */
  readonly isTrace?: boolean;
  /** Gets what passes; then judgements are of the rest. */
  readonly onPass?: PassListener<Message>;
  /** true: somebody asks for coverage. */
  readonly keepsCoverage?: boolean;
}
