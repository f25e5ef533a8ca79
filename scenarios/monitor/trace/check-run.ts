/** A trace judged as a run is: what an observer finds of it goes into a journal, and the trace with it. */
import type { LinkBinding } from '../../../devices/links/link';
import type { Parameters } from '../../../protocols/requirement';
import { micros, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { VerdictLedger, type Standing } from '../../runner/verdict-ledger';
import type { JournalEvent, RunEnd, RunStart } from '../../record';
import type { Passage, Traceable, TraceObserver } from './trace-observer';

export interface CheckOptions {
  readonly traceable: Traceable;
  readonly passages: Iterable<Passage>;
  readonly parameters: Parameters;
  /** Of them what a person said: it goes before what the trace says of a board. */
  readonly given?: Parameters;
  /** What was on the line, for people: a file. */
  readonly name: string;
  readonly fresh: boolean;
  readonly exact: boolean;
  readonly tellsResets: boolean;
  readonly binding: LinkBinding | undefined;
  /** Until then the line was listened to; undefined: nobody knows for how long behind its last byte. */
  readonly ends?: Micros | undefined;
  readonly version: string;
  readonly command: string;
  readonly platform: string;
  readonly emit: (event: JournalEvent) => void;
}

/** Bytes of one chunk that are written down. */
const SHOWN_BYTES = 1024;

/** Judges the whole trace. Throws what reading it throws. */
export function checkRun(options: CheckOptions): RunEnd {
  const { traceable, passages, parameters, emit, fresh, exact, tellsResets, binding } = options;
  const { given } = options;
  let now: Micros = micros(0);
  let chunks = 0;
  emit(startOf(options));
  const place = { suite: traceable.id, scenario: scenarioId(traceable) };
  emit({ type: 'scenario', at: 0, ...place });
  const ledger = new VerdictLedger(emit, () => now);
  ledger.begin(place.scenario);
  const told = { ledger, fresh, exact, tellsResets, binding };
  let observer = traceable.observer({ ...told, parameters });
  for (const passage of ordered(passages)) {
    emit(recordOf(passage));
    now = micros(Math.max(now, passage.kind === 'chunk' ? passage.chunk.notAfter : passage.at));
    if (passage.kind === 'chunk' && passage.chunk.direction === 'tx') chunks++;
    if (passage.kind === 'board') {
      observer.finish(now);
      observer = traceable.observer({
        ...told,
        parameters: { ...parameters, ...passage.parameters, ...given },
      });
    } else tell(observer, passage);
  }
  now = micros(Math.max(now, options.ends ?? 0));
  observer.finish(now);
  const verdicts = verdictsOf(traceable, ledger, chunks);
  const at = Math.round(now);
  emit({ type: 'scenario-end', at, ...place, requirements: verdicts });
  for (const event of ledger.histograms(traceable.id)) emit(event);
  const end: RunEnd = { type: 'run-end', at, outcome: 'done', verdicts, exchanges: chunks };
  emit(end);
  return end;
}

function tell(observer: TraceObserver, passage: Exclude<Passage, { kind: 'board' }>): void {
  switch (passage.kind) {
    case 'chunk': {
      const { chunk, left, link } = passage;
      if (chunk.direction === 'tx') observer.heard(chunk, left === 0, link);
      else observer.said(chunk, left === 0, link);
      break;
    }
    case 'open':
      observer.opened?.(passage.link, passage.binding, passage.at);
      break;
    case 'close':
      observer.closed?.(passage.link, passage.by, passage.at);
      break;
    case 'reset':
      observer.reset(passage.at);
      break;
    case 'present':
      observer.presented?.(passage.detail, passage.at);
      break;
    case 'lost':
      observer.missed(passage.at);
  }
}

/**
 * As the board lived through it: who reads late writes down late. What was sent counts from its first byte, what was
 * heard from its last, so that no answer stands before its request.
 */
function ordered(passages: Iterable<Passage>): readonly Passage[] {
  const at = (passage: Passage): number => {
    if (passage.kind !== 'chunk') return passage.at;
    return passage.chunk.direction === 'tx' ? passage.chunk.notBefore : passage.chunk.notAfter;
  };
  return [...passages].sort((one, other) => at(one) - at(other));
}

function scenarioId({ id }: Traceable): string {
  return `${id}/trace`;
}

function startOf({ traceable, parameters, name, version, command, platform }: CheckOptions): RunStart {
  const { id, title, requirements, links } = traceable;
  const covers = requirements.map((requirement) => requirement.id);
  return {
    type: 'run',
    version,
    seed: 0,
    board: {
      name,
      kind: id,
      virtual: false,
      defects: [],
      links: links.map((link) => ({ name: link.name, url: name })),
    },
    suites: [
      {
        id,
        title,
        requirements,
        parameters,
        scenarios: [{ id: scenarioId(traceable), title: 'what passed, as the trace has it', covers }],
      },
    ],
    command,
    platform,
  };
}

/** As the journal of a run says them. */
const EVENTS = {
  board: 'board',
  lost: 'trace-full',
  reset: 'reset',
  open: 'open',
  close: 'close',
  closed: 'closed',
  present: 'present',
} as const;

function recordOf(passage: Passage): JournalEvent {
  if (passage.kind !== 'chunk') {
    const { kind } = passage;
    return {
      type: 'line',
      at: Math.round(passage.at),
      link: 'link' in passage ? passage.link : '',
      event: EVENTS[passage.kind === 'close' && passage.by === 'board' ? 'closed' : kind],
      ...(passage.kind === 'open' ? { detail: passage.binding } : {}),
      ...('detail' in passage ? { detail: passage.detail } : {}),
    };
  }
  const { chunk, left, link } = passage;
  const shown = chunk.bytes.subarray(0, SHOWN_BYTES);
  const elided = left + chunk.bytes.length - shown.length;
  return {
    type: 'chunk',
    link,
    direction: chunk.direction,
    notBefore: Math.round(chunk.notBefore),
    notAfter: Math.round(chunk.notAfter),
    hex: hex(shown),
    ...(elided > 0 ? { elided } : {}),
  };
}

/** What was never seen is skipped, with the reason; it has not passed. */
function verdictsOf(traceable: Traceable, ledger: VerdictLedger, requests: number): Record<string, Standing> {
  const judged = ledger.runStandings();
  return Object.fromEntries(
    traceable.requirements.map(({ id }) => {
      const reason =
        requests === 0
          ? 'nothing was sent to the board'
          : (traceable.unseen.get(id) ?? 'nothing in the trace shows it');
      return [id, judged.get(id) ?? { verdict: 'skip', checks: 0, reason }];
    }),
  );
}
