import { runCampaign } from '../testing/campaign-run';
import { virtualContext } from '../testing/virtual-context';
import { replay } from '../triage/replay';

/** One defect for each sort of failure: cases that find it, bytes of the smallest known case, its clause. */
const KNOWN: readonly (readonly [defect: string, cases: number, bytes: number, clause: string])[] = [
  ['durak+missing-etx', 150, 4, 'DRK-LK-06'],
  ['durak+accepts-lost-card', 30, 783, 'DRK-PL-10'],
  ['durak+deals-again', 30, 1547, 'DRK-PL-09'],
  ['gm67+checksum-ignored', 100, 6, 'GM-FR-02'],
  ['gm67+disable-holds-code', 200, 13, 'GM-DT-05'],
  ['gm67+half-frame-nak', 100, 1, 'GM-FR-03'],
  ['gm67+scan-time-six-bits', 100, 16, 'GM-CM-05'],
  ['gm67+retry-late', 800, 10, 'GM-DT-04'],
  ['set+lines-end-in-lf', 60, 2, 'SET-FR-08'],
  ['set+duplicate-of-last-only', 60, 6, 'SET-CD-02'],
  ['set+lf-ghost', 60, 2, 'SET-FR-07'],
  ['stm+crc-ignored', 100, 3, 'STM-FR-02'],
  ['stm+error-crc-without-cmd', 100, 1, 'STM-FR-01'],
  ['stm+sixth-shuffle', 100, 51, 'STM-GM-05'],
  ['stm+truncated-silent', 100, 1, 'STM-FR-03'],
  ['stm+heartbeat', 1000, 0, 'STM-TM-03'],
  ['stm+truncated-error-late', 100, 1, 'STM-TM-02'],
  ['stm+slow-fifth-shuffle', 100, 43, 'STM-TM-01'],
  ['stm+unknown-then-deaf', 100, 20, 'STM-FR-09'],
  ['ttt+nul-behind-full', 60, 0, 'TTT-01'],
  ['ttt+first-told-of-second', 60, 0, 'TTT-30'],
  ['ttt-udp+rest-of-datagram-counts', 60, 2, 'TTT-02'],
  ['ttt-serial+first-of-chunk-counts', 60, 2, 'TTT-42'],
  ['ttt-serial+occupied-loses-turn', 60, 3, 'TTT-04'],
  ['ttt-serial+moves-to-strangers', 60, 4, 'TTT-32'],
  ['chinese-ten+index-one-too-far', 300, 6, 'CT-UI-02'],
];

/** Other seeds than 1. */
const SEEDS: Readonly<Record<string, number>> = {
  'durak+deals-again': 2,
  'gm67+disable-holds-code': 2,
  'stm+unknown-then-deaf': 2,
};

test.each(KNOWN)(
  '%s is found in %i cases as one finding or two, in %i bytes, as %s',
  async (defect, cases, bytes, clause) => {
    const { findings, events } = await runCampaign(defect, { cases, seed: SEEDS[defect] ?? 1 });
    expect(findings.length).toBeLessThanOrEqual(2);
    const finding = findings.find(({ requirement }) => requirement === clause);
    if (finding === undefined) throw new Error(`found as ${findings.map((one) => one.requirement).join()}`);
    // The last event of a finding has the same content as its file.
    const { requirement, title, bytes: least, repeats } = finding;
    const recorded = events.findLast((event) => event.type === 'fuzz-finding' && event.id === finding.id);
    expect(recorded).toMatchObject({ requirement, title, bytes: least, repeats });
    expect(finding.bytes).toBeLessThanOrEqual(1.5 * bytes + 2);
    // With some choices of the board the same shows in another way: then a time has several rounds.
    expect(finding.repeats).toMatchObject({ shown: 10, tried: 10 });
    const again = (board: string) => {
      const { rig, session } = virtualContext(board, { seed: 99 });
      return replay(rig, session, finding);
    };
    expect(await again(defect)).toMatchObject({ shown: 1, tried: 1 });
    expect(await again(defect.replace(/\+.*/, ''))).toMatchObject({
      shown: 0,
      tried: finding.repeats.rounds === undefined ? 10 : 1,
    });
  },
  60_000,
);
