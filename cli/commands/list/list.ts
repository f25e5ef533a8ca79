/** `wirejig list`: suites, boards, defects, requirements, scenarios and parameters. */
import { imageKinds } from '../../../devices/emulation/images';
import type { Parameters } from '../../../protocols/requirement';
import { printable } from '../../../reports/text/printable';
import { protocolIds } from '../../../scenarios/protocols';
import { findConfig } from '../../config/find-config';
import { catalogue } from '../../shared/catalogue';
import type { ListedBoard, ListedSuite } from '../../shared/catalogue-entry';
import { say } from '../../shared/console';
import { checkSuiteName, pickByName } from '../../shared/option-values';
import type { ListRequest } from './command';

export const LISTS = ['suites', 'boards', 'defects', 'requirements', 'scenarios', 'params'] as const;
type ListSubject = (typeof LISTS)[number];

type Item = Readonly<Record<string, unknown>> & { readonly line: readonly string[] };

/** Resolves with 0. Rejects with {@link UsageError} for an unknown suite and a configuration that cannot be read. */
export async function listCommand({
  subject: what,
  suites: names,
  json,
  config,
}: ListRequest): Promise<number> {
  const subject = what === undefined ? undefined : pickByName(LISTS, (one) => one, what, 'list', 'there are');
  const ids = names.length > 0 ? names.map(checkSuiteName) : protocolIds();
  const entries = await catalogue(ids);
  const suites = entries.map((one) => one.suite);
  const kinds = entries.flatMap(({ boards }) => boards);
  const listed: readonly ListSubject[] = subject === undefined ? ['suites', 'boards'] : [subject];
  const content: Record<string, readonly Item[]> = Object.fromEntries(
    listed.map((one) => [one, itemsOf(one, suites, kinds)]),
  );
  if (listed.includes('boards')) {
    const own = await configuredItems(config, names.length === 0 ? undefined : suites);
    content['boards'] = [...(content['boards'] ?? []), ...own];
  }
  // The lines are for people only.
  const withoutLines = (key: string, value: unknown): unknown => (key === 'line' ? undefined : value);
  if (json === true)
    say(`${JSON.stringify(subject === undefined ? content : content[subject], withoutLines)}\n`);
  else {
    const fold = await textFolder();
    const tables = listed.map((one) =>
      formatTable(content[one] ?? [], subject === undefined ? one : undefined, fold),
    );
    say(tables.join('\n'));
  }
  return 0;
}

async function configuredItems(file: string | undefined, suites?: readonly ListedSuite[]) {
  if (findConfig(process.cwd(), file) === undefined) return [];
  const { loadConfig, suiteOf } = await import('../../config/config.js');
  const { HARDWARE } = await import('../../../devices/board/known-hardware.js');
  const config = await loadConfig(file);
  return Object.entries(config?.boards ?? {}).flatMap(([name, board]) => {
    const suite = suiteOf(board);
    if (suites !== undefined && !suites.some(({ id }) => id === suite)) return [];
    const title = HARDWARE.find((kind) => kind.name === board.kind)?.title ?? 'a board';
    const text = `${title} (suite ${suite ?? 'of your choice'}, from ${config?.path ?? ''})`;
    return [{ name, title, kind: board.kind, suite, config: config?.path, line: [name, printable(text)] }];
  });
}

function itemsOf(subject: ListSubject, suites: readonly ListedSuite[], kinds: readonly ListedBoard[]) {
  switch (subject) {
    case 'suites':
      return suites.map(({ id, title, requirements, scenarios, links }) => ({
        id,
        title,
        requirements: requirements.length,
        scenarios: scenarios.length,
        links,
        line: [id, `${title} (${requirements.length} clauses, ${scenarios.length} scenarios)`],
      }));
    case 'boards':
      return [
        ...kinds.map((kind) => boardItem('virtual', kind)),
        ...imageKinds(kinds).map((kind) => boardItem('qemu', kind)),
      ];
    case 'defects':
      return kinds.flatMap((kind) =>
        kind.defects.map(({ name, breaks, text, parameters }) => ({
          board: `virtual:${kind.name}+${name}`,
          name,
          breaks,
          text,
          parameters,
          line: [`${kind.name}+${name}`, breaks, withParameters(text, parameters)],
        })),
      );
    case 'requirements':
      return suites.flatMap((suite) =>
        suite.requirements.map((one) => ({
          suite: suite.id,
          ...one,
          line: [one.id, one.level, one.origin, one.text],
        })),
      );
    case 'scenarios':
      return suites.flatMap((suite) =>
        suite.scenarios.map((one) => ({
          suite: suite.id,
          ...one,
          line: [one.id, one.title, one.covers.join(' ')],
        })),
      );
    case 'params':
      return suites.flatMap((suite) =>
        suite.parameters.map((one) => ({
          suite: suite.id,
          ...one,
          line: [
            suite.id,
            one.name,
            `${one.default}${one.unit === undefined ? '' : ` ${one.unit}`}`,
            formatLimits(one),
            one.text,
          ],
        })),
      );
  }
}

/** With the options without which the defect does not show. */
function withParameters(text: string, parameters: Parameters = {}): string {
  const options = Object.entries(parameters).map(([name, value]) => ` --param ${name}=${value}`);
  return options.length === 0 ? text : `${text} Run it with${options.join('')}.`;
}

function boardItem(scheme: 'virtual' | 'qemu', { name, title, suite, defects, links }: ListedBoard): Item {
  const text = scheme === 'virtual' ? title : `${title}: C firmware under QEMU`;
  return {
    name: `${scheme}:${name}`,
    title: text,
    suite,
    defects: defects.length,
    links,
    line: [`${scheme}:${name}`, `${text} (suite ${suite}, ${defects.length} defects)`],
  };
}

function formatLimits({ min, max, choices }: { min?: number; max?: number; choices?: readonly string[] }) {
  if (choices !== undefined) return choices.join('|');
  return min === undefined && max === undefined ? '' : `${min ?? ''}..${max ?? ''}`;
}

type FoldText = (text: string, indent: number) => readonly string[];

/** Lines fold only on a terminal: the reader of a pipe reads whole lines. */
async function textFolder(): Promise<FoldText> {
  if (!process.stdout.isTTY) return (text) => [text];
  const { wrapText } = await import('../../../reports/text/exchange-text.js');
  return (text, indent) => wrapText(text, process.stdout.columns, indent);
}

function formatTable(items: readonly Item[], title: string | undefined, fold: FoldText): string {
  const count = Math.max(0, ...items.map(({ line }) => line.length)) - 1;
  const widths = Array.from({ length: Math.max(0, count) }, (_, i) =>
    Math.max(...items.map(({ line }) => line[i]?.length ?? 0)),
  );
  const indent = widths.reduce((sum, width) => sum + width + 2, 2);
  const rows = items.flatMap(({ line }) => {
    const head = widths.map((width, i) => (line[i] ?? '').padEnd(width + 2)).join('');
    const [first, ...rest] = fold(line.at(-1) ?? '', indent);
    return [`  ${head}${first ?? ''}`, ...rest];
  });
  return [...(title === undefined ? [] : [title]), ...rows].map((row) => `${row.trimEnd()}\n`).join('');
}
