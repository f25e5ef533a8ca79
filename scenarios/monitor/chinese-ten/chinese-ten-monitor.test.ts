import { micros } from '../../../protocols/time';
import type { TraceEvent } from '../trace/trace-monitor';
import { chunkAt, failedClauses, judgeTrace, traceMonitor } from '../testing/trace-rig';

const CHINESE_TEN = traceMonitor('chinese-ten');

const text = (ms: number, direction: 'tx' | 'rx', words: string): TraceEvent =>
  chunkAt(ms, direction, Buffer.from(words).toString('hex'));
const RESET: TraceEvent = { kind: 'reset', at: micros(60_000_000), detail: '' };
const NAME: TraceEvent = text(0, 'rx', 'PLAYER 1: ');
const SECOND = '\r\nPLAYER 2: ';
const typed = (...events: TraceEvent[]) => failedClauses(judgeTrace(CHINESE_TEN, [...events, RESET]).end);

test('a key without any output after it has ended the program, unless the program was not waiting yet', () => {
  expect(typed(NAME, text(500, 'tx', 'Ann\r'))).toEqual(['CT-UI-02']);
  expect(typed(NAME, text(50, 'tx', 'Ann\r'))).toEqual([]);
  expect(typed(NAME, text(500, 'tx', 'Ann\r'), text(510, 'rx', `Ann${SECOND}`))).toEqual([]);
});

test('a prompt that goes on by itself took the key before it, if that key was clearly earlier', () => {
  const on = [text(3000, 'rx', SECOND), text(3010, 'rx', '\r\nPLAYER 3: ')];
  const refused = [NAME, text(500, 'tx', 'a\r'), text(510, 'rx', 'a\r\n\u001b[1J\u001b[1;1H')];
  expect(typed(...refused, text(1500, 'tx', 'b'), ...on)).toEqual(['CT-UI-04']);
  expect(typed(...refused, text(2950, 'tx', 'b'), ...on)).toEqual([]);
  expect(typed(NAME, text(500, 'tx', '\u0004'), ...on)).toEqual(['CT-UI-02']);
});

test('a name with a comma is asked for again, and a name that is too long is cut', () => {
  const asked = (name: string, told: string) =>
    typed(NAME, text(500, 'tx', `${name}\r`), text(510, 'rx', told));
  expect(asked('a,b', `a,b${SECOND}`)).toEqual(['CT-UI-03']);
  expect(asked('a,b', 'a,b\r\nPLAYER 1: ')).toEqual([]);
  const ordered = (name: string) =>
    `\r\nThe playing order is:\r\nPlayer 1: ${name}\r\nPress any key to continue...`;
  expect(asked('x'.repeat(34), ordered('x'.repeat(34)))).toEqual(['CT-UI-03']);
  expect(asked('x'.repeat(34), ordered('x'.repeat(33)))).toEqual([]);
});
