/**
 * The list of all protocols. A configuration adds its own by {@link registerProtocol}, so the list is read when it is
 * needed, and never stored.
 */
import type { LinkBinding } from '../devices/links/link';
import type { BoardKind } from '../devices/virtual/engine/board';
import { resolveAmong, type ResolvedBoard } from '../devices/virtual/board-name';
import type { FuzzTarget } from './fuzz/target';
import type { Protocol } from './protocol';
import { CHINESE_TEN_PROTOCOL } from './protocols/chinese-ten/protocol';
import { DURAK_PROTOCOL } from './protocols/durak/protocol';
import { GM67_PROTOCOL } from './protocols/gm67/protocol';
import { SET_PROTOCOL } from './protocols/set/protocol';
import { STM_PROTOCOL } from './protocols/stm/protocol';
import { TTT_PROTOCOL } from './protocols/ttt/protocol';
import type { Suite } from './suite';

const BUILT_IN: readonly Protocol[] = [
  STM_PROTOCOL,
  DURAK_PROTOCOL,
  GM67_PROTOCOL,
  SET_PROTOCOL,
  TTT_PROTOCOL,
  CHINESE_TEN_PROTOCOL,
];

const LIST = [...BUILT_IN];

/** All of them, in the order in which their suites run. */
export function protocols(): readonly Protocol[] {
  return LIST;
}

/** Adds a protocol to the list. Throws an Error of one line if one of its names is taken. */
export function registerProtocol(protocol: Protocol): void {
  if (LIST.includes(protocol)) return;
  if (LIST.some(({ id }) => id === protocol.id))
    throw new Error(`suite.id: there is a protocol ${protocol.id} already: choose another id`);
  const names = boardKinds().map(({ name }) => name);
  const board = protocol.boards.findIndex(({ name }) => names.includes(name));
  if (board >= 0)
    throw new Error(
      `boards.${board}.name: there is a virtual board ${protocol.boards[board]?.name ?? ''} already: choose another name`,
    );
  LIST.push(protocol);
}

/** Removes the added protocols. */
export function forgetRegistered(): void {
  LIST.length = BUILT_IN.length;
}

export function suites(): readonly Suite[] {
  return LIST.map(({ suite }) => suite);
}

/** What is run where no suite is named: the project's own, or those of wirejig where it adds none. */
export function defaultSuites(): readonly Suite[] {
  const own = suites().slice(BUILT_IN.length);
  return own.length > 0 ? own : suites();
}

/** The virtual boards, those of one suite next to each other. */
export function boardKinds(): readonly BoardKind[] {
  return LIST.flatMap(({ boards }) => boards);
}

/** Reads `virtual:KIND+defect+…`; `virtual:` is optional. Throws an Error of one line for an unknown name. */
export function resolveBoard(text: string): ResolvedBoard {
  const scheme = 'virtual:';
  const named = text.startsWith(scheme) ? text.slice(scheme.length) : text;
  return resolveAmong(boardKinds(), 'virtual board', named);
}

/**
 * The fuzz target for a board of this suite with these links. Resolves with undefined if there is none for such links.
 */
export async function fuzzTarget(
  suite: string,
  binding: LinkBinding,
  links?: readonly string[],
): Promise<FuzzTarget | undefined> {
  const targets = (await LIST.find(({ id }) => id === suite)?.targets?.()) ?? [];
  const target = targets.find((one) => (one.binding ?? binding) === binding);
  return target && { ...target, session: (parameters) => target.session(parameters, links) };
}
