/** A parameter written is the parameter read (GM-CM-05). */
import { fc, type Bench } from '../../../api/index';
import { hex, NUMBER_PREFIXES } from '../wire/message';
import { PARAMETER, type ScannerParameter } from '../wire/parameters';
import { describeParameter, range, scenario, untilFailed, writeOf, type Scanner } from './host';

const ID = 'GM-CM-05';

async function writtenAndRead(scanner: Scanner, bench: Bench): Promise<void> {
  const { table } = scanner.page;
  const writeAndRead = async (number: number, value: number, prefix: number): Promise<void> => {
    if (await scanner.ask(writeOf(number, value, prefix)))
      await scanner.read(number, `after ${hex(value)} was written`);
  };
  for (const parameter of table) {
    const values = scanner.writable(parameter);
    for (const value of untilFailed(bench, ID, values)) await writeAndRead(parameter.number, value, 0);
    const [value] = values;
    if (value !== undefined) await writeAndRead(parameter.number, value, 0xff);
  }
  // Writes all parameters, then reads all. Any two of them differ in some round.
  for (const round of range(0, 5)) {
    const numbered = [...table.entries()];
    // A later write hides an effect on its parameter, so the order changes.
    for (const [i, parameter] of round % 2 === 1 ? numbered.toReversed() : numbered) {
      const values = scanner.writable(parameter);
      const value = values[((i >> (round >> 1)) + round) % Math.max(1, values.length)];
      if (value !== undefined) await scanner.write(parameter.number, value);
    }
    for (const { number } of table) await scanner.read(number, 'after all parameters were written');
  }
  await restoreDefaults(scanner);
}

/** Undoes what the scenario wrote: no packet mode, no continuous reading. */
async function restoreDefaults(scanner: Scanner): Promise<void> {
  if (scanner.atDefaultBaud) await scanner.ask({ type: 'defaults' });
  else await scanner.write(PARAMETER.packet, 0);
}

/** Numbers that a scanner may take for parameters by mistake. */
const LIKELY_UNKNOWN = [0x00, 0x39, 0x89, 0x8b, 0xed, 0xff, 0xf200, 0xf204, 0xf2ff, 0xf305, 0xf302];

async function refused(scanner: Scanner, bench: Bench): Promise<void> {
  const { table } = scanner.page;
  for (const parameter of table) await checkOutOfRange(scanner, bench, parameter);
  const known = [...NUMBER_PREFIXES, ...table.map(({ number }) => number)];
  const all = [...range(0, 0xff), ...range(0xf200, 0xf3ff)].filter((one) => !known.includes(one));
  const likely = LIKELY_UNKNOWN.filter((one) => all.includes(one));
  const numbers = bench.exhaustive ? all : [...likely, ...bench.sample(fc.constantFrom(...all), 10)];
  for (const number of untilFailed(bench, ID, numbers)) {
    await scanner.read(number);
    await scanner.write(number, number & 1);
  }
  await restoreDefaults(scanner);
}

async function checkOutOfRange(scanner: Scanner, bench: Bench, parameter: ScannerParameter): Promise<void> {
  const { number, values } = parameter;
  const all = range(0, 0xff).filter((value) => !values.includes(value));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const between = range(least, most).filter((value) => !values.includes(value));
  const near = new Set([least - 1, most + 1, ...between, 0x80, 0xff]);
  const tried = bench.exhaustive ? all : all.filter((value) => near.has(value));
  const old = scanner.writable(parameter);
  for (const [i, value] of untilFailed(bench, ID, tried.entries())) {
    const stays = old[i % Math.max(1, old.length)];
    if (stays !== undefined && i < old.length) await scanner.prepareValue(number, stays);
    if (await scanner.write(number, value, 'a value out of range'))
      await scanner.read(number, `after the value ${hex(value)}, out of range, was refused`);
  }
}

async function defaults(scanner: Scanner, bench: Bench): Promise<void> {
  const { table, baud } = scanner.page;
  if (!scanner.atDefaultBaud) return bench.skip(ID, `parameter defaults may leave a line of ${baud} baud`);
  await scanner.prepare({ type: 'defaults' });
  const known = new Map<number, number>();
  for (const { number } of table) {
    await scanner.read(number, 'after parameter defaults');
    const value = scanner.value(number);
    if (value !== undefined) known.set(number, value);
  }
  const others = (parameter: ScannerParameter): readonly number[] =>
    scanner.writable(parameter).filter((value) => value !== known.get(parameter.number));
  const check = async (what: string): Promise<void> => {
    if (bench.failedEnough(ID) || !(await scanner.ask({ type: 'defaults' }))) return;
    for (const number of known.keys()) await scanner.read(number, `after parameter defaults, ${what}`);
  };
  for (const picks of bench.exhaustive ? [1, -1, 2, 3] : [1, -1]) {
    for (const parameter of table) {
      const values = others(parameter);
      const value = values.at(picks) ?? values[0];
      if (value !== undefined) await scanner.write(parameter.number, value);
    }
    await check('of all that were changed');
  }
  if (!bench.exhaustive) return;
  for (const parameter of table)
    for (const value of others(parameter).slice(0, 4)) {
      await scanner.write(parameter.number, value);
      await check(`of ${describeParameter(parameter.number)}, changed alone`);
    }
}

export const PARAMETER_SCENARIOS = [
  scenario('parameters', 'a parameter written is the parameter read', [ID], writtenAndRead),
  scenario(
    'ranges',
    'a value out of range and an unknown parameter are denied, the old value stays',
    [ID],
    refused,
  ),
  scenario('defaults', 'parameter defaults brings back every default', [ID], defaults),
];
