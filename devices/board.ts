/**
 * A board under test: its links, its clock, and how it is reset. Virtual or real, the bench sees no difference.
 */
import { spawn } from 'node:child_process';
import type { Symbology } from '../protocols/gm67/message';
import { after, millis } from '../protocols/time';
import { realClock, type Clock } from './clock';
import { LinkError, type Link } from './link';
import type { LinkTarget } from './link-url';
import { openSerialLink } from './serial-link';
import { openTcpLink } from './tcp-link';
import type { BoardKind } from './virtual/board';
import { virtualBinding } from './virtual/port-binding';
import { virtualClock } from './virtual/virtual-clock';
import { virtualWorld, type VirtualWorld } from './virtual/world';

export interface Board {
  readonly name: string;
  readonly kind: string;
  readonly defects: readonly string[];
  readonly clock: Clock;
  readonly linkUrls: readonly { readonly name: string; readonly url: string }[];
  /** Opens every link. Rejects with {@link LinkError} of the first that cannot be opened. */
  open(): Promise<void>;
  /** An open link. Ask again after a reset: it may be another object. */
  link(name: string): Link;
  /** How the board is reset, in words; undefined where there is no recipe. */
  readonly resetText: string | undefined;
  /** Carries out the recipe. Rejects with {@link LinkError}, of a command with what it said. */
  reset(): Promise<void>;
  /** How a code comes before the board's lens, in words; undefined where there is no recipe. */
  readonly stimulusText: string | undefined;
  /** Shows a code once. Rejects where there is no recipe, or with what the command said. */
  present(symbology: Symbology, payload: Uint8Array): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface VirtualBoardOptions {
  readonly kind: BoardKind;
  readonly defects: readonly string[];
  readonly seed: number;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Called with the world once it exists: tests pull cables by it. */
  readonly onWorld?: (world: VirtualWorld) => void;
}

/** A virtual board in virtual time, by way of the `serialport` stream and our binding. */
export function virtualBoard(options: VirtualBoardOptions): Board {
  const { kind, defects, seed, parameters } = options;
  const clock = virtualClock();
  const world = virtualWorld(clock, kind, kind.create({ seed, defects: new Set(defects), parameters }));
  options.onWorld?.(world);
  const binding = virtualBinding(world);
  const name = ['virtual:' + kind.name, ...defects].join('+');
  const links = new OpenLinks(kind.links.map((link) => link.name));
  return {
    name,
    kind: kind.name,
    defects,
    clock,
    linkUrls: kind.links.map((link) => ({ name: link.name, url: name })),
    open: () =>
      links.open((link) => {
        const baud = kind.links.find((one) => one.name === link)?.baud ?? 115_200;
        return openSerialLink({ name: link, url: name, clock, settings: { path: link, baud }, binding });
      }),
    link: (link) => links.get(link),
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
    close: () => links.close(),
  };
}

/** How a real board is reset. */
export type ResetRecipe =
  { readonly way: 'reopen' | 'dtr' | 'rts' | 'break' } | { readonly way: 'cmd'; readonly command: string };

export interface RealBoardOptions {
  readonly name: string;
  readonly kind: string;
  readonly targets: ReadonlyMap<string, LinkTarget>;
  readonly reset?: ResetRecipe;
  /** Runs a command of the user's own with `{symbology}` and `{hex}` filled in. */
  readonly stimulus?: { readonly way: 'cmd'; readonly command: string };
}

/** A board at the end of real links. */
export function realBoard(options: RealBoardOptions): Board {
  const clock = realClock();
  const links = new OpenLinks([...options.targets.keys()]);
  const openAll = (): Promise<void> => links.open((name) => openTarget(name, options.targets, clock));
  const { reset, stimulus } = options;
  return {
    name: options.name,
    kind: options.kind,
    defects: [],
    clock,
    linkUrls: [...options.targets].map(([name, { url }]) => ({ name, url })),
    open: openAll,
    link: (name) => links.get(name),
    resetText:
      reset === undefined ? undefined : reset.way === 'cmd' ? `the command ${reset.command}` : reset.way,
    reset: async () => {
      if (reset === undefined) throw new Error('this board has no reset recipe: give --reset');
      if (reset.way === 'cmd') await runCommand('reset', reset.command);
      else if (reset.way === 'reopen') {
        await links.close();
        await openAll();
      } else await pulse(links.all(), reset.way, clock);
    },
    stimulusText: stimulus === undefined ? undefined : `the command ${stimulus.command}`,
    present: async (symbology, payload) => {
      if (stimulus === undefined) throw new Error('this board needs a stimulus recipe: give --stimulus');
      await runCommand('stimulus', filledIn(stimulus.command, symbology, payload));
    },
    close: () => links.close(),
  };
}

async function openTarget(
  name: string,
  targets: ReadonlyMap<string, LinkTarget>,
  clock: Clock,
): Promise<Link> {
  const target = targets.get(name);
  if (target === undefined) throw new LinkError(name, 'missing', `no link ${name} was given`);
  const { url } = target;
  if (target.scheme === 'tcp') return openTcpLink({ name, url, clock, host: target.host, port: target.port });
  // Loaded on use: a virtual run needs no native code.
  const { SerialPort } = await import('serialport');
  return openSerialLink({ name, url, clock, settings: target.settings, binding: SerialPort.binding });
}

const PULSE = { dtr: millis(100), rts: millis(100), break: millis(300) } as const;

async function pulse(links: readonly Link[], way: 'dtr' | 'rts' | 'break', clock: Clock): Promise<void> {
  const during = way === 'break' ? { brk: true } : { [way]: false };
  const afterwards = way === 'break' ? { brk: false } : { [way]: true };
  for (const link of links) await link.lines(during);
  await clock.until(after(clock.now(), PULSE[way]));
  for (const link of links) await link.lines(afterwards);
}

/** Neither word has a character that a shell reads as more than itself; an empty payload is an empty word. */
function filledIn(command: string, symbology: Symbology, payload: Uint8Array): string {
  const hex = payload.length === 0 ? "''" : Buffer.from(payload).toString('hex');
  return command.replaceAll('{symbology}', symbology).replaceAll('{hex}', hex);
}

const COMMAND_TIMEOUT_MS = 60_000;

/** Runs the user's own command line in the shell; its output is kept off the terminal. */
function runCommand(what: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      if (said.length < 500) said += bytes.toString('utf8');
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), COMMAND_TIMEOUT_MS);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else
        reject(
          new LinkError(
            what,
            'refused',
            `the ${what} command '${command}' ended with ${signal ?? `exit code ${code}`}: ${said.trim() || 'it said nothing'}`,
          ),
        );
    });
  });
}

class OpenLinks {
  private readonly links = new Map<string, Link>();

  constructor(private readonly names: readonly string[]) {}

  async open(opener: (name: string) => Promise<Link>): Promise<void> {
    for (const name of this.names) this.links.set(name, await opener(name));
  }

  get(name: string): Link {
    const link = this.links.get(name);
    if (link === undefined) throw new LinkError(name, 'missing', `link ${name} is not open`);
    return link;
  }

  all(): readonly Link[] {
    return [...this.links.values()];
  }

  async close(): Promise<void> {
    const open = this.all();
    await Promise.all(open.map((link) => link.close()));
  }
}
