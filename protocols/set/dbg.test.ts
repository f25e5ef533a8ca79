import { runSuite } from '/work/w/set/scenarios/testing/suite-run';
import { set } from '/work/w/set/protocols/set/protocol';
test('x', async () => {
  const board = process.env['B']!;
  const ran = await runSuite(set.suite, { kinds: set.boards, board, sampled: process.env['S'] !== '0', seed: Number(process.env['SEED'] ?? 5), only: (process.env['O'] ?? '').split(',').filter((x) => x !== '') });
  const rows = ran.events.flatMap((e) => e.type === 'check' && e.verdict !== 'pass' ? [`${e.requirement} ${e.verdict} | ${e.title} | exp ${e.expected} | seen ${e.seen} | ${(e.evidence ?? []).slice(-12).map((x: any) => `${x.direction}:${x.direction === 'tx' ? x.hex.slice(-60) : Buffer.from(x.hex.replace(/ /g, ''), 'hex').toString('latin1').slice(-200).replace(/[\r\n]+/g, '⏎')}`).join(' // ')}`] : []);
  const want = process.env['C'] ?? '';
  console.log(rows.filter((r) => r.startsWith(want)).slice(0, 12).join('\n'));
});
