/** One verdict: `check` of what a run recorded gives that run's verdict, clause by clause, whatever this host did to the times. */
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { registerProtocol } from '../../../protocols/request-response/testing/register-protocol';
import { describedProtocol } from '../../../scenarios/protocols/request-response/protocol';
import { verdictDifferences } from './testing/verdict-differences';

const PROTOCOLS = {
  modbus: describedProtocol(modbus, []),
  registers: describedProtocol(registerProtocol({ events: true, pipelined: true }), []),
};

/** What one of them leaves open is no contradiction. */
const OPEN = /inconclusive|skip/;

/** `npm run attack run-and-check` goes through all defects and disturbances. */
const CASES = [
  'registers 5ms+stall',
  'modbus+remainder-kept exact',
  'registers exact',
  'registers+late 20ms',
  'registers+checksum-ignored 5ms',
  'registers+restart-lost exact',
  'registers+answer-twice exact',
  'registers+silence-doubled exact',
];

test.each(CASES)('%s', async (name) => {
  const [board = '', disturbance = ''] = name.split(' ');
  const protocol = board.startsWith('modbus') ? PROTOCOLS.modbus : PROTOCOLS.registers;
  const [kind] = protocol.boards;
  const differences = await verdictDifferences({ protocol, kind: kind!, board, disturbance, seed: 5 });
  expect(differences.filter((one) => !OPEN.test(one))).toEqual([]);
});
