/**
 * The firmware of the virtual Set board, as small steps. A defect changes some of them.
 *
 *     scanner bytes → wrapDecoder → mapEvent → cardBytes → isCard → placementOf → place, search → reportsFor → line → the console
 */
import type { CardEncoding } from '../../../protocols/set/card';
import { cardOf } from '../../../protocols/set/card';
import type { LinkOptions, ScannerFrame } from '../../../protocols/set/scanner-link';
import type { Report } from '../../../protocols/set/set';
import type { Triple } from '../../../protocols/set/solver';
import type { Decoder, FrameEvent } from '../../../protocols/frame';
import { micros, type Micros } from '../../../protocols/time';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';
import { applyDefects } from '../engine/build-firmware';
import type { ConsoleStyle } from './console-style';

export interface SetProfile {
  readonly encoding: CardEncoding;
  readonly tableLimit: number;
  readonly multiByte: 'reject' | 'first';
  readonly idleReset: Micros;
  readonly rxBuffer: number;
  readonly solve: Micros;
  readonly boot: Micros;
}

/** Cards in the order of arrival, as bytes, and the number of reported sets. */
export interface Table {
  readonly bytes: readonly number[];
  readonly sets: number;
}

export const EMPTY: Table = { bytes: [], sets: 0 };

export type Placement = 'new' | 'duplicate' | 'full' | 'none';

/** The effect of a frame. */
export interface Turn {
  readonly placement: Placement;
  /** The byte that counted, if any. */
  readonly byte: number | undefined;
  readonly before: Table;
  readonly table: Table;
  /** The sets to report, in this order. */
  readonly found: readonly Triple[];
}

export interface SetFirmware {
  readonly link: LinkOptions;
  readonly wrapDecoder: (decoder: Decoder<ScannerFrame>) => Decoder<ScannerFrame>;
  /** The events that the framing makes of an event: it may drop, change or add some. */
  readonly mapEvent: (event: FrameEvent<ScannerFrame>) => readonly FrameEvent<ScannerFrame>[];
  /** Whether an event counts with this table. */
  readonly accept: (event: FrameEvent<ScannerFrame>, table: Table) => boolean;
  /** The bytes of a frame that count as cards. */
  readonly cardBytes: (frame: ScannerFrame) => readonly number[];
  readonly isCard: (byte: number) => boolean;
  readonly placementOf: (table: Table, byte: number) => Placement;
  /** The sets to report after `byte` is put at the end of the table. */
  readonly search: (bytes: readonly number[]) => readonly Triple[];
  /** Puts a card on the table, if there is a place for it. */
  readonly place: (table: Table, byte: number, placement: Placement) => Turn;
  /** The reports of a turn. */
  readonly reportsFor: (turn: Turn) => readonly Report[];
  /** The EndOfFrame lines of a frame of `received` bytes. */
  readonly endOfFrameReports: (received: number, turns: readonly Turn[]) => readonly Report[];
  /** Text and line end. */
  readonly line: (report: Report, at: Micros) => Uint8Array;
  /** Time from a frame's last byte to its first line; then between lines. */
  readonly delay: (turn: Turn | undefined) => Micros;
  readonly lineGap: (report: Report) => Micros;
  /** Time from a reset until the board reads the scanner link. */
  readonly boot: Micros;
  /** The table after a reset. */
  readonly afterReset: (table: Table) => Table;
}

export interface SetDefectContext {
  readonly profile: SetProfile;
  readonly random: Random;
  /** The finished firmware, with all its defects. */
  readonly firmware: SetFirmware;
}

/** The steps that differ from `sound`. Called at each power-on. */
export type SetChange = (sound: SetFirmware, context: SetDefectContext) => Partial<SetFirmware>;

export interface SetDefect extends Defect {
  readonly change: SetChange;
}

export type SetDefects = DefectTable<SetDefect>;

const LEAST_DELAY_US = 300;
const MOST_DELAY_US = 15_000;
const MOST_PACE_US = 200;

/** Three bytes are a set when each pair of bits is the same in all of them or different in all. */
export function isSet(a: number, b: number, c: number): boolean {
  for (let shift = 0; shift < 8; shift += 2) {
    const [x, y, z] = [(a >> shift) & 3, (b >> shift) & 3, (c >> shift) & 3];
    if (!((x === y && y === z) || (x !== y && y !== z && x !== z))) return false;
  }
  return true;
}

/** The sets that contain the last card. */
function setsWithLast(bytes: readonly number[]): Triple[] {
  const k = bytes.length - 1;
  const found: Triple[] = [];
  for (let i = 0; i < k; i++)
    for (let j = i + 1; j < k; j++)
      if (isSet(bytes[i] ?? 0, bytes[j] ?? 0, bytes[k] ?? 0)) found.push([i, j, k]);
  return found;
}

/** The page's firmware with these defects. */
export function setFirmware(
  profile: SetProfile,
  random: Random,
  style: ConsoleStyle,
  defects: readonly Pick<SetDefect, 'change'>[],
): SetFirmware {
  const { encoding, idleReset, tableLimit, multiByte } = profile;
  const mostDelay = Math.floor(Math.min(MOST_DELAY_US, profile.solve / 8));
  const firmware: SetFirmware = {
    link: { encoding, idleReset, longest: profile.rxBuffer },
    wrapDecoder: (decoder) => decoder,
    mapEvent: (event) => [event],
    accept: () => true,
    cardBytes: (frame) => {
      if (frame.type === 'byte') return [frame.byte];
      return frame.type === 'bytes' && multiByte === 'first' ? [...frame.payload.subarray(0, 1)] : [];
    },
    isCard: (byte) => cardOf(byte, encoding) !== undefined,
    placementOf: ({ bytes }, byte) => {
      if (bytes.length >= tableLimit) return 'full';
      return bytes.includes(byte) ? 'duplicate' : 'new';
    },
    search: (bytes) => random.shuffle(setsWithLast(bytes)),
    place: (before, byte, placement) => {
      if (placement !== 'new') return { placement, byte, before, table: before, found: [] };
      const bytes = [...before.bytes, byte];
      const found = firmware.search(bytes);
      return { placement, byte, before, table: { bytes, sets: before.sets + found.length }, found };
    },
    reportsFor: (turn) => reportsOf(turn, style),
    endOfFrameReports: (received, turns) => {
      const single = received === 2 && turns.length === 1;
      return single || style.endsOthers ? [{ type: 'end-of-frame', received }] : [];
    },
    line: (report, at) => style.line(report, at),
    delay: () => micros(random.int(Math.min(LEAST_DELAY_US, mostDelay), mostDelay)),
    lineGap: () => micros(random.int(0, MOST_PACE_US)),
    boot: micros(random.int(Math.floor(profile.boot * 0.2), Math.floor(profile.boot * 0.7))),
    afterReset: () => EMPTY,
  };
  return applyDefects(firmware, defects, { profile, random, firmware });
}

function reportsOf(
  { placement, byte = 0, before, table, found }: Turn,
  style: ConsoleStyle,
): readonly Report[] {
  const card = style.cardText(byte);
  const summary: Report[] = [{ type: 'set-count', count: table.sets }];
  if (table.sets === 0) summary.push({ type: 'no-sets' });
  switch (placement) {
    case 'new':
      return [
        { type: 'new-card', card },
        ...found.map((triple, i): Report => ({ type: 'set', number: before.sets + 1 + i, triple })),
        ...summary,
      ];
    case 'duplicate':
    case 'full': {
      const type = placement === 'full' ? 'table-full' : placement;
      return [{ type, card }, ...(style.countsAlways ? summary : [])];
    }
    case 'none':
      return [];
  }
}
