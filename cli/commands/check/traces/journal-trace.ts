/** A journal as a trace: the bytes and events on the links of one suite, in its scenarios. */
import { micros, type Micros } from '../../../../protocols/time';
import type { JournalEvent, RunEnd } from '../../../../scenarios/record';
import { UNKNOWN_KIND } from '../../../shared/output/unknown-kind';
import { UsageError } from '../../../shared/usage-error';
import {
  bindingOf,
  chunkOf,
  lineEvent,
  removePauses,
  type TraceOptions,
  type PausableEvent,
  type TraceSource,
} from './trace-source';

/** All are sorted by time, so all are held. */
const MOST_EVENTS = 1_000_000;

/** Throws {@link UsageError} where the run was of other suites. */
export function journalTrace(events: Iterable<JournalEvent>, options: TraceOptions): TraceSource {
  const { suite: id } = options;
  const traceEvents: PausableEvent[] = [];
  let source: Omit<TraceSource, 'events' | 'ends'> | undefined;
  let single = true;
  let inside = false;
  let whole = false;
  let ends: { readonly ends?: Micros } = {};
  for (const event of events) {
    if (traceEvents.length > MOST_EVENTS)
      throw new UsageError(
        `the journal has more than ${MOST_EVENTS} chunks: check runs of fewer clauses (--only)`,
      );
    whole = event.type === 'run-end';
    if (event.type === 'run') {
      const { suites, board } = event;
      if (suites.length === 0) {
        const [url = ''] = board.links.map((link) => link.url);
        source = { ...monitoredSource(board.kind, id), binding: bindingOf(url) };
        continue;
      }
      single = suites.length === 1;
      const suite = suites.find((one) => one.id === id);
      if (suite === undefined)
        throw new UsageError(
          `the run was of ${suites.map((one) => one.id).join(', ')}, not of ${id}: give --suite`,
        );
      const { parameters } = suite;
      const { virtual } = board;
      const fresh = single && virtual;
      source = { fresh, exact: virtual, recordsResets: true, binding: 'serial', parameters };
    } else if (event.type === 'scenario') inside = event.suite === id;
    else if (event.type === 'scenario-end') inside = false;
    else if (event.type === 'run-end') ends = endOf(event, single);
    else if (event.type === 'line' && event.event === 'board') {
      inside = event.detail?.startsWith(`${id}@`) === true;
      if (inside) traceEvents.push(...traceEventsOf(event, options));
    } else if (single || inside) traceEvents.push(...traceEventsOf(event, options));
  }
  if (source === undefined) throw new UsageError('the journal has no run: give the journal of a run');
  const damage = whole ? {} : { damage: 'the journal stops before its run ended' };
  return { ...source, ...ends, ...damage, events: [...removePauses(traceEvents)] };
}

/** An interrupted run may have ended before its last answer was due. So may a suite that other suites follow. */
function endOf({ outcome, at }: RunEnd, single: boolean): { readonly ends?: Micros } {
  return single && (outcome === 'done' || outcome === 'silent') ? { ends: micros(at) } : {};
}

/** A journal of `wirejig monitor` has no parameters, and does not show resets that the user did by hand. */
function monitoredSource(kind: string, id: string): Omit<TraceSource, 'events'> {
  if (kind !== id && kind !== UNKNOWN_KIND)
    throw new UsageError(`the monitored board speaks ${kind}, not ${id}: give --suite ${kind}`);
  return { fresh: false, exact: false, recordsResets: false };
}

function traceEventsOf(event: JournalEvent, { links }: TraceOptions): readonly PausableEvent[] {
  if (event.type !== 'chunk' && event.type !== 'line') return [];
  const link = links.find(({ name, called = name }) => called === event.link);
  if (event.type === 'chunk') {
    if (link === undefined) return [];
    const { direction, hex, notBefore, notAfter, lastNotBefore, elided = 0 } = event;
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const paced = chunkOf(direction, bytes, notBefore, notAfter, link.baud);
    const chunk = lastNotBefore === undefined ? paced : { ...paced, lastNotBefore: micros(lastNotBefore) };
    return [{ kind: 'chunk', link: link.name, chunk, omittedBytes: elided }];
  }
  const traceEvent = lineEvent(event.event, event.detail ?? '', micros(event.at), link?.name);
  return traceEvent === undefined ? [] : [traceEvent];
}
