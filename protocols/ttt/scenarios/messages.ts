/** What is ignored, when the server closes, and chunks of a stream. */
import { byteText, millis } from '../../../api/index';
import { BYTE, CELLS, invalidCharacters } from '../message';
import { chunking, playerBytes } from '../ttt.arbitrary';
import { tryNewcomers } from './joining';
import { highest, lineless, middle, type Plan, type Step } from './plan';
import { scenario, type Sitting, type TttScenario } from './sitting';

const ID = 'TTT-04';
/** Characters of one sitting: too few in a row for their number to matter. */
const GROUP = 16;
const DIGITS = CELLS.map((cell) => BYTE.cell0 + cell);

function groupsOf(bytes: readonly number[]): readonly (readonly number[])[] {
  const count = Math.ceil(bytes.length / GROUP);
  return Array.from({ length: count }, (_, n) => bytes.slice(n * GROUP, (n + 1) * GROUP));
}

/** A character in turn, with a move as its fence, on a board with cells. */
function withFence(plan: Plan, byte: number, fence: typeof lineless): Plan {
  if (!plan.isMachine) {
    if (plan.cells < 2 || plan.cells > 6) plan.rounds(1, lineless).moves(2, middle);
    return plan.send(plan.mover, [byte]).tryOccupied().move(fence);
  }
  // The machine's answer to a character would be taken for its answer to the fence.
  return plan.move(middle).send(plan.mover, [byte]).quiet().tryOccupied().rounds(1, fence);
}

/** Moves to occupied cells, so early that no round can be over. */
function occupied(plan: Plan, count: number): Plan {
  plan.seat();
  for (let n = 0; n < count; n++) {
    plan.move();
    for (let nth = 0; nth < 2 * count; nth++) plan.tryOccupied(nth);
  }
  return plan.rounds(2);
}

const ignored = scenario(
  { id: 'ignored', title: 'invalid characters, and moves that are out of order', covers: [ID] },
  async (sitting) => {
    for (const count of [1, 2, 3]) await sitting.play('occupied cells', (plan) => occupied(plan, count));
    // A character that counts as the cell of its fence shows by what comes before that, as the machine's answer does.
    const fences = sitting.isMachine ? [highest] : sitting.all([lineless, highest], 1);
    for (const fence of fences)
      for (const group of groupsOf(invalidCharacters(sitting.binding)))
        await sitting.play(`characters ${group.map(byteText).join()} of the player in turn`, (plan) => {
          plan.seat();
          for (const byte of group) withFence(plan, byte, fence);
          return plan.finish();
        });
    if (sitting.isMachine) return;
    for (const group of groupsOf(invalidCharacters(sitting.binding)))
      await sitting.play('characters out of turn', (plan) => {
        plan.seat().moves(1).sendEach(plan.other, group);
        return plan.quiet().finish().rounds(1);
      });
    for (const ply of sitting.all([0, 1, 3, 2, 4, 5, 6], 3))
      await sitting.play(`moves out of turn after ${ply} moves`, (plan) => {
        plan.seat().moves(ply).sendEach(plan.other, DIGITS).quiet().finish();
        return plan.sendEach(plan.other, DIGITS).quiet().rounds(1);
      });
    await sitting.play('moves of the first before the second has joined', (plan) => {
      const [first, second] = sitting.links;
      return plan.join(first).sendEach(first, DIGITS).quiet().join(second).rounds(2);
    });
  },
);

const strangers = scenario(
  { id: 'strangers-ignored', title: 'moves and characters of someone not seated are ignored', covers: [ID] },
  async (sitting) => {
    const { host, binding, links } = sitting;
    if (!sitting.hasStranger)
      return host.bench.skip(ID, `needs ${sitting.seats + 1} players, one of them not seated`);
    if (!(await tryNewcomers(sitting, [2]))) return;
    if (binding === 'tcp') {
      for (const ply of [0, 1, 2])
        await sitting.play(`a newcomer moves at once, after ${ply} moves`, (plan) => {
          plan.seat().moves(ply);
          const newcomer = plan.stranger ?? '';
          plan.join(newcomer).steps.push({ bytes: Uint8Array.from(DIGITS), link: newcomer });
          return plan.quiet().leave(newcomer).finish().rounds(1);
        });
      return;
    }
    for (const isRefused of [false, true])
      for (const ply of sitting.all([0, 3, 1, 2, 4], 2))
        await sitting.play(`moves of someone ${isRefused ? 'refused' : 'who never joined'}`, (plan) => {
          plan.seat().moves(ply);
          if (isRefused) plan.join(plan.stranger).quiet();
          return plan.sendEach(plan.stranger, DIGITS).quiet().finish().rounds(1);
        });
    for (const group of groupsOf(invalidCharacters(binding)))
      await sitting.play('characters of someone not seated', (plan) => {
        plan.seat().moves(1);
        return plan.sendEach(plan.stranger, group).join(plan.stranger).quiet().finish();
      });
    await sitting.play('moves and characters before anybody has joined', (plan) => {
      for (const link of links) plan.sendEach(link, [...DIGITS, 0x6a, 0x00, 0x0a]);
      return plan.quiet().seat().rounds(2);
    });
    await sitting.play('seated players join again', (plan) => {
      plan.seat();
      for (let n = 0; n < 6; n++) {
        for (const link of plan.game.seats) plan.send(link, [BYTE.join]);
        plan.quiet().move();
      }
      return plan.rounds(1);
    });
  },
);

const closing = scenario(
  {
    id: 'closes-behind-full',
    title: 'the server closes the connection after F, and F comes first',
    covers: ['TTT-05'],
    bindings: ['tcp'],
    isPlain: true,
  },
  async (sitting) => {
    if (!sitting.hasStranger)
      return sitting.host.bench.skip('TTT-05', `needs ${sitting.seats + 1} players, one of them not seated`);
    for (let n = 0; n < 3; n++)
      await sitting.play('a newcomer again and again', (plan) => {
        plan.seat();
        for (let i = 0; i < 4; i++) plan.join(plan.stranger).quiet();
        return plan;
      });
  },
);

/** Between the pieces of one input. */
const PIECE_GAP: Step = { pause: millis(3) };

const chunks = scenario(
  {
    id: 'chunks',
    title: 'any cutting of the stream gives the same answers',
    covers: ['TTT-42'],
    bindings: ['tcp', 'serial'],
  },
  async (sitting) => {
    const { host, binding } = sitting;
    const isSerial = binding === 'serial';
    const text = isSerial ? 'x4Jx0QJ01234QxJ48' : 'x4Jx0Q01234';
    const isGood = await sitting.play('characters one by one', (plan) =>
      plan.seat().sendEach(plan.mover, Buffer.from(text, 'latin1')).quiet(),
    );
    if (!isGood) return host.bench.inconclusive('TTT-42', 'bytes one by one go wrong, too');
    const letters = isSerial ? ['QJ4', 'J4', 'xQJx408', 'QJQJQJ012345678', 'QxJ4Q'] : [];
    for (const word of ['x4', '4x', 'xxxx4', '048', '012345678', 'x0x1x2x3x4x5x6x7x8', ...letters])
      for (const length of [word.length, 1, 2, 3]) await playPieces(sitting, cutEvery(word, length));
    const any = playerBytes(binding, 40).chain((bytes) => chunking(bytes));
    await host.bench.forAll(
      any,
      { title: 'a stream in chunks', runs: host.bench.exhaustive ? 40 : 8, show: piecesText },
      (pieces) => playPieces(sitting, pieces),
    );
  },
);

function cutEvery(text: string, length: number): readonly Uint8Array[] {
  const bytes = Buffer.from(text, 'latin1');
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, n) =>
    Uint8Array.from(bytes.subarray(n * length, (n + 1) * length)),
  );
}

function piecesText(pieces: readonly Uint8Array[]): string {
  return pieces.map((piece) => Buffer.from(piece).toString('hex')).join(' | ');
}

/** A player sends the pieces close to each other, and again; then somebody moves, if it is known who. */
async function playPieces(sitting: Sitting, pieces: readonly Uint8Array[]): Promise<void> {
  if (pieces.length === 0) return;
  await sitting.play(`${pieces.length} pieces: ${piecesText(pieces)}`, (plan) => {
    const link = plan.seat().mover;
    for (let n = 0; n < 2; n++) {
      for (const bytes of pieces) plan.steps.push({ bytes, link }, PIECE_GAP);
      plan.quiet();
    }
    return plan;
  });
  const { table } = sitting.host.state;
  const player = table?.seats[table.turn];
  if (table === undefined || player === undefined || table.seats.length < sitting.seats) return;
  const cell = lineless(table, sitting.host.state.notes.round) ?? 0;
  await sitting.host.play('then a move', { bytes: Uint8Array.of(BYTE.cell0 + cell), link: player });
}

export const MESSAGES: readonly TttScenario[] = [ignored, strangers, closing, chunks];
