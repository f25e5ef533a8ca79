/** In the session of each defect, suite, `check` and fuzzing blame the same clause first. */
import { TTT_BOARD, TTT_SERIAL_BOARD, TTT_UDP_BOARD } from '../../../devices/virtual/ttt/board';
import { TttBench } from '../../../devices/virtual/ttt/testing/bench';
import { TTT_TRIGGERS } from '../../../devices/virtual/ttt/testing/triggers';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { TttSession } from '../../conformance/ttt/session';
import { tttSuite } from '../../conformance/ttt/ttt';
import { tttTarget } from '../../fuzz/targets/ttt/ttt';
import { allBlame, VerdictRig, type SessionHost } from '../../testing/one-verdict';
import { TTT_TRACE_MONITOR } from './trace-monitor';

/** Between the words of a session: what is missing is found before the next, or, where a server stops, only afterwards. */
const APART_MS = 3100;
const CLOSE_MS = 60;
const STOPS = 'TTT-41';
const AFTERWARDS = millis(4000);
const SEED = 1;

const KINDS = [TTT_BOARD, TTT_UDP_BOARD, TTT_SERIAL_BOARD];
const GAMES = ['ttt-pve', 'ttt-pvp'] as const;
const ALL = KINDS.flatMap((kind) => GAMES.map((game) => ({ name: kind.name, kind, game })));

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

/** Whether a server closes its connections when it is shut down, only a host can tell that listens to the end. */
const ONLY_BY_SUITE = 'shutdown-stays-open';

function sessionOf(name: string, breaks: string): string {
  const repeated = /([*?])(\d+)/g;
  const words = (TTT_TRIGGERS[name] ?? '').replace(repeated, (_, sign: string, times: string) =>
    `${sign}1 `.repeat(Number(times)),
  );
  return words.split(' ').join(` ${breaks === STOPS ? CLOSE_MS : APART_MS} `);
}

/** The suite's host, which writes down what its monitor finds. */
function hostOf(bench: Bench): SessionHost {
  const host = new TttSession(bench);
  return {
    send: async (link, parts) => {
      for (const part of parts) await host.player(link).send(part);
    },
    quiet: async (span) => {
      const end = after(bench.now(), span);
      // Links are read one after another: first where something is due.
      for (let due = host.monitor.missingAt(); due !== undefined; due = host.monitor.missingAt()) {
        const rx = await host.player(due.link).receive(end);
        if (rx === undefined || rx.kind === 'closed') break;
      }
      await host.listen(micros(Math.max(0, end - bench.now())));
      for (const { clause, title } of host.monitor.judgements())
        bench.check(clause, false, () => ({ title }));
    },
    open: (link) => host.player(link).join(),
    close: (link) => host.player(link).leave(),
    reset: async () => {
      await bench.reset();
      host.monitor.reset(bench.now());
    },
  };
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
    host: hostOf,
    seed: SEED,
    afterwards: AFTERWARDS,
  });
  for (const { name, breaks, beyondInput, parameters: own } of kind.defects) {
    if ((own?.['game'] ?? game) !== game) continue;
    const session = rig.record(name, (board, _parameters, afterwards) => {
      const bench = new TttBench(kind, game, { seed: SEED, board });
      bench.play(sessionOf(name, breaks)).advance(afterwards);
    });
    const names = [`${kind.name} ${game} ${name}`, `${game} ${name}`, name];
    const other = names.map((one) => OTHER_CLAUSE[one]).find((clause) => clause !== undefined);
    const expected = allBlame(other ?? breaks);
    const blames = await rig.judge(session);
    if (name === ONLY_BY_SUITE) expect([name, blames.suite]).toEqual([name, breaks]);
    // A reset is no input.
    else if (beyondInput === undefined) expect([name, blames]).toEqual([name, expected]);
    else expect([name, { ...blames, fuzz: breaks }]).toEqual([name, expected]);
  }
});
