/** The tests that the C firmware of every board passes on this computer, built with sanitizers. */
import type { BoardKind } from '../../virtual/engine/board';
import { needing } from '../../testing/needed-tools';
import { imageKinds, switchesOf } from '../images';
import { hostKind, type HostKind } from './host-kind';

export interface FirmwareTests {
  readonly board: BoardKind;
  /** Whether the defect shows in its session of the virtual board. */
  readonly shows: (firmware: BoardKind, defect: string) => boolean;
  /** Registers more tests. They call `firmware` when they run. */
  readonly more: (firmware: () => BoardKind) => void;
}

export function testFirmware({ board, shows, more }: FirmwareTests): void {
  const { name } = board;
  needing('firmware on this computer', 'gcc').describe(`the ${name} firmware on this computer`, () => {
    let firmware: HostKind;
    beforeAll(async () => {
      firmware = await hostKind(board);
    });
    afterAll(() => firmware.remove());

    more(() => firmware);

    test('every switch is a defect of the virtual board', () => {
      const names = board.defects.map((defect) => defect.name);
      expect(switchesOf(name).filter((defect) => !names.includes(defect))).toEqual([]);
    });

    const defects = imageKinds([board])[0]?.defects ?? [];
    test.each(defects)('$name shows in its session of the virtual board', (defect) => {
      expect(shows(firmware, defect.name)).toBe(true);
    });
  });
}
