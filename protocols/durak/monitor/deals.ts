/** Judges the deal of a Durak board as player 1 (DRK-DL-01), and that it deals nothing as player 2 (DRK-HS-03). */
import { dealFault, isDeal } from '../deal';
import type { Deck } from '../packet';
import type { Findings } from './findings';

/** true: it is a deal. */
export function judgeDeal(findings: Findings, cards: Deck): boolean {
  const fault = dealFault(cards);
  if (fault === undefined) findings.pass('DRK-DL-01');
  else
    findings.failOwn('DRK-DL-01', {
      kind: 'answer',
      title: 'its deal',
      expected: '6 cards a hand in fields 1..6, one trump card, 23 free cards',
      seen: fault,
    });
  return fault === undefined;
}

/** A deck of player 2 before the deal. `clause`: what a deal of its own breaks. */
export function failEarlyDeck(findings: Findings, cards: Deck, clause: string): void {
  const finding = {
    kind: 'unasked',
    title: 'as player 2 before the deal',
    expected: 'no new deck packet',
    seen: isDeal(cards) ? 'a deal' : 'another deck',
  } as const;
  if (isDeal(cards)) findings.failOwn(clause, finding);
  // The board may play on from a deck that is no deal.
  else findings.failMove('DRK-PL-12', finding);
}
