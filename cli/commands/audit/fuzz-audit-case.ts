/** One campaign of an audit by fuzzing, against a virtual board with one defect or none. */
import { findSuite } from '../../shared/find-suite';
import { budgetOf, VIRTUAL_BUDGET } from '../../../scenarios/fuzz/campaign/budget';
import { Campaign } from '../../../scenarios/fuzz/campaign/campaign';
import type { Finding } from '../../../scenarios/fuzz/triage/finding';
import { BoardWedged } from '../../../scenarios/fuzz/execution/rig';
import { resolveFuzzSetup } from '../../shared/fuzz/fuzz-board';
import { runBoard } from '../../shared/boards/run-target';

export interface CampaignCase {
  /** `virtual:stm+crc-ignored` */
  readonly board: string;
  readonly seed: number;
  /** `name=value`, of the suite's parameters. */
  readonly params: readonly string[];
  /** The most cases. */
  readonly cases: number;
  /** After a finding the campaign ends at this many cases: a second finding of the same bug would have shown by then. */
  readonly enough: number;
}

export interface CampaignFinding {
  readonly cases: number;
  /** Failures that never showed again. */
  readonly flakes: number;
  /** Why it ended early: the board did not recover. */
  readonly wedged?: string;
  readonly findings: readonly FoundBug[];
}

export interface FoundBug {
  readonly id: string;
  readonly requirement: string;
  readonly title: string;
  /** The number of cases until it showed. */
  readonly within: number;
  /** Of its smallest case. */
  readonly bytes: number;
  readonly repeats: { readonly shown: number; readonly tried: number };
}

const DONE = { outcome: 'done' } as const;

/** Plays the campaign as `wirejig fuzz` would, and writes nothing. */
export async function campaignCase(asked: CampaignCase): Promise<CampaignFinding> {
  const { board, seed, params, cases, enough } = asked;
  const suite = await findSuite((await runBoard(board)).kind.suite);
  const setup = await resolveFuzzSetup(suite, { board, links: [], resets: [], params }, seed);
  const { target, parameters } = setup;
  const session = target.session(parameters);
  const rig = setup.board.rig(() => undefined);
  const nothing = (): void => undefined;
  const campaign: Campaign = new Campaign({
    target,
    session,
    rig,
    triage: {
      suite: suite.id,
      requirements: target.requirements,
      parameters,
      rig: setup.board.rig(nothing),
      session,
      budget: ({ spent }) => budgetOf(spent, VIRTUAL_BUDGET),
      checkpoint: nothing,
    },
    seed,
    board: setup.board.record.name,
    cases,
    over: () => campaign.findings.length > 0 && campaign.counts().cases >= enough,
    checkpoint: nothing,
    emit: nothing,
    keep: ({ id }) => id,
    blockEnded: nothing,
    caseEnded: nothing,
  });
  const wedged = await campaign.run().catch((error: unknown) => {
    if (error instanceof BoardWedged) return error.message;
    throw error;
  });
  const { flakes } = campaign.end(DONE);
  return {
    cases: campaign.counts().cases,
    flakes,
    ...(wedged === undefined ? {} : { wedged }),
    findings: campaign.findings.map(describeBug),
  };
}

function describeBug({ id, requirement, title, found, bytes, repeats }: Finding): FoundBug {
  const { shown, tried } = repeats;
  return { id, requirement, title, within: found.case + 1, bytes, repeats: { shown, tried } };
}
