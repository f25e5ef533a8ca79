import { createServer, type AddressInfo } from 'node:net';
import { realBoard } from '../../devices/board/real-board';
import { stmSuite, STM_TARGET } from '../../protocols/stm/testing/parts';
import { runSuite } from '../testing/suite-run';
import type { Finding } from './triage/finding';
import { playOn } from './execution/recovery';
import { withRegressionScenarios } from './regression-scenarios';
import { LinkRig } from './execution/link-rig';
import { sampleFinding } from './testing/sample-finding';

const FINDING = sampleFinding({
  title: 'wrong CRC: expected Error 01, saw Start',
  requirement: 'STM-FR-02',
  trigger: 'wrong CRC',
  due: 'Error 01',
  cause: 'answer|wrong CRC|Error 01',
  expected: 'error code 1 (bad CRC)',
  steps: [{ link: 'main', hex: '01ff77' }],
});

const lookUp = () => Promise.resolve(STM_TARGET);

async function runWithFinding(board: string, finding: Finding) {
  const suite = withRegressionScenarios(stmSuite, [finding], lookUp);
  const [first] = suite.scenarios;
  const { end, events } = await runSuite(suite, { board, scenarios: [first?.id ?? ''] });
  return { first: first?.id, verdict: end.verdicts['STM-FR-02']?.verdict, events };
}

test('a kept finding is the first scenario: it fails on the board with the bug, with its bytes', async () => {
  const { first, verdict, events } = await runWithFinding('stm+crc-ignored', FINDING);
  expect([first, verdict]).toEqual(['stm/kept-0a1b2c3d', 'fail']);
  const check = events.find((event) => event.type === 'check');
  expect(check).toMatchObject({ expected: 'error code 1 (bad CRC)' });
  expect(check?.evidence?.[0]).toMatchObject({ direction: 'tx', hex: '01ff77' });
});

test('on a board without the bug it passes', async () => {
  expect((await runWithFinding('stm', FINDING)).verdict).toBe('pass');
});

test('a finding of another suite, or of an unknown clause, is left out', () => {
  const count = (finding: Finding): number =>
    withRegressionScenarios(stmSuite, [finding], lookUp).scenarios.length;
  expect(count({ ...FINDING, suite: 'gm67' })).toBe(stmSuite.scenarios.length);
  expect(count({ ...FINDING, requirement: 'STM-XX-99' })).toBe(stmSuite.scenarios.length);
  expect(count(FINDING)).toBe(stmSuite.scenarios.length + 1);
});

test('a serial line at a TCP port exists as long as its board: no player connects over it', async () => {
  const received: string[] = [];
  const server = createServer((socket) =>
    socket.on('data', (bytes) => {
      received.push(bytes.toString('hex'));
      socket.write(bytes);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target = { scheme: 'tcp', url: `tcp://127.0.0.1:${port}`, host: '127.0.0.1', port } as const;
  const board = realBoard({ name: 'stm', kind: 'stm', targets: new Map([['main', target]]) });
  await board.open();
  const session = STM_TARGET.session({ idleGapMs: 50, responseMs: 100, errorCmd: 0xee });
  const model = session.model(false);
  const rig = new LinkRig(board, () => undefined);
  await rig.play(playOn(rig, session.baseline, model));
  expect([received, model.failure, model.desynchronised]).toEqual([['01fffe'], undefined, false]);
  await board.close();
  server.close();
});
