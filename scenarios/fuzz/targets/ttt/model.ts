/** The oracle of a TTT server for fuzzing: the monitor, up to its first finding. */
import type { TttMonitor } from '../../../../protocols/ttt/monitor/monitor';
import type { GameState } from '../../../../protocols/ttt/rules';
import type { Micros } from '../../../../protocols/time';
import type { DialStep } from '../../execution/model';
import { MonitorModel } from '../monitor-model';
import { bytesOfRecipe } from './recipes';

export interface TttView {
  /** undefined: not known. */
  readonly state: GameState | undefined;
  readonly links: readonly string[];
}

export class TttModel extends MonitorModel<TttMonitor> {
  constructor(
    monitor: TttMonitor,
    private readonly links: readonly string[],
  ) {
    super(monitor);
  }

  get view(): TttView {
    return { state: this.monitor.state, links: this.links };
  }

  made(recipe: string): Uint8Array | undefined {
    const { state } = this.monitor;
    return state === undefined ? undefined : bytesOfRecipe(recipe, state);
  }

  override dialled(step: DialStep, at: Micros): void {
    // A connection that was open before the model began ends, too.
    if (!step.up && !this.isUp(step.link)) this.monitor.closed(step.link, 'host', at);
    super.dialled(step, at);
  }
}
