/** A journal as a trace: what passed on one link, in the scenarios of one suite. */
import { micros } from '../../protocols/time';
import type { Passage } from '../../scenarios/observe/trace-observer';
import type { JournalEvent } from '../../scenarios/record';
import { UsageError } from '../usage-error';
import { chunkOf, type SourceWishes, type TraceSource } from './source';

/** Throws {@link UsageError} where the run was of other suites. */
export function journalTrace(events: Iterable<JournalEvent>, wishes: SourceWishes): TraceSource {
  const { suite: id, link, baud } = wishes;
  const passages: Passage[] = [];
  let source: Omit<TraceSource, 'passages'> | undefined;
  let single = true;
  let inside = false;
  for (const event of events) {
    if (event.type === 'run') {
      const { suites, board } = event;
      single = suites.length === 1;
      const suite = suites.find((one) => one.id === id);
      if (suite === undefined)
        throw new UsageError(
          `the run was of ${suites.map((one) => one.id).join(', ')}, not of ${id}: give --suite`,
        );
      const { parameters } = suite;
      source = { fresh: single && board.virtual, exact: board.virtual, parameters };
    } else if (event.type === 'scenario') inside = event.suite === id;
    else if (event.type === 'scenario-end') inside = false;
    else if (single || inside) passages.push(...passagesOf(event, link, baud));
  }
  if (source === undefined) throw new UsageError('the journal says of no run');
  return { ...source, passages };
}

function passagesOf(event: JournalEvent, link: string, baud: number): readonly Passage[] {
  if (event.type === 'chunk') {
    if (event.link !== link) return [];
    const { direction, hex, notBefore, notAfter, elided = 0 } = event;
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    return [{ kind: 'chunk', chunk: chunkOf(direction, bytes, notBefore, notAfter, baud), left: elided }];
  }
  if (event.type !== 'line') return [];
  const at = micros(event.at);
  const detail = event.detail ?? '';
  if (event.event === 'reset') return [{ kind: 'reset', at, detail }];
  return event.event === 'trace-full' ? [{ kind: 'lost', at, detail }] : [];
}
