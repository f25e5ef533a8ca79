import type { Chunk, Direction } from '../../chunk';
import { micros } from '../../time';
import { cardByte } from '../card';
import { EMPTY_TABLE } from '../rules';
import { placeByte, reportsOf } from '../testing/published-reports';
import { reportText } from '../set';
import { CONSOLE, SCANNER, SetMonitor } from './monitor';
import { setParameters } from './parameters';

const PARAMETERS = setParameters({
  cardEncoding: '1..3',
  tableLimit: 81,
  idleResetMs: 1000,
  rxBufferBytes: 150,
  multiByte: 'reject',
  solveMs: 1000,
  bootMs: 2000,
});
const CR = 0x0d;

function chunkAt(ms: number, direction: Direction, bytes: Uint8Array): Chunk {
  const notBefore = micros(ms * 1000);
  const notAfter = micros(notBefore + (bytes.length * 10e6) / (direction === 'tx' ? 9600 : 460_800));
  return { direction, bytes, notBefore, notAfter, lastNotBefore: notAfter };
}

class Line {
  readonly monitor = new SetMonitor(PARAMETERS);
  private table = EMPTY_TABLE;

  send(ms: number, ...bytes: readonly number[]): this {
    this.monitor.tick(micros(ms * 1000));
    this.monitor.tx(chunkAt(ms, 'tx', Uint8Array.from(bytes)), SCANNER);
    return this;
  }

  say(ms: number, text: string): this {
    this.monitor.tick(micros(ms * 1000));
    this.monitor.rx(chunkAt(ms, 'rx', new TextEncoder().encode(text)), CONSOLE);
    return this;
  }

  /** The lines of a sound board for this card. */
  linesOf(card: number): string[] {
    const { table, expected } = placeByte(this.table, cardByte(card, '1..3'));
    this.table = table;
    return reportsOf(expected, 2, '1..3').map(reportText);
  }

  card(ms: number, card: number, end = '\r\n'): this {
    const lines = this.linesOf(card).map((line) => `${line}${end}`);
    return this.send(ms, cardByte(card, '1..3'), CR).say(ms + 5, lines.join(''));
  }

  failed(until: number): string[] {
    this.monitor.tick(micros(until * 1000));
    return this.monitor.judgements().flatMap(({ verdict, clause }) => (verdict === 'fail' ? [clause] : []));
  }
}

test('lines after a silence are charged to the frame that it ended, also where no tick came between', () => {
  const monitor = new SetMonitor(PARAMETERS);
  const [line = ''] = reportsOf(placeByte(EMPTY_TABLE, cardByte(0, '1..3')).expected, 2, '1..3').map(
    reportText,
  );
  monitor.tx(chunkAt(100, 'tx', Uint8Array.of(cardByte(0, '1..3'))), SCANNER);
  monitor.rx(chunkAt(1110, 'rx', new TextEncoder().encode(`${line}\r\n`)), CONSOLE);
  monitor.tx(chunkAt(1400, 'tx', Uint8Array.of(CR)), SCANNER);
  const failed = monitor.judgements().filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ clause, trigger }) => [clause, trigger])).toEqual([['SET-FR-03', 'idle frame']]);
});

test('a board that leaves out all line ends breaks that clause alone', () => {
  const failed = new Line().say(0, 'hello\r\n').card(100, 0, '').card(9000, 1, '').failed(20_000);
  expect([...new Set(failed)]).toEqual(['SET-FR-08']);
});

test('a line about a crash is none where the board goes on, and part of the finding where it does not', () => {
  const line = new Line().card(0, 0).say(100, 'watchdog fed\r\n').card(200, 1);
  expect(line.failed(6000)).toEqual([]);
  line.send(7000, cardByte(2, '1..3'), CR).say(7005, 'HardFault at 08001234\r\n');
  line.monitor.tick(micros(20e6));
  expect(line.monitor.judgements().find(({ verdict }) => verdict === 'fail')).toMatchObject({
    kind: 'crash',
    clause: 'SET-CD-01',
  });
});

test('after a pause that may have ended a frame or not nothing is judged until the line was quiet', () => {
  const line = new Line().card(0, 0);
  line.send(100, cardByte(1, '1..3')).send(900, CR);
  expect(line.monitor.desynchronised).toBe(true);
  expect(line.failed(1000)).toEqual([]);
  line.monitor.tick(micros(6e6));
  expect(line.monitor.desynchronised).toBe(false);
  // The table is unknown: the card may be a duplicate.
  expect(
    line
      .send(7000, cardByte(1, '1..3'), CR)
      .say(7005, 'Duplicate:x\r\n2,EndOfFrame,Rx:2 Byte\r\n')
      .failed(20_000),
  ).toEqual([]);
});

test('cards in a row have the time of each of them, as long as lines come', () => {
  const cards = [0, 1, 3, 4];
  const line = new Line().send(0, ...cards.flatMap((card) => [cardByte(card, '1..3'), CR]));
  for (const [i, card] of cards.entries())
    line.say(
      900 * (i + 1),
      line
        .linesOf(card)
        .map((text) => `${text}\r\n`)
        .join(''),
    );
  expect(line.failed(20_000)).toEqual([]);
});

test('a card is not late where lines of earlier frames kept the console busy, and it is where none did', () => {
  const late = (earlier: number): string[] => {
    const line = new Line()
      .send(100, ...Array.from({ length: 60 }, () => CR))
      .send(1500, cardByte(0, '1..3'), CR);
    const ends = Array.from(
      { length: earlier },
      () => `${reportText({ type: 'end-of-frame', received: 1 })}\r\n`,
    );
    line.say(1900, ends.join('')).say(
      2700,
      line
        .linesOf(0)
        .map((one) => `${one}\r\n`)
        .join(''),
    );
    return line.failed(9000);
  };
  expect([late(60), late(0)]).toEqual([[], ['SET-TM-01']]);
});
