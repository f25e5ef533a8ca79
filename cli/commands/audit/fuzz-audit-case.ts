/** One campaign of an audit by fuzzing, against a virtual board with one defect or none. */
import { findSuite } from '../../shared/option-values';
import { budgetOf, VIRTUAL_BUDGET } from '../../../scenarios/fuzz/campaign/budget';
import { Campaign } from '../../../scenarios/fuzz/campaign/campaign';
import { BoardWedged } from '../../../scenarios/fuzz/execution/rig';
import { resolveFuzzSetup } from '../../shared/fuzz/fuzz-board';
import type { CampaignCase, CampaignFinding } from './audit-messages';
import { runBoard } from '../../shared/boards/run-target';

const DONE = { outcome: 'done' } as const;

/** Plays the campaign as `wirejig fuzz` would, and writes nothing. */
export async function runCampaignCase(asked: CampaignCase): Promise<CampaignFinding> {
  const { board, seed, params, cases, enough } = asked;
  const suite = await findSuite((await runBoard(board)).kind.suite);
  const setup = await resolveFuzzSetup(suite, { board, links: [], resets: [], params }, seed);
  const { target, parameters } = setup;
  const session = target.session(parameters);
  const rig = setup.board.rig(() => undefined);
  const nothing = (): void => undefined;
  const campaign: Campaign = new Campaign({
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
    findings: campaign.findings.map(
      ({ id, requirement, title, found, bytes, repeats: { shown, tried } }) => ({
        ...{ id, requirement, title, bytes },
        within: found.case + 1,
        repeats: { shown, tried },
      }),
    ),
  };
}
