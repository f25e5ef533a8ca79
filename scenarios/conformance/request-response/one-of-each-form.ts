import type { SampleRequest } from './sample-requests';

/** Of each form the request that shows most: it changes the state, or is answered at least. */
export function oneOfEachForm(samples: readonly SampleRequest[]): readonly SampleRequest[] {
  const weight = ({ changesState, isAnswered }: SampleRequest): number =>
    (changesState ? 2 : 0) + (isAnswered ? 1 : 0);
  const best = new Map<string, SampleRequest>();
  for (const one of samples) {
    const known = best.get(one.request.type);
    if (known === undefined || weight(one) > weight(known)) best.set(one.request.type, one);
  }
  return [...best.values()];
}
