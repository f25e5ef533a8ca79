/** GM67: a parameter written is the parameter read (GM-CM-05). */
import { PARAMETER, type ScannerParameter } from '../../../protocols/gm67/parameters';
import { hex, isNumberPrefix } from '../../../protocols/gm67/message';
import { unknownNumber } from '../../../protocols/gm67/gm67.arbitrary';
import type { GmHost } from './host';
import { range } from '../range';
import { gmScenario } from './scenario';
import { describeParameter } from './descriptions';
import { writeOf } from './command-bodies';
import { untilFailed } from '../until-failed';

const ID = 'GM-CM-05';

const writtenAndRead = gmScenario(
  { id: 'gm67/parameters', title: 'a parameter written is the parameter read', covers: [ID] },
  async (host, bench) => {
    for (const parameter of host.profile.parameters) {
      for (const value of untilFailed(bench, ID, host.profile.writable(parameter)))
        await writeAndRead(host, parameter.number, value, 0);
      const [value] = host.profile.writable(parameter);
      if (value !== undefined) await writeAndRead(host, parameter.number, value, 0xff);
    }
    await checkIndependence(host);
    await restoreDefaults(host);
  },
);

async function writeAndRead(host: GmHost, number: number, value: number, prefix: number): Promise<void> {
  if (await host.ask(writeOf(number, value, prefix)))
    await host.read(number, `after ${hex(value)} was written`);
}

/** Writes all parameters, then reads all. Any two of them differ in some round. */
async function checkIndependence(host: GmHost): Promise<void> {
  for (const round of range(0, 5)) {
    const numbered = [...host.profile.parameters.entries()];
    // A later write hides an effect on its parameter, so the order changes.
    for (const [i, parameter] of round % 2 === 1 ? numbered.toReversed() : numbered) {
      const values = host.profile.writable(parameter);
      const value = values[((i >> (round >> 1)) + round) % Math.max(1, values.length)];
      if (value !== undefined) await host.write(parameter.number, value);
    }
    for (const { number } of host.profile.parameters)
      await host.read(number, 'after all parameters were written');
  }
}

/** Undoes what the scenario wrote: no packet mode, no continuous reading. */
async function restoreDefaults(host: GmHost): Promise<void> {
  if (host.profile.atDefaultBaud) await host.ask({ type: 'defaults' });
  else await host.write(PARAMETER.packet, 0);
}

/** Numbers that a scanner may take for parameters by mistake. */
const LIKELY_UNKNOWN = [0x00, 0x39, 0x89, 0x8b, 0xed, 0xff, 0xf200, 0xf204, 0xf2ff, 0xf305, 0xf302];

const refused = gmScenario(
  {
    id: 'gm67/ranges',
    title: 'a value out of range and an unknown parameter are denied, the old value stays',
    covers: [ID],
  },
  async (host, bench) => {
    for (const parameter of host.profile.parameters) await checkOutOfRange(host, parameter);
    const known = new Set(host.profile.parameters.map(({ number }) => number));
    const all = [...range(0, 0xff).filter((one) => !isNumberPrefix(one)), ...range(0xf200, 0xf3ff)];
    const numbers = bench.exhaustive
      ? all
      : [...LIKELY_UNKNOWN, ...bench.sample(unknownNumber(host.profile.parameters), 10)];
    for (const number of untilFailed(bench, ID, numbers)) {
      if (known.has(number)) continue;
      await host.read(number);
      await host.write(number, number & 1);
    }
    await restoreDefaults(host);
  },
);

async function checkOutOfRange(host: GmHost, parameter: ScannerParameter): Promise<void> {
  const { bench } = host;
  const { number, values } = parameter;
  const all = range(0, 0xff).filter((value) => !values.includes(value));
  const least = Math.min(...values);
  const most = Math.max(...values);
  const near = new Set([least - 1, most + 1, ...valuesBetween(values), 0x80, 0xff]);
  const tried = bench.exhaustive ? all : all.filter((value) => near.has(value));
  const old = host.profile.writable(parameter);
  for (const [i, value] of untilFailed(bench, ID, tried.entries())) {
    const stays = old[i % Math.max(1, old.length)];
    if (stays !== undefined && i < old.length) await host.prepareValue(number, stays);
    if (await host.write(number, value, 'a value out of range'))
      await host.read(number, `after the value ${hex(value)}, out of range, was refused`);
  }
}

/** Values inside the range that are not allowed. */
function valuesBetween(values: readonly number[]): number[] {
  return range(Math.min(...values), Math.max(...values)).filter((value) => !values.includes(value));
}

const defaults = gmScenario(
  { id: 'gm67/defaults', title: 'parameter defaults brings back every default', covers: [ID] },
  async (host, bench) => {
    if (!host.profile.atDefaultBaud)
      return bench.skip(ID, `parameter defaults may leave a line of ${bench.number('baud')} baud`);
    await host.prepare({ type: 'defaults' });
    const known = new Map<number, number>();
    for (const { number } of host.profile.parameters) {
      await host.read(number, 'after parameter defaults');
      const value = host.value(number);
      if (value !== undefined) known.set(number, value);
    }
    const others = (parameter: ScannerParameter): readonly number[] =>
      host.profile.writable(parameter).filter((value) => value !== known.get(parameter.number));
    for (const picks of bench.exhaustive ? [1, -1, 2, 3] : [1, -1]) {
      for (const parameter of host.profile.parameters) {
        const values = others(parameter);
        const value = values.at(picks) ?? values[0];
        if (value !== undefined) await host.write(parameter.number, value);
      }
      await checkDefaults(host, known, 'of all that were changed');
    }
    if (!bench.exhaustive) return;
    for (const parameter of host.profile.parameters)
      for (const value of others(parameter).slice(0, 4)) {
        await host.write(parameter.number, value);
        await checkDefaults(host, known, `of ${describeParameter(parameter.number)}, changed alone`);
      }
  },
);

/** Brings back the defaults, and reads them. */
async function checkDefaults(host: GmHost, known: ReadonlyMap<number, number>, what: string): Promise<void> {
  if (host.bench.failedEnough(ID) || !(await host.ask({ type: 'defaults' }))) return;
  for (const number of known.keys()) await host.read(number, `after parameter defaults, ${what}`);
}

export const parameterScenarios = [writtenAndRead, refused, defaults];
