/** `wirejig doctor`: finds what is wrong with a link, and the remedy. */
import pc from 'picocolors';
import { realBoard } from '../../../devices/board/real-board';
import type { Board } from '../../../devices/board/board';
import { type Link, LinkError } from '../../../devices/links/link';
import type { LinkTarget } from '../../../devices/links/link-target';
import { isPseudoTerminal } from '../../../devices/platform/terminal';
import { printable } from '../../../reports/text/printable';
import { commandLine } from '../../shared/command-line';
import { say, sayJson, wantsColor } from '../../shared/console';
import { type ConfiguredBoard, prepareBoard } from '../../config/configured-board';
import { findSuite, parseResetRecipe } from '../../shared/option-values';
import { UsageError, UNREACHED } from '../../shared/usage-error';
import { locateLink, probedDialect, type LocatedLink } from '../../shared/boards/located-link';
import { type Finding, type Medium, type LinkSubject, unknownFinding } from './link-subject';
import type { Dialect } from '../../../scenarios/dialect';
import { LinkChecks } from './link-checks';
import { protocols } from '../../../scenarios/protocols';
import type { DoctorRequest } from './command';

/** Resolves with 0: no problem. 1: a problem. 3: the link cannot be opened or was lost. Rejects with UsageError. */
export async function doctorCommand(request: DoctorRequest): Promise<number> {
  const located = await locateLink(request.link, request);
  const subject = createSubject(located, request.reset);
  const findings: Finding[] = [];
  const add = (finding: Finding): void => {
    findings.push(finding);
    if (!request.json) say(formatFinding(finding, wantsColor(request.color)));
  };
  if (located.board?.identity !== undefined) add(await identifyFirmware(located.board));
  for await (const finding of diagnose(subject, located.dialect)) add(finding);
  const { link, config, reset } = request;
  const again = (suite: string): string => commandLine(['doctor', link], { suite, config, reset });
  if (located.suite !== undefined && suiteMisfits(findings))
    add(await findFittingSuite(located, subject, again));
  const problems = findings.filter(({ state }) => state === 'problem');
  const exitCode = problems.some(({ topic }) => topic === 'link') ? UNREACHED : problems.length > 0 ? 1 : 0;
  const ready = exitCode === 0 && isAnswering(findings) ? await runCommandLine(request, located) : undefined;
  if (ready !== undefined && !request.json) say(`\nready: ${printable(ready)}\n`);
  if (request.json) sayJson({ link: subject.url, suite: located.suite, exitCode, findings });
  return exitCode;
}

function isAnswering(findings: readonly Finding[]): boolean {
  return ['baud', 'latency'].every((one) =>
    findings.some(({ topic, state }) => topic === one && state === 'ok'),
  );
}

/** The run that can begin now; undefined where this link alone is not enough for one. */
async function runCommandLine(
  { link, params = [], config, reset }: DoctorRequest,
  { suite, board }: LocatedLink,
): Promise<string | undefined> {
  if (board !== undefined) return commandLine(['run'], { board: board.name, config, param: params });
  if (suite === undefined) return undefined;
  const { links } = await findSuite(suite);
  const needed = links.filter(({ onDemand }, at) => at === 0 || onDemand !== true);
  return needed.length === 1 ? commandLine(['run', suite], { link, reset, param: params }) : undefined;
}

async function identifyFirmware(board: ConfiguredBoard): Promise<Finding> {
  const topic = 'firmware';
  try {
    const { identity } = await prepareBoard(board, false, () => undefined);
    return identity === undefined
      ? { topic, state: 'unknown', text: 'the identity command prints nothing' }
      : { topic, state: 'ok', text: `the identity command prints ${identity}` };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { topic, state: 'problem', text: error.message, next: 'correct identity in the configuration' };
  }
}

function createSubject({ name, target, board: configured }: LocatedLink, resetOption: string | undefined) {
  const settled = 'settings' in target ? target.settings : undefined;
  const text = resetOption ?? configured?.reset;
  const reset = text === undefined ? undefined : parseResetRecipe(text);
  let board: Board | undefined;
  const open = async (baud: number): Promise<Link> => {
    board = realBoard({
      name: target.url,
      kind: 'unknown',
      targets: new Map([[name, withBaud(target, baud)]]),
      ...(reset === undefined ? {} : { reset }),
      ...(configured === undefined ? {} : { folder: configured.folder }),
    });
    await board.open();
    return board.link(name);
  };
  const carryOut = async (): Promise<Link> => {
    if (board === undefined) throw new Error('a board is reset once it is open');
    await board.reset?.run();
    return board.link(name);
  };
  return {
    url: target.url,
    medium: mediumOf(target),
    baud: settled?.baud ?? 115_200,
    open,
    ...(text === undefined ? {} : { reset: { text, carryOut } }),
  };
}

function withBaud(target: LinkTarget, baud: number): LinkTarget {
  if (target.scheme === 'serial') return { ...target, settings: { ...target.settings, baud } };
  return 'settings' in target ? { ...target, settings: { ...target.settings, baud } } : target;
}

function mediumOf(target: LinkTarget): Medium {
  if (target.scheme !== 'serial') return 'settings' in target ? 'far-serial' : 'stream';
  return isPseudoTerminal(target.settings.path) ? 'pty' : 'serial';
}

const SIGNS = { ok: '✓', problem: '✗', unknown: '?' } as const;

function formatFinding({ topic, state, text, next }: Finding, color: boolean): string {
  const paint = pc.createColors(color);
  const tone = { ok: paint.green, problem: paint.red, unknown: paint.yellow }[state];
  const lines = [`${tone(SIGNS[state])} ${topic.padEnd(8)} ${printable(text)}`];
  if (next !== undefined) lines.push(`           next: ${printable(next)}`);
  return `${lines.join('\n')}\n`;
}

/** Gives the findings one by one. A link that cannot be opened is the only finding. */
export async function* diagnose(subject: LinkSubject, dialect: Dialect | undefined): AsyncGenerator<Finding> {
  let link: Link;
  try {
    link = await subject.open(subject.baud);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    yield { topic: 'link', state: 'problem', text: error.message };
    return;
  }
  const checks = new LinkChecks(subject, dialect, link);
  try {
    yield { topic: 'link', state: 'ok', text: `${subject.url} opens` };
    yield await checks.checkUnsolicited();
    yield await checks.checkEcho();
    yield await checks.checkRate();
    yield await checks.measureLatency();
    yield* checks.checkLines();
    yield* checks.checkReset();
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    yield {
      topic: 'link',
      state: 'problem',
      text: error.message,
      next: 'check cable and power, and try again',
    };
  } finally {
    await checks.close();
  }
}

/** Whether the checks found that the suite does not fit: the link works, and does not only return what is sent. */
function suiteMisfits(findings: readonly Finding[]): boolean {
  const isProblem = (topic: Finding['topic']): boolean =>
    findings.some((one) => one.topic === topic && one.state === 'problem');
  return isProblem('baud') && !isProblem('link') && !isProblem('echo');
}

async function findFittingSuite(
  { suite, target }: LocatedLink,
  subject: LinkSubject,
  next: (suite: string) => string,
): Promise<Finding> {
  const tried: string[] = [];
  for (const protocol of await protocols()) {
    if (protocol.id === suite) continue;
    const dialect = await probedDialect(protocol, target);
    if (dialect === undefined) continue;
    tried.push(protocol.id);
    const baud = protocol.suite.links.find(({ name }) => name === dialect.link)?.baud ?? subject.baud;
    if (await isAnswered({ ...subject, baud }, dialect))
      return {
        topic: 'suite',
        state: 'problem',
        text: `the board answers as ${protocol.id} does, at ${baud} baud; not as ${suite ?? ''}`,
        next: next(protocol.id),
      };
  }
  return unknownFinding('suite', `no other suite fits: ${tried.join(', ')} are not answered either`);
}

async function isAnswered(subject: LinkSubject, dialect: Dialect): Promise<boolean> {
  try {
    const checks = new LinkChecks(subject, dialect, await subject.open(subject.baud));
    try {
      // Noise may be understood once.
      return (await checks.isProbeAnswered()) && (await checks.isProbeAnswered());
    } finally {
      await checks.close();
    }
  } catch (error) {
    if (error instanceof LinkError) return false;
    throw error;
  }
}
