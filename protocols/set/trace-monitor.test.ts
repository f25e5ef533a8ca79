import { BOARD_KINDS } from '../../scenarios/testing/loaded-protocols';
import {
  chunkAt,
  clausesWith,
  judgeTrace,
  recordTrace,
  shiftEvent,
  traceMonitor,
} from '../../scenarios/monitor/testing/trace-rig';
import type { TraceEvent } from '../../scenarios/monitor/trace/trace-monitor';
import { micros } from '../time';
import { cardByte, cardOf } from './card';
import { reportText } from './reports';
import { NO_CARDS_YET, placeByte } from './testing/published-reports';

/** The trace does not record resets, as with a logic analyser. */
const UNSEEN = { fresh: false, recordsResets: false };

function judged(events: readonly TraceEvent[]) {
  const { verdicts } = judgeTrace(traceMonitor('set'), events, UNSEEN).end;
  const having = (wanted: string) =>
    Object.entries(verdicts).flatMap(([id, { verdict }]) => (verdict === wanted ? [id] : []));
  return { failed: having('fail'), kept: having('pass'), open: having('inconclusive') };
}

test.each([
  ['set', { only: ['SET-SO', 'SET-RS'] }],
  ['set-published', { only: ['SET-SO-01', 'SET-SO-02', 'SET-CD-02', 'SET-RS-01'] }],
])('%s: in a trace without resets, its sets are not blamed', async (name, selection) => {
  const kind = BOARD_KINDS.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no board ${name}`);
  const events = await recordTrace(kind, { sampled: true, seed: 2, ...selection });
  const { failed, open } = judged(events.filter((one) => one.kind === 'chunk'));
  expect(failed.filter((id) => name === 'set' || /SET-SO|SET-RS|CD-0[123]/.test(id))).toEqual([]);
  // Nor are they kept: a set after a reset is one that is wrong without it.
  expect(open).toEqual(expect.arrayContaining(['SET-SO-01', 'SET-SO-02']));
});

/** Cards every 50 ms from 5 s on, and the board's output for them. `0`: a reset that the trace does not record. */
function cardTrace(cards: readonly number[], told: (line: string) => string = (line) => line): TraceEvent[] {
  let table = NO_CARDS_YET;
  const events: TraceEvent[] = [];
  cards.forEach((card, i) => {
    const at = 5_000_000 + i * 50_000;
    if (card === 0) return void (table = NO_CARDS_YET);
    const { table: next, reports } = placeByte(table, card);
    table = next;
    events.push(chunkEvent('tx', at, Uint8Array.of(card, 0x0d), 10e6 / 9600));
    const lines = reports.map((report) => told(reportText(report)));
    const text = lines.flatMap((line) => (line === '' ? [] : [`${line}\r\n`])).join('');
    events.push(chunkEvent('rx', at + 5000, Buffer.from(text), 10e6 / 460_800));
  });
  return events;
}

function chunkEvent(direction: 'tx' | 'rx', at: number, bytes: Uint8Array, byteTime: number): TraceEvent {
  const notAfter = micros(at + bytes.length * byteTime);
  const times = { notBefore: micros(at), notAfter, lastNotBefore: micros(notAfter - byteTime) };
  const link = direction === 'tx' ? 'scanner' : 'console';
  return { kind: 'chunk', link, chunk: { direction, bytes, ...times }, omittedBytes: 0 };
}

/** In µs. By then, a missing line counts as missing. */
const LATER = 4e6;

/** The first three are a set, and so are the first, the fourth and the fifth. */
const CARDS = [0x55, 0x56, 0x57, 0x59, 0x5d, 0x65].map((byte) => {
  const card = cardOf(byte, '1..3');
  if (card === undefined) throw new Error(`no card ${byte}`);
  return cardByte(card, '1..3');
});

test('a reported set shows which cards are on the table: from then on sets are judged', () => {
  const good = judged(cardTrace([...CARDS, ...CARDS]));
  expect(good.failed).toEqual([]);
  expect(good.kept).toEqual(expect.arrayContaining(['SET-SO-01', 'SET-SO-02', 'SET-CD-02']));
  const silent = cardTrace(CARDS.slice(0, 5), (line) => line.replace(/^2,SpotNewSet.*$/, ''));
  expect(judged([...silent, ...cardTrace(CARDS).map((event) => shiftEvent(event, LATER))]).failed).toEqual([
    'SET-SO-01',
  ]);
});

test('resets that the trace does not record are no fault, however soon they follow each other', () => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = CARDS;
  for (const cards of [
    [a, b, c, 0, d, e, a, b, c],
    [a, b, c, 0, d, 0, d, e, 0, e, d, a],
    [0, d, e, 0, a, b, c, d, 0, b, a, c, e],
    [a, b, c, d, e, 0, b, c, 0, a, 0, c, b, a],
  ])
    expect([cards, judged(cardTrace(cards)).failed]).toEqual([cards, []]);
});

test('EndOfFrame of a two-byte frame may come after the frame directly after it', () => {
  const hexOf = (text: string) => Buffer.from(`1,1,[app.set]${text}\u001b[0m\r\n`).toString('hex');
  const line = (ms: number, text: string) => chunkAt(ms, 'rx', hexOf(text), { link: 'console' });
  const sent = ['a9', 'a9', '0d', '79', '0d'];
  const bytes = sent.map((hex, i) => chunkAt(2000 + i * 1.05, 'tx', hex, { link: 'scanner' }));
  const ended = [3, 2, 2].map((n, i) => line(2020 + i, `1,EndOfFrame,Rx:${n} Byte`));
  const told = line(2024, '+1 solid green wave');
  const failed = (...lines: TraceEvent[]) => judged([...bytes, ...lines, line(9000, 'Cards:1')]).failed;
  expect(failed(...ended.slice(0, 2), told)).toEqual([]);
  expect(failed(...ended, told)).toEqual(['SET-FR-01']);
});

test('a set that never comes is not excused by the lines of later cards', () => {
  const deck = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => cardOf(byte, '1..3'));
  const openOf = (dropped: string) => {
    const told = cardTrace(deck, (line) => (line.startsWith(dropped) ? '' : line));
    const last = chunkAt(20_000, 'rx', Buffer.from('Cards:81\r\n').toString('hex'), { link: 'console' });
    const trace = [...told, last];
    return clausesWith(judgeTrace(traceMonitor('set'), trace, { recordsResets: false }).end, 'inconclusive');
  };
  expect([openOf('none'), openOf('2,SpotNewSet')]).toEqual([[], [expect.stringContaining('SET-SO-0')]]);
});

test.each([
  [/^none$/, 0],
  [/^\+/, 20],
  [/EndOfFrame/, 20],
])('lines that are missing while cards come quickly, as %s, are counted: %i', (missing, open) => {
  let count = 0;
  const deck = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => cardOf(byte, '1..3'));
  const told = cardTrace(deck.slice(0, 40), (line) => (missing.test(line) && ++count % 2 === 0 ? '' : line));
  const { events } = judgeTrace(traceMonitor('set'), told);
  const [end] = events.flatMap((event) => (event.type === 'scenario-end' ? [event.accounting] : []));
  expect(end).toEqual({ judged: 40 - open, unjudged: open === 0 ? {} : { 'bytes-lost': open } });
});
