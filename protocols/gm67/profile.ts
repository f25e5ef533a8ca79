/** The times and tolerances by which a scanner is judged: each of them is here, and nowhere else. Times are microseconds. */
import { millis, type Values } from '../../api/index';
import type { parameters } from './wire/parameters';
import { scannerParameters } from './wire/parameters';
import { ScannerModel } from './rules';

export type GmValues = Values<typeof parameters>;

/** In most cases a reply must begin within this time (GM-TM-01). */
export const PROMPT = millis(100);
/** What a host's own delay adds to it, in a trace. */
export const SLACK = millis(50);
/** Added to the page's time before something counts as missing: until then it is late. */
export const GRACE = millis(300);
/** The page sets no time for a reset: nothing is judged for so long. */
export const BOOT = millis(2000);
/** A pause inside a command from which on it counts as sent in parts (GM-FR-03). */
export const COMMAND_GAP_US = 20_000;
/** GM-DT-01: the longest pause inside a code, without the time of two bytes. */
const BURST_US = 20_000;
/** GM-DT-04: after this share of dataAckMs the next try may be on its way. */
export const NEARLY = 0.75;
/** GM-DT-06: after so many times sameCodeMs a code is surely shown anew. */
export const SHOWN_APART = 1.3;
/** In the first share of the scan time a session is certainly on; after the second it is certainly over. */
export const SCAN = { on: 0.8, over: 1.2 } as const;
/** The page sets no time for a code, so this is the limit. After a code that must not be sent, this long is listened. */
export const CODE_TIME = { due: millis(4000), forbidden: millis(1500) } as const;
const TOLERANCE = 0.2;

/** What the parameters say of a scanner. */
export type Profile = ReturnType<typeof makeProfile>;

const KNOWN = new WeakMap<GmValues, Profile>();

export function profileOf(p: GmValues): Profile {
  const profile = KNOWN.get(p) ?? makeProfile(p);
  KNOWN.set(p, profile);
  return profile;
}

function makeProfile(p: GmValues) {
  const table = scannerParameters(p);
  const byteTime = 10e6 / p.baud;
  const dataAck = millis(p.dataAckMs);
  return {
    table,
    model: new ScannerModel(table, p.badChecksum === 'silent' ? 'silent' : 'nak'),
    baud: p.baud,
    byteTime,
    interByte: millis(p.interByteMs),
    command: millis(p.commandMs),
    /** The longest pause inside a code. */
    burst: BURST_US + 2 * byteTime,
    /** From a packet's last byte to its next try. */
    retry: { min: (1 - TOLERANCE) * dataAck, max: (1 + TOLERANCE) * dataAck },
    dataAck,
    dataRetries: p.dataRetries,
    sameCode: millis(p.sameCodeMs),
    /** From a showing to the end of its last try. */
    longestDelivery: CODE_TIME.due + (p.dataRetries + 1) * (1 + 2 * TOLERANCE) * dataAck,
    valuesOf: (number: number): readonly number[] =>
      table.find((one) => one.number === number)?.values ?? [0],
  };
}
