/**
 * A finding as C99 data, for a test of the firmware itself: the bytes of each write by field, and its time.
 *
 *     const uint8_t stm_578b9f83_1[] = { 0x01, …  };        the bytes of step 1
 *     const struct stm_578b9f83_step stm_578b9f83_steps[]    link, delay, whether to wait, bytes, size
 */
import { byteText } from '../../../protocols/byte-text';
import type { FieldSpan } from '../../../protocols/frame';
import { isFlaky, type Finding } from '../triage/finding';
import type { FuzzStep, PresentStep, SendStep } from '../../player/step';
import type { FuzzSession } from '../target';
import type { ExportedFinding } from './exchange';
import { printable, wrapLines } from './printable-text';

const BYTES_A_LINE = 12;

export function cArray({ finding, exchanges, quiet }: ExportedFinding, session: FuzzSession): string {
  const name = finding.id.replaceAll('-', '_');
  const steps = exchanges.flatMap((one) => one.steps);
  const arrays = steps.map((step, i) =>
    step.kind === 'listen' || step.kind === 'dial' ? '' : array(`${name}_${i + 1}`, step, session),
  );
  const rows = steps.map((step, i) => `    ${row(step, `${name}_${i + 1}`)},\n`);
  return [
    head(finding),
    '#include <stddef.h>\n#include <stdint.h>\n\n',
    structure(name),
    ...arrays,
    `const struct ${name}_step ${name}_steps[] = {\n`,
    ...rows,
    `    {NULL, ${Math.round(quiet)}, 0, NULL, 0}, /* listen: nothing else is due */\n};\n\n`,
    `const size_t ${name}_count = sizeof ${name}_steps / sizeof ${name}_steps[0];\n`,
  ].join('');
}

function head(finding: Finding): string {
  const { id, requirement, level, kind, title, expected, seen, repeats, found, from } = finding;
  const { shown, tried, rounds } = repeats;
  const chance =
    rounds === undefined ? '' : ` in ${rounds.played} rounds; it depends on choices of the board`;
  const reproducibility = `reproduced ${shown} of ${tried} times${chance}${isFlaky(finding) ? ': flaky' : ''}`;
  const lines = [
    `wirejig finding ${id}: ${requirement} ${level}, ${kind}`,
    printable(title),
    `expected: ${printable(expected)}`,
    `seen: ${printable(seen)}`,
    `${reproducibility}; found on ${printable(found.board)}, seed ${found.seed}, case ${found.case}`,
    from === 'reset' ? 'for a board that was just reset' : 'for any board that answers',
  ];
  return `/*\n${lines
    .flatMap((line) => wrapLines(line, 100))
    .map((line) => ` * ${line}\n`)
    .join('')} */\n`;
}

function structure(name: string): string {
  return `struct ${name}_step {
    const char *link;     /* NULL: nothing is sent */
    uint32_t delay_us;    /* silence before it, after the last byte sent */
    uint8_t waits;        /* 1: it also waits until the answer has come */
    const uint8_t *bytes; /* link lens:KIND: a code to show; open:, close: a connection */
    size_t size;
};

`;
}

function row(step: FuzzStep, bytes: string): string {
  if (step.kind === 'listen') return `{NULL, ${Math.round(step.span)}, 0, NULL, 0}`;
  if (step.kind === 'dial') return `{"${step.up ? 'open' : 'close'}:${printable(step.link)}", 0, 1, NULL, 0}`;
  const link = step.kind === 'present' ? `lens:${step.symbology}` : printable(step.link);
  const delay = step.kind === 'send' ? Math.round(step.gap ?? 0) : 0;
  const awaitsReply = step.kind === 'present' || step.gap === undefined ? 1 : 0;
  if (step.bytes.length === 0) return `{"${link}", ${delay}, ${awaitsReply}, NULL, 0}`;
  return `{"${link}", ${delay}, ${awaitsReply}, ${bytes}, sizeof ${bytes}}`;
}

function array(name: string, step: SendStep | PresentStep, session: FuzzSession): string {
  const { bytes } = step;
  if (bytes.length === 0) return '';
  const sent = step.kind === 'send';
  const note = sent ? printable(session.describe(step.link, bytes)) : `a ${step.symbology} code to show`;
  const spans = sent ? session.fields(step.link, 'tx', bytes) : [];
  return `/* ${note} */\nconst uint8_t ${name}[] = {\n${byteLines(bytes, spans).join('')}};\n\n`;
}

/** A line for each field, with its name. Bytes outside fields have lines of their own. */
function byteLines(bytes: Uint8Array, spans: readonly FieldSpan[]): string[] {
  const lines: string[] = [];
  const put = (from: number, to: number, comment: string): void => {
    for (let at = from; at < to; at += BYTES_A_LINE) {
      const part = [...bytes.subarray(at, Math.min(to, at + BYTES_A_LINE))].map(
        (byte) => `0x${byteText(byte)}`,
      );
      lines.push(`    ${part.join(', ')},${comment === '' || at > from ? '' : ` /* ${comment} */`}\n`);
    }
  };
  let at = 0;
  for (const { name, offset, length, value, meaning } of spans.toSorted((a, b) => a.offset - b.offset)) {
    const end = Math.min(bytes.length, offset + length);
    if (offset < at || end <= offset) continue;
    put(at, offset, '');
    put(offset, end, printable(`${name}: ${meaning ?? value}`));
    at = end;
  }
  put(at, bytes.length, '');
  return lines;
}
