// An application in virtual time: its own time-out is true to the lamp's time, and costs none.
const { plugVirtualBoard, VirtualSerialPort } = require('wirejig/testing');
const { Dimmer } = require('../dimmer');
const { lamp } = require('../lamp');

let board;
let restoreTimers;
afterEach(() => {
  restoreTimers();
  board.remove();
});

async function dimmerAt(options) {
  board = plugVirtualBoard('/dev/ttyUSB0', lamp, options);
  restoreTimers = board.clock.replaceTimers();
  const port = new VirtualSerialPort({ path: '/dev/ttyUSB0', baudRate: 9600 });
  await new Promise((resolve) => port.once('open', resolve));
  return { port, dimmer: new Dimmer(port) };
}

test('a level is set, at the pace of the line', async () => {
  const { dimmer } = await dimmerAt();
  expect(await dimmer.set(42)).toBe(42);
  expect(board.clock.now()).toBeGreaterThan((6 * 10 * 1000) / 9600);
});

test('an answer that comes too late is given up', async () => {
  const { dimmer } = await dimmerAt({ defects: ['late'], latency: 16 });
  await expect(dimmer.set(42)).rejects.toThrow('the lamp does not answer');
  expect(board.clock.now()).toBe(100);
});

test('a cable that is pulled closes the port', async () => {
  const { port } = await dimmerAt();
  port.resume();
  const closed = new Promise((resolve) => port.once('close', resolve));
  board.unplug();
  expect(await closed).toMatchObject({ disconnected: true });
});
