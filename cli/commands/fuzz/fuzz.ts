/** `wirejig fuzz`: finds inputs that break a board, and leaves each as a file. */
import { join } from 'node:path';
import { LinkError } from '../../../devices/links/link';
import { budgetOf, REAL_BUDGET, VIRTUAL_BUDGET } from '../../../scenarios/fuzz/campaign/budget';
import { Campaign, type CampaignState } from '../../../scenarios/fuzz/campaign/campaign';
import type { Checkpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import type { Finding } from '../../../scenarios/fuzz/triage/finding';
import type { FuzzEnd, FuzzResync, FuzzStart } from '../../../scenarios/fuzz-record';
import { measureResync } from '../../../scenarios/fuzz/resync/resync';
import { LinkRig } from '../../../scenarios/fuzz/execution/link-rig';
import { BoardWedged, type Rig } from '../../../scenarios/fuzz/execution/rig';
import type { JournalEvent } from '../../../scenarios/record';
import { resyncVerdict } from '../../../reports/summary/resync-verdict';
import { shellWord } from '../../shared/command-line';
import { fuzzCommandLine, resumedWishes } from './fuzz-command-line';
import { drawCampaign } from '../../shared/output/campaign-report';
import { say, wantsColor, warn } from '../../shared/console';
import { exportsOf } from './fuzz-exports';
import { checkpointIn, openFuzzOutput, type FuzzOutput } from './fuzz-output';
import { planFuzz, type FuzzPlan, type FuzzWishes } from '../../shared/fuzz/fuzz-board';
import { resyncSummary } from './fuzz-resync';
import { startRecord } from './fuzz-start';
import { FuzzTerminal, unreached } from './fuzz-terminal';
import { catchInterrupts } from '../../shared/interrupts';
import { JOURNAL } from '../../shared/output/output-folder';

export interface FuzzRequest extends FuzzWishes {
  readonly out: string;
  readonly resume?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly color?: boolean | undefined;
}

/** What a power loss may take is at most twice this. */
const CHECKPOINT_MS = 400;
/** A real board's journal says how far it is so often: 8 h of it stay small. */
const TOLD_MS = 10_000;
const SHOWN_MS = { terminal: 200, log: 5000 } as const;
/** On a real board a failure may be tried so long before it is left as small as it is. */
const EXAMINE_MS = 120_000;

/** Resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function fuzzCommand(request: FuzzRequest): Promise<number> {
  const earlier = request.resume === true ? checkpointIn(request.out) : undefined;
  const wishes = earlier === undefined ? request : resumedWishes(request, earlier);
  const plan = await planFuzz(wishes);
  const output = openFuzzOutput(request.out, earlier !== undefined, exportsOf(plan));
  const run = new FuzzRun(request, wishes, plan, output, earlier);
  let code: number;
  try {
    code = await run.whole();
  } finally {
    output.close();
    plan.stand.stimulus?.close();
    await plan.stand.real?.close();
  }
  drawCampaign(join(request.out, JOURNAL), request.out);
  return code;
}

class FuzzRun {
  private readonly began = performance.now();
  private readonly terminal: FuzzTerminal | undefined;
  private readonly interrupts;
  private readonly campaign: Campaign;
  private readonly start: FuzzStart;
  private readonly rig;
  /** What was said of each finding last. */
  private readonly known = new Map<string, string>();
  private lastState: CampaignState;
  private resync: FuzzResync | undefined;
  private keptAt = 0;
  private shownAt = performance.now();
  private toldAt = performance.now();
  /** What goes on besides cases, and since when. */
  private besides: { readonly what: string; readonly since: number } | undefined;

  constructor(
    private readonly request: FuzzRequest,
    private readonly wishes: FuzzRequest,
    private readonly plan: FuzzPlan,
    private readonly output: FuzzOutput,
    private readonly earlier: Checkpoint | undefined,
  ) {
    this.terminal = request.json === true ? undefined : new FuzzTerminal(wantsColor(request.color));
    this.interrupts = catchInterrupts(() => {
      if (request.json !== true) warn('\nwirejig: interrupted: keeping what there is (again: stops at once)');
    });
    const { target, parameters, stand, seed, suite } = plan;
    const { signal } = this.interrupts;
    const checkpoint = (): void => {
      signal.throwIfAborted();
      this.show();
    };
    const session = target.session(parameters);
    this.rig = stand.rig(checkpoint);
    const lab = stand.real === undefined ? stand.rig(checkpoint) : this.rig;
    this.start = startRecord(plan, fuzzCommandLine(wishes, plan.seed));
    this.campaign = new Campaign({
      target,
      session,
      rig: this.rig,
      lab: {
        suite: suite.id,
        requirements: target.requirements,
        parameters,
        rig: lab,
        session,
        twins: stand.twins,
        budget: (rig) => this.examination(rig),
        checkpoint,
      },
      seed,
      board: stand.record.name,
      cases: plan.cases,
      over: () => this.isOver(),
      checkpoint,
      resume: earlier?.state,
      emit: (event) => this.emit(event),
      keep: (finding) => {
        const file = output.keep(finding);
        const [told, before] = [sayingOf(finding), this.known.get(finding.id)];
        if (told !== before) this.terminal?.finding(finding, file, before !== undefined);
        this.known.set(finding.id, told);
        return file;
      },
      blockEnded: (state) => this.blockEnded(state),
      caseEnded: () => this.caseEnded(),
    });
    this.lastState = this.campaign.state();
  }

  async whole(): Promise<number> {
    for (const finding of this.campaign.findings) this.known.set(finding.id, sayingOf(finding));
    this.terminal?.start(this.start);
    if (this.leavesCodesOut()) this.terminal?.withoutCodes();
    if (this.earlier === undefined) this.output.write(this.start);
    else {
      const { cases } = this.earlier.state.tally;
      this.output.write({ type: 'fuzz-resume', cases });
      this.terminal?.resumed(cases);
    }
    const outcome = await this.outcome();
    if (this.resync !== undefined) this.emit(this.resync);
    const wireShare = this.wireShare();
    const end = { ...this.campaign.end(outcome), ...(wireShare === undefined ? {} : { wireShare }) };
    this.emit(end);
    this.keepState(end.outcome === 'done' ? this.campaign.state() : this.lastState);
    this.interrupts.release();
    const code = this.exitCode(end);
    if (this.request.json === true) say(`${JSON.stringify(this.summary(end, code))}\n`);
    else this.conclude(end);
    if (code === 3) warn(`wirejig: ${end.reason ?? end.outcome}`);
    return code;
  }

  /** Whether some inputs need a code before the lens, and nothing brings one there. */
  private leavesCodesOut(): boolean {
    const { target, parameters } = this.plan;
    return (
      !this.rig.presents && target.session(parameters).generators.some(({ needs }) => needs === 'stimulus')
    );
  }

  private async outcome(): Promise<Pick<FuzzEnd, 'outcome' | 'reason'>> {
    let opened = false;
    try {
      await this.plan.stand.stimulus?.open(this.interrupts.signal);
      await this.plan.stand.real?.open();
      opened = true;
      await this.campaign.run();
      this.resync = await this.measured();
      return { outcome: 'done' };
    } catch (error) {
      if (this.interrupts.signal.aborted) return { outcome: 'interrupted', reason: 'goes on with --resume' };
      if (error instanceof BoardWedged) return { outcome: 'wedged', reason: error.message };
      if (error instanceof LinkError)
        return { outcome: opened ? 'lost' : 'unreachable', reason: error.message };
      throw error;
    }
  }

  private measured(): Promise<FuzzResync | undefined> {
    const { suite, target, parameters, stand, seed, resyncLimit } = this.plan;
    const { signal } = this.interrupts;
    this.besides = { what: 'resynchronisation is measured', since: performance.now() };
    const rig = this.isReal ? this.rig : stand.rig(() => signal.throwIfAborted());
    return measureResync({
      session: target.session(parameters),
      rig,
      seed,
      limit: resyncLimit,
      standstill: suite.standstill?.(parameters),
    });
  }

  private exitCode({ outcome }: FuzzEnd): number {
    if (outcome === 'interrupted') return 130;
    if (outcome === 'lost' || outcome === 'unreachable') return 3;
    const slow = this.resync !== undefined && resyncVerdict(this.resync) === 'fail';
    if (this.campaign.findings.length > 0 || slow) return 1;
    return outcome === 'wedged' ? 3 : 0;
  }

  private isOver(): boolean {
    const { time } = this.plan;
    return time !== undefined && this.elapsed() >= time;
  }

  private elapsed(): number {
    return (this.earlier?.elapsed ?? 0) + performance.now() - this.began;
  }

  private examination({ spent }: Rig): () => boolean {
    this.besides ??= { what: 'a failure is made small', since: performance.now() };
    if (!this.isReal) return budgetOf(spent, VIRTUAL_BUDGET);
    // Cut off in its midst, the block is tried again, and with it what fails in it.
    this.keepState(this.campaign.state());
    const began = performance.now();
    const isSpent = budgetOf(spent, REAL_BUDGET);
    return () => isSpent() || performance.now() - began > EXAMINE_MS;
  }

  private blockEnded(state: CampaignState): void {
    this.lastState = state;
    if (this.isKeepingDue()) this.keepState(state);
  }

  private isKeepingDue(): boolean {
    return performance.now() - this.keptAt >= CHECKPOINT_MS;
  }

  /** A block that was not finished is tried again: what it left is not what the next one begins from. */
  private keepState(state: CampaignState): void {
    this.lastState = state;
    this.keptAt = performance.now();
    const { suite, seed, parameters, stand } = this.plan;
    const { board, links, resets, params, stimulus, cases, time } = this.wishes;
    this.output.checkpoint({
      suite: suite.id,
      seed,
      board: stand.record.name,
      parameters,
      wishes: { board, links, resets, params, stimulus, cases, time },
      elapsed: this.elapsed(),
      state,
    });
  }

  /** What repeats byte for byte has no wall time in it. */
  private emit(event: JournalEvent): void {
    const timed = event.type === 'fuzz-progress' && (this.isReal || this.plan.time !== undefined);
    const seconds = Math.round(this.elapsed() / 10) / 100;
    this.output.write(timed ? { ...event, seconds } : event);
  }

  private get isReal(): boolean {
    return this.plan.stand.real !== undefined;
  }

  private caseEnded(): void {
    this.besides = undefined;
    this.show();
    if (!this.isReal) return;
    if (this.isKeepingDue()) this.keepWithinBlock();
    if (performance.now() - this.toldAt < TOLD_MS) return;
    this.toldAt = performance.now();
    this.campaign.tell();
  }

  /** A real board's blocks last longer than may be lost, and nothing there repeats byte for byte: the next one follows. */
  private keepWithinBlock(): void {
    const state = this.campaign.state();
    this.keepState({ ...state, block: state.block + 1 });
  }

  private show(): void {
    const now = performance.now();
    if (now - this.shownAt < (process.stdout.isTTY ? SHOWN_MS.terminal : SHOWN_MS.log)) return;
    this.shownAt = now;
    const { cases, time } = this.plan;
    const state = this.campaign.counts();
    const seconds = (now - this.began) / 1000;
    const perSecond = (state.cases - (this.earlier?.state.tally.cases ?? 0)) / seconds;
    const elapsed = this.elapsed();
    const done = Math.max(state.cases / (cases ?? Infinity), elapsed / (time ?? Infinity));
    const secondsLeft = Math.min(
      ((cases ?? Infinity) - state.cases) / perSecond,
      ((time ?? Infinity) - elapsed) / 1000,
    );
    const besides =
      this.besides && `${this.besides.what}: ${((now - this.besides.since) / 1000).toFixed(0)} s`;
    this.terminal?.progress({ ...state, perSecond, done, secondsLeft, wireShare: this.wireShare(), besides });
  }

  private wireShare(): number | undefined {
    if (!(this.rig instanceof LinkRig)) return undefined;
    return Math.round(this.rig.waited / (performance.now() - this.began)) / 10;
  }

  private conclude(end: FuzzEnd): void {
    this.terminal?.end(end, this.start, this.campaign.findings, this.resync);
    const { out } = this.request;
    const again = fuzzCommandLine(this.wishes, this.plan.seed);
    say(`\n  report  ${shellWord(join(out, 'report.html'))}\n  again   ${again}\n`);
    if (end.outcome === 'interrupted')
      say(`  resume  wirejig fuzz ${this.plan.suite.id} --resume --out ${shellWord(out)}\n`);
  }

  private summary(end: FuzzEnd, exitCode: number): object {
    const { outcome, reason, cases, exchanges, flakes } = end;
    return {
      suite: this.plan.suite.id,
      board: this.plan.stand.record.name,
      seed: this.plan.seed,
      outcome,
      reason,
      exitCode,
      cases,
      exchanges,
      flakes,
      findings: this.campaign.findings.map((finding) => {
        const { id, kind, requirement, level, title, bytes, repeats, count, twin } = finding;
        return {
          id,
          kind,
          requirement,
          level,
          title,
          bytes,
          repeats,
          count,
          twin,
          file: this.output.keep(finding),
        };
      }),
      ...(this.resync === undefined ? {} : { resync: resyncSummary(this.resync) }),
      unreached: Object.fromEntries(unreached(this.start, end)),
      out: this.request.out,
    };
  }
}

function sayingOf({ requirement, title, bytes }: Finding): string {
  return `${requirement} ${bytes} ${title}`;
}
