/** Resolves the options of `wirejig fuzz` and `replay` that name a board: its fuzz target, its parameters and its rigs. */
import { ALLOW } from '../../../protocols/withheld';
import type { Shared } from '../command-options';
import type { Board } from '../../../devices/board/board';
import type { LinkBinding } from '../../../devices/links/link';
import type { Parameters } from '../../../protocols/requirement';
import { LinkRig } from '../../../scenarios/fuzz/execution/link-rig';
import type { DefectModel } from '../../../scenarios/fuzz/triage/triage-context';
import type { Rig } from '../../../scenarios/fuzz/execution/rig';
import type { FuzzTarget } from '../../../scenarios/fuzz/target';
import { VirtualRig } from '../../../scenarios/fuzz/execution/virtual-rig';
import { boardKinds, fuzzTarget, protocols } from '../../../scenarios/protocols';
import { withLinks, type BoardKind } from '../../../devices/virtual/engine/board';
import type { BoardRecord } from '../../../scenarios/record';
import type { Suite } from '../../../scenarios/suite';
import { configuredBoard, mergeBoardOptions, type BoardOptions } from '../../config/configured-board';
import { parseAssignments, parseParameters, parseResetRecipe } from '../option-values';
import { defaultKind, settingsOf, imageTarget, realTarget, applyBaud, runBoard } from '../boards/run-target';
import { type Stimulus, createStimulus } from '../stimulus/stimulus';
import { UsageError } from '../usage-error';

export type FuzzBoardOptions = Pick<BoardOptions, 'board' | 'links' | 'params' | 'stimulus' | 'config'> &
  Shared<'resets'>;

export interface FuzzBoard {
  readonly record: BoardRecord;
  /** A real board: open it first, close it in the end. */
  readonly real: Board | undefined;
  /** Presents codes to a real board. Open it before the board, and close it after. */
  readonly stimulus?: Stimulus | undefined;
  readonly binding: LinkBinding;
  /** Another rig on the board; on a virtual one another board of its kind. */
  rig(checkpoint: () => void): Rig;
  /** For a real board: virtual boards of its suite, each with one defect. */
  readonly defectModels?: () => Iterable<DefectModel>;
}

export interface FuzzSetup {
  readonly suite: Suite;
  readonly target: FuzzTarget;
  readonly parameters: Parameters;
  readonly board: FuzzBoard;
}

/** `preset`: parameters where none are typed. Rejects with {@link UsageError}. */
export async function resolveFuzzSetup(
  suite: Suite,
  typed: FuzzBoardOptions,
  seed: number,
  preset: Parameters = {},
): Promise<FuzzSetup> {
  const options = await resolveConfiguredBoard(suite, typed);
  const given = parseAssignments(options.params);
  const values = parseParameters([suite], given).get(suite.id) ?? {};
  // What may hurt a board is allowed anew each time.
  const kept = Object.entries(preset).filter(
    ([name]) => name in values && !given.has(name) && name !== ALLOW,
  );
  const isNamed = options.board !== undefined || options.links.length > 0;
  // As the first run of a board that nobody names.
  const [first] = isNamed ? [] : settingsOf(await defaultKind(suite), suite, given);
  const parameters = { ...values, ...first, ...Object.fromEntries(kept) };
  const board = await createBoard(suite, options, parameters, seed);
  const target = await fuzzTarget(
    suite.id,
    board.binding,
    board.record.links.map((link) => link.name),
  );
  if (target === undefined) {
    const known = (await protocols())
      .filter(({ targets }) => targets !== undefined)
      .map(({ id }) => id)
      .join(', ');
    throw new UsageError(`suite ${suite.id} cannot be fuzzed: there are ${known}`);
  }
  return { suite, target, parameters, board };
}

type ResolvedOptions = FuzzBoardOptions & { readonly name?: string; readonly folder?: string };

async function resolveConfiguredBoard(suite: Suite, options: FuzzBoardOptions): Promise<ResolvedOptions> {
  const { board, config } = options;
  if (board === undefined || /^(?:virtual|qemu):/.test(board)) return options;
  const known = await configuredBoard(board, { config });
  const merged = await mergeBoardOptions({ ...options, suites: [suite.id] }, known);
  const configured = [known.reset, known.power].filter((text) => text !== undefined);
  const resets = options.resets.length > 0 ? options.resets : configured;
  return { ...merged, resets, name: known.name, folder: known.folder };
}

async function createBoard(suite: Suite, options: ResolvedOptions, parameters: Parameters, seed: number) {
  if (options.links.length > 0) return linkedBoard(suite, options, parameters, seed);
  const real = options.resets.length > 0 ? 'reset' : options.stimulus !== undefined ? 'stimulus' : undefined;
  if (real !== undefined)
    throw new UsageError(
      `--${real} is for a real board: give its --link too, or leave it out (others need none)`,
    );
  const board =
    options.board === undefined
      ? { emulated: false, kind: await defaultKind(suite), defects: [] }
      : await runBoard(options.board);
  if (board.kind.suite !== suite.id)
    throw new UsageError(
      `board ${options.board ?? board.kind.name} is for the suite ${board.kind.suite}, not ${suite.id}: leave out --board or name another`,
    );
  if (board.emulated)
    return realFuzzBoard((await imageTarget(suite, board, parameters)).board, suite, parameters, seed);
  const kind = withLinks(board.kind, applyBaud(board.kind.links, suite.parameters, parameters));
  const defects = board.defects.map(({ name }) => name);
  const name = ['virtual:' + kind.name, ...defects].join('+');
  return {
    real: undefined,
    binding: kind.links[0]?.binding ?? 'serial',
    record: {
      name,
      kind: kind.name,
      virtual: true,
      defects,
      links: kind.links.map((link) => ({ name: link.name, url: name })),
    },
    rig: () => new VirtualRig({ kind, defects, parameters, seed }),
  };
}

async function linkedBoard(suite: Suite, options: ResolvedOptions, parameters: Parameters, seed: number) {
  if (options.board !== undefined)
    throw new UsageError('--board virtual:… and --link cannot be combined: give one');
  const { name, folder } = options;
  const { recipe, stimulus } = await createStimulus(options.stimulus);
  const [reset, ...strongerResets] = options.resets.map((text) => parseResetRecipe(text));
  const target = await realTarget(
    suite,
    options.links,
    {
      ...(reset === undefined ? {} : { reset, strongerResets }),
      ...(recipe === undefined ? {} : { stimulus: recipe }),
      ...(name === undefined ? {} : { name }),
      ...(folder === undefined ? {} : { folder }),
    },
    parameters,
  );
  return { ...(await realFuzzBoard(target.board, suite, parameters, seed)), stimulus };
}

async function realFuzzBoard(
  board: Board,
  suite: Suite,
  parameters: Parameters,
  seed: number,
): Promise<FuzzBoard> {
  const { name, kind, defects, linkUrls } = board;
  const binding = board.binding(linkUrls[0]?.name ?? '');
  const kinds = await boardKinds([suite.id]);
  return {
    real: board,
    binding,
    record: { name, kind, virtual: false, defects, links: linkUrls },
    rig: (checkpoint) => new LinkRig(board, checkpoint),
    defectModels: () => defectModelsOf(kinds, suite, binding, parameters, seed),
  };
}

/** Every virtual board of the suite with a defect, on such links. */
function* defectModelsOf(
  kinds: readonly BoardKind[],
  suite: Suite,
  binding: LinkBinding,
  parameters: Parameters,
  seed: number,
): Iterable<DefectModel> {
  for (const kind of kinds) {
    if ((kind.links[0]?.binding ?? 'serial') !== binding) continue;
    const paceful = withLinks(kind, applyBaud(kind.links, suite.parameters, parameters));
    for (const { name } of kind.defects)
      yield {
        name: `${kind.name}+${name}`,
        rig: new VirtualRig({ kind: paceful, defects: [name], parameters, seed }),
      };
  }
}
