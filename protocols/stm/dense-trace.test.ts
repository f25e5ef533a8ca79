/** Traces without a pause, whose beginning nobody knows: which answer is for which request is found from what passes. */
import { random, type Random } from '../../devices/random';
import { apply, POWER_ON } from './rules';
import { answers, encodeRequest } from './testing/codecs';
import { type Answer, type Request } from './message';
import { hex } from '../bytes';
import {
  chunkAt,
  clausesWith,
  failedClauses,
  judgeTrace,
  shiftEvent,
  traceMonitor,
} from '../../scenarios/monitor/testing/trace-rig';
import type { TraceEvent } from '../../scenarios/monitor/trace/trace-monitor';

const STM = traceMonitor('stm');
const ANSWERS = answers({ errorCmd: 0xee });
const EXCHANGES = 120;
/** From one request to the next. */
const PERIOD_MS = 4;
const SEEDS = [1, 2, 3];

function requestOf(dice: Random): Request {
  const tile = { x: 2 * dice.int(0, 8), y: 2 * dice.int(0, 8), z: 0, kind: dice.int(0, 3) };
  const requests: readonly Request[] = [
    { type: 'start' },
    { type: 'reset' },
    { type: 'set-state' },
    { type: 'shuffle', tiles: [tile, { ...tile, x: 40 }] },
    { type: 'select', tile, open: true },
    { type: 'match', tile, open: true },
  ];
  return requests[dice.int(0, requests.length - 1)] ?? { type: 'start' };
}

const hexOf = (answer: Answer): string => hex(ANSWERS.encode(answer));

/** A sound board, and a host that is `ahead` requests ahead of what it is answered. */
function converse(requests: readonly Request[], ahead: number): TraceEvent[] {
  let game = POWER_ON;
  const events: TraceEvent[] = [];
  const send = (ms: number, request: Request | undefined): void => {
    if (request !== undefined) events.push(chunkAt(ms, 'tx', hex(encodeRequest(request))));
  };
  for (let i = 0; i < ahead; i++) send(-1 - ahead + i, requests[i]);
  for (const [i, request] of requests.entries()) {
    send(i * PERIOD_MS, requests[i + ahead]);
    const turn = apply(game, request);
    game = turn.game;
    events.push(chunkAt(i * PERIOD_MS + 2, 'rx', hexOf(turn.answer)));
  }
  return events;
}

/** As a tap records it that begins in the midst, within the bytes of a chunk. */
function fromMidst(events: readonly TraceEvent[], first: number, lost: number): TraceEvent[] {
  const [begun, ...rest] = events.slice(first);
  if (begun?.kind !== 'chunk') return [];
  const { bytes, notBefore } = begun.chunk;
  const cut = { ...begun.chunk, bytes: bytes.subarray(Math.min(lost, bytes.length - 1)) };
  return [{ ...begun, chunk: cut }, ...rest].map((event) => shiftEvent(event, 0 - notBefore));
}

const judged = (events: readonly TraceEvent[], first = 0, lost = 0) =>
  judgeTrace(STM, fromMidst(events, first, lost), { fresh: false, exact: false }).end;

function session(seed: number): Request[] {
  const dice = random(seed);
  return Array.from({ length: EXCHANGES }, () => requestOf(dice));
}

test.each(SEEDS)(
  'seed %i: a host that waits for each answer is followed, wherever the trace begins',
  (seed) => {
    const events = converse(session(seed), 0);
    for (const [first, lost] of [
      [0, 0],
      [1, 0],
      [12, 1],
      [13, 1],
      [25, 2],
    ] as const) {
      const end = judged(events, first, lost);
      expect([first, failedClauses(end)]).toEqual([first, []]);
      expect(clausesWith(end, 'pass')).toEqual(
        expect.arrayContaining('STM-FR-01 STM-FR-11 STM-TM-01 STM-GM-01 STM-GM-07 STM-GM-10'.split(' ')),
      );
    }
  },
);

test.each(SEEDS)('seed %i: a host that is ahead gets no board blamed', (seed) => {
  for (const ahead of [1, 2, 3])
    for (const first of [0, 3, ahead + 8, ahead + 9])
      for (const lost of [0, 1])
        expect([ahead, first, failedClauses(judged(converse(session(seed), ahead), first, lost))]).toEqual([
          ahead,
          first,
          [],
        ]);
});

test.each(SEEDS)('seed %i: a wrong answer is charged to its clause', (seed) => {
  const requests = session(seed);
  const events = converse(requests, 0);
  const at = requests.findLastIndex(({ type }) => type === 'start');
  const wrong = events.map((event, i) =>
    i === 2 * at + 1 ? chunkAt(at * PERIOD_MS + 2, 'rx', hexOf({ type: 'reset' })) : event,
  );
  expect(at).toBeGreaterThan(30);
  expect(failedClauses(judged(wrong))).toEqual(['STM-FR-11']);
});

test('polls of one kind, which tell nothing of the order, are judged by what each answer keeps', () => {
  const polls = Array.from({ length: 20 }, (): Request => ({ type: 'set-state' }));
  const end = judged(converse([{ type: 'start' }, ...polls], 0), 2);
  expect(failedClauses(end)).toEqual([]);
  expect(clausesWith(end, 'pass')).toEqual(expect.arrayContaining(['STM-FR-01', 'STM-FR-11', 'STM-TM-01']));
});
