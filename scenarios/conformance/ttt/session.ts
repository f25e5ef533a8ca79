/** The host's side of a TTT server: the players on their links, the timeouts, and the answer times. */
import type { LinkBinding } from '../../../devices/links/link';
import type { Game } from '../../../protocols/ttt/rules';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { sortByTime } from '../../bench/traffic-order';
import { playerRxText, type PlayerRx } from '../../oracle/ttt/descriptions';
import type { BytesRecord } from '../../record';
import { Player } from './player';

/** From the last byte sent to the first of the answer, microseconds. */
interface Span {
  readonly low: number;
  readonly high: number;
}

const EVIDENCE = 12;
/** A slow server gets longer where nothing may come. This is the most. */
const MAX_DELAY_US = 300_000;
/** The answer time is a SHOULD, so a missing answer is noticed late. */
const MIN_TIMEOUT_MS = 3000;

/** The game that the parameter names; it has no other values. */
export function gameOf(text: string | number | undefined): Game {
  return text === 'ttt-pvp' ? 'ttt-pvp' : 'ttt-pve';
}

/** Players of a full game. */
export function seatsOf(game: Game): number {
  return game === 'ttt-pve' ? 1 : 2;
}

export class TttSession {
  readonly game: Game;
  readonly binding: LinkBinding;
  /** The players' links, in the order of the suite. */
  readonly names: readonly string[];
  /** Players of a full game. */
  readonly seats: number;
  /** How long to wait for what is due. */
  readonly answerTimeout: Micros;
  /** How long to wait for the answer to a probing move. */
  readonly probeTimeout: Micros;
  readonly delays: { readonly join: Span[]; readonly move: Span[] } = { join: [], move: [] };
  /** Moves to occupied cells were ignored at the beginning of a round. */
  refusesOccupied = false;
  garbledCount = 0;
  protected readonly players: ReadonlyMap<string, Player>;
  private readonly minSettleTime: Micros;
  private recentDelay = 0;

  constructor(readonly bench: Bench) {
    this.game = gameOf(bench.text('game'));
    this.seats = seatsOf(this.game);
    this.names = bench.board.linkUrls.map(({ name }) => name);
    this.binding = bench.board.binding(this.names[0] ?? 'a');
    this.players = new Map(
      this.names.map((name) => [name, new Player(bench, name, bench.board.binding(name))]),
    );
    this.minSettleTime = millis(bench.number('settleMs'));
    const response = bench.number('responseMs');
    this.answerTimeout = millis(Math.max(MIN_TIMEOUT_MS, 10 * response));
    this.probeTimeout = millis(Math.max(200, 4 * response));
  }

  /** The clause of joins. */
  get joinClause(): string {
    return this.game === 'ttt-pve' ? 'TTT-20' : 'TTT-30';
  }

  /** The wait before input on another link, and for what may not come. It is longer for a slow server. */
  get settleTime(): Micros {
    return micros(this.minSettleTime + 2 * Math.min(this.recentDelay, MAX_DELAY_US));
  }

  player(name: string): Player {
    const player = this.players.get(name);
    if (player === undefined) throw new Error(`no player ${name}`);
    return player;
  }

  recordDelay(what: 'join' | 'move', span: Span): void {
    this.recentDelay = Math.max(0.9 * this.recentDelay, span.high);
    this.delays[what].push(span);
  }

  failGarbled(rx: PlayerRx, name: string): void {
    this.garbledCount++;
    this.bench.check('TTT-01', false, () => ({
      title: `what ${name} receives`,
      expected: 'one byte out of 0..8, S, F, P or W',
      seen: playerRxText(rx),
      evidence: this.evidence(),
    }));
  }

  evidence(): BytesRecord[] {
    const all = [...this.players.values()].flatMap(({ channel }) => channel.evidence());
    return sortByTime(all).slice(-EVIDENCE);
  }
}
