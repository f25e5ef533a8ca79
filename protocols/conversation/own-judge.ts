/** A judge of an author's own, where what a board sends does not fall into messages: a screen, for example. */
import type { PassListener } from '../monitor/judgement-log';
import type { Monitor } from '../monitor/monitor';
import type { Message } from '../request-response/definition';

/** What a judge is told at its beginning. */
export interface JudgeOptions {
  /** false: the board may be in any state. Default: it was just reset, and is ready. */
  readonly known?: boolean;
  /** true: it was just reset, and nobody knows what was before. false: nothing has brought it to a known state. */
  readonly isReset?: boolean;
  /** false: the board may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
  /** false: up to the first code that is told, codes may be shown of which nobody tells. Default: all are told. */
  readonly seesCodes?: boolean;
  /** false: what the board sends as it is reset may be missed. Default: it is heard. */
  readonly readsResets?: boolean;
  /** true: times are those of the line, as in the recording of an analyser. Default: a host took them, which may read late. */
  readonly isExact?: boolean;
  /** Packets close to each other may be lost. Default false. */
  readonly losesPackets?: boolean;
  /** Gets what passes; then judgements are of the rest. null: nobody asks for it. */
  readonly onPass?: PassListener<Message> | null;
  /** true: somebody asks for coverage. */
  readonly keepsCoverage?: boolean;
}

/** A monitor that tells where the board stands. */
export interface OwnJudge<State> extends Monitor {
  readonly state: State;
}
