import type { JournalEvent } from '../../scenarios/record';
import { githubAnnotations, githubSummary } from './github';
import { sampleRunStart } from '../testing/sample-catalogue';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';

interface Command {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

/** Workflow commands as the runner reads them: each is one line with its escapes undone once. */
function commandsOf(output: string): readonly Command[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const match = /^::(\w+) title=([^:,\r]*)::([^\r]*)$/.exec(line);
      if (match === null) throw new Error(`no command: ${line}`);
      const [, kind = '', title = '', text = ''] = match;
      return { kind, title: unescaped(title), text: unescaped(text) };
    });
}

function unescaped(text: string): string {
  return text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%25', '%');
}

test('a failed MUST is an error with its bytes, a failed SHOULD a warning, a clause that was not judged a notice', () => {
  const commands = commandsOf(githubAnnotations(summarize(sampleJournal())));
  expect(commands.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'error STM-FR-02 MUST failed',
    'error STM-GM-05 MUST failed',
    'warning STM-FR-10 SHOULD failed',
    'notice STM-TM-02 MUST not judged',
  ]);
  expect(commands[0]?.text).toMatch(/sent {2}01 FF 00\n(?:.*\n)+?.* got {3}01 FF FE\n/);
  expect(commands[0]?.text).toContain('exactly one Error (01)');
});

test('text from a board makes no command', () => {
  const hostile = `%0A::error::owned\n::set-env name=PATH::.\r${HOSTILE}`;
  const commands = commandsOf(githubAnnotations(summarize(sampleJournal(hostile))));
  expect(commands.map(({ kind }) => kind)).toEqual(['error', 'error', 'warning', 'notice']);
  expect(commands[0]?.text).toContain('%0A::error::owned\\n::set-env name=PATH::.\\r');
});

function manyFailures(count: number): readonly JournalEvent[] {
  const start = sampleRunStart();
  const [suite] = start.suites;
  const [first] = suite?.requirements ?? [];
  if (suite === undefined || first === undefined) throw new Error('the sample has a suite');
  const requirements = Array.from({ length: count }, (_, n) => ({ ...first, id: `STM-XX-${n}` }));
  const verdicts = Object.fromEntries(
    requirements.map(({ id }) => [id, { verdict: 'fail' as const, checks: 1, reason: 'broke' }]),
  );
  return [
    { ...start, suites: [{ ...suite, requirements }] },
    { type: 'run-end', at: 9, outcome: 'done', verdicts, exchanges: 1 },
  ];
}

test('many failures make ten annotations, and the last one names the rest', () => {
  const commands = commandsOf(githubAnnotations(summarize(manyFailures(30))));
  expect(commands).toHaveLength(10);
  expect(commands.at(-1)).toMatchObject({ kind: 'error', title: '21 clauses more failed' });
  expect(commands.at(-1)?.text.split(', ')).toHaveLength(21);
});

test('a run that was cut off is an error, and clauses that were not judged for one reason are one notice', () => {
  const [error, ...notices] = commandsOf(githubAnnotations(summarize([sampleRunStart()])));
  expect(error).toMatchObject({ kind: 'error', title: 'NOT JUDGED' });
  expect(error?.text).toContain('The record stops before the run ended.');
  expect(notices).toMatchObject([{ kind: 'notice', title: '12 clauses not judged' }]);
  expect(notices[0]?.text).toMatch(/STM-FR-02, STM-/);
});

describe('the job summary', () => {
  const summary = githubSummary(summarize(sampleJournal()));

  test('has the verdict, the counts, the failures with their bytes, the reasons of what was not judged, and the command', () => {
    expect(summary).toMatch(/^## ✗ wirejig: FAIL\n/);
    expect(summary).toContain('| MUST | 6 | 2 | 1 | 1 | 10 |');
    expect(summary).toContain('<b>STM-FR-02</b>');
    expect(summary).toContain('sent  01 FF 00');
    expect(summary).toContain('### Not judged');
    expect(summary).toMatch(/### Again\n\n```text\n\S*wirejig run/);
  });

  test('has no markup from a board: outside fences, all tags, links and code are the report’s own', () => {
    const hostile = githubSummary(summarize(sampleJournal(`${HOSTILE}\`\`\`\`[x](http://evil)<img src=x>|`)));
    const outside = hostile.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
    expect(outside).not.toMatch(/`|\[x\]|<(?!\/?(details|summary|b)>)/);
    const inside = hostile.length - outside.length;
    expect(inside).toBeGreaterThan(100);
  });

  test('stays within what a step may write', () => {
    expect(githubSummary(summarize(manyFailures(3000))).length).toBeLessThan(1 << 20);
  });
});
