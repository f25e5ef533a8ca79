import fc from 'fast-check';
import { cutAnywhere, hostileBytes } from '../../terminal/testing/terminal.arbitrary';
import { cardOf, pile } from '../testing/chinese-ten.arbitrary';
import { SCREENS } from '../testing/chinese-ten.vectors';
import { PACK, sorted } from '../cards';
import { ConsoleReader } from './console-reader';
import type { Item } from './item';
import { keysToTry, triedKeys } from '../prompts';
import { CLEAR, EOL, indexName, indexOfKey, RED, renderCard, renderPile, RESET } from '../render';

const utf8 = new TextEncoder();

function read(...chunks: readonly (Uint8Array | string)[]): readonly Item[] {
  const reader = new ConsoleReader();
  return chunks.flatMap((chunk) => reader.push(typeof chunk === 'string' ? utf8.encode(chunk) : chunk));
}

describe('screens of the page', () => {
  test.each(SCREENS.map((vector) => [vector.name, vector] as const))('%s', (_, { hex, items }) => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    expect(read(bytes)).toEqual(items);
    expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(items);
  });
});

describe('piles', () => {
  test('a pile printed and read is the same pile, sorted, without a flaw', () => {
    fc.assert(
      fc.property(pile(), (cards) => {
        expect(read(`Layout:${EOL}${renderPile(sorted(cards))}`)).toEqual([
          { kind: 'pile', label: 'layout', cards: sorted(cards), flaws: [] },
        ]);
      }),
    );
  });

  test('a pile in the order of play is read in that order', () => {
    fc.assert(
      fc.property(pile(20), (cards) => {
        const [item] = read(`Cards in hand:${EOL}${renderPile(cards)}`);
        expect(item).toEqual({ kind: 'pile', label: 'hand', cards, flaws: [] });
      }),
    );
  });

  test.each([
    ['a red card in black', renderPile([cardOf('♥7')]).replaceAll(RED, '\u001b[30;47m'), /wrong colour/],
    [
      'only the rank in the wrong colour',
      renderPile([cardOf('♥7')]).replace(/47m 7/, '41m 7'),
      /wrong colour/,
    ],
    ['a colour without its reset', renderPile([cardOf('♥7'), cardOf('♥8')]).replace(RESET, ''), /left on/],
  ])('%s is a flaw', (_, text, flaw) => {
    const [item] = read(`Layout:${EOL}${text}`);
    if (item?.kind !== 'pile') throw new Error('no pile');
    expect(item.cards.length).toBeGreaterThan(0);
    expect(item.flaws.join()).toMatch(flaw);
  });

  test('a blank line between title and pile, and a pile without a title', () => {
    const kinds = read(`Layout:${EOL}${EOL}${renderPile([cardOf('♣7')])}${renderPile([cardOf('♠7')])}`);
    expect(kinds.map((item) => (item.kind === 'pile' ? item.label : item.kind))).toEqual(['layout', 'other']);
  });

  test('an empty pile without a title', () => {
    expect(read(`Ann took${EOL}${renderPile([])}`).slice(1)).toEqual([
      { kind: 'pile', label: 'other', cards: [], flaws: [] },
    ]);
  });

  test('the keys that are tried, and the keys that name no card of a pile', () => {
    expect([triedKeys('key').length, triedKeys('line').length]).toEqual([251, 248]);
    for (const size of [1, 10, 11, 36]) {
      const cards = { hand: PACK.slice(0, size), layout: [], turned: undefined, chosen: undefined };
      const refused = keysToTry({ prompt: 'discard', asked: undefined, players: 2, ...cards });
      for (let index = 0; index < 36; index++) {
        expect(refused.includes(indexName(index).charCodeAt(0))).toBe(index >= size);
      }
      expect(refused).toHaveLength(251 - size - Math.max(0, size - 10));
    }
  });

  test('indices: 0–9, A–Z, AA, AB …, and the keys that name them', () => {
    expect([0, 9, 10, 35, 36, 37, 51].map(indexName)).toEqual(['0', '9', 'A', 'Z', 'AA', 'AB', 'AP']);
    for (let index = 0; index < 36; index++) expect(indexOfKey(indexName(index).charCodeAt(0))).toBe(index);
    const keys = Array.from({ length: 256 }, (_, key) => key).filter((key) => indexOfKey(key) !== undefined);
    expect(keys).toHaveLength(62);
  });
});

describe('a reader of any bytes', () => {
  test('bytes cut anywhere give the same items', () => {
    const screens = fc.constantFrom(...SCREENS).map(({ hex }) => Uint8Array.from(Buffer.from(hex, 'hex')));
    const bytes = fc
      .array(fc.oneof({ arbitrary: screens, weight: 3 }, hostileBytes()), { maxLength: 6 })
      .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));
    fc.assert(
      fc.property(
        bytes.chain((all) => fc.tuple(fc.constant(all), cutAnywhere(all))),
        ([all, chunks]) => expect(read(...chunks)).toEqual(read(all)),
      ),
    );
  });

  test('after any bytes and a clear, a turn is read', () => {
    const card = cardOf('♠A');
    const screen = `\r\n${RESET}${CLEAR}>>> It's Ann's turn...${EOL}Layout:${EOL}${renderPile([card])}`;
    fc.assert(
      fc.property(hostileBytes(), (bytes) => {
        expect(read(bytes, screen).slice(-3)).toEqual([
          { kind: 'clear' },
          { kind: 'turn', name: 'Ann' },
          { kind: 'pile', label: 'layout', cards: [card], flaws: [] },
        ]);
      }),
    );
  });

  test.each([
    ['Put the card on the layout directly. Press any key to continue...', 'lay'],
    ['Your turn is going to finish. Press any key to continue....', 'finish'],
    ['Your turn is going to finish.\r\nPress any key to continue...\r\n', 'finish'],
    ['The playing order is:\r\n1. Ann\r\nPress any key to continue...', 'order'],
    ['Press any key to continue...', 'any-key'],
  ])('the cue of %j', (text, prompt) => {
    expect(read(text).filter(({ kind }) => kind === 'prompt')).toEqual([{ kind: 'prompt', prompt }]);
  });

  test.each([
    ['03 | a | b |  105 point(s)|      Tie', 'a | b', 105, 0],
    ['  01  |    Ann |    0 point(s)| - 105 point(s)', 'Ann', 0, -105],
    ['1|Ann|105 point(s)|0 point(s)', 'Ann', 105, 0],
  ])('the scoreboard row %j', (text, name, points, difference) => {
    expect(read(`${text}\r\n`)).toEqual([
      { kind: 'standing', place: Number(/\d+/.exec(text)), name, points, difference },
    ]);
  });

  test('an echoed escape does not hide the next line', () => {
    const kinds = read(
      'I want to discard my <X>th card. X = \u001b\r\n\r\nYour input index is out of range!!\r\nX = ',
    );
    expect(kinds).toEqual([
      { kind: 'prompt', prompt: 'discard' },
      { kind: 'refused', why: 'index' },
      { kind: 'prompt', prompt: 'discard' },
    ]);
  });

  test('wide and astral characters before a card do not shift its colours', () => {
    const [item] = read(`😀撿 ${renderCard(cardOf('♥10'))}.${EOL}`);
    expect(item).toMatchObject({ kind: 'text', cards: [cardOf('♥10')], flaws: [] });
  });
});
