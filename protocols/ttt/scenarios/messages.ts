/** What is ignored, when the server closes, datagrams, and chunks of a stream. */
import { millis, send, type PlayedSession, type Random } from '../../../api/index';
import { BYTE, CELLS, DIGITS, invalidCharacters } from '../message';
import { newcomers } from './joining';
import { TAILS } from './recipes';
import { scenario, type Script, type Sitting, type TttSessions } from './script';

/** Characters of one session: too few in a row for their number to matter. */
const GROUP = 16;

function groupsOf(bytes: readonly number[]): readonly (readonly number[])[] {
  const count = Math.ceil(bytes.length / GROUP);
  return Array.from({ length: count }, (_, n) => bytes.slice(n * GROUP, (n + 1) * GROUP));
}

/** A cell in the middle, so that those at both ends stay empty. */
const MIDDLE = 'take 4 3 5 1 7';

/** Characters of the player in turn, each with a move as its fence, on a board with cells. */
function withFences(script: Script, group: readonly number[], fence: string, isMachine: boolean): void {
  for (const [n, byte] of group.entries()) {
    // The machine's answer to a character would be taken for its answer to the fence.
    if (isMachine) script.turns(MIDDLE, `says ${byte}`).quiet().turns('occupied').rounds(1, fence);
    else {
      if (n % 4 === 0) script.rounds(n === 0 ? 0 : 1, 'on-fence').turns(MIDDLE, MIDDLE);
      script.turns(`says ${byte}`, 'occupied', fence);
    }
  }
}

const ignored = scenario(
  {
    id: 'ignored',
    title: 'invalid characters, and moves that are out of order',
    covers: ['TTT-04'],
    weight: 10,
  },
  function* (sitting) {
    const { isMachine, carrier, links } = sitting;
    for (const count of [1, 2, 3])
      // So early that no round can be over.
      yield sitting.session('occupied cells', (script) => {
        script.seat();
        for (let n = 0; n < count; n++) {
          script.moves(1);
          for (let nth = 0; nth < 2 * count; nth++) script.turns(`occupied ${nth}`);
        }
        return script.rounds(2);
      });
    const groups = groupsOf(invalidCharacters(carrier));
    // A character that counts as the cell of its fence shows by what comes before that, as the machine's answer does.
    for (const fence of isMachine ? ['fence -1'] : sitting.some(['fence 0', 'fence -1'], 1))
      for (const group of groups)
        yield sitting.session('characters of the player in turn', (script) => {
          withFences(script.seat(), group, fence, isMachine);
          return script.finish();
        });
    if (isMachine) return;
    const [first = '', second = ''] = links;
    const early = [DIGITS, ...groups];
    for (const group of early)
      yield sitting.session('characters out of turn', (script) =>
        script
          .seat()
          .moves(1)
          .turns(...group.map((byte) => `other ${byte}`))
          .quiet()
          .finish()
          .rounds(1),
      );
    for (const ply of sitting.some([0, 1, 3, 2, 4, 5, 6], 3))
      yield sitting.session(`moves out of turn after ${ply} moves`, (script) => {
        const digits = DIGITS.map((byte) => `other ${byte}`);
        script
          .seat()
          .moves(ply)
          .turns(...digits)
          .quiet()
          .finish();
        return script
          .turns(...digits)
          .quiet()
          .rounds(1);
      });
    yield sitting.session('moves of the first before the second has joined', (script) =>
      script.join(first).sendEach(first, DIGITS).quiet().join(second).rounds(2),
    );
  },
);

const strangers = scenario(
  {
    id: 'strangers-ignored',
    title: 'moves and characters of someone not seated are ignored',
    covers: ['TTT-04'],
    ofStrangers: true,
  },
  function* (sitting) {
    const { carrier, links } = sitting;
    for (const one of newcomers(sitting, [2])) yield { ...one, isPremise: true };
    if (carrier === 'tcp') {
      for (const ply of [0, 1, 2])
        yield sitting.session(`a newcomer moves at once, after ${ply} moves`, (script) => {
          const newcomer = script.seat().moves(ply).stranger;
          script.join(newcomer).add(send(newcomer, Uint8Array.from(DIGITS), millis(0)));
          return script.quiet().leave(newcomer).finish().rounds(1);
        });
      return;
    }
    for (const isRefused of [false, true])
      for (const ply of sitting.some([0, 3, 1, 2, 4], 2))
        yield sitting.session(`moves of someone ${isRefused ? 'refused' : 'who never joined'}`, (script) => {
          script.seat().moves(ply);
          if (isRefused) script.join(script.stranger).quiet();
          return script.sendEach(script.stranger, DIGITS).quiet().finish().rounds(1);
        });
    for (const group of groupsOf(invalidCharacters(carrier)))
      yield sitting.session('characters of someone not seated', (script) => {
        script.seat().moves(1).sendEach(script.stranger, group);
        return script.join(script.stranger).quiet().finish();
      });
    yield sitting.session('moves and characters before anybody has joined', (script) => {
      for (const link of links) script.sendEach(link, [...DIGITS, 0x6a, 0x00, 0x0a]);
      return script.quiet().seat().rounds(2);
    });
    yield sitting.session('seated players join again', (script) => {
      script.seat();
      for (let n = 0; n < 6; n++) {
        for (const link of links.slice(0, sitting.seats)) script.send(link, [BYTE.join]);
        script.quiet().moves(1);
      }
      return script.rounds(1);
    });
  },
);

const closing = scenario(
  {
    id: 'closes-behind-full',
    title: 'the server closes the connection after F, and F comes first',
    covers: ['TTT-05'],
    carriers: ['tcp'],
    ofStrangers: true,
    isPlain: true,
  },
  function* (sitting) {
    for (let n = 0; n < 3; n++)
      yield sitting.session('a newcomer again and again', (script) => {
        script.seat();
        for (let i = 0; i < 4; i++) script.join(script.stranger).quiet();
      });
  },
);

/** What number parsers skip before a number, or take for its sign. */
const LENIENT = [0x20, 0x2b, 0x00, 0x0a, 0x09, 0x2d, 0x0d];
/** Characters of one session. */
const HIDDEN = 6;
/** The longest datagram that every network carries. */
const LONGEST = 508;

function bytesOf(text: string): number[] {
  return [...Buffer.from(text, 'latin1')];
}

const rest = scenario(
  {
    id: 'rest-of-datagram',
    title: 'bytes after the first of a datagram are ignored',
    covers: ['TTT-02'],
    carriers: ['udp'],
    weight: 8,
  },
  function* (sitting) {
    const { links, seats, table } = sitting;
    const invalid = [...LENIENT, ...invalidCharacters('udp').filter((byte) => !LENIENT.includes(byte))];
    for (let n = 0; n < (table.all ? 8 : 3); n++) {
      yield sitting.session('moves with more bytes after them', (script) => {
        script.seat();
        for (let i = 0; i < 8; i++) script.turns(`fence 0 ${1 + ((n + i) % (TAILS.length - 1))}`).quiet();
        return script.rounds(1);
      });
      yield sitting.session('invalid characters with a move after them', (script) => {
        script.seat();
        for (const [i, byte] of invalid.slice(n * HIDDEN, (n + 1) * HIDDEN).entries())
          script
            .turns(`says ${byte} ${i % 3 === 2 ? 2 : 1}`)
            .quiet()
            .turns('fence')
            .quiet();
        return script.finish();
      });
    }
    for (const tail of ['4', '048', 'Q', 'JQ', 'Q4', '\0', '4'.repeat(LONGEST - 1)])
      yield sitting.session(`J with ${tail.length} bytes after it`, (script) => {
        for (const link of links.slice(0, seats)) script.join(link, bytesOf(tail)).quiet();
        return script.turns('take 4').rounds(2);
      });
    const mover = links[seats - 1] ?? '';
    for (const tail of ['4', 'J', '\r\n', '048'])
      yield sitting.session(`Q with ${tail.length} bytes after it`, (script) =>
        script.seat().moves(1).leave(mover, bytesOf(tail)).quiet().join(mover).turns('take 0').rounds(1),
      );
    if (!sitting.hasStranger) return;
    for (const one of newcomers(sitting, [1])) yield { ...one, isPremise: true };
    yield sitting.session('J of a refused player, with more bytes after it', (script) => {
      script.seat();
      for (let i = 0; i < 5; i++) script.join(script.stranger, DIGITS).quiet().moves(1);
      return script.finish();
    });
  },
);

/** Empty datagrams after one that would be a valid move, in sessions of some. */
const TRIES = 50;
const EACH = 10;

const empty = scenario(
  {
    id: 'empty-datagrams',
    title: 'an empty datagram has no effect, whoever sends it and whatever was before',
    covers: ['TTT-03'],
    carriers: ['udp'],
    weight: 8,
  },
  function* (sitting) {
    const { links, seats, hasStranger } = sitting;
    const seated = links.slice(0, seats);
    for (const nobody of seated)
      for (const ply of sitting.some([0, 1, 3, 2, 4, 5, 6], 3))
        yield sitting.session(`an empty datagram after ${ply} moves`, (script) => {
          script.seat().moves(ply);
          for (let n = 0; n < 3; n++) script.send(nobody, []).quiet();
          return script.finish().rounds(2);
        });
    yield sitting.session('empty datagrams before anybody has joined', (script) => {
      for (const link of links) script.send(link, []);
      return script.quiet().seat().rounds(1);
    });
    if (!hasStranger) {
      yield { what: `a stranger's needs ${seats + 1} players`, open: 'TTT-03' };
      return;
    }
    for (const isRefused of [false, true])
      yield sitting.session("a stranger's empty datagrams", (script) => {
        script.seat();
        if (isRefused) script.join(script.stranger).quiet().turns('occupied', 'fence');
        for (let n = 0; n < 5; n++) script.send(script.stranger, []).quiet().moves(1);
        return script.finish().rounds(1);
      });
    for (let n = 0; n < TRIES; n += EACH)
      yield sitting.session('empty datagrams right after a byte that would be a valid move', (script) => {
        script.seat();
        // The one before may still be in a buffer.
        for (let i = 0; i < EACH; i++) {
          script.send(script.stranger, [i % 5 === 4 ? BYTE.leave : BYTE.cell0 + (i % CELLS.length)]);
          // Of one in turn, and of the other.
          script
            .send(seated[(i >> 1) % seats] ?? '', [])
            .quiet()
            .moves(1)
            .quiet();
        }
        return script.finish();
      });
  },
);

/** Between the pieces of one input. */
const PIECE_GAP = millis(3);

const chunks = scenario(
  {
    id: 'chunks',
    title: 'any cutting of the stream gives the same answers',
    covers: ['TTT-42'],
    carriers: ['tcp', 'serial'],
    weight: 10,
  },
  function* (sitting) {
    const { random, carrier, table } = sitting;
    const isSerial = carrier === 'serial';
    const text = isSerial ? 'x4Jx0QJ01234QxJ48' : 'x4Jx0Q01234';
    const mover = sitting.links[sitting.seats - 1] ?? '';
    yield sitting.session(
      'characters one by one',
      (script) => script.seat().sendEach(mover, bytesOf(text)).quiet(),
      { isPremise: true },
    );
    const letters = isSerial ? ['QJ4', 'J4', 'xQJx408', 'QJQJQJ012345678', 'QxJ4Q'] : [];
    const words = ['x4', '4x', 'xxxx4', '048', '012345678', 'x0x1x2x3x4x5x6x7x8', ...letters].map(bytesOf);
    for (const word of words)
      for (const length of [word.length, 1, 2, 3]) yield inPieces(sitting, mover, word, () => length);
    for (let n = 0; n < (table.all ? 40 : 8); n++) {
      const all = [...DIGITS, ...DIGITS, ...random.shuffle(invalidCharacters(carrier)).slice(0, 9)];
      const some = random
        .shuffle(isSerial ? [...all, BYTE.join, BYTE.leave] : all)
        .slice(0, random.int(2, 28));
      yield inPieces(sitting, mover, some, () => lengthOf(random));
    }
  },
);

function lengthOf(random: Random): number {
  return random.int(1, random.int(1, 12));
}

/** A player sends the pieces close to each other, and again; then somebody moves. */
function inPieces(
  sitting: Sitting,
  link: string,
  bytes: readonly number[],
  length: () => number,
): PlayedSession {
  return sitting.session(`${bytes.length} bytes in pieces`, (script) => {
    script.seat();
    for (let n = 0; n < 2; n++) {
      for (let from = 0, to = 0; from < bytes.length; from = to) {
        to = from + length();
        const piece = Uint8Array.from(bytes.slice(from, to));
        script.add(from === 0 ? send(link, piece) : send(link, piece, PIECE_GAP));
      }
      script.quiet();
    }
    return script.moves(1);
  });
}

export const MESSAGES: readonly TttSessions[] = [ignored, strangers, closing, rest, empty, chunks];
