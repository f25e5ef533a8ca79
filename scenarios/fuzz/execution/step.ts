/**
 * What is done to a board in a case: bytes on a link, a code before its lens, silence.
 *
 *     case = step step step …      history = case case case …, since the board was last known whole
 */
import type { Micros } from '../../../protocols/time';
import type { DialStep, PresentStep } from '../../oracle/model';

export interface SendStep {
  readonly kind: 'send';
  readonly link: string;
  readonly bytes: Uint8Array;
  /**
   * Silence between the bytes sent last and these, microseconds, whatever the board says meanwhile. Without one the
   * bytes wait until everything due has come.
   */
  readonly gap?: Micros;
  /**
   * How the model makes these bytes where what is right depends on what the board chose: `move 3`. Where it cannot, the
   * bytes are sent that there are; none, and the step is left out.
   */
  readonly recipe?: string;
}

export interface ListenStep {
  readonly kind: 'listen';
  /** How long nothing is sent, microseconds. */
  readonly span: Micros;
}

export type FuzzStep = SendStep | ListenStep | PresentStep | DialStep;

export function send(link: string, bytes: Uint8Array, gap?: Micros): SendStep {
  return gap === undefined ? { kind: 'send', link, bytes } : { kind: 'send', link, bytes, gap };
}

/** Bytes that the model makes when their time comes. */
export function recipeStep(link: string, recipe: string, gap?: Micros): SendStep {
  return { ...send(link, new Uint8Array(0), gap), recipe };
}

/** The same step with other bytes: what was made by a recipe is bytes from now on. */
export function withBytes(step: SendStep, bytes: Uint8Array): SendStep {
  return send(step.link, bytes, step.gap);
}

export function dial(link: string, up: boolean): DialStep {
  return { kind: 'dial', link, up };
}

export function listen(span: Micros): ListenStep {
  return { kind: 'listen', span };
}

export function present(symbology: string, bytes: Uint8Array): PresentStep {
  return { kind: 'present', symbology, bytes };
}

/** Bytes of a case, codes before the lens included: what minimising makes fewer. */
export function bytesOf(steps: readonly FuzzStep[]): number {
  return steps.reduce((sum, step) => sum + ('bytes' in step ? step.bytes.length : 0), 0);
}
