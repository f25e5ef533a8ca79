/**
 * A board under test: its links, its clock, and how it is reset. Virtual or real, the bench sees no difference.
 */
import type { Symbology } from '../../protocols/gm67/message';
import { after, millis } from '../../protocols/time';
import { realClock, type Clock } from '../clock/clock';
import { openExecLink } from '../links/exec-link';
import { LinkError, type Link, type LinkBinding } from '../links/link';
import type { LinkTarget } from '../links/link-url';
import { OpenLinks } from '../links/open-links';
import { adapterHold } from '../ports/adapter-hold';
import { resetPulse, type LineListener, type PulseWay } from './reset-pulse';
import { openRfc2217Link } from '../links/rfc2217/rfc2217-link';
import { openSerialLink } from '../links/serial-link';
import { openTcpLink } from '../links/tcp-link';
import { openUdpLink } from '../links/udp-link';
import { random } from '../random';
import { runCommand } from './user-command';
import type { BoardKind } from '../virtual/engine/board';
import { openNetLink } from '../virtual/engine/net-link';
import { virtualBinding } from '../virtual/engine/port-binding';
import { virtualClock, type VirtualClock } from '../virtual/engine/virtual-clock';
import { virtualWorld, type VirtualWorld } from '../virtual/engine/simulation';

export interface Board {
  readonly name: string;
  readonly kind: string;
  readonly defects: readonly string[];
  readonly clock: Clock;
  readonly linkUrls: readonly { readonly name: string; readonly url: string }[];
  /** Opens every permanent link. Rejects with {@link LinkError} of the first that cannot be opened. */
  open(): Promise<void>;
  /** An open link. Ask again after a reset: it may be another object. */
  link(name: string): Link;
  /** What carries a link. Throws {@link LinkError} for a name that is none of `linkUrls`. */
  binding(name: string): LinkBinding;
  /** It is open only while a player is there: `openLink`. */
  isOnDemand(name: string): boolean;
  /**
   * A player comes. A link on demand is opened anew, and closed first where it was open: a new connection, or a new source
   * port; a permanent one is given as it is. Rejects with {@link LinkError}.
   */
  openLink(name: string): Promise<Link>;
  /** A player goes: closes a link on demand. A permanent one stays. Idempotent. */
  closeLink(name: string): Promise<void>;
  /** How the board is reset, in words; undefined where there is no recipe. */
  readonly resetText: string | undefined;
  /**
   * Carries out the recipe; `told` hears of each modem line that it drives. Rejects with {@link LinkError}, of a command
   * with what it said.
   */
  reset(told?: LineListener): Promise<void>;
  /** Ways to reset it where that does not bring it back, mildest first: they reject as `reset` does. */
  readonly harder?: readonly (() => Promise<void>)[];
  /** How a code comes before the board's lens, in words; undefined where there is no recipe. */
  readonly stimulusText: string | undefined;
  /** Shows a code once. Rejects where there is no recipe, or with what the command said. */
  present(symbology: Symbology, payload: Uint8Array): Promise<void>;
  /** Who works the board's buttons, in words; undefined: nobody is there. */
  readonly operatorText: string | undefined;
  /** Asks them to do something: `make the board's move`. Resolves when they were asked; rejects where nobody is there. */
  operate(what: string): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface VirtualBoardOptions {
  readonly kind: BoardKind;
  readonly defects: readonly string[];
  readonly seed: number;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Default: a clock of its own. */
  readonly clock?: VirtualClock;
  /** Nobody is at its buttons. Default: somebody presses them when asked to, where it has any. */
  readonly unattended?: boolean;
  /** Called with the world once it exists: tests pull cables by it. */
  readonly onWorld?: (world: VirtualWorld) => void;
}

/** A virtual board in virtual time, by way of the `serialport` stream and our binding. */
export function virtualBoard(options: VirtualBoardOptions): Board {
  const { kind, defects, seed, parameters, clock = virtualClock(), unattended = false } = options;
  const board = kind.create({ seed, defects: new Set(defects), parameters });
  const world = virtualWorld(clock, kind, board, seed);
  options.onWorld?.(world);
  const thinks = random(~seed);
  const attended = !unattended && world.board.press !== undefined;
  const binding = virtualBinding(world);
  const name = ['virtual:' + kind.name, ...defects].join('+');
  const links = new OpenLinks(namesOf(kind), (link) => {
    const line = world.net(link);
    if (line !== undefined) return openNetLink({ name: link, url: name, clock, line });
    const baud = kind.links.find((one) => one.name === link)?.baud ?? 115_200;
    return openSerialLink({ name: link, url: name, clock, settings: { path: link, baud }, binding });
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
      if (known === undefined) throw noSuchLink(link);
      return known.binding ?? 'serial';
    },
    isOnDemand: (link) => links.isOnDemand(link),
    openLink: (link) => links.openOne(link),
    closeLink: (link) => links.closeOne(link),
    resetText: 'the reset button',
    reset: () => {
      world.reset();
      return Promise.resolve();
    },
    stimulusText: world.board.present === undefined ? undefined : "a code before the virtual board's lens",
    present: (symbology, payload) => {
      if (world.board.present === undefined)
        return Promise.reject(new Error(`virtual:${kind.name} has no lens`));
      world.present(symbology, payload);
      return Promise.resolve();
    },
    operatorText: attended ? 'somebody at its buttons' : undefined,
    operate: () => {
      if (!attended) return Promise.reject(nobody());
      const at = after(clock.now(), millis(thinks.int(...THINKS_MS)));
      clock.world(at, () => {
        world.press();
        return false;
      });
      return Promise.resolve();
    },
    close: () => links.close(),
  };
}

/** How long, in ms, somebody thinks before they press a button. */
const THINKS_MS = [500, 4000] as const;

function nobody(): Error {
  return new Error('nobody is at the buttons of the board');
}

/** Links of a network are opened when a player comes. */
function namesOf({ links }: BoardKind) {
  const permanent = links.filter(({ binding = 'serial' }) => binding === 'serial').map(({ name }) => name);
  return {
    permanent,
    onDemand: links.map(({ name }) => name).filter((name) => !permanent.includes(name)),
  };
}

function noSuchLink(name: string): LinkError {
  return new LinkError(name, 'missing', `the board has no link ${name}`);
}

/** How a real board is reset. */
export type ResetRecipe =
  { readonly way: 'reopen' | PulseWay } | { readonly way: 'cmd'; readonly command: string };

export interface RealBoardOptions {
  readonly name: string;
  readonly kind: string;
  readonly targets: ReadonlyMap<string, LinkTarget>;
  /** Its links of tcp and udp are players' that come and go, not permanent ones. */
  readonly onDemand?: boolean;
  readonly reset?: ResetRecipe;
  /** Where that does not bring it back, mildest first. */
  readonly harder?: readonly ResetRecipe[];
  /** Where the commands of its recipes run; default: where this process does. */
  readonly folder?: string;
  /** Default: a clock of its own. */
  readonly clock?: Clock;
  readonly stimulus?: StimulusRecipe;
  /** Who works its buttons. */
  readonly operator?: {
    readonly text: string;
    /** Shows them what to do. */
    readonly ask: (what: string) => void;
  };
}

/** How a code comes before a real board's lens. */
export type StimulusRecipe =
  /** Runs a command of the user's own with `{symbology}` and `{hex}` filled in. */
  | { readonly way: 'cmd'; readonly command: string }
  /** Asks whoever made the board. */
  | {
      readonly way: 'shown';
      readonly text: string;
      readonly present: (symbology: Symbology, payload: Uint8Array) => Promise<void>;
    };

/** A board at the end of real links. */
export function realBoard(options: RealBoardOptions): Board {
  const { reset, stimulus, operator, folder, targets, onDemand = false, clock = realClock() } = options;
  const { harder = [] } = options;
  const resetBy = async (recipe: ResetRecipe, told?: LineListener): Promise<void> => {
    if (recipe.way === 'cmd') await runCommand('reset', recipe.command, folder);
    else if (recipe.way === 'reopen') {
      await links.close();
      await links.open();
    } else await resetPulse(links.all(), recipe.way, clock, told);
  };
  const comes = (name: string): boolean => onDemand && bindingOf(targetOf(name, targets)) !== 'serial';
  const names = [...targets.keys()];
  const links = new OpenLinks(
    { permanent: names.filter((name) => !comes(name)), onDemand: names.filter(comes) },
    (name) => openTarget(name, targets, clock),
  );
  return {
    name: options.name,
    kind: options.kind,
    defects: [],
    clock,
    linkUrls: [...targets].map(([name, { url }]) => ({ name, url })),
    open: () => links.open(),
    link: (name) => links.get(name),
    binding: (name) => bindingOf(targetOf(name, targets)),
    isOnDemand: (name) => links.isOnDemand(name),
    openLink: (name) => links.openOne(name),
    closeLink: (name) => links.closeOne(name),
    resetText:
      reset === undefined ? undefined : reset.way === 'cmd' ? `the command ${reset.command}` : reset.way,
    reset: (told) => {
      if (reset === undefined)
        return Promise.reject(new Error('this board has no reset recipe: give --reset'));
      return resetBy(reset, told);
    },
    harder: harder.map((recipe) => () => resetBy(recipe)),
    stimulusText:
      stimulus === undefined
        ? undefined
        : stimulus.way === 'cmd'
          ? `the command ${stimulus.command}`
          : stimulus.text,
    present: async (symbology, payload) => {
      if (stimulus === undefined) throw new Error('this board needs a stimulus recipe: give --stimulus');
      if (stimulus.way === 'shown') await stimulus.present(symbology, payload);
      else await runCommand('stimulus', filledIn(stimulus.command, symbology, payload), folder);
    },
    operatorText: operator?.text,
    operate: (what) => {
      if (operator === undefined) return Promise.reject(nobody());
      operator.ask(what);
      return Promise.resolve();
    },
    close: () => links.close(),
  };
}

function targetOf(name: string, targets: ReadonlyMap<string, LinkTarget>): LinkTarget {
  const target = targets.get(name);
  if (target === undefined) throw noSuchLink(name);
  return target;
}

/** What carries a link's bytes, by its URL. */
export function bindingOf({ scheme }: LinkTarget): LinkBinding {
  return scheme === 'exec' || scheme === 'rfc2217' ? 'serial' : scheme;
}

async function openTarget(
  name: string,
  targets: ReadonlyMap<string, LinkTarget>,
  clock: Clock,
): Promise<Link> {
  const target = targets.get(name);
  if (target === undefined) throw new LinkError(name, 'missing', `no link ${name} was given`);
  const { url } = target;
  if (target.scheme === 'rfc2217') {
    const { host, port, settings } = target;
    return openRfc2217Link({ name, url, clock, host, port, settings });
  }
  if (target.scheme === 'exec') return openExecLink({ name, url, clock, command: target.command });
  if (target.scheme !== 'serial') {
    const { scheme, host, port } = target;
    return (scheme === 'tcp' ? openTcpLink : openUdpLink)({ name, url, clock, host, port });
  }
  // Loaded on use: a virtual run needs no native code.
  const { SerialPort } = await import('serialport');
  const hold = adapterHold(target.settings.path);
  const settings = { ...(hold === undefined ? {} : { hold }), ...target.settings };
  return openSerialLink({ name, url, clock, settings, binding: SerialPort.binding });
}

/** Neither word has a character that a shell reads as more than itself; an empty payload is an empty word. */
function filledIn(command: string, symbology: Symbology, payload: Uint8Array): string {
  const hex = payload.length === 0 ? "''" : Buffer.from(payload).toString('hex');
  return command.replaceAll('{symbology}', symbology).replaceAll('{hex}', hex);
}
