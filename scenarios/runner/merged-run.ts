/**
 * Runs several suites, each on its own board, as one run: one journal, one end.
 *
 * The clock of each board begins at zero. In the journal each part begins at the end of the part before. One suite may
 * run on several boards (`variant`). Then scenario ids end with the board, a scenario runs only on the boards that it
 * fits, and the verdict of a clause is the worst of all boards.
 */
import type { Standing } from './verdict-ledger';
import type {
  BoardRecord,
  BytesRecord,
  ChunkRecord,
  JournalEvent,
  LineRecord,
  RunEnd,
  RunStart,
  SuiteRecord,
} from '../record';
import { worseVerdict } from '../bench/verdict';
import { startRecord, type RunOptions } from './run-options';
import { run } from './runner';
import type { Scenario, Suite } from '../suite';

/** Runs one of the parts; `index`: which. */
export type PlayPart = (part: RunOptions, index: number) => Promise<RunEnd>;

/**
 * Runs the parts in order, each by `play`: {@link run}, or what gives the events of another process that runs it. An interruption
 * ends all parts; a lost board only its own part.
 */
export async function runAll(options: readonly RunOptions[], play: PlayPart = run): Promise<RunEnd> {
  const parts = options.map((part) => withoutUnfitScenarios(part, options));
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('a run needs a board');
  if (others.length === 0) return run(first);
  first.emit(mergeStarts(parts));
  const ends: RunEnd[] = [];
  let at = 0;
  let done = 0;
  const total = parts.reduce((sum, part) => sum + scenarioCount(part), 0);
  for (const [index, part] of parts.entries()) {
    const offset = at;
    const before = done;
    const shown: RunOptions = {
      ...part,
      emit: (event) => {
        if (event.type === 'run')
          for (const line of boardStartLines(part, part.variant)) part.emit(shiftEvent(line, offset));
        else if (event.type !== 'run-end') part.emit(shiftEvent(labelEvent(event, part.variant), offset));
      },
      progress: (progress) => part.progress?.({ ...progress, done: before + progress.done, total }),
    };
    const end = await play(shown, index);
    ends.push({ ...end, verdicts: verdictsOfVariant(end.verdicts, part) });
    at += end.at;
    done += scenarioCount(part);
  }
  const end = mergeEnds(ends, at);
  first.emit(end);
  return end;
}

/** Runs one of the parts alone, with the events that {@link runAll} asks `play` for. */
export function runPart(options: readonly RunOptions[], index: number): Promise<RunEnd> {
  const part = options[index];
  if (part === undefined) throw new Error(`there is no part ${index}`);
  return run(withoutUnfitScenarios(part, options));
}

/** The part without scenarios that fit only other boards. */
function withoutUnfitScenarios(part: RunOptions, all: readonly RunOptions[]): RunOptions {
  if (part.variant === undefined) return part;
  const partsOf = (suite: Suite): readonly RunOptions[] =>
    all.filter(({ suites }) => suites.some(({ id }) => id === suite.id));
  const stays = (suite: Suite, scenario: Scenario): boolean => {
    const fits = partsOf(suite).filter((other) => isFit(other, suite, scenario));
    return fits.includes(part) || (fits.length === 0 && partsOf(suite)[0] === part);
  };
  return {
    ...part,
    suites: part.suites.map((suite) => ({
      ...suite,
      scenarios: suite.scenarios.filter((scenario) => stays(suite, scenario)),
    })),
  };
}

function isFit({ board, parameters }: RunOptions, suite: Suite, scenario: Scenario): boolean {
  return scenario.unfit?.(board, parameters.get(suite.id) ?? {}) === undefined;
}

/** The verdicts of the requirements that the variant has scenarios for. */
function verdictsOfVariant(
  verdicts: RunEnd['verdicts'],
  { variant, suites, selection }: RunOptions,
): RunEnd['verdicts'] {
  if (variant === undefined) return verdicts;
  const scenarios = suites.flatMap((suite) => suite.scenarios).filter((one) => selection.includes(one));
  const covered = new Set(scenarios.flatMap(({ covers }) => covers));
  return Object.fromEntries(
    Object.entries(verdicts).filter(([id]) => covered.has(id) || selection.leftOut(id) !== undefined),
  );
}

export function scenarioCount({ suites, selection }: RunOptions): number {
  const scenarios = suites.flatMap((suite) => suite.scenarios);
  return scenarios.filter((scenario) => selection.includes(scenario)).length;
}

function mergeStarts(parts: readonly RunOptions[]): RunStart {
  const [first, ...others] = parts.map(startRecord);
  if (first === undefined) throw new Error('a run needs a board');
  const all = [first, ...others];
  const join = (words: readonly string[]): string => [...new Set(words)].join(', ');
  const board: BoardRecord = {
    name: join(all.map((start) => start.board.name)),
    kind: join(all.map((start) => start.board.kind)),
    virtual: all.every((start) => start.board.virtual),
    defects: all.flatMap((start) => start.board.defects),
    links: unique(all.flatMap((start) => start.board.links)),
  };
  const suites = all.flatMap((start, i) =>
    start.suites.map((suite) => labelWithVariant(suite, parts[i]?.variant)),
  );
  return { ...first, board, suites: mergeSuites(suites) };
}

function unique<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** The suite with the scenario ids of the variant. */
function labelWithVariant(suite: SuiteRecord, variant: string | undefined): SuiteRecord {
  if (variant === undefined) return suite;
  const scenarios = suite.scenarios.map(({ id, title, covers }) => ({
    id: variantScenarioId(id, variant),
    title: `${title} (${variant})`,
    covers,
  }));
  return { ...suite, scenarios };
}

/** `ttt/moves@ttt-udp/ttt-pvp`: one word. */
function variantScenarioId(id: string, variant: string): string {
  return `${id}@${variant.replace(/ [^ =]*=/g, '/')}`;
}

/** Each suite once, with the scenarios of all its variants. A parameter that differs has all its values. */
function mergeSuites(suites: readonly SuiteRecord[]): SuiteRecord[] {
  const byId = new Map<string, SuiteRecord>();
  for (const suite of suites) {
    const known = byId.get(suite.id);
    if (known === undefined) byId.set(suite.id, suite);
    else
      byId.set(suite.id, {
        ...known,
        parameters: mergeParameters(known.parameters, suite.parameters),
        scenarios: [...known.scenarios, ...suite.scenarios],
      });
  }
  return [...byId.values()];
}

function mergeParameters(
  known: SuiteRecord['parameters'],
  other: SuiteRecord['parameters'],
): SuiteRecord['parameters'] {
  return Object.fromEntries(
    Object.entries(known).map(([name, value]) => {
      const more = other[name];
      if (more === undefined || String(value).split(', ').includes(String(more))) return [name, value];
      return [name, `${value}, ${more}`];
    }),
  );
}

const WORST_FIRST: readonly RunEnd['outcome'][] = [
  'interrupted',
  'bailed',
  'timeout',
  'lost',
  'unreachable',
  'silent',
  'never-quiet',
  'done',
];

export function mergeEnds(ends: readonly RunEnd[], at: number): RunEnd {
  const outcome = WORST_FIRST.find((word) => ends.some((end) => end.outcome === word)) ?? 'done';
  const reason = ends.find((end) => end.outcome === outcome)?.reason;
  return {
    type: 'run-end',
    at,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    verdicts: mergeVerdicts(ends),
    exchanges: ends.reduce((sum, { exchanges }) => sum + exchanges, 0),
  };
}

/** A skip is the mildest: another board was tried. */
function mergeVerdicts(ends: readonly RunEnd[]): Record<string, Standing> {
  const merged: Record<string, Standing> = {};
  for (const [id, standing] of ends.flatMap(({ verdicts }) => Object.entries(verdicts))) {
    const known = merged[id];
    if (known === undefined) {
      merged[id] = standing;
      continue;
    }
    const worst = worseVerdict(known.verdict, standing.verdict) === known.verdict ? known : standing;
    merged[id] = { ...worst, checks: known.checks + standing.checks };
  }
  return merged;
}

/** Trace marks for the beginning of another board, with its parameters. */
export function boardStartLines(
  { suites, parameters }: RunOptions,
  variant: string | undefined,
): LineRecord[] {
  if (variant === undefined) return [];
  return suites.map(({ id }): LineRecord => {
    const detail = `${variantScenarioId(id, variant)} ${JSON.stringify(parameters.get(id) ?? {})}`;
    return { type: 'line', at: 0, link: '', event: 'board', detail };
  });
}

/** The event with the scenario id of the variant. */
function labelEvent(event: JournalEvent, variant: string | undefined): JournalEvent {
  if (variant === undefined) return event;
  switch (event.type) {
    case 'scenario':
    case 'scenario-end':
    case 'check':
      return { ...event, scenario: variantScenarioId(event.scenario, variant) };
    case 'histogram':
      return { ...event, name: `${event.name} (${variant})` };
    default:
      return event;
  }
}

/** The event on a clock that began `offset` microseconds earlier. */
export function shiftEvent(event: JournalEvent, offset: number): JournalEvent {
  switch (event.type) {
    case 'run':
    case 'histogram':
    case 'fuzz':
    case 'fuzz-progress':
    case 'fuzz-resync':
    case 'fuzz-finding':
    case 'fuzz-resume':
    case 'fuzz-end':
      return event;
    case 'chunk':
      return shiftChunk(event, offset);
    case 'check': {
      const { evidence } = event;
      const shifted = { ...event, at: event.at + offset };
      if (evidence === undefined) return shifted;
      return { ...shifted, evidence: evidence.map((bytes) => shiftBytes(bytes, offset)) };
    }
    case 'scenario':
    case 'scenario-end':
    case 'line':
    case 'move':
    case 'repetition':
    case 'run-end':
      return { ...event, at: event.at + offset };
  }
}

function shiftChunk(event: ChunkRecord, offset: number): ChunkRecord {
  const { type, link, direction, notBefore, notAfter, hex, elided, lastNotBefore } = event;
  return {
    type,
    link,
    direction,
    notBefore: notBefore + offset,
    notAfter: notAfter + offset,
    hex,
    ...(elided !== undefined && { elided }),
    ...(lastNotBefore !== undefined && { lastNotBefore: lastNotBefore + offset }),
  };
}

function shiftBytes<T extends Pick<BytesRecord, 'notBefore' | 'notAfter'>>(bytes: T, offset: number): T {
  return { ...bytes, notBefore: bytes.notBefore + offset, notAfter: bytes.notAfter + offset };
}
