/** Exports of analysers, line by line, and what is read from them. */
import type { TraceEvent } from '../../../../scenarios/monitor/trace/trace-monitor';
import { analyserTrace } from '../traces/analyser-trace';
import type { TraceOptions } from '../traces/trace-source';

const OPTIONS: TraceOptions = { suite: 'stm', links: [{ name: 'main', baud: 115_200 }] };
export const SIGROK: TraceOptions = {
  ...OPTIONS,
  samplerate: 1e6,
  host: 'uart-1 rx-data',
  board: 'uart-1 tx-data',
};
export const LOGIC: TraceOptions = { ...OPTIONS, host: 'h', board: 'b' };

/** `tx 01, rx FF`; what was lost in words. */
export function contentOf(text: string, options: TraceOptions): string {
  const words = (event: TraceEvent): string => {
    if (event.kind === 'chunk')
      return `${event.chunk.direction} ${Buffer.from(event.chunk.bytes).toString('hex')}`;
    return event.kind === 'lost' ? event.detail : event.kind;
  };
  return [...analyserTrace(text, options).events].map(words).join(', ');
}

export const sigrok = (...values: readonly string[]): string =>
  values.map((value, at) => `${100 * at + 9}-${100 * at + 79} uart-1: ${value}\n`).join('');
export const logic = (...rows: readonly string[]): string =>
  ['name,type,start_time,duration,data,error', ...rows, ''].join('\n');
