/**
 * Records that the journals of runs and of campaigns share: bytes on a link, and the board. Each schema checks a line
 * that is read back, and gives the type that all other code uses.
 */
import { z } from 'zod';

/** The type that a schema accepts. Nobody changes a record. */
export type Recorded<Schema extends z.ZodType> = Fixed<z.infer<Schema>>;

type Fixed<T> = T extends object ? { readonly [Key in keyof T]: Fixed<T[Key]> } : T;

/** Throws an Error of one line that names the wrong field and its fault, after `before`. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  before = '',
): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new Error(`${before}${path === '' ? '' : `${path}: `}${issue?.message ?? 'not understood'}`);
}

/** The same for the text of a file. `what`: what it should be. */
export function checkedText<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  what: string,
): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is no JSON');
  }
  return checked(schema, value, `it is no ${what}: `);
}

/** Far more than a sentence has: a record may be untrusted data. */
const LONGEST_SENTENCE = 1 << 16;
export const sentence = z.string().max(LONGEST_SENTENCE);
export const count = z.int().min(0);
/** Microseconds: beyond this, some 285 years, they are no whole numbers any more. */
const LATEST_US = Number.MAX_SAFE_INTEGER;
export const instant = z.number().min(-LATEST_US).max(LATEST_US);
export const direction = z.enum(['tx', 'rx']);
export const level = z.enum(['MUST', 'SHOULD']);
export const hexText = z.string().regex(/^(?:[0-9a-fA-F]{2})*$/, 'is no hex text of whole bytes');
/** Far more than a read or a write has. */
const LONGEST_HEX = 1 << 20;
export const chunkHex = hexText.max(LONGEST_HEX);
export const names = z.array(z.string());
export const parameters = z.record(z.string(), z.union([z.number(), z.string()]));

export const field = z.object({
  name: z.string(),
  offset: count,
  length: count,
  value: z.union([z.number(), z.string()]),
  meaning: z.string().exactOptional(),
});

/** The named stretches of some bytes, for hex views. */
export type FieldRecord = Recorded<typeof field>;

export const bytes = z.object({
  link: z.string(),
  /** tx: host to board; rx: board to host. */
  direction,
  /** All of the bytes were on the wire between these instants, in microseconds. */
  notBefore: instant,
  notAfter: instant,
  hex: hexText,
  /** The number of bytes after those in `hex`. */
  elided: count.exactOptional(),
  /** Why the decoder refused them, if it did. */
  reject: z.string().exactOptional(),
  /** The wrong byte, and the right value in words, if the refusal tells them. */
  wrong: z.strictObject({ offset: z.int().min(0), expected: z.string() }).exactOptional(),
  fields: z.array(field).exactOptional(),
});

/** Some bytes on a link with their meaning: the parts of `evidence`. */
export type BytesRecord = Recorded<typeof bytes>;

export const board = z.object({
  name: z.string(),
  kind: z.string(),
  virtual: z.boolean(),
  /** Active defects of a virtual board, by name. */
  defects: names,
  identity: z.string().exactOptional(),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
});

/** The board under test. */
export type BoardRecord = Recorded<typeof board>;

export const accounting = z.object({
  judged: count,
  unjudged: z.object({
    'state-unknown': count.exactOptional(),
    'too-many-worlds': count.exactOptional(),
    'left-open': count.exactOptional(),
    'bytes-lost': count.exactOptional(),
  }),
});

/** How many exchanges were judged, and why the others were not. */
export type AccountingRecord = Recorded<typeof accounting>;

/** Colours: 0..7, bright 8..15, 16..255, or 0x1000000 + RGB. */
const colour = z.int().min(0).max(0x1ffffff).exactOptional();

const screenRun = z.object({
  text: z.string(),
  bold: z.literal(true).exactOptional(),
  foreground: colour,
  background: colour,
});

/** Neighbouring characters of one style. */
export type ScreenRunRecord = Recorded<typeof screenRun>;

export const screen = z.object({
  columns: count,
  /** Up to the last row that is not empty. */
  rows: z.array(z.array(screenRun)),
  /** From 0. */
  cursor: z.object({ row: count, column: count }),
});

/** The content of a terminal: the characters of each row from the left, without plain blanks at its end. */
export type ScreenRecord = Recorded<typeof screen>;

export const unit = z.enum(['us', 'bytes', 'count']);

export const measurement = z.object({
  name: z.string(),
  unit,
  low: z.number(),
  high: z.number(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
});

/** A quantity and its limits. `low` and `high` bound the true value. */
export type MeasurementRecord = Recorded<typeof measurement>;

/**
 * done: everything was tried. Else a part was not: the link was lost or never reached, the board stopped answering or
 * never stopped sending, the time was used up, a clause failed and `--bail` was given, Ctrl-C.
 */
export const outcome = z.enum([
  'done',
  'lost',
  'unreachable',
  'silent',
  'never-quiet',
  'timeout',
  'bailed',
  'interrupted',
]);
