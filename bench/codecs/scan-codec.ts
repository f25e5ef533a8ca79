/** The scanner's frames: bytes to messages, messages to bytes, against hand-written code. */
import { random } from '../../devices/random';
import { encodeCommand, encodeReply } from '../../protocols/gm67/gm67';
import { decodeReply, replies } from '../../protocols/gm67/gm67';
import { hostCommand, scannerReply, type Command, type Reply } from '../../protocols/gm67/message';
import { splitChunks } from './shuffle-frames';
import type { Contender, Prepared } from '../measure';
import { encodeBareCommand, decodeBareReply, BareReplyStream } from './scan-baseline';
import { decoderContender, wirejigContender } from './stream-contenders';

const COUNT = 256;
const MASK = COUNT - 1;
const source = random(67);

/** Codes of 1 to 24 bytes, acknowledgements and parameter values, as a scanner sends them. */
const REPLIES: readonly Reply[] = Array.from({ length: COUNT }, (_, i) => {
  const byte = (): number => source.int(0, 255);
  if (i % 4 === 0) return scannerReply({ type: 'ack' });
  if (i % 4 === 1)
    return scannerReply({ type: 'value', prefix: 0, number: source.int(0, 0xf1), value: byte() });
  const payload = Uint8Array.from({ length: source.int(1, 24) }, byte);
  return scannerReply({ type: 'data', codeType: 0xf2, payload });
});
const REPLY_FRAMES = REPLIES.map(encodeReply);

const COMMANDS: readonly Command[] = Array.from({ length: COUNT }, (_, i) => {
  const value = source.int(0, 255);
  if (i % 4 === 0) return hostCommand({ type: 'start' });
  if (i % 4 === 1) return hostCommand({ type: 'beep', pattern: value % 27 });
  const number = i % 4 === 2 ? source.int(0, 0xf1) : 0xf200 + value;
  return hostCommand({ type: 'write', prefix: 0xff, number, value });
});

/** The results so far. */
const tally = { bytes: 0, reply: REPLIES[0] };

function consume(reply: Reply): void {
  // Stored, so that the compiler cannot remove the work.
  tally.reply = reply;
}

/** `decodeReply` on whole frames. */
export function decodeScannerFrames(): Promise<Prepared> {
  const bare: Contender = {
    name: 'hand-written, bare',
    work: (count) => {
      for (let i = 0; i < count; i++) {
        const reply = decodeBareReply(REPLY_FRAMES[i & MASK]!);
        if (reply !== null) consume(reply);
      }
    },
    answer: () => REPLY_FRAMES.map((frame) => decodeBareReply(frame)),
  };
  const wirejig: Contender = {
    name: 'wirejig',
    work: (count) => {
      for (let i = 0; i < count; i++) consume(decodeReply(REPLY_FRAMES[i & MASK]!));
    },
    answer: () => REPLY_FRAMES.map(decodeReply),
  };
  return Promise.resolve({
    comparison: {
      title: 'GM67 decode: scanner frames: codes of 1..24 bytes, ACK, parameter values',
      unit: 'frames',
      contenders: [wirejig, bare],
      limits: [
        {
          peer: bare.name,
          atLeast: 0.4,
          reason: 'LEN against the opcode, SOURCE and long frames are checked',
        },
      ],
    },
  });
}

/** `encodeCommand`, a new frame for each message. */
export function encodeScannerFrames(): Promise<Prepared> {
  const bare: Contender = {
    name: 'hand-written, bare',
    work: (count) => {
      for (let i = 0; i < count; i++) tally.bytes += encodeBareCommand(COMMANDS[i & MASK]!).length;
    },
    answer: () => COMMANDS.map(encodeBareCommand),
  };
  const wirejig: Contender = {
    name: 'wirejig',
    work: (count) => {
      for (let i = 0; i < count; i++) tally.bytes += encodeCommand(COMMANDS[i & MASK]!).length;
    },
    answer: () => COMMANDS.map(encodeCommand),
  };
  return Promise.resolve({
    comparison: {
      title: 'GM67 encode: START, BEEP and parameter writes',
      unit: 'frames',
      contenders: [wirejig, bare],
      limits: [
        {
          peer: bare.name,
          atLeast: 0.4,
          reason: 'every value is checked; the bare encoder trusts its caller',
        },
      ],
    },
  });
}

/** The decoder on 16-byte chunks. */
export function decodeScannerStream(): Promise<Prepared> {
  const chunks = splitChunks(REPLY_FRAMES, 16);
  const baseline = decoderContender<Reply>('hand-written, bare', COUNT, (take) => {
    const parser = new BareReplyStream(take);
    return () => {
      for (const chunk of chunks) parser.push(chunk);
    };
  });
  return Promise.resolve({
    comparison: {
      title: 'GM67 streaming decode: 16-byte chunks of the same frames',
      unit: 'frames',
      contenders: [wirejigContender(COUNT, chunks, replies().decoder()), baseline],
      limits: [
        {
          peer: baseline.name,
          atLeast: 0.4,
          reason: 'each event owns a copy of its bytes and its times; wake bytes and pauses are looked for',
        },
      ],
    },
  });
}
