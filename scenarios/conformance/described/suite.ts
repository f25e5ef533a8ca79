/** The suite of a described conversation: the scenarios of its author, judged by its rules. */
import type { Board } from '../../../devices/board/board';
import type { AnyConversation } from '../../../protocols/conversation/session';
import type { Carrier } from '../../../protocols/monitor/monitor';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import type { Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { BoardSilent } from '../../bench/bench-errors';
import type { Scenario, Suite } from '../../suite';
import type { ConversationSessions, SessionParts } from '../../player/conversation-sessions';
import { ConversationHost } from './host';
import type { AnyHost, AnyScenario } from '../host-scenario';
import { sessionScenario } from './session-scenario';

/** Of a scenario. */
const MOST_TRIES = 4;

export interface SuiteParts extends SessionParts<unknown, Parameters> {
  readonly scenarios: readonly (AnyScenario | ConversationSessions<Message, unknown, Parameters>)[];
  /** What any live board says something to, one after the other. */
  readonly probe?: (parameters: Parameters) => readonly Uint8Array[];
  /** In place of `probe`: finds out whether the board is there, or says in a sentence why not. */
  readonly reach?: (host: AnyHost) => Promise<string | undefined>;
  /** After a stall of this machine of such a length a conformant board may answer differently. */
  readonly stallLimit?: (parameters: Parameters) => Micros;
  /** The time of the suite on a conformant board in real time. */
  readonly usualTime?: (parameters: Parameters) => Micros | undefined;
}

/**
 * Plays a scenario again where this machine left something open, until all of it is judged: a busy machine makes a run longer, not
 * blinder. `isOptional`: a clause for which a scenario about something else is not played again.
 */
async function playUntilJudged(
  host: ConversationHost<Message, unknown, Parameters>,
  scenario: AnyScenario,
  isOptional: (clause: string) => boolean,
): Promise<void> {
  const { bench } = host;
  const hasFailed = (): boolean => [...bench.standings().values()].some(({ verdict }) => verdict === 'fail');
  for (let tried = 1; ; tried++) {
    const since = bench.now();
    const open = await bench.holdOpen(async () => {
      try {
        await host.reset();
        if (tried > 1) host.supersede();
        await scenario.run(host);
      } catch (error) {
        // What the board said may not have been read in time.
        const stall = bench.stallSince(since);
        if (stall === undefined || !(error instanceof BoardSilent)) throw error;
        for (const clause of scenario.covers) bench.inconclusive(clause, error.message, stall);
      }
    });
    const isAbout = ({ requirement }: { readonly requirement: string }): boolean =>
      scenario.covers.includes(requirement) || !isOptional(requirement);
    const isOpen =
      open.some(isAbout) || (host.canReset && scenario.covers.some((clause) => !bench.wasJudged(clause)));
    if (isOpen && tried < MOST_TRIES && !bench.exhaustive && !hasFailed()) {
      bench.retry(since);
      continue;
    }
    for (const finding of open) bench.record(finding);
    return;
  }
}

const ON_DEMAND = true;

/** What carries the links of this board; undefined: the protocol has nothing to do with it. */
function carrierOf({ carriers }: AnyConversation, board: Board): Carrier | undefined {
  const [first] = board.linkUrls;
  return carriers.length === 0 || first === undefined ? undefined : board.binding(first.name);
}

export function conversationSuite(protocol: AnyConversation, parts: SuiteParts): Suite {
  const { id, title, requirements, parameters, carriers } = protocol;
  const links =
    carriers.length === 0 ? protocol.links : protocol.links.map((link) => ({ ...link, onDemand: ON_DEMAND }));
  const hostOf = (bench: Bench): AnyHost =>
    new ConversationHost(
      bench,
      protocol.at(bench.parameters, carrierOf(protocol, bench.board)),
      bench.parameters,
      parts.made === undefined ? {} : { made: (recipe, state) => parts.made?.(recipe, state) },
    );
  const optional = new Set(requirements.filter(({ level }) => level !== 'MUST').map((one) => one.id));
  return {
    id,
    title,
    links,
    requirements,
    parameters,
    scenarios: parts.scenarios
      .map((one) => ('sessions' in one ? sessionScenario(one, parts) : one))
      .map((one): Scenario => ({
        ...one,
        id: `${id}/${one.id}`,
        run: async (bench) => {
          const toJudge = one.isStock === true ? [] : one.covers;
          await playUntilJudged(hostOf(bench), { ...one, covers: toJudge }, (clause) => optional.has(clause));
          for (const clause of toJudge.filter((covered) => !bench.wasJudged(covered)))
            bench.leaveOpen(clause, `nothing of it could be judged in ${id}/${one.id}`);
        },
      })),
    ...(parts.stallLimit === undefined ? {} : { stallLimit: parts.stallLimit }),
    ...(parts.usualTime === undefined ? {} : { usualTime: parts.usualTime }),
    withholds: (given) => protocol.withholds(given),
    probe: async (bench) => {
      const host = hostOf(bench);
      if (parts.reach !== undefined) return parts.reach(host);
      const tries = parts.probe?.(bench.parameters) ?? [];
      for (const steps of tries) if (await host.isAlive(steps)) return undefined;
      const names = links.map(({ name }) => name).join(', ');
      return `the board said nothing to ${tries.length === 1 ? 'a message' : `${tries.length} messages`}: is it powered, are its links wired (${names}), are the baud rates right?`;
    },
  };
}
