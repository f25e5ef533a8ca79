/** For tests: the session in which a defect shows, as a trace of its board's line. */
import type { BoardKind, BoardOptions, VirtualBoard } from '../../devices/virtual/engine/board';
import type { Direction } from '../../protocols/chunk';
import { micros } from '../../protocols/time';
import type { TraceEvent } from '../monitor/trace/trace-monitor';

/** Bytes that follow each other so closely are one chunk. */
const SAME_CHUNK_US = 2;

/** A board that writes down what passes on its serial links, with exact times. */
export function recordingBoard(
  kind: BoardKind,
  options: BoardOptions,
): { readonly board: VirtualBoard; readonly events: readonly TraceEvent[] } {
  const board = kind.create(options);
  const events: TraceEvent[] = [];
  const write = (direction: Direction, link: string, bytes: Uint8Array, from: number, to: number): void => {
    const last = events.at(-1);
    const [begin, at] = [micros(from), micros(to)];
    const goesOn =
      last?.kind === 'chunk' && last.link === link && last.chunk.direction === direction
        ? Math.abs(last.chunk.notAfter - begin) < SAME_CHUNK_US
        : false;
    const before = goesOn && last?.kind === 'chunk' ? last.chunk : undefined;
    if (before !== undefined) events.pop();
    const chunk = {
      direction,
      bytes: Uint8Array.from([...(before?.bytes ?? []), ...bytes]),
      notBefore: before?.notBefore ?? begin,
      notAfter: at,
      lastNotBefore: at,
    };
    events.push({ kind: 'chunk', link, chunk, omittedBytes: 0 });
  };
  const byteTime = (link: string): number =>
    10e6 / (kind.links.find(({ name }) => name === link)?.baud ?? NaN);
  return {
    events,
    board: {
      ...board,
      receive: (link, bytes, at) => {
        write('tx', link, bytes, at - bytes.length * byteTime(link), at);
        board.receive(link, bytes, at);
      },
      wakeAt: () => board.wakeAt(),
      poll: (now) => {
        const sent = board.poll(now);
        for (const { link, bytes } of sent)
          write('rx', link, bytes, now, now + bytes.length * byteTime(link));
        return sent;
      },
      reset: (at) => {
        events.push({ kind: 'reset', at, detail: '' });
        board.reset(at);
      },
    },
  };
}
