/** Players who come and go, and players who are not seated. */
import type { Random } from '../../../api/index';
import { CELLS, DIGITS } from '../wire';
import { TAILS } from './recipes';
import { scenario, type Script, type Sitting, type TttSession, type TttSessions } from './script';

const PLIES = [0, 1, 2, 3, 4, 5];
/** Characters close to those with a meaning. */
const NEAR = [0x2f, 0x39, 0x3a, 0x6a, 0x71, 0x4a, 0x4b, 0x51, 0x0a, 0x0d, 0x20, 0x00, 0xb0, 0xff, 0x53, 0x46];

/** What anybody may do, in any order: mostly moves, with something between them that is none. */
export function anything(
  script: Script,
  { links, carrier }: Pick<Sitting, 'links' | 'carrier'>,
  { int }: Pick<Random, 'int'>,
  count: number,
): Script {
  const any = <T>(items: readonly T[], other: T): T => items[int(0, items.length - 1)] ?? other;
  const tail = (): number => (carrier === 'udp' && int(1, 3) === 1 ? int(1, TAILS.length - 1) : 0);
  const acts: readonly ((link: string, byte: number) => unknown)[] = [
    ...Array.from({ length: 3 }, () => () => script.turns(`any ${int(0, 8)}`)),
    () => script.turns(`fence 0 ${tail()}`),
    () => script.turns(`occupied ${int(0, 8)}`, 'fence'),
    () => script.turns(`early ${int(0, 8)}`, 'fence'),
    (_link, byte) => script.turns(`says ${byte} ${tail()}`, 'occupied', 'fence'),
    (_link, byte) => script.turns(`other ${byte} ${tail()}`, 'fence'),
    (link, byte) => script.send(link, [byte, ...(TAILS[tail()] ?? [])]).quiet(),
    (link) => script.join(link, TAILS[tail()]),
    (link) => script.join(link).quiet().leave(link, TAILS[tail()]),
    (link) => script.leave(link, TAILS[tail()]),
    (link) => (carrier === 'udp' ? script.send(link, []) : script).quiet().turns('fence'),
  ];
  for (let n = 0; n < count; n++)
    any(acts, () => script)(any(links, 'a'), any([...DIGITS, ...NEAR, ...NEAR, int(0, 255)], 0));
  return script;
}

/** A newcomer to a full game is refused. On tcp that is a leave, too (TTT-35): of what comes directly after it both clauses are tried. */
function* newcomers(sitting: Sitting, plies: readonly number[]): Iterable<TttSession> {
  const { carrier, isMachine } = sitting;
  const after = (script: Script): Script => script.turns('occupied', 'fence').quiet();
  for (const ply of plies) {
    const what = `a newcomer after ${ply} moves`;
    const charge = isMachine ? 'TTT-20' : 'TTT-30';
    if (carrier === 'tcp') {
      yield sitting.session(`${ply} moves`, (script) => after(script.seat().moves(ply)), { isPremise: true });
      yield sitting.session(what, (script) => after(script.seat().moves(ply).join(script.stranger).quiet()), {
        charge,
      });
    }
    yield sitting.session(what, (script) => {
      script.seat().moves(ply).join(script.stranger).quiet();
      // A second join could undo a passed turn, so half of the games have one join.
      if (carrier !== 'tcp' && ply % 2 === 1) script.join(script.stranger).quiet();
      script.finish().rounds(2);
    });
  }
}

/** Some leave, some come: the next round shows what is left of the game before. */
function* visits({ random, links, session, some }: Sitting, few: number): Iterable<TttSession> {
  for (let n = 0; n < some(40, few); n++)
    yield session('players come and go', (script) => {
      const order = random.shuffle(links);
      const cell = random.int(0, CELLS.length - 1);
      script.seat(order);
      for (let i = random.int(1, 3); i > 0; i--) {
        script.turns(`take ${cell}`).moves(random.int(0, 3)).quiet();
        for (const link of order.slice(0, random.int(1, 2))) script.leave(link).quiet();
        script.seat(random.shuffle(links)).quiet();
        if (random.int(1, 3) === 1) script.join(script.stranger).quiet();
      }
      script.turns(`take ${cell}`).rounds(2);
    });
}

function coming(game: 'ttt-pve' | 'ttt-pvp', title: string, covers: readonly string[]): TttSessions {
  const about = {
    id: game === 'ttt-pve' ? 'machine-joins' : 'players-join',
    title,
    game,
    isPlain: true as const,
    weight: 2,
  };
  return scenario({ ...about, covers: ['TTT-01', ...covers] }, function* (sitting) {
    if (sitting.hasStranger) yield* newcomers(sitting, PLIES.slice(0, sitting.some(PLIES.length, 4)));
    else if (!sitting.isMachine)
      yield { what: 'the third to join needs a third link: give --link c=URL', open: 'TTT-30' };
    for (const first of sitting.links)
      for (const second of sitting.links)
        yield sitting.session('a lone player leaves, and the next joins', (script) =>
          script.join(first).quiet().leave(first).quiet().join(second).quiet().seat().rounds(2),
        );
    yield* visits(sitting, 12);
  });
}

const strangersLeave = scenario(
  {
    id: 'strangers-leave',
    title: 'someone not seated who leaves changes nothing',
    covers: ['TTT-35'],
    weight: 2,
    ofStrangers: true,
  },
  function* ({ carrier, links, some, session }) {
    for (const ply of PLIES.slice(0, some(PLIES.length, 4)))
      for (const isRefused of carrier === 'tcp' ? [true] : [false, true])
        yield session(`someone not seated leaves after ${ply} moves`, (script) => {
          script.seat().moves(ply);
          // What was refused before is judged by a good move.
          if (isRefused) script.join(script.stranger).quiet();
          if (carrier !== 'tcp') script.turns('occupied', 'fence').leave(script.stranger);
          // The seats are still taken.
          return script.quiet().finish().rounds(2).join(script.stranger);
        });
    const [a = '', b = a] = links;
    if (carrier !== 'tcp')
      yield session('someone leaves a game that nobody has joined', (script) =>
        script.leave(b).join(a).leave(b).seat().rounds(1),
      );
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
    weight: 1,
  },
  function* ({ session }) {
    for (let n = 0; n < 4; n++)
      yield session('a newcomer again and again', (script) => {
        script.seat();
        for (let i = 0; i < 3; i++) script.join(script.stranger).quiet();
        // One of them moves at once.
        return script
          .join(script.stranger)
          .sendEach(script.stranger, n === 0 ? [] : DIGITS)
          .quiet()
          .moves(1);
      });
  },
);

const atRandom = scenario(
  { id: 'anything', title: 'whatever anybody does, in any order', covers: ['TTT-04'], weight: 0 },
  function* ({ random, links, carrier, session, some }) {
    for (let n = 0; n < some(30, 6); n++)
      yield session('anything', (script) =>
        anything(script.seat(), { links, carrier }, random, 30).rounds(1),
      );
  },
);

export const VISITS: readonly TttSessions[] = [
  coming('ttt-pve', 'against the machine: joining a free game, a taken one, and leaving', [
    'TTT-20',
    'TTT-23',
  ]),
  coming('ttt-pvp', 'two players: the first waits, the second opens, any other is refused; one leaves', [
    ...['TTT-30', 'TTT-31', 'TTT-33', 'TTT-34'],
  ]),
  strangersLeave,
  closing,
  atRandom,
];
