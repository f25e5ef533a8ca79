/** Opens a board for a team's own tests. */
import type { Board } from '../../devices/board/board';
import { realBoard } from '../../devices/board/real-board';
import { virtualBoard } from '../../devices/board/virtual-board';
import { parseLinkUrl, withTerminal } from '../../devices/links/link-target';
import { resolveAmong } from '../../devices/virtual/board-name';
import type { Message, RequestResponse } from '../../protocols/request-response/definition';
import type { Parameters } from '../../protocols/requirement';
import { parseParameters, parseResetRecipe } from '../../cli/shared/option-values';
import type { Protocol } from '../../scenarios/protocol';
import { startBoardRun } from './board-run';
import { TestBoard } from './test-board';

/** A protocol with its description: the result of `requestResponse(…).protocol(…)`. */
export interface PlayableProtocol<Request extends Message, Answer extends Message, State> extends Pick<
  Protocol,
  'id' | 'suite' | 'boards'
> {
  readonly description: RequestResponse<Request, Answer, State>;
}

/** Options for opening a board. */
export interface OpenOptions {
  /** The folder of `journal.jsonl`, `report.html`, `junit.xml`, `results.json` and `trace.pcapng`. Default: nothing is written. */
  readonly out?: string;
  /** Decides all random choices of a virtual board. Default 1. */
  readonly seed?: number;
  /** Parameters of the protocol that differ from the defaults. */
  readonly parameters?: Readonly<Record<string, number | string>>;
  /** The way to reset a real board, as `--reset` of `wirejig run` takes it: `dtr`, `esp32`, `openocd:board.cfg`, `cmd:COMMAND` … Default: none. */
  readonly reset?: string;
  /** Percent of the exchanges that must be judged, else `close` rejects. Default 95. */
  readonly leastJudged?: number;
}

/**
 * Opens a board: `serial:/dev/ttyUSB0`, `tcp://host:port`, or any other link of `wirejig run --link`.
 * `virtual:modbus+late` is a virtual board with a defect; `virtual` is the protocol's own. Call `begin` to bring it to
 * its initial state.
 *
 * Rejects with an Error of one line if it cannot be opened, or if an option is wrong.
 */
export async function open<Request extends Message, Answer extends Message, State>(
  target: string,
  protocol: PlayableProtocol<Request, Answer, State>,
  options: OpenOptions = {},
): Promise<TestBoard<Request, Answer, State>> {
  const { suite, description } = protocol;
  const { seed = 1, out, leastJudged } = options;
  const given = Object.entries(options.parameters ?? {}).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const parameters = parseParameters([suite], new Map(given), 'parameters').get(suite.id) ?? {};
  const board = isVirtual(target)
    ? openVirtual(target, protocol, parameters, seed)
    : openReal(target, protocol, options.reset);
  const command = `open('${target}', ${protocol.id})`;
  const run = await startBoardRun({ suite, board, parameters, seed, command, out, leastJudged });
  return new TestBoard(run, description, description.at(parameters), out);
}

type Known = Pick<Protocol, 'id' | 'suite' | 'boards'>;

function isVirtual(target: string): boolean {
  return target === 'virtual' || target.startsWith('virtual:');
}

function openVirtual(target: string, { id, boards }: Known, parameters: Parameters, seed: number): Board {
  const named = target === 'virtual' ? (boards[0]?.name ?? id) : target.slice('virtual:'.length);
  const { kind, defects } = resolveAmong(boards, 'virtual board', named);
  return virtualBoard({ kind, defects: defects.map(({ name }) => name), seed, parameters });
}

function openReal(target: string, { id, suite }: Known, reset: string | undefined): Board {
  const targets = suite.links
    .slice(0, 1)
    .map((link) => [link.name, withTerminal(parseLinkUrl(link.name, target, link), link)] as const);
  return realBoard({
    name: target,
    kind: id,
    targets: new Map(targets),
    ...(reset === undefined ? {} : { reset: parseResetRecipe(reset, `reset '${reset}'`) }),
  });
}
