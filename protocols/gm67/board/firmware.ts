/**
 * The firmware of the virtual scanner, as small steps. A defect changes some of them.
 *
 *     bytes → receiver → receives → applyCommand | handleReject → encode → the line
 *     a code shown → readCode → raw | pack → the line → ackEffect → again
 */
import { micros } from '../../../api/index';
import type { ContentWire, Firmware, Micros, PresentedCode, Random } from '../../../api/index';
import { CAUSE, CODE_TYPE, COMMANDS, scannerReply, STATUS, symbologyNamed } from '../wire/message';
import type { Command, FramedCommand, Reply } from '../wire/message';
import type { Output } from '../wire/decoders';
import { PARAMETER } from '../wire/parameters';
import type { Profile } from '../profile';
import { rawBytes } from '../wire/raw-mode';
import type { Expected, ScannerState } from '../rules';
import type { GmEvent, GmState } from '../state';

export interface Outcome {
  readonly state: ScannerState;
  readonly answers: readonly Reply[];
  /** The codes that it reads now. */
  readonly codes?: readonly PresentedCode[];
}

/** Bytes of the host that are no command. */
export interface Refused {
  readonly code: string;
  readonly raw: Uint8Array;
}

export interface GmSteps {
  /** The wire of the host's frames. */
  readonly frames: ContentWire<FramedCommand>;
  /** Silence that ends a frame or a dropped stretch. */
  readonly interByte: Micros;
  applyCommand(state: ScannerState, command: Command): Outcome;
  handleReject(state: ScannerState, refused: Refused): Outcome;
  /** From the event that decides a reply to its first byte; `state` is from before it. */
  answerDelay(event: GmEvent, state: ScannerState): Micros;
  readCode(
    state: ScannerState,
    code: PresentedCode,
  ): { readonly state: ScannerState; readonly sent: boolean };
  raw(code: PresentedCode, state: ScannerState): Uint8Array;
  /** A code's frames in packet mode, at its first try (0) or a later one. */
  pack(code: PresentedCode, tries: number): readonly Output[];
  /** The effect of a host frame on a code that was sent `tries` times. */
  ackEffect(command: Command, tries: number): 'acknowledged' | 'again' | 'nothing';
  /** From a code's last byte to its next try, or until it is given up. */
  ackTimeout(): Micros;
  readonly retries: number;
  /** A code was sent that is not acknowledged. */
  waitsForAck(): boolean;
}

export type GmFirmware = Firmware<Command, Output, GmState, GmSteps>;

/** What the page leaves to a board. */
export interface Style {
  readonly unknownCause: number;
  readonly refusesLen: boolean;
}

export const ACK = scannerReply({ type: 'ack' });

export function nak(cause: number): Reply {
  return scannerReply({ type: 'nak', cause });
}

const LEAST_DELAY_US = 500;
const MOST_DELAY_US = 25_000;
/** The time to the next try as a share of the profile's: the page allows 20 %. */
const ACK_TIMEOUT_SHARE = { least: 0.88, most: 1.05 } as const;
const PAUSE_SHARE = 0.95;

function answerTo(expected: Expected, command: Command, { unknownCause }: Style): Reply | undefined {
  switch (expected.type) {
    case 'none':
    case 'open':
      return undefined;
    case 'ack':
      return ACK;
    case 'nak': {
      const [cause = CAUSE.denied] = expected.causes;
      return nak(expected.causes.length > 1 ? unknownCause : cause);
    }
    case 'value': {
      const { number, values } = expected;
      return scannerReply({ type: 'value', prefix: 0xff, number, value: values[0] ?? 0 });
    }
    case 'revision':
      return scannerReply({ type: 'revision', text: 'GM67 V1.3.07 wirejig' });
    case 'one-of':
      return command.type === 'write' ? nak(CAUSE.denied) : ACK;
  }
}

/** All that does not depend on what there is to send. */
export function soundSteps(page: Profile, random: Random, style: Style): Omit<GmSteps, 'waitsForAck'> {
  const { model, dataAck } = page;
  const mostDelay = Math.floor(Math.min(MOST_DELAY_US, page.command / 4));
  return {
    frames: COMMANDS,
    // A host may wait exactly this long with an inexact timer, so the board allows a twentieth less. Decoders get a
    // byte at its end: a byte that begins within the pause ends up to one byte time later.
    interByte: micros(PAUSE_SHARE * page.interByte + page.byteTime),
    applyCommand: (before, command) => {
      const { state, reply } = model.apply(before, command);
      const answer = answerTo(reply, command, style);
      return { state, answers: answer === undefined ? [] : [answer] };
    },
    handleReject: (state, { code }) => {
      if (state.asleep === true) return { state, answers: [] };
      if (code === 'length') return { state, answers: style.refusesLen ? [nak(CAUSE.badContext)] : [] };
      if (code !== 'checksum') return { state, answers: [] };
      const step = model.garbled(state);
      return { state: step.state, answers: step.reply.type === 'nak' ? [nak(CAUSE.resend)] : [] };
    },
    answerDelay: () => micros(random.int(Math.min(LEAST_DELAY_US, mostDelay), mostDelay)),
    readCode: (before, { symbology }) => {
      const is2d = symbology === 'datamatrix' || symbology === 'qr';
      if (is2d && before.parameters.get(PARAMETER.codes2d) === 0) return { state: before, sent: false };
      const { state, sent = false } = model.shown(before);
      // One start reads one code.
      return { state: sent ? { ...state, session: false } : state, sent };
    },
    raw: ({ bytes }, { parameters }) =>
      rawBytes(bytes, parameters.get(PARAMETER.terminator) ?? 0, parameters.get(PARAMETER.stxEtx) ?? 0),
    pack: ({ symbology, bytes }, tries) => {
      const codeType = CODE_TYPE[symbologyNamed(symbology) ?? 'qr'];
      const status = tries === 0 ? 0 : STATUS.retransmission;
      return [scannerReply({ type: 'data', codeType, payload: bytes }, status)];
    },
    ackEffect: ({ type }) => (type === 'ack' ? 'acknowledged' : 'nothing'),
    ackTimeout: () => {
      const { least, most } = ACK_TIMEOUT_SHARE;
      return micros((dataAck * random.int(least * 1000, most * 1000)) / 1000);
    },
    retries: page.dataRetries,
  };
}
