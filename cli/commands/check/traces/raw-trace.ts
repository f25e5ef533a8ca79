/** Bytes of one direction without times, as the log of a receiver has them. */
import type { Direction } from '../../../../protocols/chunk';
import { micros } from '../../../../protocols/time';
import type { TraceEvent } from '../../../../scenarios/monitor/trace/trace-monitor';
import { UsageError } from '../../../shared/usage-error';
import type { TraceOptions, TraceSource } from './trace-source';

const CHUNK_BYTES = 256;
const NO_TIME = micros(0);

/** Throws {@link UsageError} where the options do not say who sent the bytes. */
export function rawTrace(bytes: Buffer, { links, host, board, suite }: TraceOptions): TraceSource {
  if ((host === undefined) === (board === undefined))
    throw new UsageError('bytes without times are of one side: give --raw --board, or --raw --host');
  const direction: Direction = board === undefined ? 'tx' : 'rx';
  const link = links.find(({ wire = direction }) => wire === direction);
  if (link === undefined) throw new UsageError(`${suite} has no link that a wire could be`);
  const times = { notBefore: NO_TIME, notAfter: NO_TIME, lastNotBefore: NO_TIME };
  const events = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, at): TraceEvent => {
    const part = Uint8Array.from(bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
    return { kind: 'chunk', link: link.name, chunk: { direction, bytes: part, ...times }, omittedBytes: 0 };
  });
  return {
    events,
    fresh: false,
    exact: true,
    recordsResets: false,
    wires: { recorded: direction, hasTimes: false },
  };
}
