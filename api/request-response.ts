/** How a protocol of requests and answers is described: the line in one call, the rules in the next. */
import type { Message, RequestResponse } from '../protocols/request-response/definition';
import {
  describeProtocol,
  type LineOptions,
  type ParameterOptions,
  type RuleOptions,
  type Values,
} from '../protocols/request-response/request-response';
import type { OwnScenario } from '../scenarios/conformance/request-response/own-scenario';
import type { Protocol } from '../scenarios/protocol';
import { describedProtocol } from '../scenarios/protocols/request-response/protocol';

/** What is right, and how that is tried beyond the stock scenarios. */
export interface ProtocolOptions<
  Request extends Message,
  Answer extends Message,
  State,
  P,
> extends RuleOptions<Request, Answer, State, P> {
  readonly scenarios?: readonly OwnScenario<Request, Values<P>>[];
}

/** A protocol with its description: who plays against its boards by hand knows its messages by it. */
export interface DescribedProtocol<Request extends Message, Answer extends Message, State> extends Protocol {
  readonly description: RequestResponse<Request, Answer, State>;
}

/** A line whose types are known: its rules are given in a second call, which infers them. */
export interface DescribedLine<Request extends Message, Answer extends Message, State, P> {
  /** Everything that wirejig does for a protocol. Throws an Error of one line that names the path of what cannot be. */
  protocol(options: ProtocolOptions<Request, Answer, State, P>): DescribedProtocol<Request, Answer, State>;
}

/**
 * Describes what the line carries. The rules follow in a second call:
 *
 *     export const sensor = requestResponse({ baud: 9600, requests, answers, framing: lines({ end: 'lf' }), … }).protocol({ … });
 */
export function requestResponse<
  Request extends Message,
  Answer extends Message,
  State,
  P extends ParameterOptions = Record<never, never>,
>(line: LineOptions<Request, Answer, State, P>): DescribedLine<Request, Answer, State, P> {
  return {
    protocol: ({ scenarios = [], ...rules }) => {
      const description = describeProtocol(line, rules);
      return Object.assign(describedProtocol(description, scenarios), { description });
    },
  };
}
