/**
 * The properties of an object, written in order, under names that are known when the wire is made. One line for each number of names:
 * V8 reads a property much faster where its name is always the same.
 */
import type { Values, Write } from './field-writer';

/** A writer of the properties of an object. */
export function objectWriter(names: readonly string[], writes: readonly Write[]): Write<Values> {
  const [a, b, c, d] = names;
  const [wa, wb, wc, wd] = writes;
  if (a === undefined || wa === undefined) return (_, at) => at;
  if (b === undefined || wb === undefined) return (frame, at, o) => wa(frame, at, o[a]);
  if (c === undefined || wc === undefined) return (frame, at, o) => wb(frame, wa(frame, at, o[a]), o[b]);
  if (d === undefined || wd === undefined)
    return (frame, at, o) => wc(frame, wb(frame, wa(frame, at, o[a]), o[b]), o[c]);
  if (names.length === 4)
    return (frame, at, o) => wd(frame, wc(frame, wb(frame, wa(frame, at, o[a]), o[b]), o[c]), o[d]);
  return (frame, at, o) => {
    let end = at;
    for (let i = 0; i < names.length; i++) end = writes[i]!(frame, end, o[names[i]!]);
    return end;
  };
}
