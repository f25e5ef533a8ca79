/** Whose links a journal has, and what of it is judged. */
import type { JournalEvent } from '../../../../scenarios/record';
import { inOrder } from '../../../../scenarios/monitor/trace/event-order';
import { traceFile } from '../../../../reports/pcapng/trace-file';
import { memoryBytes } from './byte-source';
import { captureTrace } from './capture-trace';
import { journalTrace } from './journal-trace';
import { pcapngPackets } from './pcapng-blocks';

const links = ['a', 'b'].map((name) => ({ name, url: 'virtual:durak' }));
const board = { name: 'two', kind: 'durak', virtual: true, defects: [], links };
const JOURNAL: readonly JournalEvent[] = [
  { type: 'run', version: '0', seed: 1, board, suites: [], command: '', platform: '' },
  ...['a', 'b'].map((link): JournalEvent => ({
    type: 'chunk',
    link,
    direction: 'rx',
    hex: link === 'a' ? '0a' : '0b',
    notBefore: 1000,
    notAfter: 1000,
  })),
  { type: 'run-end', at: 4000, outcome: 'done', verdicts: {}, exchanges: 0 },
];

test('two boards that played each other: one is named, or asked for', () => {
  const main = { name: 'main', baud: 115_200 };
  expect(() => journalTrace(JOURNAL, { suite: 'durak', links: [main] })).toThrow(
    'no byte of the journal is on a link named main: give --link NAME with one of a, b',
  );
  const { events } = journalTrace(JOURNAL, { suite: 'durak', links: [{ ...main, called: 'b' }] });
  const bytes = [...events].map((event) => (event.kind === 'chunk' ? [...event.chunk.bytes] : []));
  expect(bytes).toEqual([[0x0b]]);
});

/** The bytes that are judged of a run of one suite on one board, which sent one byte before its first scenario, and one in it. */
function judgedBytes(before: readonly JournalEvent[], virtual = false): readonly (readonly number[])[] {
  const sent = (hex: string, at: number): JournalEvent => ({
    ...{ type: 'chunk', link: 'main', direction: 'tx', hex, notBefore: at, notAfter: at },
  });
  const suite = { id: 'durak', title: '', requirements: [], parameters: {}, scenarios: [] };
  const at = { ...board, virtual, links: [{ name: 'main', url: 'COM3' }] };
  const events: readonly JournalEvent[] = [
    { type: 'run', version: '0', seed: 1, board: at, suites: [suite], command: '', platform: '' },
    ...before,
    sent('0a', 2e6),
    { type: 'scenario', at: 3e6, suite: 'durak', scenario: 'durak/one' },
    sent('0b', 4e6),
  ];
  const parts: Buffer[] = [];
  const file = traceFile((bytes) => parts.push(Buffer.from(bytes)));
  for (const event of events) file.add(event);
  file.end();
  const options = { suite: 'durak', links: [{ name: 'main', baud: 115_200 }] };
  const pcapng = captureTrace(memoryBytes(Buffer.concat(parts)), pcapngPackets, options);
  return [journalTrace(events, options), pcapng].map((source) =>
    [...source.events].flatMap((event) => (event.kind === 'chunk' ? [...event.chunk.bytes] : [])),
  );
}

test('what a run plays to find a real board is not judged, also where the board was reset before', () => {
  const [scenario, whole] = [[0x0b], [0x0a, 0x0b]];
  expect(judgedBytes([])).toEqual([scenario, scenario]);
  const reset: JournalEvent = { type: 'line', at: 1e6, link: '', event: 'reset', detail: 'dtr' };
  expect(judgedBytes([reset])).toEqual([scenario, scenario]);
  expect(judgedBytes([], true)).toEqual([whole, whole]);
});

test('a request before a pause of the trace stays before it, though the chunk that is left out may have come earlier', () => {
  const [run] = JOURNAL;
  if (run === undefined) throw new Error('no run');
  const pause = (event: string, at: number): JournalEvent => ({
    type: 'line',
    at,
    link: '',
    event,
    detail: '',
  });
  const request: JournalEvent = {
    ...{ type: 'chunk', link: 'main', direction: 'tx', hex: '0a', notBefore: 1000, notAfter: 1100 },
  };
  const journal = [run, request, pause('trace-pauses', 900), pause('trace-full', 9e6)];
  const { events } = journalTrace(journal, { suite: 'durak', links: [{ name: 'main', baud: 115_200 }] });
  expect([...inOrder(events)].map(({ kind }) => kind)).toEqual(['chunk', 'lost', 'lost']);
});

test('bytes on a link that the suite does not have are named, in a journal and in a pcapng', () => {
  const main = { name: 'a', baud: 115_200 };
  const options = { suite: 'durak', links: [main] };
  const parts: Buffer[] = [];
  const file = traceFile((bytes) => parts.push(Buffer.from(bytes)));
  for (const event of JOURNAL) file.add(event);
  file.end();
  const pcapng = memoryBytes(Buffer.concat(parts));
  const chosen = { suite: 'durak', links: [{ ...main, called: 'a' }] };
  const warnings = [options, chosen].flatMap((one) => [
    journalTrace(JOURNAL, one).warning,
    captureTrace(pcapng, pcapngPackets, one).warning,
  ]);
  expect(warnings).toEqual([
    'bytes are on links that are not read: b',
    'packets of the interfaces b are in the file, and not read',
    undefined,
    undefined,
  ]);
});

test('a scenario of a suite that the run did not have is refused: its bytes would be left out', () => {
  const [run, ...rest] = JOURNAL;
  if (run?.type !== 'run') throw new Error('no run');
  const suites = [{ id: 'durak', title: '', requirements: [], parameters: {}, scenarios: [] }];
  const scenario = (suite: string): JournalEvent => ({
    ...{ type: 'scenario', at: 500, suite, scenario: 'durak/one' },
  });
  const read = (suite: string) =>
    journalTrace([{ ...run, suites }, scenario(suite), ...rest], {
      suite: 'durak',
      links: [{ name: 'a', baud: 115_200 }],
    });
  expect([...read('durak').events]).toHaveLength(1);
  expect(() => read('Durak')).toThrow('the scenario durak/one of Durak, which is no suite of its run');
});
