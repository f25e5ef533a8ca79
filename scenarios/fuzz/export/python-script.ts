/**
 * A finding as a script that needs only Python 3 and pyserial: its steps and the expected answers as JSON, and the program that plays
 * them (`replay.py`). It sends, reads with timeouts, and compares the answers with those of a conformant board.
 *
 *     python3 oven-578b9f83.py /dev/ttyUSB0        1: the failure shows    0: it does not    2: undecided
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hex } from '../../../protocols/bytes';
import { isFlaky, repeated } from '../triage/finding';
import type { FuzzStep } from '../../player/step';
import type { FuzzSession } from '../target';
import type { ExportedFinding } from './exchange';
import { printable, wrapLines } from './printable-text';

export function pythonScript(one: ExportedFinding, session: FuzzSession): string {
  return [
    '#!/usr/bin/env python3\n',
    ...heading(one, session)
      .flatMap((line) => wrapLines(line, 100))
      .map((line) => `# ${line}`.trimEnd() + '\n'),
    // Printable text has no quotes and no backslashes, so nothing in it ends the string.
    `\nFINDING = r"""\n${json(data(one, session))}\n"""\n\n`,
    readFileSync(join(__dirname, 'replay.py'), 'utf8'),
  ].join('');
}

/** With a step in a line. */
function json(value: object): string {
  const inLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');
  return JSON.stringify(value, null, 1).replace(/\{[^{}[\]]*\}/g, inLine);
}

/** Times are seconds. `due`: what a conformant board answers on each link, and with `rounds`, what came when the failure was recorded. */
function data(one: ExportedFinding, session: FuzzSession): object {
  const { finding, links, exchanges, seen, bounds, randomExchanges, decidable, rounds } = one;
  const { scripts: { chatter = [], words = {} } = {}, startup: { boot, greeting } = {} } = session;
  const startup = finding.from === 'reset' ? (boot ?? greeting) : undefined;
  const baud = Number(finding.parameters['baud'] ?? 115_200);
  const upper = (text: string): string => text.toUpperCase();
  return {
    expected: printable(finding.expected),
    seen: printable(finding.seen),
    received: Object.fromEntries(
      Object.entries(seen).map(([link, bytes]) => [printable(link), upper(bytes)]),
    ),
    baud: Number.isFinite(baud) ? baud : 115_200,
    links: links.map(printable),
    quiet: one.quiet / 1e6,
    boot: seconds(startup),
    times: { least: seconds(bounds.least), most: seconds(bounds.most), apart: seconds(bounds.apart) },
    silence: rounds === undefined && (finding.kind === 'silence' || finding.kind === 'hang'),
    ...(randomExchanges.length > 1 ? { chance: randomExchanges } : {}),
    ...(decidable ? {} : { undecided: reasonUndecided(session) }),
    ...(chatter.length > 0 ? { chatter: chatter.map(hex).map(upper) } : {}),
    ...(Object.keys(words).length > 0 ? { words: Object.values(words).join('|') } : {}),
    rounds,
    exchanges: exchanges.map(({ steps, expected }) => ({
      steps: steps.map((step) => action(step, session)),
      due: Object.fromEntries(
        Object.entries(expected).map(([link, due]) => [printable(link), { ...due, hex: upper(due.hex) }]),
      ),
    })),
  };
}

function seconds(us: number | undefined): number | undefined {
  return us === undefined ? undefined : us / 1e6;
}

function action(step: FuzzStep, session: FuzzSession): object {
  if (step.kind === 'listen') return { do: 'listen', span: step.span / 1e6 };
  if (step.kind === 'dial') return { do: step.up ? 'open' : 'close', link: printable(step.link) };
  const bytes = hex(step.bytes).toUpperCase();
  if (step.kind === 'present') return { do: 'show', code: printable(step.symbology), hex: bytes };
  const note = printable(session.describe(step.link, step.bytes));
  const { unit, times } = repeated(step.bytes);
  const sent = times > 1 ? { hex: hex(unit).toUpperCase(), times } : { hex: bytes };
  return { do: 'send', link: printable(step.link), ...sent, note, gap: seconds(step.gap) };
}

function heading({ finding, links, decidable }: ExportedFinding, session: FuzzSession): readonly string[] {
  const { id, requirement, level, kind, title, repeats, from } = finding;
  const ports = links.length === 1 ? 'PORT' : links.map((link) => `PORT-of-${printable(link)}`).join(' ');
  return [
    `wirejig finding ${id}: ${requirement} ${level}, ${kind}`,
    printable(title),
    '',
    `python3 ${id}.py ${ports} [--baud N] [--reset dtr|rts]    (apt-get install python3-serial)`,
    'exit code: 1 the failure reproduces, 0 it does not, 2 it could not be decided',
    ...(from === 'reset' ? ['It needs a board that was just reset or switched on.'] : []),
    ...(repeats.rounds === undefined
      ? []
      : [
          `The failure depends on choices of the board: it showed ${repeats.shown} times in ${repeats.rounds.played} rounds.`,
          'What is sent depends on them too. These are the bytes of the last time.',
        ]),
    ...(decidable ? [] : ['', `Its exit code is always 2: ${reasonUndecided(session)}.`]),
    ...(isFlaky(finding)
      ? [`It is flaky: reproduced ${repeats.shown} of ${repeats.tried} times. Try it more than once.`]
      : []),
  ];
}

/** Why the script cannot decide, as the rest of a sentence. */
function reasonUndecided({ scripts }: FuzzSession): string {
  const chooses = scripts?.chooses;
  return chooses === undefined
    ? 'bytes alone do not show the failure: wirejig replay judges it'
    : `the right answer depends on ${chooses}, and this script does not know the rules: wirejig replay judges it`;
}
