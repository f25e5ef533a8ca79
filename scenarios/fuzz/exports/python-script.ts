/**
 * A finding as a script of its own: Python 3 with pyserial, no wirejig. It sends, reads with time-outs, and compares what
 * comes in the last exchange with what a sound board answers.
 *
 *     python3 stm-578b9f83.py /dev/ttyUSB0        1: it still shows    0: it does not    2: it could not be told
 */
import { hex } from '../../channel';
import { isFlaky, repeated, type Finding } from '../finding';
import type { FuzzStep } from '../step';
import type { FuzzSession } from '../target';
import type { Exchange, Exported, Pattern } from './exchange';
import { plain, wrapped } from './plain';
import { BODY, IMPORTS } from './python-body';

const HEX_A_LINE = 64;

export function pythonScript(one: Exported, session: FuzzSession): string {
  const { finding, links, exchanges } = one;
  return [
    '#!/usr/bin/env python3\n',
    ...heading(finding, links)
      .flatMap((line) => wrapped(line, 100))
      .map((line) => `# ${line}`.trimEnd() + '\n'),
    `\n${IMPORTS}\n`,
    constants(one, session),
    '# Of each exchange: what is done, and what a sound board answers on each link: two characters a byte, .. for any;\n',
    '# behind it, where they are known, the bytes that stand at the dots, sorted. * is something of no certain length.\n',
    'EXCHANGES = [\n',
    ...exchanges.map((each) => exchange(each, session)),
    ']\n',
    BODY,
  ].join('');
}

function heading(finding: Finding, links: readonly string[]): readonly string[] {
  const { id, requirement, level, kind, title, repeats, from } = finding;
  const ports = links.length === 1 ? 'PORT' : links.map((link) => `PORT-of-${plain(link)}`).join(' ');
  return [
    `wirejig finding ${id}: ${requirement} ${level}, ${kind}`,
    plain(title),
    '',
    `python3 ${id}.py ${ports} [--baud N] [--reset dtr|rts]    (apt-get install python3-serial)`,
    'exit code: 1 it still shows, 0 it does not, 2 it could not be told',
    ...(from === 'reset' ? ['It begins with a board that was just reset or switched on.'] : []),
    ...(finding.steps.some((step) => 'recipe' in step)
      ? ['What is sent depends on what the board chooses; these are the bytes of the last time.']
      : []),
    ...(repeats.rounds === undefined
      ? []
      : [
          `Shown ${repeats.shown} times in ${repeats.rounds.played} rounds from the beginning: the board chooses too. Try it more than once.`,
        ]),
    ...(isFlaky(finding)
      ? [`It takes luck: shown ${repeats.shown} of ${repeats.tried} times. Try it more than once.`]
      : []),
  ];
}

function constants(
  { finding, links, seen, quiet, bounds, chance, decidable }: Exported,
  { chatter = [] }: FuzzSession,
): string {
  const seconds = (us: number | undefined): string => (us === undefined ? 'None' : String(us / 1e6));
  const baud = Number(finding.parameters['baud'] ?? 115_200);
  return [
    `EXPECTED = ${text(finding.expected)}\n`,
    `SEEN = ${text(finding.seen)}\n`,
    `BAUD = ${Number.isFinite(baud) ? baud : 115_200}\n`,
    `LINKS = [${links.map(text).join(', ')}]\n`,
    `QUIET = ${seconds(quiet)}  # s in which whatever is due has begun\n`,
    `NOT_BEFORE, NOT_AFTER, APART = ${seconds(bounds.least)}, ${seconds(bounds.most)}, ${seconds(bounds.apart)}  # s, of the last answer\n`,
    `CHANCE = [${chance.join(', ')}]  # exchanges whose answers may not all be the same\n`,
    `SILENCE = ${finding.kind === 'silence' || finding.kind === 'hang' ? 'True' : 'False'}  # it is an answer that is missing\n`,
    `CHATTER = [${chatter.map((one) => hexLiteral(hex(one))).join(', ')}]  # may come at any time, and decides nothing\n`,
    `DIALS = ${finding.steps.some((step) => 'dial' in step) ? 'True' : 'False'}  # connections are opened by the steps\n`,
    `DECIDABLE = ${decidable ? 'True' : 'False'}\n`,
    `CAME = {${Object.entries(seen)
      .map(([link, bytes]) => `${text(link)}: ${hexLiteral(bytes)}`)
      .join(', ')}}  # in the last exchange, when it was shown last\n`,
  ].join('');
}

function text(said: string): string {
  return `"${plain(said)}"`;
}

function hexLiteral(bytes: string): string {
  const { unit, times } = repeated(Uint8Array.from(Buffer.from(bytes, 'hex')));
  if (times > 1) return `"${hex(unit).toUpperCase()}" * ${times}`;
  const lines = bytes.toUpperCase().match(new RegExp(`.{1,${HEX_A_LINE}}`, 'g')) ?? [''];
  return lines.length === 1
    ? `"${lines[0]}"`
    : `(\n${lines.map((line) => `        "${line}"\n`).join('')}    )`;
}

function exchange({ steps, expected }: Exchange, session: FuzzSession): string {
  const done = steps.map((step) => `        ${action(step, session)},\n`).join('');
  const due = Object.entries(expected).map(
    ([link, pattern]) => `        ${text(link)}: ${patternLiteral(pattern)},\n`,
  );
  return `    ([\n${done}    ], {\n${due.join('')}    }),\n`;
}

function patternLiteral({ hex: due, anyOrder }: Pattern): string {
  return `(${hexLiteral(due)}, ${anyOrder === undefined ? 'None' : hexLiteral(anyOrder)})`;
}

function action(step: FuzzStep, session: FuzzSession): string {
  if (step.kind === 'listen') return `("listen", ${step.span / 1e6})`;
  if (step.kind === 'dial') return `("dial", ${text(step.link)}, ${step.up ? 'True' : 'False'})`;
  if (step.kind === 'present') return `("show", ${text(step.symbology)}, ${hexLiteral(hex(step.bytes))})`;
  const gap = step.gap === undefined ? 'None' : String(step.gap / 1e6);
  const note = text(session.describe(step.link, step.bytes));
  return `("send", ${text(step.link)}, ${hexLiteral(hex(step.bytes))}, ${gap}, ${note})`;
}
