/** A step on the line of a described protocol, and what came of it when it was played. */
import type { Judgement } from '../../../../protocols/monitor/judgement';
import type { Message } from '../../../../protocols/request-response/definition';
import type { Micros } from '../../../../protocols/time';

/** The board's only link. */
export const LINK = 'main';

/** Parts that are sent with a pause between each two; or silence, without parts. */
export interface LineStep {
  readonly parts: readonly Uint8Array[];
  readonly pause: Micros;
}

/** A step that was played, and what was found of it. */
export interface Attempt {
  readonly step: LineStep;
  readonly judgements: readonly Judgement<Message>[];
  /** The state before it, by the rules. */
  readonly state: unknown;
  /** For so long this machine stalled the board, or bytes on the way to it: they may have come later by that. */
  readonly stall?: Micros | undefined;
  /** The monitor cannot tell how the board reads it, because of this host's timing. With exact times it could. */
  readonly isVague: boolean;
}
