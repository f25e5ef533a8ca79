/** Defects of codes: their bytes, repetitions, disabled scanners, and codes shown again. GM-DT. */
import { micros, surplusSend, type PresentedCode } from '../../../api/index';
import type { GmFirmware } from '../board/firmware';
import { CODE_TYPE, LONGEST_SHORT_PAYLOAD, OPCODE, sealed, SOURCE, type Reply } from '../wire/message';
import { PARAMETER } from '../wire/parameters';
import { terminatorBytes } from '../wire/raw-mode';
import type { Output } from '../wire/decoders';
import { inState, onCommand, onRuling, onSend, onStep, type Change, type Changes } from './hooks';

function onRawPayload(change: (payload: Uint8Array) => Uint8Array): Change {
  return (sound) => ({ raw: (code, state) => sound.raw({ ...code, bytes: change(code.bytes) }, state) });
}

function untilByte(stop: number): Change {
  return onRawPayload((payload) =>
    payload.subarray(0, payload.includes(stop) ? payload.indexOf(stop) : undefined),
  );
}

function onTerminator(setting: number, ...bytes: readonly number[]): Change {
  return onStep('raw', (sent, _code, { parameters }) => {
    if (parameters.get(PARAMETER.terminator) !== setting) return sent;
    return Uint8Array.of(...sent.subarray(0, sent.length - terminatorBytes(setting).length), ...bytes);
  });
}

type Data = Extract<Reply, { type: 'data' }>;

function onDataFrame(change: (frame: Data, code: PresentedCode) => readonly Output[]): Change {
  return onStep('pack', (frames, code) =>
    frames.flatMap((frame) => (frame.type === 'data' ? change(frame, code) : [frame])),
  );
}

const MOST = LONGEST_SHORT_PAYLOAD;

/** A short frame with the LEN FF, which begins a long one. */
function tooLong({ status, codeType, payload }: Data): Uint8Array {
  return sealed([0xff, OPCODE.data, SOURCE.scanner, status, codeType, ...payload]);
}

const BYTES: Changes = {
  'raw-seven-bits': onRawPayload((payload) => payload.map((byte) => byte & 0x7f)),
  'raw-ends-at-nul': untilByte(0),
  'raw-ends-at-cr': untilByte(0x0d),
  'raw-fills-buffer': onRawPayload((payload) => payload.subarray(0, payload.length === 64 ? -1 : undefined)),
  'raw-upper-case': onRawPayload((payload) =>
    payload.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte)),
  ),
  'raw-code-id': onRawPayload((payload) => Uint8Array.of(0x75, ...payload)),
  'raw-pause': onRuling((ruling, _event, state, { p }) => ({
    ...ruling,
    sends: (ruling.sends ?? []).flatMap((send) => {
      const code = send.make?.(state);
      if (code?.type !== 'raw' || code.bytes.length <= 32) return [send];
      const [first, rest] = [code.bytes.subarray(0, 32), code.bytes.subarray(32)];
      const pause = 60 + (32 * 10_000) / p.baud;
      return [
        { ...send, make: () => ({ ...code, bytes: first }) },
        surplusSend({ ...code, bytes: rest }, pause),
      ];
    }),
  })),
  'terminator-none-cr': onTerminator(0, 0x0d),
  'terminator-crlf-swapped': onTerminator(1, 0x0a, 0x0d),
  'terminator-tab-blank': onTerminator(3, 0x20),
  'terminator-crcr-once': onTerminator(4, 0x0d),
  'terminator-five-once': onTerminator(5, 0x0d, 0x0a),
  'packet-type-fixed': onDataFrame((frame) => [{ ...frame, codeType: CODE_TYPE.datamatrix }]),
  'packet-without-type': onDataFrame((frame, { symbology }) => [
    ['ean13', 'code128'].includes(symbology) ? { ...frame, codeType: 0 } : frame,
  ]),
  'packet-terminated': onDataFrame((frame) => [{ ...frame, payload: Uint8Array.of(...frame.payload, 0x0d) }]),
  'packet-terminated-crlf': onSend((send, { scanner }) => ({
    ...send,
    make: (state) => {
      const reply = send.make?.(state);
      return reply?.type === 'data' && scanner.parameters.get(PARAMETER.terminator) === 1
        ? { ...reply, payload: Uint8Array.of(...reply.payload, 0x0d, 0x0a) }
        : reply;
    },
  })),
  'long-code-split': onDataFrame((frame) =>
    Array.from({ length: Math.max(1, Math.ceil(frame.payload.length / MOST)) }, (_, i) => ({
      ...frame,
      payload: frame.payload.subarray(i * MOST, (i + 1) * MOST),
    })),
  ),
  'long-code-in-short': onDataFrame((frame) => [
    frame.payload.length === MOST + 1 ? { type: 'raw', bytes: tooLong(frame) } : frame,
  ]),
  'long-code-cut': onDataFrame((frame) => [{ ...frame, payload: frame.payload.subarray(0, MOST) }]),
};

/** Another time from a code's last byte to the next try, as a share of the profile's. */
function retryAfter(share: number): Change {
  return (_sound, { p }) => ({ ackTimeout: () => micros(1000 * p.dataAckMs * share) });
}

type Effect = ReturnType<GmFirmware['ackEffect']>;

/** Another effect of host frames on a code that was sent; undefined: the same. */
function onAck(effect: (...asked: Parameters<GmFirmware['ackEffect']>) => Effect | undefined): Change {
  return onStep('ackEffect', (usual, ...asked) => effect(...asked) ?? usual);
}

/** Longer than any run. */
const NEVER = micros(1e12);

const RETRIES: Changes = {
  'no-retry': () => ({ retries: 0 }),
  'one-retry-more': (sound) => ({ retries: sound.retries + 1 }),
  'retry-without-bit': (sound) => ({ pack: (code) => sound.pack(code, 0) }),
  'retry-early': retryAfter(2 / 3),
  'retry-late': retryAfter(1.5),
  'nak-resends': onAck(({ type }) => (type === 'nak' ? 'again' : undefined)),
  'nak-acknowledges': onAck(({ type }) => (type === 'nak' ? 'acknowledged' : undefined)),
  'ack-unheard': onAck(() => 'nothing'),
  'late-ack-unheard': onAck((_command, tries) => (tries > 1 ? 'nothing' : undefined)),
  'any-command-acknowledges': onAck(() => 'acknowledged'),
  'early-ack-counts': (sound) => {
    let isEarly = false;
    return {
      receives: (event, state) => {
        if (event.kind === 'frame' && event.value.type === 'ack') isEarly = !sound.waitsForAck();
        return sound.receives(event, state);
      },
      ackTimeout: () => (isEarly ? NEVER : sound.ackTimeout()),
    };
  },
  'commands-wait-for-ack': (sound) => ({
    receives: (event, state) => {
      const isAnswer = event.kind === 'frame' && ['ack', 'nak'].includes(event.value.type);
      return sound.waitsForAck() && !isAnswer ? [] : sound.receives(event, state);
    },
  }),
};

/** Decides whether a code is read: `rule` gets whether a sound scanner reads it, and how often in a row it was read. */
function onRead(rule: (sent: boolean, inRow: number) => boolean): Change {
  return (sound) => {
    let latest = '';
    let count = 0;
    return onStep('readCode', ({ state, sent }, _before, { symbology, bytes }) => {
      const name = `${symbology} ${bytes.join()}`;
      if (sent) count = name === latest ? count + 1 : 1;
      if (sent) latest = name;
      return { state, sent: rule(sent, count) };
    })(sound);
  };
}

const SHOWINGS: Changes = {
  'disable-ignored': onCommand('disable', (turn, { enabled }) => inState(turn, { enabled })),
  'led-off-disables': onCommand('led-off', (turn) => inState(turn, { enabled: false })),
  'sleep-enables': onCommand('sleep', (turn) => inState(turn, { enabled: true })),
  'disable-raw-only': (sound) => ({
    readCode: (before, code) => {
      const packet = before.parameters.get(PARAMETER.packet) === 1;
      const seen = sound.readCode(packet ? { ...before, enabled: true } : before, code);
      return { ...seen, state: { ...seen.state, enabled: before.enabled } };
    },
  }),
  'disable-holds-code': (sound) => {
    let held: readonly PresentedCode[] = [];
    return {
      readCode: (before, code) => {
        if (before.enabled !== true) held = [code];
        return sound.readCode(before, code);
      },
      applyCommand: (before, command) => {
        const turn = sound.applyCommand(before, command);
        if (command.type !== 'enable' || before.asleep || held.length === 0) return turn;
        const codes = held;
        held = [];
        return { ...turn, codes };
      },
    };
  },
  'enable-loses-first': (sound) => {
    let warming = false;
    return {
      applyCommand: (before, command) => {
        const turn = sound.applyCommand(before, command);
        warming ||= before.enabled !== true && turn.state.enabled === true;
        return turn;
      },
      readCode: (before, code) => {
        const { state, sent } = sound.readCode(before, code);
        const isLost = warming && sent;
        if (sent) warming = false;
        return { state, sent: sent && !isLost };
      },
    };
  },
  'same-code-twice': onRuling((ruling, event, { scanner }, { p, steps }) => {
    const isSent = event.kind === 'shown' && !scanner.session && steps.readCode(scanner, event.code).sent;
    if (!isSent) return ruling;
    const again: Output = { type: 'raw', bytes: steps.raw(event.code, scanner) };
    return { ...ruling, sends: [...(ruling.sends ?? []), surplusSend(again, p.sameCodeMs / 2)] };
  }),
  'same-code-never-again': onRead((sent, inRow) => sent && inRow === 1),
  'third-showing-lost': onRead((sent, inRow) => sent && inRow % 3 !== 0),
};

export const CODE_DEFECTS: Changes = { ...BYTES, ...RETRIES, ...SHOWINGS };
