import { renderCard, renderPile } from './render';
import { cardOf } from './testing/chinese-ten.arbitrary';
import { micros } from '../time';
import { chunkAt, failedClauses, judgeTrace, traceMonitor } from '../../scenarios/monitor/testing/trace-rig';
import type { TraceEvent } from '../../scenarios/monitor/trace/trace-monitor';

const CHINESE_TEN = traceMonitor('chinese-ten');

const text = (ms: number, direction: 'tx' | 'rx', words: string): TraceEvent =>
  chunkAt(10_000 + ms, direction, Buffer.from(words).toString('hex'));
const CLEAR = '\u001b[1J\u001b[1;1H';
/** From the menu to the first of three names. */
const BEGUN = [
  text(-6000, 'rx', `${CLEAR}(1) Play the game!\r\n(2) Check the ranking table.\r\n( ) Exit.\r\n`),
  text(-5000, 'tx', '1'),
  text(-4990, 'rx', `${CLEAR}Please choose the number of players (2-4 people): `),
  text(-4000, 'tx', '3'),
  text(-3990, 'rx', '3\r\n(0) 3 human player(s), 0 computer player(s)\r\n\r\nI want to choose '),
  text(-3000, 'tx', '0'),
  text(-2990, 'rx', '0\r\n'),
  text(0, 'rx', 'PLAYER 1: '),
];
const RESET: TraceEvent = { kind: 'reset', at: micros(60_000_000), detail: '' };
const SECOND = '\r\nPLAYER 2: ';
const typed = (...events: TraceEvent[]) =>
  failedClauses(judgeTrace(CHINESE_TEN, [...BEGUN, ...events, RESET]).end);

test('a key without any output after it has ended the program, unless the program was not waiting yet', () => {
  expect(typed(text(500, 'tx', 'Ann\r'))).toEqual(['CT-UI-02']);
  expect(typed(text(50, 'tx', 'Ann\r'))).toEqual([]);
  expect(typed(text(500, 'tx', 'Ann\r'), text(510, 'rx', `Ann${SECOND}`))).toEqual([]);
});

test('keys do not excuse that nothing is printed; where resets come unseen, one may be the cause', () => {
  const keys = [0, 1, 2, 3].map((at) => text(500 + 2500 * at, 'tx', 'Ann\r'));
  const standing = (recordsResets: boolean) =>
    judgeTrace(CHINESE_TEN, [...BEGUN, ...keys], { recordsResets }).end.verdicts['CT-UI-02']?.verdict;
  expect([standing(true), standing(false)]).toEqual(['fail', 'inconclusive']);
});

test('keys that may have come with the rest of a screen do not excuse that it ends in its midst', () => {
  const keys = Array.from({ length: 8 }, (_, at) => text(1020 + 1500 * at, 'tx', 'Z'));
  const half = text(1010, 'rx', `${CLEAR}The playing order is:\r\nPlayer 1: `);
  expect(typed(text(1000, 'tx', '\r'), half, ...keys)).toEqual(['CT-UI-02']);
  const rest = [text(1025, 'rx', `a\r\n${CLEAR}`), text(1030, 'rx', SECOND)];
  expect(typed(text(1000, 'tx', '\r'), half, ...keys.slice(0, 1), ...rest)).toEqual([]);
});

test('a key is judged, or counted as one of which nobody knows what it met', () => {
  const counted = (keys: readonly TraceEvent[]) => {
    const { events } = judgeTrace(CHINESE_TEN, [...BEGUN, ...keys, RESET]);
    return events.flatMap((event) => (event.type === 'scenario-end' ? [event.accounting] : []));
  };
  const fast = Array.from({ length: 40 }, (_, at) => text(500 + 20 * at, 'tx', '\r'));
  expect(counted(fast)).toEqual([{ judged: 4, unjudged: { 'state-unknown': 39 } }]);
  expect(counted([text(500, 'tx', 'Ann\r'), text(510, 'rx', `Ann${SECOND}`)])).toEqual([
    { judged: 4, unjudged: {} },
  ]);
});

test('a prompt that goes on by itself took the key before it, if that key was clearly earlier', () => {
  const on = [text(3000, 'rx', SECOND), text(3010, 'rx', '\r\nPLAYER 3: ')];
  const accepted = [text(500, 'tx', 'a\r'), text(510, 'rx', `a\r\n${CLEAR}`)];
  expect(typed(...accepted, text(1500, 'tx', 'b'), ...on)).toEqual(['CT-UI-04']);
  expect(typed(...accepted, text(2980, 'tx', 'b'), ...on)).toEqual([]);
  expect(typed(text(500, 'tx', '\u0004'), ...on)).toEqual(['CT-UI-02']);
});

test('a name with a comma is asked for again, and a name that is too long is cut', () => {
  const asked = (name: string, told: string) => typed(text(500, 'tx', `${name}\r`), text(510, 'rx', told));
  expect(asked('a,b', `a,b${SECOND}`)).toEqual(['CT-UI-03']);
  expect(asked('a,b', 'a,b\r\nPLAYER 1: ')).toEqual([]);
  expect(asked('x'.repeat(34), 'x\r\nPLAYER 1: ')).toEqual(['CT-UI-03']);
  const others = (name: string): TraceEvent[] => [
    ...[text(500, 'tx', `${name}\r`), text(510, 'rx', SECOND), text(1000, 'tx', 'b\r')],
    ...[text(1010, 'rx', 'b\r\nPLAYER 3: '), text(2000, 'tx', 'c\r')],
  ];
  const ordered = (name: string) =>
    text(
      2010,
      'rx',
      `c\r\nThe playing order is:\r\nPlayer 1: b\r\nPlayer 2: ${name}\r\nPlayer 3: c\r\nPress any key to continue...`,
    );
  expect(typed(...others('x'.repeat(34)), ordered('x'.repeat(34)))).toEqual(['CT-UI-03']);
  expect(typed(...others('x'.repeat(34)), ordered('x'.repeat(33)))).toEqual([]);
});

test('of a trace that begins within a game nothing is judged before the screen is cleared', () => {
  const late = [text(0, 'rx', 'red \u001b[31m♣2 \r\nX = '), text(500, 'tx', 'Z'), text(510, 'rx', 'Y = ')];
  expect(failedClauses(judgeTrace(CHINESE_TEN, late, { fresh: false, recordsResets: false }).end)).toEqual(
    [],
  );
});

test('keys that are typed faster than a program surely waits are judged by what they draw', () => {
  const menu = `${CLEAR}(1) Play the game!\r\n(2) Check the ranking table.\r\n( ) Exit.\r\n`;
  const players = `${CLEAR}Please choose the number of players (2-4 people): `;
  const taken = (count: string) =>
    `${count}\r\n(0) 3 human player(s), 0 computer player(s)\r\n\r\nI want to choose `;
  const fast = (count: string, drawn: string) =>
    judgeTrace(CHINESE_TEN, [
      ...[text(-6000, 'rx', menu), text(-5000, 'tx', '1'), text(-4999, 'rx', players)],
      ...[text(-4975, 'tx', count), text(-4974, 'rx', drawn), text(-4950, 'tx', '0')],
    ]).end;
  expect(failedClauses(fast('x', taken('x')))).toEqual(['CT-UI-02']);
  expect(failedClauses(fast('3', taken('3')))).toEqual([]);
  // An empty name, too: the key behind it is judged.
  const names = (second: string) => [
    ...[text(1000, 'tx', '\r'), text(1001, 'rx', '\r\nPLAYER 2: ')],
    ...[text(1025, 'tx', '\r'), text(1026, 'rx', second), text(1050, 'tx', '\r')],
  ];
  expect(typed(...names(menu))).toEqual(['CT-UI-03']);
  expect(typed(...names('\r\nPLAYER 3: '))).toEqual([]);
});

test('the turned card that takes the three of a special deal may be told by a prompt of its own', () => {
  const cards = (names: string) => names.split(' ').map(cardOf);
  const piles = (layout: string, hand: string) =>
    `Layout:\r\n${renderPile(cards(layout))}\r\nCards in hand:\r\n${renderPile(cards(hand))}\r\n`;
  const players = ['c', 'PLAYER_A', 'PLAYER_B'].map((name, i) => `Player ${i + 1}: ${name}\r\n`).join('');
  const hand = '♣3 ♣4 ♦2 ♦3 ♦4 ♥2 ♥3';
  const turned = (card: string, layout: string) => {
    const course = [
      ['\r', SECOND],
      ['\r', '\r\nPLAYER 3: '],
      ['c\r', `c\r\nThe playing order is:\r\n${players}Press any key to continue...`],
      [
        ' ',
        `${CLEAR}>>> It's c's turn...\r\n${piles('♣A ♣K ♦K ♥K', `♣2 ${hand}`)}`,
        'No cards can be captured.\r\nI want to discard my <X>th card. X = ',
      ],
      [
        '0',
        `0\r\n${CLEAR}${piles('♣A ♣2 ♣K ♦K ♥K', hand)}Total number of captured cards: 0\r\n(24 cards remaining)\r\n`,
        `The flipped card is: ${renderCard(cardOf(card))}\r\nPress any key to continue...`,
      ],
      [' ', `${CLEAR}${piles(layout, hand)}Your turn is going to finish.\r\nPress any key to continue....`],
    ];
    return typed(
      ...course.flatMap(([key = '', ...drawn], i) => [
        text(2000 * (i + 1), 'tx', key),
        text(2000 * (i + 1) + 10, 'rx', drawn.join('')),
      ]),
    );
  };
  expect(turned('♠K', '♣A ♣2')).toEqual([]);
  expect(turned('♠Q', '♣A ♣2 ♠Q ♣K ♦K ♥K')).toEqual(['CT-UI-02']);
});
