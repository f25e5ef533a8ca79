/** The type of a field, and of the values of several. */
import type { FieldSpec, NumberSpec } from './field-spec';

declare const VALUE: unique symbol;

/** A stretch of a frame. `T`: its value in a message; `void`: it has none. */
export interface Field<out T> {
  readonly spec: FieldSpec;
  /** Never present: it carries the type. */
  readonly [VALUE]?: () => T;
}

/** A whole number of 1 to 4 bytes: the base of counts, tags, enums and flags. */
export interface NumberField extends Field<number> {
  readonly spec: NumberSpec;
}

/** Fields by their names, in the order of their bytes. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The type of a field's value. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

type RequiredName<F, K extends keyof F> = [ValueOf<F[K]>] extends [void]
  ? never
  : undefined extends ValueOf<F[K]>
    ? never
    : K;
type OptionalName<F, K extends keyof F> = [ValueOf<F[K]>] extends [void]
  ? never
  : undefined extends ValueOf<F[K]>
    ? K
    : never;

/** The type of an object with the values of these fields. */
export type ValuesOf<F> = Flat<
  { readonly [K in keyof F as RequiredName<F, K>]: ValueOf<F[K]> } & {
    readonly [K in keyof F as OptionalName<F, K>]?: ValueOf<F[K]>;
  }
>;

/** An intersection as one object type, as an editor shows it. */
export type Flat<T> = { [K in keyof T]: T[K] };
