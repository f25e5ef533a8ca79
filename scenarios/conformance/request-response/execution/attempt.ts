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
  /** When it began, and in which state by the rules. */
  readonly began: Micros;
  /** When its last byte was sent, or it began. */
  readonly sentAt: Micros;
  /** This host made a pause between two parts longer than it should be, by so much at most. */
  readonly stretch: Micros;
  /** This host stood still for so long when it should have looked for an answer. */
  readonly hostStall: Micros;
  readonly state: unknown;
  /** The monitor cannot tell how the board reads it, because of this host's timing. With exact times it could. */
  readonly isVague: boolean;
}
