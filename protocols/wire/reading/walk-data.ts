/** What a walk finds in the bytes of one frame. */
import type { ScalarSpec } from '../layout/field-spec';
import type { FormLayout } from '../layout/layout-data';

/** The role of a stretch of a frame. `cut`: the frame ends within it. */
export type Role =
  'value' | 'tag' | 'count' | 'bytes' | 'length' | 'constant' | 'sum' | 'trailing' | 'unknown' | 'cut';

export type FlawCode =
  'checksum' | 'truncated' | 'unknown-form' | 'range' | 'length' | 'trailing' | 'constant' | 'repeat';

export interface Flaw {
  readonly code: FlawCode;
  readonly offset: number;
  readonly path: string;
  readonly expected: string;
  readonly seen: string;
}

/** A stretch of a frame. */
export interface Piece {
  /** `address`, `tiles[2].x`. */
  readonly path: string;
  readonly role: Role;
  readonly offset: number;
  readonly length: number;
  readonly value: number | bigint | string;
  /** What the value means. */
  readonly meaning?: string | undefined;
  readonly spec?: ScalarSpec | undefined;
  /** The right number of a lengthOf. */
  readonly due?: number;
  readonly flaw?: Flaw | undefined;
}

export interface Walk {
  readonly pieces: readonly Piece[];
  readonly flaws: readonly Flaw[];
  readonly form?: FormLayout;
  /** The message; absent where a part of it was unreadable. */
  readonly value?: Readonly<Record<string, unknown>>;
}
