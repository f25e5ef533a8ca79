/** Defects of the receiver: DRK-LK-05 and LK-10 to LK-13. */
import { millis } from '../../../api/index';
import { DurakDecoder } from '../wire/decoder';
import { EOT, LF, LINE_MAX, SYN } from '../wire/packet';
import {
  acksReject,
  deckOf,
  filterBytes,
  LINE_TIME,
  onEvents,
  withReceiver,
  type Change,
  type DurakDefects,
} from './hooks';

const OTHER = 0x3f;
const BUFFER = 512;
const PIECES = 64;
const ALONE = millis(2);

function loseAfterGarbage(lost: (count: number, byte: number) => boolean): Change {
  return filterBytes(({ byte, inside, before }) => {
    const starts = !inside && (byte === SYN || byte === EOT);
    return starts && lost(before, byte) ? undefined : byte;
  });
}

const GARBAGE: DurakDefects = {
  'garbage-odd': {
    breaks: 'DRK-LK-05',
    text: 'Garbage is read two bytes at a time: an odd number of them takes the SYN after it.',
    change: loseAfterGarbage((count) => count % 2 === 1),
  },
  'garbage-256': {
    breaks: 'DRK-LK-05',
    text: 'More than 255 bytes of garbage wrap a counter, and the packet after them is lost.',
    change: loseAfterGarbage((count) => count > 255),
  },
  'garbage-hides-ack': {
    breaks: 'DRK-LK-05',
    text: 'After garbage only a SYN is looked for: an acknowledgement there is not seen.',
    change: loseAfterGarbage((count, byte) => count > 0 && byte === EOT),
  },
};

const RESYNC: DurakDefects = {
  'syn-no-resync': {
    breaks: 'DRK-LK-10',
    text: 'A SYN inside a line is a byte like any other: the line goes on to its LF.',
    change: filterBytes(({ byte, inside }) => (inside && byte === SYN ? OTHER : byte)),
  },
  'syn-no-resync-overlong': {
    breaks: 'DRK-LK-10',
    text: 'Inside an over-long line a SYN is skipped with the rest.',
    change: filterBytes(({ byte, inside, before }) =>
      inside && byte === SYN && before >= LINE_MAX ? OTHER : byte,
    ),
  },
  'syn-packet-not-applied': {
    breaks: 'DRK-LK-10',
    text: 'A deck that interrupted another line is acknowledged, but not applied.',
    change: (sound) => {
      let interrupted = false;
      return {
        receives: (event, state) => {
          if (event.kind === 'reject') interrupted = ['interrupted', 'too-long'].includes(event.error.code);
          return sound.receives(event, state);
        },
        rules: (event, state) => {
          const ruling = sound.rules(event, state);
          if (deckOf(event) === undefined || !interrupted || isSeveral(ruling)) return ruling;
          interrupted = false;
          const [ack] = ruling.sends ?? [];
          return { state, sends: ack === undefined ? [] : [ack] };
        },
      };
    },
  },
};

const TIMEOUT: DurakDefects = {
  'line-never-dropped': {
    breaks: 'DRK-LK-11',
    text: 'A line that does not end waits for its LF for ever.',
    change: withReceiver(() => new DurakDecoder({ lineTimeout: millis(1e9) })),
  },
  'line-dropped-early': {
    breaks: 'DRK-LK-11',
    text: 'A line that does not end is dropped after 2000 ms.',
    change: withReceiver(() => new DurakDecoder({ lineTimeout: millis(2000) })),
  },
  'line-timer-from-last-byte': {
    breaks: 'DRK-LK-11',
    text: 'The line timer is started anew by each byte: a line that trickles in is never dropped.',
    change: withReceiver(() => {
      const slowDecoder = (): DurakDecoder => new DurakDecoder({ lineTimeout: millis(1e9) });
      let inner = slowDecoder();
      let last: number | undefined;
      return {
        push: (bytes, at) => {
          if (last !== undefined && at - last >= LINE_TIME) inner = slowDecoder();
          last = at;
          return inner.push(bytes, at);
        },
        tick: () => [],
      };
    }),
  },
};

const LENGTH: DurakDefects = {
  'overlong-loses-next': {
    breaks: 'DRK-LK-12',
    text: 'After an over-long line the write index is off: the next packet is lost.',
    change: loseNextAfter(({ length }) => length > LINE_MAX),
  },
  'overlong-64k': {
    breaks: 'DRK-LK-12',
    text: 'A 16-bit count of the bytes without an LF wraps at 65 536: the next packet is lost.',
    change: loseNextAfter(({ quiet }) => quiet >= 65_536),
  },
  'buffer-512': {
    breaks: 'DRK-LK-12',
    text: `A line of more than ${BUFFER} bytes overwrites the memory behind the buffer: the next packet is lost.`,
    change: loseNextAfter(({ length }) => length > BUFFER),
  },
  'overlong-acked': {
    breaks: 'DRK-LK-12',
    text: 'The LF of an over-long line is acknowledged, as that of a packet is.',
    change: acksReject(({ code, raw }) => code === 'too-long' && raw.at(-1) === LF),
  },
  'pieces-64': {
    breaks: 'DRK-LK-13',
    text: `Each byte that comes alone is queued for the parser by itself: more than ${PIECES} of them in a line are too many.`,
    change: withReceiver((inner) => {
      let pieces = 0;
      let last: number | undefined;
      return {
        push: (bytes, at) => {
          if (bytes.includes(SYN)) pieces = 0;
          if (bytes.length === 1 && last !== undefined && at - last > ALONE) pieces++;
          last = at;
          return inner.push(pieces > PIECES ? bytes.map(() => OTHER) : bytes, at);
        },
        tick: (now) => inner.tick(now),
      };
    }),
  },
};

export const LINE_DEFECTS: DurakDefects = { ...GARBAGE, ...RESYNC, ...TIMEOUT, ...LENGTH };

/** The next packet is lost after `lost`: it gets the bytes of the line, or those since the last LF. */
function loseNextAfter(
  lost: (count: { readonly length: number; readonly quiet: number }) => boolean,
): Change {
  return (sound, context) => {
    let lose = false;
    let quiet = 0;
    const counting = filterBytes(({ byte, inside, before }) => {
      quiet = byte === LF ? 0 : quiet + 1;
      lose ||= lost({ length: inside ? before + 1 : 0, quiet });
      return byte;
    });
    const dropping = onEvents((event) => {
      if (event.kind !== 'frame' || !lose) return [event];
      lose = false;
      return [];
    });
    return { ...counting(sound, context), ...dropping(sound, context) };
  };
}

function isSeveral<T>(rulings: T | readonly T[]): rulings is readonly T[] {
  return Array.isArray(rulings);
}
