import { resolveBoard } from '../../../devices/virtual/kinds';
import type { JournalEvent } from '../../record';
import { SUITES } from '../../suites';
import { budgetOf, nothingSpent, VIRTUAL_BUDGET } from './budget';
import { Campaign, type CampaignState } from './campaign';
import { readCheckpoint, writeCheckpoint } from './checkpoint';
import { stepsOf, type Finding } from '../triage/finding';
import { replay } from '../triage/replay';
import type { Play, Effect, EffectResult } from '../execution/play';
import { BoardWedged, type Rig } from '../execution/rig';
import { targetFor, TARGETS } from '../targets';
import { reproduce } from '../execution/reproduce';
import { VirtualRig } from '../execution/virtual-rig';

interface FuzzResult {
  readonly findings: readonly Finding[];
  readonly events: readonly JournalEvent[];
  readonly cases: number;
}

interface FuzzOptions {
  readonly cases: number;
  /** In place of the twin. */
  readonly rig?: Rig;
  readonly defectModels?: readonly string[];
  readonly seed?: number;
  readonly resume?: CampaignState;
  /** Interrupts behind this block. */
  readonly until?: number;
  readonly kept?: (state: CampaignState) => void;
}

function prepareBoard(board: string, seed = 1) {
  const { kind, defects } = resolveBoard(board);
  const suite = SUITES.find(({ id }) => id === kind.suite);
  const target = targetFor(kind.suite, kind.links[0]?.binding ?? 'serial');
  if (suite === undefined || target === undefined) throw new Error(`${board} cannot be fuzzed`);
  const defaults = suite.parameters.map((one) => [one.name, one.default] as const);
  const parameters = Object.fromEntries([
    ...defaults,
    ...defects.flatMap((defect) => Object.entries(defect.parameters ?? {})),
  ]);
  const rig = () => new VirtualRig({ kind, defects: defects.map(({ name }) => name), parameters, seed });
  return { suite, target, parameters, rig, session: target.session(parameters) };
}

async function fuzz(board: string, wanted: FuzzOptions): Promise<FuzzResult> {
  const { cases, seed = 1, resume, until, kept, defectModels } = wanted;
  const { suite, target, parameters, rig, session } = prepareBoard(board, seed);
  const events: JournalEvent[] = [];
  let blocks = 0;
  const campaign = new Campaign({
    target,
    session,
    rig: wanted.rig ?? rig(),
    triage: {
      suite: suite.id,
      requirements: target.requirements,
      parameters,
      rig: wanted.rig ?? rig(),
      session,
      defectModels: () =>
        (defectModels ?? []).map((name) => ({ name, rig: prepareBoard(`virtual:${name}`).rig() })),
      budget: ({ spent }) => budgetOf(spent, VIRTUAL_BUDGET),
      checkpoint: () => undefined,
    },
    seed,
    board,
    cases,
    over: () => until !== undefined && blocks >= until,
    checkpoint: () => undefined,
    resume,
    emit: (event) => events.push(event),
    keep: ({ id }) => `${id}.json`,
    blockEnded: (state) => {
      blocks++;
      kept?.(state);
    },
    caseEnded: () => undefined,
  });
  let outcome: 'done' | 'wedged' = 'done';
  await campaign.run().catch((error: unknown) => {
    if (!(error instanceof BoardWedged)) throw error;
    outcome = 'wedged';
  });
  const end = campaign.end({ outcome });
  return { findings: campaign.findings, events: [...events, end], cases: end.cases };
}

test('a sound board: thousands of cases and no finding', async () => {
  const { findings, events, cases } = await fuzz('virtual:stm', { cases: 3000 });
  expect(findings).toEqual([]);
  expect(cases).toBe(3000);
  const end = events.at(-1);
  if (end?.type !== 'fuzz-end') throw new Error('a campaign ends with its end');
  const { states, triggers, responses, fields } = TARGETS[0]!;
  expect(Object.keys(end.states)).toEqual(expect.arrayContaining([...states]));
  expect(Object.keys(end.triggers)).toEqual(expect.arrayContaining([...triggers]));
  expect(Object.keys(end.responses)).toEqual(expect.arrayContaining([...responses]));
  expect(Object.keys(end.fields)).toEqual(expect.arrayContaining([...fields]));
  expect(end.flakes).toBe(0);
});

test.each(['gm67'])('a sound board of %s: thousands of cases and no finding', async (kind) => {
  const { findings, events } = await fuzz(`virtual:${kind}`, { cases: 3000 });
  expect(findings).toEqual([]);
  const end = events.at(-1);
  const target = TARGETS.find(({ suite }) => suite === kind);
  if (end?.type !== 'fuzz-end' || target === undefined) throw new Error('a campaign ends with its end');
  expect(Object.keys(end.triggers)).toEqual(expect.arrayContaining([...target.triggers]));
  expect(Object.keys(end.states)).toEqual(expect.arrayContaining([...target.states]));
});

/** Of each sort of failure one: the defect, the smallest case that is known, and the clause. */
const KNOWN: readonly (readonly [defect: string, bytes: number, clause: string])[] = [
  ['durak+missing-etx', 4, 'DRK-LK-06'],
  ['durak+syn-no-resync', 6, 'DRK-LK-10'],
  ['durak+accepts-lost-card', 783, 'DRK-PL-10'],
  ['durak+refuses-attack-by-ace', 790, 'DRK-PL-01'],
  ['gm67+checksum-ignored', 6, 'GM-FR-02'],
  ['gm67+disable-holds-code', 13, 'GM-DT-05'],
  ['gm67+half-frame-nak', 1, 'GM-FR-03'],
  ['gm67+scan-time-six-bits', 16, 'GM-CM-05'],
  ['gm67+terminator-tab-blank', 12, 'GM-DT-02'],
  ['gm67+retry-late', 10, 'GM-DT-04'],
  ['set+lines-end-in-lf', 2, 'SET-FR-08'],
  ['set+duplicate-of-last-only', 6, 'SET-CD-02'],
  ['set+lf-ghost', 2, 'SET-FR-07'],
  ['stm+crc-ignored', 3, 'STM-FR-02'],
  ['stm+crc-error-deselects', 22, 'STM-FR-02'],
  ['stm+error-crc-without-cmd', 1, 'STM-FR-01'],
  ['stm+sixth-shuffle', 51, 'STM-GM-05'],
  ['stm+truncated-silent', 1, 'STM-FR-03'],
  ['stm+heartbeat', 0, 'STM-TM-03'],
  ['stm+unknown-command-at-once', 1, 'STM-TM-02'],
  ['stm+slow-fifth-shuffle', 43, 'STM-TM-01'],
  ['stm+unknown-then-deaf', 20, 'STM-FR-09'],
  ['ttt+nul-behind-full', 0, 'TTT-01'],
  ['ttt+first-told-of-second', 0, 'TTT-30'],
  ['ttt-udp+empty-datagram-leaves', 1, 'TTT-03'],
  ['ttt-udp+rest-of-datagram-counts', 2, 'TTT-02'],
  ['ttt-udp+strangers-empty-datagram-stops', 1, 'TTT-41'],
  ['ttt-serial+first-of-chunk-counts', 2, 'TTT-42'],
  ['ttt-serial+occupied-loses-turn', 3, 'TTT-04'],
  ['ttt-serial+moves-to-strangers', 4, 'TTT-32'],
  ['chinese-ten+index-one-too-far', 6, 'CT-UI-02'],
];

test.each(KNOWN)(
  '%s is found as one finding or two, in %i bytes, as %s',
  async (defect, bytes, clause) => {
    const board = `virtual:${defect}`;
    const short = /^(?:set|durak|ttt|chinese)/.test(defect);
    const cases = short ? 150 : defect.endsWith('heartbeat') ? 4000 : 1500;
    const { findings, events } = await fuzz(board, { cases });
    expect(findings.length).toBeLessThanOrEqual(2);
    const finding = findings.find(({ requirement }) => requirement === clause);
    if (finding === undefined) throw new Error(`found as ${findings.map((one) => one.requirement).join()}`);
    // What the journal told last is what is kept: the report and the file say the same.
    const { requirement, title, bytes: least, repeats } = finding;
    const recorded = events.findLast((event) => event.type === 'fuzz-finding' && event.id === finding.id);
    expect(recorded).toMatchObject({ requirement, title, bytes: least, repeats });
    expect(finding.bytes).toBeLessThanOrEqual(1.5 * bytes + 2);
    expect(finding.repeats).toEqual({ shown: 10, tried: 10 });
    const again = (name: string) => {
      const { rig, session } = prepareBoard(name, 99);
      return replay(rig(), session, finding);
    };
    expect(await again(board)).toMatchObject({ shown: 1, tried: 1 });
    expect(await again(board.replace(/\+.*/, ''))).toMatchObject({ shown: 0, tried: 10 });
  },
  60_000,
);

test.each([
  ['set', 500],
  ['durak', 160],
  ['ttt', 200],
  ['ttt-udp', 200],
  ['ttt-serial', 200],
  ['chinese-ten', 40],
])('a sound board of %s: hundreds of cases and no finding', async (kind, wanted) => {
  const { findings, cases } = await fuzz(`virtual:${kind}`, { cases: wanted });
  expect([findings, cases]).toEqual([[], wanted]);
});

test.each([
  [
    'ttt-udp',
    'an answer on one link overtakes the one that is due before it on another',
    [
      { link: 'b', hex: '4a' },
      { link: 'a', hex: '4a' },
      { link: 'b', hex: '30' },
      { link: 'a', hex: '4a', gapUs: 210 },
      { link: 'a', hex: '4a', gapUs: 18_634 },
    ],
  ],
  [
    'chinese-ten',
    'a key between prompts counts at the next one, while its screen is on its way',
    [
      ...['good 0', 'good 1', 'good 6', 'good 0', 'bad 1434', 'good 9459', 'good 7454', 'good 7454'].map(
        (recipe) => ({
          link: 'main',
          hex: '30',
          recipe,
        }),
      ),
      { link: 'main', hex: '00', gapUs: 18_037 },
    ],
  ],
  [
    'chinese-ten',
    'a name hides from a terminal whose turn it is',
    [
      ...['good 0', 'good 1', 'good 1'].map((recipe) => ({ link: 'main', hex: '30', recipe })),
      ...['581b0d', '591b0d', '5a1b0d'].map((hex) => ({ link: 'main', hex })),
      ...['good 0', 'good 0', 'good 0'].map((recipe) => ({ link: 'main', hex: '30', recipe })),
    ],
  ],
  [
    'gm67',
    'a session goes on that a start began which had longer than its repeat',
    [
      { link: 'main', hex: '07c60400008a08fe9d' },
      { link: 'main', hex: '07c60400008863fe44' },
      { link: 'main', hex: '04e40401ff13' },
      { link: 'main', hex: '07c60400008820fe87' },
      { link: 'main', hex: '04ea0400ff0e' },
      { link: 'main', hex: '04e40401ff13' },
      { link: 'main', hex: '04' },
      { link: 'main', hex: '04' },
      { link: 'main', hex: '88' },
      { present: 'code128' as const, hex: '31' },
      { present: 'code128' as const, hex: '31' },
      { listenUs: 300000 },
      { link: 'main', hex: '04e90400ff0f' },
      { present: 'code128' as const, hex: '31' },
    ],
  ],
  [
    'gm67',
    'a start that seems a repeat, and is none, begins a session that is shorter',
    [
      ...[
        '07c60400008a08fe9d',
        '07c60400008863fe44',
        '04e40400ff14',
        '07c60400ff8802fda6',
        '04a30464ff54',
      ].map((hex) => ({ link: 'main', hex })),
      { link: 'main', hex: '04e40401ff13' },
      { link: 'main', hex: '04' },
      { present: 'code128' as const, hex: '31' },
    ],
  ],
])('a sound board of %s is not blamed where %s', async (kind, _where, steps) => {
  const { rig, session } = prepareBoard(`virtual:${kind}`);
  const board = rig();
  for (let n = 0; n < 8; n++) {
    const { failure } = await reproduce(board, session, stepsOf(steps));
    expect(failure).toBeUndefined();
  }
});

test('a sound scanner is not blamed where garbled bytes, and others that are no frame, come while it sends a code again', async () => {
  const { rig, session } = prepareBoard('virtual:gm67', 4);
  const board = rig();
  const steps = stepsOf([
    { link: 'main', hex: '07c6040000ee01fe40' },
    { present: 'datamatrix', hex: '41'.repeat(128) },
    { listenUs: 1_750_000 },
    { link: 'main', hex: '04e90400fe0fc6040000000800' },
  ]);
  for (let n = 0; n < 8; n++) expect((await reproduce(board, session, steps)).failure).toBeUndefined();
});

test.each([
  ['crc-ignored+sixth-shuffle', ['STM-FR-02', 'STM-GM-05']],
  // One that speaks unasked shows that behind whatever the other takes.
  ['boot-banner+slow-fifth-shuffle', ['STM-TM-01', 'STM-TM-03']],
  ['heartbeat+reset-ends-game', ['STM-GM-02', 'STM-TM-03']],
])('two bugs at once, %s, are two findings', async (defects, clauses) => {
  const { findings } = await fuzz(`virtual:stm+${defects}`, { cases: 2000 });
  expect(findings.map(({ requirement }) => requirement).sort()).toEqual(clauses);
});

test('requests sent ahead of answers show the same bugs; a board that loses them is asked one by one', async () => {
  for (const [defect, clause] of [
    ['sixth-shuffle', 'STM-GM-05'],
    ['second-request-lost', 'STM-FR-10'],
  ] as const) {
    const board = `virtual:stm+${defect}`;
    const rig = Object.assign(prepareBoard(board).rig(), { ahead: 64 });
    const { findings, events } = await fuzz(board, { cases: 1000, rig });
    expect(findings.map(({ requirement }) => requirement)).toEqual([clause]);
    // Two good requests each: they would all fail where the second is lost.
    expect(events.at(-1)).toMatchObject({ kinds: { 'a pair': [expect.any(Number), 0] } });
  }
});

test('the same seed gives the same journal, another seed another', async () => {
  const [one, two, other] = [
    await fuzz('virtual:stm+sixth-shuffle', { cases: 750, seed: 5 }),
    await fuzz('virtual:stm+sixth-shuffle', { cases: 750, seed: 5 }),
    await fuzz('virtual:stm+sixth-shuffle', { cases: 750, seed: 6 }),
  ];
  expect(two).toEqual(one);
  expect(other.events).not.toEqual(one.events);
});

test('what is interrupted and resumed from its file ends with the same findings as what is not', async () => {
  const board = 'virtual:stm+crc-error-deselects+sixth-shuffle';
  const whole = await fuzz(board, { cases: 1250, seed: 3 });
  let text = '';
  await fuzz(board, {
    cases: 1250,
    seed: 3,
    until: 2,
    kept: (state) =>
      (text = writeCheckpoint({
        suite: 'stm',
        seed: 3,
        board,
        parameters: {},
        wishes: { links: [], resets: [], params: [] },
        elapsed: 1,
        state,
      })),
  });
  const { state } = readCheckpoint(text);
  expect(state.tally.cases).toBe(500);
  const rest = await fuzz(board, { cases: 1250, seed: 3, resume: state });
  expect(rest.findings).toEqual(whole.findings);
  expect(rest.events.at(-1)).toEqual(whole.events.at(-1));
});

test('a finding tells its steps so that they can be done by hand', async () => {
  const { findings } = await fuzz('virtual:stm+crc-ignored', { cases: 500 });
  const [step] = stepsOf(findings[0]?.steps ?? []);
  if (step?.kind !== 'send') throw new Error('it sends');
  const [cmd = 0, data = 0, crc = 0] = step.bytes;
  expect(crc).not.toBe(cmd ^ data);
});

/** A twin in the place of a real board. One that is fragile dies of an unknown command; its last way to be reset revives it. */
class SimulatedRealRig implements Rig {
  readonly presents = false;
  readonly isVirtual = false;
  readonly spent = nothingSpent();
  needsLivenessCheck = true;
  resets: number[] = [];
  private dead = false;

  constructor(
    private readonly virtualRig: VirtualRig,
    readonly resetLevels: number,
    private readonly fragile: boolean,
    private readonly revives: boolean,
  ) {}

  get links(): readonly string[] {
    return this.virtualRig.links;
  }

  play<T>(steps: Play<T>): Promise<T> {
    let turn = steps.next();
    while (turn.done !== true) {
      const effect = turn.value;
      const result = this.virtualRig.play(singleEffect(effect));
      if (this.fragile && effect.op === 'send' && effect.bytes[0] === 0x07) this.dead = true;
      turn = steps.next(this.dead && effect.op === 'receive' ? { now: result.now } : result);
    }
    return Promise.resolve(turn.value);
  }

  begin(): boolean {
    return false;
  }

  reset(level = 0): boolean {
    this.resets.push(level);
    if (this.revives && level === this.resetLevels - 1) this.dead = false;
    return this.virtualRig.reset();
  }
}

function* singleEffect(effect: Effect): Play<EffectResult> {
  return yield effect;
}

test('a board that dies is reset by harder ways, and one that stays dead ends the campaign with what it has', async () => {
  const { rig } = prepareBoard('virtual:stm');
  const revived = new SimulatedRealRig(rig(), 3, true, true);
  const { findings, cases } = await fuzz('virtual:stm', { cases: 120, rig: revived });
  expect(cases).toBe(120);
  expect(findings.map(({ kind, requirement }) => [kind, requirement])).toEqual([['hang', 'STM-FR-05']]);
  expect(revived.resets.join('')).toMatch(/001120/);
  const lost = new SimulatedRealRig(rig(), 2, true, false);
  const { findings: kept, events } = await fuzz('virtual:stm', { cases: 120, rig: lost });
  expect(kept.map(({ kind }) => kind)).toEqual(['hang']);
  expect(events.at(-1)).toMatchObject({ outcome: 'wedged' });
});

test('a bug of a real board is made small on the virtual one that has it, and confirmed on the board', async () => {
  const name = 'stm+crc-error-deselects';
  const board = new SimulatedRealRig(prepareBoard(`virtual:${name}`, 9).rig(), 1, false, false);
  const defectModels = ['stm+crc-ignored', name];
  const { findings } = await fuzz('virtual:stm', { cases: 250, rig: board, defectModels });
  expect(findings.map(({ twin, bytes }) => [twin, bytes])).toEqual([[name, 22]]);
  const trials = board.resets.length;
  expect(trials).toBeLessThan(60);
});
