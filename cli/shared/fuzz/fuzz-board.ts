/** What a `fuzz` or `replay` command line comes to: a target, a board to play on, parameters, a budget. */
import type { Board } from '../../../devices/board/board';
import type { LinkBinding } from '../../../devices/links/link';
import { BOARD_KINDS } from '../../../devices/virtual/kinds';
import type { Parameters } from '../../../protocols/requirement';
import type { Micros } from '../../../protocols/time';
import { LinkRig } from '../../../scenarios/fuzz/execution/link-rig';
import type { Twin } from '../../../scenarios/fuzz/triage/defect-model';
import type { Rig } from '../../../scenarios/fuzz/execution/rig';
import type { FuzzTarget } from '../../../scenarios/fuzz/target';
import { targetFor, TARGETS } from '../../../scenarios/fuzz/targets';
import { VirtualRig } from '../../../scenarios/fuzz/execution/virtual-rig';
import type { BoardRecord } from '../../../scenarios/record';
import type { Suite } from '../../../scenarios/suite';
import { configuredBoard } from '../../config/configured-board';
import { mergedWishes } from '../../config/merged-options';
import { assignments, parameterValues, quoted, resetRecipe, seedOf, spanOf } from '../option-values';
import { suiteNamed } from '../../commands/run/run-plan';
import { defaultKind, imageStation, linkedStation, paced, runBoard } from '../boards/run-target';
import type { Stimulus } from '../stimulus/stimulus';
import { wishedStimulus } from '../stimulus/stimulus-option';
import { UsageError } from '../usage-error';

/** The board as it was typed. */
export interface BoardWishes {
  readonly board?: string | undefined;
  readonly links: readonly string[];
  /** Mildest first. */
  readonly resets: readonly string[];
  readonly params: readonly string[];
  /** How codes come before a real scanner's lens. */
  readonly stimulus?: string | undefined;
  /** Where boards are configured; none: wirejig.config.*. */
  readonly config?: string | undefined;
}

export interface FuzzWishes extends BoardWishes {
  readonly suite: string;
  readonly cases?: string | undefined;
  readonly time?: string | undefined;
  readonly seed?: string | undefined;
  readonly resyncLimit?: string | undefined;
}

/** A board to play on. A real one is opened before and closed behind it. */
export interface Stand {
  readonly record: BoardRecord;
  readonly real: Board | undefined;
  /** Opened before a real board, and closed behind it. */
  readonly stimulus?: Stimulus | undefined;
  readonly binding: LinkBinding;
  /** One more rig on it: of a virtual board another of its kind. */
  rig(checkpoint: () => void): Rig;
  /** Of a real one: virtual boards for its suite, each with a defect of its own. */
  readonly twins?: () => Iterable<Twin>;
}

export interface FuzzPlan {
  readonly suite: Suite;
  readonly target: FuzzTarget;
  readonly parameters: Parameters;
  readonly stand: Stand;
  readonly seed: number;
  /** One of the two at least: it ends with whichever comes first. */
  readonly cases: number | undefined;
  /** Milliseconds of wall time. */
  readonly time: number | undefined;
  /** How soon the board has to answer again after garbage; undefined: as the page says. */
  readonly resyncLimit: Micros | undefined;
}

const DEFAULT_MS = 60_000;

/** Rejects with {@link UsageError} for whatever is wrong with the command. */
export async function planFuzz(wishes: FuzzWishes): Promise<FuzzPlan> {
  const suite = suiteNamed(wishes.suite);
  const seed = seedOf(wishes.seed);
  const cases = wishes.cases === undefined ? undefined : casesOf(wishes.cases);
  const unsaid = cases === undefined ? DEFAULT_MS : undefined;
  const time = wishes.time === undefined ? unsaid : spanOf('time', wishes.time) / 1000;
  const resyncLimit =
    wishes.resyncLimit === undefined ? undefined : spanOf('resync-limit', wishes.resyncLimit);
  return {
    ...(await targetOn(suite, wishes, seed)),
    seed,
    resyncLimit,
    cases,
    time,
  };
}

/** `preset`: parameters where none are typed. Rejects with {@link UsageError}. */
export async function targetOn(
  suite: Suite,
  typed: BoardWishes,
  seed: number,
  preset: Parameters = {},
): Promise<Pick<FuzzPlan, 'suite' | 'target' | 'parameters' | 'stand'>> {
  const { wishes, place } = await placed(suite, typed);
  const given = assignments(wishes.params);
  const values = parameterValues([suite], given).get(suite.id) ?? {};
  const kept = Object.entries(preset).filter(([name]) => name in values && !given.has(name));
  const parameters = { ...values, ...Object.fromEntries(kept) };
  const stand = standFor(suite, { ...wishes, ...place }, parameters, seed);
  const target = targetFor(
    suite.id,
    stand.binding,
    stand.record.links.map((link) => link.name),
  );
  if (target === undefined) {
    const known = [...new Set(TARGETS.map((one) => one.suite))].join(', ');
    throw new UsageError(`suite ${suite.id} cannot be fuzzed: there are ${known}`);
  }
  return { suite, target, parameters, stand };
}

/** A board of the configuration becomes the links that it is at. */
async function placed(
  suite: Suite,
  wishes: BoardWishes,
): Promise<{
  readonly wishes: BoardWishes;
  readonly place?: { readonly name: string; readonly folder: string };
}> {
  const { board, config } = wishes;
  if (board === undefined || /^(?:virtual|qemu):/.test(board)) return { wishes };
  const known = await configuredBoard(board, { config });
  const all = mergedWishes({ ...wishes, suites: [suite.id], only: [], skip: [] }, known);
  const configured = [known.reset, known.power].filter((text) => text !== undefined);
  const resets = wishes.resets.length > 0 ? wishes.resets : configured;
  return { wishes: { ...all, board: undefined, resets }, place: { name: known.name, folder: known.folder } };
}

function casesOf(text: string): number {
  const cases = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (cases < 1) throw new UsageError(`--cases ${quoted(text)} is no number of cases: give 1 or more`);
  return cases;
}

type Placed = BoardWishes & { readonly name?: string; readonly folder?: string };

function standFor(suite: Suite, wishes: Placed, parameters: Parameters, seed: number): Stand {
  if (wishes.links.length > 0) return linkedStand(suite, wishes, parameters, seed);
  const real = wishes.resets.length > 0 ? 'reset' : wishes.stimulus !== undefined ? 'stimulus' : undefined;
  if (real !== undefined)
    throw new UsageError(
      `--${real} is for a real board: give its --link too, or leave it out (others need none)`,
    );
  const board =
    wishes.board === undefined
      ? { emulated: false, kind: defaultKind(suite), defects: [] }
      : runBoard(wishes.board);
  if (board.kind.suite !== suite.id)
    throw new UsageError(
      `board ${wishes.board ?? board.kind.name} is for the suite ${board.kind.suite}, not ${suite.id}: leave out --board or name another`,
    );
  if (board.emulated) return realStand(imageStation(suite, board, parameters).board, suite, parameters, seed);
  const kind = { ...board.kind, links: paced(board.kind.links, suite.parameters, parameters) };
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

function linkedStand(suite: Suite, wishes: Placed, parameters: Parameters, seed: number): Stand {
  if (wishes.board !== undefined)
    throw new UsageError('--board virtual:… and --link exclude each other: give one');
  const { name, folder } = wishes;
  const { recipe, stimulus } = wishedStimulus(wishes.stimulus);
  const [reset, ...harder] = wishes.resets.map((text) => resetRecipe(text));
  const stand = realStand(
    linkedStation(
      suite,
      wishes.links,
      {
        ...(reset === undefined ? {} : { reset, harder }),
        ...(recipe === undefined ? {} : { stimulus: recipe }),
        ...(name === undefined ? {} : { name }),
        ...(folder === undefined ? {} : { folder }),
      },
      parameters,
    ).board,
    suite,
    parameters,
    seed,
  );
  return { ...stand, stimulus };
}

function realStand(board: Board, suite: Suite, parameters: Parameters, seed: number): Stand {
  const { name, kind, defects, linkUrls } = board;
  const binding = board.binding(linkUrls[0]?.name ?? '');
  return {
    real: board,
    binding,
    record: { name, kind, virtual: false, defects, links: linkUrls },
    rig: (checkpoint) => new LinkRig(board, checkpoint),
    twins: () => twinsOf(suite, binding, parameters, seed),
  };
}

/** Every virtual board of the suite, by such links, that does something wrong. */
function* twinsOf(suite: Suite, binding: LinkBinding, parameters: Parameters, seed: number): Iterable<Twin> {
  for (const kind of BOARD_KINDS) {
    if (kind.suite !== suite.id || (kind.links[0]?.binding ?? 'serial') !== binding) continue;
    const paceful = { ...kind, links: paced(kind.links, suite.parameters, parameters) };
    for (const { name } of kind.defects)
      yield {
        name: `${kind.name}+${name}`,
        rig: new VirtualRig({ kind: paceful, defects: [name], parameters, seed }),
      };
  }
}
