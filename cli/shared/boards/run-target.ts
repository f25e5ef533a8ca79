/** Resolves `--board` and `--link`: the board of each suite. */
import { isImageName, resolveImage } from '../../../devices/emulation/images';
import type { RealBoardOptions } from '../../../devices/board/real-board';
import type { Board } from '../../../devices/board/board';
import { LinkError } from '../../../devices/links/link';
import { parseLinkUrl, withTerminal, type LinkTarget } from '../../../devices/links/link-target';
import { withLinks, type BoardKind } from '../../../devices/virtual/engine/board';
import type { ResolvedBoard } from '../../../devices/virtual/board-name';
import type { Parameter, Parameters } from '../../../protocols/requirement';
import { SendGuard } from '../../../protocols/withheld';
import { boardKinds, resolveBoard } from '../../../scenarios/protocols';
import type { Suite, SuiteLink } from '../../../scenarios/suite';
import { namedUrl, parseParameters, quoted, type Assignments } from '../option-values';
import { refuseErrors, UsageError } from '../usage-error';

export interface RunTarget {
  readonly suite: Suite;
  readonly parameters: Parameters;
  readonly board: Board;
  /** Distinguishes the boards of one suite in a run: `ttt-udp game=ttt-pvp`. */
  readonly variant?: string;
}

/** Reads `virtual:KIND+defect+…`. */
export async function namedBoard(text: string): Promise<ResolvedBoard> {
  if (!text.startsWith('virtual:'))
    throw new UsageError(
      `no board named ${quoted(text)}: give virtual:KIND or qemu:KIND (wirejig list boards), or a real one by --link`,
    );
  return resolveBoard(text).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
}

/** A board that `run --board` names: a virtual one, or C firmware under emulation. */
export interface RunBoard extends ResolvedBoard {
  readonly emulated: boolean;
}

export async function runBoard(text: string): Promise<RunBoard> {
  if (!isImageName(text)) return { emulated: false, ...(await namedBoard(text)) };
  const kinds = await boardKinds();
  return { emulated: true, ...refuseErrors(() => resolveImage(kinds, text)) };
}

export async function defaultKind(suite: Suite): Promise<BoardKind> {
  const [kind] = await boardKinds([suite.id]);
  if (kind === undefined)
    throw new UsageError(`suite ${suite.id} has no virtual board: give a real one by --link`);
  return kind;
}

/**
 * The boards of a suite if no board is named: its first virtual board, and others where one cannot show every clause.
 * Parameters in `given` hold for all of them.
 */
export async function defaultTargets(
  suite: Suite,
  parameters: Parameters,
  { seed, unattended, given }: { seed: number; unattended: boolean | undefined; given: Assignments },
): Promise<readonly RunTarget[]> {
  const first = await defaultKind(suite);
  const kinds = (await boardKinds([suite.id])).filter((kind) => kind === first || kind.defaultRuns);
  const wanted = kinds.flatMap((kind) => settingsOf(kind, suite, given).map((under) => ({ kind, under })));
  const targets = wanted.map(async ({ kind, under }) => {
    const own = { ...parameters, ...under };
    const target = await virtualTarget(suite, { kind, defects: [] }, seed, own, unattended);
    const words = Object.entries(under).map(([name, value]) => `${name}=${value}`);
    return wanted.length === 1 ? target : { ...target, variant: [kind.name, ...words].join(' ') };
  });
  return Promise.all(targets);
}

/** The parameters of the runs of a board that no command names, but for those that are `given`. */
export function settingsOf(
  { name, defaultRuns = [{}] }: BoardKind,
  suite: Suite,
  given: Assignments,
): readonly Parameters[] {
  const settings = defaultRuns.map((under) => {
    const own = new Map(Object.entries(under).filter(([key]) => !given.has(key)));
    const values = parseParameters([suite], own, `a run of ${name}`).get(suite.id) ?? {};
    return Object.fromEntries(Object.entries(values).filter(([key]) => own.has(key)));
  });
  return [...new Map(settings.map((one) => [JSON.stringify(one), one])).values()];
}

/** Links with the default rate of the parameter `baud` get its value. */
export function applyBaud<L extends { readonly baud: number }>(
  links: readonly L[],
  declared: readonly Parameter[],
  parameters: Parameters,
): L[] {
  const preset = declared.find(({ name }) => name === 'baud')?.default;
  const baud = parameters['baud'];
  if (typeof baud !== 'number') return [...links];
  return links.map((link) => (link.baud === preset ? { ...link, baud } : link));
}

export async function virtualTarget(
  suite: Suite,
  { kind, defects }: ResolvedBoard,
  seed: number,
  parameters: Parameters,
  unattended = false,
): Promise<RunTarget> {
  const { virtualBoard } = await import('../../../devices/board/virtual-board.js');
  const board = virtualBoard({
    kind: withLinks(kind, applyBaud(kind.links, suite.parameters, parameters)),
    defects: defects.map(({ name }) => name),
    seed,
    parameters,
    unattended,
  });
  return { suite, parameters, board };
}

export async function imageTarget(
  suite: Suite,
  { kind, defects }: ResolvedBoard,
  parameters: Parameters,
): Promise<RunTarget> {
  const { qemuBoard } = await import('../../../devices/emulation/qemu-board.js');
  return { suite, parameters, board: qemuBoard({ kind, defects }) };
}

type BoardHandling = Pick<
  RealBoardOptions,
  'reset' | 'strongerResets' | 'stimulus' | 'operator' | 'folder'
> & {
  readonly name?: string;
};

export async function realTarget(
  suite: Suite,
  texts: readonly string[],
  { name: known, ...recipes }: BoardHandling,
  parameters: Parameters,
): Promise<RunTarget> {
  const links = applyBaud(suite.links, suite.parameters, parameters);
  const names = links.map(({ name }) => name).join(', ');
  const given = new Map<string, string>();
  for (const text of texts) {
    const [name = links[0]?.name ?? 'main', url] = namedUrl(text);
    if (!links.some((link) => link.name === name))
      throw new UsageError(`suite ${suite.id} has no link ${quoted(name)}: its links are ${names}`);
    if (given.has(name)) throw new UsageError(`link ${name} is given twice: give --link ${name}=URL once`);
    given.set(name, url);
  }
  const targets = links.flatMap((link, at) => {
    const { name, onDemand } = link;
    const url = given.get(name) ?? (onDemand && at > 0 ? sharedUrl(given) : undefined);
    if (url !== undefined) return [[name, parseLinkTarget(name, url, link)] as const];
    if (onDemand && at > 0) return [];
    throw new UsageError(`suite ${suite.id} needs the link ${name} too: give --link ${name}=URL`);
  });
  const urls = [...new Set(targets.map(([, { url }]) => url))];
  refuseImpossibleResets(
    targets.map(([, target]) => target),
    recipes,
  );
  const withholds = refuseErrors(() => suite.withholds?.(parameters));
  const { realBoard } = await import('../../../devices/board/real-board.js');
  const board = realBoard({
    name: known ?? urls.join(' '),
    kind: suite.id,
    targets: new Map(targets),
    onDemand: links.some(({ onDemand }) => onDemand === true),
    // A program is started again, unless another reset is given.
    ...(targets.every(([, { scheme }]) => scheme === 'exec') ? { reset: { way: 'reopen' } } : {}),
    ...recipes,
    ...(withholds === undefined ? {} : { guard: new SendGuard(withholds) }),
  });
  return { suite, parameters, board };
}

/** A pulse needs modem lines on every link. A serial port may lack them too, but only the port itself can tell. */
function refuseImpossibleResets(
  targets: readonly LinkTarget[],
  { reset, strongerResets = [] }: BoardHandling,
): void {
  const lineless = targets.find((target) => !('settings' in target));
  const pulse = [reset, ...strongerResets].find(
    (recipe) => recipe !== undefined && recipe.way !== 'cmd' && recipe.way !== 'reopen',
  );
  if (lineless === undefined || pulse === undefined) return;
  throw new UsageError(
    `the reset ${pulse.way} needs the modem lines of a serial port, and ${lineless.url} has none: give --reset reopen or cmd:COMMAND`,
  );
}

/** A single URL of tcp or udp is that of all players. */
function sharedUrl(given: ReadonlyMap<string, string>): string | undefined {
  const [url] = given.values();
  return given.size === 1 && url !== undefined && /^(?:tcp|udp):/i.test(url) ? url : undefined;
}

export function parseLinkTarget(
  name: string,
  url: string,
  link: Omit<SuiteLink, 'name' | 'onDemand'>,
): LinkTarget {
  try {
    return withTerminal(parseLinkUrl(name, url, link), link);
  } catch (error) {
    if (error instanceof LinkError) throw new UsageError(error.message);
    throw error;
  }
}
