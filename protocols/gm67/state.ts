/** Where a scanner stands, as far as is known. Times are microseconds. */
import type { ConversationEvent, ConversationRuling, PresentedCode, Send } from '../../api/index';
import type { Command, Reply } from './wire/message';
import type { Output } from './wire/output';
import { GRACE, type Profile } from './profile';
import type { ScannerState } from './rules';

export type WriteOf = Extract<Command, { type: 'write' }>;
export type Data = Extract<Reply, { type: 'data' }>;

/** A packet that waits for its ACK. */
export interface OpenPacket {
  readonly data: Data;
  readonly tries: number;
  /** Its last byte passed not before. */
  readonly sent: number;
  /** After that it is given up, or missing. */
  readonly until: number;
}

/** What a virtual board has still to send. */
export interface Sending {
  readonly codes: readonly PresentedCode[];
  /** So often the first of them was sent as a packet. */
  readonly tries: number;
  /** It is read again without being shown again: a defect. */
  readonly reread: PresentedCode | undefined;
  /** It starts, and hears nothing. */
  readonly isBooting: boolean;
}

/** What only serves to say whom a fault is charged to. */
export interface Notes {
  /** A wake byte came just before. */
  readonly isWoken: boolean;
  /** The clause of bytes just before that were no command. */
  readonly refused: string | undefined;
  /** A write of a wrong checksum, since the last one of a right checksum. */
  readonly garbled: WriteOf | undefined;
  /** So did it before the command whose reply is due. */
  readonly mayAnswerEarlier: boolean;
  /** One reply more breaks this clause. */
  readonly surplus: string;
  /** The class of what came last. */
  readonly trigger: string;
  /** ACK or NAK of the host came just before. */
  readonly isAcknowledged: boolean;
  /** The last raw code. */
  readonly code: Uint8Array | undefined;
  /** A code that was shown to a disabled scanner. */
  readonly lost: Uint8Array | undefined;
  /** Scan was enabled since: that code must not come. */
  readonly mustBeLost: boolean;
}

export interface GmState {
  readonly scanner: ScannerState;
  /** The reply to a command must come. */
  readonly isDue: boolean;
  /** So many NAKs must come. */
  readonly garbledDue: number;
  /** After a wake byte it need not listen before. */
  readonly wokenAt: number;
  /** Noise may draw NAKs until then. */
  readonly noiseUntil: number;
  /** A code that is awaited comes until then. */
  readonly codeUntil: number;
  readonly packet: OpenPacket | undefined;
  /** Codes of before may come until then. */
  readonly stray: number;
  /** No code that was shown comes later. */
  readonly latest: number;
  /** The session of the last start: certainly on until `on`, certainly over from `over`. */
  readonly session: { readonly on: number; readonly over: number };
  /** Since a setting was written. */
  readonly settledAt: number;
  /** It has acknowledged parameter defaults, or was just switched on. */
  readonly isTold: boolean;
  /** Parameter defaults were restored, and these numbers written since. */
  readonly written: ReadonlySet<number> | undefined;
  /** In an unknown trigger mode it has read a code by itself. */
  readonly readsItself: boolean;
  /** The dimensions of codes that it has read. */
  readonly kinds: ReadonlySet<string>;
  /** When each code was last shown, and which one was last. */
  readonly shownAt: ReadonlyMap<string, number>;
  readonly latestShown: string | undefined;
  readonly isRepeated: boolean;
  readonly isEnabledAgain: boolean;
  readonly notes: Notes;
  readonly sending: Sending;
}

const NEVER = -1e12;
const NONE: ReadonlyMap<number, number> = new Map();

const NOTES: Notes = {
  isWoken: false,
  refused: undefined,
  garbled: undefined,
  surplus: 'GM-CM-01',
  trigger: 'silence',
  isAcknowledged: false,
  mayAnswerEarlier: false,
  code: undefined,
  lost: undefined,
  mustBeLost: false,
};

/** Switched on, with settings that may have been written permanently before. */
export const INITIAL: GmState = {
  scanner: {
    parameters: NONE,
    defaults: NONE,
    saved: NONE,
    enabled: true,
    asleep: false,
    session: false,
    last: undefined,
  },
  isDue: false,
  garbledDue: 0,
  isTold: true,
  wokenAt: NEVER,
  noiseUntil: NEVER,
  codeUntil: NEVER,
  packet: undefined,
  stray: NEVER,
  latest: NEVER,
  session: { on: NEVER, over: NEVER },
  settledAt: NEVER,
  written: undefined,
  readsItself: false,
  kinds: new Set(),
  shownAt: new Map(),
  latestShown: undefined,
  isRepeated: false,
  isEnabledAgain: false,
  notes: NOTES,
  sending: { codes: [], tries: 0, reread: undefined, isBooting: false },
};

/** Nothing is known but the defaults, and what may still come. */
export function unknownState({ scanner: { defaults }, latest, shownAt, latestShown }: GmState): GmState {
  return {
    ...INITIAL,
    scanner: {
      ...INITIAL.scanner,
      defaults,
      enabled: undefined,
      asleep: undefined,
      session: undefined,
      last: 'unknown',
    },
    isTold: false,
    stray: latest,
    latest,
    shownAt,
    latestShown,
    session: { on: NEVER, over: Infinity },
  };
}

/** It was reset: nobody knows how long it takes to start, and what was written permanently. */
export function resetState(state: GmState): GmState {
  const { scanner } = INITIAL;
  return { ...INITIAL, scanner: { ...scanner, defaults: state.scanner.defaults, asleep: undefined } };
}

/** Nothing that matters is unknown but values, which reads show. */
export function isKnown({ scanner: { asleep, enabled } }: GmState): boolean {
  return asleep !== undefined && enabled !== undefined;
}

export type GmEvent = ConversationEvent<Command>;
export type GmRuling = ConversationRuling<Output, GmState>;
export type GmSend = Send<Output, GmState>;

export const QUEUES = ['reply', 'no answer', 'code', 'again'];

/** Nothing is judged until the line was quiet, and no code of before can come. */
export function lost(
  state: GmState,
  { command, interByte }: Profile,
  at: number,
  trigger?: string,
): GmRuling {
  const open = Math.max(command + interByte + GRACE, state.latest - at);
  const rest = { state: unknownState(state), cancels: QUEUES, open };
  return trigger === undefined ? rest : { ...rest, trigger };
}
