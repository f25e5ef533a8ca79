/**
 * The list of all protocols. Their names are known at once. A protocol of the house is loaded when it is asked for, so
 * a command that names one loads no other. A configuration adds its own by {@link registerProtocol}, so the list is
 * read when it is needed, and never stored.
 */
import type { LinkBinding } from '../devices/links/link';
import type { BoardKind } from '../devices/virtual/engine/board';
import { resolveAmong, type ResolvedBoard } from '../devices/virtual/board-name';
import type { FuzzTarget } from './fuzz/target';
import type { Load, Protocol } from './protocol';
import type { Suite } from './suite';

interface ListedProtocol {
  readonly id: string;
  /** The names of its virtual boards. */
  readonly boards: readonly string[];
  readonly load: Load<Protocol>;
}

const BUILT_IN: readonly ListedProtocol[] = [
  {
    id: 'stm',
    boards: ['stm'],
    load: async () => (await import('../protocols/stm/stm.js')).stm,
  },
  {
    id: 'durak',
    boards: ['durak', 'durak-published'],
    load: async () => (await import('../protocols/durak/durak.js')).durak,
  },
  {
    id: 'gm67',
    boards: ['gm67'],
    load: async () => (await import('../protocols/gm67/gm67.js')).gm67,
  },
  {
    id: 'set',
    boards: ['set', 'set-published'],
    load: async () => (await import('../protocols/set/set.js')).set,
  },
  {
    id: 'ttt',
    boards: ['ttt', 'ttt-udp', 'ttt-serial'],
    load: async () => (await import('../protocols/ttt/ttt.js')).ttt,
  },
  {
    id: 'chinese-ten',
    boards: ['chinese-ten', 'chinese-ten-special'],
    load: async () => (await import('../protocols/chinese-ten/chinese-ten.js')).chineseTen,
  },
];

const LIST = [...BUILT_IN];

/** The protocol that help and messages take for an example. */
export const EXAMPLE = protocolIds()[0] ?? '';

/** In the order in which their suites run. */
export function protocolIds(): readonly string[] {
  return LIST.map(({ id }) => id);
}

/** `stm`, `ttt-udp`, … */
export function boardNames(): readonly string[] {
  return LIST.flatMap(({ boards }) => boards);
}

/** The protocol of this id; resolves with undefined if there is none. */
export async function protocolOf(id: string): Promise<Protocol | undefined> {
  return LIST.find((one) => one.id === id)?.load();
}

/** Those of these ids, in the order in which their suites run. Default: all. */
export function protocols(ids: readonly string[] = protocolIds()): Promise<readonly Protocol[]> {
  return loaded(LIST.filter(({ id }) => ids.includes(id)));
}

function loaded(listed: readonly ListedProtocol[]): Promise<readonly Protocol[]> {
  return Promise.all(listed.map(async ({ load }) => load()));
}

/** Adds a protocol to the list. Rejects with an Error of one line if one of its names is taken. */
export async function registerProtocol(protocol: Protocol): Promise<void> {
  const { id } = protocol;
  if ((await protocolOf(id)) === protocol) return;
  if (protocolIds().includes(id))
    throw new Error(`suite.id: there is a protocol ${id} already: choose another id`);
  const boards = protocol.boards.map(({ name }) => name);
  const taken = boards.findIndex((name) => boardNames().includes(name));
  if (taken >= 0)
    throw new Error(
      `boards.${taken}.name: there is a virtual board ${boards[taken] ?? ''} already: choose another name`,
    );
  LIST.push({ id, boards, load: () => protocol });
}

/** Removes the added protocols. */
export function forgetRegistered(): void {
  LIST.length = BUILT_IN.length;
}

export async function suites(): Promise<readonly Suite[]> {
  return (await protocols()).map(({ suite }) => suite);
}

/** What is run where no suite is named: the project's own, or those of wirejig where it adds none. */
export async function defaultSuites(): Promise<readonly Suite[]> {
  const own = LIST.slice(BUILT_IN.length);
  return (await loaded(own.length > 0 ? own : LIST)).map(({ suite }) => suite);
}

/** The virtual boards of these suites, those of one suite next to each other. Default: of all. */
export async function boardKinds(suiteIds: readonly string[] = protocolIds()): Promise<readonly BoardKind[]> {
  const listed = LIST.filter(({ id }) => suiteIds.includes(id));
  return (await loaded(listed)).flatMap(({ boards }) => boards);
}

/** Reads `virtual:KIND+defect+…`; `virtual:` is optional. Rejects with an Error of one line for an unknown name. */
export async function resolveBoard(text: string): Promise<ResolvedBoard> {
  const scheme = 'virtual:';
  const named = text.startsWith(scheme) ? text.slice(scheme.length) : text;
  const [kind = ''] = named.split('+');
  const listed = LIST.find(({ boards }) => boards.includes(kind));
  const kinds = listed === undefined ? await boardKinds() : (await listed.load()).boards;
  return resolveAmong(kinds, 'virtual board', named);
}

/**
 * The fuzz target for a board of this suite with these links. Resolves with undefined if there is none for such links.
 */
export async function fuzzTarget(
  suite: string,
  binding: LinkBinding,
  links?: readonly string[],
): Promise<FuzzTarget | undefined> {
  const targets = (await (await protocolOf(suite))?.targets?.()) ?? [];
  const target = targets.find((one) => (one.binding ?? binding) === binding);
  return target && { ...target, session: (parameters) => target.session(parameters, links) };
}
