/** For tests: a short session for each defect of the Set board, in which it shows. */
import { cardByte } from '../card';
import { millis } from '../../time';
import type { SetBench } from './bench';

type Trigger = (bench: SetBench) => void;

const [LF, CR] = [0x0a, 0x0d];
const A = cardByte(0, '1..3');
const B = cardByte(1, '1..3');
const FOURTH = 0x14;
const TOO_LONG = new Array<number>(150).fill(A);

/** Sends each of these frames, with silence after it. */
function asked(...frames: readonly (readonly number[])[]): Trigger {
  return (bench) => {
    for (const frame of frames) bench.ask(...frame);
  };
}

/** Puts cards 0 to `count` - 1 on the table, then `more`. */
function laid(count: number, ...more: readonly number[]): Trigger {
  return (bench) => {
    for (let card = 0; card < count; card++) bench.card(card);
    bench.cards(...more);
  };
}

function cards(...all: readonly number[]): Trigger {
  return (bench) => void bench.cards(...all);
}

/** A card, silence of `ms`, its CR, and another card. */
function parted(ms: number): Trigger {
  return (bench) => {
    bench.send(A).advance(millis(ms)).ask(CR);
    bench.ask(B, CR);
  };
}

function overlong(length: number): Trigger {
  return asked([...new Array<number>(length - 1).fill(A), CR], [B, CR], [B, CR]);
}

function run(count: number): Trigger {
  return (bench) => {
    for (let card = 0; card < count; card++) bench.send(bench.byteOf(card), CR);
    bench.advance(millis(1000));
  };
}

function reset(then: Trigger): Trigger {
  return (bench) => {
    bench.cards(0, 1, 2);
    bench.powerOn().advance(millis(2000));
    then(bench);
  };
}

/** 1, 2 and 3 of one kind: a set. */
const ONE_SET = cards(0, 1, 2);
const LIMITED = laid(81, 0);

export const SET_TRIGGERS: Readonly<Record<string, Trigger>> = {
  'rx-without-cr': cards(0),
  'end-of-frame-new-only': cards(0, 0),
  'end-of-frame-twice': ONE_SET,
  'lines-end-in-lf': cards(0),
  'set-lines-end-in-cr': ONE_SET,
  'duplicate-ends-in-lf': cards(0, 0),
  'slow-many-cards': (bench) => {
    laid(18)(bench);
    bench.advance(millis(2000));
  },
  'slow-no-sets': (bench) => {
    bench.cards(0);
    bench.advance(millis(2000));
  },
  'reset-keeps-table': reset(cards(0)),
  'reset-keeps-numbers': reset(ONE_SET),
  'slow-boot': reset(cards(0)),

  'lone-cr-card': asked([CR]),
  'lone-cr-on-empty-table': asked([CR]),
  'lone-cr-after-overlong': asked([...TOO_LONG, CR], [CR]),
  'idle-kept': parted(1200),
  'idle-takes-frame': parted(1200),
  'idle-cr-ghost': parted(1200),
  'idle-early': parted(450),
  'idle-eats-next': parted(1200),
  'idle-since-last-frame': (bench) => {
    bench.advance(millis(1500));
    parted(400)(bench);
  },
  'busy-loses-next': run(2),
  'queue-of-eight': run(12),
  'crcr-ghost': asked([A, CR, CR]),
  'crcr-eats-next': asked([A, CR, CR], [B, CR]),
  'lf-begins-frame': asked([A, CR, LF, B, CR]),
  'lf-after-overlong-begins-frame': asked([...TOO_LONG, CR, LF, B, CR]),
  'lf-ghost': asked([A, CR, LF, B, CR]),

  'overlong-first-byte': overlong(151),
  'overlong-last-byte': overlong(151),
  'overlong-byte-154': overlong(306),
  'overlong-counter-eight-bits': overlong(258),
  'overlong-counter-ten-bits': overlong(1024),
  'overlong-eats-next': overlong(151),
  'multi-last-byte': asked([A, B, CR]),
  'multi-every-byte': asked([A, B, CR]),
  'pair-second-byte': asked([A, B, CR]),

  'last-card-refused': cards(80),
  'card-seven-bits': cards(0, 54),
  'first-card-told-twice': cards(0),
  'duplicate-added': cards(0, 0, 1, 2),
  'duplicate-of-last-only': cards(0, 1, 0),
  'duplicate-of-last-forty': cards(...Array.from({ length: 41 }, (_, card) => card), 0),
  'duplicate-silent': cards(0, 0),
  'limit-one-more': LIMITED,
  'duplicate-before-full': LIMITED,
  'full-silent': LIMITED,
  'any-byte-card': asked([0x00, CR]),
  'fourth-shape-card': asked([FOURTH | 0x01, CR]),
  'fourth-quantity-card': asked([0x54, CR]),

  'shape-ignored': cards(0, 1, 29),
  'all-different-missed': cards(0, 40, 80),
  'first-card-missed': ONE_SET,
  'one-set-a-card': cards(0, 1, 3, 6, 2, 4, 5, 7, 8),
  'search-twelve-cards': laid(15),
  'sets-told-again': cards(0, 1, 2, 3),
  'indices-from-one': ONE_SET,
  'indices-new-first': ONE_SET,
  'set-count-of-card': cards(0, 1, 2, 3),
  'set-count-late': ONE_SET,
  'no-sets-of-card': cards(0, 1, 2, 3),
  'no-sets-silent': cards(0),
  'thousand-sets': laid(81),
  'late-set-twice': laid(81),
  'full-deck-hangs': LIMITED,
};
