/** What fuzzing tries where a conversation's author gave nothing: cases that follow from the wires of the host. */
import type { AnyConversation, AnyConversationSession } from '../../../../protocols/conversation/session';
import type { Message, Side } from '../../../../protocols/request-response/definition';
import { micros, millis } from '../../../../protocols/time';
import { sourceOf } from '../../../../protocols/wire/codec';
import { sample } from '../../../../protocols/wire/sample';
import { listen } from '../../../player/step';
import type { Dice } from '../../campaign/dice';
import { generator } from '../case-building';
import { fieldNames, WireCases } from '../wire-cases';
import type { ConversationGenerator, ConversationView, FuzzOptions } from './fuzz-target';

/** What a board begins by itself mostly comes within this time. */
const UNASKED = millis(2000);
const UNASKED_WEIGHT = 12;
const ANY_STATE = 'any state';

interface HostSide {
  readonly link: string;
  readonly side: Side<Message>;
}

function hostSides({ links }: Pick<AnyConversationSession, 'links'>): readonly HostSide[] {
  return links.flatMap(({ name: link, host }) => {
    const source = host && sourceOf(host.codec);
    return source === undefined || host === undefined
      ? []
      : [{ link, side: { ...source, codec: host.codec } }];
  });
}

export function stockGenerators(
  session: AnyConversationSession,
  links: readonly string[],
): readonly ConversationGenerator<unknown>[] {
  const sides = hostSides(session).filter(({ link }) => links.includes(link));
  return sides.flatMap(({ link, side }) => {
    const any = (dice: Dice): Message => sample(side.wire, dice, side.framing);
    const cases = new WireCases<ConversationView<unknown>>({
      side,
      link,
      noun: sides.length === 1 ? 'message' : `message on ${link}`,
      any,
      crowded: 1,
      quiet: (dice) => micros(session.quiet * dice.pick([1, 2, 4]) + millis(300)),
    });
    if (session.background.length === 0 && !session.boots) return cases.all();
    // Nobody waits for what comes unasked.
    const name = `a message and silence${sides.length === 1 ? '' : ` on ${link}`}`;
    const waiting = generator<ConversationView<unknown>>(name, 'timing', UNASKED_WEIGHT, [], (dice) => [
      cases.message(any(dice)),
      listen(micros(UNASKED * dice.pick([0.2, 0.5, 1, 2]))),
    ]);
    return [...cases.all(), waiting];
  });
}

export function stockFuzz(described: AnyConversation, hasProbe: boolean): FuzzOptions<unknown, never> {
  const sides = hostSides(described.at({}));
  return {
    states: [ANY_STATE],
    triggers: sides.flatMap(({ side }) => side.wire.layout.forms.map(({ name }) => name)),
    responses: [],
    fields: [...new Set(sides.flatMap(({ side }) => fieldNames(side)))],
    session: (parameters, links) => ({
      generators: stockGenerators(described.at(parameters), links),
      ...(hasProbe ? {} : { probe: [listen(UNASKED)], stateProbes: () => [[listen(UNASKED)]] }),
    }),
  };
}
