/**
 * `wirejig fuzz --lab`: one campaign over several boards. Each board has its share of the cases, with a seed of its own; the findings
 * of all are merged by their ids.
 */
import { join } from 'node:path';
import type { JobEvent } from '../../../lab/result-reader';
import type { Task } from '../../../lab/job';
import type { CampaignSummary } from '../../../reports/summary/campaign';
import { joinCampaigns, shortestOfEach } from '../../../reports/summary/joined-campaigns';
import { printable } from '../../../reports/text/printable';
import { plural } from '../../../reports/text/quantity';
import type { FuzzEnd, FuzzFinding, FuzzResync } from '../../../scenarios/fuzz-record';
import { fileNameOf, isConfirmed, type Finding } from '../../../scenarios/fuzz/triage/finding';
import type { JournalEvent } from '../../../scenarios/record';
import { repetitionSeed } from '../../../scenarios/runner/repeated-run';
import { commandLine } from '../../shared/command-line';
import { say, StatusLine, warn } from '../../shared/console';
import {
  carryOutInFolder,
  boardsWithTags,
  onlyBoard,
  refuseLocalOptions,
  UNREACHED,
  worstCode,
  type JobView,
} from '../../shared/lab/lab-jobs';
import { withLab } from '../../shared/lab/lab-url';
import { parseWhole } from '../../shared/option-values';
import { ReceivedFiles } from '../../shared/lab/received-files';
import { drawCampaign, drawCampaignPage } from '../../shared/output/campaign-report';
import { FINDINGS, JOURNAL, makeDirectory } from '../../shared/output/folder/folder-claim';
import { reportWriteErrors } from '../../shared/output/folder/own-files';
import { exportsOf, writeFindingFiles } from './fuzz-output';
import { planFuzz, type FuzzPlan } from './fuzz-plan';
import type { FuzzRequest } from './command';
import { fuzzExitCode } from './fuzz-summary';

interface Share {
  readonly board: string;
  readonly files: ReceivedFiles;
  end?: FuzzEnd;
  resync?: FuzzResync;
  /** So far. */
  cases?: number;
  summary?: CampaignSummary;
}

/** Resolves with the exit code. Rejects with {@link UsageError}. */
export async function fuzzInLab(request: FuzzRequest): Promise<number> {
  const { links, resets, stimulus, config, resume, trustFolder, resyncLimit, board, lab } = request;
  refuseLocalOptions({ link: links, reset: resets, stimulus, config, resume });
  refuseLocalOptions({ ui: request.ui, 'trust-folder': trustFolder, 'resync-limit': resyncLimit });
  // What is wrong with the command is said before a board waits for it.
  const plan = await planFuzz({ ...request, board: undefined });
  const most =
    request.boards === undefined ? Infinity : parseWhole('boards', request.boards, 'number of boards', 999);
  const tags = [`suite=${plan.suite.id}`, ...(board === undefined ? [] : [board])];
  return withLab(lab, 'wait', async (client) => {
    const boards = (await boardsWithTags(client, tags)).slice(0, Math.min(most, plan.cases ?? Infinity));
    const tasks = sharesOf(plan, request.params, boards.length);
    const jobs = tasks.map((task, at) => ({
      selector: boards[at] === undefined ? '' : onlyBoard(boards[at]),
      task,
    }));
    const createView = () => new LabCampaign(request, plan, tasks);
    return carryOutInFolder(client, jobs, request, { beside: true, quiet: false }, createView);
  });
}

/** The cases are split, the time is each board's. */
function sharesOf(
  { suite, seed, cases, time }: FuzzPlan,
  params: readonly string[],
  boards: number,
): readonly Task[] {
  return Array.from({ length: boards }, (_, at) => ({
    kind: 'fuzz',
    suite: suite.id,
    parameters: [...params],
    seed: repetitionSeed(seed, at + 1),
    ...(cases === undefined ? {} : { cases: Math.floor(cases / boards) + (at < cases % boards ? 1 : 0) }),
    ...(time === undefined ? {} : { time: Math.round(time) }),
  }));
}

class LabCampaign implements JobView {
  private readonly shares = new Map<number, Share>();
  private readonly failures: string[] = [];
  private readonly status = new StatusLine();

  constructor(
    private readonly request: FuzzRequest,
    private readonly plan: FuzzPlan,
    private readonly tasks: readonly Task[],
  ) {}

  wait(before: number): void {
    this.say(`waiting for a board: ${before} before it`);
  }

  take(event: JobEvent): void {
    const share = this.shares.get(event.index);
    if (event.type === 'start') return this.begin(event, share);
    if (share === undefined)
      return event.type === 'failed' ? void this.failures.push(event.reason) : undefined;
    const { board, files, end } = share;
    if (event.type === 'failed') files.failure = event.reason;
    else if (event.type === 'bytes') files.take(event.file, event.bytes);
    else if (end === undefined) files.failure ??= event.outcome.reason ?? 'its journal has no end';
    else if (files.failure === undefined)
      this.say(`${board}: ${end.cases} cases, ${plural(Object.keys(end.findings).length, 'finding')}`);
  }

  private begin({ index, board }: Extract<JobEvent, { type: 'start' }>, earlier: Share | undefined): void {
    if (earlier !== undefined) {
      earlier.files.release();
      warn(printable(`wirejig: ${earlier.board} was lost: its share begins anew on ${board}`));
    }
    const directory = join(this.request.out, board.replace('/', '-'));
    const expected = { suite: this.plan.suite.id, seed: this.tasks[index]?.seed ?? 0 };
    const share: Share = {
      board,
      files: new ReceivedFiles(directory, expected, (event) => this.show(share, event)),
    };
    share.files.begin();
    this.shares.set(index, share);
    this.say(`${board}: begun`);
  }

  private show(share: Share, event: JournalEvent): void {
    if (event.type === 'fuzz-end') share.end = event;
    else if (event.type === 'fuzz-resync') share.resync = event;
    else if (event.type === 'fuzz-progress') this.update(share, event.cases);
    else if (event.type === 'fuzz-finding')
      this.say(
        `${share.board}: ${isConfirmed(event) ? '' : 'unconfirmed: '}${event.requirement} ${event.title}`,
      );
  }

  async finish(interrupted: boolean): Promise<number> {
    const codes = interrupted ? [130] : [];
    for (const share of this.shares.values()) codes.push(this.conclude(share));
    const sound = [...this.shares.values()].filter(({ files }) => files.failure === undefined);
    const all = sound.flatMap(({ files }) => files.findings());
    const findings = shortestOfEach(all.filter(isConfirmed));
    const unconfirmed = shortestOfEach(all.filter((one) => findings.every(({ id }) => id !== one.id)));
    await this.write([...findings, ...unconfirmed]);
    this.drawJoined();
    const code = worstCode([...codes, ...this.failures.map(() => UNREACHED)]);
    for (const reason of this.failures) warn(printable(`wirejig: ${reason}`));
    this.print(findings, unconfirmed, sound, code);
    return code;
  }

  private conclude(share: Share): number {
    const { board, files, end, resync } = share;
    const { failure } = files;
    files.close();
    try {
      if (failure !== undefined) this.failures.push(`${board}: ${failure}`);
      if (failure !== undefined || end === undefined) return UNREACHED;
      files.writeFindings();
      share.summary = drawCampaign(
        join(files.directory, JOURNAL),
        files.directory,
        join(files.directory, FINDINGS),
      );
      return fuzzExitCode(end, resync);
    } finally {
      files.release();
    }
  }

  /** One page for all boards; each has its own in its folder. */
  private drawJoined(): void {
    const { out, board, cases, time, params } = this.request;
    const shares = [...this.shares].sort(([a], [b]) => a - b).map(([, share]) => share);
    const drawn = shares.flatMap(({ board, summary }) => (summary === undefined ? [] : { board, summary }));
    const [first, ...others] = drawn.map(({ summary }) => summary);
    if (first === undefined) return;
    const { suite, seed } = this.plan;
    const again = commandLine(['fuzz', suite.id], {
      board,
      param: params,
      cases,
      time,
      seed,
      out,
      lab: true,
    });
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

  private print(
    findings: readonly Finding[],
    unconfirmed: readonly Finding[],
    shares: readonly Share[],
    exitCode: number,
  ): void {
    const { json, out } = this.request;
    const cases = shares.reduce((sum, { end }) => sum + (end?.cases ?? 0), 0);
    if (json === true) {
      const boards = shares.map(({ board, end }) => ({
        board,
        cases: end?.cases,
        outcome: end?.outcome,
      }));
      const outline = ({ id, requirement, title, bytes }: Finding): object => ({
        id,
        requirement,
        title,
        bytes,
      });
      const lists = { findings: findings.map(outline), unconfirmed: unconfirmed.map(outline) };
      const { suite, seed } = this.plan;
      return say(`${JSON.stringify({ suite: suite.id, seed, exitCode, cases, boards, ...lists, out })}\n`);
    }
    say(`\n${cases} cases on ${shares.length} boards, ${plural(findings.length, 'finding')}\n`);
    for (const one of [...findings, ...unconfirmed]) {
      const sign = isConfirmed(one) ? '' : 'unconfirmed: ';
      say(printable(`  ${sign}${one.requirement} ${one.title}: ${this.fileOf(one)}`) + '\n');
    }
    if (shares.length > 0) say(`\n  report  ${printable(join(out, 'report.html'))}\n`);
  }

  private say(line: string): void {
    if (this.request.json !== true) this.status.print(printable(line));
  }

  /** On a terminal: how far each board is. */
  private update(share: Share, cases: number): void {
    share.cases = cases;
    if (this.request.json === true || !process.stdout.isTTY) return;
    const parts = [...this.shares.values()].map((one) => `${one.board} ${one.cases ?? 0}`);
    this.status.update(printable(`${parts.join('  ')} cases`));
  }
}
