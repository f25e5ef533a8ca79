/** What follows from a spec alone: it never changes, and frames are read in thousands. */

/** Computes once for each spec. Where `compute` throws, nothing is kept. */
export function cachedBySpec<Spec extends object, Result>(
  compute: (spec: Spec) => Result,
): (spec: Spec) => Result {
  const known = new WeakMap<Spec, { readonly result: Result }>();
  return (spec) => {
    let found = known.get(spec);
    if (found === undefined) {
      found = { result: compute(spec) };
      known.set(spec, found);
    }
    return found.result;
  };
}
