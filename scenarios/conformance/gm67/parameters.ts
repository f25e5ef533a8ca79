/** GM67: a parameter written is the parameter read (GM-CM-05). */
import { PARAMETER, type ScannerParameter } from '../../../protocols/gm67/parameters';
import { hex, hostCommand, isNumberPrefix } from '../../../protocols/gm67/message';
import { unknownNumber } from '../../../protocols/gm67/gm67.arbitrary';
import type { GmHost } from './host';
import { range } from '../range';
import { gmScenario } from './scenario';
import { describeParameter } from './descriptions';

const ID = 'GM-CM-05';

const writtenAndRead = gmScenario(
  { id: 'gm67/parameters', title: 'a parameter written is the parameter read', covers: [ID] },
  async (host, bench) => {
    for (const parameter of host.parameters) {
      for (const value of host.writable(parameter)) {
        if (bench.failedEnough(ID)) return;
        await writeAndRead(host, parameter.number, value, 0);
      }
      const [value] = host.writable(parameter);
      if (value !== undefined) await writeAndRead(host, parameter.number, value, 0xff);
    }
    await checkIndependence(host);
    await restoreDefaults(host);
  },
);

async function writeAndRead(host: GmHost, number: number, value: number, prefix: number): Promise<void> {
  if (await host.check({ type: 'write', prefix, number, value }, '', undefined))
    await host.check({ type: 'read', number }, `after ${hex(value)} was written`, ID);
}

/** All written, then all read: one value does not stand for another, and any two parameters differ in some rounds. */
async function checkIndependence(host: GmHost): Promise<void> {
  for (const round of range(0, 5)) {
    const numbered = [...host.parameters.entries()];
    // What a write does to a parameter written after it is not seen: the order changes.
    for (const [i, parameter] of round % 2 === 1 ? numbered.toReversed() : numbered) {
      const values = host.writable(parameter);
      const value = values[((i >> (round >> 1)) + round) % Math.max(1, values.length)];
      if (value !== undefined)
        await host.check({ type: 'write', prefix: 0, number: parameter.number, value });
    }
    for (const { number } of host.parameters)
      await host.check({ type: 'read', number }, 'after all parameters were written', ID);
  }
}

/** Nothing that the tests before left on: no packets, no reading of what lies there. */
async function restoreDefaults(host: GmHost): Promise<void> {
  if (host.atDefaultBaud) await host.check({ type: 'defaults' });
  else await host.check({ type: 'write', prefix: 0, number: PARAMETER.packet, value: 0 });
}

const refused = gmScenario(
  {
    id: 'gm67/ranges',
    title: 'a value out of range and an unknown parameter are denied, the old value stays',
    covers: [ID],
  },
  async (host, bench) => {
    for (const parameter of host.parameters) await checkOutOfRange(host, parameter);
    const known = new Set(host.parameters.map(({ number }) => number));
    const numbers = bench.exhaustive
      ? [...range(0, 0xff).filter((one) => !isNumberPrefix(one)), ...range(0xf200, 0xf3ff)].filter(
          (one) => !known.has(one),
        )
      : [
          0x00,
          0x39,
          0x89,
          0x8b,
          0xed,
          0xff,
          0xf200,
          0xf204,
          0xf2ff,
          0xf305,
          0xf302,
          ...bench.sample(unknownNumber(host.parameters), 10),
        ];
    for (const number of numbers) {
      if (bench.failedEnough(ID)) return;
      if (known.has(number)) continue;
      await host.check({ type: 'read', number }, '', ID);
      await host.check({ type: 'write', prefix: 0, number, value: number & 1 }, '', ID);
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
  const old = host.writable(parameter);
  for (const [i, value] of tried.entries()) {
    if (bench.failedEnough(ID)) return;
    const stays = old[i % Math.max(1, old.length)];
    if (stays !== undefined && i < old.length) await host.write(number, stays);
    await host.check({ type: 'write', prefix: 0, number, value }, 'a value out of range', ID);
    const about = `after the value ${hex(value)}, out of range, was refused`;
    await host.check({ type: 'read', number }, about, ID);
  }
}

/** Values inside of the range that are none. */
function valuesBetween(values: readonly number[]): number[] {
  return range(Math.min(...values), Math.max(...values)).filter((value) => !values.includes(value));
}

const defaults = gmScenario(
  { id: 'gm67/defaults', title: 'parameter defaults brings back every default', covers: [ID] },
  async (host, bench) => {
    if (!host.atDefaultBaud)
      return bench.skip(ID, `parameter defaults may leave a line of ${bench.number('baud')} baud`);
    const known = await defaultValues(host);
    if (known === undefined) return;
    for (const picks of bench.exhaustive ? [1, -1, 2, 3] : [1, -1]) {
      for (const parameter of host.parameters) {
        const others = host.writable(parameter).filter((value) => value !== known.get(parameter.number));
        const value = others.at(picks) ?? others[0];
        if (value !== undefined)
          await host.check({ type: 'write', prefix: 0, number: parameter.number, value });
      }
      await checkDefaultsRestored(host, known, 'of all that were changed');
    }
    if (!bench.exhaustive) return;
    for (const parameter of host.parameters)
      for (const value of host
        .writable(parameter)
        .filter((one) => one !== known.get(parameter.number))
        .slice(0, 4)) {
        await host.check({ type: 'write', prefix: 0, number: parameter.number, value });
        await checkDefaultsRestored(host, known, `of ${describeParameter(parameter.number)}, changed alone`);
      }
  },
);

/** What a read gives after C8, the values that the page fixes among it. */
async function defaultValues(host: GmHost): Promise<Map<number, number> | undefined> {
  await host.prepare({ type: 'defaults' });
  const known = new Map<number, number>();
  for (const { number, default: fixed } of host.parameters) {
    const reply = await host.checkReply(
      hostCommand({ type: 'read', number }),
      'after parameter defaults',
      ID,
    );
    if (reply?.type !== 'value') continue;
    known.set(number, reply.value);
    if (fixed !== undefined)
      host.bench.check(ID, reply.value === fixed, () => ({
        title: `the default of ${describeParameter(number)}`,
        expected: hex(fixed),
        seen: hex(reply.value),
      }));
  }
  return known.size === 0 ? undefined : known;
}

async function checkDefaultsRestored(
  host: GmHost,
  known: ReadonlyMap<number, number>,
  what: string,
): Promise<void> {
  const { bench } = host;
  if (bench.failedEnough(ID) || !(await host.check({ type: 'defaults' }))) return;
  // What the model takes for known is what was written: the defaults are those read before.
  let { state } = host;
  for (const [number, value] of known) state = host.model.learn(state, number, value, true);
  host.state = state;
  for (const number of known.keys())
    await host.check({ type: 'read', number }, `after parameter defaults, ${what}`, ID);
}

export const parameterScenarios = [writtenAndRead, refused, defaults];
