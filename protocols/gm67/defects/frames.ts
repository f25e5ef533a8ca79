/** Defects of frames, the scanner's and the host's, and of the times of replies: GM-FR and GM-TM-01. */
import { micros, millis, type FrameEvent, type RejectOf } from '../../../api/index';
import { nak } from '../board/firmware';
import { CAUSE, COMMANDS, hostLengths, sealed, type Command, type Reply } from '../wire/message';
import { isOf, onEvents, onRefusal, onReject, withReply, type Change, type Changes } from './hooks';

/** Changes the bytes of such replies; `body`: without the checksum. */
function onReply(type: Reply['type'], change: (body: Uint8Array, bytes: Uint8Array) => Uint8Array): Change {
  return (sound) => ({
    encode: (message, link, at) => {
      const bytes = sound.encode(message, link, at);
      return message.type === type ? change(bytes.slice(0, -2), bytes) : bytes;
    },
  });
}

/** Replies of some commands, or in some states, come after this time. */
function slow(
  ms: number,
  isSlow: (command: Command['type'] | undefined, session?: boolean) => boolean,
): Change {
  return (sound) => ({
    answerDelay: (event, state) =>
      isSlow(event.kind === 'message' ? event.message.type : undefined, state.session)
        ? millis(ms)
        : sound.answerDelay(event, state),
  });
}

const REPLIES: Changes = {
  'nak-checksum': onReply('nak', (body) =>
    Uint8Array.of(...body, ...sealed(body.subarray(0, 4)).subarray(4)),
  ),
  'value-source-host': onReply('value', (body) => sealed(body.with(2, 4))),
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
};

const BAD_LEN = nak(CAUSE.badContext);

const LENGTHS: Changes = {
  'half-frame-nak': onRefusal('truncated', (turn) => withReply(turn, nak(CAUSE.resend))),
  'half-frame-kept': (sound) => ({ interByte: micros(sound.interByte * 10) }),
  'half-frame-eats-next': loseNextAfter(({ error, raw }) => error.code === 'truncated' && raw.length >= 2),
  'short-patience': (sound) => ({ interByte: micros(sound.interByte * 0.35) }),
  'bad-len-twice': onRefusal('length', (turn) => ({ ...turn, answers: [BAD_LEN, BAD_LEN] })),
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
  'bad-len-eats-next': loseNextAfter(({ error, raw }) => error.code === 'length' && (raw[0] ?? 0) < 4),
};

const NOISE: Changes = {
  'noise-overrun': loseNextAfter(({ error }) => error.code === 'discarded'),
};

export const FRAME_DEFECTS: Changes = { ...REPLIES, ...CHECKSUMS, ...LENGTHS, ...NOISE };
