/** Runs a campaign on a virtual board from beginning to end, for tests. */
import type { JournalEvent } from '../../record';
import { budgetOf, VIRTUAL_BUDGET } from '../campaign/budget';
import { Campaign, type CampaignState } from '../campaign/campaign';
import { BoardWedged, type Rig } from '../execution/rig';
import type { Finding } from '../triage/finding';
import type { TriageContext } from '../triage/triage-context';
import { virtualContext } from './virtual-context';

interface CampaignRun {
  readonly findings: readonly Finding[];
  readonly unconfirmed: readonly Finding[];
  readonly state: CampaignState;
  readonly events: readonly JournalEvent[];
  readonly end: Extract<JournalEvent, { type: 'fuzz-end' }>;
}

interface CampaignRunOptions {
  readonly cases: number;
  /** Replaces the virtual rig. */
  readonly rig?: Rig;
  readonly defectModels?: readonly string[];
  readonly seed?: number;
  readonly resume?: CampaignState;
  /** Interrupts after this block. */
  readonly until?: number;
  /** It ends after so many findings. */
  readonly most?: number;
  readonly blockEnded?: (state: CampaignState) => void;
  readonly caseEnded?: (campaign: Campaign) => void;
  /** The time limit of each triage. */
  readonly bounded?: TriageContext['bounded'];
}

/** What a campaign is run on. */
interface CampaignSubject extends Pick<TriageContext, 'suite' | 'requirements' | 'parameters' | 'session'> {
  readonly board: string;
  /** Of the campaign, and one of its own for the triage. */
  readonly rig: () => Rig;
}

/** `board`: as users name it without its scheme, `stm+crc-ignored`. */
export function runCampaign(board: string, options: CampaignRunOptions): Promise<CampaignRun> {
  const { seed = 1 } = options;
  const { suite, target, parameters, session } = virtualContext(board, { seed });
  const { requirements } = target;
  const rig = () => options.rig ?? virtualContext(board, { seed }).rig;
  return runCampaignOn({ suite: suite.id, requirements, parameters, session, board, rig }, options);
}

export async function runCampaignOn(
  { board, rig, ...subject }: CampaignSubject,
  options: CampaignRunOptions,
): Promise<CampaignRun> {
  const {
    cases,
    seed = 1,
    resume,
    until = Infinity,
    most = Infinity,
    blockEnded,
    defectModels = [],
  } = options;
  const events: JournalEvent[] = [];
  let blocks = 0;
  const campaign: Campaign = new Campaign({
    session: subject.session,
    rig: rig(),
    triage: {
      ...subject,
      rig: rig(),
      defectModels: () => defectModels.map((name) => ({ name, rig: virtualContext(name).rig })),
      budget: ({ spent }) => budgetOf(spent, VIRTUAL_BUDGET),
      checkpoint: () => undefined,
      bounded: options.bounded,
    },
    seed,
    board,
    cases,
    over: () => blocks >= until || campaign.findings.length >= most,
    checkpoint: () => undefined,
    resume,
    emit: (event) => events.push(event),
    keep: ({ id }) => `${id}.json`,
    blockEnded: (state) => {
      blocks++;
      blockEnded?.(state);
    },
    caseEnded: () => options.caseEnded?.(campaign),
  });
  let outcome: 'done' | 'wedged' = 'done';
  await campaign.run().catch((error: unknown) => {
    if (!(error instanceof BoardWedged)) throw error;
    outcome = 'wedged';
  });
  const end = campaign.end({ outcome });
  const { findings, unconfirmed } = campaign;
  return { findings, unconfirmed, state: campaign.state(), events: [...events, end], end };
}
