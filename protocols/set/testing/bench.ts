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

export class SetBench extends BoardBench {
  private readonly encoding: CardEncoding;

  constructor(kind: BoardKind, options: BoardBenchOptions = {}) {
    super(kind, options);
    this.encoding = options.parameters?.['cardEncoding'] === '0..2' ? '0..2' : '1..3';
  }

  /** The whole console, in order. */
  text(): string {
    return this.rx.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('');
  }

  send(...bytes: readonly number[]): this {
    return this.sendOn('scanner', Uint8Array.from(bytes));
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
    const from = this.rx.length;
    this.sendOn('scanner', Uint8Array.from(bytes));
    this.advance(QUIET);
    return this.linesFrom(from).flatMap((line) => (line.kind === 'frame' ? reportsOf(line.value) : []));
  }

  card(card: Card): readonly Report[] {
    return this.ask(this.byteOf(card), CR);
  }

  cards(...cards: readonly Card[]): readonly Report[] {
    return cards.flatMap((card) => this.card(card));
  }

  private linesFrom(from: number): readonly FrameEvent<ConsoleLine>[] {
    const decoder = consoleLines().decoder();
    return this.rx.slice(from).flatMap(({ at, bytes }) => decoder.push(bytes, micros(at)));
  }
}

function reportsOf({ text }: ConsoleLine): Report[] {
  const report = readReport(text);
  return report === undefined ? [] : [report];
}
