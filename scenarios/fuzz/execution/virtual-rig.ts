/** The rig of a virtual board: plays without waits, in virtual time. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { SyncSimulation } from '../../../devices/virtual/engine/sync-simulation';
import type { Parameters } from '../../../protocols/requirement';
import { nothingSpent } from '../campaign/budget';
import { derivedSeed } from '../campaign/dice';
import type { EffectResult, Play, Effect } from '../../player/play';
import type { Rig } from './rig';

export interface VirtualRigOptions {
  readonly kind: BoardKind;
  readonly defects: readonly string[];
  readonly parameters: Parameters;
  readonly seed: number;
}

export class VirtualRig implements Rig {
  readonly resetLevels = 1;
  needsLivenessCheck = false;
  readonly presents = true;
  readonly isVirtual = true;
  readonly spent = nothingSpent();
  readonly links: readonly string[];
  private simulation: SyncSimulation;

  constructor(private readonly options: VirtualRigOptions) {
    this.links = options.kind.links.map(({ name }) => name);
    this.simulation = this.createSimulation(options.seed);
  }

  play<T>(steps: Play<T>): T {
    let turn = steps.next();
    while (turn.done !== true) turn = steps.next(this.perform(turn.value));
    return turn.value;
  }

  reset(): boolean {
    this.simulation.reset();
    return true;
  }

  /** Another board of the same kind, with its own random choices. */
  begin(block: number): boolean {
    this.simulation = this.createSimulation(derivedSeed(this.options.seed, block));
    return true;
  }

  private createSimulation(seed: number): SyncSimulation {
    const { kind, defects, parameters } = this.options;
    return new SyncSimulation(kind.links, kind.create({ seed, defects: new Set(defects), parameters }));
  }

  private perform(effect: Effect): EffectResult {
    const { simulation } = this;
    switch (effect.op) {
      case 'now':
        return { now: simulation.now };
      case 'send': {
        const chunk = simulation.send(effect.link, effect.bytes);
        return { now: simulation.now, chunk };
      }
      case 'receive': {
        const chunk = simulation.receive(effect.link, effect.until);
        return { now: simulation.now, chunk, ended: chunk === undefined && simulation.hungUp(effect.link) };
      }
      case 'dial':
        simulation.dial(effect.link, effect.up);
        return { now: simulation.now };
      case 'present':
        simulation.present(effect.step.symbology, effect.step.bytes);
        return { now: simulation.now };
    }
  }
}
