/** Wireshark's own reader of traces, for tests: a program of the machine (Debian package `tshark`). */
import { spawnSync } from 'node:child_process';
import { needing } from '../devices/needed-tools';

/** Jest's own where tshark is here. */
export const tsharkTest = needing('traces, read back by tshark', 'tshark').test;

/** What tshark prints. Throws with what it complains of. */
export function tshark(words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('tshark', [...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0 || /lua|error/i.test(stderr)) throw new Error(`tshark: ${status} ${stderr}`);
  return stdout;
}

/** One record for each packet of a trace: the fields asked for, by name; several of one name with commas between. */
export function fieldsOf(
  trace: string,
  names: readonly string[],
  more: readonly string[] = [],
): readonly Readonly<Record<string, string>>[] {
  const words = ['-r', trace, ...more, '-T', 'fields', '-E', 'separator=/t'];
  const table = tshark([...words, ...names.flatMap((name) => ['-e', name])]);
  return table
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
    });
}
