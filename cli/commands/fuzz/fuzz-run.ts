/** One campaign of `wirejig fuzz`: plays it, keeps checkpoints and findings, and shows its progress. */
import { LinkError } from '../../../devices/links/link';
import { millis } from '../../../protocols/time';
import { TimeUsedUp } from '../../../scenarios/time-limit';
import type { FuzzEnd, FuzzResync, FuzzStart } from '../../../scenarios/fuzz-record';
import { budgetOf, REAL_BUDGET, VIRTUAL_BUDGET } from '../../../scenarios/fuzz/campaign/budget';
import { Campaign, type CampaignState } from '../../../scenarios/fuzz/campaign/campaign';
import type { Checkpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { LinkRig } from '../../../scenarios/fuzz/execution/link-rig';
import { BoardWedged, type Rig } from '../../../scenarios/fuzz/execution/rig';
import { measureResync } from '../../../scenarios/fuzz/resync/resync';
import { isConfirmed, type Finding } from '../../../scenarios/fuzz/triage/finding';
import type { JournalEvent } from '../../../scenarios/record';
import { say, sayJson, wantsColor, warn, remark } from '../../shared/console';
import { catchInterrupts, startTimeLimit } from '../../shared/interrupts';
import { campaignTime, fuzzCommandLine, type FuzzPlan, startRecord } from './fuzz-plan';
import type { FuzzOutput } from './fuzz-output';
import type { FuzzRequest } from './command';
import { closingLines, endOfDeadBoard, endOfTime, fuzzExitCode, fuzzSummary, openText } from './fuzz-summary';
import { FuzzTerminal } from './fuzz-terminal';

/** The interval of checkpoints: a power loss costs at most twice this time. */
const CHECKPOINT_MS = 400;
/** The interval of progress in the journal of a real board: the journal of 8 hours stays small. */
const PROGRESS_MS = 10_000;
const SHOWN_MS = { terminal: 200, log: 5000 } as const;

export class FuzzRun {
  private readonly began = performance.now();
  private readonly terminal: FuzzTerminal | undefined;
  private readonly interrupts;
  private readonly time;
  private readonly campaign: Campaign;
  private readonly start: FuzzStart;
  private readonly rig;
  private readonly shownFindings = new Map<string, string>();
  private lastState: CampaignState;
  private resync: FuzzResync | undefined;
  private savedAt = 0;
  private shownAt = performance.now();
  private progressAt = performance.now();
  /** Work other than cases, and when it began. */
  private activity: { readonly what: string; readonly since: number } | undefined;

  constructor(
    private readonly request: FuzzRequest,
    private readonly plan: FuzzPlan,
    private readonly output: FuzzOutput,
    private readonly earlier: Checkpoint | undefined,
  ) {
    this.terminal = request.json === true ? undefined : new FuzzTerminal(wantsColor(request.color));
    this.interrupts = catchInterrupts(() => {
      if (request.json !== true) warn('\nwirejig: interrupted: keeping what there is (again: stops at once)');
      void plan.board.real?.close();
    });
    const { target, parameters, board, seed, suite } = plan;
    const session = target.session(parameters);
    this.time = campaignTime(plan, earlier?.elapsed);
    const checkpoint = (): void => this.checkpoint();
    this.rig = board.rig(checkpoint);
    this.start = startRecord(plan, fuzzCommandLine(request, seed));
    this.campaign = new Campaign({
      session,
      rig: this.rig,
      triage: {
        suite: suite.id,
        requirements: target.requirements,
        parameters,
        rig: board.real === undefined ? board.rig(checkpoint) : this.rig,
        session,
        defectModels: board.defectModels,
        budget: (rig) => this.triageBudget(rig),
        bounded: (work) => this.time.triage(work),
        checkpoint,
      },
      seed,
      board: board.record.name,
      cases: plan.cases,
      stallLimit: suite.stallLimit?.(parameters),
      over: () => this.time.casesOver(),
      checkpoint,
      resume: earlier?.state,
      emit: (event) => this.emit(event),
      keep: (finding) => this.saveFinding(finding),
      discard: (unconfirmed) => output.removeFinding(unconfirmed),
      blockEnded: (state) => {
        this.lastState = state;
        if (this.isCheckpointDue()) this.saveCheckpoint(state);
      },
      caseEnded: () => this.caseEnded(),
    });
    this.lastState = this.campaign.state();
  }

  async run(): Promise<number> {
    for (const finding of [...this.campaign.findings, ...this.campaign.unconfirmed])
      this.shownFindings.set(finding.id, findingLine(finding));
    this.terminal?.start(this.start);
    if (this.skipsCodes()) this.terminal?.noteNoCodes();
    if (this.earlier === undefined) this.output.write(this.start);
    else {
      const { cases } = this.earlier.state.tally;
      this.output.write({ type: 'fuzz-resume', cases });
      this.terminal?.noteResumed(cases);
    }
    const outcome = await this.play();
    if (this.resync !== undefined) this.emit(this.resync);
    const wireShare = this.wireShare();
    const end = { ...this.campaign.end(outcome), ...(wireShare === undefined ? {} : { wireShare }) };
    this.emit(end);
    this.saveCheckpoint(end.outcome === 'done' ? this.campaign.state() : this.lastState);
    this.interrupts.release();
    const code = fuzzExitCode(end, this.resync);
    this.conclude(end, code);
    if (code === 3) remark(end.reason ?? openText(this.campaign.unconfirmed.length));
    return code;
  }

  private skipsCodes(): boolean {
    const { target, parameters } = this.plan;
    return (
      !this.rig.presents && target.session(parameters).generators.some(({ needs }) => needs === 'stimulus')
    );
  }

  private async play(): Promise<Pick<FuzzEnd, 'outcome' | 'reason'>> {
    const { real, stimulus } = this.plan.board;
    const limit = startTimeLimit(this.plan.time === undefined ? undefined : millis(this.time.left));
    // What waits for the board then ends.
    limit.signal.addEventListener('abort', () => void real?.close());
    try {
      await stimulus?.open(this.interrupts.signal);
      await this.campaign.run();
      this.resync = await this.measureResync();
      return { outcome: 'done' };
    } catch (error) {
      if (this.interrupts.signal.aborted) return { outcome: 'interrupted', reason: 'continue with --resume' };
      if (limit.signal.aborted || error instanceof TimeUsedUp)
        return endOfTime(this.rig.hasReceived !== false, this.campaign.counts().cases);
      if (error instanceof BoardWedged)
        return endOfDeadBoard(error, this.rig.hasReceived !== false, this.campaign.counts().cases);
      if (error instanceof LinkError) return { outcome: 'lost', reason: error.message };
      throw error;
    } finally {
      limit.release();
    }
  }

  /** Throws where the campaign was interrupted, and {@link TimeUsedUp}. */
  private checkpoint(): void {
    this.interrupts.signal.throwIfAborted();
    this.time.check();
    this.show();
  }

  private measureResync(): Promise<FuzzResync | undefined> {
    const { suite, target, parameters, board, seed, resyncLimit } = this.plan;
    const checkpoint = (): void => this.checkpoint();
    this.activity = { what: 'resynchronisation is measured', since: performance.now() };
    return measureResync({
      session: target.session(parameters),
      rig: this.isReal ? this.rig : board.rig(checkpoint),
      checkpoint,
      seed,
      limit: resyncLimit,
      stallLimit: suite.stallLimit?.(parameters),
    });
  }

  private triageBudget({ spent }: Rig): () => boolean {
    this.activity ??= { what: 'a failure is minimised', since: performance.now() };
    // If the triage is interrupted, --resume repeats the block with its failures.
    if (this.isReal) this.saveCheckpoint(this.campaign.state());
    const isSpent = budgetOf(spent, this.isReal ? REAL_BUDGET : VIRTUAL_BUDGET);
    const isOver = this.time.minimisingOver();
    return () => isSpent() || isOver();
  }

  private isCheckpointDue(): boolean {
    return performance.now() - this.savedAt >= CHECKPOINT_MS;
  }

  private saveCheckpoint(state: CampaignState): void {
    this.lastState = state;
    this.savedAt = performance.now();
    const { suite, seed, parameters, board } = this.plan;
    const { board: name, config, links, resets, params, stimulus, cases, time, resyncLimit } = this.request;
    this.output.saveCheckpoint({
      suite: suite.id,
      seed,
      board: board.record.name,
      parameters,
      wishes: { board: name, config, links, resets, params, stimulus, cases, time, resyncLimit },
      elapsed: this.time.elapsed,
      state,
    });
  }

  /** Writes the finding's files, and prints the finding if its line is new or has changed. */
  private saveFinding(finding: Finding): string {
    const file = this.output.saveFinding(finding);
    const [line, before] = [findingLine(finding), this.shownFindings.get(finding.id)];
    if (line !== before) this.terminal?.finding(finding, file, before !== undefined);
    this.shownFindings.set(finding.id, line);
    return file;
  }

  /** Wall time goes only into journals that do not repeat byte for byte. */
  private emit(event: JournalEvent): void {
    const timed = event.type === 'fuzz-progress' && (this.isReal || this.plan.time !== undefined);
    const seconds = Math.round(this.time.elapsed / 10) / 100;
    this.output.write(timed ? { ...event, seconds } : event);
  }

  private get isReal(): boolean {
    return this.plan.board.real !== undefined;
  }

  private caseEnded(): void {
    this.activity = undefined;
    this.show();
    if (!this.isReal) return;
    if (this.isCheckpointDue()) {
      // On a real board a block takes too long to repeat it, and does not repeat byte for byte: resume with the next one.
      const state = this.campaign.state();
      this.saveCheckpoint({ ...state, block: state.block + 1 });
    }
    if (performance.now() - this.progressAt < PROGRESS_MS) return;
    this.progressAt = performance.now();
    this.campaign.emitProgress();
  }

  private show(): void {
    this.output.show?.(this.campaign);
    const now = performance.now();
    if (now - this.shownAt < (process.stdout.isTTY ? SHOWN_MS.terminal : SHOWN_MS.log)) return;
    this.shownAt = now;
    const { cases = Infinity, time = Infinity } = this.plan;
    const counts = this.campaign.counts();
    const perSecond = (counts.cases - (this.earlier?.state.tally.cases ?? 0)) / ((now - this.began) / 1000);
    const elapsed = this.time.elapsed;
    const activity =
      this.activity && `${this.activity.what}: ${((now - this.activity.since) / 1000).toFixed(0)} s`;
    this.terminal?.progress({
      ...counts,
      perSecond,
      done: Math.max(counts.cases / cases, elapsed / time),
      secondsLeft: Math.min((cases - counts.cases) / perSecond, (time - elapsed) / 1000),
      wireShare: this.wireShare(),
      activity,
    });
  }

  private wireShare(): number | undefined {
    if (!(this.rig instanceof LinkRig)) return undefined;
    return Math.round(this.rig.wireTime / (performance.now() - this.began)) / 10;
  }

  private conclude(end: FuzzEnd, exitCode: number): void {
    const { request, plan, start, resync, output } = this;
    const { findings, unconfirmed } = this.campaign;
    if (request.json === true) {
      const files = (finding: Finding): string => output.saveFinding(finding);
      const summary = fuzzSummary({
        ...{ plan, start, end, findings, unconfirmed, files, resync, exitCode, out: request.out },
      });
      return sayJson(summary);
    }
    this.terminal?.end({ end, start, findings, unconfirmed, resync }, (one) => output.saveFinding(one));
    say(closingLines(end, request, plan));
  }
}

function findingLine(finding: Finding): string {
  const { requirement, title, bytes } = finding;
  return `${isConfirmed(finding) ? '' : 'unconfirmed '}${requirement} ${bytes} ${title}`;
}
