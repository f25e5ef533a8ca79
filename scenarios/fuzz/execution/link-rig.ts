/** A real board as fuzzing plays on it: by its links, in its own time. */
import type { Board } from '../../../devices/board/board';
import { LinkError, type Link } from '../../../devices/links/link';
import { closeLink, longestStall, openLink } from '../../../devices/board/board-links';
import { after, millis, type Micros } from '../../../protocols/time';
import type { PresentStep } from '../../oracle/model';
import { MISSING_CAPABILITY } from '../../bench/missing-capability';
import { nothingSpent } from '../campaign/budget';
import type { EffectResult, Play, Effect } from './play';
import type { Rig } from './rig';

/** A line counts as quiet after this, and a board as talking on behind a reset after that. */
const QUIET = millis(150);
const LONGEST_BOOT = millis(5000);

/** Bytes that the smallest receive buffer in use holds: behind any link, a terminal server's too, may be such a one. */
export const AHEAD = 64;

export class LinkRig implements Rig {
  readonly links: readonly string[];
  readonly isVirtual = false;
  readonly spent = nothingSpent();
  /** Links on demand that are open. */
  private readonly open = new Set<string>();
  /** Nobody knows yet. */
  needsLivenessCheck = true;
  /** Time in which wire and board were busy, or a silence that a case needs ran, microseconds: the rest is the host's. */
  wireTime = 0;

  constructor(
    private readonly board: Board,
    private readonly checkpoint: () => void,
    readonly ahead: number | undefined = AHEAD,
  ) {
    this.links = board.linkUrls.map(({ name }) => name);
  }

  get resetLevels(): number {
    return this.board.reset?.levels ?? 0;
  }

  get presents(): boolean {
    return this.board.stimulus !== undefined;
  }

  async play<T>(steps: Play<T>): Promise<T> {
    const { clock } = this.board;
    let turn = steps.next();
    while (turn.done !== true) {
      const effect = turn.value;
      const began = clock.now();
      let result = this.resultNow(effect, began);
      if (result === undefined) {
        this.checkpoint();
        result = await (this.transferOnSteadyLink(effect) ?? this.perform(effect));
        // A silence that the host ends late is the host's from its end on.
        const end = effect.op === 'receive' && result.chunk === undefined ? effect.until : result.now;
        this.wireTime += Math.max(0, Math.min(end, result.now) - began);
      }
      turn = steps.next(result);
    }
    return turn.value;
  }

  stallDuration(since: Micros): Micros {
    return longestStall(this.board, since);
  }

  begin(): boolean {
    return false;
  }

  async reset(level = 0): Promise<boolean> {
    const { reset } = this.board;
    if (reset === undefined) return false;
    await reset.run(undefined, level);
    for (const link of this.links)
      if (this.isPlayerConnection(link)) await this.dial(link, false);
      else await this.drain(link);
    return true;
  }

  /** Whatever is said before the line is quiet is gone. */
  private async drain(name: string): Promise<void> {
    const { clock } = this.board;
    const end = after(clock.now(), LONGEST_BOOT);
    for (let until = after(clock.now(), QUIET); until < end; until = after(clock.now(), QUIET))
      if ((await (await this.openedLink(name))?.receive(until)) === undefined) return;
  }

  /** Undefined: nobody has come by this link, or the board has closed it. */
  private async openedLink(name: string): Promise<Link | undefined> {
    if (this.open.has(name) || !this.isOnDemand(name)) return this.board.link(name);
    if (this.isPlayerConnection(name)) return undefined;
    this.open.add(name);
    return openLink(this.board, name);
  }

  private async present({ symbology, bytes }: PresentStep): Promise<void> {
    const { stimulus } = this.board;
    if (stimulus === undefined) throw new Error(`this board ${MISSING_CAPABILITY.stimulus}`);
    await stimulus.present(symbology, bytes);
  }

  private isOnDemand(name: string): boolean {
    return this.board.onDemand?.has(name) === true;
  }

  /** A connection of a player, who comes and goes; a serial line behind a TCP port is there as long as its board. */
  private isPlayerConnection(name: string): boolean {
    return this.board.binding(name) === 'tcp' && this.isOnDemand(name);
  }

  /** What needs no wait: the time, and what has come already. */
  private resultNow(effect: Effect, now: Micros): EffectResult | undefined {
    if (effect.op === 'now') return { now };
    // Players' links keep a timer's pace: what passes on several of them has no order of its own.
    if (effect.op !== 'receive' || effect.until > now || this.isOnDemand(effect.link)) return undefined;
    const link = this.board.link(effect.link);
    return link.tryReceive === undefined ? undefined : { now, chunk: link.tryReceive() };
  }

  /** By a link that is always open: nothing else is in between, as this is all that most campaigns do. */
  private transferOnSteadyLink(effect: Effect): Promise<EffectResult> | undefined {
    if ((effect.op !== 'send' && effect.op !== 'receive') || this.isOnDemand(effect.link)) return undefined;
    const link = this.board.link(effect.link);
    const transfer = effect.op === 'send' ? link.send(effect.bytes) : link.receive(effect.until);
    return transfer.then((chunk) => ({ now: this.board.clock.now(), chunk }));
  }

  private async perform(effect: Effect): Promise<EffectResult> {
    const { clock } = this.board;
    if (effect.op === 'present') await this.present(effect.step);
    else if (effect.op === 'dial') await this.dial(effect.link, effect.up);
    else if (effect.op !== 'now') {
      const link = await this.openedLink(effect.link);
      if (link !== undefined)
        return effect.op === 'send'
          ? { chunk: await link.send(effect.bytes), now: clock.now() }
          : this.receiveFrom(link, effect.until);
      if (effect.op === 'receive') await clock.until(effect.until);
    }
    return { now: clock.now() };
  }

  private async receiveFrom(link: Link, until: Micros): Promise<EffectResult> {
    try {
      const chunk = await link.receive(until);
      return { now: this.board.clock.now(), chunk };
    } catch (error) {
      if (!(error instanceof LinkError) || !this.isPlayerConnection(link.name)) throw error;
      await this.dial(link.name, false);
      return { now: this.board.clock.now(), ended: true };
    }
  }

  private async dial(name: string, up: boolean): Promise<void> {
    this.open.delete(name);
    if (!up) return closeLink(this.board, name);
    await openLink(this.board, name);
    this.open.add(name);
  }
}
