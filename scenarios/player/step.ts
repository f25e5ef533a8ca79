/**
 * The steps of a case: bytes on a link, a presented code, silence.
 *
 *     case = step step step …      history = case case case …, since the last known state of the board
 */
import type { Micros } from '../../protocols/time';
import type { PresentedCode } from '../../protocols/monitor/monitor';

/** The host sends bytes, or what the board's state asks for. */
export interface SendStep {
  readonly kind: 'send';
  readonly link: string;
  readonly bytes: Uint8Array;
  /**
   * The silence since the last sent bytes, microseconds; received bytes do not matter. Absent: the step waits for all
   * due answers.
   */
  readonly gap?: Micros;
  /**
   * How the model makes these bytes, if they depend on the board's choices: `move 3`. If it cannot, `bytes` are sent.
   * If they are empty, the step is skipped.
   */
  readonly recipe?: string;
}

/** Waits until nothing is due, and then keeps the host silent. */
export interface ListenStep {
  readonly kind: 'listen';
  /** The silence, microseconds. */
  readonly span: Micros;
}

/** Shows a code to the scanner. */
export interface PresentStep extends PresentedCode {
  readonly kind: 'present';
}

/** Opens a link on demand (a player joins), or closes it. An open link is closed first. */
export interface DialStep {
  readonly kind: 'dial';
  readonly link: string;
  readonly up: boolean;
}

/** A step of a case. */
export type FuzzStep = SendStep | ListenStep | PresentStep | DialStep;

/** Bytes on a link. `gap`: the silence since the last sent bytes, microseconds; absent: the step waits for all that is due. */
export function send(link: string, bytes: Uint8Array, gap?: Micros): SendStep {
  return gap === undefined ? { kind: 'send', link, bytes } : { kind: 'send', link, bytes, gap };
}

const NOTHING = new Uint8Array(0);

/** A step whose bytes the model computes when it is sent. */
export function recipeStep(link: string, recipe: string, gap?: Micros): SendStep {
  return { ...send(link, NOTHING, gap), recipe };
}

/** The same step with other bytes, and without a recipe. */
export function withBytes(step: SendStep, bytes: Uint8Array): SendStep {
  return send(step.link, bytes, step.gap);
}

/** Opens a link on demand as a new connection; `up` false: closes it. */
export function dial(link: string, up: boolean): DialStep {
  return { kind: 'dial', link, up };
}

/** Silence of the host, microseconds. */
export function listen(span: Micros): ListenStep {
  return { kind: 'listen', span };
}

/** Shows a code to the board, `datamatrix` or another kind that it reads. */
export function present(symbology: string, bytes: Uint8Array): PresentStep {
  return { kind: 'present', symbology, bytes };
}

/** The bytes of a case, presented codes included: the size that minimising reduces. */
export function bytesOf(steps: readonly FuzzStep[]): number {
  return steps.reduce((sum, step) => sum + ('bytes' in step ? step.bytes.length : 0), 0);
}
