/**
 * A finding as a script that needs only Python 3 and pyserial. It sends, reads with timeouts, and compares the answers
 * with those of a conformant board.
 *
 *     python3 oven-578b9f83.py /dev/ttyUSB0        1: the failure shows    0: it does not    2: undecided
 */
import { hex } from '../../bench/channel';
import { isFlaky, repeated } from '../triage/finding';
import type { FuzzStep } from '../../player/step';
import type { FuzzSession } from '../target';
import type { Exchange, ExportedFinding } from './exchange';
import type { Pattern } from './pattern';
import { printable, wrapLines } from './printable-text';
import { scriptBody, FEATURES, type Feature } from './python-features';

const MODULES = ['argparse', 're', 'sys', 'time'];
const HEX_A_LINE = 64;

export function pythonScript(one: ExportedFinding, session: FuzzSession): string {
  const { exchanges } = one;
  const features = featuresOf(one, session);
  return [
    '#!/usr/bin/env python3\n',
    ...heading(one, session)
      .flatMap((line) => wrapLines(line, 100))
      .map((line) => `# ${line}`.trimEnd() + '\n'),
    `\n${MODULES.filter((name) => name !== 're' || features.has('words'))
      .map((name) => `import ${name}\n`)
      .join('')}`,
    '\nimport serial\n\n',
    constants(one, session, features),
    ...legend(features).map((line) => `# ${line}\n`),
    'EXCHANGES = [\n',
    ...exchanges.map((each) => exchange(each, session, features)),
    ']\n',
    scriptBody(features),
  ].join('');
}

type Features = ReadonlySet<Feature>;

function featuresOf(
  { finding, links, exchanges, bounds, randomExchanges, decidable, rounds }: ExportedFinding,
  { scripts: { chatter = [] } = {}, startup: { boot, greeting } = {} }: FuzzSession,
): Features {
  const steps = exchanges.flatMap((one) => one.steps);
  const patterns = exchanges.flatMap(({ expected }) => Object.values(expected));
  const isText = patterns.some(({ words }) => words !== undefined);
  const isOrdered = !isText && patterns.some(({ anyOrder }) => anyOrder !== undefined);
  const needs: Readonly<Record<Feature, boolean>> = {
    links: links.length > 1,
    gap: steps.some((step) => step.kind === 'send' && step.gap !== undefined),
    listen: steps.some(({ kind }) => kind === 'listen'),
    dial: steps.some(({ kind }) => kind === 'dial'),
    show: steps.some(({ kind }) => kind === 'present'),
    open: isOrdered || patterns.some((pattern) => /[.*]/.test(pattern.hex)),
    boot: (boot ?? greeting) !== undefined && finding.from === 'reset',
    order: isOrdered,
    words: isText,
    chatter: chatter.length > 0,
    time: Object.keys(bounds).length > 0,
    chance: randomExchanges.length > 1,
    silence: rounds === undefined && (finding.kind === 'silence' || finding.kind === 'hang'),
    undecided: !decidable,
    rounds: rounds !== undefined,
  };
  return new Set(FEATURES.filter((feature) => needs[feature]));
}

/** Explains how {@link exchange} writes expected answers. */
function legend(features: Features): readonly string[] {
  if (features.has('rounds'))
    return ['Each exchange: its steps, and what came on each link when the failure was recorded.'];
  const open = features.has('open')
    ? ': two characters a byte, .. for any byte, * for an answer of any length'
    : '';
  return [
    `Each exchange: its steps, and what a conformant board answers on each link${open}${features.has('order') ? ';' : '.'}`,
    ...(features.has('order') ? ['then the bytes at the dots, sorted, if they are known.'] : []),
  ];
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

function constants(
  { finding, links, seen, quiet, bounds, randomExchanges, rounds }: ExportedFinding,
  session: FuzzSession,
  features: Features,
): string {
  const { scripts: { chatter = [], words = {} } = {}, startup: { boot, greeting } = {} } = session;
  const seconds = (us: number | undefined): string => (us === undefined ? 'None' : String(us / 1e6));
  const baud = Number(finding.parameters['baud'] ?? 115_200);
  const where = (feature: Feature, line: string): string => (features.has(feature) ? line : '');
  const times = [bounds.least, bounds.most, bounds.apart].map(seconds).join(', ');
  const received = Object.entries(seen).map(([link, bytes]) => `${text(link)}: ${hexLiteral(bytes)}`);
  return [
    `EXPECTED = ${text(finding.expected)}\n`,
    `SEEN = ${text(finding.seen)}\n`,
    `RECEIVED = {${received.join(', ')}}  # in the last exchange, when the failure was last seen\n`,
    `BAUD = ${Number.isFinite(baud) ? baud : 115_200}\n`,
    `LINKS = [${links.map(text).join(', ')}]\n`,
    `QUIET = ${seconds(quiet)}  # s within which an answer begins\n`,
    where('rounds', `ROUNDS = ${rounds ?? 1}  # each from a reset, until the board chooses as it did then\n`),
    where(
      'boot',
      `BOOT = ${seconds(boot ?? greeting)}  # s after a reset in which a board may receive nothing, or sends by itself\n`,
    ),
    where('words', `WORDS = r"${Object.values(words).join('|')}"  # the words of the text that matter\n`),
    where('time', `NOT_BEFORE, NOT_AFTER, MAX_PAUSE = ${times}  # s, of the last answer\n`),
    where(
      'chance',
      `CHANCE = [${randomExchanges.join(', ')}]  # exchanges whose answers may not all be the same\n`,
    ),
    where('undecided', `UNDECIDED = ${text(reasonUndecided(session))}\n`),
    where(
      'chatter',
      `CHATTER = [${chatter.map((one) => hexLiteral(hex(one))).join(', ')}]  # may come at any time and does not matter\n`,
    ),
  ].join('');
}

function text(value: string): string {
  return `"${printable(value)}"`;
}

function hexLiteral(bytes: string): string {
  const { unit, times } = repeated(Uint8Array.from(Buffer.from(bytes, 'hex')));
  if (times > 1) return `"${hex(unit).toUpperCase()}" * ${times}`;
  const lines = bytes.toUpperCase().match(new RegExp(`.{1,${HEX_A_LINE}}`, 'g')) ?? [''];
  return lines.length === 1
    ? `"${lines[0]}"`
    : `(\n${lines.map((line) => `        "${line}"\n`).join('')}    )`;
}

function exchange({ steps, expected }: Exchange, session: FuzzSession, features: Features): string {
  const done = steps.map((step) => `        ${action(step, session, features)},\n`).join('');
  const due = Object.entries(expected).map(
    ([link, pattern]) => `        ${text(link)}: ${patternLiteral(pattern, features)},\n`,
  );
  return `    ([\n${done}    ], {\n${due.join('')}    }),\n`;
}

function patternLiteral({ hex: due, anyOrder, words }: Pattern, features: Features): string {
  if (words !== undefined)
    return `{${Object.entries(words)
      .map(([word, [least, most]]) => `${text(word)}: (${least}, ${most})`)
      .join(', ')}}`;
  if (!features.has('order')) return hexLiteral(due);
  return `(${hexLiteral(due)}, ${anyOrder === undefined ? 'None' : hexLiteral(anyOrder)})`;
}

function action(step: FuzzStep, session: FuzzSession, features: Features): string {
  if (step.kind === 'listen') return `("listen", ${step.span / 1e6})`;
  if (step.kind === 'dial') return `("dial", ${text(step.link)}, ${step.up ? 'True' : 'False'})`;
  if (step.kind === 'present') return `("show", ${text(step.symbology)}, ${hexLiteral(hex(step.bytes))})`;
  const gap = step.gap === undefined ? 'None' : String(step.gap / 1e6);
  const note = text(session.describe(step.link, step.bytes));
  return `("send", ${text(step.link)}, ${hexLiteral(hex(step.bytes))}, ${note}${features.has('gap') ? `, ${gap}` : ''})`;
}
