/** A virtual board as fuzzing plays on it: at once, in virtual time. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { SyncSimulation } from '../../../devices/virtual/engine/sync-simulation';
import type { Parameters } from '../../../protocols/requirement';
import { nothingSpent } from '../campaign/budget';
import { derivedSeed } from '../campaign/dice';
import type { Grant, Play, Wish } from './play';
import type { Rig } from './rig';

export interface TwinOptions {
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
  private world: SyncSimulation;

  constructor(private readonly options: TwinOptions) {
    this.links = options.kind.links.map(({ name }) => name);
    this.world = this.made(options.seed);
  }

  play<T>(steps: Play<T>): T {
    let turn = steps.next();
    while (turn.done !== true) turn = steps.next(this.grant(turn.value));
    return turn.value;
  }

  /** Virtual time since the board was made, microseconds. */
  get now(): number {
    return this.world.now;
  }

  reset(): boolean {
    this.world.reset();
    return true;
  }

  /** Another board of the same kind, with randomness of its own. */
  begin(block: number): boolean {
    this.world = this.made(derivedSeed(this.options.seed, block));
    return true;
  }

  private made(seed: number): SyncSimulation {
    const { kind, defects, parameters } = this.options;
    return new SyncSimulation(kind.links, kind.create({ seed, defects: new Set(defects), parameters }));
  }

  private grant(wish: Wish): Grant {
    const { world } = this;
    switch (wish.op) {
      case 'now':
        return { now: world.now };
      case 'send': {
        const chunk = world.send(wish.link, wish.bytes);
        return { now: world.now, chunk };
      }
      case 'receive': {
        const chunk = world.receive(wish.link, wish.until);
        return { now: world.now, chunk, ended: chunk === undefined && world.hungUp(wish.link) };
      }
      case 'dial':
        world.dial(wish.link, wish.up);
        return { now: world.now };
      case 'present':
        world.present(wish.step.symbology, wish.step.bytes);
        return { now: world.now };
    }
  }
}
