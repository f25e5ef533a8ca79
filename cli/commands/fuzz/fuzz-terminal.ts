/**
 * A campaign on the terminal: a line of progress, lines for each finding, and at the end what was tried and what was
 * never reached.
 */
import { createColors } from 'picocolors';
import { printable } from '../../../reports/text/printable';
import { hasAnswers, reproductionText, unreached } from '../../../reports/summary/campaign';
import { truncate } from '../../../reports/terminal/paint';
import { plural } from '../../../reports/text/quantity';
import { isConfirmed, type Finding } from '../../../scenarios/fuzz/triage/finding';
import type { FuzzEnd, FuzzStart } from '../../../scenarios/fuzz-record';
import { StatusLine } from '../../shared/console';
import { resyncLines, type CampaignEnd } from './fuzz-summary';

export interface FuzzProgressView {
  readonly cases: number;
  readonly perSecond: number;
  /** The pace in percent of what wire and board allow: the host takes the rest of the time; undefined in virtual time. */
  readonly wireShare: number | undefined;
  readonly findings: number;
  readonly corpus: number;
  /** The share of the budget that is used, 0..1. */
  readonly done: number;
  readonly secondsLeft: number;
  readonly activity: string | undefined;
}

const LISTED = 6;

export class FuzzTerminal {
  private readonly status = new StatusLine();
  private readonly paint: ReturnType<typeof createColors>;
  private readonly columns = process.stdout.isTTY ? Math.max(40, process.stdout.columns) : 160;

  constructor(color: boolean) {
    this.paint = createColors(color);
  }

  start({ suite, seed, board, cases, seconds }: FuzzStart): void {
    const most = [
      ...(cases === undefined ? [] : [`${cases} cases`]),
      ...(seconds === undefined ? [] : [`${seconds} s`]),
    ].join(' or ');
    this.print(this.paint.bold(`wirejig fuzz ${suite}: ${printable(board.name)}, ${most}, seed ${seed}`));
  }

  noteNoCodes(): void {
    this.print('no codes are presented: inputs that need one are left out (--stimulus presents codes)');
  }

  noteResumed(cases: number): void {
    this.print(`resumed after case ${cases}`);
  }

  progress(view: FuzzProgressView): void {
    const share =
      view.wireShare === undefined ? [] : [`${view.wireShare.toFixed(0)} % of what wire and board allow`];
    const parts = [
      `${Math.min(100, 100 * view.done).toFixed(0)} %`,
      `${view.cases} cases`,
      `${view.perSecond.toFixed(0)}/s`,
      ...share,
      plural(view.findings, 'finding'),
      `corpus ${view.corpus}`,
      ...(view.activity === undefined ? [] : [view.activity]),
      `${Math.max(0, Math.ceil(view.secondsLeft))} s left`,
    ];
    const line = truncate(parts.join('  '), this.columns - 1);
    if (!process.stdout.isTTY) return this.print(line);
    this.status.update(this.paint.dim(line));
  }

  /** `instead`: the finding was printed before, and now has a better case. */
  finding(finding: Finding, file: string, instead = false): void {
    const { paint } = this;
    const { requirement, kind, title, bytes, foundBytes, history, twin: defect } = finding;
    const like = defect === undefined ? '' : `, like ${defect}`;
    const needs = history === 0 ? '' : ` and ${plural(history, 'case')} before it`;
    this.print(
      `${this.signOf(finding)} ${requirement} ${kind}: ${truncate(printable(title), this.columns - 24)}`,
    );
    this.print(
      paint.dim(
        `  ${instead ? 'now ' : ''}${plural(bytes, 'byte')} (found with ${foundBytes}${needs}), ${reproductionText(finding)}${like}  ${printable(file)}`,
      ),
    );
  }

  private signOf(finding: Finding): string {
    const { paint } = this;
    if (!isConfirmed(finding)) return paint.yellow('?');
    return finding.level === 'MUST' ? paint.red('✗') : paint.yellow('!');
  }

  end({ end, start, findings, unconfirmed, resync }: CampaignEnd, files: (one: Finding) => string): void {
    const { paint } = this;
    this.print('');
    this.print(`tried    ${formatGroups(start, end)}`);
    this.print(`fields   ${formatCounts(end.fields)}`);
    this.print(`states   ${formatCounts(end.states)}`);
    for (const [what, names] of unreached(start, end))
      if (names.length > 0) this.print(paint.yellow(`never    ${what}: ${names.join(', ')}`));
    if (end.ofHost !== undefined)
      this.print(
        `host     ${plural(end.ofHost, 'failure')} did not reproduce: a stall of this machine may be the cause`,
      );
    if (resync !== undefined) for (const line of resyncLines(resync, paint.red)) this.print(line);
    const times = findings.reduce((sum, { count }) => sum + count, 0);
    const none = hasAnswers(end) ? paint.green('✓ no finding') : paint.yellow('? no finding');
    const found = findings.length === 0 ? none : paint.red(`✗ ${plural(findings.length, 'finding')}`);
    const shown = times === 0 ? '' : ` (${plural(times, 'failure')})`;
    this.print(`${paint.bold(found)}${shown} in ${end.cases} ${end.cases === 1 ? 'case' : 'cases'}`);
    if (unconfirmed.length > 0)
      this.print(`${paint.yellow(`? ${plural(unconfirmed.length, 'failure')} unconfirmed`)}: no finding yet`);
    for (const one of unconfirmed) this.finding(one, files(one));
    if (end.outcome !== 'done') this.print(paint.yellow(`${end.outcome}: ${printable(end.reason ?? '')}`));
  }

  print(line: string): void {
    this.status.print(line);
  }
}

function formatGroups({ generators }: FuzzStart, { kinds }: FuzzEnd): string {
  const sums = new Map<string, number>();
  for (const [name, [cases]] of Object.entries(kinds)) {
    const group = generators.find((one) => one.name === name)?.group ?? 'corpus';
    sums.set(group, (sums.get(group) ?? 0) + cases);
  }
  return formatCounts(Object.fromEntries(sums));
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  const most = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const shown = most.slice(0, LISTED).map(([name, count]) => `${name} ${count}`);
  const more = most.length > LISTED ? `, ${most.length - LISTED} more` : '';
  return `${shown.join(', ')}${more}` || 'nothing';
}
