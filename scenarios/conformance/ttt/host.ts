/**
 * The harness at a TTT server: it plays sittings, repeats them and judges them.
 *
 * A trial does something to a game that must not change it. After a fault the same game is played without that: a fault that
 * comes again is charged to the clause of the move, the join or the leave in which it shows.
 */
import { LinkError } from '../../../devices/links/link';
import { after, micros, millis } from '../../../protocols/time';
import { BoardSilent } from '../../bench/bench';
import { clausesOf, type BrokenClause } from './diagnosis';
import { playMoves } from './moves';
import { TttSession } from './session';
import { FaultError, type Fault } from './fault';
import { Table } from './table';

type Work = (table: Table) => Promise<void>;

/** After this number of undecided trials in a scenario, more of them show nothing new. */
const MAX_UNDECIDED = 3;
/** How long a flood of messages is discarded. */
const FLOOD = millis(3000);

export class TttHost extends TttSession {
  /** Who was seated after the last sitting, if that went well. */
  private seated: readonly string[] = [];
  /** The server did not tell a player that the other left: do not wait for that again. */
  private noLeaveNotice = false;
  /** Trials that decided nothing, because plain games go wrong. */
  private undecidedTrials = 0;

  /** Plays a sitting after everyone has left. Returns its fault, and judges only TTT-01 and TTT-05. */
  async runSitting(work: Work, control = false): Promise<Sitting> {
    await this.leaveAll();
    // In virtual time a restart costs nothing, so that no sitting depends on those before.
    if (this.bench.exhaustive && (await this.bench.reset())) await this.discardAll();
    const table = new Table(this, control);
    try {
      await work(table);
      await table.expectQuiet();
      this.seated = table.state.seats;
      return { table, fault: undefined };
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      return { table, fault: error.fault };
    }
  }

  /** Plays a sitting without disturbances, and judges its fault. undefined: it had one. */
  async playPlain(work: Work): Promise<Table | undefined> {
    const sitting = await this.runSitting(work);
    if (sitting.fault === undefined) return sitting.table;
    await this.chargePlain(sitting.fault, await this.explain(sitting.table, sitting.fault), work);
    return undefined;
  }

  /** Plays a sitting with something that must change nothing, or only as `clauses` say. true: there was no fault. */
  async trial(
    clauses: readonly string[],
    what: string,
    work: Work,
    // Whether faults of the control are judged: random bytes do not show which clause those break.
    without: 'judged' | 'left alone' = 'judged',
  ): Promise<boolean> {
    const { bench } = this;
    if (clauses.every((id) => bench.failedEnough(id)) || this.undecidedTrials >= MAX_UNDECIDED) return false;
    bench.note(what);
    const { table, fault } = await this.runSitting(work);
    if (fault === undefined) {
      for (const id of clauses) bench.check(id, true, () => ({ title: what }));
      return true;
    }
    const explained = await this.explain(table, fault);
    const charge = (): void => {
      for (const id of chargedClauses(clauses, fault, this)) this.charge(id, what, fault);
    };
    if (fault.disturbance === undefined) {
      if (without === 'judged') await this.chargePlain(fault, explained, work);
      // The disturbance had no effect while it could. The fault has another cause.
      return table.recovered ? this.passDespiteFault(clauses, what) : this.leaveOpen(clauses, what);
    }
    if (explained.dead && !(await this.restartServer())) {
      charge();
      throw new BoardSilent(`the server answers no more: ${what}`);
    }
    const replayed = await this.replay(work, without === 'judged');
    if (replayed === 'wrong with it') {
      charge();
      return false;
    }
    const { clauses: plainClauses, dead } = explained;
    if (replayed === 'never wrong') {
      this.chargeAll(dead ? [{ id: 'TTT-41' }] : plainClauses, fault);
      return this.leaveOpen(clauses, what);
    }
    const sameClauses = plainClauses.length > 0 && idsOf(plainClauses) === idsOf(replayed);
    return sameClauses ? this.passDespiteFault(clauses, what) : this.leaveOpen(clauses, what);
  }

  /** The game has the same fault without the disturbance. */
  private passDespiteFault(clauses: readonly string[], what: string): boolean {
    // On a real board every fault costs seconds.
    if (!this.bench.exhaustive) this.undecidedTrials++;
    if (this.undecidedTrials >= MAX_UNDECIDED) return this.leaveOpen(clauses, what);
    for (const id of clauses) this.bench.check(id, true, () => ({ title: what }));
    return true;
  }

  private leaveOpen(clauses: readonly string[], what: string): boolean {
    this.undecidedTrials++;
    for (const id of clauses) this.bench.inconclusive(id, `${what}: the game goes wrong without, too`);
    return false;
  }

  /**
   * Plays the same game with and without the disturbance in turns, as no two games against the machine are the same. Returns the
   * clauses that break without it.
   */
  private async replay(
    work: Work,
    judged: boolean,
  ): Promise<readonly BrokenClause[] | 'wrong with it' | 'never wrong'> {
    const { rounds, convincing } = this.replays;
    let wrong = 0;
    for (let n = 0; n < rounds && wrong < convincing; n++) {
      // Damage from the sitting before must not count against the game without the disturbance.
      await this.restartServer();
      const without = await this.runSitting(work, true);
      if (without.fault !== undefined) {
        const explained = await this.explain(without.table, without.fault);
        if (judged) await this.chargePlain(without.fault, explained, work);
        else await this.restartServer();
        return explained.clauses;
      }
      const { fault } = await this.runSitting(work);
      if (fault === undefined) continue;
      wrong++;
      if (isExtra(fault) || (await this.isAlive())) continue;
      await this.restartServer();
      return 'wrong with it';
    }
    return wrong > 0 ? 'wrong with it' : 'never wrong';
  }

  private get replays(): { readonly rounds: number; readonly convincing: number } {
    if (this.game === 'ttt-pvp') return { rounds: 1, convincing: 1 };
    return this.bench.exhaustive ? { rounds: 20, convincing: 6 } : { rounds: 8, convincing: 3 };
  }

  /** The clauses that the fault breaks in a plain sitting. Asks the server while the game is as it is. */
  private async explain(table: Table, fault: Fault): Promise<Explained> {
    const clauses = await clausesOf(table, fault);
    const dead = !isExtra(fault) && !(await this.isAlive());
    return { clauses, dead };
  }

  /** Charges the fault of a plain sitting. Throws {@link BoardSilent} if the server does not come back. */
  private async chargePlain(fault: Fault, { clauses, dead }: Explained, work: Work): Promise<void> {
    if (!dead) {
      this.chargeAll(clauses, fault);
      return void (await this.restartServer());
    }
    this.charge('TTT-41', 'the server answers no more', fault);
    if (!(await this.restartServer())) {
      this.chargeAll(clauses, fault);
      throw new BoardSilent(`the server answers no more: ${fault.detail.title}`);
    }
    const again = await this.runSitting(work, true);
    if (again.fault === undefined) return;
    this.chargeAll(await clausesOf(again.table, again.fault), again.fault);
    await this.restartServer();
  }

  /** Everyone leaves. What still comes is discarded. */
  async leaveAll(): Promise<void> {
    let rest = this.seated;
    this.seated = [];
    for (const [name, player] of this.players) {
      if (this.binding === 'tcp') await player.close();
      else if (player.open) await player.leave();
      if (!rest.includes(name)) continue;
      rest = rest.filter((one) => one !== name);
      for (const other of rest) await this.awaitLeaveNotice(other);
    }
    await this.discardAll();
  }

  /** Waits until the server tells a player that the other left. Later that would be taken for an answer. */
  private async awaitLeaveNotice(name: string): Promise<void> {
    if (this.binding === 'tcp' || this.bench.exhaustive || this.noLeaveNotice) return;
    const rx = await this.player(name).receive(after(this.bench.now(), this.answerTimeout));
    this.noLeaveNotice = rx === undefined;
  }

  /** Discards what still comes. */
  private async discardAll(): Promise<void> {
    await this.bench.pause(this.settleTime);
    for (const name of this.names) {
      if (!(await this.player(name).discard(micros(0), FLOOD))) await this.player(name).close();
    }
    this.beginAnew();
  }

  /** Everyone has left. What was found since the last sitting is nobody's matter. */
  private beginAnew(): void {
    this.dropFaults();
    this.monitor.assumeEmpty();
  }

  /** Ends a scenario: everyone leaves, and connections and sockets are closed. */
  async release(): Promise<void> {
    try {
      await this.leaveAll();
      for (const player of this.players.values()) await player.close();
    } catch (error) {
      // A lost line must not hide the error that ended the scenario.
      if (!(error instanceof LinkError)) throw error;
    }
  }

  /** Judges a game without disturbances. true: it went well. */
  async plainGameWorks(): Promise<boolean> {
    const table = await this.playPlain(async (one) => {
      for (const name of this.names.slice(0, this.seats)) await one.join(name);
      await playMoves(one, 3);
    });
    return table !== undefined;
  }

  /** Whether a player who joins is answered at all. */
  async isAlive(): Promise<boolean> {
    const [first] = this.names;
    if (first === undefined) return false;
    await this.leaveAll();
    await this.player(first).join();
    const rx = await this.player(first).receive(after(this.bench.now(), this.answerTimeout));
    await this.leaveAll();
    return rx !== undefined && rx.kind !== 'closed';
  }

  /** Restarts the server. false: there is no reset recipe, or the server does not come back. */
  private async restartServer(): Promise<boolean> {
    if (!(await this.bench.reset())) return false;
    return this.isAlive();
  }

  private charge(id: string, what: string, fault: Fault): void {
    this.bench.check(id, false, () => ({ ...fault.detail, title: `${what}: ${fault.detail.title}` }));
  }

  private chargeAll(clauses: readonly BrokenClause[], { detail }: Fault): void {
    for (const { id, because } of clauses) {
      const title = because === undefined ? detail.title : `${detail.title}; then ${because}`;
      this.bench.check(id, false, () => ({ ...detail, title }));
    }
  }
}

interface Explained {
  readonly clauses: readonly BrokenClause[];
  /** No player who joins is answered any more. */
  readonly dead: boolean;
}

interface Sitting {
  readonly table: Table;
  readonly fault: Fault | undefined;
}

/** The clauses to charge. A wrong answer to the join itself is charged to joining alone, not to leaving. */
function chargedClauses(
  clauses: readonly string[],
  { judgement }: Fault,
  { joinClause }: TttHost,
): readonly string[] {
  return judgement?.clause === joinClause && clauses.includes(joinClause) ? [joinClause] : clauses;
}

/** What was due had come. */
function isExtra({ judgement }: Fault): boolean {
  return judgement?.kind === 'unasked';
}

function idsOf(clauses: readonly BrokenClause[]): string {
  return clauses.map(({ id }) => id).join();
}
