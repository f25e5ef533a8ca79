/**
 * A finding as a file: the steps, the state before them, the right answer, and what came instead.
 *
 *     wirejig-findings/oven-5f0c91aa.json      `wirejig replay` runs it, `wirejig run` replays the kept ones
 *     unconfirmed-oven-5f0c91aa.json           a failure that did not reproduce; `wirejig replay` runs it, too
 */
import { z } from 'zod';
import { micros } from '../../../protocols/time';
import { hex } from '../../../protocols/bytes';
import type { FuzzStep } from '../../player/step';
import { checkedText, count, hexText, parameters, sentence, type Recorded } from '../../common-record';
import { findingOutline } from '../../fuzz-record';

/** Far above any case of a campaign: the file is untrusted data, and must not exhaust a machine. */
const CASE_LIMITS = { steps: 20_000, bytes: 1 << 22, seconds: 3600 } as const;
const symbology = z.string().regex(/^\w+$/);

const RECIPE = /^[a-z-]{1,40}(?: -?\d{1,10}){0,4}$/;

export const stepSchema = z.union([
  z.strictObject({
    /** The link the bytes go to. */
    link: z.string(),
    hex: hexText,
    /** How often they are sent, directly after each other; absent: once. */
    times: z.int().min(2).max(1_000_000).exactOptional(),
    /** Silence before them, microseconds; absent: they wait until nothing is due. */
    gapUs: z.number().min(0).exactOptional(),
    /** How the bytes are made, if they depend on the board's choices. `hex`: the bytes of the last round. */
    recipe: z.string().regex(RECIPE, 'is no recipe: a word and numbers').exactOptional(),
    /** Their meaning, for people. */
    note: sentence.exactOptional(),
  }),
  /** A link on demand is opened, or closed. */
  z.strictObject({ link: z.string(), dial: z.enum(['up', 'down']) }),
  /** Nothing is sent for this time, microseconds. */
  z.strictObject({ listenUs: z.number().min(0) }),
  /** Shows a code to the scanner. */
  z.strictObject({ present: symbology, hex: hexText }),
]);

/** The steps of one case, within {@link CASE_LIMITS}. */
export const caseSchema = z
  .array(stepSchema)
  .max(CASE_LIMITS.steps, `has more than ${CASE_LIMITS.steps} steps`)
  .superRefine((steps, context) => {
    const { bytes: mostBytes, seconds } = CASE_LIMITS;
    let sum = 0;
    let silence = 0;
    for (const [at, step] of steps.entries()) {
      if ('hex' in step) sum += (step.hex.length / 2) * ('times' in step ? (step.times ?? 1) : 1);
      silence += 'listenUs' in step ? step.listenUs : 'gapUs' in step ? (step.gapUs ?? 0) : 0;
      const over =
        sum > mostBytes
          ? `${mostBytes} bytes`
          : silence > seconds * 1e6
            ? `${seconds} s of silence`
            : undefined;
      if (over === undefined) continue;
      context.addIssue({
        code: 'custom',
        path: [at],
        message: `the steps up to here have more than ${over}`,
      });
      return;
    }
  });

export const findingSchema = z.object({
  format: z.literal('wirejig-finding'),
  version: z.literal(1),
  ...findingOutline.shape,
  id: z.string().regex(/^[a-z0-9-]+$/),
  suite: sentence,
  /** Classes by which findings differ: what was sent, and what was due. */
  trigger: sentence,
  due: sentence,
  parameters,
  /** reset: from power-on. baseline: from any live board, by good requests that bring it to a known state. */
  from: z.enum(['reset', 'baseline']),
  steps: caseSchema,
  /** Failures of this cause in the campaign. */
  count,
  /** Where and how it was found. */
  found: z.object({
    board: sentence,
    seed: z.number(),
    case: count,
    generator: sentence,
  }),
  /** The number of the virtual board. Each board makes different choices where the page allows it. */
  unit: count.exactOptional(),
  /** The virtual board that fails in the same way, `oven+checksum-ignored`: the defect to look for. */
  twin: sentence.exactOptional(),
});

export type Finding = Recorded<typeof findingSchema>;
export type FindingStep = Recorded<typeof stepSchema>;

/** Throws an Error with a message of one line that names the field and its fault. */
export function readFinding(text: string): Finding {
  return checkedText(findingSchema, text, 'finding');
}

export function writeFinding(finding: Finding): string {
  return `${JSON.stringify(finding, undefined, 2)}\n`;
}

/** true: the failure showed again. What did not is no finding yet. */
export function isConfirmed({ repeats }: Pick<Finding, 'repeats'>): boolean {
  return repeats.shown > 0;
}

/** The name of its file, without an ending. */
export function fileNameOf(finding: Pick<Finding, 'id' | 'repeats'>): string {
  return isConfirmed(finding) ? finding.id : `unconfirmed-${finding.id}`;
}

/** true: the failure did not show in every repetition. */
export function isFlaky({ repeats }: Finding): boolean {
  return repeats.shown < repeats.tried;
}

export function stepsOf(steps: readonly FindingStep[]): FuzzStep[] {
  return steps.map((one): FuzzStep => {
    if ('listenUs' in one) return { kind: 'listen', span: micros(one.listenUs) };
    if ('dial' in one) return { kind: 'dial', link: one.link, up: one.dial === 'up' };
    const once = Buffer.from(one.hex, 'hex');
    const times = 'times' in one ? (one.times ?? 1) : 1;
    const bytes = new Uint8Array(once.length * times);
    for (let at = 0; at < bytes.length; at += once.length) bytes.set(once, at);
    if ('present' in one) return { kind: 'present', symbology: one.present, bytes };
    const gap = one.gapUs === undefined ? {} : { gap: micros(one.gapUs) };
    const recipe = one.recipe === undefined ? {} : { recipe: one.recipe };
    return { kind: 'send', link: one.link, bytes, ...gap, ...recipe };
  });
}

export function recordedSteps(
  steps: readonly FuzzStep[],
  describe: (link: string, bytes: Uint8Array) => string,
): FindingStep[] {
  return steps.map((one): FindingStep => {
    if (one.kind === 'listen') return { listenUs: one.span };
    if (one.kind === 'dial') return { link: one.link, dial: one.up ? 'up' : 'down' };
    if (one.kind === 'present') return { present: one.symbology, hex: hex(one.bytes) };
    const note = describe(one.link, one.bytes);
    const { unit, times } = repeated(one.bytes);
    return {
      link: one.link,
      hex: hex(unit),
      ...(times > 1 ? { times } : {}),
      ...(one.gap === undefined ? {} : { gapUs: one.gap }),
      ...(one.recipe === undefined ? {} : { recipe: one.recipe }),
      ...(note === '' ? {} : { note: note.slice(0, 200) }),
    };
  });
}

/** Repeated bytes of at least this length are recorded as a unit and a count. A unit has at most LONGEST_UNIT bytes. */
const FLOOD = 256;
const LONGEST_UNIT = 16;

/** Splits long repetitive bytes into a short unit and a count. */
export function repeated(bytes: Uint8Array): { readonly unit: Uint8Array; readonly times: number } {
  if (bytes.length >= FLOOD)
    for (let size = 1; size <= LONGEST_UNIT; size++)
      if (bytes.length % size === 0 && bytes.every((byte, at) => byte === bytes[at % size]))
        return { unit: bytes.slice(0, size), times: bytes.length / size };
  return { unit: bytes, times: 1 };
}
