/**
 * Builds functions from text that follows from a description, once at load. With the names in the code, V8 makes and
 * reads objects several times faster. The text has names and numbers of the description, and never a byte of a device.
 */
export class Source {
  private readonly lines: string[] = [];
  private readonly held: unknown[] = [];
  private names = 0;

  /** One more line. */
  line(text: string): void {
    this.lines.push(text);
  }

  /** A variable name that no other line has. */
  variable(): string {
    return `v${this.names++}`;
  }

  /** Gives a name under which the text reaches a value: a function that it calls, a table. */
  hold(value: unknown): string {
    this.held.push(value);
    return `h${this.held.length - 1}`;
  }

  /** The function with these parameters. */
  compile(...parameters: readonly string[]): unknown {
    const names = this.held.map((_, i) => `h${i}`);
    const text = `'use strict'; return (${parameters.join(', ')}) => {\n${this.lines.join('\n')}\n};`;
    return Reflect.apply(new Function(...names, text), undefined, this.held);
  }
}

/** A key of an object literal. */
export function keyText(name: string): string {
  const text = JSON.stringify(name);
  return name === '__proto__' ? `[${text}]` : text;
}

/** Up to this many pairs, comparisons are faster than a lookup. */
const FEW = 8;

/** The text that gives the partner of `value` in pairs, or undefined. */
export function lookup(text: Source, value: string, pairs: readonly (readonly [unknown, unknown])[]): string {
  if (pairs.length > FEW) return `${text.hold(new Map(pairs))}.get(${value})`;
  const literal = (one: unknown): string => JSON.stringify(one);
  return `${pairs.map(([from, to]) => `${value} === ${literal(from)} ? ${literal(to)} : `).join('')}undefined`;
}
