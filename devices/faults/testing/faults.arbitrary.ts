/** Arbitrary faults and plans of faults. They shrink to fewer, smaller and earlier ones. */
import * as fc from 'fast-check';
import { millis, type Micros } from '../../../protocols/time';
import { FAULT_KINDS, type Fault, type FaultKind } from '../faults';

export interface FaultsOptions {
  /** Length of the stream in bytes: faults begin within it. */
  readonly length: number;
  /** Default: all. */
  readonly kinds?: readonly FaultKind[];
  /** Default 5. */
  readonly max?: number;
  /** Longest time of a fault in milliseconds, default 500. */
  readonly longest?: number;
  /** Most bytes of a drop or a duplicate, default 8. */
  readonly most?: number;
}

/** One fault within the stream. */
export function faultWithin(options: FaultsOptions): fc.Arbitrary<Fault> {
  const { kinds = FAULT_KINDS, length } = options;
  const at = fc.nat({ max: length - 1 });
  return fc.oneof(...kinds.map((kind) => at.chain((position) => faultOf(kind, position, options))));
}

/** A plan: faults within the stream, no two at one byte, in order. */
export function faultsWithin(options: FaultsOptions): fc.Arbitrary<readonly Fault[]> {
  return fc
    .uniqueArray(faultWithin(options), {
      minLength: 1,
      maxLength: Math.min(options.max ?? 5, options.length),
      selector: ({ at }) => at,
    })
    .map((faults) => faults.toSorted((a, b) => a.at - b.at));
}

function faultOf(
  kind: FaultKind,
  at: number,
  { length, longest = 500, most = 8 }: FaultsOptions,
): fc.Arbitrary<Fault> {
  const count = fc.integer({ min: 1, max: Math.min(most, length - at) });
  const span: fc.Arbitrary<Micros> = fc.integer({ min: 1, max: longest }).map(millis);
  switch (kind) {
    case 'flip':
      return fc.nat({ max: 7 }).map((bit) => ({ kind, at, bit }));
    case 'drop':
    case 'duplicate':
      return count.map((value) => ({ kind, at, count: value }));
    case 'split':
      return fc.constant({ kind, at });
    case 'merge':
    case 'gap':
    case 'delay':
    case 'break':
      return span.map((value) => ({ kind, at, span: value }));
    case 'unplug':
      return fc.option(span, { nil: undefined }).map((value) => ({
        kind,
        at,
        ...(value === undefined ? {} : { span: value }),
      }));
  }
}
