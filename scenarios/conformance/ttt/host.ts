/**
 * The harness at a TTT server: its players, and sittings that are tried, repeated and judged.
 *
 * A trial does something to a game that must not change it. Where the game goes astray, the same is played without: what
 * goes wrong then too is charged to the clause of the move, the join or the leave that it shows in.
 */
import { LinkError } from '../../../devices/links/link';
import { after, micros, millis } from '../../../protocols/time';
import { BoardSilent } from '../../bench/bench';
import { clausesOf } from './diagnosis';
import { playMoves } from './moves';
import { TttSession } from './session';
import { FaultError, Table, type Fault } from './table';

type Work = (table: Table) => Promise<void>;

/** Where plain games go wrong so often in a scenario, more trials say nothing new. */
const MAX_UNDECIDED = 3;
/** A flood is listened to for this long. */
const FLOOD = millis(3000);

export class TttHost extends TttSession {
  /** Who sat after the last sitting, if that went well. */
  private seated: readonly string[] = [];
  /** The server tells nobody that the other has left: that is not waited for again. */
  private noLeaveNotice = false;
  /** Trials that decided nothing, because plain games go wrong. */
  private undecidedTrials = 0;

  /** A sitting: everyone has left before. What went astray comes back; nothing is judged but TTT-01 and TTT-05. */
  async runSitting(work: Work, control = false): Promise<Sitting> {
    await this.leaveAll();
    // In virtual time a fresh server costs nothing: no sitting suffers from those before.
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

  /** A sitting in which nothing is done but what games consist of. What went astray is judged. */
  async playPlain(work: Work): Promise<Table | undefined> {
    const sitting = await this.runSitting(work);
    if (sitting.fault === undefined) return sitting.table;
    await this.chargePlain(sitting.fault, await this.explain(sitting.table, sitting.fault), work);
    return undefined;
  }

  /** A sitting with something that must change nothing, or only what `clauses` say. true: nothing went astray. */
  async trial(
    clauses: readonly string[],
    what: string,
    work: Work,
    // What goes wrong without: bytes at random are no way to find out of which clause that is.
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
      for (const id of new Set([
        ...chargedClauses(clauses, fault, this),
        ...closedWithoutMessage(table, fault),
      ]))
        this.charge(id, what, fault);
    };
    if (fault.disturbance === undefined) {
      if (without === 'judged') await this.chargePlain(fault, explained, work);
      // What was done showed nothing while it could: the game went astray by itself.
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
    const { clauses: alone, dead } = explained;
    if (replayed === 'never wrong') {
      for (const id of dead ? ['TTT-41'] : alone) this.charge(id, '', fault);
      return this.leaveOpen(clauses, what);
    }
    const sameClauses = alone.length > 0 && alone.join() === replayed.join();
    return sameClauses ? this.passDespiteFault(clauses, what) : this.leaveOpen(clauses, what);
  }

  /** The game goes wrong, but no other way than it does without. */
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

  /** Plays the same without what must change nothing, and with it, in turns: against the machine no two games are the same. The clauses
   * that are broken without it are given back. */
  private async replay(
    work: Work,
    judged: boolean,
  ): Promise<readonly string[] | 'wrong with it' | 'never wrong'> {
    await this.restartServer();
    const { rounds, convincing, enough } = this.replays;
    let wrong = 0;
    for (let n = 0; n < rounds && wrong < convincing; n++) {
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
      if (fault.kind === 'extra' || (await this.isAlive())) continue;
      await this.restartServer();
      return 'wrong with it';
    }
    return wrong >= enough ? 'wrong with it' : 'never wrong';
  }

  private get replays(): { readonly rounds: number; readonly convincing: number; readonly enough: number } {
    if (this.game === 'ttt-pvp') return { rounds: 1, convincing: 1, enough: 1 };
    return this.bench.exhaustive
      ? { rounds: 20, convincing: 6, enough: 1 }
      : { rounds: 8, convincing: 3, enough: 1 };
  }

  /** What a fault shows, were it in a plain sitting: asked while the game is as it is. */
  private async explain(table: Table, fault: Fault): Promise<Explained> {
    const clauses = await clausesOf(table, fault);
    const dead = fault.kind !== 'extra' && !(await this.isAlive());
    return { clauses, dead };
  }

  /** Charges what went astray in a plain sitting. Throws {@link BoardSilent} where the server is gone for good. */
  private async chargePlain(fault: Fault, { clauses, dead }: Explained, work: Work): Promise<void> {
    if (!dead) {
      for (const id of clauses) this.charge(id, '', fault);
      return void (await this.restartServer());
    }
    this.charge('TTT-41', 'the server answers no more', fault);
    if (!(await this.restartServer())) {
      for (const id of clauses) this.charge(id, '', fault);
      throw new BoardSilent(`the server answers no more: ${fault.detail.title}`);
    }
    const again = await this.runSitting(work, true);
    if (again.fault === undefined) return;
    for (const id of await clausesOf(again.table, again.fault)) this.charge(id, '', again.fault);
    await this.restartServer();
  }

  /** Everyone leaves, and what is still said is not listened to. */
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

  /** The other has left, and the server says so, however slow it is: what comes later would be taken for an answer. */
  private async awaitLeaveNotice(name: string): Promise<void> {
    if (this.binding === 'tcp' || this.bench.exhaustive || this.noLeaveNotice) return;
    const rx = await this.player(name).receive(after(this.bench.now(), this.answerTimeout));
    this.noLeaveNotice = rx === undefined;
  }

  /** What is still said is not listened to. */
  private async discardAll(): Promise<void> {
    await this.bench.pause(this.settleTime);
    for (const name of this.names) {
      if (!(await this.player(name).discard(micros(0), FLOOD))) await this.player(name).close();
    }
  }

  /** The end of a scenario: everyone leaves, connections and sockets are given up. */
  async release(): Promise<void> {
    try {
      await this.leaveAll();
      for (const player of this.players.values()) await player.close();
    } catch (error) {
      // What ended the scenario is what counts: a lost line, an interruption.
      if (!(error instanceof LinkError)) throw error;
    }
  }

  /** Whether a game goes well that nothing is done to; judged. */
  async plainGameWorks(): Promise<boolean> {
    const table = await this.playPlain(async (one) => {
      for (const name of this.names.slice(0, this.seats)) await one.join(name);
      await playMoves(one, 3);
    });
    return table !== undefined;
  }

  /** Whether anybody who joins is answered at all. */
  async isAlive(): Promise<boolean> {
    const [first] = this.names;
    if (first === undefined) return false;
    await this.leaveAll();
    await this.player(first).join();
    const rx = await this.player(first).receive(after(this.bench.now(), this.answerTimeout));
    await this.leaveAll();
    return rx !== undefined && rx.kind !== 'closed';
  }

  /** Begins the server afresh where that can be. false: it cannot, or the server does not come back. */
  private async restartServer(): Promise<boolean> {
    if (!(await this.bench.reset())) return false;
    return this.isAlive();
  }

  private charge(id: string, what: string, fault: Fault): void {
    const title = what === '' ? fault.detail.title : `${what}: ${fault.detail.title}`;
    this.bench.check(id, false, () => ({ ...fault.detail, title }));
  }
}

interface Explained {
  readonly clauses: readonly string[];
  /** Nobody who joins hears anything any more. */
  readonly dead: boolean;
}

interface Sitting {
  readonly table: Table;
  readonly fault: Fault | undefined;
}

/** Who joins is answered wrongly: of joining and leaving on one connection, that is a matter of joining. */
function chargedClauses(
  clauses: readonly string[],
  { event, due }: Fault,
  { joinClause }: TttHost,
): readonly string[] {
  const own = event?.kind === 'join' && due?.to === event.player && clauses.includes(joinClause);
  return own ? [joinClause] : clauses;
}

/** F was due, and the connection ended without it: that is TTT-05's too. */
function closedWithoutMessage({ host }: Table, { due, event, odd }: Fault): readonly string[] {
  if (host.binding !== 'tcp' || event?.kind !== 'join' || due === undefined) return [];
  return odd.some(({ to, rx }) => to === due.to && rx.kind === 'closed') ? ['TTT-05'] : [];
}
