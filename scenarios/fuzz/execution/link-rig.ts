/** The rig of a real board: plays on its links, in real time, and resets it. */
import type { Board } from '../../../devices/board/board';
import { boardWait, longestStall } from '../../../devices/board/board-links';
import { millis, type Micros } from '../../../protocols/time';
import { drain } from '../../player/drain';
import { LinkPlayer } from '../../player/link-player';
import { nothingSpent } from '../campaign/budget';
import type { Rig } from './rig';

/** A line is quiet after `QUIET`. The rig waits at most `LONGEST_BOOT` for a board that sends after a reset. */
const QUIET = millis(150);
const LONGEST_BOOT = millis(5000);

/** The size of the smallest usual receive buffer. Any board may have one, also one at a terminal server. */
const AHEAD = 64;

export class LinkRig extends LinkPlayer implements Rig {
  readonly isVirtual = false;
  readonly spent = nothingSpent();
  /** Unknown at first: the first reset checks it. */
  needsLivenessCheck = true;

  constructor(
    board: Board,
    checkpoint: () => void,
    readonly ahead: number | undefined = AHEAD,
  ) {
    super(board, checkpoint);
  }

  get resetLevels(): number {
    return this.board.reset?.levels ?? 0;
  }

  get presents(): boolean {
    return this.board.stimulus !== undefined;
  }

  stallDuration(since = this.playedSince): Micros {
    return longestStall(this.board, since);
  }

  waitDuration(since = this.playedSince): Micros {
    return boardWait(this.board, since);
  }

  begin(): boolean {
    return false;
  }

  async reset(level = 0): Promise<boolean> {
    const { reset } = this.board;
    if (reset === undefined) return false;
    this.checkpoint();
    await this.unlessStopped(reset.run(undefined, level));
    for (const link of this.links)
      if (this.isPlayerConnection(link)) await this.dial(link, false);
      else await this.play(drain(link, QUIET, LONGEST_BOOT));
    return true;
  }
}
