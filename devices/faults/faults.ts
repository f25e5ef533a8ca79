/**
 * Faults of a wire, as data: the kind, the byte at which it happens, and its extent.
 *
 *     flip drop duplicate    change bytes
 *     split merge            change where one chunk ends and the next begins
 *     gap delay break        change when bytes come, or what the line does between them
 *     unplug                 ends the connection, or cuts the line for a while
 *
 * The same faults serve a mock, a proxy and a real port: `fault-stream.ts` applies them to bytes. Positions count the
 * bytes of one direction from 0, before any fault.
 */
import { byteText } from '../../protocols/byte-text';
import { millis, type Micros } from '../../protocols/time';
import { random, type Random } from '../random';

/** A fault of the wire. */
export type Fault =
  /** One bit of a byte, 0 (lowest) to 7, is inverted. */
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  /** `count` bytes are lost. */
  | { readonly kind: 'drop'; readonly at: number; readonly count: number }
  /** `count` bytes come twice. */
  | { readonly kind: 'duplicate'; readonly at: number; readonly count: number }
  /** The byte's chunk ends before it. No effect where a chunk begins there. */
  | { readonly kind: 'split'; readonly at: number }
  /** The byte's chunk waits up to `span` for the next one, and both leave as one. */
  | { readonly kind: 'merge'; readonly at: number; readonly span: Micros }
  /** Silence of `span` before the byte. */
  | { readonly kind: 'gap'; readonly at: number; readonly span: Micros }
  /** The byte's chunk comes later by `span`. Later chunks do not overtake it. */
  | { readonly kind: 'delay'; readonly at: number; readonly span: Micros }
  /** The line is held at break for `span` before the byte. */
  | { readonly kind: 'break'; readonly at: number; readonly span: Micros }
  /** Nothing passes from the byte on, for `span`; without `span`, for ever. */
  | { readonly kind: 'unplug'; readonly at: number; readonly span?: Micros };

/** The kinds of {@link Fault}. */
export type FaultKind = Fault['kind'];

export const FAULT_KINDS = [
  'flip',
  'drop',
  'duplicate',
  'split',
  'merge',
  'gap',
  'delay',
  'break',
  'unplug',
] as const satisfies readonly FaultKind[];

/** A fault that reached the wire. */
export interface FaultEvent {
  readonly fault: Fault;
  /** Its time on the caller's clock. */
  readonly at: Micros;
  /** Its effect as text: `bit 3 of byte 17 flipped: 31 became 39`. */
  readonly detail: string;
}

export type FaultSink = (event: FaultEvent) => void;

/** Faults in order of position, one at a time; a plan may be endless. */
export interface FaultPlan {
  next(): Fault | undefined;
}

/** Exactly these faults. At equal positions the earlier in the list comes first. */
export function fixedPlan(faults: readonly Fault[]): FaultPlan {
  const sorted = faults.toSorted((a, b) => a.at - b.at);
  let taken = 0;
  return { next: () => sorted[taken++] };
}

/** The kinds of faults that {@link seededPlan} draws, and their frequency. */
export interface SeededPlanOptions {
  readonly kinds: readonly FaultKind[];
  /** A fault begins once in this many bytes, on average. */
  readonly every: number;
  readonly seed: number;
}

/** Endless random faults: the same for the same seed. An unplugged line always comes back. */
export function seededPlan({ kinds, every, seed }: SeededPlanOptions): FaultPlan {
  const source = random(seed);
  let position = -1;
  return {
    next: () => {
      if (kinds.length === 0) return undefined;
      do position++;
      while (source.int(1, every) > 1);
      return drawFault(kinds[source.int(0, kinds.length - 1)] ?? 'flip', position, source);
    },
  };
}

/** The maxima of seeded faults, in bytes and in milliseconds. */
const MOST = { bytes: 4, merge: 50, gap: 200, delay: 500, break: 20, cut: 1000 } as const;

function drawFault(kind: FaultKind, at: number, source: Random): Fault {
  const span = (most: number): Micros => millis(source.int(1, most));
  switch (kind) {
    case 'flip':
      return { kind, at, bit: source.int(0, 7) };
    case 'drop':
    case 'duplicate':
      return { kind, at, count: source.int(1, MOST.bytes) };
    case 'split':
      return { kind, at };
    case 'merge':
    case 'gap':
    case 'delay':
    case 'break':
      return { kind, at, span: span(MOST[kind]) };
    case 'unplug':
      return { kind, at, span: span(MOST.cut) };
  }
}

/** Describes a fault; `was` is the byte that a flip changes. */
export function describeFault(fault: Fault, was?: number): string {
  const { at } = fault;
  switch (fault.kind) {
    case 'flip': {
      const change = was === undefined ? '' : `: ${byteText(was)} became ${byteText(was ^ (1 << fault.bit))}`;
      return `bit ${fault.bit} of byte ${at} flipped${change}`;
    }
    case 'drop':
      return `${bytesText(fault)} lost`;
    case 'duplicate':
      return `${bytesText(fault)} sent twice`;
    case 'split':
      return `a chunk ends before byte ${at}`;
    case 'merge':
      return `the chunk of byte ${at} joined to the next one`;
    case 'gap':
      return `${spanText(fault.span)} of silence before byte ${at}`;
    case 'delay':
      return `the chunk of byte ${at} held back for ${spanText(fault.span)}`;
    case 'break':
      return `a break of ${spanText(fault.span)} before byte ${at}`;
    case 'unplug':
      if (fault.span === undefined) return `the cable pulled before byte ${at}`;
      return `the line cut for ${spanText(fault.span)} from byte ${at} on`;
  }
}

function bytesText({ at, count }: { readonly at: number; readonly count: number }): string {
  return count === 1 ? `byte ${at}` : `bytes ${at} to ${at + count - 1}`;
}

function spanText(span: Micros): string {
  return `${Math.round(span) / 1000} ms`;
}
