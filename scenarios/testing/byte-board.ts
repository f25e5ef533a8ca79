/**
 * A board and a suite for the tests of bench and runner: every byte on the line is a separate message. The sound board
 * answers n with n + 1, one millisecond later.
 */
import { virtualBoard } from '../../devices/board/virtual-board';
import type { Board } from '../../devices/board/board';
import type { BoardKind, Emission, VirtualBoard } from '../../devices/virtual/engine/board';
import type { Simulation } from '../../devices/virtual/engine/simulation';
import type { Chunk } from '../../protocols/chunk';
import type { Requirement } from '../../protocols/requirement';
import { after, millis, type Micros } from '../../protocols/time';
import type { Bench } from '../bench/bench';
import { recordBytes } from '../bench/evidence';
import type { Effect, Play } from '../player/play';
import type { BytesRecord, JournalEvent, RunEnd } from '../record';
import type { RunOptions } from '../runner/run-options';
import { run } from '../runner/runner';
import { Selection } from '../runner/selection';
import type { Scenario, Suite } from '../suite';

/** A board's answer to each byte; created again at each power-on. */
export type ByteResponder = () => (byte: number) => readonly number[];

const soundResponder: ByteResponder = () => (byte) => [(byte + 1) & 0xff];

/** Falls silent after `byte`, until it is reset. */
export function goesSilentAfter(byte: number): ByteResponder {
  return () => {
    let dead = false;
    return (one) => {
      dead ||= one === byte;
      return dead ? [] : [(one + 1) & 0xff];
    };
  };
}

const DELAY = millis(1);

class ByteBoard implements VirtualBoard {
  private answer: (byte: number) => readonly number[];
  private outbox: { readonly due: Micros; readonly bytes: readonly number[] }[] = [];

  constructor(private readonly newResponder: ByteResponder) {
    this.answer = newResponder();
  }

  receive(_link: string, bytes: Uint8Array, at: Micros): void {
    for (const byte of bytes) this.outbox.push({ due: after(at, DELAY), bytes: this.answer(byte) });
  }

  wakeAt(): Micros | undefined {
    return this.outbox[0]?.due;
  }

  poll(now: Micros): readonly Emission[] {
    const due = this.outbox.filter((one) => one.due <= now);
    this.outbox = this.outbox.filter((one) => one.due > now);
    return due.flatMap(({ bytes }) =>
      bytes.length > 0 ? [{ link: 'main', bytes: Uint8Array.from(bytes) }] : [],
    );
  }

  reset(): void {
    this.answer = this.newResponder();
    this.outbox = [];
  }
}

export interface TestBoard {
  readonly board: Board;
  readonly unplug: () => void;
}

/** Uses the serial link and the virtual port, like every virtual board. */
export function byteBoard(newResponder: ByteResponder = soundResponder): TestBoard {
  const kind: BoardKind = {
    name: 'byte',
    title: 'Bytes',
    suite: 'byte',
    links: [{ name: 'main', baud: 115_200 }],
    defects: [],
    create: () => new ByteBoard(newResponder),
  };
  let simulation: Simulation | undefined;
  const board = virtualBoard({
    kind,
    defects: [],
    seed: 1,
    parameters: {},
    onSimulation: (made) => (simulation = made),
  });
  return { board, unplug: () => simulation?.unplug() };
}

/** B-XX-01, B-XX-02, … all are MUST except the last. */
export const CLAUSES: readonly Requirement[] = ['B-XX-01', 'B-XX-02', 'B-XX-03'].map((id, at) => ({
  id,
  level: at < 2 ? 'MUST' : 'SHOULD',
  origin: 'profile',
  group: 'Bytes',
  text: `clause ${at + 1}.`,
}));

/** The line of a scenario. What passes on it is evidence. */
export class ByteLine {
  private readonly passed: BytesRecord[] = [];

  constructor(private readonly bench: Bench) {
    bench.addEvidenceSource(this);
  }

  async send(bytes: Uint8Array): Promise<Chunk> {
    const chunk = await this.transfer({ op: 'send', link: 'main', bytes });
    if (chunk === undefined) throw new Error('nothing was sent');
    return chunk;
  }

  /** The next bytes that come by `until`. */
  receive(until: Micros): Promise<Chunk | undefined> {
    return this.transfer({ op: 'receive', link: 'main', until });
  }

  /** One exchange: the first byte of the answer within 10 ms. */
  async ask(byte: number): Promise<number | undefined> {
    const { notAfter } = await this.send(Uint8Array.of(byte));
    return (await this.receive(after(notAfter, millis(10))))?.bytes[0];
  }

  evidence(): readonly BytesRecord[] {
    return this.passed.slice(-10);
  }

  private async transfer(effect: Effect): Promise<Chunk | undefined> {
    const chunk = await this.bench.play(
      (function* (): Play<Chunk | undefined> {
        return (yield effect).chunk;
      })(),
    );
    if (chunk !== undefined) this.passed.push({ ...recordBytes({ link: 'main', ...chunk }, 16), fields: [] });
    return chunk;
  }
}

export function scenario(id: string, covers: readonly string[], work: Scenario['run']): Scenario {
  return { id: `byte/${id}`, title: id, covers, run: work };
}

export function byteSuite(scenarios: readonly Scenario[]): Suite {
  return {
    id: 'byte',
    title: 'Bytes',
    links: [{ name: 'main', baud: 115_200 }],
    requirements: CLAUSES,
    parameters: [],
    scenarios,
    probe: async (bench) =>
      (await new ByteLine(bench).ask(0)) === undefined ? 'the board is silent' : undefined,
  };
}

export interface RunRecord {
  readonly end: RunEnd;
  readonly events: readonly JournalEvent[];
}

/** Runs scenarios on a board; returns the end and the journal events. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  board: Board,
  options: Partial<RunOptions> = {},
): Promise<RunRecord> {
  const events: JournalEvent[] = [];
  const end = await run({
    board,
    suites: [byteSuite(scenarios)],
    parameters: new Map([['byte', {}]]),
    seed: 7,
    version: '0.0.0',
    command: 'wirejig run byte',
    selection: Selection.all,
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
    ...options,
  });
  return { end, events };
}

export function ofType<T extends JournalEvent['type']>(events: readonly JournalEvent[], type: T) {
  return events.filter((event): event is Extract<JournalEvent, { type: T }> => event.type === type);
}
