/** Plays on the links of a board, virtual or real. */
import type { Board } from '../../devices/board/board';
import { closeLink, openLink } from '../../devices/board/board-links';
import { LinkError } from '../../devices/links/link';
import type { Chunk } from '../../protocols/chunk';
import { after, micros, millis, type Micros } from '../../protocols/time';
import { MISSING_CAPABILITY } from '../bench/missing-capability';
import type { EffectResult, Play, Effect } from './play';
import type { PresentStep } from './step';

/** An instant that is over for this long when it is waited for shows a stall of this process: bytes may have come during it. */
const STALL = millis(5);
/** After so many waits other work of this process, such as signals and timers, gets its turn. */
const WAITS_A_TURN = 256;
/** After a stall such bytes are waited for. */
const STALL_GRACE = millis(20);

export class LinkPlayer {
  readonly links: readonly string[];
  hasReceived = false;
  /** The time in which wire and board were busy or a case needed silence, microseconds. The rest is the host's. */
  wireTime = 0;
  /** When the last play began. */
  protected playedSince = micros(0);
  private waits = 0;
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
        const work = this.transfer(effect) ?? this.perform(effect);
        result = work instanceof Promise ? await this.unlessStopped(work) : work;
        if (++this.waits % WAITS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
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

  private async present({ symbology, bytes }: PresentStep): Promise<void> {
    if (this.show !== undefined) return this.show(symbology, bytes);
    const { stimulus } = this.board;
    if (stimulus === undefined) throw new Error(`this board ${MISSING_CAPABILITY.stimulus}`);
    await stimulus.present(symbology, bytes);
  }

  private isOpen(name: string): boolean {
    return this.open.has(name) || !this.isOnDemand(name);
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
    if (effect.op === 'send' && this.board.guard?.lets(effect.link, effect.bytes, now) === false)
      return { now, withheld: true };
    // Bytes of several players' links have no order, so the rig waits when it reads these links.
    if (effect.op !== 'receive' || effect.until > now || this.isOnDemand(effect.link)) return undefined;
    if (now - effect.until >= STALL) return undefined;
    const link = this.board.link(effect.link);
    return link.tryReceive === undefined ? undefined : { now, chunk: link.tryReceive() };
  }

  /** A transfer on an open link: the most frequent effect. In virtual time it needs no promise. */
  private transfer(effect: Effect): EffectResult | Promise<EffectResult> | undefined {
    if ((effect.op !== 'send' && effect.op !== 'receive') || !this.isOpen(effect.link)) return undefined;
    const { clock } = this.board;
    const link = this.board.link(effect.link);
    const ways = link.atOnce ?? link;
    const passed = effect.op === 'send' ? ways.send(effect.bytes) : ways.receive(this.endOf(effect));
    if (!(passed instanceof Promise)) return { now: clock.now(), chunk: passed };
    const result = passed.then((chunk) => ({ now: clock.now(), chunk }));
    return effect.op === 'send'
      ? result
      : result.catch((error: unknown) => this.closeAfter(error, link.name));
  }

  private endOf({ until, link }: { readonly until: Micros; readonly link: string }): Micros {
    const now = this.board.clock.now();
    const isInTime = now - until < STALL || this.board.clock.virtual;
    return isInTime || this.isOnDemand(link) ? until : after(now, STALL_GRACE);
  }

  private async perform(effect: Effect): Promise<EffectResult> {
    const { clock } = this.board;
    if (effect.op === 'present') await this.present(effect.step);
    else if (effect.op === 'dial') await this.dial(effect.link, effect.up);
    else if (effect.op !== 'now') {
      const { link } = effect;
      if (!this.isPlayerConnection(link)) await this.dial(link, true);
      else if (effect.op === 'receive') await clock.until(effect.until);
      return this.transfer(effect) ?? { now: clock.now() };
    }
    return { now: clock.now() };
  }

  /** The connection of a player has ended. */
  private async closeAfter(error: unknown, link: string): Promise<EffectResult> {
    if (!(error instanceof LinkError) || !this.isPlayerConnection(link)) throw error;
    // A campaign that is stopped closes the links itself.
    this.checkpoint();
    await this.dial(link, false);
    return { now: this.board.clock.now(), ended: true };
  }

  protected async dial(name: string, up: boolean): Promise<void> {
    this.open.delete(name);
    if (!up) return closeLink(this.board, name);
    await openLink(this.board, name);
    this.open.add(name);
  }
}
