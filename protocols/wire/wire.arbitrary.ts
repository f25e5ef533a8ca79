/** Messages of a described wire for fast-check. They shrink inside their form: to fewer items, shorter texts, smaller numbers. */
import fc, { type Arbitrary } from 'fast-check';
import { plainWires } from './parts/plain-wires';
import { sample } from './sample';
import { smallerMessages } from './shrink';
import type { Wire } from './wire';

/** Valid messages of a wire, each form as often as the others; or of the named form alone. */
export function messages<M extends object>(wire: Wire<M>): Arbitrary<M>;
export function messages<M extends { readonly type: string }, N extends M['type']>(
  wire: Wire<M>,
  form: N,
): Arbitrary<Extract<M, { readonly type: N }>>;
export function messages<M>(wire: Wire<M>, only?: string): Arbitrary<M> {
  return new MessageArbitrary(wire, only);
}

class MessageArbitrary<M> extends fc.Arbitrary<M> {
  private readonly forms: readonly string[];

  constructor(
    private readonly wire: Wire<M>,
    only: string | undefined,
  ) {
    super();
    const all = plainWires(wire).flatMap((one) => one.wire.layout.forms.map(({ name }) => name));
    this.forms = only === undefined ? all : [only];
  }

  generate(random: fc.Random): fc.Value<M> {
    const draw = { int: (min: number, max: number) => random.nextInt(min, max) };
    const form = this.forms[draw.int(0, this.forms.length - 1)];
    return new fc.Value(sample(this.wire, draw, undefined, form), undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is M {
    return false;
  }

  shrink(message: M): fc.Stream<fc.Value<M>> {
    return fc.stream(this.smaller(message));
  }

  private *smaller(message: M): IterableIterator<fc.Value<M>> {
    for (const bytes of smallerMessages(this.wire, this.wire.encode(message))) {
      const read = this.wire.decode(bytes);
      if (read.kind === 'frame') yield new fc.Value(read.value, undefined);
    }
  }
}
