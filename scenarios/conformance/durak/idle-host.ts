/** Durak scenarios at a board that sends nothing of its own, and what they send it. They need no reset. */
import { deal } from '../../../protocols/durak/deal';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { scenarioFactory } from '../scenario-factory';
import { chooser, deckBytes, DurakHost } from './host';

/** At a board that is player 2 before the deal, if it can be reset. Else everything that it sends is acknowledged first. */
export const idleScenario = scenarioFactory(async (bench: Bench) => {
  const host = new DurakHost(bench);
  if (bench.board.reset === undefined || !(await host.greetFirst())) await host.drain();
  return host;
});

/** How long to wait that no acknowledgement comes. One that comes later is a second one of what is sent next. */
export function refusalTime({ bench, maxAckTime }: DurakHost): Micros {
  return bench.exhaustive ? micros(maxAckTime + 500_000) : millis(700);
}

/** A deck that is neither a deal nor a move of any game, to be acknowledged only. */
export function meaninglessDeck(host: DurakHost): Uint8Array {
  const cards = deal(chooser(host)).map((card) =>
    card.property === 2 ? { ...card, property: -2, field: 0 } : card,
  );
  return deckBytes(cards);
}

/** Acknowledges the answer of a board in play to a deck that is no move (DRK-PL-10), so that it comes once. */
export async function acknowledgeAnswers(host: DurakHost): Promise<void> {
  const wait = host.bench.exhaustive ? micros(host.maxAnswerTime + 500_000) : millis(300);
  while ((await host.acknowledgeAll(after(host.now(), wait), 1)).length > 0);
}
