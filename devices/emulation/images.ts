/**
 * The boards that there is C firmware of, and how a person names one under emulation: `qemu:stm+crc-ignored`.
 *
 * A defect of an image is the defect of the same name of the virtual board, written once more in C.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BoardKind, Defect } from '../virtual/engine/board';
import { resolveAmong, resolveBoard, type ResolvedBoard } from '../virtual/kinds';

const NAMES = ['stm', 'set', 'durak'];
const SCHEME = 'qemu:';

/**
 * Each with the defects that its firmware can be compiled with, in the order of the virtual board's. None where the sources
 * were not installed.
 */
export function imageKinds(): readonly BoardKind[] {
  if (sources() === undefined) return [];
  return NAMES.map((name) => {
    const { kind } = resolveBoard(name);
    const built = switchesOf(name);
    return { ...kind, defects: kind.defects.filter((defect) => built.includes(defect.name)) };
  });
}

export function isImageName(text: string): boolean {
  return text.startsWith(SCHEME);
}

export function imageName(kind: BoardKind, defects: readonly Defect[]): string {
  return [SCHEME + kind.name, ...defects.map(({ name }) => name)].join('+');
}

/** Reads `qemu:KIND+defect+…`. Throws Error, one line, for what is unknown. */
export function resolveImage(text: string): ResolvedBoard {
  return resolveAmong(imageKinds(), 'firmware', text.slice(SCHEME.length));
}

/** The switches that a board's sources ask for: `DEFECT(CRC_IGNORED)` is `crc-ignored`. */
export function switchesOf(board: string): readonly string[] {
  const folder = join(firmwareFolder(), board);
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.c'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\bDEFECT\((\w+)\)/g)].map(([, name]) => name ?? ''),
  );
  return [...new Set(found)].map((name) => name.toLowerCase().replaceAll('_', '-'));
}

/** Where the C sources are. Throws Error where they were not installed. */
export function firmwareFolder(): string {
  const found = sources();
  if (found === undefined)
    throw new Error('the firmware’s sources are not here: work in a clone of the repository');
  return found;
}

/** Above this file, compiled or not. */
function sources(): string | undefined {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'firmware');
    if (existsSync(join(path, 'build'))) return path;
  }
  return undefined;
}
