import fc from 'fast-check';
import { cardOf, pack, players, specialPack } from '../testing/chinese-ten.arbitrary';
import { canCapture, type Card, type Players } from '../cards';
import { ConsoleReader } from '../reader/console-reader';
import type { Item, Prompt } from '../reader/item';
import { indexName } from '../render';
import { random as dice } from '../../../devices/random';
import { pageSteps } from '../board/firmware';
import { program, type Input } from '../board/program';
import type { Check } from './counts';
import { Referee } from './referee';
import { deal } from '../rules';

const utf8 = new TextEncoder();

interface Script {
  readonly cards: readonly Card[];
  readonly count: Players;
  readonly computers: number;
  /** The seed of the typed keys. */
  readonly seed: number;
  /** Changes the program's output, as a broken board would. */
  readonly spoil?: (text: string) => string;
}

/** Plays one game on the program by its screen alone, and gives every finding and item. */
function run({ cards, count, computers, seed, spoil = (text) => text }: Script): {
  readonly findings: readonly Finding[];
  readonly items: readonly Item[];
} {
  const reader = new ConsoleReader();
  const findings: Finding[] = [];
  const referee = new Referee(count, (...finding) => findings.push(finding));
  const order = (): readonly number[] => [0, 1, 2, 3].slice(0, count);
  const board = program({ ...pageSteps(dice(1)), order, pack: () => cards });
  const random = lehmer(seed);
  const items: Item[] = [];
  const show = (bytes: Uint8Array): void => {
    const shown = reader.push(bytes);
    items.push(...shown);
    shown.forEach((item) => referee.take(item));
  };
  let input: Input;
  let games = 0;
  for (let steps = 0; ; steps++) {
    if (steps >= 5000) throw new Error('the game has no end');
    const { value: step, done } = board.next(input);
    input = undefined;
    if (done === true) return { findings, items };
    if (step.kind === 'print') show(utf8.encode(spoil(step.text)));
    if (step.kind === 'line') input = utf8.encode(`Player number ${items.length}`);
    if (step.kind !== 'key') continue;
    const prompt = items.findLast((item) => item.kind === 'prompt')?.prompt ?? 'any-key';
    if (prompt === 'menu') input = games++ === 0 ? 0x31 : 0x30;
    else if (prompt === 'players') input = 0x30 + count;
    else if (prompt === 'computers') input = 0x30 + computers;
    else if (step.echo) input = random(3) === 0 ? 0x20 + random(0x60) : goodKey(prompt, referee.view, random);
    else input = 0x20;
    if (step.echo) show(Uint8Array.of(input));
  }
}

/** A valid key at a prompt for an index, chosen from the screen. */
function goodKey(prompt: Prompt, view: Referee['view'], random: (bound: number) => number): number {
  const { layout, hand, turned } = view;
  const fits = (card: Card): boolean => layout.some((other) => canCapture(card, other));
  const cards =
    prompt === 'use-x'
      ? hand.flatMap((card, i) => (fits(card) ? [i] : []))
      : prompt === 'discard'
        ? [...hand.keys()]
        : layout.flatMap((other, i) =>
            prompt === 'use-y' || (turned && canCapture(turned, other)) ? [i] : [],
          );
  return indexName(cards[random(cards.length)] ?? 0).charCodeAt(0);
}

type Finding = Parameters<Check>;

const broken = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(([, holds]) => !holds).map(([clause, , seen]) => `${clause}: ${seen}`);

/** What the referee of a game of so many finds in these. */
function judged(
  count: Players,
  items: readonly Item[],
): { readonly isOver: boolean; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const referee = new Referee(count, (...finding) => findings.push(finding));
  items.forEach((item) => referee.take(item));
  return { isOver: referee.isOver, findings };
}

const script = fc.record({ cards: pack(), count: players(), computers: fc.nat(2), seed: fc.nat(9999) });

describe('the referee', () => {
  test('finds no break in any good game, and judges every clause of the rules', () => {
    fc.assert(
      fc.property(script, (played) => {
        const { findings, items } = run(played);
        expect(broken(findings)).toEqual([]);
        const held = new Set(findings.map(([clause]) => clause));
        for (const clause of [
          'CT-DL-01',
          'CT-DL-02',
          'CT-PL-01',
          'CT-PL-02',
          'CT-PL-03',
          'CT-PL-04',
          'CT-SC-01',
        ]) {
          expect(held).toContain(clause);
        }
        expect(items.filter(({ kind }) => kind === 'turn')).toHaveLength(24);
        expect(items.flatMap((item) => ('flaws' in item ? item.flaws : []))).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test.each([
    ['a stock that is counted wrong', 'CT-DL-02', (text: string) => text.replace('(13 cards', '(14 cards')],
    ['a turned card that was shown before', 'CT-DL-02', repeated()],
    [
      'captured cards counted wrong',
      'CT-PL-03',
      (text: string) => text.replace(/^(.*)Number of captured cards: \d+/s, '$1Number of captured cards: 51'),
    ],
    ['wrong points', 'CT-SC-01', (text: string) => text.replace(/(\d) point\(s\)\|/, '$1$1 point(s)|')],
    ['another tie score', 'CT-SC-01', (text: string) => text.replace('Tie Score: ', 'Tie Score: 1')],
    [
      'a capture that is not offered',
      'CT-PL-01',
      (text: string) => text.replace(/You can use your card .*\r\n/, ''),
    ],
    [
      'a capture that is offered by the index of another card',
      'CT-PL-01',
      (text: string) => text.replace(/(You can use your card .*card )\(\w\)/, '$1(Z)'),
    ],
  ])('%s breaks %s', (_, clause, spoil) => {
    const cards = fc.sample(pack(), { numRuns: 1, seed: 3 })[0]!;
    const { findings } = run({ cards, count: 2, computers: 0, seed: 1, spoil });
    expect(broken(findings).some((finding) => finding.startsWith(clause))).toBe(true);
  });

  describe.each([
    ['all four open', 4, 0],
    ['three open, the fourth in a hand', 3, 0],
    ['three open, the fourth in the stock', 3, undefined],
  ] as const)('a special deal, %s', (_, size, holder) => {
    const packs = fc.sample(specialPack(size), { numRuns: 80, seed: 11 });

    test.each([2, 3, 4] as const)('is followed with %i players', (count) => {
      const cards = packs.filter(
        (dealt) => (deal(dealt, count).special?.taker === undefined) === (holder === undefined),
      );
      expect(cards.length).toBeGreaterThan(1);
      for (const dealt of cards.slice(0, 2)) {
        const { findings, items } = run({ cards: dealt, count, computers: 0, seed: 2 });
        expect(broken(findings)).toEqual([]);
        const announced = items.flatMap((item) => (item.kind === 'special' ? [item.count] : []));
        expect(announced).toEqual(holder === undefined ? [] : [size]);
      }
    });
  });

  test('a fourth card that stays on the table when it is played breaks CT-PL-04', () => {
    const piles = (layout: string, hand: string): readonly Item[] => [
      pileItem('layout', layout),
      pileItem('hand', hand),
    ];
    const hand = '♣2 ♣3 ♣4 ♣5 ♣6 ♦2 ♦3 ♦4 ♦5 ♦6 ♥2';
    const [first, second]: readonly (readonly Item[])[] = [
      [{ kind: 'special', count: 3, rank: 13 }, pileItem('layout', '♣A ♣K ♦K ♥K'), { kind: 'clear' }],
      [{ kind: 'turn', name: 'Ann' }, ...piles('♣A', `${hand} ♠K`), { kind: 'clear' }],
    ];
    const verdicts = (layout: string): readonly string[] => {
      return broken(judged(2, [...first!, ...second!, ...piles(layout, hand)]).findings);
    };
    expect(verdicts('♣A')).toEqual([]);
    expect(verdicts('♣A ♠K')).toEqual([expect.stringMatching(/^CT-PL-04/)]);
  });

  test("titles of the last piles and the order of the names are the board's own", () => {
    const cards = fc.sample(pack(), { numRuns: 1, seed: 8 })[0]!;
    const spoil = (text: string): string =>
      text.replaceAll(/'s cards:/g, ' took').replaceAll(/^Player (\d): /gm, '$1. ');
    const { findings } = run({ cards, count: 3, computers: 0, seed: 4, spoil });
    expect(broken(findings)).toEqual([]);
    expect(findings.filter(([clause]) => clause === 'CT-SC-01').length).toBeGreaterThan(4);
    expect(findings.some(([, , seen]) => seen === '52 of 52 cards are captured')).toBe(true);
  });

  test('a game that ends early breaks CT-PL-04, whatever the titles of its last piles', () => {
    const cards = fc.sample(pack(), { numRuns: 1, seed: 3 })[0]!;
    const { items } = run({ cards, count: 2, computers: 0, seed: 4 });
    const turns = items.flatMap((item, i) => (item.kind === 'turn' ? [i] : []));
    const scoreboard = items.findIndex((item) => item.kind === 'players');
    const { isOver, findings } = judged(2, [...items.slice(0, turns[22]), ...items.slice(scoreboard)]);
    expect(isOver).toBe(true);
    expect(findings).toContainEqual(['CT-PL-04', false, 'the game ends after 22 turns']);
  });

  test('a card left on the table at the end breaks CT-PL-04', () => {
    const cards = fc.sample(pack(), { numRuns: 1, seed: 3 })[0]!;
    const { items } = run({ cards, count: 3, computers: 0, seed: 4 });
    const last = items.findLastIndex((item) => item.kind === 'pile' && item.label === 'layout');
    const spoiled = items.map((item, i) => (i === last ? pileItem('layout', '♣A') : item));
    const { isOver, findings } = judged(3, spoiled);
    expect(isOver).toBe(true);
    expect(broken(findings).filter((finding) => finding.includes('left on the table'))).toHaveLength(1);
  });
});

function pileItem(label: 'layout' | 'hand', names: string): Item {
  return { kind: 'pile', label, cards: names.split(' ').map(cardOf), flaws: [] };
}

/** Prints the third turned card in place of the fourth. */
function repeated(): (text: string) => string {
  const seen: string[] = [];
  return (text) => {
    if (!text.includes('The flipped card is')) return text;
    seen.push(text);
    return seen.length === 4 ? seen[2]! : text;
  };
}

test('the computers of the program take the most points, and have no prompts', () => {
  const cards = fc.sample(pack(), { numRuns: 1, seed: 5 })[0]!;
  const { items, findings } = run({ cards, count: 4, computers: 4, seed: 1 });
  expect(broken(findings)).toEqual([]);
  const options = items.filter((item) => item.kind === 'option');
  expect(options.length).toBeGreaterThan(0);
  expect(options.every((item) => item.kind === 'option' && canCapture(item.card, item.taken))).toBe(true);
  expect(items.some(({ kind }) => kind === 'refused')).toBe(false);
});

/** A small seeded generator: integers from 0 to below `bound`. */
function lehmer(seed: number): (bound: number) => number {
  let x = (seed + 1) * 7919;
  return (bound) => {
    x = (x * 48271) % 0x7fffffff;
    return x % bound;
  };
}
