/** The messages of a described protocol by the names of their forms, with the checksums that they need. */
import { oneOfEachForm, sampleRequests } from '../../conformance/request-response/sample-requests';
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import type { Dialect, DialectOptions } from '../../dialect';
import { typedMessages } from '../typed-messages';

export function describedDialects(
  protocol: AnyRequestResponse,
  { parameters = {} }: DialectOptions,
): readonly Dialect[] {
  const session = protocol.at(parameters);
  const { requests, answers, probe } = session;
  const others = oneOfEachForm(sampleRequests(session).representatives)
    .map(({ request }) => request)
    .filter(({ type }) => type !== probe.type);
  const messages = [probe, ...others].map((request) => ({
    name: request.type,
    description: requests.wire.describe(request),
    bytes: requests.codec.encode(request),
  }));
  return [
    {
      link: protocol.link.name,
      tx: requests.codec,
      rx: answers.codec,
      messages,
      typed: typedMessages(requests.wire, requests.framing),
      probe: probe.type,
    },
  ];
}
