/** What a description gives under the parameters of one board: made once, and used by every scenario. */
import type { AnyRequestResponse, AnySession, Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import type { RequestResponseHost } from './host';
import { sampleRequests, type SampleRequests } from './sample-requests';
import type { StateQueries } from './state-query';

export interface PreparedSession {
  readonly session: AnySession;
  readonly samples: SampleRequests;
}

/** What a stock scenario works with. */
export interface StockContext extends PreparedSession {
  readonly host: RequestResponseHost<Message, unknown>;
  readonly queries: StateQueries;
  /** Clauses of trials that came to no judgement, as what goes before them went wrong. */
  readonly blocked: Set<string>;
}

/** The same object for the same parameters. */
export function sessionPreparer(protocol: AnyRequestResponse): (parameters: Parameters) => PreparedSession {
  const known = new Map<string, PreparedSession>();
  return (parameters) => {
    const key = JSON.stringify(protocol.parameters.map(({ name }) => parameters[name]));
    const prepared = known.get(key) ?? withSamples(protocol.at(parameters));
    known.set(key, prepared);
    return prepared;
  };
}

function withSamples(session: AnySession): PreparedSession {
  return { session, samples: sampleRequests(session) };
}
