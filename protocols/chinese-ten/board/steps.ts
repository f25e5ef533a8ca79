/** The steps that the program yields, and their inputs. */

export type Step =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  /** Discards earlier input, then reads one key. The terminal echoes it if `echo` is set. */
  | { readonly kind: 'key'; readonly echo: boolean }
  /** The same for a line, without its end; the terminal echoes it with CR LF. */
  | { readonly kind: 'line' };

/** Resumed with a key's byte, a line's bytes, or nothing. */
export type Input = number | Uint8Array | undefined;

export type Program = Generator<Step, void, Input>;
export type Steps<T> = Generator<Step, T, Input>;

export function* print(text: string): Program {
  yield { kind: 'print', text };
}

export function* pause(milliseconds: number): Program {
  yield { kind: 'pause', milliseconds };
}

export function* readKey(echo: boolean): Steps<number> {
  const key = yield { kind: 'key', echo };
  return typeof key === 'number' ? key : -1;
}
