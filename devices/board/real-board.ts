/** A board on real links. */
import type { SendGuard } from '../../protocols/withheld';
import { realClock, type Clock } from '../clock/clock';
import { LinkError } from '../links/link';
import { LinkSet } from '../links/link-set';
import { bindingOf, openTarget } from '../links/link-target';
import type { LinkTarget } from '../links/link-target';
import type { Board, OperatedByHand } from './board';
import { awaitStart, resetBy, type ResetRecipe } from './reset';
import { stimulusBy, type StimulusRecipe } from './stimulus';
import { BoardCommands } from './user-command';

export interface RealBoardOptions {
  readonly name: string;
  readonly kind: string;
  readonly targets: ReadonlyMap<string, LinkTarget>;
  /** True: its tcp and udp links are opened on demand. */
  readonly onDemand?: boolean;
  readonly reset?: ResetRecipe;
  /** Used when `reset` does not bring the board back, mildest first. */
  readonly strongerResets?: readonly ResetRecipe[];
  /** Where the commands of its recipes run; default: the folder of this process. */
  readonly folder?: string;
  /** Default: a clock of its own. */
  readonly clock?: Clock;
  readonly stimulus?: StimulusRecipe;
  readonly operator?: OperatedByHand;
  readonly guard?: SendGuard | undefined;
}

export function realBoard(options: RealBoardOptions): Board {
  const { name, kind, targets, reset, stimulus, operator, folder, clock = realClock() } = options;
  const commands = new BoardCommands(folder);
  const target = (link: string): LinkTarget => {
    const known = targets.get(link);
    if (known === undefined) throw new LinkError(link, 'missing', `the board has no link ${link}`);
    return known;
  };
  const binding = (link: string) => bindingOf(target(link));
  const isOnDemand = (link: string): boolean => options.onDemand === true && binding(link) !== 'serial';
  const names = [...targets.keys()];
  const links = new LinkSet(
    { permanent: names.filter((link) => !isOnDemand(link)), onDemand: names.filter(isOnDemand) },
    (link) => openTarget(link, target(link), clock),
  );
  return {
    name,
    kind,
    defects: [],
    clock,
    linkUrls: [...targets].map(([link, { url }]) => ({ name: link, url })),
    open: async () => {
      await links.open();
      if (reset !== undefined) await awaitStart(reset, clock);
    },
    link: (link) => links.get(link),
    binding,
    close: () => {
      commands.end();
      return links.close();
    },
    reset: reset && resetBy(reset, options.strongerResets ?? [], { links, clock, commands }),
    stimulus: stimulus && stimulusBy(stimulus, commands),
    operator,
    guard: options.guard,
    onDemand: links.onDemand,
  };
}
