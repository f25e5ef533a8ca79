/** The invented journal of a long run, for a report of many exchanges. */
import { random, type Random } from '../devices/random';
import type { BytesRecord, ChunkRecord, JournalEvent, RequirementRecord, Verdict } from '../scenarios/record';

const SCENARIOS = 25;
const CLAUSES = 30;
/** Every 50th request has this many bytes. */
const LONG_REQUESTS = { every: 50, bytes: 580 };

const clauseId = (index: number): string => `LNG-CL-${String(index + 1).padStart(2, '0')}`;
const scenarioId = (index: number): string => `long/part-${index + 1}`;

const requirements: readonly RequirementRecord[] = Array.from({ length: CLAUSES }, (_, index) => ({
  id: clauseId(index),
  level: 'MUST',
  origin: 'profile',
  group: index < CLAUSES / 2 ? 'First half' : 'Second half',
  text: `what is asked as number ${index + 1} is answered, byte for byte, in time`,
}));

function start(seed: number): JournalEvent {
  return {
    type: 'run',
    version: '0.1.0',
    seed,
    board: {
      name: 'long',
      kind: 'long',
      virtual: true,
      defects: [],
      links: [
        { name: 'main', url: 'virtual:long' },
        { name: 'console', url: 'virtual:long' },
      ],
    },
    suites: [
      {
        id: 'long',
        title: 'A long run',
        requirements,
        parameters: { baud: 115_200 },
        scenarios: Array.from({ length: SCENARIOS }, (_, index) => ({
          id: scenarioId(index),
          title: `part ${index + 1} of the long run`,
          covers: [clauseId(index)],
        })),
      },
    ],
    command: `wirejig run long --seed ${seed}`,
    platform: 'made up',
  };
}

/** A request and its answer of random bytes, which do not compress better than real ones. */
function exchange(dice: Random, at: number, index: number): readonly [ChunkRecord, ChunkRecord] {
  const link = index % 10 === 0 ? 'console' : 'main';
  const chunk = (direction: 'tx' | 'rx', from: number, size: number): ChunkRecord => {
    const hex = Array.from({ length: size }, () => dice.int(0, 255).toString(16).padStart(2, '0')).join('');
    return { type: 'chunk', link, direction, notBefore: from, notAfter: from + 87 * size, hex };
  };
  const request = chunk('tx', at, index % LONG_REQUESTS.every === 0 ? LONG_REQUESTS.bytes : dice.int(3, 9));
  return [request, chunk('rx', request.notAfter + dice.int(200, 2000), dice.int(3, 9))];
}

function failedCheck(scenario: number, chunks: readonly ChunkRecord[], at: number): JournalEvent {
  const evidence = chunks.map((chunk): BytesRecord => {
    const { type: _type, ...bytes } = chunk;
    return { ...bytes, fields: [{ name: 'CMD', offset: 0, length: 1, value: 1, meaning: 'Start' }] };
  });
  return {
    type: 'check',
    at,
    scenario: scenarioId(scenario),
    requirement: clauseId(scenario),
    verdict: 'fail',
    title: `answer number ${scenario + 1}`,
    expected: 'the answer that is due',
    seen: 'another one',
    evidence,
  };
}

/** Two events for each exchange, and those of the scenarios. Every fifth scenario fails a clause. */
export function* longJournal(exchanges: number, seed = 1): Generator<JournalEvent> {
  const dice = random(seed);
  const verdicts: Record<string, { verdict: Verdict; checks: number }> = {};
  yield start(seed);
  let at = 0;
  for (let scenario = 0; scenario < SCENARIOS; scenario++) {
    const own = { suite: 'long', scenario: scenarioId(scenario) };
    yield { type: 'scenario', at, ...own };
    const end = Math.round((exchanges * (scenario + 1)) / SCENARIOS);
    const recent: ChunkRecord[] = [];
    for (let index = Math.round((exchanges * scenario) / SCENARIOS); index < end; index++) {
      const pair = exchange(dice, at, index);
      yield* pair;
      recent.push(...pair);
      if (recent.length > 8) recent.splice(0, 2);
      at = pair[1].notAfter + dice.int(100, 900);
    }
    const verdict = scenario % 5 === 4 ? 'fail' : 'pass';
    if (verdict === 'fail') yield failedCheck(scenario, recent, at);
    const requirement = { verdict, checks: end } as const;
    verdicts[clauseId(scenario)] = requirement;
    yield { type: 'scenario-end', at, ...own, requirements: { [clauseId(scenario)]: requirement } };
  }
  for (let clause = SCENARIOS; clause < CLAUSES; clause++)
    verdicts[clauseId(clause)] = { verdict: 'skip', checks: 0 };
  yield { type: 'run-end', at, outcome: 'done', verdicts, exchanges };
}
