/** Describes a protocol of requests and answers: the line in one call, the rules in the next. */
import type { Message, RequestResponse } from '../../protocols/request-response/definition';
import {
  describeProtocol,
  type LineOptions,
  type ParameterOptions,
  type RuleOptions,
  type Values,
} from '../../protocols/request-response/request-response';
import type { SessionScenario } from '../../protocols/request-response/session-scenario';
import type { OwnScenario } from '../conformance/host-scenario';
import type { Protocol } from '../protocol';
import { describedProtocol } from './request-response/protocol';

/** The rules, and further scenarios besides the stock ones. */
export interface ProtocolOptions<
  Request extends Message,
  Answer extends Message,
  State,
  P,
> extends RuleOptions<Request, Answer, State, P> {
  readonly scenarios?: readonly (
    OwnScenario<Request, Values<P>> | SessionScenario<Request, State, Values<P>>
  )[];
}

/** A protocol with its description. It gives the messages to tests that play with its boards. */
export interface DescribedProtocol<Request extends Message, Answer extends Message, State> extends Protocol {
  readonly description: RequestResponse<Request, Answer, State>;
}

/** A line with known types: a second call gives its rules, and infers their types. */
export interface DescribedLine<Request extends Message, Answer extends Message, State, P> {
  /** The complete protocol. Throws an Error of one line that names the path of the wrong option. */
  protocol(options: ProtocolOptions<Request, Answer, State, P>): DescribedProtocol<Request, Answer, State>;
}

/**
 * Describes the line. The rules follow in a second call:
 *
 *     const line = requestResponse({ baud: 9600, requests, answers, framing: lines({ end: 'lf' }), … });
 *     export const sensor = line.protocol({ … });
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
