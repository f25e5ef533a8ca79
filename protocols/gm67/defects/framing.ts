/** Defects in splitting bytes into frames: GM-FR-02 to FR-05. */
import type { FrameEvent, RejectOf } from '../../../api/index';
import { CAUSE, checksum, COMMANDS, hostLengths, sealed, type Command } from '../wire/message';
import { after, micros, millis, type Micros } from '../../../api/index';
import { nak } from '../board/firmware';
import {
  isOf,
  asValidFrame,
  onEvent,
  onRefusal,
  onReject,
  withReply,
  withoutReply,
  type Change,
  type GmDefects,
} from './hooks';

/** A wrong checksum is accepted if the byte at `offset` from its end is right. */
function checksumByteOnly(offset: 1 | 2): Change {
  return onReject('checksum', (reject) => {
    const { raw } = reject;
    const right = checksum(raw, raw.length - 2);
    return [
      raw[raw.length - offset] === (offset === 2 ? right >> 8 : right & 0xff) ? asValidFrame(reject) : reject,
    ];
  });
}

/** Frames that begin within a time after an event are lost; `until` gives its end. */
function ignoreInputAfter(
  until: (event: FrameEvent<Command>, interByte: Micros) => Micros | undefined,
): Change {
  return (sound, context) => {
    let end = micros(0);
    return onEvent((event) => {
      if (event.kind === 'frame' && event.first < end) return [];
      end = until(event, sound.interByte) ?? end;
      return [event];
    })(sound, context);
  };
}

/** The next frame after rejected bytes for which `upsets` holds is lost. */
function loseNextAfter(upsets: (reject: RejectOf<Command>) => boolean): Change {
  return (sound, context) => {
    let upset = false;
    return onEvent((event) => {
      if (event.kind === 'reject') {
        upset ||= upsets(event);
        return [event];
      }
      const lost = upset;
      upset = false;
      return lost ? [] : [event];
    })(sound, context);
  };
}

const CHECKSUMS: GmDefects = {
  'checksum-ignored': {
    breaks: 'GM-FR-02',
    text: 'The checksum is not looked at.',
    change: onReject('checksum', (reject) => [asValidFrame(reject)]),
  },
  'checksum-high-only': {
    breaks: 'GM-FR-02',
    text: 'Only the high byte of the checksum is compared.',
    change: checksumByteOnly(2),
  },
  'checksum-low-only': {
    breaks: 'GM-FR-02',
    text: 'Only the low byte of the checksum is compared.',
    change: checksumByteOnly(1),
  },
  'bad-checksum-silent': {
    breaks: 'GM-FR-02',
    text: 'A frame with a wrong checksum is dropped without an answer.',
    change: onRefusal('checksum', withoutReply),
  },
  'bad-checksum-denied': {
    breaks: 'GM-FR-02',
    text: 'A frame with a wrong checksum is answered with NAK 06.',
    change: onRefusal('checksum', (turn) => withReply(turn, nak(CAUSE.denied))),
  },
  'bad-checksum-twice': {
    breaks: 'GM-FR-02',
    text: 'A wrong checksum is answered with two NAKs.',
    change: onRefusal('checksum', (turn) => ({ ...turn, answers: [...turn.answers, ...turn.answers] })),
  },
  'bad-checksum-write-kept': {
    breaks: 'GM-FR-02',
    text: 'A parameter write is stored byte by byte, before its checksum is found to be wrong.',
    change: (sound) => ({
      handleReject: (before, reject) => {
        const turn = sound.handleReject(before, reject);
        const { value } = COMMANDS.decode(reject.raw);
        if (reject.code !== 'checksum' || value === undefined || !isOf(value, 'write')) return turn;
        return { ...turn, state: sound.applyCommand(before, value).state };
      },
    }),
  },
  'bad-checksum-deaf': {
    breaks: 'GM-FR-02',
    text: 'After a wrong checksum the receiver ignores frames until a pause.',
    change: ignoreInputAfter((event, interByte) =>
      event.kind === 'reject' && event.error.code === 'checksum' ? after(event.last, interByte) : undefined,
    ),
  },
};

const LENGTHS: GmDefects = {
  'half-frame-nak': {
    breaks: 'GM-FR-03',
    text: 'A frame that stops half-way is answered with NAK 01.',
    change: onRefusal('truncated', (turn) => withReply(turn, nak(CAUSE.resend))),
  },
  'half-frame-kept': {
    breaks: 'GM-FR-03',
    text: 'A frame that stopped half-way is kept for ten times as long: the next frame goes to fill it.',
    change: (sound) => ({ interByte: micros(sound.interByte * 10) }),
  },
  'half-frame-eats-next': {
    breaks: 'GM-FR-03',
    text: 'After a frame that stopped after its opcode the receiver does not start anew: the next frame is lost.',
    change: loseNextAfter(({ error, raw }) => error.code === 'truncated' && raw.length >= 2),
  },
  'short-patience': {
    breaks: 'GM-FR-03',
    text: 'A frame is dropped at gaps above a third of what the page allows it.',
    change: (sound) => ({ interByte: micros(sound.interByte * 0.35) }),
  },
  'bad-len-twice': {
    breaks: 'GM-FR-04',
    text: 'A bad LEN is answered with two NAKs.',
    change: onRefusal('length', (turn) => ({
      ...turn,
      answers: [{ reply: nak(CAUSE.badContext) }, { reply: nak(CAUSE.badContext) }],
    })),
  },
  'bad-len-resync': {
    breaks: 'GM-FR-04',
    text: 'A LEN below 4 is skipped alone: what follows without a pause is obeyed.',
    change: ({ frames, ...sound }) => ({
      frames: {
        ...frames,
        measure: (bytes, from, to) => (isShort(bytes[from]) ? 1 : frames.measure(bytes, from, to)),
      },
      handleReject: (state, reject) =>
        reject.raw.length === 1 ? { state, answers: [] } : sound.handleReject(state, reject),
    }),
  },
  'len-trusted': {
    breaks: 'GM-FR-04',
    text: 'LEN is not checked against the opcode: a start with data is obeyed.',
    change: ({ frames }) => ({
      frames: {
        ...frames,
        measure: (bytes, from, to) => {
          const len = bytes[from] ?? 0;
          const total = frames.measure(bytes, from, to);
          return total < 0 && len >= 4 && len <= 254 ? len + 2 : total;
        },
        // It reads the bytes that have a meaning.
        decode: (raw) => {
          const [, most] = hostLengths(raw[1] ?? 0);
          const read = frames.decode(raw);
          const isLonger = read.kind === 'reject' && read.error.code === 'trailing' && raw.length > most + 2;
          return isLonger ? frames.decode(sealed([most, ...raw.subarray(1, most)])) : read;
        },
      },
    }),
  },
  'bad-len-eats-next': {
    breaks: 'GM-FR-04',
    text: 'A LEN below 4 leaves the byte counter wrong: the next frame is lost.',
    change: loseNextAfter(({ error, raw }) => error.code === 'length' && (raw[0] ?? 0) < 4),
  },
};

const XOFF = 0x13;
const XON = 0x11;

const NOISE: GmDefects = {
  'noise-overrun': {
    breaks: 'GM-FR-05',
    text: 'Noise of more than the buffer of 256 bytes leaves it full: the next frame is lost.',
    change: loseNextAfter(({ error }) => error.code === 'discarded'),
  },
  'noise-xoff': {
    breaks: 'GM-FR-05',
    text: 'XOFF (13) within noise stops the sender for two command times, or until XON (11).',
    change: (sound, context) => {
      let halted = micros(0);
      return {
        ...onEvent((event) => {
          if (event.kind !== 'reject') return [event];
          if (event.raw.lastIndexOf(XOFF) > event.raw.lastIndexOf(XON))
            halted = micros(event.last + sound.interByte + 2 * millis(context.p.commandMs));
          else if (event.raw.includes(XON)) halted = micros(0);
          return [event];
        })(sound, context),
        answerDelay: (event, state) => {
          const at = 'last' in event ? event.last.notAfter : micros(0);
          return at < halted ? micros(halted - at) : sound.answerDelay(event, state);
        },
      };
    },
  },
  'noise-lockout': {
    breaks: 'GM-FR-05',
    text: 'After a long stretch of noise that holds FF the receiver ignores input for three pauses.',
    change: ignoreInputAfter((event, interByte) =>
      event.kind === 'reject' && event.raw.length > 16 && event.raw.includes(0xff)
        ? after(event.last, micros(4 * interByte))
        : undefined,
    ),
  },
};

function isShort(len: number | undefined): boolean {
  return len === 1 || len === 2 || len === 3;
}

export const FRAMING_DEFECTS: GmDefects = { ...CHECKSUMS, ...LENGTHS, ...NOISE };
