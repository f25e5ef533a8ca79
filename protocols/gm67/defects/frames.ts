/** Defects of frames, the scanner's and the host's, and of the times of replies: GM-FR and GM-TM-01. */
import { after, micros, millis, type FrameEvent, type Micros, type RejectOf } from '../../../api/index';
import { nak } from '../board/firmware';
import { CAUSE, COMMANDS, hostLengths, sealed, type Command, type Reply } from '../wire/message';
import { inState, isOf, onEvents, onRefusal, onReject, onStep, withReply } from './hooks';
import type { Change, Changes } from './hooks';

/** Changes the bytes of such replies; `body`: without the checksum. */
function onReply(type: Reply['type'], change: (body: Uint8Array, bytes: Uint8Array) => Uint8Array): Change {
  return onStep('encode', (bytes, { type: sent }) =>
    sent === type ? change(bytes.slice(0, -2), bytes) : bytes,
  );
}

/** Replies of some commands, or in some states, come after this time. */
function slow(
  ms: number,
  isSlow: (command: Command['type'] | undefined, session?: boolean) => boolean,
): Change {
  return onStep('answerDelay', (usual, event, { session }) =>
    isSlow(event.kind === 'message' ? event.message.type : undefined, session) ? millis(ms) : usual,
  );
}

const REPLIES: Changes = {
  'nak-checksum': onReply('nak', (body) =>
    Uint8Array.of(...body, ...sealed(body.subarray(0, 4)).subarray(4)),
  ),
  'value-source-host': onReply('value', (body) => sealed(body.with(2, 4))),
  'checksum-carry': onStep('encode', (bytes, { type }) =>
    type !== 'raw' && bytes.at(-1) === 0 ? bytes.with(-2, (bytes.at(-2) ?? 0) - 1) : bytes,
  ),
  'revision-len': onReply('revision', (body) => sealed(body.with(0, body.length + 1))),
  'slow-write': slow(150, (command) => command === 'write'),
  'slow-while-scanning': slow(130, (_command, session) => session === true),
};

/** A wrong checksum is accepted if the byte at `offset` from its end is right. */
function checksumByteOnly(offset: -1 | -2): Change {
  return onReject('checksum', (reject) => {
    const isRight = reject.raw.at(offset) === COMMANDS.resum(reject.raw).at(offset);
    return [isRight ? asValidFrame(reject) : reject];
  });
}

/** A rejected frame as a valid one, if all of it was readable. */
function asValidFrame(reject: RejectOf<Command>): FrameEvent<Command> {
  const { raw, first, last, value } = reject;
  return value === undefined ? reject : { kind: 'frame', raw, first, last, value };
}

/** Frames that begin within a time after rejected bytes are lost; `until` gives its end. */
function ignoreInputAfter(
  until: (reject: RejectOf<Command>, interByte: Micros) => Micros | undefined,
): Change {
  return (sound, context) => {
    let end = micros(0);
    return onEvents((event) => {
      if (event.kind === 'frame') return event.first < end ? [] : [event];
      end = until(event, sound.interByte) ?? end;
      return [event];
    })(sound, context);
  };
}

/** The next frame after rejected bytes for which `upsets` holds is lost. */
function loseNextAfter(upsets: (reject: RejectOf<Command>) => boolean): Change {
  return (sound, context) => {
    let upset = false;
    return onEvents((event) => {
      const isLost = upset && event.kind === 'frame';
      upset = event.kind === 'reject' && (upset || upsets(event));
      return isLost ? [] : [event];
    })(sound, context);
  };
}

const CHECKSUMS: Changes = {
  'checksum-ignored': onReject('checksum', (reject) => [asValidFrame(reject)]),
  'checksum-high-only': checksumByteOnly(-2),
  'checksum-low-only': checksumByteOnly(-1),
  'bad-checksum-silent': onRefusal('checksum', (turn) => withReply(turn, undefined)),
  'bad-checksum-denied': onRefusal('checksum', (turn) => withReply(turn, nak(CAUSE.denied))),
  'bad-checksum-twice': onRefusal('checksum', (turn) => ({
    ...turn,
    answers: [...turn.answers, ...turn.answers],
  })),
  'bad-checksum-write-kept': (sound) => ({
    handleReject: (before, reject) => {
      const turn = sound.handleReject(before, reject);
      const { value } = COMMANDS.decode(reject.raw);
      if (reject.code !== 'checksum' || value === undefined || !isOf(value, 'write')) return turn;
      return { ...turn, state: sound.applyCommand(before, value).state };
    },
  }),
  'bad-checksum-enables': onRefusal('checksum', (turn) => inState(turn, { enabled: true })),
  'bad-checksum-ends-session': onRefusal('checksum', (turn) => inState(turn, { session: false })),
  'bad-checksum-deaf': ignoreInputAfter(({ error, last }, interByte) =>
    error.code === 'checksum' ? after(last, interByte) : undefined,
  ),
};

const BAD_LEN = nak(CAUSE.badContext);
const WRITE = 0xc6;

const LENGTHS: Changes = {
  'half-frame-nak': onRefusal('truncated', (turn) => withReply(turn, nak(CAUSE.resend))),
  'half-frame-kept': (sound) => ({ interByte: micros(sound.interByte * 10) }),
  'half-frame-eats-next': loseNextAfter(({ error, raw }) => error.code === 'truncated' && raw.length >= 2),
  'short-patience': (sound) => ({ interByte: micros(sound.interByte * 0.35) }),
  'frame-timer': (sound, context) =>
    onEvents((event) => (event.last - event.first > 1.25 * sound.interByte ? [] : [event]))(sound, context),
  'bad-len-twice': onRefusal('length', (turn) => ({ ...turn, answers: [BAD_LEN, BAD_LEN] })),
  'bad-len-resync': ({ frames, ...sound }) => ({
    frames: {
      ...frames,
      measure: (bytes, from, to) =>
        [1, 2, 3].includes(bytes[from] ?? 0) ? 1 : frames.measure(bytes, from, to),
    },
    handleReject: (state, reject) =>
      reject.raw.length === 1 ? { state, answers: [] } : sound.handleReject(state, reject),
  }),
  'len-trusted': ({ frames }) => ({
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
  'short-write-taken': ({ frames }) => ({
    frames: {
      ...frames,
      measure: (bytes, from, to) =>
        bytes[from] === 6 && bytes[from + 1] === WRITE ? 8 : frames.measure(bytes, from, to),
      decode: (raw) => {
        const isShort = raw[0] === 6 && raw[1] === WRITE;
        return frames.decode(isShort ? sealed([7, ...raw.subarray(1, 6), 0]) : raw);
      },
    },
  }),
  'bad-len-eats-next': loseNextAfter(({ error, raw }) => error.code === 'length' && (raw[0] ?? 0) < 4),
};

const XOFF = 0x13;
const XON = 0x11;

const NOISE: Changes = {
  'noise-overrun': loseNextAfter(({ error }) => error.code === 'discarded'),
  'noise-xoff': (sound, context) => {
    let halted = micros(0);
    return {
      ...onEvents((event) => {
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
  'noise-lockout': ignoreInputAfter(({ raw, last }, interByte) =>
    raw.length > 16 && raw.includes(0xff) ? after(last, micros(4 * interByte)) : undefined,
  ),
};

export const FRAME_DEFECTS: Changes = { ...REPLIES, ...CHECKSUMS, ...LENGTHS, ...NOISE };
