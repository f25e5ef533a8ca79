/** Asks a board, which the named suite does not understand, by the requests of the other suites. */
import { LinkError } from '../../../devices/links/link';
import { bindingOf } from '../../../devices/links/link-target';
import type { Dialect } from '../../../scenarios/dialect';
import type { Protocol } from '../../../scenarios/protocol';
import { protocols } from '../../../scenarios/protocols';
import type { LocatedLink } from '../../shared/boards/located-link';
import { LinkChecks } from './link-checks';
import { unknownFinding, type Finding, type LinkSubject } from './link-subject';

/** Whether the checks found that the suite does not fit: the link works, and does not only return what is sent. */
export function suiteMisfits(findings: readonly Finding[]): boolean {
  const isProblem = (topic: Finding['topic']): boolean =>
    findings.some((one) => one.topic === topic && one.state === 'problem');
  return isProblem('baud') && !isProblem('link') && !isProblem('echo');
}

/** `next`: the command that goes on with a suite. */
export async function findFittingSuite(
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

/** Of the link that has a request which any board answers. */
async function probedDialect(
  { suite, dialects }: Protocol,
  target: LocatedLink['target'],
): Promise<Dialect | undefined> {
  const parameters = Object.fromEntries(suite.parameters.map((one) => [one.name, one.default]));
  const known = (await dialects?.())?.({ parameters, binding: bindingOf(target) });
  return known?.find(({ probe }) => probe !== undefined);
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
