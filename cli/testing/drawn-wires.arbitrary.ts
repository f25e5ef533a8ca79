/** Described wires of random fields, for tests of their dissectors. */
import fc from 'fast-check';
import { codec } from '../../protocols/wire/codec';
import type { Framing } from '../../protocols/wire/framing';
import { allWireOptions } from '../../protocols/wire/testing/layouts.arbitrary';
import { wire, type Wire } from '../../protocols/wire/wire';
import { messages } from '../../protocols/wire/wire.arbitrary';
import { sampleOf, type SampleWire } from './described-wires';

const SEED = 1;
const DRAWN = fc
  .sample(allWireOptions(), { seed: SEED, numRuns: 150 })
  .map((options): Wire<object> => wire(options));
const free = new Set(DRAWN);

/** A wire of random fields that the framing can carry, another one each time. */
export function drawnWire(framing: Framing): SampleWire {
  const drawn = DRAWN.find((one) => free.has(one) && isCarried(one, framing));
  if (drawn === undefined) throw new Error(`no wire is left for ${framing.kind}`);
  free.delete(drawn);
  return sampleOf(drawn, ...fc.sample(messages(drawn), { seed: SEED, numRuns: 4 }));
}

function isCarried(drawn: Wire<object>, framing: Framing): boolean {
  try {
    return codec(drawn, framing).longest > 0;
  } catch {
    return false;
  }
}
