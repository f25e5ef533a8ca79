/** A virtual board in virtual time. */
import { after, millis } from '../../protocols/time';
import { LinkError, type LinkBinding } from '../links/link';
import { LinkSet } from '../links/link-set';
import { random } from '../random';
import type { BoardKind, KindLink } from '../virtual/engine/board';
import { openLineLink, openNetLink } from '../virtual/engine/virtual-links';
import { createSimulation, type Simulation } from '../virtual/engine/simulation';
import { virtualClock, type VirtualClock } from '../virtual/engine/virtual-clock';
import type { Board, OperatedByHand } from './board';
import type { Resettable } from './reset';
import type { Side } from '../tap/tap';

interface VirtualBoardOptions {
  readonly kind: BoardKind;
  readonly defects: readonly string[];
  readonly seed: number;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Default: a clock of its own. */
  readonly clock?: VirtualClock;
  /** True: no person operates the board. Default: a simulated person presses its buttons on request, if it has any. */
  readonly unattended?: boolean;
  /** Called with the simulation when it exists: tests pull cables with it. */
  readonly onSimulation?: (simulation: Simulation) => void;
}

export function virtualBoard(options: VirtualBoardOptions): Board & { readonly reset: Resettable } {
  const { kind, defects, seed, parameters, clock = virtualClock(), unattended = false } = options;
  const board = kind.create({ seed, defects: new Set(defects), parameters });
  const simulation = createSimulation(clock, kind, board, seed);
  options.onSimulation?.(simulation);
  const name = ['virtual:' + kind.name, ...defects].join('+');
  const links = new LinkSet(linkNames(kind), (link) => {
    const line = simulation.net(link);
    if (line !== undefined) return openNetLink({ name: link, url: name, clock, line });
    const baud = kind.links.find((one) => one.name === link)?.baud ?? 115_200;
    return openLineLink({ name: link, url: name, clock, baud }, simulation.line(link));
  });
  return {
    name,
    kind: kind.name,
    defects,
    clock,
    linkUrls: kind.links.map((link) => ({ name: link.name, url: name })),
    open: () => links.open(),
    link: (link) => links.get(link),
    binding: (link) => {
      const known = kind.links.find((one) => one.name === link);
      if (known === undefined) throw new LinkError(link, 'missing', `the board has no link ${link}`);
      return bindingOf(known);
    },
    close: () => links.close(),
    reset: {
      text: 'the reset button',
      levels: 1,
      run: () => {
        simulation.reset();
        return Promise.resolve();
      },
    },
    stimulus: board.present && {
      text: 'a code for the virtual board',
      present: (symbology, payload) => {
        simulation.present(symbology, payload);
        return Promise.resolve();
      },
    },
    operator: unattended || board.press === undefined ? undefined : operatorOf(simulation, seed),
    onDemand: links.onDemand,
  };
}

/** The time before the person presses a button, ms. */
const THINKS_MS = [500, 4000] as const;

function operatorOf(simulation: Simulation, seed: number): OperatedByHand {
  const thinks = random(~seed);
  return {
    text: 'a simulated person at its buttons',
    ask: () => {
      const at = after(simulation.clock.now(), millis(thinks.int(...THINKS_MS)));
      simulation.clock.schedule(at, () => {
        simulation.press();
        return false;
      });
    },
  };
}

function bindingOf({ binding = 'serial' }: KindLink): LinkBinding {
  return binding;
}

/** Network links are opened on demand. */
function linkNames({ links }: BoardKind) {
  const isPermanent = (link: KindLink): boolean => bindingOf(link) === 'serial';
  return {
    permanent: links.filter(isPermanent).map(({ name }) => name),
    onDemand: links.filter((link) => !isPermanent(link)).map(({ name }) => name),
  };
}

interface VirtualPairOptions {
  readonly boards: Readonly<Record<Side, Pick<VirtualBoardOptions, 'kind' | 'defects'>>>;
  readonly parameters: VirtualBoardOptions['parameters'];
  /** Decides the seeds of both boards. */
  readonly seed: number;
}

/** The boards have different seeds: with the same one they would send hello at the same instant. */
export function virtualPair({ boards, parameters, seed }: VirtualPairOptions): Record<Side, Board> {
  const clock = virtualClock();
  const create = (side: Side, own: number): Board =>
    virtualBoard({ ...boards[side], parameters, seed: own, clock });
  return { a: create('a', (2 * seed) | 0), b: create('b', (2 * seed + 1) | 0) };
}
