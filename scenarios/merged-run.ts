/**
 * Suites on boards of their own, one after the other, told as one run: one journal, one end.
 *
 * Each board has a clock of its own from zero; in the journal the next begins where the last one ended.
 */
import type { BoardRecord, JournalEvent, RunEnd, RunStart } from './record';
import { run, startRecord, type RunOptions } from './runner';

/** Runs the parts in order, as {@link run} does one. An interruption ends them all; a lost board only its own part. */
export async function runAll(parts: readonly RunOptions[]): Promise<RunEnd> {
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('a run needs a board');
  if (others.length === 0) return run(first);
  first.emit(mergedStart(parts));
  const ends: RunEnd[] = [];
  let at = 0;
  let done = 0;
  const total = parts.reduce((sum, part) => sum + scenarioCount(part), 0);
  for (const part of parts) {
    const offset = at;
    const before = done;
    const end = await run({
      ...part,
      emit: (event) => {
        if (event.type !== 'run' && event.type !== 'run-end') part.emit(later(event, offset));
      },
      progress: (progress) => part.progress?.({ ...progress, done: before + progress.done, total }),
    });
    ends.push(end);
    at += end.at;
    done += scenarioCount(part);
  }
  const end = mergedEnd(ends, at);
  first.emit(end);
  return end;
}

function scenarioCount({ suites, selection }: RunOptions): number {
  const scenarios = suites.flatMap((suite) => suite.scenarios);
  return scenarios.filter((scenario) => selection.includes(scenario)).length;
}

function mergedStart(parts: readonly RunOptions[]): RunStart {
  const [first, ...others] = parts.map(startRecord);
  if (first === undefined) throw new Error('a run needs a board');
  const all = [first, ...others];
  const join = (words: readonly string[]): string => [...new Set(words)].join(', ');
  const board: BoardRecord = {
    name: join(all.map((start) => start.board.name)),
    kind: join(all.map((start) => start.board.kind)),
    virtual: all.every((start) => start.board.virtual),
    defects: all.flatMap((start) => start.board.defects),
    links: all.flatMap((start) => start.board.links),
  };
  return { ...first, board, suites: all.flatMap(({ suites }) => suites) };
}

const WORST_FIRST: readonly RunEnd['outcome'][] = ['interrupted', 'lost', 'unreachable', 'silent', 'done'];

function mergedEnd(ends: readonly RunEnd[], at: number): RunEnd {
  const outcome = WORST_FIRST.find((word) => ends.some((end) => end.outcome === word)) ?? 'done';
  const reason = ends.find((end) => end.outcome === outcome)?.reason;
  return {
    type: 'run-end',
    at,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    verdicts: Object.fromEntries(ends.flatMap(({ verdicts }) => Object.entries(verdicts))),
    exchanges: ends.reduce((sum, { exchanges }) => sum + exchanges, 0),
  };
}

/** The event on a clock that began `offset` microseconds earlier. */
function later(event: JournalEvent, offset: number): JournalEvent {
  switch (event.type) {
    case 'run':
    case 'histogram':
    case 'fuzz':
    case 'fuzz-progress':
    case 'fuzz-finding':
    case 'fuzz-resume':
    case 'fuzz-end':
      return event;
    case 'chunk':
      return moved(event, offset);
    case 'check': {
      const { evidence } = event;
      const shifted = { ...event, at: event.at + offset };
      if (evidence === undefined) return shifted;
      return { ...shifted, evidence: evidence.map((bytes) => moved(bytes, offset)) };
    }
    case 'scenario':
    case 'scenario-end':
    case 'line':
    case 'move':
    case 'run-end':
      return { ...event, at: event.at + offset };
  }
}

function moved<T extends { readonly notBefore: number; readonly notAfter: number }>(
  bytes: T,
  offset: number,
): T {
  return { ...bytes, notBefore: bytes.notBefore + offset, notAfter: bytes.notAfter + offset };
}
