/** The bytes of a sum at the end of a frame. */
import { numberWriter, writeBigNumber } from './numbers';
import { computeOf, type SumSpec } from '../sums';
import { hexOf } from './value-text';

/** Puts a sum over `frame`, from `from` up to `at`, at `at`. */
export function sumWriter(spec: SumSpec, from: number): (frame: Uint8Array, at: number) => void {
  const compute = computeOf(spec);
  const { bytes, order } = spec;
  if (bytes === 1 || bytes === 2 || bytes === 3 || bytes === 4) {
    const put = numberWriter({ bytes, order });
    return (frame, at) => put(frame, at, Number(compute(frame, from, at > from ? at : from)));
  }
  return (frame, at) => {
    const value = compute(frame, from, Math.max(from, at));
    writeBigNumber(frame, at, BigInt(value), order, bytes);
  };
}

/** The bytes of the right sum. */
export function sumBytesOf(spec: SumSpec, bytes: Uint8Array, from: number, to: number): Uint8Array {
  const sum = new Uint8Array(spec.bytes);
  writeBigNumber(sum, 0, BigInt(computeOf(spec)(bytes, from, Math.max(from, to))), spec.order, spec.bytes);
  return sum;
}

/** The right sum of what comes before `end`, and the sum that is there, in hex. */
export function sumTexts(
  { spec, from }: { readonly spec: SumSpec; readonly from: number },
  bytes: Uint8Array,
  end: number,
): { readonly expected: string; readonly seen: string } {
  return { expected: hexOf(sumBytesOf(spec, bytes, from, end)), seen: hexOf(bytes.subarray(end)) };
}
