/**
 * The boards that have C firmware, and their names under emulation: `qemu:oven+checksum-ignored`.
 *
 * A defect of an image is the defect of the virtual board with the same name, written in C.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BoardKind, Defect } from '../virtual/engine/board';
import { resolveAmong, type ResolvedBoard } from '../virtual/board-name';

const SCHEME = 'qemu:';

interface NamedKind {
  readonly name: string;
  readonly defects: readonly { readonly name: string }[];
}

/**
 * The virtual boards that have C firmware, in the folder of their name, each with the defects of its firmware, in the order of the virtual board's
 * list. Empty if the sources are not installed.
 */
export function imageKinds<T extends NamedKind>(boards: readonly T[]): readonly T[] {
  const folder = sources();
  if (folder === undefined) return [];
  return boards
    .filter(({ name }) => existsSync(join(folder, name, 'board.c')))
    .map((kind) => {
      const built = switchesOf(kind.name);
      return { ...kind, defects: kind.defects.filter((defect) => built.includes(defect.name)) };
    });
}

export function isImageName(text: string): boolean {
  return text.startsWith(SCHEME);
}

export function imageName(kind: BoardKind, defects: readonly Defect[]): string {
  return [SCHEME + kind.name, ...defects.map(({ name }) => name)].join('+');
}

/** Parses `qemu:KIND+defect+…`. Throws an Error of one line for an unknown name. */
export function resolveImage(boards: readonly BoardKind[], text: string): ResolvedBoard {
  return resolveAmong(imageKinds(boards), 'firmware', text.slice(SCHEME.length));
}

/** The switches in the sources of a board: `DEFECT(CRC_IGNORED)` is `crc-ignored`. */
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

/** The folder of the C sources. Throws an Error if they are not installed. */
export function firmwareFolder(): string {
  const found = sources();
  if (found === undefined)
    throw new Error('the firmware’s sources are not here: work in a clone of the repository');
  return found;
}

/** It is in a folder above this file, compiled or not. */
function sources(): string | undefined {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'firmware');
    if (existsSync(join(path, 'build'))) return path;
  }
  return undefined;
}
