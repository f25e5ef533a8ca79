/** For tests: the suite's host in a session of a defect, and what it does there. */
import type { AnyConversation } from '../../protocols/conversation/session';
import type { Message } from '../../protocols/request-response/definition';
import type { Parameters } from '../../protocols/requirement';
import { micros, type Micros } from '../../protocols/time';
import type { Bench } from '../bench/bench';
import { ConversationHost } from '../conformance/described/host';
import type { TraceEvent } from '../monitor/trace/trace-monitor';

/** The suite's host, as it plays a session. What it judges goes to the bench. A member that no session needs is absent. */
export interface SessionHost {
  /** Sends parts with `pause` between each two. */
  send(link: string, parts: readonly Uint8Array[], pause: Micros): Promise<void>;
  /** Listens for this long, and judges what comes. */
  quiet(span: Micros): Promise<void>;
  open?(link: string): Promise<void>;
  close?(link: string): Promise<void>;
  present?(symbology: string, payload: Uint8Array): Promise<void>;
  reset?(): Promise<void>;
}

/**
 * The host of a described suite. `begin` brings it to where a session begins: by default the board was just reset. A write is cut
 * where its session pauses.
 */
export function conversationHost(
  description: AnyConversation,
  begin: (host: ConversationHost<Message, unknown, unknown>) => unknown = (host) => host.reset(),
): (bench: Bench, parameters: Parameters) => Promise<SessionHost> {
  return async (bench, parameters) => {
    const [first] = bench.board.linkUrls;
    const session = description.at(parameters, bench.board.binding(first?.name ?? ''));
    const host = new ConversationHost(bench, session, parameters, { recovers: false });
    await begin(host);
    return {
      send: async (link, parts, pause) => {
        for (const [i, part] of parts.entries()) {
          if (i > 0 && pause > 0) await host.listen(pause);
          await host.write(part, link);
        }
      },
      quiet: async (span) => void (await host.listen(span)),
      open: (link) => host.dial(link, 'open'),
      close: (link) => host.dial(link, 'close'),
      present: (symbology, bytes) => host.show({ symbology, bytes }),
      reset: async () => void (await host.reset()),
    };
  };
}

/** Chunks that follow each other within this time were sent without a pause. */
export const NO_PAUSE = micros(2);

interface Write {
  readonly kind: 'write';
  readonly link: string;
  readonly parts: Uint8Array[];
  /** Between its parts. */
  pause: Micros;
  readonly at: Micros;
}

type Stimulus =
  | Write
  | { readonly kind: 'open' | 'close'; readonly link: string; readonly at: Micros }
  | { readonly kind: 'present' | 'reset'; readonly detail: string; readonly at: Micros };

/** What the host does in a session. What is sent piece by piece, with short pauses, is one write. */
export function stimuliOf(events: readonly TraceEvent[], shortPause: Micros): readonly Stimulus[] {
  const stimuli: Stimulus[] = [];
  let end = -Infinity;
  for (const event of events) {
    if (event.kind !== 'chunk') {
      stimuli.push(...otherStimulus(event));
      continue;
    }
    if (event.chunk.direction === 'rx') continue;
    const { bytes, notBefore, notAfter } = event.chunk;
    const last = stimuli.at(-1);
    const goesOn = last?.kind === 'write' && last.link === event.link ? notBefore - end < shortPause : false;
    if (goesOn && last?.kind === 'write') addPart(last, bytes, micros(Math.round(notBefore - end)));
    else stimuli.push({ kind: 'write', link: event.link, parts: [bytes], pause: micros(0), at: notBefore });
    end = notAfter;
  }
  return stimuli;
}

function otherStimulus(event: Exclude<TraceEvent, { kind: 'chunk' }>): readonly Stimulus[] {
  switch (event.kind) {
    case 'open':
    case 'reset':
      return [event];
    case 'close':
      return event.by === 'board' ? [] : [event];
    case 'present':
      return [{ kind: 'present', detail: event.detail, at: event.at }];
    default:
      return [];
  }
}

function addPart(write: Write, bytes: Uint8Array, pause: Micros): void {
  const last = write.parts.at(-1);
  if (pause <= NO_PAUSE && write.pause === 0 && last !== undefined)
    write.parts[write.parts.length - 1] = Uint8Array.from([...last, ...bytes]);
  else {
    write.pause = pause;
    write.parts.push(bytes);
  }
}

export async function perform(host: SessionHost, stimulus: Stimulus): Promise<void> {
  if (stimulus.kind === 'write') return host.send(stimulus.link, stimulus.parts, stimulus.pause);
  if (host[stimulus.kind] === undefined) throw new Error(`this host cannot ${stimulus.kind}`);
  switch (stimulus.kind) {
    case 'open':
    case 'close':
      return host[stimulus.kind]?.(stimulus.link);
    case 'present': {
      const { symbology, bytes } = codeOf(stimulus.detail);
      return host.present?.(symbology, bytes);
    }
    case 'reset':
      return host.reset?.();
  }
}

export function codeOf(detail: string): { readonly symbology: string; readonly bytes: Uint8Array } {
  const [symbology = '', hex = ''] = detail.split(' ');
  return { symbology, bytes: Uint8Array.from(Buffer.from(hex, 'hex')) };
}
