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

const CASES = [
  'modbus exact',
  'modbus 5ms+stall',
  'modbus+late 20ms',
  'modbus+write-lost exact',
  'modbus+crc-ignored 5ms',
  'modbus+checksum-wrong-obeyed exact',
  'modbus+unit-mb-fr-03-obeyed exact',
  'modbus+remainder-kept exact',
  'modbus+answer-checksum-wrong 5ms',
  'registers exact',
  'registers 5ms+stall',
  'registers+checksum-ignored exact',
  'registers+restart-lost exact',
  'registers+answer-twice exact',
  'registers+answer-trailing-byte exact',
  'registers+silence-doubled exact',
  'registers+written-value-swapped exact',
];

test.each(CASES)('%s', async (name) => {
  const [board = '', disturbance = ''] = name.split(' ');
  const protocol = board.startsWith('modbus') ? PROTOCOLS.modbus : PROTOCOLS.registers;
  const [kind] = protocol.boards;
  const differences = await verdictDifferences({ protocol, kind: kind!, board, disturbance, seed: 5 });
  expect(differences.filter((one) => !OPEN.test(one))).toEqual([]);
});
