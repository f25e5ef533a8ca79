/** Where a scanner stands, as far as is known, and the classes of that for coverage. Times are microseconds. */
import type { ConversationEvent, ConversationRuling, Send } from '../../api/index';
import { type Command, type Reply, COMMANDS } from './wire/message';
import type { Output } from './wire/decoders';
import { GRACE, type Profile } from './profile';
import { ScannerState, triggerOf, type Expected } from './rules';
import { TRIGGER_NAMES } from './wire/parameters';

export type Data = Extract<Reply, { type: 'data' }>;

export const NEVER = -1e12;

/** A packet that waits for its ACK. */
export interface OpenPacket {
  readonly data: Data;
  readonly tries: number;
  /** Its last byte passed not before. */
  readonly sent: number;
  /** After that it is given up, or missing. */
  readonly until: number;
}

/** What only serves to say whom a fault is charged to. */
export class Notes {
  /** A wake byte came just before. */
  readonly isWoken: boolean = false;
  /** The clause of bytes just before that were no command. */
  readonly refused: string | undefined;
  /** The same of bytes before the command whose reply is due. */
  readonly refusedBefore: string | undefined;
  /** A write of a wrong checksum, since the last one of a right checksum. */
  readonly garbled: Extract<Command, { type: 'write' }> | undefined;
  /** One reply more breaks this clause. */
  readonly surplus: string = 'GM-CM-01';
  /** The class of what came last. */
  readonly trigger: string = 'silence';
  /** ACK or NAK of the host came just before. */
  readonly isAcknowledged: boolean = false;
  /** So did it before the command whose reply is due. */
  readonly mayAnswerEarlier: boolean = false;
  /** The last raw code. */
  readonly code: Uint8Array | undefined;
  /** A code that was shown to a disabled scanner. */
  readonly lost: Uint8Array | undefined;
  /** Scan was enabled since: that code must not come. */
  readonly mustBeLost: boolean = false;
}

/** Of a scanner that was just switched on, with settings that may have been written permanently before. */
export class GmState {
  readonly scanner: ScannerState = new ScannerState();
  /** The reply to a command must come. */
  readonly isDue: boolean = false;
  /** So many NAKs must come. */
  readonly garbledDue: number = 0;
  /** After a wake byte it need not listen before. */
  readonly wokenAt: number = NEVER;
  /** Noise may draw NAKs until then. */
  readonly noiseUntil: number = NEVER;
  /** A code that is awaited comes until then. */
  readonly codeUntil: number = NEVER;
  readonly packet: OpenPacket | undefined;
  /** Codes of before may come until then. */
  readonly stray: number = NEVER;
  /** No code that was shown comes later. */
  readonly latest: number = NEVER;
  /** The session of the last start: certainly on until `on`, certainly over from `over`. */
  readonly session: { readonly on: number; readonly over: number } = { on: NEVER, over: NEVER };
  /** It has acknowledged parameter defaults, or was just switched on. */
  readonly isTold: boolean = true;
  /** Parameter defaults were restored, and these numbers written since. */
  readonly written: ReadonlySet<number> | undefined;
  /** The last command that changes the form of codes. */
  readonly newFormAt: number = NEVER;
  /** In an unknown trigger mode it has read a code by itself. */
  readonly readsItself: boolean = false;
  /** The dimensions of codes that it has read. */
  readonly kinds: ReadonlySet<string> = new Set();
  /** When each code was last shown, and which one was last. */
  readonly shownAt: ReadonlyMap<string, number> = new Map();
  readonly latestShown: string | undefined;
  readonly isRepeated: boolean = false;
  readonly isEnabledAgain: boolean = false;
  readonly notes: Notes = new Notes();
}

export const INITIAL: GmState = new GmState();

/** Nothing is known but the defaults, and what may still come. */
export function unknownState({ scanner: { defaults }, latest, shownAt, latestShown }: GmState): GmState {
  const unknown = { enabled: undefined, asleep: undefined, session: undefined, last: 'unknown' } as const;
  return {
    ...INITIAL,
    scanner: { ...INITIAL.scanner, defaults, ...unknown },
    isTold: false,
    stray: latest,
    latest,
    shownAt,
    latestShown,
    session: { on: NEVER, over: Infinity },
  };
}

/** It was reset: nobody knows how long it takes to start, and what was written permanently. */
export function resetState({ scanner: { defaults } }: GmState): GmState {
  return { ...INITIAL, scanner: { ...INITIAL.scanner, defaults, asleep: undefined } };
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
export function lost(state: GmState, { command, interByte }: Profile, at: number): GmRuling {
  const open = Math.max(command + interByte + GRACE, state.latest - at);
  return { state: unknownState(state), cancels: QUEUES, open };
}

export const NOISE = 'noise';
export const REPEAT = 'repeat';

export const TRIGGERS = [
  ...COMMANDS.layout.forms.map(({ name }) => name),
  ...['wake', 'checksum', 'length', 'truncated', REPEAT, NOISE],
  ...['code', 'code again', 'code behind scan enable', 'code behind a repeat', 'code while disabled'],
  'code without a start',
];
const MODES = Object.values(TRIGGER_NAMES).map((mode) => `trigger ${mode}`);
export const STATES = ['mode unknown', ...MODES, 'session on', 'disabled', 'asleep'];
export const RESPONSES = [
  'ACK',
  'NAK 01',
  'NAK 02 or NAK 06',
  'NAK 06',
  'value',
  'revision',
  'raw code',
  'packet',
];

/** What is due, of several right replies the first. */
export function dueLabel(expected: Expected): string {
  switch (expected.type) {
    case 'ack':
      return 'ACK';
    case 'nak':
      return expected.causes.map((cause) => `NAK 0${cause}`).join(' or ');
    case 'one-of':
      return dueLabel(expected.choices[0] ?? { type: 'ack' });
    case 'none':
      return 'silence';
    case 'value':
    case 'revision':
    case 'open':
      return expected.type;
  }
}

/** The class of a state, for coverage. */
export function stateLabel({ scanner }: GmState): string {
  if (scanner.asleep === undefined) return 'unknown';
  if (scanner.asleep) return 'asleep';
  if (scanner.enabled === false) return 'disabled';
  if (scanner.session === true) return 'session on';
  const mode = TRIGGER_NAMES[triggerOf(scanner) ?? -1];
  return mode === undefined ? 'mode unknown' : `trigger ${mode}`;
}
