/** `run --watch`: a run after each change of the configuration, a description or the firmware image, each in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative, resolve, dirname, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { callAtProcessEnd } from '../../../devices/child-process';
import { hasGroups } from '../../../devices/platform/signals';
import { plural } from '../../../reports/text/quantity';
import { configuredBoard } from '../../config/configured-board';
import { findConfig } from '../../config/find-config';
import { remark } from '../../shared/console';
import { catchInterrupts } from '../../shared/interrupts';
import { openPage } from '../../shared/output/open-page';
import { UsageError, INTERRUPTED } from '../../shared/usage-error';
import { lastRun } from './last-run';
import type { RunRequest } from './command';
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Those of the first run alone, or of the watching. */
const OWN_OPTIONS = /^--(?:no-)?(?:watch|flash|open|last-failed)(?:=.*)?$/;

type Watched = Pick<RunRequest, 'board' | 'config' | 'flash' | 'lastRun' | 'open' | 'out'>;

/** Resolves at Ctrl-C with the exit code of the last run. `typed`: the words of the command line. */
export async function watchRun(request: Watched, typed = process.argv.slice(2)): Promise<number> {
  const { out } = request;
  const config = findConfig(process.cwd(), request.config);
  if (config === undefined)
    throw new UsageError(
      '--watch waits for changes of the configuration and of what it names, and there is no wirejig.config.* here: wirejig init writes one',
    );
  const { images, flashing } = await flashedFiles(request);
  const words = typed.filter((word) => !OWN_OPTIONS.test(word));
  const look = (): Files => watchedFiles(config, images, out);
  // While it runs, a flash command may write files that it names, as a log.
  const lookBesideFlashing = (): Files => new Map([...look()].filter(([path]) => !flashing.includes(path)));
  const interrupts = catchInterrupts();
  const keys = readKeys();
  let round: Round = {
    flash: request.flash === true,
    lastFailed: request.lastRun !== undefined,
    open: request.open === true,
  };
  for (;;) {
    const lookDuring = round.flash ? lookBesideFlashing : look;
    const before = lookDuring();
    const [played, over, cut] = [new AbortController(), new AbortController(), new AbortController()];
    const changeDuring = nextChange(before, lookDuring, AbortSignal.any([interrupts.signal, played.signal]));
    void changeDuring.then((changed) => {
      report(changed);
      cut.abort();
    });
    const code = await playRound(words, round, cut.signal);
    played.abort();
    const isCut = cut.signal.aborted;
    const hint = keys === undefined ? '' : ' (Enter: run again, o: open the report)';
    if (!isCut) remark(`waiting for a change of ${plural(look().size, 'file')}${hint}`);
    const change = isCut
      ? changeDuring
      : nextChange(new Map([...look(), ...before]), look, AbortSignal.any([interrupts.signal, over.signal]));
    const changed = await Promise.race([
      change,
      keys?.next(() => openPage(join(out, 'report.html'))) ?? change,
    ]);
    over.abort();
    if (!isCut) report(changed);
    if (interrupts.signal.aborted) {
      keys?.close();
      interrupts.release();
      return code;
    }
    // What was cut may have been the flashing.
    const flash = changed.some((path) => images.includes(path)) || (isCut && round.flash);
    round = { flash, lastFailed: lastRun(out).open.length > 0, open: false };
  }
}

function report(changed: readonly string[]): void {
  for (const path of changed) remark(`${relative(process.cwd(), path)} has changed`);
}

interface Round {
  readonly flash: boolean;
  /** First what failed or was not judged. */
  readonly lastFailed: boolean;
  readonly open: boolean;
}

/** What failed, where something did, then all; the exit code. Where the board is not there, or the command wrong, no more is tried. */
async function playRound(words: readonly string[], { flash, lastFailed, open }: Round, cut: AbortSignal) {
  const flashing = flash ? ['--flash'] : [];
  const opening = open ? ['--open'] : [];
  if (lastFailed) {
    const code = await runOnce([...words, ...flashing, '--last-failed'], cut);
    if (code !== 0 && code !== 1) return code;
  }
  return runOnce([...words, ...(lastFailed ? [] : flashing), ...opening], cut);
}

/** In a process of its own: a description is loaded anew. `cut` ends it in good order. */
async function runOnce(words: readonly string[], cut: AbortSignal): Promise<number> {
  if (cut.aborted) return INTERRUPTED;
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Else Ctrl-C would reach it twice, which ends it at once.
    detached: hasGroups(),
  });
  const takeBack = callAtProcessEnd(() => child.kill('SIGKILL'));
  const end = (): boolean => child.kill('SIGINT');
  cut.addEventListener('abort', end);
  const ended: unknown[] = await once(child, 'exit');
  const [code] = ended;
  cut.removeEventListener('abort', end);
  takeBack();
  return typeof code === 'number' ? code : INTERRUPTED;
}

/** The firmware image of a configured board, and the files that its flash command names; `flashing`: without the image. */
async function flashedFiles({ board, config }: Watched) {
  if (board === undefined || /^(?:virtual|qemu):/.test(board)) return { images: [], flashing: [] };
  const { folder, flash, image } = await configuredBoard(board, { config, links: 'left out' });
  if (flash === undefined) return { images: [], flashing: [] };
  const images = image === undefined ? [] : [resolve(folder, image)];
  const flashing = [flash]
    .flat()
    .flatMap(namesIn)
    .map((name) => resolve(folder, name))
    .filter((path) => !images.includes(path));
  return { images: [...images, ...flashing], flashing };
}

/** undefined where nobody is at a terminal. */
function readKeys() {
  if (process.stdin.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin });
  return {
    next: (open: () => Promise<void>) =>
      new Promise<readonly string[]>((again) => {
        lines.removeAllListeners('line');
        lines.on('line', (line) => void (line.trim() === 'o' ? open() : again([])));
      }),
    close: () => lines.close(),
  };
}

/** What is larger names no files: an image. */
const MOST_BYTES = 1 << 18;
const MOST_FILES = 500;
const LOOK_MS = 200;
/** An import leaves the ending out. */
const ENDINGS = ['', '.ts', '.js'];
const BETWEEN_NAMES = /[\s'"`,;:=()[\]{}<>]+/;

/** By path when and how long it was, in one text. `out`: what runs write themselves. */
type Files = ReadonlyMap<string, string>;

function watchedFiles(config: string, images: readonly string[], out: string): Files {
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

export function namesIn(text: string): readonly string[] {
  return text.split(BETWEEN_NAMES).filter((word) => /^[\w./\\@-]*[./\\][\w-]+$/.test(word));
}

/** The files that have changed, as soon as nothing changes any more; none where `signal` was first. */
async function nextChange(before: Files, look: () => Files, signal: AbortSignal): Promise<readonly string[]> {
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
