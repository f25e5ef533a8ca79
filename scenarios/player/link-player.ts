/** Plays on the links of a board, virtual or real. */
import type { Board } from '../../devices/board/board';
import { closeLink, openLink } from '../../devices/board/board-links';
import { LinkError, type Link } from '../../devices/links/link';
import type { Chunk } from '../../protocols/chunk';
import { after, micros, millis, type Micros } from '../../protocols/time';
import { MISSING_CAPABILITY } from '../bench/missing-capability';
import type { EffectResult, Play, Effect } from './play';
import type { PresentStep } from './step';

/** An instant that is over for this long when it is waited for shows a stall of this process: bytes may have come during it. */
const STALL = millis(5);
/** After a stall such bytes are waited for. */
const STALL_GRACE = millis(20);

export class LinkPlayer {
  readonly links: readonly string[];
  hasReceived = false;
  /** The time in which wire and board were busy or a case needed silence, microseconds. The rest is the host's. */
  wireTime = 0;
  /** When the last play began. */
  protected playedSince = micros(0);
  /** Open links of those that cases open and close. */
  private readonly open = new Set<string>();

  /** `checkpoint` is called before each wait, and throws to end the play. `show`: shows a code. Default: by the board's stimulus. */
  constructor(
    protected readonly board: Board,
    protected readonly checkpoint: () => void,
    private readonly show?: (symbology: string, bytes: Uint8Array) => Promise<void>,
  ) {
    this.links = board.linkUrls.map(({ name }) => name);
  }

  /** `listener` gets each chunk that passes, before the play does. */
  async play<T>(steps: Play<T>, listener?: (chunk: Chunk, link: string) => void): Promise<T> {
    const { clock } = this.board;
    this.playedSince = clock.now();
    let turn = steps.next();
    while (turn.done !== true) {
      const effect = turn.value;
      const began = clock.now();
      let result = this.resultNow(effect, began);
      if (result === undefined) {
        this.checkpoint();
        result = await this.unlessStopped(this.transferOnSteadyLink(effect) ?? this.perform(effect));
        // If the host ends a silence late, the time after its end counts as the host's.
        const end = effect.op === 'receive' && result.chunk === undefined ? effect.until : result.now;
        this.wireTime += Math.max(0, Math.min(end, result.now) - began);
      }
      this.hasReceived ||= effect.op === 'receive' && result.chunk !== undefined;
      if (result.chunk !== undefined && 'link' in effect) listener?.(result.chunk, effect.link);
      turn = steps.next(result);
    }
    return turn.value;
  }

  /** If `work` fails because the campaign was stopped, which closes the links, it throws that reason. */
  protected async unlessStopped<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.checkpoint();
      throw error;
    }
  }

  /** Undefined if the link is not open, or the board has closed it. */
  private async openedLink(name: string): Promise<Link | undefined> {
    if (this.open.has(name) || !this.isOnDemand(name)) return this.board.link(name);
    if (this.isPlayerConnection(name)) return undefined;
    this.open.add(name);
    return openLink(this.board, name);
  }

  private async present({ symbology, bytes }: PresentStep): Promise<void> {
    if (this.show !== undefined) return this.show(symbology, bytes);
    const { stimulus } = this.board;
    if (stimulus === undefined) throw new Error(`this board ${MISSING_CAPABILITY.stimulus}`);
    await stimulus.present(symbology, bytes);
  }

  private isOnDemand(name: string): boolean {
    return this.board.onDemand?.has(name) === true;
  }

  /** The connection of a player, which a case opens and closes. A serial line behind a TCP port is permanent. */
  protected isPlayerConnection(name: string): boolean {
    return this.board.binding(name) === 'tcp' && this.isOnDemand(name);
  }

  /** The results that need no wait: the time, and bytes that have come already. */
  private resultNow(effect: Effect, now: Micros): EffectResult | undefined {
    if (effect.op === 'now') return { now };
    // Bytes of several players' links have no order, so the rig waits when it reads these links.
    if (effect.op !== 'receive' || effect.until > now || this.isOnDemand(effect.link)) return undefined;
    if (now - effect.until >= STALL) return undefined;
    const link = this.board.link(effect.link);
    return link.tryReceive === undefined ? undefined : { now, chunk: link.tryReceive() };
  }

  /** A transfer on a permanent link, without further awaits: the most frequent effect. */
  private transferOnSteadyLink(effect: Effect): Promise<EffectResult> | undefined {
    if ((effect.op !== 'send' && effect.op !== 'receive') || this.isOnDemand(effect.link)) return undefined;
    const link = this.board.link(effect.link);
    const transfer = effect.op === 'send' ? link.send(effect.bytes) : link.receive(this.endOf(effect.until));
    return transfer.then((chunk) => ({ now: this.board.clock.now(), chunk }));
  }

  private endOf(until: Micros): Micros {
    const now = this.board.clock.now();
    return now - until < STALL || this.board.clock.virtual ? until : after(now, STALL_GRACE);
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

  protected async dial(name: string, up: boolean): Promise<void> {
    this.open.delete(name);
    if (!up) return closeLink(this.board, name);
    await openLink(this.board, name);
    this.open.add(name);
  }
}
