/**
 * All parts of one protocol. `scenarios/protocols.ts` lists the protocols.
 *
 * It is loaded once a command names it. The suite and its virtual boards come with it. The other parts are functions, so
 * that a command loads only what it needs.
 */
import type { BoardKind } from '../devices/virtual/engine/board';
import type { Dissection } from '../protocols/dissection/dissection';
import type { Parameters } from '../protocols/requirement';
import type { Dialect, DialectOptions } from './dialect';
import type { FuzzTarget } from './fuzz/target';
import type { GameMonitorKind } from './monitor/tap/game-monitor';
import type { TraceMonitorKind } from './monitor/trace/trace-monitor';
import type { Suite } from './suite';

/** Gives a part of a protocol when a command needs it. */
export type Load<T> = () => T | Promise<T>;

/**
 * The meaning of a difference between two answers (hex) to the same bytes. same: only random choices differ. diverged:
 * a random choice led the runs apart, so that the rest cannot be compared. One for each scenario: it gets the exchanges
 * in order.
 */
export type AnswerComparer = (
  sent: string,
  link: string,
  before: string,
  after: string,
) => 'same' | 'changed' | 'diverged';

/** The input of {@link defineProtocol}: a suite, its boards, and the parts for each command. */
export interface ProtocolParts {
  /** Its id and title are the protocol's. */
  readonly suite: Suite;
  /** Virtual boards; the first is the default. None: only real boards. */
  readonly boards: readonly BoardKind[];
  /** For `fuzz` and `replay`; one for each binding if they differ. */
  readonly targets?: Load<readonly FuzzTarget[]>;
  /** For `check`. */
  readonly traceMonitor?: Load<TraceMonitorKind>;
  readonly tapMonitor?: Load<GameMonitorKind>;
  /** For `report --dissector`: the grammar of its bytes with these parameters. */
  readonly dissection?: Load<(parameters: Parameters) => Dissection>;
  /** For `monitor` and `doctor`: one for each link that has messages. */
  readonly dialects?: Load<(options: DialectOptions) => readonly Dialect[]>;
  /** For `compare`: which answers the protocol leaves open. Absent: none. */
  readonly nondeterminism?: Load<(parameters: Parameters) => AnswerComparer>;
}

/** A protocol that every command knows once a configuration lists it. */
export interface Protocol extends ProtocolParts {
  readonly id: string;
  readonly title: string;
}

const DEFINED = new WeakSet<object>();

/** True for the result of {@link defineProtocol}. */
export function isProtocol(value: unknown): value is Protocol {
  return typeof value === 'object' && value !== null && DEFINED.has(value);
}

/** Joins the parts of a protocol. Throws an Error of one line, `PATH: error`, if they do not fit together. */
export function defineProtocol(parts: ProtocolParts): Protocol {
  const { id, title } = parts.suite;
  checkSuite(parts.suite);
  checkBoards(parts);
  const protocol = { ...parts, id, title };
  DEFINED.add(protocol);
  return protocol;
}

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const ID_FORM = 'give small letters, digits and single -';

function checkSuite({ id, links, requirements, parameters, scenarios }: Suite): void {
  if (!ID.test(id)) fail('suite.id', `'${id}' is no id: ${ID_FORM}`);
  if (links.length === 0) fail('suite.links', 'there is no link: give one');
  const clauses = requirements.map((one) => one.id);
  checkUnique(
    'suite.links',
    links.map(({ name }) => name),
    'name',
  );
  checkUnique('suite.requirements', clauses, 'id');
  checkUnique(
    'suite.parameters',
    parameters.map(({ name }) => name),
    'name',
  );
  checkUnique(
    'suite.scenarios',
    scenarios.map((one) => one.id),
    'id',
  );
  for (const [at, scenario] of scenarios.entries()) {
    const path = `suite.scenarios.${at}`;
    if (!scenario.id.startsWith(`${id}/`))
      fail(`${path}.id`, `'${scenario.id}' is no id of a scenario: it begins with '${id}/'`);
    if (scenario.covers.length === 0) fail(`${path}.covers`, 'the scenario covers no clause: name one');
    checkUnique(`${path}.covers`, scenario.covers);
    for (const [n, clause] of scenario.covers.entries())
      if (!clauses.includes(clause)) fail(`${path}.covers.${n}`, `there is no clause ${clause}`);
  }
  const covered = new Set(scenarios.flatMap(({ covers, isStock }) => (isStock === true ? [] : covers)));
  const open = clauses.findIndex((clause) => !covered.has(clause));
  if (open >= 0) fail(`suite.requirements.${open}`, `no scenario covers the clause ${clauses[open] ?? ''}`);
}

function checkBoards({ suite, boards }: ProtocolParts): void {
  checkUnique(
    'boards',
    boards.map(({ name }) => name),
    'name',
  );
  for (const [at, board] of boards.entries()) {
    const { name, suite: asked, links } = board;
    const path = `boards.${at}`;
    // If the list takes long to make, the tests of its protocol check it.
    const defects = board.findDefect === undefined ? board.defects : [];
    if (!ID.test(name)) fail(`${path}.name`, `'${name}' is no name: ${ID_FORM}`);
    if (asked !== suite.id) fail(`${path}.suite`, `'${asked}' is not ${suite.id}`);
    if (links.length === 0) fail(`${path}.links`, 'there is no link: give one');
    checkUnique(
      `${path}.defects`,
      defects.map((defect) => defect.name),
      'name',
    );
    for (const [n, defect] of defects.entries()) {
      if (!ID.test(defect.name)) fail(`${path}.defects.${n}.name`, `'${defect.name}' is no name: ${ID_FORM}`);
      if (!suite.requirements.some((one) => one.id === defect.breaks))
        fail(`${path}.defects.${n}.breaks`, `there is no clause ${defect.breaks}`);
    }
  }
}

function checkUnique(path: string, names: readonly string[], key?: string): void {
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0)
    fail(
      [path, twice, ...(key === undefined ? [] : [key])].join('.'),
      `'${names[twice] ?? ''}' is there twice`,
    );
}

function fail(path: string, text: string): never {
  throw new Error(`${path}: ${text}`);
}
