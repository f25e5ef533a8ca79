/** On udp: bytes after the first one of a datagram, and empty datagrams. */
import { emptyCells } from '../board';
import { BYTE, CELLS, invalidCharacters } from '../message';
import { tryNewcomers } from './joining';
import { wanted, type Plan } from './plan';
import { scenario, type TttScenario } from './sitting';

/** The longest datagram that every network carries. */
const LONGEST = 508;
/** What number parsers skip before a number, or take for its sign. */
const LENIENT = [0x20, 0x2b, 0x00, 0x0a, 0x09, 0x2d, 0x0d];
/** Datagrams of one sitting. */
const HIDDEN = 6;
/** Empty datagrams after one that would be a valid move. */
const TRIES = 50;
const EACH = 10;
const DIGITS = CELLS.map((cell) => BYTE.cell0 + cell);

function bytesOf(text: string): number[] {
  return [...Buffer.from(text, 'latin1')];
}

const rest = scenario(
  {
    id: 'rest-of-datagram',
    title: 'bytes after the first of a datagram are ignored',
    covers: ['TTT-02'],
    bindings: ['udp'],
  },
  async (sitting) => {
    const { bench } = sitting.host;
    const invalid = [...LENIENT, ...invalidCharacters('udp').filter((byte) => !LENIENT.includes(byte))];
    const tails = [DIGITS, [BYTE.leave], [0x0d, 0x0a], [BYTE.join, ...DIGITS], [0x78, ...DIGITS]];
    for (let n = 0; n < (bench.exhaustive ? 8 : 3); n++) {
      await sitting.play('moves with more bytes after them', (plan) => {
        plan.seat();
        for (let i = 0; i < 8; i++) plan.move(undefined, tails[(n + i) % tails.length]).quiet();
        return plan.rounds(1);
      });
      await sitting.play('invalid characters with a move after them', (plan) =>
        hidden(plan, invalid.slice(n * HIDDEN, (n + 1) * HIDDEN)),
      );
    }
    for (const tail of ['4', '048', 'Q', 'JQ', 'Q4', '\0', '4'.repeat(LONGEST - 1)])
      await sitting.play(`J with ${tail.length} bytes after it`, (plan) => {
        for (const link of sitting.links.slice(0, sitting.seats)) plan.join(link, bytesOf(tail)).quiet();
        return plan.move(wanted(4)).rounds(2);
      });
    for (const tail of ['4', 'J', '\r\n', '048'])
      await sitting.play(`Q with ${tail.length} bytes after it`, (plan) => {
        const name = plan.seat().move().mover;
        return plan.leave(name, bytesOf(tail)).quiet().join(name).move(wanted(0)).rounds(1);
      });
    if (!sitting.hasStranger || !(await tryNewcomers(sitting, [1]))) return;
    await sitting.play('J of a refused player, with more bytes after it', (plan) => {
      plan.seat();
      for (let i = 0; i < 5; i++) plan.join(plan.stranger, DIGITS).quiet().move();
      return plan.finish();
    });
  },
);

/** A move that is hidden after a character is to another cell than the next move. */
function hidden(plan: Plan, firsts: readonly number[]): Plan {
  plan.seat();
  for (const [i, first] of firsts.entries()) {
    const cells = plan.isMachine ? CELLS : emptyCells(plan.game.board);
    const tail = i % 3 === 2 ? [BYTE.leave] : cells.slice(1).map((cell) => BYTE.cell0 + cell);
    plan
      .send(plan.mover, [first, ...tail])
      .quiet()
      .move()
      .quiet();
  }
  return plan.finish();
}

const empty = scenario(
  {
    id: 'empty-datagrams',
    title: 'an empty datagram has no effect, whoever sends it and whatever was before',
    covers: ['TTT-03'],
    bindings: ['udp'],
  },
  async (sitting) => {
    const { host, links } = sitting;
    for (const isOther of sitting.isMachine ? [false] : [false, true])
      for (const ply of sitting.all([0, 1, 3, 2, 4, 5, 6], 3))
        await sitting.play(`an empty datagram after ${ply} moves`, (plan) => {
          plan.seat().moves(ply);
          for (let n = 0; n < 3; n++) plan.send(isOther ? plan.other : plan.mover, []).quiet();
          return plan.finish().rounds(2);
        });
    await sitting.play('empty datagrams before anybody has joined', (plan) => {
      for (const link of links) plan.send(link, []);
      return plan.quiet().seat().rounds(1);
    });
    if (!sitting.hasStranger)
      return host.bench.inconclusive('TTT-03', `a stranger's needs ${sitting.seats + 1} players`);
    for (const isRefused of [false, true])
      await sitting.play("a stranger's empty datagrams", (plan) => {
        plan.seat();
        if (isRefused) plan.join(plan.stranger).quiet().tryOccupied().move();
        for (let n = 0; n < 5; n++) plan.send(plan.stranger, []).quiet().move();
        return plan.finish().rounds(1);
      });
    for (let n = 0; n < TRIES; n += EACH)
      await sitting.play('empty datagrams right after a byte that would be a valid move', (plan) =>
        afterMoves(plan, EACH),
      );
  },
);

/** An empty datagram does not repeat the one before it, which may still be in a buffer. */
function afterMoves(plan: Plan, count: number): Plan {
  const stranger = plan.seat().stranger;
  for (let n = 0; n < count; n++) {
    const cells = plan.isMachine ? CELLS : emptyCells(plan.game.board);
    const byte = n % 5 === 4 ? BYTE.leave : BYTE.cell0 + (cells[n % cells.length] ?? 0);
    plan.send(stranger, [byte]).send(plan.mover, []).quiet().move();
    plan.send(plan.other ?? plan.mover, []).quiet();
  }
  return plan.finish();
}

export const DATAGRAMS: readonly TttScenario[] = [rest, empty];
