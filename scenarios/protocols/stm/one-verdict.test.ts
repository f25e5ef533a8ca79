/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { STM_BOARD } from '../../../devices/virtual/stm/board';
import { StmBench } from '../../../devices/virtual/stm/testing/bench';
import { TRIGGERS } from '../../../devices/virtual/stm/testing/triggers';
import { parameters } from '../../../protocols/stm/requirements';
import { stmSession } from '../../../protocols/stm/session';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { RequestResponseHost } from '../../conformance/request-response/host';
import { stmSuite } from '../../conformance/stm/stm';
import { STM_TARGET } from '../../fuzz/targets/stm/stm';
import { judgeTrace } from '../../monitor/testing/trace-rig';
import type { TraceEvent } from '../../monitor/trace/trace-monitor';
import type { JournalEvent } from '../../record';
import { runSuite } from '../../testing/suite-run';
import { recordingBoard } from '../../testing/trigger-trace';
import { STM_TRACE_MONITOR } from './trace-monitor';

const SEED = 5;
const AFTERWARDS = millis(3000);
/** Half the idle gap. */
const SHORT = millis(25);
const DEFAULTS = Object.fromEntries(parameters.map((one) => [one.name, one.default]));

/** Sessions too short to show the defect to anyone who follows the game: both agree that nothing is wrong. */
const SHOWS_TOO_LITTLE = [
  'shuffle-rotates',
  'shuffle-once',
  'shuffle-small-unmoved',
  'same-deals-every-game',
];

/** Another clause is broken first, for all three alike. */
const OTHER_CLAUSE: Readonly<Record<string, string>> = {
  // The Error of the one byte comes early, before what follows is obeyed.
  'unknown-command-one-byte': 'STM-TM-02',
  // Errors come while bytes still go on: nobody knows yet what these are.
  'long-noise-many-errors': 'STM-TM-03',
  // The Error of the request before stands in the place of the answer.
  'error-repeated': 'STM-GM-01',
};

function sessionOf(name: string): readonly TraceEvent[] {
  const options = { seed: SEED, parameters: DEFAULTS, defects: new Set([name]) };
  const { board, events } = recordingBoard(STM_BOARD, options);
  const bench = new StmBench({ board });
  TRIGGERS[name]?.(bench);
  bench.advance(AFTERWARDS);
  return events;
}

function firstFailed(events: readonly JournalEvent[]): string | undefined {
  for (const event of events)
    if (event.type === 'check' && event.verdict === 'fail') return event.requirement;
  return undefined;
}

function byCheck(events: readonly TraceEvent[]): string | undefined {
  // Something later, so that what is missing is.
  const end = micros(Math.max(...events.map((one) => (one.kind === 'chunk' ? one.chunk.notAfter : one.at))));
  const later: TraceEvent = { kind: 'lost', at: after(end, AFTERWARDS), detail: '' };
  return firstFailed(judgeTrace(STM_TRACE_MONITOR, [...events, later]).events);
}

/** What is sent counts from its first byte, what comes from its last. */
function timeOf(event: TraceEvent): number {
  if (event.kind !== 'chunk') return event.at;
  return event.chunk.direction === 'tx' ? event.chunk.notBefore : event.chunk.notAfter;
}

function byFuzzing(events: readonly TraceEvent[]): string | undefined {
  const model = STM_TARGET.session(DEFAULTS).model(true);
  const passUntil = (until: number): void => {
    for (let due = model.due(); due !== undefined && due.until < until; due = model.due())
      model.passed(due.until);
  };
  for (const event of [...events].sort((one, other) => timeOf(one) - timeOf(other))) {
    if (event.kind !== 'chunk') continue;
    const { chunk, link } = event;
    passUntil(timeOf(event));
    model[chunk.direction](link, chunk);
  }
  passUntil(Infinity);
  return model.failure?.requirement;
}

interface Write {
  readonly parts: Uint8Array[];
  /** Between its parts. */
  pause: Micros;
  readonly at: Micros;
}

/** What is sent piece by piece, with pauses that end no frame, is one write. */
function writesOf(events: readonly TraceEvent[]): readonly Write[] {
  const writes: Write[] = [];
  let end = -Infinity;
  for (const event of events) {
    if (event.kind !== 'chunk' || event.chunk.direction === 'rx') continue;
    const { bytes, notBefore, notAfter } = event.chunk;
    const last = writes.at(-1);
    if (last !== undefined && notBefore - end < SHORT) {
      last.pause = micros(Math.round(notBefore - end));
      last.parts.push(bytes);
    } else writes.push({ parts: [bytes], pause: micros(0), at: notBefore });
    end = notAfter;
  }
  return writes;
}

/** The same bytes after the same silences, sent by the suite's host. */
async function bySuite(name: string, events: readonly TraceEvent[]): Promise<string | undefined> {
  const play = {
    id: 'stm/session',
    title: 'the session of a defect',
    covers: stmSuite.requirements.map(({ id }) => id),
    async run(bench: Bench): Promise<void> {
      const host = new RequestResponseHost(bench, stmSession(DEFAULTS), DEFAULTS, { recovers: false });
      const begin = bench.now();
      for (const { parts, pause, at } of writesOf(events)) {
        const wait = micros(begin + at - bench.now());
        if (wait > 0) await host.quiet(wait);
        await host.send(parts, pause);
      }
      await host.quiet(AFTERWARDS);
    },
  };
  const ran = await runSuite(
    { ...stmSuite, scenarios: [play], probe: () => Promise.resolve(undefined) },
    { board: `stm+${name}`, seed: SEED },
  );
  return firstFailed(ran.events);
}

test.each(STM_BOARD.defects)('$name: one verdict, $breaks', async ({ name, breaks }) => {
  const events = sessionOf(name);
  const clause = SHOWS_TOO_LITTLE.includes(name) ? undefined : (OTHER_CLAUSE[name] ?? breaks);
  expect([byCheck(events), byFuzzing(events), await bySuite(name, events)]).toEqual([clause, clause, clause]);
});
