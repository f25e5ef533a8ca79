/** The oracle of Chinese Ten for fuzzing: the monitor, and the keys that recipes make of what it knows. */
import { TenMonitor } from '../../../../protocols/chinese-ten/monitor/monitor';
import type { PromptState } from '../../../../protocols/chinese-ten/monitor/key-outcome';
import type { Micros } from '../../../../protocols/time';
import { MonitorModel } from '../monitor-model';
import { bytesOfRecipe } from './recipes';

export interface TenView {
  /** undefined: the program does not wait, or its prompt is unknown. */
  readonly state: PromptState | undefined;
}

export class TenModel extends MonitorModel<TenMonitor> {
  private hasBegun = false;

  constructor(
    private readonly fresh: boolean,
    promptTimeout: Micros,
  ) {
    super(new TenMonitor(promptTimeout, { keepsCoverage: true, onPass: null }));
  }

  begins(now: Micros): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    if (this.fresh) this.monitor.reset(now);
  }

  get view(): TenView {
    return { state: this.failure === undefined ? this.monitor.view.state : undefined };
  }

  /** Without a reset the program may be at any prompt, and no key is safe. */
  override get desynchronised(): boolean {
    return !this.fresh;
  }

  made(recipe: string): Uint8Array | undefined {
    const { state } = this.view;
    return state === undefined ? undefined : bytesOfRecipe(recipe, state);
  }
}
