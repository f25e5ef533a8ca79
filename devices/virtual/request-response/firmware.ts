/**
 * The firmware of a described protocol's virtual board, as small steps. A defect changes some of them.
 *
 *     bytes → receiver (framing, wire) → admits → accept → rule | refusal → content → encode → transmit → the line
 */
import type { Decoder, FrameEvent } from '../../../protocols/frame';
import type {
  AnySession,
  DescribedDefect,
  FirmwareSteps,
  Message,
  Ruling,
  Unsolicited,
} from '../../../protocols/request-response/definition';
import { encodeRuled } from '../../../protocols/request-response/ruling-check';
import type { Parameters } from '../../../protocols/requirement';
import { micros, type Micros, after } from '../../../protocols/time';
import { codec } from '../../../protocols/wire/codec';
import { frameContent } from '../../../protocols/wire/frame-content';
import { silenceOf, type Framing } from '../../../protocols/wire/framing';
import type { Wire } from '../../../protocols/wire/wire';
import type { Random } from '../../random';
import { applyDefects } from '../engine/board';

export type AnyRuling = Ruling<Message, unknown>;

/** The steps that a protocol's author may change, and those that only stock defects change. */
export interface BoardFirmware extends FirmwareSteps<Message, Message, unknown> {
  /** The wire by which it reads the content of requests. */
  readonly wire: Wire<Message>;
  /** Bytes to events. */
  receiver(): Decoder<Message>;
  /** Whether an event counts while `waiting` frames are unsent. */
  admits(event: FrameEvent<Message>, waiting: number): boolean;
  /** The content of an answer, before framing. */
  content(answer: Message): Uint8Array;
  /** The frames that leave in place of those of one turn. `request`: undefined after a refusal. */
  transmit(frames: readonly Uint8Array[], request: Message | undefined): readonly Uint8Array[];
  /** Messages that it sends without a request. */
  readonly unsolicited: readonly Unsolicited<Message, unknown>[];
  /** After this silence the board repeats its last frame. Undefined: never. */
  readonly heartbeat: Micros | undefined;
}

/** The context of a stock defect: parts of its board. */
interface DefectContext {
  readonly session: AnySession;
  readonly random: Random;
  /** The time of one byte on the line. */
  readonly byteTime: Micros;
}

/** A change of steps, called at each power-on. */
export type FirmwareChange = (sound: BoardFirmware, context: DefectContext) => Partial<BoardFirmware>;

/** A defect of the protocol's author, as a change. */
export function declaredChange(
  defect: DescribedDefect<Message, Message, unknown, Parameters>,
): FirmwareChange {
  return (sound, { session }) => defect.change(sound, session.parameters);
}

/** Processing takes 0.2 to 2 ms if the limits leave room for it. */
const LEAST_DELAY_US = 200;
const MOST_DELAY_US = 2000;
/** One answer of this many takes up to the second share of the allowed time; the others take at most the first. */
const SLOW_ONE_OF = 16;
const USUAL_SHARE = 0.25;
const SLOW_SHARE = 0.6;

/** The firmware that follows the rules, with these defects. */
export function boardFirmware(context: DefectContext, changes: readonly FirmwareChange[]): BoardFirmware {
  const { session, random, byteTime } = context;
  const { requests, answers } = session;
  const firmware: BoardFirmware = {
    framing: requests.framing,
    wire: requests.wire,
    unsolicited: session.unsolicited,
    heartbeat: undefined,
    receiver: () => codec(firmware.wire, atByteEnds(firmware.framing, byteTime)).decoder(),
    admits: () => true,
    accept: (event) => (event.kind === 'frame' ? event.value : undefined),
    rule: (request, state) => session.rule(request, state),
    refusal: (reject, state) => session.refusal(reject, state),
    delay: ({ time = session.time }) => {
      // The silence that ended the request has passed when the delay begins.
      const passed = time.sinceLastByte === true ? (silenceOf(requests.framing) ?? 0) : 0;
      const min = Math.max(0, (time.min ?? 0) - passed);
      const span = time.max - passed - min;
      const slow = random.int(1, SLOW_ONE_OF) === 1;
      const most = slow ? SLOW_SHARE * span : Math.min(MOST_DELAY_US, USUAL_SHARE * span);
      const least = Math.min(LEAST_DELAY_US, most);
      return micros(min + random.int(Math.ceil(least), Math.max(Math.ceil(least), Math.floor(most))));
    },
    content: (answer) =>
      changes.length === 0 ? encodeRuled(answers.wire, answer, 'the rules') : answers.wire.encode(answer),
    encode: (answer) => frameContent(answers.framing, firmware.content(answer)),
    transmit: (frames) => frames,
    interruption: () => undefined,
  };
  return applyDefects(firmware, changes, context);
}

/** The framing with this silence in place of its own, if it has one. */
export function withSilence(framing: Framing, silence: Micros): Framing {
  if (framing.kind === 'silence') return { ...framing, silence };
  return framing.kind === 'datagram' || framing.idle === undefined ? framing : { ...framing, idle: silence };
}

/**
 * For a receiver that gets each byte at its end: a byte that begins within the silence ends up to one byte time later.
 */
function atByteEnds(framing: Framing, byteTime: Micros): Framing {
  const silence = silenceOf(framing);
  return silence === undefined ? framing : withSilence(framing, after(silence, byteTime));
}

/** The pause between two frames of a sender that separates them for a receiver. */
export function pauseBetween(framing: Framing): Micros {
  return micros(framing.kind === 'silence' ? 1.25 * framing.silence : 0);
}
