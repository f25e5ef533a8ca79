/** Cases for any protocol of requests and responses: those of its wire, and those about what the board holds. */
import type { AnySession } from '../../../../protocols/request-response/definition';
import { micros, millis } from '../../../../protocols/time';
import type { Generator } from '../../target';
import { generator } from '../case-building';
import { WireCases } from '../wire-cases';
import type { RequestResponseView } from './model';
import type { RequestSource } from './request-source';

type View = RequestResponseView;

/** Firmware that sends by itself does so after a second or more. */
const LONG_QUIET = millis(400);

export function generators(
  session: AnySession,
  link: string,
  source: RequestSource,
): readonly Generator<View>[] {
  const { requests: side, clauses, baseline, probe } = session;
  const periods = session.unsolicited.map(({ period }) => period?.max ?? 0);
  const longest = Math.max(LONG_QUIET, session.idle, ...periods);
  const cases = new WireCases<View>({
    side,
    link,
    noun: 'request',
    any: (dice, view) => source.any(dice, view),
    crowded: clauses.pipelined === undefined ? 0.5 : 4,
    quiet: (dice) => micros(longest * dice.pick([1, 2, 4]) + millis(300)),
  });
  return [
    cases.valid(),
    generator('an earlier request, changed', 'valid', 15, [], (dice, view) => [
      cases.message(source.changed(dice, view)),
    ]),
    ...cases.nearMisses(),
    ...cases.noise(),
    ...cases.timing(),
    cases.few(),
    generator('a request between two of another', 'session', 8, [], (dice, view) => {
      const outer = source.any(dice, view);
      const inner = source.any(dice, view);
      return [outer, inner, dice.once(2) ? outer : probe].map((one) => cases.message(one));
    }),
    generator('a change, then a look at the state', 'session', 8, [], (dice, view) =>
      source.changeAndLook(dice, view).map((request) => cases.message(request)),
    ),
    cases.repeated(),
    generator('the baseline, then requests', 'session', 2, [], (dice, view) => [
      ...baseline.map((request) => cases.message(request)),
      ...Array.from({ length: dice.int(1, 4) }, () => cases.message(source.any(dice, view))),
    ]),
    cases.wrongBetween((dice, view) => (dice.once(2) ? probe : source.any(dice, view))),
  ];
}
