/** For tests: the session in which a defect shows, as a trace of what passes on its board's links. */
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../../devices/virtual/engine/board';
import type { LinkBinding } from '../../devices/links/link';
import type { Direction } from '../../protocols/chunk';
import { micros, type Micros } from '../../protocols/time';
import { hex } from '../../protocols/bytes';
import type { TraceEvent } from '../monitor/trace/trace-monitor';

/** Bytes that follow each other so closely are one chunk. */
const SAME_CHUNK_US = 2;

type Write = (direction: Direction, link: string, bytes: Uint8Array, from: number, to: number) => void;

/** A board that writes down what passes on its links, with exact times. */
export function recordingBoard(
  kind: Pick<BoardKind, 'create' | 'links'>,
  options: BoardOptions,
): { readonly board: VirtualBoard; readonly events: readonly TraceEvent[] } {
  const board = kind.create(options);
  const events: TraceEvent[] = [];
  const { write, byteTime } = chunkRecorder(kind, events);
  /** When the last byte of the board on each link has left. */
  const freeAt = new Map<string, number>();
  const emitted = ({ link, bytes, hangUp }: Emission, now: Micros): void => {
    const from = Math.max(now, freeAt.get(link) ?? 0);
    const to = from + bytes.length * byteTime(link);
    freeAt.set(link, to);
    if (bytes.length > 0 || bindingOf(kind, link) === 'udp') write('rx', link, bytes, from, to);
    if (hangUp === true) events.push({ kind: 'close', link, by: 'board', at: micros(to) });
  };
  return {
    events,
    board: {
      receive: (link, bytes, at) => {
        write('tx', link, bytes, at - bytes.length * byteTime(link), at);
        board.receive(link, bytes, at);
      },
      wakeAt: () => board.wakeAt(),
      poll: (now) => {
        const sent = board.poll(now);
        for (const one of sent) emitted(one, now);
        return sent;
      },
      reset: (at) => {
        events.push({ kind: 'reset', at, detail: '' });
        freeAt.clear();
        board.reset(at);
      },
      lines: (link, state, at) => board.lines?.(link, state, at),
      connected: (link, at) => {
        events.push({ kind: 'open', link, binding: bindingOf(kind, link), at });
        board.connected?.(link, at);
      },
      disconnected: (link, at) => {
        // Where the board hung up, this is the host's end of the same.
        const last = events.findLast((one) => 'link' in one && one.link === link);
        if (last?.kind !== 'close') events.push({ kind: 'close', link, by: 'host', at });
        board.disconnected?.(link, at);
      },
      press: (at) => board.press?.(at),
      present: (symbology, payload, at) => {
        events.push({ kind: 'present', at, detail: `${symbology} ${hex(payload)}`.trimEnd() });
        board.present?.(symbology, payload, at);
      },
    },
  };
}

function bindingOf({ links }: Pick<BoardKind, 'links'>, link: string): LinkBinding {
  return links.find(({ name }) => name === link)?.binding ?? 'serial';
}

function chunkRecorder(
  kind: Pick<BoardKind, 'links'>,
  events: TraceEvent[],
): { readonly write: Write; readonly byteTime: (link: string) => number } {
  return {
    byteTime: (link) =>
      bindingOf(kind, link) === 'serial'
        ? 10e6 / (kind.links.find(({ name }) => name === link)?.baud ?? NaN)
        : 0,
    write: (direction, link, bytes, from, to) => {
      const last = events.at(-1);
      const [begin, at] = [micros(from), micros(to)];
      const goesOn =
        last?.kind === 'chunk' && last.link === link && last.chunk.direction === direction
          ? bindingOf(kind, link) === 'serial' && Math.abs(last.chunk.notAfter - begin) < SAME_CHUNK_US
          : false;
      const before = goesOn && last?.kind === 'chunk' ? last.chunk : undefined;
      if (before !== undefined) events.pop();
      const chunk = {
        direction,
        bytes: before === undefined ? bytes.slice() : append(before.bytes, bytes),
        notBefore: before?.notBefore ?? begin,
        notAfter: at,
        lastNotBefore: at,
      };
      events.push({ kind: 'chunk', link, chunk, omittedBytes: 0 });
    },
  };
}

/** Both, in the buffer of the first, which grows by doubling: a long session comes byte by byte. */
function append(first: Uint8Array, bytes: Uint8Array): Uint8Array {
  const length = first.length + bytes.length;
  let room = new Uint8Array(first.buffer);
  if (room.length < length) {
    room = new Uint8Array(2 * length);
    room.set(first);
  }
  room.set(bytes, first.length);
  return room.subarray(0, length);
}
