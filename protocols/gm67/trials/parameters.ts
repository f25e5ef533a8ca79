/** A parameter written is the parameter read (GM-CM-05). */
import { profileOf, type GmValues } from '../profile';
import { NUMBER_PREFIXES } from '../wire/message';
import {
  isAtDefaultBaud,
  range,
  read,
  trial,
  tx,
  writable,
  write,
  type GmTrial,
  type GmTrials,
} from './steps';

const written: GmTrials = {
  id: 'parameters',
  title: 'a parameter written is the parameter read',
  covers: ['GM-CM-05'],
  group: 'session',
  weight: 14,
  fields: ['value'],
  trials: (p) => {
    const page = profileOf(p);
    const { table } = page;
    const valuesOf = table.map((one) => ({ number: one.number, values: writable(one, page) }));
    const reads = table.map(({ number }) => read(number));
    return [
      ...valuesOf.flatMap(({ number, values }) =>
        values.map((value, i) => trial([], () => [write(number, value, i === 0 ? 0xff : 0), read(number)])),
      ),
      // Writes all parameters, then reads all. Any two of them differ in some round. A later write hides an effect on its parameter.
      ...range(0, 5).map((round) => {
        const writes = valuesOf.flatMap(({ number, values }, i) => {
          const value = values[((i >> (round >> 1)) + round) % Math.max(1, values.length)];
          return value === undefined ? [] : [write(number, value)];
        });
        return trial([], () => [...(round % 2 === 1 ? writes.toReversed() : writes), ...reads]);
      }),
      ...restored(p),
    ];
  },
};

/** Undoes what was written: no packet mode, no continuous reading. */
function restored(p: GmValues): readonly GmTrial[] {
  return isAtDefaultBaud(profileOf(p)) ? [trial([], () => [tx({ type: 'defaults' })])] : [];
}

/** Numbers that a scanner may take for parameters by mistake. */
const LIKELY_UNKNOWN = [0x00, 0x39, 0x89, 0x8b, 0xed, 0xff, 0xf200, 0xf204, 0xf2ff, 0xf305, 0xf302];

const refused: GmTrials = {
  id: 'ranges',
  title: 'a value out of range and an unknown parameter are denied, the old value stays',
  covers: ['GM-CM-05'],
  real: 60,
  group: 'near-miss',
  weight: 13,
  fields: ['value', 'number'],
  trials: (p) => {
    const page = profileOf(p);
    const known = [...NUMBER_PREFIXES, ...page.table.map(({ number }) => number)];
    const likely = LIKELY_UNKNOWN.filter((number) => !known.includes(number));
    const all = [...range(0, 0xff), ...range(0xf200, 0xf3ff)].filter((number) => !known.includes(number));
    const unknown = (number: number) => [read(number), write(number, number & 1)];
    return [
      ...page.table.flatMap((parameter) => {
        const { number, values } = parameter;
        const others = range(0, 0xff).filter((value) => !values.includes(value));
        const bounds = [(values[0] ?? 0) - 1, (values.at(-1) ?? 0) + 1, 0x80, 0xff];
        const near = others.filter((value) => bounds.includes(value) || value < (values.at(-1) ?? 0));
        const old = writable(parameter, page);
        return [...near, undefined, undefined, undefined].map((chosen, i) => {
          const stays = old[i % Math.max(1, old.length)];
          return trial(stays === undefined ? [] : [[number, stays]], (random) => {
            const value = chosen ?? others[random.int(0, others.length - 1)] ?? 0xff;
            return [read(number), write(number, value), read(number)];
          });
        });
      }),
      ...likely.map((number) => trial([], () => unknown(number))),
      ...range(1, 12).map(() =>
        trial([], (random) => range(1, 8).flatMap(() => unknown(all[random.int(0, all.length - 1)] ?? 0))),
      ),
      ...restored(p),
    ];
  },
};

const defaults: GmTrials = {
  id: 'defaults',
  title: 'parameter defaults brings back every default',
  covers: ['GM-CM-05'],
  group: 'session',
  weight: 5,
  fields: ['value'],
  trials: (p) => {
    const page = profileOf(p);
    const { table } = page;
    const reads = table.map(({ number }) => read(number));
    const restore = tx({ type: 'defaults' });
    // All of these are changed, then brought back. What is not known to be the default is.
    const changed = (parameters: typeof table, pick: number): GmTrial =>
      trial([], (_random, { scanner }) => [
        ...parameters.flatMap((parameter) => {
          const { number } = parameter;
          const others = writable(parameter, page).filter((value) => value !== scanner.defaults.get(number));
          const value = others.at(pick) ?? others[0];
          return value === undefined ? [] : [write(number, value)];
        }),
        restore,
        ...(parameters.length === 1 ? parameters.map(({ number }) => read(number)) : reads),
      ]);
    return [
      trial([], () => [restore, ...reads]),
      ...[1, -1, 2, 3].map((pick) => changed(table, pick)),
      ...table.map((parameter, i) => changed([parameter], i)),
    ].filter(() => isAtDefaultBaud(page));
  },
};

export const PARAMETER_TRIALS = [written, refused, defaults] as const;
