/** Tries a property on a board, and records the smallest case that breaks each clause. */
import { asyncProperty, check, type Arbitrary } from 'fast-check';
import type { Assessor, Finding } from './assessor';

export interface PropertyOptions<T> {
  readonly title: string;
  readonly runs: number;
  readonly show: (value: T) => string;
  readonly seed: number;
  /** The most steps of shrinking. */
  readonly mostSteps: number;
  /** After a case that threw: undefined if the board was recovered, else the error that ends the property. */
  readonly revive: (
    error: unknown,
    failures: readonly Finding[],
  ) => Promise<{ readonly error: unknown } | undefined>;
}

/** Rejects with the error of a case after which the board was not recovered. */
export async function checkProperty<T>(
  assessor: Assessor,
  arbitrary: Arbitrary<T>,
  { title, runs, show, seed, mostSteps, revive }: PropertyOptions<T>,
  run: (value: T) => Promise<void>,
): Promise<void> {
  // By clause: a smaller case that breaks another one excuses nothing.
  const smallest = new Map<string, { readonly value: T; readonly failures: readonly Finding[] }>();
  let broken: { readonly error: unknown } | undefined;
  let cases = 0;
  let steps = 0;
  const property = asyncProperty(arbitrary, async (value) => {
    if (broken !== undefined) return;
    if (smallest.size === 0) cases++;
    else if (++steps > mostSteps) return;
    const { failures, thrown } = await assessor.collect(() => run(value));
    // A dead board fails every case, so that none is a smaller example of the cause.
    if (thrown !== undefined) broken = await revive(thrown.error, failures);
    if (failures.length === 0) return;
    for (const { requirement } of failures) {
      const own = failures.filter((one) => one.requirement === requirement);
      smallest.set(requirement, { value, failures: own });
    }
    throw new CaseFailed();
  });
  const { numShrinks: shrinks } = await check(property, { seed, numRuns: runs });
  for (const { value, failures } of smallest.values())
    assessor.recordProperty(title, failures, { text: show(value), cases, shrinks, seed });
  if (broken !== undefined) throw broken.error;
}

class CaseFailed extends Error {
  override readonly name = 'CaseFailed';
}
