/** A whole run of one suite in virtual time, without a command line, for tests. */
import { realStandIn } from '../../devices/board/real-stand-in';
import { virtualBoard } from '../../devices/board/virtual-board';
import type { Board } from '../../devices/board/board';
import type { Chunk } from '../../protocols/chunk';
import type { Link } from '../../devices/links/link';
import { resolveAmong } from '../../devices/virtual/board-name';
import type { BoardKind } from '../../devices/virtual/engine/board';
import type { Parameters } from '../../protocols/requirement';
import { resolveBoard } from '../protocols';
import type { JournalEvent, RunEnd, Verdict } from '../record';
import { run } from '../runner/runner';
import { Selection } from '../runner/selection';
import type { Suite } from '../suite';

export interface SuiteRunOptions {
  /** A virtual board by name, `set+idle-early`; absent: the sound board with the suite's name. */
  readonly board?: string;
  /** The kinds of boards with names. Default: those of all protocols. */
  readonly kinds?: readonly BoardKind[];
  readonly seed?: number;
  /** Requirements or scenarios, like `--only`; absent: all. */
  readonly only?: readonly string[];
  /** Only these scenarios of the suite; absent: all. */
  readonly scenarios?: readonly string[];
  /** Parameters of suite and board that differ from the page's. */
  readonly own?: Parameters;
  /** Parameters of the board that differ from the suite's. */
  readonly boards?: Parameters;
  readonly unattended?: boolean;
  /** Takes samples, as on a real board, although in virtual time; else everything is tried. */
  readonly sampled?: boolean;
  /** Wraps the virtual board. */
  readonly around?: (board: Board) => Board;
}

export interface SuiteRunResult {
  readonly end: RunEnd;
  readonly events: readonly JournalEvent[];
}

/** Default: seed 5. */
export async function runSuite(suite: Suite, asked: SuiteRunOptions = {}): Promise<SuiteRunResult> {
  const { seed = 5, only = [], own = {}, boards = own, around = (board) => board } = asked;
  const { scenarios = suite.scenarios.map(({ id }) => id) } = asked;
  const defaults = Object.fromEntries(suite.parameters.map((one) => [one.name, one.default]));
  const { board: name = suite.id, kinds } = asked;
  const { kind, defects } =
    kinds === undefined ? await resolveBoard(name) : resolveAmong(kinds, 'virtual board', name);
  const virtual = virtualBoard({
    kind,
    defects: defects.map(({ name }) => name),
    seed,
    parameters: { ...defaults, ...boards },
    unattended: asked.unattended ?? false,
  });
  const board = asked.sampled ? realStandIn(virtual, true) : virtual;
  const events: JournalEvent[] = [];
  const end = await run({
    board: around(board),
    suites: [{ ...suite, scenarios: suite.scenarios.filter(({ id }) => scenarios.includes(id)) }],
    parameters: new Map([[suite.id, { ...defaults, ...own }]]),
    seed,
    version: '0.0.0',
    command: `wirejig run ${suite.id}`,
    selection: Selection.of([suite], only, []),
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
  });
  return { end, events };
}

type ChangeChunk = (chunk: Chunk) => Chunk;

/** Changes received chunks with `change`, and sent ones with `sent`: for `around`. */
export function withChangedChunks(
  board: Board,
  change: ChangeChunk,
  sent: ChangeChunk = (chunk) => chunk,
): Board {
  return withLinks(board, (link) => ({
    send: async (bytes) => sent(await link.send(bytes)),
    receive: async (deadline) => {
      const chunk = await link.receive(deadline);
      return chunk === undefined ? undefined : change(chunk);
    },
  }));
}

/** Each link of the board, with what `change` gives in place of its own. */
export function withLinks(board: Board, change: (link: Link) => Partial<Link>): Board {
  const { onDemand } = board;
  const wrapped = (link: Link): Link => ({
    name: link.name,
    url: link.url,
    clock: link.clock,
    send: (bytes) => link.send(bytes),
    receive: (deadline) => link.receive(deadline),
    lines: (state) => link.lines(state),
    close: () => link.close(),
    ...change(link),
  });
  return {
    ...board,
    link: (name) => wrapped(board.link(name)),
    onDemand: onDemand && { ...onDemand, open: async (name) => wrapped(await onDemand.open(name)) },
  };
}

/** Requirements with one of these verdicts, in the order of the catalogue. */
export function requirementsWith({ end }: SuiteRunResult, ...wanted: readonly Verdict[]): readonly string[] {
  return Object.entries(end.verdicts).flatMap(([id, { verdict }]) => (wanted.includes(verdict) ? [id] : []));
}

/** Requirements that did not pass, with their reasons. */
export function notPassed({ end }: SuiteRunResult): readonly string[] {
  return Object.entries(end.verdicts)
    .filter(([, { verdict }]) => verdict !== 'pass')
    .map(([id, { verdict, reason }]) => `${id} ${verdict} ${reason}`);
}
