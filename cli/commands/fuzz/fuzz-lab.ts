/**
 * `wirejig fuzz --lab`: one campaign over several boards. Each board has its share of the cases, with a seed of its own; the findings
 * of all are merged by their ids.
 */
import { UNREACHED } from '../../shared/usage-error';
import { join } from 'node:path';
import type { Task } from '../../../lab/job';
import type { CampaignSummary } from '../../../reports/summary/campaign';
import { joinCampaigns, shortestOfEach } from '../../../reports/summary/joined-campaigns';
import { printable } from '../../../reports/text/printable';
import { plural } from '../../../reports/text/quantity';
import type { FuzzFinding, FuzzResync } from '../../../scenarios/fuzz-record';
import { fileNameOf, isConfirmed, type Finding } from '../../../scenarios/fuzz/triage/finding';
import { repetitionSeed } from '../../../scenarios/runner/repeated-run';
import { commandLine } from '../../shared/command-line';
import { say, sayJson } from '../../shared/console';
import {
  BoardsProgress,
  carryOutInFolder,
  type BoardJob,
  type LabCommand,
  type ShownJob,
} from '../../shared/lab/board-jobs';
import { boardsWithTags, onlyBoard, refuseLocalOptions, withLab } from '../../shared/lab/lab-jobs';
import { parseWhole } from '../../shared/option-values';
import { drawCampaign, drawCampaignPage } from '../../shared/output/report-files';
import { FINDINGS, JOURNAL, makeDirectory } from '../../shared/output/folder-claim';
import { reportWriteErrors } from '../../shared/output/own-files';
import { exportsOf, writeFindingFiles } from './fuzz-output';
import { planFuzz, type FuzzPlan } from './fuzz-plan';
import type { FuzzRequest } from './command';
import { fuzzExitCode } from './fuzz-summary';

interface Campaigns {
  readonly exitCode: number;
  readonly boards: readonly {
    readonly board: string;
    readonly cases?: number | undefined;
    readonly outcome?: string | undefined;
  }[];
  readonly findings: readonly Finding[];
  readonly unconfirmed: readonly Finding[];
}

interface Share {
  readonly job: BoardJob;
  resync?: FuzzResync;
  summary?: CampaignSummary;
}

export async function fuzzInLab(request: FuzzRequest): Promise<number> {
  const { links, resets, stimulus, config, resume, trustFolder, resyncLimit, board, lab } = request;
  refuseLocalOptions({ link: links, reset: resets, stimulus, config, resume });
  refuseLocalOptions({ ui: request.ui, 'trust-folder': trustFolder, 'resync-limit': resyncLimit });
  // What is wrong with the command is said before a board waits for it.
  const plan = await planFuzz({ ...request, board: undefined });
  const most = parseWhole('boards', request.boards, 'number of boards', 999) ?? Infinity;
  const tags = [`suite=${plan.suite.id}`, ...(board === undefined ? [] : [board])];
  return withLab(lab, 'wait', async (client) => {
    const boards = (await boardsWithTags(client, tags)).slice(0, Math.min(most, plan.cases ?? Infinity));
    const jobs = boards.map((board, at) => ({
      selector: onlyBoard(board),
      task: shareOf(plan, request.params, at, boards.length),
    }));
    const options = { request, several: true, quiet: false };
    return carryOutInFolder(client, jobs, options, () => new LabCampaign(request, plan));
  });
}

/** The cases are split, the time is each board's. */
function shareOf(
  { suite, seed, cases, time }: FuzzPlan,
  params: readonly string[],
  at: number,
  boards: number,
): Task {
  return {
    kind: 'fuzz',
    suite: suite.id,
    parameters: [...params],
    seed: repetitionSeed(seed, at + 1),
    ...(cases === undefined ? {} : { cases: Math.floor(cases / boards) + (at < cases % boards ? 1 : 0) }),
    ...(time === undefined ? {} : { time: Math.round(time) }),
  };
}

class LabCampaign implements LabCommand {
  readonly what = 'its share';
  private readonly shares = new Map<number, Share>();
  private readonly lines = new BoardsProgress(' cases');

  constructor(
    private readonly request: FuzzRequest,
    private readonly plan: FuzzPlan,
  ) {}

  wait(before: number): void {
    this.say(`waiting for a board: ${before} before it`);
  }

  begin(job: BoardJob): ShownJob {
    const { index, board, files } = job;
    const share: Share = { job };
    this.shares.set(index, share);
    this.say(`${board}: begun`);
    return {
      show: (event) => {
        if (event.type === 'fuzz-resync') share.resync = event;
        else if (event.type === 'fuzz-progress') this.update(board, event.cases);
        else if (event.type === 'fuzz-finding') this.say(`${board}: ${findingText(event)}`);
      },
      ended: () => {
        if (job.end?.type !== 'fuzz-end' || files.failure !== undefined) return;
        const count = Object.keys(job.end.findings).length;
        this.say(`${board}: ${job.end.cases} cases, ${plural(count, 'finding')}`);
      },
      draw: () => {
        if (files.failure !== undefined || job.end?.type !== 'fuzz-end') return UNREACHED;
        const { directory } = files;
        files.writeFindings();
        share.summary = drawCampaign(join(directory, JOURNAL), directory, join(directory, FINDINGS));
        return fuzzExitCode(job.end, share.resync);
      },
    };
  }

  async conclude(exitCode: number): Promise<void> {
    const sound = [...this.shares.values()].filter(({ job }) => job.files.failure === undefined);
    const all = sound.flatMap(({ job }) => job.files.findings());
    const findings = shortestOfEach(all.filter(isConfirmed));
    const unconfirmed = shortestOfEach(all.filter((one) => findings.every(({ id }) => id !== one.id)));
    await this.write([...findings, ...unconfirmed]);
    this.drawJoined();
    const boards = sound.map(({ job: { board, end } }) => {
      const { cases, outcome } = end?.type === 'fuzz-end' ? end : {};
      return { board, cases, outcome };
    });
    this.print({ exitCode, boards, findings, unconfirmed });
  }

  /** One page for all boards; each has its own in its folder. */
  private drawJoined(): void {
    const { out, board, cases, time, params } = this.request;
    const shares = [...this.shares].sort(([a], [b]) => a - b).map(([, share]) => share);
    const drawn = shares.flatMap(({ job, summary }) =>
      summary === undefined ? [] : { board: job.board, summary },
    );
    const [first, ...others] = drawn.map(({ summary }) => summary);
    if (first === undefined) return;
    const { suite, seed } = this.plan;
    const options = { board, param: params, cases, time, seed, out, lab: true };
    const again = commandLine(['fuzz', suite.id], options);
    const boards = drawn.map((one) => one.board);
    const joined = joinCampaigns([first, ...others], boards, again);
    const inFolder = (one: FuzzFinding): FuzzFinding => ({ ...one, file: this.fileOf(one) });
    const [findings, unconfirmed] = [joined.findings.map(inFolder), joined.unconfirmed.map(inFolder)];
    drawCampaignPage({ ...joined, start: { ...joined.start, seed }, findings, unconfirmed }, out);
  }

  /** C data and scripts are made here: code is never taken from a worker. */
  private async write(findings: readonly Finding[]): Promise<void> {
    const folder = join(this.request.out, FINDINGS);
    const exports = await exportsOf(this.plan);
    reportWriteErrors(this.request.out, () => {
      makeDirectory(folder);
      for (const finding of findings) writeFindingFiles(folder, finding, exports);
    });
  }

  private fileOf(finding: Pick<Finding, 'id' | 'repeats'>): string {
    return join(this.request.out, FINDINGS, `${fileNameOf(finding)}.json`);
  }

  private print({ exitCode, boards, findings, unconfirmed }: Campaigns): void {
    const { json, out } = this.request;
    const cases = boards.reduce((sum, one) => sum + (one.cases ?? 0), 0);
    if (json === true) {
      const outline = ({ id, requirement, title, bytes }: Finding) => ({ id, requirement, title, bytes });
      const lists = { findings: findings.map(outline), unconfirmed: unconfirmed.map(outline) };
      const { suite, seed } = this.plan;
      return sayJson({ suite: suite.id, seed, exitCode, cases, boards, ...lists, out });
    }
    say(`\n${cases} cases on ${boards.length} boards, ${plural(findings.length, 'finding')}\n`);
    for (const one of [...findings, ...unconfirmed])
      say(printable(`  ${findingText(one)}: ${this.fileOf(one)}`) + '\n');
    if (boards.length > 0) say(`\n  report  ${printable(join(out, 'report.html'))}\n`);
  }

  private say(line: string): void {
    if (this.request.json !== true) this.lines.print(line);
  }

  private update(board: string, cases: number): void {
    if (this.request.json !== true) this.lines.update(board, String(cases));
  }
}

function findingText(one: Pick<Finding, 'repeats' | 'requirement' | 'title'>): string {
  return `${isConfirmed(one) ? '' : 'unconfirmed: '}${one.requirement} ${one.title}`;
}
