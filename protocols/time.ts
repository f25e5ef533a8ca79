/**
 * Time as the protocols see it: a number of microseconds handed in as an argument.
 * No code in protocols/ reads a clock.
 */

declare const microsBrand: unique symbol;

/** Microseconds, as an instant on some link's clock or as a span. May have a fraction. */
export type Micros = number & { readonly [microsBrand]: 'Micros' };

/** A number of microseconds as {@link Micros}. */
export function micros(value: number): Micros {
  return value as Micros;
}

/** A number of milliseconds as {@link Micros}. */
export function millis(value: number): Micros {
  return (value * 1000) as Micros;
}

/** The instant `span` after `at`. */
export function after(at: Micros, span: Micros): Micros {
  return (at + span) as Micros;
}
