/** `wirejig doctor`: what is wrong with a link, and what to do next. */
import pc from 'picocolors';
import { realBoard } from '../../devices/board';
import type { LinkTarget } from '../../devices/link-url';
import { isPseudoTerminal } from '../../devices/tty-wire';
import { printable } from '../../reports/printable';
import { say, wantsColor } from '../console';
import { diagnosis, type Finding, type Medium, type Patient } from './diagnosis';
import { dialectOf } from './dialects';
import { locatedLink } from './located-link';

export interface DoctorRequest {
  readonly link: string;
  readonly suite?: string | undefined;
  readonly config?: string | undefined;
  readonly json?: boolean | undefined;
  readonly color?: boolean | undefined;
}

const UNREACHED = 3;

/** Resolves with 0: nothing is wrong. 1: something is. 3: the link cannot be opened or was lost. Rejects with UsageError. */
export async function doctorCommand(request: DoctorRequest): Promise<number> {
  const { name, target, suite } = await locatedLink(request.link, request);
  const dialect = suite === undefined ? undefined : dialectOf(suite, name);
  const findings: Finding[] = [];
  for await (const finding of diagnosis(patientOf(name, target), dialect)) {
    findings.push(finding);
    if (!request.json) say(shown(finding, wantsColor(request.color)));
  }
  const problems = findings.filter(({ state }) => state === 'problem');
  const exitCode = problems.some(({ topic }) => topic === 'link') ? UNREACHED : problems.length > 0 ? 1 : 0;
  if (request.json) say(`${JSON.stringify({ link: target.url, suite, exitCode, findings })}\n`);
  return exitCode;
}

function patientOf(name: string, target: LinkTarget): Patient {
  const settled = target.scheme === 'serial' || target.scheme === 'rfc2217' ? target.settings : undefined;
  return {
    url: target.url,
    medium: mediumOf(target),
    baud: settled?.baud ?? 115_200,
    open: async (baud) => {
      const board = realBoard({
        name: target.url,
        kind: 'unknown',
        targets: new Map([[name, at(target, baud)]]),
      });
      await board.open();
      return board.link(name);
    },
  };
}

function at(target: LinkTarget, baud: number): LinkTarget {
  if (target.scheme === 'serial') return { ...target, settings: { ...target.settings, baud } };
  if (target.scheme === 'rfc2217') return { ...target, settings: { ...target.settings, baud } };
  return target;
}

function mediumOf(target: LinkTarget): Medium {
  if (target.scheme === 'rfc2217') return 'far-serial';
  if (target.scheme !== 'serial') return 'stream';
  return isPseudoTerminal(target.settings.path) ? 'pty' : 'serial';
}

const SIGNS = { ok: '✓', problem: '✗', unknown: '?' } as const;

function shown({ topic, state, text, next }: Finding, color: boolean): string {
  const paint = pc.createColors(color);
  const tone = { ok: paint.green, problem: paint.red, unknown: paint.yellow }[state];
  const lines = [`${tone(SIGNS[state])} ${topic.padEnd(8)} ${printable(text)}`];
  if (next !== undefined) lines.push(`           next: ${printable(next)}`);
  return `${lines.join('\n')}\n`;
}
