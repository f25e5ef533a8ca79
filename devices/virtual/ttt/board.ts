/**
 * The virtual TTT server: one of two games, on one of three bindings.
 *
 *     ttt          tcp: a connection joins, its end leaves, the server closes after F and S
 *     ttt-udp      datagrams; a player is its source address and port
 *     ttt-serial   permanent lines; J joins, Q leaves
 *
 * A conformant server answers 0.1 to 2 ms after an event. The reset button shuts the game down and begins a new one.
 */
import type { Binding } from '../../../protocols/ttt/message';
import { TTT_PARAMETERS } from '../../../protocols/ttt/requirements';
import { freshGame, type Game, type GameEvent, type GameState } from '../../../protocols/ttt/rules';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { random, type Random } from '../../random';
import type { BoardKind, BoardOptions, Emission, VirtualBoard } from '../engine/board';
import { parameterValues } from '../engine/build-firmware';
import { Outbox } from '../engine/outbox';
import { TTT_DEFECTS } from './defects';
import { tttFirmware, type Reply, type TttFirmware } from './firmware';

/** The boards in the list of kinds: one for each binding. */
export const TTT_BOARD = kindOf('ttt', 'tcp', 'on TCP');
export const TTT_UDP_BOARD = kindOf('ttt-udp', 'udp', 'on UDP');
export const TTT_SERIAL_BOARD = kindOf('ttt-serial', 'serial', 'on serial lines');

function kindOf(name: string, binding: Binding, where: string): BoardKind {
  const defects = TTT_DEFECTS.filter(({ bindings }) => bindings?.includes(binding) ?? true);
  return {
    name,
    title: `Tic-tac-toe game server ${where}`,
    suite: 'ttt',
    links: ['a', 'b', 'c'].map((link) => ({ name: link, baud: 115_200, binding })),
    defects,
    defaultRuns: [{ game: 'ttt-pve' }, { game: 'ttt-pvp' }],
    create: (options) => new TttBoard(binding, options),
  };
}

class TttBoard implements VirtualBoard {
  private readonly game: Game;
  private readonly response: Micros;
  private readonly random: Random;
  private firmware: TttFirmware;
  private state: GameState;
  private readonly outbox = new Outbox<Emission>();
  private lastDue = micros(0);

  constructor(
    private readonly binding: Binding,
    private readonly options: BoardOptions,
  ) {
    const { text, number } = parameterValues(TTT_PARAMETERS, options.parameters);
    this.game = text('game') === 'ttt-pvp' ? 'ttt-pvp' : 'ttt-pve';
    this.response = millis(number('responseMs'));
    this.random = random(options.seed);
    this.firmware = this.startServer();
    this.state = freshGame(this.game);
  }

  receive(link: string, bytes: Uint8Array, at: Micros): void {
    for (const event of this.firmware.read(link, bytes)) this.handleEvent(event, at);
  }

  connected(player: string, at: Micros): void {
    this.handleEvent({ kind: 'join', player }, at);
  }

  disconnected(player: string, at: Micros): void {
    this.handleEvent({ kind: 'leave', player }, at);
  }

  wakeAt(): Micros | undefined {
    return this.outbox.due;
  }

  poll(now: Micros): readonly Emission[] {
    return this.outbox.take(now);
  }

  /** Shuts the game down, and starts the server again. */
  reset(at: Micros): void {
    this.handleEvent({ kind: 'shutdown' }, at);
    this.firmware = this.startServer();
  }

  private handleEvent(event: GameEvent, at: Micros): void {
    const reply = this.firmware.applyEvent(this.state, event);
    this.state = reply.state;
    if (reply.sent.length > 0 || reply.closes.length > 0) this.enqueueReply(reply, event, at);
  }

  /** Replies leave in the order of their events. A delayed message of one reply does not delay the others. */
  private enqueueReply({ sent, closes }: Reply, event: GameEvent, at: Micros): void {
    const due = micros(Math.max(this.lastDue, after(at, this.firmware.delay(event))));
    this.lastDue = due;
    for (const one of sent) {
      const when = one.delay === undefined ? due : after(due, one.delay);
      this.outbox.push(when, { link: one.to, bytes: this.firmware.write(one, event) });
    }
    if (this.binding !== 'tcp') return;
    for (const link of closes) this.outbox.push(due, { link, bytes: new Uint8Array(0), hangUp: true });
  }

  private startServer(): TttFirmware {
    const { binding, game, random, response, options } = this;
    const defects = TTT_DEFECTS.filter(({ name }) => options.defects.has(name));
    return tttFirmware({ binding, game, random, response }, defects);
  }
}
