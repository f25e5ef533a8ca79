import { needing } from '../../devices/testing/needed-tools';
import { accuracyOf, type Accuracy } from './accuracy';
import { PeerProcess, BuildFolder } from '../peer-process';
import { startBusyProgram, stopProgram } from './latency-accuracy';

// A wrong bound by wirejig shows in every measurement; time that a hypervisor takes does not.
jest.retryTimes(2);

needing('bounds of latencies, against a true clock', 'gcc').describe('a C responder', () => {
  const buildFolder = new BuildFolder();
  let responder: PeerProcess | undefined;
  let path = '';

  beforeAll(async () => {
    responder = new PeerProcess(buildFolder.compile('delay-pty.c'));
    path = await responder.line();
  });
  afterAll(async () => {
    await responder?.end();
    buildFolder.remove();
  });

  const measureAccuracy = async (count: number): Promise<Accuracy> => {
    if (responder === undefined) throw new Error('no responder');
    return accuracyOf(responder, path, count, [0, 700, 2000]);
  };

  // Nothing counts the time that a hypervisor takes: it may spoil one bound in a hundred.
  test('bounds contain the true latency, and are narrow', async () => {
    const { exchanges, wrong, width, excess } = await measureAccuracy(300);
    expect(exchanges).toBe(300);
    expect(wrong).toBeLessThan(7);
    expect(width.median).toBeGreaterThan(0);
    expect(width.median).toBeLessThan(Math.max(20_000, 20 * excess.p99));
  });

  test('also under load', async () => {
    const loads = [startBusyProgram(), startBusyProgram(), startBusyProgram()];
    try {
      expect((await measureAccuracy(150)).wrong).toBeLessThan(8);
    } finally {
      await Promise.all(loads.map(stopProgram));
    }
  });

  test('no upper bound is below the time of the responder itself', async () => {
    expect((await measureAccuracy(100)).lowest).toBeGreaterThan(-2);
  });
});
