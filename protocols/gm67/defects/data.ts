/** Defects of codes as bytes: GM-DT-01 to DT-03. */
import { CODE_TYPE, LONGEST_SHORT_PAYLOAD, type Reply } from '../wire/message';
import { PARAMETER } from '../wire/parameters';
import { terminatorBytes } from '../wire/raw-mode';
import { millis, type PresentedCode } from '../../../api/index';
import type { Change, GmDefects } from './hooks';

/** Another payload in raw mode. */
function onRawPayload(change: (payload: Uint8Array) => Uint8Array): Change {
  return (sound) => ({ raw: (code, state) => sound.raw({ ...code, bytes: change(code.bytes) }, state) });
}

/** Other bytes for one terminator setting. */
function onTerminator(setting: number, bytes: readonly number[]): Change {
  return (sound) => ({
    raw: (code, state) => {
      const sent = sound.raw(code, state);
      if (state.parameters.get(PARAMETER.terminator) !== setting) return sent;
      return Uint8Array.of(...sent.subarray(0, sent.length - terminatorBytes(setting).length), ...bytes);
    },
  });
}

type Data = Extract<Reply, { type: 'data' }>;

/** Other frames in packet mode. */
function onDataFrame(change: (frame: Data, code: PresentedCode) => readonly Reply[]): Change {
  return (sound) => ({
    pack: (code, tries) =>
      sound.pack(code, tries).flatMap((frame) => (frame.type === 'data' ? change(frame, code) : [frame])),
  });
}

function untilByte(payload: Uint8Array, stop: number): Uint8Array {
  const at = payload.indexOf(stop);
  return at < 0 ? payload : payload.subarray(0, at);
}

const RAW: GmDefects = {
  'raw-seven-bits': {
    breaks: 'GM-DT-01',
    text: 'Raw data goes out with the top bit cleared.',
    change: onRawPayload((payload) => payload.map((byte) => byte & 0x7f)),
  },
  'raw-ends-at-nul': {
    breaks: 'GM-DT-01',
    text: 'Raw data is a C string: it ends at the first 00.',
    change: onRawPayload((payload) => untilByte(payload, 0)),
  },
  'raw-ends-at-cr': {
    breaks: 'GM-DT-01',
    text: 'Raw data ends at the first CR of the payload.',
    change: onRawPayload((payload) => untilByte(payload, 0x0d)),
  },
  'raw-upper-case': {
    breaks: 'GM-DT-01',
    text: 'Small letters come as capitals.',
    change: onRawPayload((payload) =>
      payload.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte)),
    ),
  },
  'raw-pause': {
    breaks: 'GM-DT-01',
    text: 'The sender refills its buffer of 32 bytes for 60 ms, in the middle of a code.',
    change: (sound) => ({
      write: (bytes) =>
        sound.write(bytes).flatMap((piece) =>
          piece.bytes.length <= 32
            ? [piece]
            : [
                { ...piece, bytes: piece.bytes.subarray(0, 32) },
                { bytes: piece.bytes.subarray(32), pause: millis(60) },
              ],
        ),
    }),
  },
};

const TERMINATORS: GmDefects = {
  'terminator-none-cr': {
    breaks: 'GM-DT-02',
    text: 'Terminator setting 0 still sends CR.',
    change: onTerminator(0, [0x0d]),
  },
  'terminator-crlf-swapped': {
    breaks: 'GM-DT-02',
    text: 'Terminator setting 1 sends LF before CR.',
    change: onTerminator(1, [0x0a, 0x0d]),
  },
  'terminator-tab-blank': {
    breaks: 'GM-DT-02',
    text: 'Terminator setting 3 sends a blank for TAB.',
    change: onTerminator(3, [0x20]),
  },
  'terminator-crcr-once': {
    breaks: 'GM-DT-02',
    text: 'Terminator setting 4 sends one CR.',
    change: onTerminator(4, [0x0d]),
  },
  'terminator-five-once': {
    breaks: 'GM-DT-02',
    text: 'Terminator setting 5 sends one CR LF.',
    change: onTerminator(5, [0x0d, 0x0a]),
  },
};

const PACKETS: GmDefects = {
  'packet-type-fixed': {
    breaks: 'GM-DT-03',
    text: 'The code type of packets is always that of DataMatrix.',
    change: onDataFrame((frame) => [{ ...frame, codeType: CODE_TYPE.datamatrix }]),
  },
  'packet-without-type': {
    breaks: 'GM-DT-03',
    text: 'EAN-13 and Code 128 come with the code type 00.',
    change: onDataFrame((frame, { symbology }) => [
      symbology === 'ean13' || symbology === 'code128' ? { ...frame, codeType: 0 } : frame,
    ]),
  },
  'packet-terminated': {
    breaks: 'GM-DT-03',
    text: 'The terminator CR goes into the packet, after the payload.',
    change: onDataFrame((frame) => [{ ...frame, payload: Uint8Array.of(...frame.payload, 0x0d) }]),
  },
  'long-code-split': {
    breaks: 'GM-DT-03',
    text: 'A code above 249 bytes comes in short frames, one after another.',
    change: onDataFrame((frame) => {
      const count = Math.max(1, Math.ceil(frame.payload.length / LONGEST_SHORT_PAYLOAD));
      return Array.from({ length: count }, (_, i) => ({
        ...frame,
        payload: frame.payload.subarray(i * LONGEST_SHORT_PAYLOAD, (i + 1) * LONGEST_SHORT_PAYLOAD),
      }));
    }),
  },
  'long-code-cut': {
    breaks: 'GM-DT-03',
    text: 'A code above 249 bytes is cut to as many.',
    change: onDataFrame((frame) => [{ ...frame, payload: frame.payload.subarray(0, LONGEST_SHORT_PAYLOAD) }]),
  },
};

export const DATA_DEFECTS: GmDefects = { ...RAW, ...TERMINATORS, ...PACKETS };
