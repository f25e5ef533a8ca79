/** A journal as a trace: the bytes and events on the links of one suite, in its scenarios. */
import { bindingOf } from '../../../../devices/links/link-target';
import { micros, type Micros } from '../../../../protocols/time';
import type { JournalEvent, RunEnd, RunStart } from '../../../../scenarios/record';
import { UNKNOWN_KIND } from '../../../shared/output/journal-file';
import { UsageError } from '../../../shared/usage-error';
import {
  chunkOf,
  laterToldIn,
  lineEvent,
  removePauses,
  type TraceOptions,
  type PausableEvent,
  type TraceSource,
} from './trace-source';

/** Reads the journal once, and whenever its events are gone through. Throws {@link UsageError} where the run was of other suites. */
export function journalTrace(journal: Iterable<JournalEvent>, options: TraceOptions): TraceSource {
  const { start, last, linkNames, told } = survey(journal, options);
  if (start === undefined) throw new UsageError('the journal has no run: give the journal of a run');
  const { suite } = options;
  const source = start.suites.length === 0 ? monitoredSource(start, suite) : suiteSource(start, suite);
  refuseOtherLinks(linkNames, options);
  function* events(): Generator<PausableEvent, void, undefined> {
    for (const event of suiteEvents(journal, suite)) yield* traceEventsOf(event, options);
  }
  return {
    ...source,
    ...unreadLinks(linkNames, options),
    ...(last?.type === 'run-end'
      ? endOf(last, start.suites.length <= 1)
      : { damage: 'the journal stops before its run ended' }),
    events: removePauses({ [Symbol.iterator]: events }, told),
  };
}

/** `linkNames`: of the bytes of the suite. */
function survey(journal: Iterable<JournalEvent>, options: TraceOptions) {
  const ends: { start?: RunStart; last?: JournalEvent } = {};
  const linkNames = new Set<string>();
  function* all(): Generator<JournalEvent, void, undefined> {
    for (const event of journal) {
      if (event.type === 'run') ends.start = event;
      ends.last = event;
      yield event;
    }
  }
  function* withoutBytes(): Generator<PausableEvent, void, undefined> {
    for (const event of suiteEvents(all(), options.suite))
      if (event.type === 'chunk') linkNames.add(event.link);
      else yield* traceEventsOf(event, options);
  }
  const told = laterToldIn(withoutBytes());
  return { ...ends, linkNames, told };
}

/** What a run on a real board plays to find it, before its first scenario, is not judged there: nor is it here. */
function* suiteEvents(journal: Iterable<JournalEvent>, id: string): Generator<JournalEvent, void, undefined> {
  let isSingle = true;
  let inside = true;
  let ids: readonly string[] = [];
  for (const event of journal) {
    if (event.type === 'run') {
      ids = event.suites.map((suite) => suite.id);
      isSingle = event.suites.length <= 1;
      inside = event.suites.length === 0 || (isSingle && event.board.virtual);
    } else if (event.type === 'scenario') {
      if (!ids.includes(event.suite))
        throw new UsageError(
          `the journal has the scenario ${event.scenario} of ${event.suite}, which is no suite of its run: give the journal as it was recorded`,
        );
      inside = event.suite === id;
    } else if (event.type === 'scenario-end') inside = isSingle;
    else if (event.type === 'line' && event.event === 'board') {
      inside = event.detail?.startsWith(`${id}@`) === true;
      if (inside) yield event;
    } else if (inside) yield event;
  }
}

/** Where two boards play each other, each has a link of its own name. Throws {@link UsageError} where no byte is of the links. */
function refuseOtherLinks(found: ReadonlySet<string>, { links }: TraceOptions): void {
  if (found.size === 0 || links.some(({ name, called = name }) => found.has(called))) return;
  const words = links.length === 1 ? 'NAME' : `${links[0]?.name ?? ''}=NAME`;
  throw new UsageError(
    `no byte of the journal is on a link named ${links.map(({ called, name }) => called ?? name).join(' or ')}: give --link ${words} with one of ${[...found].slice(0, 20).join(', ')}`,
  );
}

/** Where nobody chose a link, all bytes are of those of the suite. */
function unreadLinks(found: ReadonlySet<string>, { links }: TraceOptions): Pick<TraceSource, 'warning'> {
  const unread = [...found].filter((name) => !links.some((link) => link.name === name));
  if (unread.length === 0 || links.some(({ called }) => called !== undefined)) return {};
  return { warning: `bytes are on links that are not read: ${unread.slice(0, 20).join(', ')}` };
}

function suiteSource({ suites, board: { virtual } }: RunStart, id: string): Omit<TraceSource, 'events'> {
  const suite = suites.find((one) => one.id === id);
  if (suite === undefined)
    throw new UsageError(
      `the run was of ${suites.map((one) => one.id).join(', ')}, not of ${id}: give --suite`,
    );
  const { parameters } = suite;
  return {
    fresh: suites.length === 1 && virtual,
    exact: virtual,
    recordsResets: true,
    binding: 'serial',
    parameters,
  };
}

/** An interrupted run may have ended before its last answer was due. So may a suite that other suites follow. */
function endOf({ outcome, at }: RunEnd, single: boolean): { readonly ends?: Micros } {
  return single && ['done', 'silent', 'never-quiet'].includes(outcome) ? { ends: micros(at) } : {};
}

/** A journal of `wirejig monitor` has no parameters, and does not show resets that the user did by hand. */
function monitoredSource({ board: { kind, links } }: RunStart, id: string): Omit<TraceSource, 'events'> {
  if (kind !== id && kind !== UNKNOWN_KIND)
    throw new UsageError(`the monitored board speaks ${kind}, not ${id}: give --suite ${kind}`);
  const [url = ''] = links.map((link) => link.url);
  return { fresh: false, exact: false, recordsResets: false, binding: bindingOf({ url }) };
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
