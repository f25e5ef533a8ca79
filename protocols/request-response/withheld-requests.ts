/** What each run sends must not be withheld. */
import type { Message, RequestResponse } from './definition';

/** Throws an Error of one line for a probe or a baseline that is withheld. */
export function refuseWithheld<Request extends Message, Answer extends Message, State>(
  described: RequestResponse<Request, Answer, State>,
): void {
  const { parameters, link } = described;
  const defaults = Object.fromEntries(parameters.map((one) => [one.name, one.default]));
  const { requests, baseline, probe } = described.at(defaults);
  const withholds = described.withholds(defaults);
  for (const request of [probe, ...baseline]) {
    const reason = withholds?.(link.name, requests.codec.encode(request));
    if (reason !== undefined)
      throw new Error(
        `never: ${reason}: probe and baseline are sent in each run, and '${request.type}' is one`,
      );
  }
}
