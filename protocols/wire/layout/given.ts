/** The options that are defined: an absent option has no property. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> };
export function given(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
