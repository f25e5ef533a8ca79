/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { allBlame, VerdictRig } from '../../scenarios/testing/one-verdict';
import { conversationHost } from '../../scenarios/testing/session-host';
import { millis } from '../time';
import { TttBench } from './testing/bench';
import {
  TTT_BOARD,
  TTT_DESCRIPTION,
  TTT_SERIAL_BOARD,
  tttTarget,
  TTT_TRACE_MONITOR,
  TTT_UDP_BOARD,
} from './testing/parts';
import { TTT_TRIGGERS } from './testing/triggers';
import { ttt } from './ttt';

const { suite: tttSuite } = ttt;

/** Between the words of a session: what is missing is found before the next, or, where a server stops, only afterwards. */
const APART_MS = 3100;
const CLOSE_MS = 60;
const STOPS = 'TTT-41';
const AFTERWARDS = millis(4000);
const SEED = 1;

const KINDS = [TTT_BOARD, TTT_UDP_BOARD, TTT_SERIAL_BOARD];
const GAMES = ['ttt-pve', 'ttt-pvp'] as const;
const ALL = KINDS.flatMap((kind) => GAMES.map((game) => ({ name: kind.name, kind, game })));

/** The one board and game on which a defect is tried that several of them have. */
function turnOf(defect: string): string {
  const having = ALL.filter(({ kind, game }) =>
    kind.defects.some(({ name, parameters: own }) => name === defect && (own?.['game'] ?? game) === game),
  );
  const { kind, game } = having[defect.length % having.length] ?? {};
  return `${kind?.name} ${game}`;
}

/** Another clause is blamed, by all three alike. With a board or a game: there only. */
const OTHER_CLAUSE: Readonly<Record<string, string>> = {
  // Nobody can tell the F of who is refused from the end of that connection.
  'ttt ttt-pve newcomer-clears-board': 'TTT-35',
  'ttt ttt-pvp third-clears-board': 'TTT-35',
  'ttt ttt-pvp third-passes-turn': 'TTT-35',
  // The server takes connections, and refuses them: it has not stopped.
  'ttt ttt-pve stops-at-64-kib': 'TTT-04',
  'ttt ttt-pvp stops-at-64-kib': 'TTT-04',
  // A cell of the round before, as if its end was missed: the suite tries other cells.
  'same-cell-merged': 'TTT-10',
  // Against the machine, too little passes to tell whether it errs, or takes the round for another.
  'ttt-pve firsts-bottom-row-missed': 'TTT-21',
  'ttt-pve draw-goes-on': 'TTT-22',
  'ttt-pve sides-mixed-in-line': 'TTT-21',
  'machine-cells-kept': 'TTT-04',
  // What a stranger sends in between is closer.
  'ttt-udp ttt-pve strangers-leave-clears-board': 'TTT-04',
  'ttt-serial ttt-pve strangers-leave-clears-board': 'TTT-04',
};

function sessionOf(name: string, breaks: string): string {
  const repeated = /([*?])(\d+)/g;
  const words = (TTT_TRIGGERS[name] ?? '').replace(repeated, (_, sign: string, times: string) =>
    `${sign}1 `.repeat(Number(times)),
  );
  return words.split(' ').join(` ${breaks === STOPS ? CLOSE_MS : APART_MS} `);
}

test.each(ALL)('$name, $game: one verdict on each defect', async ({ kind, game }) => {
  const parameters = tttSuite.parameters.map((one) =>
    one.name === 'game' ? { ...one, default: game } : one,
  );
  const rig = new VerdictRig({
    kind,
    suite: { ...tttSuite, parameters },
    monitor: TTT_TRACE_MONITOR,
    target: tttTarget(kind.links[0]?.binding ?? 'serial'),
    host: conversationHost(TTT_DESCRIPTION),
    seed: SEED,
    afterwards: AFTERWARDS,
  });
  for (const { name, breaks, beyondInput } of kind.defects) {
    if (turnOf(name) !== `${kind.name} ${game}`) continue;
    const session = rig.record(name, (board) =>
      new TttBench(kind, game, { seed: SEED, board }).play(sessionOf(name, breaks)),
    );
    const names = [`${kind.name} ${game} ${name}`, `${game} ${name}`, name];
    const other = names.map((one) => OTHER_CLAUSE[one]).find((clause) => clause !== undefined);
    const expected = allBlame(other ?? breaks);
    const blames = await rig.judge(session);
    // A reset is no input.
    if (beyondInput === undefined) expect([name, blames]).toEqual([name, expected]);
    else expect([name, { ...blames, fuzz: breaks }]).toEqual([name, expected]);
  }
});
