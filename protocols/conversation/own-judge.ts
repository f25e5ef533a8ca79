/** A judge of an author's own, where what a board sends does not fall into messages: a screen, for example. */
import type { PassListener } from '../monitor/judgement-log';
import type { Monitor } from '../monitor/monitor';
import type { Message } from '../request-response/definition';

/** How a judge starts. */
export interface JudgeOptions {
  /** false: the board may be in any state. Default: it was just reset, and is ready. */
  readonly known?: boolean;
  /** true: it was just reset from an unknown state. false: nothing has brought it to a known state. */
  readonly isReset?: boolean;
  /** false: the board may be reset unseen at any time. Default: `reset` announces each. */
  readonly seesResets?: boolean;
  /** false: codes may be shown unseen, up to the first announced one. Default: all are announced. */
  readonly seesCodes?: boolean;
  /** true: times were taken on the wire, as by a logic analyser. Default: by a host, which may read late. */
  readonly isExact?: boolean;
  /** Packets close to each other may be lost. Default false. */
  readonly losesPackets?: boolean;
  /** Gets passed checks; the log then has only the others. null: passed checks are dropped. */
  readonly onPass?: PassListener<Message> | null;
  /** true: record coverage. */
  readonly keepsCoverage?: boolean;
}

/** A monitor that gives the board's state. */
export interface OwnJudge<State> extends Monitor {
  readonly state: State;
}
