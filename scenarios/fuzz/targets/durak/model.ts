/** The oracle of a Durak board, and what generators are told of its game. Nothing restores a game but a reset. */
import { DurakMonitor } from '../../../../protocols/durak/monitor/monitor';
import type { Parameters } from '../../../../protocols/requirement';
import { micros, type Micros } from '../../../../protocols/time';
import { MonitorModel } from '../monitor-model';
import { bytesOfRecipe, type DurakView } from './recipes';

export const LINK = 'main';

export interface DurakModelOptions {
  /** The board is in its state after power-on. */
  readonly fresh: boolean;
  /** The board was switched on at the instant when the case begins. */
  readonly now: boolean;
  readonly parameters: Parameters;
}

export class DurakModel extends MonitorModel<DurakMonitor> {
  private begun = false;

  constructor(private readonly options: DurakModelOptions) {
    super(new DurakMonitor({ parameters: options.parameters, link: LINK, onPass: null }));
  }

  begins(at: Micros): void {
    if (this.begun) return;
    this.begun = true;
    const { fresh, now } = this.options;
    this.monitor.started({ notBefore: now ? at : micros(-Infinity), notAfter: at }, fresh);
  }

  override get desynchronised(): boolean {
    return false;
  }

  get view(): DurakView {
    return { ...this.monitor.estimate, lastDeck: this.monitor.lastDeck };
  }

  made(recipe: string): Uint8Array | undefined {
    this.monitor.flush(micros(Infinity));
    return bytesOfRecipe(recipe, this.view);
  }
}
