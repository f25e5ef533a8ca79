/**
 * The firmware of the virtual GM67, as small steps. A defect changes some of them.
 *
 *     bytes → wrapDecoder → mapEvent → accept → applyCommand | handleReject → encode → the line
 *     a code presented → readCode → raw | pack → write → the line → ackEffect → again
 */
import { encodeReply } from '../../../protocols/gm67/gm67';
import {
  CAUSE,
  CODE_TYPE,
  COMMANDS,
  scannerReply,
  STATUS,
  type Command,
  type FramedCommand,
  type Reply,
  type Symbology,
} from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { rawBytes } from '../../../protocols/gm67/raw-mode';
import { scannerModel, type Expected, type ScannerState } from '../../../protocols/gm67/rules';
import type { Decoder, FrameEvent, RejectOf } from '../../../protocols/frame';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { ContentWire } from '../../../protocols/wire/codec';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';
import { applyDefects } from '../engine/build-firmware';
import type { Profile } from './profile';

/** A presented code. */
export interface Code {
  readonly symbology: Symbology;
  readonly payload: Uint8Array;
}

/** A reply; `delay` is added to its due time. */
export interface Answer {
  readonly reply: Reply;
  readonly delay?: Micros;
}

/** The scanner after an event, and its answers. */
export interface Turn {
  readonly state: ScannerState;
  readonly answers: readonly Answer[];
  /** The codes that it reads now. */
  readonly codes?: readonly Code[];
}

/** Bytes for the line, `pause` after the end of the bytes before them. */
export interface Segment {
  readonly bytes: Uint8Array;
  readonly pause: Micros;
}

export interface GmFirmware {
  /** The wire of the host's frames. */
  readonly frames: ContentWire<FramedCommand>;
  /** Silence that ends a frame or a dropped stretch. */
  readonly interByte: Micros;
  readonly wrapDecoder: (decoder: Decoder<Command>) => Decoder<Command>;
  /** The events that the framing makes of an event: it may drop, change or add some. */
  readonly mapEvent: (event: FrameEvent<Command>) => readonly FrameEvent<Command>[];
  /** Whether an event is accepted; `awaiting`: a code in packet mode waits for its ACK. */
  readonly accept: (event: FrameEvent<Command>, awaiting: boolean) => boolean;
  readonly applyCommand: (state: ScannerState, command: Command) => Turn;
  readonly handleReject: (state: ScannerState, reject: RejectOf<Command>) => Turn;
  /** Time from the event that decides a reply to its first byte; `state` is from before it. */
  readonly delay: (event: FrameEvent<Command>, state: ScannerState) => Micros;
  readonly encode: (reply: Reply) => Uint8Array;
  /** Decides whether a presented code is read. */
  readonly readCode: (
    state: ScannerState,
    code: Code,
  ) => { readonly state: ScannerState; readonly sent: boolean };
  /** When the same presentation is read again, counted from the presentation. */
  readonly rereadDelays: (state: ScannerState) => readonly Micros[];
  /** A code's bytes in raw mode. */
  readonly raw: (code: Code, state: ScannerState) => Uint8Array;
  /** A code's frames in packet mode, at its first try (0) or a later one. */
  readonly pack: (code: Code, tries: number) => readonly Reply[];
  /** How the bytes of a code go on the line. */
  readonly write: (bytes: Uint8Array) => readonly Segment[];
  /** The effect of a host frame on a code that was sent `tries` times. */
  readonly ackEffect: (command: Command, tries: number) => 'acknowledged' | 'again' | 'nothing';
  /** Time from a code's last byte to its next try, or until it is given up. */
  readonly ackTimeout: () => Micros;
  readonly retries: number;
}

/** The context of a defect: parts of its board. */
export interface DefectContext {
  readonly profile: Profile;
  readonly random: Random;
}

export interface GmDefect extends Defect {
  /** The steps that differ from `sound`. Called at each power-on. */
  readonly change: (sound: GmFirmware, context: DefectContext) => Partial<GmFirmware>;
}

export type GmDefects = DefectTable<GmDefect>;

export const ACK = scannerReply({ type: 'ack' });

export function nak(cause: number): Reply {
  return scannerReply({ type: 'nak', cause });
}

/** Symbologies that parameter F2 50 switches off. */
const TWO_D: ReadonlySet<Symbology> = new Set(['datamatrix', 'qr']);
const LEAST_DELAY_US = 500;
const MOST_DELAY_US = 25_000;
/** The time to the next try as a share of the profile's: the page allows 20 %. */
const ACK_TIMEOUT_SHARE = { least: 0.88, most: 1.05 } as const;
function answersTo(expected: Expected, command: Command, { unknownCause }: Profile): readonly Answer[] {
  switch (expected.type) {
    case 'none':
    case 'open':
      return [];
    case 'ack':
      return [{ reply: ACK }];
    case 'nak': {
      const [cause = CAUSE.denied] = expected.causes;
      return [{ reply: nak(expected.causes.length > 1 ? unknownCause : cause) }];
    }
    case 'value': {
      const { number, values } = expected;
      return [{ reply: scannerReply({ type: 'value', prefix: 0xff, number, value: values[0] ?? 0 }) }];
    }
    case 'revision':
      return [{ reply: scannerReply({ type: 'revision', text: 'GM67 V1.3.07 wirejig' }) }];
    case 'one-of':
      return [{ reply: command.type === 'write' ? nak(CAUSE.denied) : ACK }];
  }
}

/** The page's firmware with these defects. */
export function gmFirmware(profile: Profile, random: Random, defects: readonly GmDefect[]): GmFirmware {
  return applyDefects(soundFirmware(profile, random), defects, { profile, random });
}

function soundFirmware(profile: Profile, random: Random): GmFirmware {
  const model = scannerModel(profile);
  const mostDelay = Math.floor(Math.min(MOST_DELAY_US, profile.command / 4));
  return {
    frames: COMMANDS,
    interByte: profile.interByte,
    wrapDecoder: (decoder) => decoder,
    mapEvent: (event) => [event],
    accept: () => true,
    applyCommand: (before, command) => {
      const { state, reply } = model.apply(before, command);
      return { state, answers: answersTo(reply, command, profile) };
    },
    handleReject: (state, { error }) => {
      if (state.asleep) return { state, answers: [] };
      if (error.code === 'length')
        return { state, answers: profile.refusesLen ? [{ reply: nak(CAUSE.badContext) }] : [] };
      if (error.code !== 'checksum') return { state, answers: [] };
      const step = model.garbled(state);
      return { state: step.state, answers: step.reply.type === 'nak' ? [{ reply: nak(CAUSE.resend) }] : [] };
    },
    delay: () => micros(random.int(Math.min(LEAST_DELAY_US, mostDelay), mostDelay)),
    encode: encodeReply,
    readCode: (before, code) => {
      const unread = TWO_D.has(code.symbology) && before.parameters.get(PARAMETER.codes2d) === 0;
      if (unread) return { state: before, sent: false };
      const { state, sent = false } = model.shown(before);
      return { state, sent };
    },
    rereadDelays: () => [],
    raw: ({ payload }, { parameters }) =>
      rawBytes(payload, parameters.get(PARAMETER.terminator) ?? 0, parameters.get(PARAMETER.stxEtx) ?? 0),
    pack: ({ symbology, payload }, tries) => {
      const status = tries === 0 ? 0 : STATUS.retransmission;
      return [scannerReply({ type: 'data', codeType: CODE_TYPE[symbology], payload }, status)];
    },
    write: (bytes) => [{ bytes, pause: millis(0) }],
    ackEffect: ({ type }) => (type === 'ack' ? 'acknowledged' : 'nothing'),
    ackTimeout: () =>
      micros(
        (profile.dataAck * random.int(ACK_TIMEOUT_SHARE.least * 1000, ACK_TIMEOUT_SHARE.most * 1000)) / 1000,
      ),
    retries: profile.dataRetries,
  };
}
