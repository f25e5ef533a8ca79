/** A parameter written is the parameter read (GM-CM-05). */
import { profileOf, type GmValues } from '../profile';
import {
  isAtDefaultBaud,
  range,
  read,
  session,
  tx,
  writable,
  write,
  type GmSession,
  type GmSessions,
} from './steps';

const written: GmSessions = {
  id: 'parameters',
  title: 'a parameter written is the parameter read',
  covers: ['GM-CM-05'],
  weight: 14,
  fields: ['value'],
  sessions: ({ p }) => {
    const page = profileOf(p);
    const { table } = page;
    const valuesOf = table.map((one) => ({ number: one.number, values: writable(one, page) }));
    const reads = table.map(({ number }) => read(number));
    return [
      ...valuesOf.flatMap(({ number, values }) =>
        values.map((value, i) => session([], () => [write(number, value, i === 0 ? 0xff : 0), read(number)])),
      ),
      // On both sides of its range a value is denied, and the old one stays.
      ...page.table.flatMap(({ number, values: [least = 0, ...more] }) =>
        [least - 1, (more.at(-1) ?? least) + 1].map((value) =>
          session([], () => [read(number), write(number, value & 0xff), read(number)]),
        ),
      ),
      // Writes all parameters, then reads all. Any two of them differ in some round. A later write hides an effect on its parameter.
      ...range(0, 5).map((round) => {
        const writes = valuesOf.flatMap(({ number, values }, i) => {
          const value = values[((i >> (round >> 1)) + round) % Math.max(1, values.length)];
          return value === undefined ? [] : [write(number, value)];
        });
        return session([], () => [...(round % 2 === 1 ? writes.toReversed() : writes), ...reads]);
      }),
      ...restored(p),
    ];
  },
};

/** Undoes what was written: no packet mode, no continuous reading. */
function restored(p: GmValues): readonly GmSession[] {
  return isAtDefaultBaud(profileOf(p)) ? [session([], () => [tx({ type: 'defaults' })])] : [];
}

const defaults: GmSessions = {
  id: 'defaults',
  title: 'parameter defaults brings back every default',
  covers: ['GM-CM-05'],
  weight: 5,
  fields: ['value'],
  sessions: ({ p }) => {
    const page = profileOf(p);
    const { table } = page;
    const reads = table.map(({ number }) => read(number));
    const restore = tx({ type: 'defaults' });
    // All of these are changed, then brought back. What is not known to be the default is.
    const changed = (parameters: typeof table, pick: number): GmSession =>
      session([], (_random, { scanner }) => [
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
      session([], () => [restore, ...reads]),
      ...[1, -1, 2, 3].map((pick) => changed(table, pick)),
      ...table.map((parameter, i) => changed([parameter], i)),
    ].filter(() => isAtDefaultBaud(page));
  },
};

export const PARAMETER_SESSIONS = [written, defaults] as const;
