/**
 * A board of C firmware under emulation: real links in real time, with its own reset.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { micros } from '../../protocols/time';
import { realBoard } from '../board/real-board';
import type { Board } from '../board/board';
import type { Resettable } from '../board/reset';
import { LinkError, type Link } from '../links/link';
import type { LinkTarget } from '../links/link-target';
import type { BoardKind, Defect } from '../virtual/engine/board';
import { ChipClock } from './chip-clock';
import { emulatedLink } from './emulated-link';
import { buildImage } from './image-build';
import { imageName } from './images';
import type { EmulatorDelay } from './stall-history';
import { startQemu, type QemuMachine } from './qemu';

export interface QemuBoard extends Board {
  readonly reset: Resettable;
  /** Hang, resume, unplug. Throws {@link LinkError} before the board is open and after it is closed. */
  machine(): QemuMachine;
  /** The paths of its serial lines, while it is open. */
  readonly ports: readonly string[];
}

export interface QemuBoardOptions {
  /** Its links in the order of the USARTs. */
  readonly kind: BoardKind;
  readonly defects: readonly Defect[];
}

/** The delay of a machine that does not run. */
const NOTHING: EmulatorDelay = { core: micros(0), rest: micros(0) };

/** Builds and starts the image when the board is opened. Removes everything when it is closed. */
export function qemuBoard({ kind, defects }: QemuBoardOptions): QemuBoard {
  const name = imageName(kind, defects);
  const switches = defects.map((defect) => defect.name);
  const folder = join(tmpdir(), `wirejig-${randomUUID()}`);
  const ports = kind.links.map((link) => join(folder, link.name));
  const targets = kind.links.map(({ name: link, baud }, i): readonly [string, LinkTarget] => [
    link,
    { scheme: 'serial', url: name, settings: { path: ports[i] ?? '', baud } },
  ]);
  const cable = realBoard({ name, kind: kind.name, targets: new Map(targets) });
  let running: QemuMachine | undefined;
  const machine = (): QemuMachine => {
    if (running === undefined) throw new LinkError('firmware', 'closed', `${name} is not switched on`);
    return running;
  };
  const chip = new ChipClock(cable.clock, () => machine().ticks());
  const delay = (): EmulatorDelay => running?.delay() ?? NOTHING;
  const wired = new Map<Link, Link>();
  const link = (wanted: string): Link => {
    const bare = cable.link(wanted);
    const baud = kind.links.find((one) => one.name === wanted)?.baud ?? 115_200;
    const known = wired.get(bare) ?? emulatedLink(bare, { baud, delay, chip });
    wired.set(bare, known);
    return known;
  };
  return {
    ...cable,
    link,
    defects: switches,
    machine,
    ports,
    open: async () => {
      mkdirSync(folder, { mode: 0o700 });
      try {
        const image = join(folder, 'image.elf');
        await buildImage('chip', kind.name, image, switches);
        running = await startQemu({ folder, image, ports });
        await chip.started();
      } catch (error) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
      await cable.open();
    },
    reset: {
      text: 'the reset button',
      levels: 1,
      run: async () => {
        const { clock } = cable;
        const from = clock.now();
        await machine().reset();
        chip.restarted(from, clock.now());
      },
    },
    close: async () => {
      for (const one of wired.values()) await one.close();
      wired.clear();
      await cable.close();
      await running?.unplug();
      running = undefined;
    },
  };
}
