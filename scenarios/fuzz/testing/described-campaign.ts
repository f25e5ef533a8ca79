/** A campaign on a board of a described protocol, for tests. */
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import { Campaign } from '../campaign/campaign';
import { VirtualRig } from '../execution/virtual-rig';
import { rulesBoardKind } from '../../testing/rules-board';
import type { FuzzEnd } from '../../fuzz-record';
import { fuzzTarget } from '../targets/request-response/fuzz-target';
import type { Finding } from '../triage/finding';

interface CampaignOptions {
  readonly cases: number;
  readonly seed?: number;
  readonly board?: AnyRequestResponse;
  /** It ends after so many. Default 1. */
  readonly findings?: number;
}

interface DescribedCampaign {
  readonly findings: readonly Finding[];
  readonly end: FuzzEnd;
}

/** `board`: the protocol that the board plays, if it is not `protocol`. */
export async function runDescribedCampaign(
  protocol: AnyRequestResponse,
  { cases, seed = 1, board = protocol, findings = 1 }: CampaignOptions,
): Promise<DescribedCampaign> {
  const target = fuzzTarget(protocol);
  const parameters = Object.fromEntries(protocol.parameters.map((one) => [one.name, one.default]));
  const session = target.session(parameters);
  const kind = rulesBoardKind(board);
  const rig = (): VirtualRig => new VirtualRig({ kind, defects: [], parameters, seed });
  const campaign: Campaign = new Campaign({
    session,
    rig: rig(),
    triage: {
      suite: protocol.id,
      requirements: target.requirements,
      parameters,
      rig: rig(),
      session,
      defectModels: () => [],
      budget: ({ spent }) => budgetOf(spent, VIRTUAL_BUDGET),
      checkpoint: () => undefined,
    },
    seed,
    board: protocol.id,
    cases,
    over: () => campaign.findings.length >= findings,
    checkpoint: () => undefined,
    emit: () => undefined,
    keep: ({ id }) => `${id}.json`,
    blockEnded: () => undefined,
    caseEnded: () => undefined,
  });
  await campaign.run();
  return { findings: campaign.findings, end: campaign.end({ outcome: 'done' }) };
}
