/**
 * Conversations that the wire page spells out.
 *
 * A line is `input → outputs`. Input: `a+` a joins, `a-` leaves, `a4` sends that character, `!` the game is shut down.
 * Output: `aP` a gets that byte; `a?0258` a gets one of these digits, and the machine chooses the one after the `=`
 * (`a?0258=5`). Nothing else is sent.
 */
import type { Game } from '../rules';

export interface Conversation {
  readonly name: string;
  /** The clauses of the page. */
  readonly source: string;
  readonly game: Game;
  readonly lines: readonly string[];
}

export const CONVERSATIONS: readonly Conversation[] = [
  {
    name: 'a taken game answers F to the newcomer alone',
    source: 'TTT-20, TTT-04, TTT-35',
    game: 'ttt-pve',
    lines: ['a+ → aP', 'b+ → bF', 'b4 →', 'b- →', 'a4 → a?01235678=0', 'a0 →', 'ax →', 'a1 → a?235678=7'],
  },
  {
    name: 'the player completes a line and the machine opens the next round',
    source: 'TTT-10, TTT-21, TTT-22',
    game: 'ttt-pve',
    lines: [
      'a+ → aP',
      'a0 → a?12345678=3',
      'a1 → a?245678=4',
      'a2 → a?012345678=2',
      'a2 →',
      'a0 → a?1345678=1',
    ],
  },
  {
    name: 'the machine completes a line and the player opens the next round',
    source: 'TTT-10, TTT-22',
    game: 'ttt-pve',
    lines: ['a+ → aP', 'a0 → a?12345678=2', 'a1 → a?345678=5', 'a3 → a?4678=8', 'a8 → a?01234567=0'],
  },
  {
    name: 'nine cells by the player: a draw, and the machine opens',
    source: 'TTT-10, TTT-22',
    game: 'ttt-pve',
    lines: [
      'a+ → aP',
      'a0 → a?12345678=1',
      'a2 → a?345678=4',
      'a7 → a?3568=3',
      'a5 → a?68=8',
      'a6 → a?012345678=6',
    ],
  },
  {
    name: 'leaving empties the board, and no W is sent',
    source: 'TTT-23, TTT-20',
    game: 'ttt-pve',
    lines: ['a+ → aP', 'a4 → a?01235678=0', 'a- →', 'b+ → bP', 'b4 → b?01235678=8', 'a+ → aF'],
  },
  {
    name: 'the second to join opens, and moves reach the opponent alone',
    source: 'TTT-30, TTT-31, TTT-32, TTT-04',
    game: 'ttt-pvp',
    lines: ['a+ → aW', 'a4 →', 'b+ → bP', 'c+ → cF', 'a4 →', 'b4 → a4', 'b0 →', 'a4 →', 'a0 → b0', 'c1 →'],
  },
  {
    name: 'the opener completes a line: the other opens the next round',
    source: 'TTT-10, TTT-12, TTT-32',
    game: 'ttt-pvp',
    lines: [
      'a+ → aW',
      'b+ → bP',
      'b0 → a0',
      'a3 → b3',
      'b1 → a1',
      'a4 → b4',
      'b2 → a2',
      'b2 →',
      'a2 → b2',
      'b0 → a0',
    ],
  },
  {
    name: 'the follower completes a line: the opener opens again',
    source: 'TTT-10, TTT-12',
    game: 'ttt-pvp',
    lines: [
      'a+ → aW',
      'b+ → bP',
      'b0 → a0',
      'a2 → b2',
      'b1 → a1',
      'a5 → b5',
      'b3 → a3',
      'a8 → b8',
      'a8 →',
      'b8 → a8',
    ],
  },
  {
    name: 'when either leaves the other becomes the first, and the next to join opens',
    source: 'TTT-33, TTT-34, TTT-35',
    game: 'ttt-pvp',
    lines: [
      'a+ → aW',
      'b+ → bP',
      'b4 → a4',
      'a- → bW',
      'a- →',
      'c+ → cP',
      'b4 →',
      'c4 → b4',
      'b- → cW',
      'c- →',
      'd+ → dW',
    ],
  },
  {
    name: 'a shut down sends S to the seated alone, and a fresh game begins',
    source: 'TTT-40',
    game: 'ttt-pvp',
    lines: [
      'a+ → aW',
      'b+ → bP',
      'c+ → cF',
      'b4 → a4',
      '! → aS bS',
      'a4 →',
      'b+ → bW',
      'a+ → aP',
      '! → bS aS',
      '! →',
    ],
  },
];
