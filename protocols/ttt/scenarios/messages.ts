/** What is ignored, datagrams, and chunks of a stream. */
import { millis, send } from '../../../api/index';
import { BYTE, CELLS, DIGITS, invalidCharacters } from '../wire';
import { TAILS } from './recipes';
import { scenario, type Script, type Sitting, type TttSession, type TttSessions } from './script';

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
  const [most, middle] = isMachine ? [2, [MIDDLE]] : [4, [MIDDLE, MIDDLE]];
  for (const [n, byte] of group.entries()) {
    if (n % most === 0) script.rounds(n === 0 ? 0 : 1, 'on-fence').turns(...middle);
    script.turns(`says ${byte}`);
    // The machine's answer to a character would be taken for its answer to the fence.
    if (isMachine) script.quiet();
    script.turns('occupied', fence);
  }
}

const ignored = scenario(
  {
    id: 'ignored',
    title: 'invalid characters, and moves that are out of order',
    covers: ['TTT-04'],
    weight: 2,
  },
  function* ({ isMachine, carrier, links, hasStranger, session, some }) {
    const groups = groupsOf(invalidCharacters(carrier));
    // A character that counts as the cell of its fence shows by what comes before that, as the machine's answer does.
    for (const fence of isMachine ? ['fence -1'] : ['fence 0', 'fence -1'].slice(0, some(2, 1)))
      for (const group of groups)
        yield session('characters of the player in turn', (script) => {
          withFences(script.seat(), group, fence, isMachine);
          return script.finish();
        });
    // On an empty board no cell that a character may be taken for is taken already.
    for (const group of groups)
      yield session('characters of the player in turn, on an empty board', (script) =>
        script
          .seat()
          .turns(...group.map((byte) => `says ${byte}`))
          .quiet()
          .finish(),
      );
    const roles = [
      ...(isMachine ? [] : ['other']),
      ...(hasStranger && carrier !== 'tcp' ? ['stranger'] : []),
    ];
    for (const role of roles)
      for (const [n, group] of [...groups, ...CELLS.slice(2).map(() => DIGITS)].entries())
        yield session(`what the ${role} sends is ignored`, (script) => {
          const say = (): Script =>
            role === 'other'
              ? script.turns(...group.map((byte) => `other ${byte}`)).quiet()
              : script.sendEach(script.stranger, group).quiet();
          script.seat().moves(n % CELLS.length);
          if (role === 'stranger' && n % 2 === 1)
            script.join(script.stranger).quiet().turns('occupied', 'fence');
          say().finish();
          return say().rounds(1);
        });
    const [first = '', second = ''] = links;
    yield session('moves before all have joined', (script) => {
      if (carrier !== 'tcp') for (const link of links) script.sendEach(link, [...DIGITS, 0x6a, 0x00, 0x0a]);
      return script
        .quiet()
        .join(first)
        .sendEach(first, isMachine ? [] : DIGITS)
        .quiet()
        .join(second)
        .rounds(2);
    });
    if (carrier !== 'tcp')
      yield session('seated players join again', (script) => {
        script.seat();
        for (let n = 0; n < 6; n++)
          script
            .send(links[n % (isMachine ? 1 : 2)] ?? '', [BYTE.join])
            .quiet()
            .turns('occupied', 'fence');
        return script.rounds(1);
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
    weight: 3,
  },
  function* ({ links, seats, some, session }) {
    const invalid = [...LENIENT, ...invalidCharacters('udp').filter((byte) => !LENIENT.includes(byte))];
    for (let n = 0; n < some(8, 3); n++) {
      yield session('moves with more bytes after them', (script) => {
        script.seat();
        for (let i = 0; i < 8; i++) script.turns(`fence 0 ${1 + ((n + i) % (TAILS.length - 1))}`).quiet();
        return script.rounds(1);
      });
      yield session('invalid characters with a move after them', (script) => {
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
    const mover = links[seats - 1] ?? '';
    for (const tail of ['4', '048', 'Q', 'JQ', 'Q4', '\0', '\r\n', '4'.repeat(LONGEST - 1)])
      yield session(`J and Q with ${tail.length} bytes after them`, (script) => {
        for (const link of links.slice(0, seats)) script.join(link, bytesOf(tail)).quiet();
        script.turns('take 4').moves(1).leave(mover, bytesOf(tail)).quiet();
        return script.join(mover).turns('take 0').rounds(1);
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
    weight: 3,
  },
  function* ({ links, seats, hasStranger, some, session }) {
    for (const nobody of links)
      for (let ply = 0; ply < some(7, 3); ply++)
        yield session(`an empty datagram after ${ply} moves`, (script) => {
          script.seat().moves(ply);
          for (let n = 0; n < 3; n++) script.send(nobody, []).quiet();
          return script.finish().rounds(2);
        });
    yield session('empty datagrams before anybody has joined', (script) => {
      for (const link of links) script.send(link, []);
      return script.quiet().seat().rounds(1);
    });
    if (!hasStranger) yield { what: `a stranger's needs ${seats + 1} players`, open: 'TTT-03' };
    for (let n = 0; n < (hasStranger ? TRIES : 0); n += EACH)
      yield session('empty datagrams right after a byte that would be a valid move', (script) => {
        script.seat();
        // The one before may still be in a buffer.
        for (let i = 0; i < EACH; i++)
          script
            .send(script.stranger, [i % 5 === 4 ? BYTE.leave : BYTE.cell0 + (i % CELLS.length)])
            // Of one in turn, and of the other.
            .send(links[(i >> 1) % seats] ?? '', [])
            .quiet()
            .moves(1)
            .quiet();
        return script.finish();
      });
  },
);

const LONG_CHUNK = 600;
/** Between the pieces of one input. */
const PIECE_GAP = millis(3);

const chunks = scenario(
  {
    id: 'chunks',
    title: 'any cutting of the stream gives the same answers',
    covers: ['TTT-42'],
    carriers: ['tcp', 'serial'],
    weight: 2,
  },
  function* (sitting) {
    const { random, carrier, some, session, links, seats } = sitting;
    const isSerial = carrier === 'serial';
    const text = isSerial ? 'x4Jx0QJ01234QxJ48' : 'x4Jx0Q01234';
    const byOne = (script: Script): Script =>
      script
        .seat()
        .sendEach(links[seats - 1] ?? '', bytesOf(text))
        .quiet();
    yield session('characters one by one', byOne, { isPremise: true });
    const letters = isSerial ? ['QJ4', 'J4', 'xQJx408', 'QJQJQJ012345678', 'QxJ4Q'] : [];
    const words = ['x4', '4x', 'xxxx4', '048', '012345678', 'x0x1x2x3x4x5x6x7x8', ...letters].map(bytesOf);
    for (const word of words)
      for (const length of [word.length, 1, 2, 3]) yield inPieces(sitting, word, () => length);
    // More than a receiver may read at once.
    yield inPieces(sitting, bytesOf(`${'x'.repeat(LONG_CHUNK)}4`), () => LONG_CHUNK + 1);
    for (let n = 0; n < some(40, 8); n++) {
      const all = [...DIGITS, ...DIGITS, ...random.shuffle(invalidCharacters(carrier)).slice(0, 9)];
      const mixed = random.shuffle(isSerial ? [...all, BYTE.join, BYTE.leave] : all);
      yield inPieces(sitting, mixed.slice(0, random.int(2, 28)), () => random.int(1, random.int(1, 12)));
    }
  },
);

/** A player sends the pieces close to each other, and again; then somebody moves. */
function inPieces(
  { links, seats, session }: Sitting,
  bytes: readonly number[],
  length: () => number,
): TttSession {
  const link = links[seats - 1] ?? '';
  return session(`${bytes.length} bytes in pieces`, (script) => {
    script.seat();
    for (let n = 0; n < 2; n++) {
      for (let from = 0; from < bytes.length;) {
        const piece = Uint8Array.from(bytes.slice(from, from + length()));
        script.add(from === 0 ? send(link, piece) : send(link, piece, PIECE_GAP));
        from += piece.length;
      }
      script.quiet();
    }
    return script.moves(1);
  });
}

export const MESSAGES: readonly TttSessions[] = [ignored, rest, empty, chunks];
