/** A campaign on a board of a described protocol, for tests. */
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { rulesBoardKind } from '../../testing/rules-board';
import { VirtualRig } from '../execution/virtual-rig';
import { fuzzTarget } from '../targets/request-response/fuzz-target';
import { runCampaignOn } from './campaign-run';

interface CampaignOptions {
  readonly cases: number;
  readonly board?: AnyRequestResponse;
  /** It ends after so many. Default 1. */
  readonly findings?: number;
}

/** `board`: the protocol that the board plays, if it is not `protocol`. */
export function runDescribedCampaign(
  protocol: AnyRequestResponse,
  { cases, board = protocol, findings: most = 1 }: CampaignOptions,
) {
  const target = fuzzTarget(protocol);
  const { requirements } = target;
  const parameters = Object.fromEntries(protocol.parameters.map((one) => [one.name, one.default]));
  const kind = rulesBoardKind(board);
  const rig = () => new VirtualRig({ kind, defects: [], parameters, seed: 1 });
  const { id } = protocol;
  const subject = {
    suite: id,
    board: id,
    requirements,
    parameters,
    session: target.session(parameters),
    rig,
  };
  return runCampaignOn(subject, { cases, most });
}
