import { STM_BOARD } from '../../../protocols/stm/testing/parts';
import type { Chunk, Direction } from '../../../protocols/chunk';
import { micros } from '../../../protocols/time';
import { stm } from '../../../protocols/stm/stm';
import type { TraceEvent } from '../../monitor/trace/trace-monitor';
import { recordingBoard } from '../trigger-trace';
import { disturbanceNamed } from './disturbance';
import { DisturbedHost } from './host';
import { drawScript } from './host-script';
import { systemOf } from './system';
import { TrueLine } from './true-line';

const SYSTEM = systemOf({ protocol: stm.description, kind: STM_BOARD });
const { session, source, link, byteTime } = SYSTEM;
/** Of sums of byte times. */
const ROUNDING = 0.01;

function chunksOf(events: readonly TraceEvent[], direction: Direction): readonly Chunk[] {
  return events.flatMap((event) =>
    event.kind === 'chunk' && event.chunk.direction === direction ? [event.chunk] : [],
  );
}

/** The end of each byte on the wire. */
function trueTimes(chunks: readonly Chunk[]): readonly (readonly [byte: number, end: number])[] {
  return chunks.flatMap(({ bytes, notBefore }) =>
    [...bytes].map((byte, i) => [byte, notBefore + (i + 1) * byteTime] as const),
  );
}

function play(
  name: string,
  seed: number,
): { readonly told: readonly TraceEvent[]; readonly true: readonly TraceEvent[] } {
  const options = { seed, parameters: session.parameters, defects: new Set<string>() };
  const { board, events } = recordingBoard(STM_BOARD, options);
  const line = new TrueLine(board, { link, byteTime });
  const disturbance = disturbanceNamed(name);
  const script = drawScript({ session, source, seed, steps: 12 }).filter(({ reset }) => reset !== true);
  const host = new DisturbedHost(line, { session, link, byteTime, disturbance, seed });
  return { told: host.play(script, micros(4 * session.idle)), true: events };
}

describe.each(['exact', '1ms', '20ms', '5ms+stall'])('%s', (name) => {
  test('the true time of each byte is within the bounds that the host gives', () => {
    let count = 0;
    for (let seed = 1; seed <= 20; seed++)
      for (const direction of ['tx', 'rx'] as const) {
        const { told, true: passed } = play(name, seed);
        const times = trueTimes(chunksOf(passed, direction));
        let at = 0;
        for (const { bytes, notBefore, notAfter, lastNotBefore } of chunksOf(told, direction)) {
          const own = times.slice(at, at + bytes.length);
          expect(own.map(([byte]) => byte)).toEqual([...bytes]);
          const [first = NaN, last = NaN] = [own[0]?.[1], own.at(-1)?.[1]];
          expect(first).toBeGreaterThanOrEqual(notBefore - ROUNDING);
          expect(last).toBeLessThanOrEqual(notAfter + ROUNDING);
          expect(last).toBeGreaterThanOrEqual(lastNotBefore - ROUNDING);
          at += bytes.length;
        }
        expect(at).toBe(times.length);
        count += at;
      }
    expect(count).toBeGreaterThan(1000);
  });

  test('events are told in the order in which check has them: tx by the first byte, rx by the last', () => {
    const times = play(name, 3).told.map((event) => {
      if (event.kind !== 'chunk') return event.at;
      return event.chunk.direction === 'tx' ? event.chunk.notBefore : event.chunk.notAfter;
    });
    expect(times.length).toBeGreaterThan(10);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
