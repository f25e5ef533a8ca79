import { DurakDecoder } from './wire/wire';
import { durak } from './durak';
import { micros, millis } from '../time';
import type { JournalEvent, RunEnd } from '../../scenarios/record';
import { journalEvent } from '../../scenarios/journal/journal-schema';
import { tappedGame, gameFailure, type TappedGameOptions } from '../../scenarios/monitor/testing/durak-rig';

type Played = Awaited<ReturnType<typeof tappedGame>>;

const HARMLESS = ['duplicate', 'delay', 'unplug', 'gap', 'split', 'merge', 'break'] as const;
const ROUGH = ['flip', 'drop', 'duplicate', 'delay', 'unplug'] as const;

function held(end: RunEnd): string[] {
  return durak.suite.requirements.map(({ id }) => id).filter((id) => end.verdicts[id]?.verdict === 'pass');
}

/** Every deck that a board sent, decoded from the journal's bytes. */
function decksSent(events: readonly JournalEvent[], side: string) {
  const decoder = new DurakDecoder();
  return events.flatMap((event) => {
    if (event.type !== 'chunk' || event.link !== side || event.direction !== 'rx') return [];
    const bytes = Buffer.from(event.hex, 'hex');
    return decoder.push(bytes, micros(event.notAfter)).flatMap((found) => {
      if (found.kind !== 'frame') throw new Error(`board ${side} said what is no packet`);
      return found.value.type === 'deck' ? [found.value.cards] : [];
    });
  });
}

/** A card out of play stays there, and every card is somewhere. */
function noCardLost({ events }: Played): void {
  for (const side of ['a', 'b']) {
    let gone = 0;
    for (const cards of decksSent(events, side)) {
      expect(new Set(cards.map(({ card, suit }) => card * 4 + suit)).size).toBe(36);
      const out = cards.filter(({ property }) => property === -2).length;
      expect(out).toBeGreaterThanOrEqual(gone);
      gone = out;
    }
  }
}

describe('two sound boards on a good cable', () => {
  test('the game is played to its end, without a finding', async () => {
    const game = await tappedGame({ seed: 3 });
    expect(gameFailure(game)).toBeUndefined();
    expect(game.end.outcome).toBe('done');
    noCardLost(game);
    expect(held(game.end)).toEqual(
      expect.arrayContaining(
        [
          'LK-01',
          'LK-02',
          'LK-03',
          'LK-04',
          'LK-08',
          'HS-01',
          'HS-03',
          'HS-04',
          'HS-05',
          'DL-01',
          'PL-01',
          'PL-07',
          'PL-09',
          'PL-11',
          'PL-12',
        ].map((id) => `DRK-${id}`),
      ),
    );
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

describe('two sound boards on a bad cable, one byte in 200', () => {
  test('faults that break every packet: every game is won', async () => {
    const seen = new Set<string>();
    for (let seed = 20; seed < 22; seed++) {
      const game = await tappedGame({ seed, kinds: HARMLESS });
      expect([seed, gameFailure(game), game.end.outcome]).toEqual([seed, undefined, 'done']);
      noCardLost(game);
      for (const id of held(game.end)) seen.add(id);
    }
    for (const id of ['DRK-LK-06', 'DRK-LK-07', 'DRK-LK-08']) expect(seen).toContain(id);
  });

  test('flips and drops too: every game ends', async () => {
    let faults = 0;
    for (let seed = 40; seed < 42; seed++) {
      const game = await tappedGame({ seed, kinds: ROUGH });
      expect([seed, gameFailure(game)]).toEqual([seed, undefined]);
      noCardLost(game);
      faults += game.events.filter((event) => event.type === 'line' && event.event === 'fault').length;
    }
    expect(faults).toBeGreaterThan(60);
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
