/** The oracle of a GM67 scanner for fuzzing. */
import { Gm67Monitor } from '../../../../protocols/gm67/monitor/gm67-monitor';
import type { ScannerState } from '../../../../protocols/gm67/rules';
import type { Parameters } from '../../../../protocols/requirement';
import { MonitorModel } from '../monitor-model';

export const LINK = 'main';

export interface GmView {
  /** undefined: not known. */
  readonly state: ScannerState | undefined;
}

export class GmModel extends MonitorModel<Gm67Monitor> {
  constructor(parameters: Parameters, fresh: boolean) {
    super(new Gm67Monitor({ parameters, link: LINK, known: fresh, keepsCoverage: true, onPass: null }));
  }

  get view(): GmView {
    return { state: this.monitor.state };
  }
}
