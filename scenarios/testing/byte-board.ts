/**
 * A board and a suite for the tests of bench and runner: every byte on the line is a separate message. The sound board
 * answers n with n + 1, one millisecond later; FF is no message.
 */
import { virtualBoard } from '../../devices/board/virtual-board';
import type { Board } from '../../devices/board/board';
import type { BoardKind, Emission, VirtualBoard } from '../../devices/virtual/engine/board';
import type { Simulation } from '../../devices/virtual/engine/simulation';
import type { Codec, FrameEvent } from '../../protocols/frame';
import type { Requirement } from '../../protocols/requirement';
import { after, millis, type Micros } from '../../protocols/time';
import type { Bench } from '../bench/bench';
import type { Channel } from '../bench/channel';
import type { JournalEvent, RunEnd } from '../record';
import type { RunOptions } from '../runner/run-options';
import { run } from '../runner/runner';
import { Selection } from '../runner/selection';
import type { Scenario, Suite } from '../suite';

const BYTES: Codec<number> = {
  encode: (byte) => Uint8Array.of(byte),
  decoder: () => ({
    push: (bytes, at) => [...bytes].map((byte) => eventOf(byte, at)),
    pending: 0,
    deadline: () => undefined,
    tick: () => [],
  }),
  fields: (raw) => [...raw].map((value, offset) => ({ name: 'byte', offset, length: 1, value })),
};

function eventOf(byte: number, at: Micros): FrameEvent<number> {
  const raw = Uint8Array.of(byte);
  if (byte < 0xff) return { kind: 'frame', raw, first: at, last: at, value: byte };
  return { kind: 'reject', raw, first: at, last: at, error: { code: 'ff', offset: 0, message: 'FF came' } };
}

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

export function openBytes(bench: Bench): Channel<number, number> {
  return bench.channel('main', BYTES, BYTES);
}

/** One exchange: the answer within 10 ms. */
export async function ask(channel: Channel<number, number>, byte: number): Promise<number | undefined> {
  const { notAfter } = await channel.send(byte);
  return (await channel.next(after(notAfter, millis(10))))?.value;
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
      (await ask(openBytes(bench), 0)) === undefined ? 'the board is silent' : undefined,
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
