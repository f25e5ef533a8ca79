/** What a monitor is told of a server. */
import type { PassListener } from '../../monitor/judgement-log';
import type { Binding } from '../message';
import type { RoundEnd } from '../rules';
import type { Asked } from './turn';

export interface TttMonitorOptions {
  /** The carrier of links that are not opened; undefined: unknown. */
  readonly binding: Binding | undefined;
  /** The links of all players. Absent: there may be more. */
  readonly links?: readonly string[];
  /** false: the game may be in any state. Default: nobody is seated. */
  readonly known?: boolean;
  /** false: there may be players, and resets, that nobody tells. Default true. */
  readonly seesAll?: boolean;
  /** false: datagrams close to each other may be lost, and what comes during a reset may be missed. Default true. */
  readonly isExact?: boolean;
  /** A reset is the shut down of a game, and the host listens to all that comes then. Default false. */
  readonly seesShutDown?: boolean;
  /** Gets what passes; then judgements are of the rest. */
  readonly onPass?: PassListener<Asked>;
  /** true: somebody asks for coverage. */
  readonly keepsCoverage?: boolean;
  readonly onRoundEnd?: (end: RoundEnd) => void;
}
