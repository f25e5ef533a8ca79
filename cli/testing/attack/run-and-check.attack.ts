/** The suite of each described protocol on each of its boards, and `check` of what it recorded, by hand: npm run attack run-and-check. */
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { registerProtocol } from '../../../protocols/request-response/testing/register-protocol';
import { describedProtocol } from '../../../scenarios/protocols/request-response/protocol';
import { stm } from '../../../protocols/stm/stm';
import { DISTURBANCES } from '../../../scenarios/testing/disturbed/disturbance';
import { verdictDifferences } from '../../commands/check/testing/verdict-differences';

const HOUR = 3_600_000;
const PROTOCOLS = [
  stm,
  describedProtocol(modbus, []),
  describedProtocol(registerProtocol({ events: true, pipelined: true }), []),
];

test.each(PROTOCOLS.map((protocol) => [protocol.suite.id, protocol] as const))(
  '%s: run and check give the same verdicts',
  async (_id, protocol) => {
    const [kind] = protocol.boards;
    if (kind === undefined) throw new Error('no board');
    let count = 0;
    for (const { name: disturbance } of DISTURBANCES.filter(({ boardStalls }) => !boardStalls))
      for (const defect of ['', ...kind.defects.map(({ name }) => `+${name}`)]) {
        const board = `${kind.name}${defect}`;
        const found = await verdictDifferences({ protocol, kind, board, disturbance, seed: 5 });
        count += found.length;
        if (found.length > 0) process.stdout.write(`${board} ${disturbance}: ${found.join(', ')}\n`);
      }
    expect(count).toBe(0);
  },
  HOUR,
);
