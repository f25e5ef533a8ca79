/** A trial: bytes to send in a situation, as data. What is due to them follows from the rules, so a trial names no answer. */
import type { FrameEvent } from '../../../protocols/frame';
import type { AnySession, Message, Ruling } from '../../../protocols/request-response/definition';
import { rulingOn } from '../../../protocols/request-response/outcomes';
import { micros, type Micros } from '../../../protocols/time';
import { frameContent } from '../../../protocols/wire/frame-content';
import type { Framing } from '../../../protocols/wire/framing';
import type { SampleRequest } from './sample-requests';

export interface Trial {
  /** The situation, for people: `wrong checksum, bit 3`. */
  readonly what: string;
  /** Bytes on the wire, with `pause` between each two parts. */
  readonly parts: readonly Uint8Array[];
  readonly pause?: Micros;
  /** The request that it is, or must not be taken for. Another request shows afterwards whether the board obeyed it. */
  readonly obeyed?: Message;
  /**
   * Charged in place of the clauses that the rules name. `alone` is played first without the situation: where that goes wrong, the
   * situation is not judged.
   */
  readonly charge?: string;
  readonly alone?: readonly Message[];
  /** Played afterwards, under `charge`. */
  readonly then?: readonly Message[];
  /** A request at a bound that is answered, and so takes little time: the bugs of firmware are there. */
  readonly isAtBound?: boolean;
}

/** One request, sent at once. */
export function requestTrial(
  framing: Framing,
  { request, bytes, isAtBound, isAnswered }: SampleRequest,
): Trial {
  const parts = [frameContent(framing, bytes)];
  return { what: '', parts, obeyed: request, isAtBound: isAtBound && isAnswered };
}

/** The rulings that the bytes of a trial come under, in the initial state. */
export function rulingsOf(
  session: AnySession,
  { parts, pause = micros(0), then = [] }: Trial,
): readonly Ruling<Message, unknown>[] {
  const { initial } = session;
  const read = readParts(session, parts, pause);
  return [
    ...read.map((event) => rulingOn(session, event, initial)),
    ...then.map((request) => session.rule(request, initial)),
  ];
}

/** An earlier part of what a later reject decides: nothing is due to it. */
const DISCARDED = 'discarded';

/** As the board reads these parts, with silence after them. */
export function readParts(
  { requests }: Pick<AnySession, 'requests'>,
  parts: readonly Uint8Array[],
  pause: Micros,
): readonly FrameEvent<Message>[] {
  const decoder = requests.codec.decoder();
  const events: FrameEvent<Message>[] = [];
  let now = micros(0);
  const passTo = (until: number): void => {
    for (let at = decoder.deadline(); at !== undefined && at <= until; at = decoder.deadline())
      events.push(...decoder.tick(at));
  };
  for (const part of parts) {
    passTo(now);
    events.push(...decoder.push(part, now));
    now = micros(now + pause);
  }
  passTo(Infinity);
  return events.filter((event) => event.kind === 'frame' || event.error.code !== DISCARDED);
}
