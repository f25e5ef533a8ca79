/** Bytes that the wire page spells out, as hex, with the items that a reader must find in them. */
import { cardOf } from './chinese-ten.arbitrary';
import type { Item, PileItem, Prompt } from '../reader/item';

export interface ScreenVector {
  readonly name: string;
  /** The part of the page. */
  readonly source: string;
  readonly hex: string;
  readonly items: readonly Item[];
}

const prompt = (name: Prompt): Item => ({ kind: 'prompt', prompt: name });
const echo = (text: string): Item => ({ kind: 'echo', text });
const pile = (label: PileItem['label'], ...names: readonly string[]): Item => ({
  kind: 'pile',
  label,
  cards: names.map(cardOf),
  flaws: [],
});

export const SCREENS: readonly ScreenVector[] = [
  {
    name: 'a pile of two cards',
    source: 'Screen: a pile prints as three lines',
    hex:
      '4c61796f75743a0d0a20283029202831290d0a201b5b33303b34376d20e299a3' +
      '201b5b6d201b5b313b33313b34376d20e299a5201b5b6de380800d0a201b5b33' +
      '303b34376d2037201b5b6d201b5b313b33313b34376d3130201b5b6de380800d' +
      '0a',
    items: [pile('layout', '♣7', '♥10')],
  },
  {
    name: 'an empty pile',
    source: 'Screen: an empty pile',
    hex: '436172647320696e2068616e643a0d0a0d0ae380800d0ae380800d0a',
    items: [pile('hand')],
  },
  {
    name: 'the clear',
    source: 'Screen: clear',
    hex: '1b5b314a1b5b313b3148',
    items: [{ kind: 'clear' }],
  },
  {
    name: 'a capture that is offered',
    source: 'Screen: a turn',
    hex:
      '596f752063616e2075736520796f75722063617264202832291b5b313b33313b' +
      '34376de299a6321b5b6d20746f20636170747572652063617264202831291b5b' +
      '313b33313b34376de299a5381b5b6d2e0d0a',
    items: [
      { kind: 'option', cardIndex: 2, card: cardOf('♦2'), takenIndex: 1, taken: cardOf('♥8'), flaws: [] },
    ],
  },
  {
    name: 'the turned card',
    source: 'Screen: a turn',
    hex: '54686520666c697070656420636172642069733a201b5b33303b34376de299a3' + '321b5b6d0d0a',
    items: [{ kind: 'turned', card: cardOf('♣2'), flaws: [] }],
  },
  {
    name: 'a red card in black',
    source: 'CT-UI-01',
    hex: '54686520666c697070656420636172642069733a201b5b33303b34376de299a5' + '321b5b6d0d0a',
    items: [
      {
        kind: 'turned',
        card: cardOf('♥2'),
        flaws: ['♥2 is printed in the wrong colour'],
      },
    ],
  },
  {
    name: 'a colour left on',
    source: 'CT-UI-01',
    hex: '54686520666c697070656420636172642069733a201b5b33303b34376de299a3' + '322e1b5b6d0d0a',
    items: [
      {
        kind: 'turned',
        card: cardOf('♣2'),
        flaws: ['a colour is left on behind ♣2'],
      },
    ],
  },
  {
    name: 'prompt 1',
    source: 'Screen: 1',
    hex:
      '28312920506c6179207468652067616d65210d0a28322920436865636b207468' +
      '652072616e6b696e67207461626c652e0d0a28202920457869742e',
    items: [
      { kind: 'text', text: '(1) Play the game!', cards: [], flaws: [] },
      { kind: 'text', text: '(2) Check the ranking table.', cards: [], flaws: [] },
      prompt('menu'),
    ],
  },
  {
    name: 'prompt 2, echoed and refused',
    source: 'Screen: 2',
    hex:
      '506c656173652063686f6f736520746865206e756d626572206f6620706c6179' +
      '6572732028322d342070656f706c65293a20350d0a0d0a536f7272792c20796f' +
      '757220696e707574206973206f7574206f662072616e67652e',
    items: [prompt('players'), echo('5'), { kind: 'refused', why: 'range' }],
  },
  {
    name: 'prompt 4, empty',
    source: 'Screen: 4',
    hex: '504c4159455220323a200d0a504c4159455220323a20504c415945525f420d0a',
    items: [
      { kind: 'prompt', prompt: 'name', player: 2 },
      { kind: 'named', player: 2, name: '' },
      { kind: 'prompt', prompt: 'name', player: 2 },
      echo('P'),
      echo('L'),
      echo('A'),
      echo('Y'),
      echo('E'),
      echo('R'),
      echo('_'),
      echo('B'),
      { kind: 'named', player: 2, name: 'PLAYER_B' },
    ],
  },
  {
    name: 'prompts 6 and 7, refused',
    source: 'Screen: 6, 7',
    hex:
      '492077616e7420746f20757365206d79203c583e7468206361726420746f2063' +
      '61707475726520746865203c593e746820636172642e0d0a58203d20390d0a59' +
      '6f757220696e70757420696e646578206973206f7574206f662072616e676521' +
      '210d0a58203d20300d0a59203d20',
    items: [
      { kind: 'text', text: 'I want to use my <X>th card to capture the <Y>th card.', cards: [], flaws: [] },
      prompt('use-x'),
      echo('9'),
      { kind: 'refused', why: 'index' },
      prompt('use-x'),
      echo('0'),
      prompt('use-y'),
    ],
  },
  {
    name: 'prompt 8',
    source: 'Screen: 8',
    hex: '492077616e7420746f2064697363617264206d79203c583e746820636172642e' + '2058203d20',
    items: [prompt('discard')],
  },
  {
    name: 'prompt 9',
    source: 'Screen: 9',
    hex: '492077616e7420746f206361707475726520746865203c583e74682063617264' + '2e2058203d20',
    items: [prompt('take')],
  },
  {
    name: 'prompt 10',
    source: 'Screen: 10',
    hex:
      '507574207468652063617264206f6e20746865206c61796f7574206469726563' +
      '746c792e0d0a507265737320616e79206b657920746f20636f6e74696e75652e' +
      '2e2e',
    items: [
      { kind: 'text', text: 'Put the card on the layout directly.', cards: [], flaws: [] },
      prompt('lay'),
    ],
  },
  {
    name: 'prompt 11, only with its fourth dot',
    source: 'Screen: 11',
    hex:
      '596f7572207475726e20697320676f696e6720746f2066696e6973682e0d0a50' +
      '7265737320616e79206b657920746f20636f6e74696e75652e2e2e2e',
    items: [{ kind: 'text', text: 'Your turn is going to finish.', cards: [], flaws: [] }, prompt('finish')],
  },
  {
    name: 'the stock',
    source: 'Screen: a turn',
    hex:
      '4e6f772077652061726520676f696e6720746f20666c69702061206361726420' +
      '66726f6d20746865206465636b2e202832342063617264732072656d61696e69' +
      '6e67290d0a',
    items: [{ kind: 'stock', remaining: 24 }],
  },
  {
    name: 'a special deal',
    source: 'Screen: special deals',
    hex:
      '4e6f7720746865206c61796f757420636f6e7461696e7320616c6c20666f7572' +
      '206361726473206f662072616e6b2031302e0d0a4e6f7720746865206c61796f' +
      '757420636f6e7461696e73207468726565206361726473206f662072616e6b20' +
      '4b2e0d0a',
    items: [
      { kind: 'special', count: 4, rank: 10 },
      { kind: 'special', count: 3, rank: 13 },
    ],
  },
  {
    name: 'the scoreboard',
    source: 'Screen: the end',
    hex:
      '506c617965723a20320d0a5469652053636f72653a2031303520706f696e7473' +
      '0d0a3031207c206e616d65207c2031343620706f696e742873297c202b203431' +
      '20706f696e742873290d0a3032207c206f74686572207c2020363420706f696e' +
      '742873297c202d20343120706f696e742873290d0a507265737320616e79206b' +
      '657920746f20676f206261636b20746f20746865206d61696e206d656e752e2e' +
      '2e',
    items: [
      { kind: 'players', count: 2 },
      { kind: 'tie', points: 105 },
      { kind: 'standing', place: 1, name: 'name', points: 146, difference: 41 },
      { kind: 'standing', place: 2, name: 'other', points: 64, difference: -41 },
      prompt('scoreboard'),
    ],
  },
];
