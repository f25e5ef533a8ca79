/** A real board as fuzzing plays on it: by its links, in its own time. */
import type { Board } from '../../../devices/board/board';
import { LinkError, type Link } from '../../../devices/links/link';
import { stoodStill } from '../../../devices/links/open-links';
import { after, millis, type Micros } from '../../../protocols/time';
import { nothingSpent } from '../campaign/budget';
import type { Grant, Play, Wish } from './play';
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
  waited = 0;

  constructor(
    private readonly board: Board,
    private readonly checkpoint: () => void,
    readonly ahead: number | undefined = AHEAD,
  ) {
    this.links = board.linkUrls.map(({ name }) => name);
  }

  get resetLevels(): number {
    const { resetText, harder = [] } = this.board;
    return resetText === undefined ? 0 : 1 + harder.length;
  }

  get presents(): boolean {
    return this.board.stimulusText !== undefined;
  }

  async play<T>(steps: Play<T>): Promise<T> {
    const { clock } = this.board;
    let turn = steps.next();
    while (turn.done !== true) {
      const wish = turn.value;
      const began = clock.now();
      let granted = this.grantedNow(wish, began);
      if (granted === undefined) {
        this.checkpoint();
        granted = await (this.steady(wish) ?? this.grant(wish));
        // A silence that the host ends late is the host's from its end on.
        const end = wish.op === 'receive' && granted.chunk === undefined ? wish.until : granted.now;
        this.waited += Math.max(0, Math.min(end, granted.now) - began);
      }
      turn = steps.next(granted);
    }
    return turn.value;
  }

  stood(since: Micros): Micros {
    return stoodStill(this.board, since);
  }

  begin(): boolean {
    return false;
  }

  async reset(rung = 0): Promise<boolean> {
    if (this.resetLevels === 0) return false;
    await (rung === 0 ? this.board.reset() : this.board.harder?.[rung - 1]?.());
    for (const link of this.links)
      if (this.isPlayers(link)) await this.dial(link, false);
      else await this.drain(link);
    return true;
  }

  /** Whatever is said before the line is quiet is gone. */
  private async drain(name: string): Promise<void> {
    const { clock } = this.board;
    const end = after(clock.now(), LONGEST_BOOT);
    for (let until = after(clock.now(), QUIET); until < end; until = after(clock.now(), QUIET))
      if ((await (await this.reached(name))?.receive(until)) === undefined) return;
  }

  /** Undefined: nobody has come by this link, or the board has closed it. */
  private async reached(name: string): Promise<Link | undefined> {
    if (this.open.has(name) || !this.board.isOnDemand(name)) return this.board.link(name);
    if (this.isPlayers(name)) return undefined;
    this.open.add(name);
    return this.board.openLink(name);
  }

  /** A connection of a player, who comes and goes; a serial line behind a TCP port is there as long as its board. */
  private isPlayers(name: string): boolean {
    return this.board.binding(name) === 'tcp' && this.board.isOnDemand(name);
  }

  /** What needs no wait: the time, and what has come already. */
  private grantedNow(wish: Wish, now: Micros): Grant | undefined {
    if (wish.op === 'now') return { now };
    // Players' links keep a timer's pace: what passes on several of them has no order of its own.
    if (wish.op !== 'receive' || wish.until > now || this.board.isOnDemand(wish.link)) return undefined;
    const link = this.board.link(wish.link);
    return link.atHand === undefined ? undefined : { now, chunk: link.atHand() };
  }

  /** By a link that is always open: nothing else is in between, as this is all that most campaigns do. */
  private steady(wish: Wish): Promise<Grant> | undefined {
    if ((wish.op !== 'send' && wish.op !== 'receive') || this.board.isOnDemand(wish.link)) return undefined;
    const link = this.board.link(wish.link);
    const passing = wish.op === 'send' ? link.send(wish.bytes) : link.receive(wish.until);
    return passing.then((chunk) => ({ now: this.board.clock.now(), chunk }));
  }

  private async grant(wish: Wish): Promise<Grant> {
    const { clock } = this.board;
    if (wish.op === 'present') await this.board.present(wish.step.symbology, wish.step.bytes);
    else if (wish.op === 'dial') await this.dial(wish.link, wish.up);
    else if (wish.op !== 'now') {
      const link = await this.reached(wish.link);
      if (link !== undefined)
        return wish.op === 'send'
          ? { chunk: await link.send(wish.bytes), now: clock.now() }
          : this.received(link, wish.until);
      if (wish.op === 'receive') await clock.until(wish.until);
    }
    return { now: clock.now() };
  }

  private async received(link: Link, until: Micros): Promise<Grant> {
    try {
      const chunk = await link.receive(until);
      return { now: this.board.clock.now(), chunk };
    } catch (error) {
      if (!(error instanceof LinkError) || !this.isPlayers(link.name)) throw error;
      await this.dial(link.name, false);
      return { now: this.board.clock.now(), ended: true };
    }
  }

  private async dial(name: string, up: boolean): Promise<void> {
    this.open.delete(name);
    if (!up) return this.board.closeLink(name);
    await this.board.openLink(name);
    this.open.add(name);
  }
}
