/**
 * An STM32F405 under QEMU. It runs an image, and each of its serial lines is a pseudo-terminal.
 *
 *     harness ── pty ── socat ── Unix socket ── QEMU's USART ── firmware
 */
import { spawn } from 'node:child_process';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { LinkError } from '../links/link';
import { EmulatorDelayCounter, type EmulatorDelay } from './stall-history';
import { GuardedProcess } from './guarded-process';
import { Qmp } from './qmp';

export interface QemuMachine {
  /** The reset button. It also ends a hang. Bytes in flight are lost, as on a wire. */
  reset(): Promise<void>;
  /** Stops the firmware: it neither receives nor sends. */
  hang(): Promise<void>;
  resume(): Promise<void>;
  /** How long the emulator and its cables have waited for a processor. */
  delay(): EmulatorDelay;
  /** The firmware's own count of milliseconds since its reset. Rejects when the emulator has ended. */
  ticks(): Promise<number>;
  /** Ends the board and removes its ports and its folder. Idempotent. */
  unplug(): Promise<void>;
}

export interface QemuOptions {
  /** Contains the image, sockets and ports. It is removed with the machine. */
  readonly folder: string;
  readonly image: string;
  /** The paths of the ports in the folder, USART1 first. */
  readonly ports: readonly string[];
}

const EMULATOR = 'qemu-system-arm';
const READY_MS = 10_000;
/** The wait for the firmware to listen. The suite judges firmware that takes longer. */
const BOOT_MS = 250;
const POLL_MS = 2;
/** The control register of each USART. Without its bits UE and RE received bytes are dropped. */
const CONTROL_REGISTERS = ['0x4001100c', '0x4000440c'];
const RECEIVING = 0x2004;
/** The first word of SRAM (stm32f405.ld). */
const TICKS = '0x20000000';
/** While its receivers are off, the machine drops bytes: this is long enough for all bytes in flight. */
const DRAIN_MS = 20;

/** Starts the machine and waits until its firmware listens. Rejects with {@link LinkError}: cause and remedy. */
export async function startQemu({ folder, image, ports }: QemuOptions): Promise<QemuMachine> {
  const control = join(folder, 'qmp');
  const sockets = ports.map((_, i) => join(folder, `usart${i + 1}`));
  const words = ['-M', 'netduinoplus2', '-kernel', image, '-nodefaults', '-display', 'none', '-S'];
  sockets.forEach((path, i) => words.push('-chardev', socketAt(path, `u${i}`), '-serial', `chardev:u${i}`));
  words.push('-qmp', `unix:${control},server=on,wait=off`);
  const process = new GuardedProcess(folder, EMULATOR, words);
  try {
    let qmp: Qmp | undefined;
    const connected = async (): Promise<boolean> => {
      qmp = await Qmp.connect(control).catch(notYet);
      return qmp !== undefined;
    };
    if (!(await until(process, connected, READY_MS)) || qmp === undefined)
      throw fault(`${EMULATOR} does not start`);
    const machine = new Qemu(process, qmp, ports);
    await machine.trackDelays();
    await machine.connectPorts(sockets);
    await machine.resume();
    await machine.waitForFirmware(BOOT_MS);
    return machine;
  } catch (error) {
    await process.stop();
    throw error instanceof LinkError ? error : fault(String(error));
  }
}

/** The socket exists before the emulator listens on it. */
function notYet(error: unknown): undefined {
  if (!/ENOENT|ECONNREFUSED/.test(String(error))) throw error;
}

function socketAt(path: string, id: string): string {
  return `socket,id=${id},path=${path},server=on,wait=off`;
}

class Qemu implements QemuMachine {
  private readonly held: number[] = [];
  private readonly delays = new EmulatorDelayCounter();

  constructor(
    private readonly process: GuardedProcess,
    private readonly qmp: Qmp,
    private readonly ports: readonly string[],
  ) {}

  /** Connects a pseudo-terminal to each of the sockets. */
  async connectPorts(sockets: readonly string[]): Promise<void> {
    for (const [i, port] of this.ports.entries()) await this.connectPort(port, sockets[i] ?? '');
  }

  async reset(): Promise<void> {
    await this.qmp.run('stop');
    await this.qmp.run('system_reset');
    await pause(DRAIN_MS);
    await this.resume();
    await this.waitForFirmware(BOOT_MS);
  }

  async hang(): Promise<void> {
    await this.qmp.run('stop');
  }

  async resume(): Promise<void> {
    await this.qmp.run('cont');
  }

  delay(): EmulatorDelay {
    return this.delays.total();
  }

  ticks(): Promise<number> {
    return this.peek(TICKS);
  }

  /** Starts to count the delays of the emulator. */
  async trackDelays(): Promise<void> {
    const { pid } = this.process;
    const [cpu] = z.array(z.object({ 'thread-id': z.number() })).parse(await this.qmp.run('query-cpus-fast'));
    if (pid !== undefined && cpu !== undefined) this.delays.addEmulator(pid, cpu['thread-id']);
  }

  async unplug(): Promise<void> {
    for (const descriptor of this.held.splice(0)) closeSync(descriptor);
    await this.process.stop();
    this.qmp.close();
    this.delays.close();
  }

  /** Waits until the firmware has its receivers on, or `limit` ms without the emulator's delays. */
  async waitForFirmware(limit: number): Promise<void> {
    const before = this.delays.totalWithoutSteal();
    const registers = CONTROL_REGISTERS.slice(0, this.ports.length);
    const from = performance.now();
    const lag = (): number => (this.delays.totalWithoutSteal() - before) / 1000;
    await until(
      this.process,
      async () => {
        const values = await Promise.all(registers.map((register) => this.peek(register)));
        const receiving = values.every((value) => (value & RECEIVING) === RECEIVING);
        return receiving || performance.now() - from - lag() > limit;
      },
      READY_MS,
    );
  }

  private async peek(address: string): Promise<number> {
    const command = { 'command-line': `xp /1wx ${address}` };
    const output = z.string().parse(await this.qmp.run('human-monitor-command', command));
    return Number(/: (0x[0-9a-f]{8})/.exec(output)?.[1]);
  }

  private async connectPort(port: string, socket: string): Promise<void> {
    // socat ends by itself when the machine closes the socket.
    const cable = spawn('socat', ['-t', '0.02', `PTY,link=${port},rawer`, `UNIX-CONNECT:${socket}`], {
      stdio: 'ignore',
      detached: true,
    });
    let missing = false;
    cable.on('error', () => (missing = true));
    cable.unref();
    if (cable.pid !== undefined) this.delays.addCable(cable.pid);
    const made = (): boolean => {
      if (missing) throw fault('no socat here to make a pseudo-terminal: install it (apt-get install socat)');
      return existsSync(port);
    };
    if (!(await until(this.process, made, READY_MS)))
      throw fault(`socat could not make a pseudo-terminal at ${port}`);
    // A terminal hangs up when its last user closes it.
    this.held.push(openSync(port, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK));
  }
}

/** Waits until `holds`; false after `limit` ms. Rejects with {@link LinkError} when the machine ends. */
async function until(
  machine: GuardedProcess,
  holds: () => boolean | Promise<boolean>,
  limit: number,
): Promise<boolean> {
  const from = performance.now();
  while (!(await holds())) {
    if (!machine.running) throw fault(reasonOf(machine));
    if (performance.now() - from > limit) return false;
    await pause(POLL_MS);
  }
  return true;
}

function reasonOf({ stderr }: GuardedProcess): string {
  return stderr.includes('not found')
    ? `no ${EMULATOR} here to run the firmware: install it (apt-get install qemu-system-arm)`
    : `${EMULATOR} ended: ${stderr || 'no error text'}`;
}

function fault(text: string): LinkError {
  return new LinkError('firmware', 'missing', text);
}
