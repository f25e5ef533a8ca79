/** A recorded trace of an STM board: its monitor, and all of `wirejig check`, against only the decoders of both directions. */
import { virtualBoard } from '../devices/board/virtual-board';
import { journalTrace } from '../cli/commands/check/traces/journal-trace';
import type { TraceSource } from '../cli/commands/check/traces/trace-source';
import { stm } from '../protocols/stm/stm';
import { checkRun } from '../scenarios/monitor/trace/check-run';
import type { TraceEvent, TraceMonitorKind } from '../scenarios/monitor/trace/trace-monitor';
import type { JournalEvent } from '../scenarios/record';
import { run } from '../scenarios/runner/runner';
import { Selection } from '../scenarios/runner/selection';
import type { Contender, Prepared } from './measure';
import { answers, requests, STM_BOARD } from './stm-parts';

const SEED = 1;

/** A complete run of the suite on the virtual board, as on a real one. */
async function recordRun(): Promise<readonly JournalEvent[]> {
  const parameters = Object.fromEntries(stm.suite.parameters.map((one) => [one.name, one.default]));
  const board = virtualBoard({ kind: STM_BOARD, defects: [], seed: SEED, parameters });
  const events: JournalEvent[] = [];
  await run({
    board: { ...board, clock: { ...board.clock, virtual: false } },
    suites: [stm.suite],
    parameters: new Map([[stm.suite.id, parameters]]),
    seed: SEED,
    version: '0.0.0',
    command: 'wirejig run stm',
    selection: Selection.of([stm.suite], [], []),
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
  });
  return events;
}

type WholeTrace = TraceSource & { readonly events: readonly TraceEvent[] };

function checkContender(kind: TraceMonitorKind, trace: WholeTrace): Contender {
  const { events } = trace;
  const tally = { records: 0 };
  const judge = () =>
    checkRun({
      ...trace,
      kind,
      parameters: trace.parameters ?? {},
      name: 'a recorded run',
      version: '0.0.0',
      command: 'wirejig check',
      platform: 'any',
      emit: () => tally.records++,
    });
  return {
    name: 'wirejig check',
    grain: events.length,
    work: (count) => {
      for (let left = count / events.length; left > 0; left--) judge();
    },
    answer: () => {
      const { exchanges, verdicts } = judge();
      const failed = Object.entries(verdicts).filter(([, { verdict }]) => verdict === 'fail');
      return { sent: exchanges, failed };
    },
  };
}

function monitorContender(kind: TraceMonitorKind, trace: WholeTrace): Contender {
  const { events, fresh, exact, recordsResets, binding, parameters = {} } = trace;
  const judge = () => {
    const options = { fresh, exact, recordsResets, binding, parameters, onPass: () => undefined };
    const { monitor } = kind.create(options);
    const failed: string[] = [];
    let sent = 0;
    for (const event of events) {
      if (event.kind === 'reset') monitor.reset(event.at);
      if (event.kind !== 'chunk') continue;
      const { chunk, link } = event;
      if (chunk.direction === 'tx') sent++;
      monitor[chunk.direction](chunk, link);
      for (const { verdict, clause } of monitor.judgements()) if (verdict === 'fail') failed.push(clause);
    }
    return { sent, failed };
  };
  return {
    name: 'the monitor',
    grain: events.length,
    work: (count) => {
      for (let left = count / events.length; left > 0; left--) judge();
    },
    answer: judge,
  };
}

function decoderContender({ events }: WholeTrace): Contender {
  const tally = { frames: 0 };
  const decode = (): number => {
    const tx = requests.decoder();
    const rx = answers.decoder();
    let sent = 0;
    for (const event of events) {
      if (event.kind !== 'chunk') continue;
      const { direction, bytes, notAfter } = event.chunk;
      if (direction === 'tx') sent++;
      tally.frames += (direction === 'tx' ? tx : rx).push(bytes, notAfter).length;
    }
    return sent;
  };
  return {
    name: 'the decoders alone',
    grain: events.length,
    work: (count) => {
      for (let left = count / events.length; left > 0; left--) decode();
    },
    answer: () => ({ sent: decode(), failed: [] }),
  };
}

/** Trace events per second: chunks, resets, openings. */
export async function judgeTrace(): Promise<Prepared> {
  const kind = await stm.traceMonitor?.();
  if (kind === undefined) return { skipped: 'STM has no monitor' };
  const source = journalTrace(await recordRun(), { suite: stm.suite.id, links: kind.links });
  const trace = { ...source, events: [...source.events] };
  return {
    comparison: {
      title: `STM monitor: the trace of a whole run, ${trace.events.length} events, judged`,
      unit: 'events',
      contenders: [monitorContender(kind, trace), checkContender(kind, trace), decoderContender(trace)],
      limits: [
        {
          peer: 'the decoders alone',
          atLeast: 0.2,
          reason:
            'the monitor is that of any described protocol: rules are asked for each request, each answer is judged by five clauses; no part takes a tenth',
        },
        { peer: 'wirejig check' },
      ],
      turnMs: 200,
    },
  };
}
