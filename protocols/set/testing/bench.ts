/** A bench for tests: one Set board that gets bytes on its scanner link; its console is read. */
import { consoleLines, type ConsoleLine } from '../../terminal/console-line';
import type { FrameEvent } from '../../frame';
import { cardByte, type Card, type CardEncoding } from '../card';
import { readReport, type Report } from '../reports';
import { micros, millis } from '../../time';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { BoardBench, type BoardBenchOptions } from '../../../devices/virtual/testing/board-bench';

const CR = 0x0d;
const QUIET = millis(80);

export class SetBench {
  private readonly bench: BoardBench;
  private readonly encoding: CardEncoding;

  constructor(kind: BoardKind, options: BoardBenchOptions = {}) {
    this.bench = new BoardBench(kind, options);
    this.encoding = options.parameters?.['cardEncoding'] === '0..2' ? '0..2' : '1..3';
  }

  get sentAt(): number {
    return this.bench.sentAt;
  }

  /** When the last line came. */
  get lastRxAt(): number {
    return this.bench.rx.at(-1)?.at ?? NaN;
  }

  wakeAt(): number | undefined {
    return this.bench.wakeAt();
  }

  /** The whole console, in order. */
  text(): string {
    return this.bench.rx.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('');
  }

  timedTexts(): string[] {
    return this.bench.rx.map(({ at, bytes }) => `${at.toFixed(1)} ${Buffer.from(bytes).toString('latin1')}`);
  }

  send(...bytes: readonly number[]): this {
    this.bench.sendOn('scanner', Uint8Array.from(bytes));
    return this;
  }

  advance(span: number): this {
    this.bench.advance(span);
    return this;
  }

  powerOn(): this {
    this.bench.powerOn();
    return this;
  }

  byteOf(card: Card): number {
    return cardByte(card, this.encoding);
  }

  /** Sends bytes, and returns the reports that follow. */
  ask(...bytes: readonly number[]): readonly Report[] {
    return this.askAll(bytes);
  }

  /** The same for more bytes than a call can have arguments. */
  askAll(bytes: readonly number[]): readonly Report[] {
    const from = this.bench.rx.length;
    this.bench.sendOn('scanner', Uint8Array.from(bytes));
    this.advance(QUIET);
    return this.since(from).flatMap((line) => (line.kind === 'frame' ? reportsOf(line.value) : []));
  }

  card(card: Card): readonly Report[] {
    return this.ask(this.byteOf(card), CR);
  }

  cards(...cards: readonly Card[]): readonly Report[] {
    return cards.flatMap((card) => this.card(card));
  }

  lines(): readonly FrameEvent<ConsoleLine>[] {
    return this.since(0);
  }

  private since(from: number): readonly FrameEvent<ConsoleLine>[] {
    const decoder = consoleLines().decoder();
    return this.bench.rx.slice(from).flatMap(({ at, bytes }) => decoder.push(bytes, micros(at)));
  }
}

function reportsOf({ text }: ConsoleLine): Report[] {
  const report = readReport(text);
  return report === undefined ? [] : [report];
}
