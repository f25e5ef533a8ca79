import { accuracyOf, type Accuracy } from './accuracy';
import { Child, Workshop, works } from './child';
import { busyProgram, stopped } from './latency-accuracy';

const LACKING =
  process.platform !== 'linux' ? 'this is no Linux' : works('cc', '--version') ? undefined : 'there is no cc';

if (LACKING === undefined) responding();
else
  test('latencies are held against a responder in C, which cannot be built here', () => {
    const reason = `${LACKING}: the bounds of latencies were not held against a true clock`;
    process.stderr.write(`${reason}\n`);
    expect(process.env['CI'] === 'true' ? reason : '').toBe('');
  });

function responding(): void {
  const workshop = new Workshop();
  let responder: Child | undefined;
  let path = '';

  beforeAll(async () => {
    responder = new Child(workshop.compiled('delay-pty.c'));
    path = await responder.line();
  });
  afterAll(async () => {
    await responder?.end();
    workshop.clear();
  });

  const measured = async (count: number): Promise<Accuracy> => {
    if (responder === undefined) throw new Error('no responder');
    return accuracyOf(responder, path, count, 2000);
  };

  // What a hypervisor takes from the whole machine is counted nowhere: a few bounds in a hundred are wrong by it.
  test('bounds hold the truth, and are narrow enough to say something', async () => {
    const { exchanges, wrong, width } = await measured(300);
    expect(exchanges).toBe(300);
    expect(wrong).toBeLessThan(30);
    expect(width.median).toBeGreaterThan(0);
    expect(width.median).toBeLessThan(3000);
  });

  test('under load too', async () => {
    const loads = [busyProgram(), busyProgram(), busyProgram()];
    try {
      expect((await measured(150)).wrong).toBeLessThan(38);
    } finally {
      await Promise.all(loads.map(stopped));
    }
  });

  test('an answer is never bounded from above by less than the responder itself took', async () => {
    expect((await measured(100)).lowest).toBeGreaterThan(-2);
  });
}
