/** Stock scenarios of frames with one thing wrong: the rules say how they are refused, and afterwards the board holds what it held. */
import { frameContent } from '../../../protocols/wire/frame-content';
import { nearMisses, type NearMissGroup } from '../../../protocols/wire/near-misses';
import { oneOfEachForm } from './sample-requests';
import type { PreparedSession } from './prepared-session';

import type { Trial } from './trial';
import type { TrialScenario } from './trial-run';

const GROUPS: readonly { readonly name: NearMissGroup; readonly title: string }[] = [
  { name: 'checksum', title: 'a wrong checksum, in each bit' },
  { name: 'truncated', title: 'a frame that ends too early, at each byte' },
  { name: 'over-long', title: 'a frame that goes on too long' },
  { name: 'unknown-form', title: 'a request of no form, also one bit beside those that there are' },
  { name: 'range', title: 'a field past its bounds' },
  { name: 'length', title: 'a length or a count that is not that of the frame' },
  { name: 'constant', title: 'a constant byte that is another' },
  { name: 'repeat', title: 'an item of a list that repeats another' },
  { name: 'spelling', title: 'the same request, written otherwise' },
];

export const NEAR_MISS_SCENARIOS: readonly TrialScenario[] = GROUPS.map(({ name, title }) => ({
  name,
  title,
  trials: (material) => nearMissTrials(material, name),
}));

/** Near-misses of one request of each form, taken in turn. */
function* nearMissTrials(
  { session: { requests }, samples }: PreparedSession,
  group: NearMissGroup,
): Generator<Trial> {
  for (const { request } of oneOfEachForm(samples.representatives))
    for (const miss of nearMisses(requests.wire, request)) {
      if (miss.group !== group) continue;
      const what = `${requests.wire.describe(request)}: ${miss.name}`;
      yield { what, parts: [frameContent(requests.framing, miss.bytes)], obeyed: request };
    }
}
