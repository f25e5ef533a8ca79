/** The files that a run depends on: the configuration, what it names (descriptions, a firmware image), and what those name. */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { dirname, join, resolve, sep } from 'node:path';

/** What is larger names no files: an image. */
const MOST_BYTES = 1 << 18;
const MOST_FILES = 500;
const LOOK_MS = 200;
/** An import leaves the ending out. */
const ENDINGS = ['', '.ts', '.js'];
const BETWEEN_NAMES = /[\s'"`,;:=()[\]{}<>]+/;

/** By path when and how long it was, in one text. `out`: what runs write themselves. */
export type Files = ReadonlyMap<string, string>;

export function watchedFiles(config: string, images: readonly string[], out: string): Files {
  const found = new Map<string, string>();
  const own = resolve(out) + sep;
  const add = (path: string): void => {
    if (found.has(path) || found.size >= MOST_FILES || path.startsWith(own)) return;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true || path.includes(`${sep}node_modules${sep}`)) return;
    found.set(path, `${stats.mtimeMs} ${stats.size}`);
    if (stats.size <= MOST_BYTES && !images.includes(path))
      for (const name of namesIn(readFileSync(path, 'utf8')))
        for (const ending of ENDINGS) add(join(dirname(path), name + ending));
  };
  for (const path of [config, ...images]) add(path);
  return found;
}

/** The words of a text that may be paths. */
export function namesIn(text: string): readonly string[] {
  return text.split(BETWEEN_NAMES).filter((word) => /^[\w./\\@-]*[./\\][\w-]+$/.test(word));
}

/** The files that have changed, as soon as nothing changes any more; none where `signal` was first. */
export async function nextChange(
  before: Files,
  look: () => Files,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let last = before;
  while (!signal.aborted) {
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    const now = look();
    const changed = changesOf(before, now);
    if (changed.length > 0 && changesOf(last, now).length === 0) return changed;
    last = now;
  }
  return [];
}

function changesOf(before: Files, now: Files): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}
