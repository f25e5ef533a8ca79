/**
 * What a Set board does with a frame, as small steps. The judge asks them as they are; a virtual board's defect changes some.
 *
 *     frame → cardBytes → isCard → placementOf → search → turns: what each byte became
 */
import type { Firmware, Micros, Random } from '../../api/index';
import { cardOf } from './card';
import type { SetValues } from './parameters';
import type { LinkOptions, ScannerFrame } from './scanner-link';
import type { Report, Triple } from './reports';
import type { SetLine, SetState } from './state';
import type { Placement, Table, Turn } from './table';

export interface SetSteps {
  readonly tableLimit: number;
  /** The bytes of a frame that count. */
  cardBytes(frame: ScannerFrame): readonly number[];
  isCard(byte: number): boolean;
  placementOf(table: Table, byte: number): Placement;
  /** The sets to report after a byte is put at the end of the table. */
  search(bytes: readonly number[]): readonly Triple[];
  /** Puts a byte on the table, if there is a place for it. */
  place(table: Table, byte: number): Turn;
  /** What a virtual board says in place of these reports of a frame, but for its end. */
  reportsOf(due: readonly Report[], turn: Turn): readonly Report[];
  /** The EndOfFrame lines of a frame of `received` bytes. */
  endsOf(received: number, turns: readonly Turn[]): readonly Report[];
  cardText(byte: number): string;
  /** Text and line end. */
  line(report: Report, at: Micros): Uint8Array;
  /** How a virtual board reads the scanner link. */
  readonly link: LinkOptions;
  /** From a frame's last byte to its first line, and before each line. */
  firstDelay(turn: Turn | undefined): Micros;
  lineGap(report: Report): Micros;
}

export type SetFirmware = Firmware<ScannerFrame, SetLine, SetState, SetSteps>;

/** Three bytes are a set when each pair of bits is the same in all of them or different in all. */
export function isSet(a: number, b: number, c: number): boolean {
  for (let shift = 0; shift < 8; shift += 2) {
    const [x, y, z] = [(a >> shift) & 3, (b >> shift) & 3, (c >> shift) & 3];
    if (!((x === y && y === z) || (x !== y && y !== z && x !== z))) return false;
  }
  return true;
}

/** Every triple with the last byte that `accepts` is true for. */
export function triplesOfLast(
  bytes: readonly number[],
  accepts: (a: number, b: number, c: number) => boolean = isSet,
): Triple[] {
  const k = bytes.length - 1;
  const found: Triple[] = [];
  for (let i = 0; i < k; i++)
    for (let j = i + 1; j < k; j++)
      if (accepts(bytes[i] ?? 0, bytes[j] ?? 0, bytes[k] ?? 0)) found.push([i, j, k]);
  return found;
}

/** What the page says of frames. */
export function soundSteps(
  { cardEncoding, tableLimit, multiByte }: SetValues,
  random: Random,
  steps: SetFirmware,
): Pick<SetSteps, 'tableLimit' | 'cardBytes' | 'isCard' | 'placementOf' | 'search' | 'place'> {
  return {
    tableLimit,
    cardBytes: (frame) => {
      if (frame.type === 'byte') return [frame.byte];
      return frame.type === 'bytes' && multiByte === 'first' ? [...frame.payload.subarray(0, 1)] : [];
    },
    isCard: (byte) => cardOf(byte, cardEncoding) !== undefined,
    placementOf: ({ bytes }, byte) => {
      if (bytes.length >= tableLimit) return 'full';
      return bytes.includes(byte) ? 'duplicate' : 'new';
    },
    search: (bytes) => random.shuffle(triplesOfLast(bytes)),
    place: (before, byte) => {
      const placement = steps.isCard(byte) ? steps.placementOf(before, byte) : 'none';
      if (placement !== 'new') return { placement, byte, before, table: before, found: [] };
      const bytes = [...before.bytes, byte];
      const found = steps.search(bytes);
      return { placement, byte, before, table: { bytes, sets: before.sets + found.length }, found };
    },
  };
}
