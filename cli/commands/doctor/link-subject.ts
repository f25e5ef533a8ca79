/** A link that is to be examined, and what is found out about it. */
import type { Link } from '../../../devices/links/link';

export interface Finding {
  readonly topic: 'firmware' | 'link' | 'talk' | 'echo' | 'baud' | 'latency' | 'lines' | 'reset';
  /** unknown: it cannot be told here, or was not. */
  readonly state: 'ok' | 'problem' | 'unknown';
  readonly text: string;
  /** What to do next. */
  readonly next?: string;
}

/** What the link goes through: only serial ports have a rate and modem lines, and a pseudo-terminal has neither. */
export type Medium = 'serial' | 'far-serial' | 'pty' | 'stream';

export interface LinkSubject {
  readonly url: string;
  readonly medium: Medium;
  /** Bits per second, as the link says it. */
  readonly baud: number;
  open(baud: number): Promise<Link>;
  /** How it is reset where that is known; gives the link as it is then. */
  readonly reset?: { readonly text: string; readonly carryOut: () => Promise<Link> };
}

const SILENT =
  'is it powered, is the adapter’s TX on its RX and RX on its TX, is GND joined, is it the right UART?';
const GARBLED =
  'is it the suite’s board and UART, is the format another (?data=7, ?parity=even, ?stop=2), is the line at the adapter’s level (3.3 V, not RS-232)?';

/** `heard`: how much came all the same, in brackets; empty: nothing did. */
export function unintelligibleFinding(text: string, received: string): Finding {
  const next = received === '' ? SILENT : GARBLED;
  return { topic: 'baud', state: 'problem', text: `${text} ${received}`.trimEnd(), next };
}

export function unknownFinding(topic: Finding['topic'], text: string, next?: string): Finding {
  return { topic, state: 'unknown', text, ...(next === undefined ? {} : { next }) };
}
