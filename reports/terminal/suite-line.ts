/**
 * One suite of a run on a terminal, when it has ended:
 *
 *     ✗ oven  25 scenarios, 26 clauses, 1 failed, 2 not judged, 4.1 s
 */
import type { AccountingRecord, RunEnd, RunStart, ScenarioEnd } from '../../scenarios/record';
import { isTooLittle, LEAST_JUDGED, sumAccounting } from '../text/accounting';
import { wrapText, type Paint } from '../text/exchange-text';
import { printable } from '../text/printable';
import { formatCount, formatWallTime, plural } from '../text/quantity';
import {
  mergeJudgements,
  verdictSign,
  worstSign,
  type Judgement,
  type Level,
  type VerdictSign,
} from '../text/verdicts';
import { paintTone } from './paint';

interface Page {
  readonly columns: number;
  readonly paint: Paint;
}

/** The judgements of a suite's scenarios so far. */
export class SuiteTally {
  private scenarios = 0;
  private readonly judgements = new Map<string, Judgement>();
  private readonly accounting: AccountingRecord[] = [];
  private ended = true;

  constructor(
    readonly id: string,
    private readonly run: RunStart | undefined,
    /** In milliseconds of the reader's clock; undefined: the run is not live. */
    private readonly began: number | undefined,
  ) {}

  beginScenario(): void {
    this.scenarios += 1;
    this.ended = false;
  }

  endScenario({ requirements, accounting }: ScenarioEnd): void {
    this.ended = true;
    if (accounting !== undefined) this.accounting.push(accounting);
    for (const [id, judgement] of Object.entries(requirements)) {
      const known = this.judgements.get(id);
      this.judgements.set(id, known === undefined ? judgement : mergeJudgements([known, judgement]));
    }
  }

  /**
   * The verdicts of the whole run override. A clause of this suite that no scenario tried counts if the run could not
   * judge it.
   */
  endRun({ verdicts }: RunEnd): void {
    for (const { id } of this.catalogue()) {
      const judgement = verdicts[id];
      if (judgement !== undefined && (this.judgements.has(id) || judgement.verdict !== 'skip'))
        this.judgements.set(id, judgement);
    }
  }

  /** `width`: columns of the longest suite name. */
  lines(now: number | undefined, width: number, { columns, paint }: Page): readonly string[] {
    const { sign, tone } = worstSign(this.signs(), !this.ended || this.isBlind());
    const name = printable(this.id).padEnd(width);
    // For a single suite, the final summary has the time.
    const isAlone = this.run?.suites.length === 1;
    const took =
      isAlone || now === undefined || this.began === undefined ? [] : [formatWallTime(now - this.began)];
    const text = [plural(this.scenarios, 'scenario'), ...this.counts(), ...took].join(', ');
    const [first = '', ...rest] = wrapText(text, columns - name.length - 4, 0);
    return [
      `${paintTone(paint, tone)(sign)} ${paint.bold(name)}  ${first}`,
      ...rest.map((line) => `${' '.repeat(name.length + 4)}${line}`),
    ];
  }

  private counts(): readonly string[] {
    const signs = this.signs();
    const some = (word: string, shown: string): readonly string[] => {
      const count = signs.filter((one) => one.word === word).length;
      return count === 0 ? [] : [`${formatCount(count)} ${shown}`];
    };
    return [
      plural(signs.length, 'clause'),
      ...some('fail', 'failed'),
      ...some('warning', 'warned'),
      ...some('inconclusive', 'inconclusive'),
      ...some('not judged', 'not judged'),
      ...some('skipped', 'skipped'),
    ];
  }

  /** Too few of its exchanges were judged. */
  private isBlind(): boolean {
    const accounting = sumAccounting(this.accounting);
    return accounting !== undefined && isTooLittle(accounting, this.run?.leastJudged ?? LEAST_JUDGED);
  }

  private signs(): readonly VerdictSign[] {
    const levels = new Map<string, Level>(this.catalogue().map(({ id, level }) => [id, level]));
    return [...this.judgements].map(([id, { verdict }]) => verdictSign(verdict, levels.get(id) ?? 'MUST'));
  }

  private catalogue(): RunStart['suites'][number]['requirements'] {
    return this.run?.suites.find(({ id }) => id === this.id)?.requirements ?? [];
  }
}
