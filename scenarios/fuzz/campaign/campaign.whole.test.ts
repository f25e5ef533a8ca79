import { nothingSpent } from './budget';
import { readCheckpoint, writeCheckpoint } from './checkpoint';
import type { Play, Effect, EffectResult } from '../../player/play';
import type { Rig } from '../execution/rig';
import type { VirtualRig } from '../execution/virtual-rig';
import { runCampaign } from '../testing/campaign-run';
import { virtualContext } from '../testing/virtual-context';
import { TimeUsedUp } from '../../time-limit';

test.each([
  ['crc-ignored+sixth-shuffle', 250, 1, ['STM-FR-02', 'STM-GM-05']],
  ['heartbeat+crc-ignored', 400, 4, ['STM-FR-02', 'STM-TM-03']],
  // Both let go of the selected tile: requests after it are answered alike.
  ['crc-error-deselects+closed-deselects', 1000, 3, ['STM-FR-02', 'STM-GM-07']],
])('two bugs at once, %s, are two findings in %i cases', async (defects, cases, seed, clauses) => {
  const { findings } = await runCampaign(`stm+${defects}`, { cases, seed });
  expect(findings.map(({ requirement }) => requirement).sort()).toEqual(clauses);
});

test('pipelined requests show the same bugs; to a board that loses requests they are sent one at a time', async () => {
  for (const [defect, clause] of [
    ['sixth-shuffle', 'STM-GM-05'],
    ['second-lost', 'STM-FR-10'],
  ] as const) {
    const board = `stm+${defect}`;
    const rig = Object.assign(virtualContext(board).rig, { ahead: 64 });
    const { findings, events } = await runCampaign(board, { cases: 250, rig });
    expect(findings.map(({ requirement }) => requirement)).toEqual([clause]);
    // Each case of two good requests would fail on a board that loses the second.
    expect(events.at(-1)).toMatchObject({ kinds: { 'a few requests': [expect.any(Number), 0] } });
  }
});

test('the same seed gives the same journal, another seed another', async () => {
  const [one, two, other] = [
    await runCampaign('stm+sixth-shuffle', { cases: 300, seed: 5 }),
    await runCampaign('stm+sixth-shuffle', { cases: 300, seed: 5 }),
    await runCampaign('stm+sixth-shuffle', { cases: 300, seed: 6 }),
  ];
  expect(two).toEqual(one);
  expect(other.events).not.toEqual(one.events);
});

test('a case that is watched shows what passes in it, and changes nothing', async () => {
  const watched: string[] = [];
  const { events } = await runCampaign('stm', {
    cases: 20,
    seed: 5,
    caseEnded: (campaign) => {
      const { cases } = campaign.counts();
      if (cases % 5 === 0)
        campaign.watchNextCase((_, { direction }) => watched.push(`${cases} ${direction}`));
    },
  });
  expect(new Set(watched)).toEqual(
    new Set(['5', '10', '15'].flatMap((after) => [`${after} tx`, `${after} rx`])),
  );
  expect(events).toEqual((await runCampaign('stm', { cases: 20, seed: 5 })).events);
});

test('an interrupted campaign that resumes from its file ends with the same findings as one run', async () => {
  const board = 'stm+crc-ignored+sixth-shuffle';
  const whole = await runCampaign(board, { cases: 750, seed: 3 });
  let text = '';
  await runCampaign(board, {
    cases: 750,
    seed: 3,
    until: 1,
    blockEnded: (state) =>
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
  expect(state.tally.cases).toBe(250);
  const rest = await runCampaign(board, { cases: 750, seed: 3, resume: state });
  expect(rest.findings).toEqual(whole.findings);
  expect(rest.events.at(-1)).toEqual(whole.events.at(-1));
});

/**
 * A virtual board in the role of a real one. A fragile one stops at an unknown command, and only its last reset level
 * recovers it. Requests with the command `lost` never reach it.
 */
class SimulatedRealRig implements Rig {
  readonly presents = false;
  readonly isVirtual = false;
  readonly spent = nothingSpent();
  needsLivenessCheck = true;
  resets: number[] = [];
  beforeReset: () => void = () => undefined;
  private dead = false;

  constructor(
    private readonly virtualRig: VirtualRig,
    readonly resetLevels: number,
    private readonly fragile: boolean,
    private readonly revives: boolean,
    private readonly lost?: number,
  ) {}

  get links(): readonly string[] {
    return this.virtualRig.links;
  }

  play<T>(steps: Play<T>): Promise<T> {
    let turn = steps.next();
    while (turn.done !== true) {
      const effect = turn.value;
      const result = this.perform(effect);
      if (this.fragile && effect.op === 'send' && effect.bytes[0] === 0x07) this.dead = true;
      turn = steps.next(this.dead && effect.op === 'receive' ? { now: result.now } : result);
    }
    return Promise.resolve(turn.value);
  }

  private perform(effect: Effect): EffectResult {
    if (effect.op !== 'send' || effect.bytes[0] !== this.lost)
      return this.virtualRig.play(singleEffect(effect));
    const { now, chunk } = this.virtualRig.play(singleEffect({ ...effect, bytes: new Uint8Array(0) }));
    return { now, chunk: chunk && { ...chunk, bytes: effect.bytes } };
  }

  begin(): boolean {
    return false;
  }

  reset(level = 0): boolean {
    this.beforeReset();
    this.resets.push(level);
    if (this.revives && level === this.resetLevels - 1) this.dead = false;
    return this.virtualRig.reset();
  }
}

function* singleEffect(effect: Effect): Play<EffectResult> {
  return yield effect;
}

test('a dead board is reset by the next levels; if it stays dead, what it died of is kept, unconfirmed', async () => {
  const revived = new SimulatedRealRig(virtualContext('stm').rig, 3, true, true);
  const { findings, end } = await runCampaign('stm', { cases: 120, rig: revived });
  expect(end.cases).toBe(120);
  expect(findings.map(({ kind, requirement }) => [kind, requirement])).toEqual([['hang', 'STM-FR-05']]);
  expect(revived.resets.join('')).toMatch(/001120/);
  const lost = new SimulatedRealRig(virtualContext('stm').rig, 2, true, false);
  const { findings: none, unconfirmed, events } = await runCampaign('stm', { cases: 120, rig: lost });
  expect(none).toEqual([]);
  expect(unconfirmed.map(({ kind, repeats, replaysEndedBy }) => [kind, repeats, replaysEndedBy])).toEqual([
    ['hang', { shown: 0, tried: 0 }, 'the board answers nothing, and none of its 2 resets recovers it'],
  ]);
  expect(events.at(-1)).toMatchObject({ outcome: 'wedged' });
});

test.each([
  ['the probe', 6, 'set-state'],
  ['the first request of a game', 1, 'start'],
  ['another request', 4, 'select'],
])('a board that leaves one kind of request unanswered, %s, is not wedged', async (_, command, title) => {
  const board = new SimulatedRealRig(virtualContext('stm').rig, 2, false, true, command);
  const { findings, end } = await runCampaign('stm', { cases: 120, rig: board });
  expect([end.outcome, end.cases]).toEqual(['done', 120]);
  expect(findings.filter(({ kind }) => kind === 'hang')).toEqual([]);
  const missing = findings.find((one) => one.kind === 'silence' && one.title.startsWith(title));
  expect(missing?.repeats).toEqual({ shown: 10, tried: 10 });
});

test('a board that never answers is no finding, and the campaign ends at once', async () => {
  for (const levels of [0, 1]) {
    const silent = new SimulatedRealRig(virtualContext('stm').rig, levels, false, false);
    Object.assign(silent, { dead: true, hasReceived: false });
    const { findings, end } = await runCampaign('stm', { cases: 120, rig: silent });
    expect([end.outcome, end.cases < 2, findings]).toEqual(['wedged', true, []]);
  }
});

test('a failure that there was no time to replay is unconfirmed, and the campaign goes on', async () => {
  const bounded = () => Promise.reject(new TimeUsedUp('the time limit of a triage was reached'));
  const { findings, unconfirmed, end } = await runCampaign('stm+crc-ignored', { cases: 250, bounded });
  expect([end.outcome, end.cases, findings]).toEqual(['done', 250, []]);
  expect(unconfirmed.map(({ requirement }) => requirement)).toContain('STM-FR-02');
  expect(Object.keys(end.unconfirmed ?? {})).toEqual(unconfirmed.map(({ id }) => id));
  for (const { repeats, replaysEndedBy } of unconfirmed)
    expect([repeats, replaysEndedBy]).toEqual([
      { shown: 0, tried: 0 },
      'the time limit of a triage was reached',
    ]);
});

test('a failure that was replayed before the time was used up is a finding', async () => {
  let left = 0;
  const rig = new SimulatedRealRig(virtualContext('stm+crc-ignored').rig, 1, false, true);
  rig.beforeReset = () => {
    if (left-- === 1) throw new TimeUsedUp('the time limit of a triage was reached');
  };
  const bounded = <T>(work: () => Promise<T>): Promise<T> => {
    left = 5;
    return work().finally(() => (left = 0));
  };
  const { findings } = await runCampaign('stm', { cases: 250, rig, bounded });
  const found = findings.find(({ requirement }) => requirement === 'STM-FR-02');
  expect(found).toMatchObject({ repeats: { shown: 1, tried: 1 } });
});

test('a finding that an earlier version kept without a replay is unconfirmed when its campaign is resumed', async () => {
  const { findings, state } = await runCampaign('stm+crc-ignored', { cases: 250 });
  const [found] = findings;
  if (found === undefined) throw new Error('nothing was found');
  const old = { ...state, findings: [{ ...found, repeats: { shown: 0, tried: 0 } }] };
  const options = { cases: 250, resume: old };
  const still = await runCampaign('stm+crc-ignored', options);
  expect([still.findings, still.unconfirmed.map(({ id }) => id)]).toEqual([[], [found.id]]);
  const on = await runCampaign('stm+crc-ignored', { ...options, cases: 500 });
  expect([on.findings.map(({ id }) => id), on.unconfirmed]).toEqual([[found.id], []]);
});

test('a bug of a real board is minimised on the virtual board with the same bug, and confirmed on the real one', async () => {
  const name = 'stm+crc-error-deselects';
  const board = new SimulatedRealRig(virtualContext(name, { seed: 9 }).rig, 1, false, false);
  const defectModels = ['stm+crc-ignored', name];
  const { findings } = await runCampaign('stm', { cases: 250, rig: board, defectModels });
  expect(findings.map(({ twin, bytes }) => [twin, bytes])).toEqual([[name, 22]]);
  expect(board.resets.length).toBeLessThan(60);
});
