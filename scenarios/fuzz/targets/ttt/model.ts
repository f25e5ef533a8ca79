/** The oracle of a TTT server for fuzzing: the monitor, up to its first finding. */
import type { TttMonitor } from '../../../../protocols/ttt/monitor/monitor';
import type { GameState } from '../../../../protocols/ttt/rules';
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
}
