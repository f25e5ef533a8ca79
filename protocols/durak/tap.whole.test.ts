import { durak } from './durak';
import { millis } from '../time';
import type { RunEnd } from '../../scenarios/record';
import { journalEvent } from '../../scenarios/journal/journal-schema';
import { tappedGame, gameFailure, type TappedGameOptions } from '../../scenarios/monitor/testing/durak-rig';

const ROUGH = ['flip', 'drop', 'duplicate', 'delay', 'unplug'] as const;

function held(end: RunEnd): string[] {
  return durak.suite.requirements.map(({ id }) => id).filter((id) => end.verdicts[id]?.verdict === 'pass');
}

describe('two sound boards on a good cable', () => {
  test('the game is played to its end, without a finding', async () => {
    const game = await tappedGame({ seed: 3 });
    expect(gameFailure(game)).toBeUndefined();
    expect(game.end.outcome).toBe('done');
    const kept = 'LK-01 LK-02 LK-03 LK-04 LK-08 HS-01 HS-03 HS-04 HS-05 DL-01 PL-01 PL-07 PL-09 PL-11 PL-12';
    const ids = kept.split(' ').map((id) => `DRK-${id}`);
    expect(held(game.end)).toEqual(expect.arrayContaining(ids));
    expect(game.end.verdicts['DRK-HS-02']).toMatchObject({ verdict: 'skip' });
  });

  test('the game is in the journal move by move, in words, in order', async () => {
    const { events, end } = await tappedGame({ seed: 1 });
    const moves = events.flatMap((event) => (event.type === 'move' ? [event] : []));
    expect(moves.slice(0, 3).map(({ player, text }) => `${player} ${text}`)).toEqual([
      '1 deals',
      '1 attacks with 7 of diamonds',
      '2 beats 7 of diamonds with Q of spades',
    ]);
    expect(moves.map(({ at }) => at)).toEqual(moves.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(end.reason).toBe('player 2 has won: board b');
    expect(end.exchanges).toBe(moves.length);
  });

  test('the same seed gives the same journal, and each of its lines can be read back', async () => {
    const options: TappedGameOptions = { seed: 4, kinds: ROUGH };
    const [once, again] = [await tappedGame(options), await tappedGame(options)];
    expect(once.events).toEqual(again.events);
    for (const event of once.events) expect(journalEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
  });
});

describe('a board with a defect, in a game with a sound one', () => {
  const failures = async (options: TappedGameOptions): Promise<string[]> => {
    const { events } = await tappedGame({ ...options, longest: millis(1_000_000) });
    return events.flatMap((event) =>
      event.type === 'check' && event.verdict === 'fail'
        ? [`${event.title.slice(0, 7)} ${event.requirement}`]
        : [],
    );
  };
  /** Some clauses of each part of the page; the later ones show only on a bad cable. */
  const CAUGHT: readonly (readonly [defect: string, clause: string, cable: 'good' | 'bad'])[] = [
    ['ack-twice', 'DRK-LK-01', 'good'],
    ['hello-at-once', 'DRK-HS-01', 'good'],
    ['never-deals', 'DRK-HS-04', 'good'],
    ['defends-lower-in-clubs', 'DRK-PL-02', 'good'],
    ['4-fields', 'DRK-LK-06', 'bad'],
    ['repeat-never', 'DRK-LK-07', 'bad'],
    ['refusal-unanswered', 'DRK-PL-10', 'bad'],
  ];

  test.each(CAUGHT)('%s is charged to %s, and to board a (%s cable)', async (defect, clause, wire) => {
    const found = new Set<string>();
    for (let seed = 1; seed <= 4 && !found.has(`board a ${clause}`); seed++) {
      const cable = wire === 'good' ? {} : { kinds: ROUGH, every: 300 };
      for (const one of await failures({ seed, defects: [defect], ...cable })) found.add(one);
    }
    expect([...found].filter((one) => one.startsWith('board b'))).toEqual([]);
    expect([...found]).toContain(`board a ${clause}`);
  });
});
