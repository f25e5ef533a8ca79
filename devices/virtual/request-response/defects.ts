/** The defects of a protocol's virtual board: its author's, and the stock defects that show in it. */
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { random } from '../../random';
import type { Defect } from '../engine/board';
import { findDefectSession, type Suspect } from './defect-session';
import { declaredChange } from './firmware';
import { Stage } from './stage';
import { RequestPool } from './request-pool';
import type { StockBug } from './stock/stock-bug';
import { answerBugs } from './stock/answer-bugs';
import { checksumBugs } from './stock/checksum-bugs';
import { formBugs } from './stock/form-bugs';
import { framingBugs } from './stock/framing-bugs';
import { requestBugs } from './stock/request-bugs';
import { ruleBoundBugs } from './stock/rule-bound-bugs';
import { timingBugs } from './stock/timing-bugs';
import { wireBoundBugs } from './stock/wire-bound-bugs';

/** A defect with the steps that it changes. */
export type BoardDefect = Defect & Suspect;

const SEED = 1;

/**
 * The defects of one protocol, with its default parameters. A stock bug becomes a defect if it shows. To find that out
 * takes time, so each is tried at its first use.
 */
export class DefectCatalogue {
  private readonly stage: Stage;
  private readonly own: readonly BoardDefect[];
  private bugs: readonly StockBug[] | undefined;
  private pooled: RequestPool | undefined;
  private readonly tried = new Map<string, BoardDefect | undefined>();

  constructor(protocol: AnyRequestResponse) {
    const defaults = Object.fromEntries(protocol.parameters.map((one) => [one.name, one.default]));
    this.stage = new Stage(protocol.at(defaults), protocol.link, SEED);
    this.own = Object.entries(protocol.defects).map(([name, defect]) => {
      const { breaks, text } = defect;
      return { name, breaks, text, change: declaredChange(defect) };
    });
  }

  /** The author's defects, then the stock ones with other names. */
  all(): readonly BoardDefect[] {
    const names = new Set([
      ...this.own.map(({ name }) => name),
      ...this.candidates().map(({ name }) => name),
    ]);
    return [...names].flatMap((name) => this.find(name) ?? []);
  }

  find(name: string): BoardDefect | undefined {
    const own = this.own.find((one) => one.name === name);
    if (own !== undefined) return own;
    if (!this.tried.has(name)) this.tried.set(name, this.tryBugs(name));
    return this.tried.get(name);
  }

  private tryBugs(name: string): BoardDefect | undefined {
    for (const bug of this.candidates()) {
      if (bug.name !== name) continue;
      const shownIn = findDefectSession(this.stage, this.pool(), bug);
      if (shownIn !== undefined) return { ...bug, breaks: bug.clause ?? shownIn.clause, stock: true };
    }
    return undefined;
  }

  private candidates(): readonly StockBug[] {
    this.bugs ??= KINDS.flatMap((bugs) => bugs({ session: this.stage.session, pool: this.pool() }));
    return this.bugs;
  }

  private pool(): RequestPool {
    this.pooled ??= new RequestPool(this.stage.session, random(SEED));
    return this.pooled;
  }
}

const KINDS = [
  checksumBugs,
  framingBugs,
  timingBugs,
  formBugs,
  wireBoundBugs,
  ruleBoundBugs,
  requestBugs,
  answerBugs,
];
