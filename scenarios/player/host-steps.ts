/** What a scenario plays, as steps of the player. */
import type { AnyConversationSession } from '../../protocols/conversation/session';
import type { PresentedCode } from '../../protocols/monitor/monitor';
import type { Message } from '../../protocols/request-response/definition';
import { micros, type Micros } from '../../protocols/time';
import { dial, listen, present, send, type FuzzStep } from './step';

/** A pause between bytes, in which the host sends nothing. */
export interface Pause {
  readonly pause: Micros;
}

/** Shows a code to the board, once everything due has come. */
export interface Showing {
  readonly show: PresentedCode;
}

/** Waits for everything due, and then this long for surplus bytes. */
export interface Quiet {
  readonly quiet: Micros;
}

/** A link on demand is opened as a new connection, or closed. */
export interface Dial {
  readonly dial: 'open' | 'close';
  readonly link: string;
}

/**
 * Bytes, a message, a code to show, a pause, a wait, or a link to open or close; or a step of fuzzing, also one whose
 * bytes a recipe makes. `link`: default the first on which the host sends.
 */
export type HostStep<Host extends Message> =
  | Uint8Array
  | FuzzStep
  | Pause
  | Showing
  | Quiet
  | Dial
  | { readonly bytes: Uint8Array; readonly link: string }
  | { readonly message: Host; readonly link?: string };

type AnyStep = HostStep<Message>;

/** Parts without a pause between them go in one write, unless each is `apart`, after all that was due before; of packets, each is one. */
export function stepsToPlay(
  given: readonly AnyStep[],
  session: AnyConversationSession,
  first: string,
  apart = false,
): readonly FuzzStep[] {
  const steps: FuzzStep[] = [];
  const isPacket = session.carrier === 'udp';
  let parts: Uint8Array[] = [];
  let to = first;
  let pause: number | undefined;
  const gap = (): Micros | undefined => {
    const span = pause === undefined ? undefined : micros(pause);
    pause = undefined;
    return span;
  };
  const flush = (): void => {
    if (parts.length === 0) return;
    const bytes = Uint8Array.from(Buffer.concat(parts));
    parts = [];
    if (bytes.length > 0 || isPacket) steps.push(send(to, bytes, gap()));
  };
  const write = (bytes: Uint8Array, link: string): void => {
    if (link !== to || isPacket || apart) flush();
    to = link;
    parts.push(bytes);
  };
  for (const step of given) {
    if (step instanceof Uint8Array) write(step, first);
    else if ('bytes' in step && !('kind' in step)) write(step.bytes, step.link);
    else if ('message' in step) {
      const { message, link = first } = step;
      write(encode(session, message, link), link);
    } else {
      flush();
      if ('kind' in step) steps.push(step);
      else if ('pause' in step) pause = (pause ?? 0) + step.pause;
      else if ('show' in step) steps.push(present(step.show.symbology, step.show.bytes));
      else if ('quiet' in step) steps.push(listen(step.quiet));
      else steps.push(dial(step.link, step.dial === 'open'));
    }
  }
  flush();
  return pause === undefined ? steps : [...steps, listen(micros(pause))];
}

function encode({ links }: AnyConversationSession, message: Message, name: string): Uint8Array {
  const side = links.find((link) => link.name === name)?.host;
  if (side === undefined) throw new RangeError(`the host sends nothing on ${name}`);
  return side.codec.encode(message);
}
