/** The names of what travels on the STM board's line, for dissectors. */
import type { Dissection } from '../dissection/dissection';
import { millis } from '../time';
import { wireDissection } from '../wire/dissection';
import { byLength } from '../wire/framing';
import { answerWire, REQUESTS } from './message';

export function stmDissection(options: {
  readonly errorCmd: number;
  readonly idleGapMs: number;
}): Dissection {
  const framing = byLength({ idle: millis(options.idleGapMs) });
  return wireDissection({
    id: 'stm',
    title: 'STM mahjong solitaire',
    link: { name: 'main' },
    requests: { wire: REQUESTS, framing },
    answers: { wire: answerWire(options.errorCmd), framing },
  });
}
