/** Defects of the deal: DRK-DL-01 and DL-02. */
import { deal } from '../../../../protocols/durak/deal';
import { FREE, TRUMP, type Deck } from '../../../../protocols/durak/packet';
import { handOf } from '../../../../protocols/durak/rules';
import { random } from '../../../random';
import type { DurakDefect, DurakDefects } from '../firmware';
import { changeRecords, changeRecord } from '../hooks';

const DEALS_ONLY = 'only a comparison of several deals shows it, and a reset is no input';

export const DEAL_DEFECTS: DurakDefects = {
  'deal-seven': {
    breaks: 'DRK-DL-01',
    text: 'Player 2 is dealt a seventh card.',
    change: onDeal((cards) => changeRecord(cards, freeIn(cards), { property: 2, field: 7 })),
  },
  'deal-from-zero': {
    breaks: 'DRK-DL-01',
    text: 'The places of player 1 are counted from 0.',
    change: onDeal((cards) =>
      changeRecords(
        cards,
        new Map(handOf(cards, 1).map((record) => [record, { field: (cards[record]?.field ?? 1) - 1 }])),
      ),
    ),
  },
  'deal-no-trump': {
    breaks: 'DRK-DL-01',
    text: 'The trump card is announced on the screen only: in the packet it is free.',
    change: (sound) => {
      let trump = 0;
      return {
        deal: () => {
          const cards = sound.deal();
          trump = sound.trumpOf(cards);
          return changeRecord(cards, trumpIn(cards), { property: FREE });
        },
        trumpOf: (cards) => (trumpIn(cards) < 0 ? trump : sound.trumpOf(cards)),
      };
    },
  },
  'deal-trump-placed': {
    breaks: 'DRK-DL-01',
    text: 'The trump card has the place 7, beside the hands.',
    change: onDeal((cards) => changeRecord(cards, trumpIn(cards), { field: 7 })),
  },
  'deal-fixed': {
    breaks: 'DRK-DL-02',
    beyondInput: DEALS_ONLY,
    text: 'The generator of the shuffle is not seeded: every power-on deals the same cards.',
    change: () => ({ deal: () => numberedDeal(0) }),
  },
  'deal-four': {
    breaks: 'DRK-DL-02',
    beyondInput: DEALS_ONLY,
    text: 'The shuffle is seeded from two bits of noise: there are four deals.',
    change: (_, context) => ({ deal: () => numberedDeal(context.random.cards.int(0, 3)) }),
  },
};

function onDeal(change: (cards: Deck) => Deck): DurakDefect['change'] {
  return (sound) => ({ deal: () => change(sound.deal()) });
}

/** The deal of that number: the same in every run. */
function numberedDeal(number: number): Deck {
  const source = random(number);
  return deal((below) => source.int(0, below - 1));
}

function freeIn(cards: Deck): number {
  return cards.findIndex(({ property }) => property === FREE);
}

function trumpIn(cards: Deck): number {
  return cards.findIndex(({ property }) => property === TRUMP);
}
