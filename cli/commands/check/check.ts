/** `wirejig check`: judges a recorded trace by a catalogue of requirements, as far as a trace shows them. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LinkBinding } from '../../../devices/links/link';
import { systemText } from '../../../devices/platform/system';
import { exitCode } from '../../../reports/text/headline';
import { printable } from '../../../reports/text/printable';
import { checkInSteps } from '../../../scenarios/monitor/trace/check-run';
import { protocolOf, protocols } from '../../../scenarios/protocols';
import type { RunEnd } from '../../../scenarios/record';
import { inOrder, TraceDisorder } from '../../../scenarios/monitor/trace/event-order';
import type { TraceEvent, TraceMonitorKind } from '../../../scenarios/monitor/trace/trace-monitor';
import { commandLine } from '../../shared/command-line';
import { remark } from '../../shared/console';
import { stopCommands, reportToGithub, wantsGithub } from '../../shared/output/github';
import { eventsOf, UNKNOWN_KIND } from '../../shared/output/journal-file';
import {
  checkParameters,
  parseAssignments,
  parseIds,
  parseParameters,
  parsePercent,
  parseSelection,
  pickByName,
} from '../../shared/option-values';
import { startRecording } from '../../shared/output/output-folder';
import { printConclusion, createTerminal, isInteractive } from '../../shared/output/run-output';
import { pathOf, readSource } from './trace-file';
import type { TraceSource } from './traces/trace-source';
import { UsageError } from '../../shared/usage-error';
import { wirejigVersion } from '../../shared/program';
import type { CheckRequest } from './command';

const BINDINGS: readonly LinkBinding[] = ['serial', 'tcp', 'udp'];

/** Resolves with the exit code of a run. Rejects with {@link UsageError} for a file that is no trace. */
export async function checkCommand(request: CheckRequest): Promise<number> {
  const interactive = isInteractive(request);
  const github = wantsGithub(request.reporter, request.json);
  const kind = await findTraceMonitor(request.suite ?? suiteOfJournal(pathOf(request.path)));
  const source = checkedSource(readSource(request, kind), kind, request.path);
  const typed = parseAssignments(request.params);
  const values = parseParameters([kind], typed).get(kind.id) ?? {};
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => typed.has(name)));
  const typedBinding =
    request.binding === undefined
      ? undefined
      : pickByName(BINDINGS, (name) => name, request.binding, 'binding', 'there are');
  refuseOverwriting(request);
  if (source.warning !== undefined) remark(printable(source.warning));
  const echoed = source.wires === undefined ? linkWithEcho(source.events) : undefined;
  if (echoed !== undefined)
    remark(
      `on ${echoed} all that the host sends comes back: the line has an echo: record it anew with ?echo=remove in the link`,
    );
  const { path, suite, link, host, board, samplerate, notation, raw, binding, params } = request;
  const only = parseIds(request.only);
  const skip = parseIds(request.skip);
  const leastJudged = parsePercent('least-judged', request.leastJudged);
  const selection = parseSelection([{ ...kind, scenarios: [] }], only, skip);
  const judging = { param: params, only, skip, 'least-judged': leastJudged };
  const reading = { raw, 'from-reset': request.fromReset };
  const wires = { host: host === '' ? true : host, board: board === '' ? true : board };
  const options = { suite, link, ...wires, samplerate, notation, binding, ...reading, ...judging };
  const command = commandLine(['check', path], { config: request.config, ...options });
  const resumeCommands = github ? stopCommands() : undefined;
  const recording = startRecording(
    request.out,
    interactive ? [createTerminal(request, false)] : [],
    interactive,
  );
  const steps = checkInSteps(
    {
      ...source,
      kind,
      parameters: { ...values, ...source.parameters, ...given },
      given,
      selection,
      leastJudged,
      name: basename(request.path),
      binding: source.binding ?? typedBinding,
      version: wirejigVersion(),
      command,
      platform: systemText(),
      emit: recording.emit,
    },
    () => recording.signal.aborted,
  );
  await finishSteps(steps);
  const summary = await recording.finish();
  const code = exitCode(summary);
  printConclusion(request, { out: request.out, command }, summary, code);
  resumeCommands?.();
  if (github) reportToGithub(summary);
  return code;
}

/**
 * Its events in order. What a file says of a board is data. Throws {@link UsageError} before anything is written, for a value that the
 * suite does not take, and where the events are too far out of order.
 */
function checkedSource(source: TraceSource, kind: TraceMonitorKind, path: string): TraceSource {
  const { parameters } = source;
  const events = { [Symbol.iterator]: () => checkedEvents(source.events, kind, path) };
  try {
    return {
      ...source,
      events: inOrder(events),
      ...(parameters === undefined ? {} : { parameters: checkParameters(kind, parameters, path) }),
    };
  } catch (error) {
    if (error instanceof TraceDisorder)
      throw new UsageError(`${path}: ${error.message}: sort it (reordercap)`);
    throw error;
  }
}

function* checkedEvents(
  events: Iterable<TraceEvent>,
  kind: TraceMonitorKind,
  path: string,
): Generator<TraceEvent, void, undefined> {
  for (const event of events) {
    if (event.kind === 'board') checkParameters(kind, event.parameters, path);
    yield event;
  }
}

/** Ctrl-C is heard between the steps. */
async function finishSteps(steps: Generator<void, RunEnd, undefined>): Promise<void> {
  for (;;) {
    if (steps.next().done === true) return;
    await setImmediate();
  }
}

async function findTraceMonitor(suite: string | undefined): Promise<TraceMonitorKind> {
  const asked = (await protocolOf(suite ?? ''))?.traceMonitor;
  if (asked !== undefined) return asked();
  const known = (await protocols()).flatMap(({ id, traceMonitor: load }) =>
    load === undefined ? [] : [{ id, load }],
  );
  if (suite === undefined)
    throw new UsageError(
      `the protocol of the trace is not known: give --suite: ${known.map(({ id }) => id).join(', ')}`,
    );
  return pickByName(known, ({ id }) => id, suite, 'suite to check', 'there are').load();
}

/** The only protocol of a journal. undefined: a run of several suites, or no journal. */
function suiteOfJournal(file: string): string | undefined {
  if (!file.endsWith('.jsonl') || !statSync(file).isFile()) return undefined;
  const [start] = eventsOf(file);
  if (start?.type !== 'run') return undefined;
  const { suites, board } = start;
  if (suites.length > 0) return suites.length === 1 ? suites[0]?.id : undefined;
  return board.kind === UNKNOWN_KIND ? undefined : board.kind;
}

/** Refuses an --out that is the folder of the trace: its journal and reports would be overwritten. */
function refuseOverwriting({ path, out }: CheckRequest): void {
  const folder = realpathSync(dirname(pathOf(path)));
  if (existsSync(out) && realpathSync(out) === folder)
    throw new UsageError(`the trace is in ${out}, which would be overwritten: give another --out DIR`);
}

/** So many writes come back, with as many contents: an answer that repeats its request is no echo. */
const LEAST_WRITES = 5;
const LEAST_CONTENTS = 3;
const MOST_CHUNKS = 1000;

interface EchoState {
  pending: number[];
  writes: number;
  readonly contents: Set<string>;
  /** Bytes of the board besides. */
  others: number;
}

/**
 *  Whether a recording has an echo: what the host sends comes back first, before the board's own bytes.
 * The name of a link with an echo; undefined: there is none. It shows at the beginning of a recording: no more is read.
 */
export function linkWithEcho(events: Iterable<TraceEvent>): string | undefined {
  // undefined: the link has none.
  const links = new Map<string, EchoState | undefined>();
  let chunks = 0;
  for (const event of events) {
    if (event.kind !== 'chunk') continue;
    if (++chunks > MOST_CHUNKS) return undefined;
    const { link, chunk } = event;
    const fresh: EchoState = { pending: [], writes: 0, contents: new Set(), others: 0 };
    const state = links.has(link) ? links.get(link) : fresh;
    if (state === undefined) continue;
    if (chunk.direction === 'tx' && isCertain(state)) return link;
    const isPossible = chunk.direction === 'tx' ? send(state, chunk.bytes) : receive(state, chunk.bytes);
    links.set(link, isPossible ? state : undefined);
  }
  return undefined;
}

function isCertain({ pending, writes, contents, others }: EchoState): boolean {
  const isWhole = pending.length === 0;
  return isWhole && writes >= LEAST_WRITES && contents.size >= LEAST_CONTENTS && others >= LEAST_WRITES;
}

/** false: the write before has not come back. */
function send(state: EchoState, bytes: Uint8Array): boolean {
  if (state.pending.length > 0) return false;
  state.writes++;
  state.contents.add(Buffer.from(bytes).toString('hex'));
  state.pending = [...bytes];
  return true;
}

/** false: something else came before the write was back. */
function receive(state: EchoState, bytes: Uint8Array): boolean {
  for (const byte of bytes)
    if (state.pending[0] === byte) state.pending.shift();
    else if (state.pending.length > 0) return false;
    else state.others++;
  return true;
}
