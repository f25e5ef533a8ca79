import type { Judgement } from '../../protocols/monitor/judgement';
import type { Monitor } from '../../protocols/monitor/monitor';
import { micros, millis } from '../../protocols/time';
import type { Bench } from '../bench/bench';
import { JudgedPlay, type ToldMonitor } from './judged-play';

const FAILURE: Judgement = {
  clause: 'X-01',
  kind: 'answer',
  verdict: 'fail',
  title: 'a message',
  expected: '01',
  seen: '02',
  trigger: 'x',
  due: 'x',
  pipelined: false,
  evidence: [],
};

/** Each try takes a second, in which the board sends more, and this machine stands still once more. */
function busyPlay(tries: number, found = () => [FAILURE]) {
  let [now, told] = [0, 0];
  const monitor = { judgements: found, tick: () => undefined };
  const stalls = {
    begin: () => undefined,
    tellAgain: () => Promise.resolve(++told > tries ? undefined : micros(told)),
  };
  const bench = {
    now: () => micros(now),
    play: () => Promise.resolve({ isEndless: (now += millis(1000)) < 0 }),
    countExchanges: () => undefined,
    addEvidenceSource: () => undefined,
  };
  return new JudgedPlay(
    bench as unknown as Bench,
    { monitor, stalls, charged: undefined } as unknown as ToldMonitor<Monitor>,
    { link: 'main', links: ['main'], quiet: micros(0), fieldsOf: () => [] },
  );
}

test.each([
  [5, 'fail'],
  [Infinity, 'inconclusive'],
])('a failure that is told again %d times is a verdict: %s', async (tries, verdict) => {
  const { found } = await busyPlay(tries).judged();
  expect(found).toEqual([{ ...FAILURE, verdict }]);
});

test('what a stall explains at last, when the time for telling again is over, stays in doubt', async () => {
  let looks = 0;
  const { found } = await busyPlay(Infinity, () => (looks++ === 0 ? [FAILURE] : [])).judged();
  expect(found).toEqual([{ ...FAILURE, verdict: 'inconclusive' }]);
});
