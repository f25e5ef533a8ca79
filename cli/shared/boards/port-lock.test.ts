import { UsageError } from '../usage-error';
import { lockPorts } from './port-lock';

test.each([
  ['one address', 'tcp://bench-9.example:7001', 'rfc2217://Bench-9.example:7001?baud=9600'],
  ['one address by UDP', 'udp://bench-9.example:7002', 'udp://bench-9.example:7002'],
])('%s has one user at a time', (_what, first, second) => {
  const unlock = lockPorts([first]);
  expect(() => lockPorts([second])).toThrow(UsageError);
  unlock();
  lockPorts([second])();
});

test('two addresses, and programs, have a user each', () => {
  const unlocks = [
    'tcp://bench-9.example:7003',
    'tcp://bench-9.example:7004',
    'exec:./board',
    'exec:./board',
  ].map((url) => lockPorts([url]));
  for (const unlock of unlocks) unlock();
});
