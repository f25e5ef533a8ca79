/**
 * Reads the bytes of one frame field by field: the name of each byte, the message, and all flaws. It accepts any bytes.
 * Errors, spans and near-misses follow from it. The compiled decoder only has to find that nothing is wrong.
 */
import { numberReader } from '../bytes/numbers';
import { hexOf, namedBy, numberText } from '../bytes/value-text';
import type { Scalar } from '../kinds/kind';
import { kindOf } from '../kinds/kinds';
import type { FieldSpec, ListSpec, NamedSpec, ScalarSpec } from '../layout/field-spec';
import { freeForm, selectForm } from '../layout/form-selection';
import type { FormLayout, WireLayout } from '../layout/layout-data';
import { repeatFinder } from '../layout/repeats';
import { fixedSize, knownSize } from '../layout/sizes';
import { cachedBySpec } from '../layout/spec-cache';
import { PieceRecorder, UNREADABLE } from './piece-recorder';
import type { Flaw, Walk } from './walk-data';

/** Reads a frame; as this form, if one is given. */
export function walk(layout: WireLayout, bytes: Uint8Array, form?: FormLayout): Walk {
  return new Walker(layout, bytes).run(form);
}

/**
 * Walks a whole frame. Where the form of its tag or constants does not fit, it is read as the form with a predicate.
 */
export function walkFrame(layout: WireLayout, raw: Uint8Array): Walk {
  const { tag } = layout;
  const found = walk(layout, raw);
  const own = found.form?.tag;
  if (found.flaws.length === 0 || typeof own === 'object') return found;
  if (tag !== undefined && own === undefined) return found;
  if (found.flaws.some(isChecksum)) return found;
  const free = freeForm(layout, tag && numberReader(tag.spec)(raw, tag.offset));
  if (free === undefined) return found;
  const other = walk(layout, raw, free);
  return other.flaws.every(isChecksum) ? other : found;
}

function isChecksum({ code }: Flaw): boolean {
  return code === 'checksum';
}

class Walker extends PieceRecorder {
  private isReadable = true;

  run(given: FormLayout | undefined): Walk {
    const { layout, bytes } = this;
    const message: Record<string, unknown> = {};
    this.sequence(layout.head, '', 0, message);
    let tag: number | undefined;
    if (layout.tag !== undefined && this.stopped === undefined)
      tag = this.number(layout.tag.spec, layout.tag.name, 'tag');
    const form = given ?? selectForm(layout, bytes, tag);
    const known = typeof form === 'object' ? form : undefined;
    if (this.stopped === undefined) {
      if (known === undefined) this.loseForm(form === 'short');
      else this.sequence(known.fields, '', 0, message);
    }
    this.finish();
    if (known === undefined) return { pieces: this.pieces, flaws: this.flaws };
    const found = { pieces: this.pieces, flaws: this.flaws, form: known };
    if (this.stopped !== undefined || this.isCutOff || !this.isReadable) return found;
    const tagged =
      layout.tag !== undefined && typeof known.tag === 'object' ? { [layout.tag.name]: tag } : {};
    return { ...found, value: { type: known.name, ...tagged, ...message } };
  }

  private loseForm(isShort: boolean): void {
    const { layout } = this;
    if (isShort) {
      this.stopped = 'short';
      return;
    }
    this.stopped = 'lost';
    const names = layout.forms.map(({ name }) => name).join(', ');
    if (layout.tag === undefined) {
      this.flaw('unknown-form', layout.headBytes, '', names, hexOf(this.bytes.subarray(layout.headBytes)));
      return;
    }
    const { name, offset, spec } = layout.tag;
    const seen = numberText(spec, numberReader(spec)(this.bytes, offset));
    const flaw = this.flaw('unknown-form', offset, name, tagsOf(layout), seen);
    const index = this.pieces.findIndex((piece) => piece.role === 'tag');
    const piece = this.pieces[index];
    if (piece !== undefined) this.pieces[index] = { ...piece, flaw };
  }

  /** Reads fields into `target`. `tail`: bytes of fields after them, without the sum. */
  private sequence(
    fields: readonly NamedSpec[],
    path: string,
    tail: number,
    target: Record<string, unknown>,
  ): void {
    let after = tail;
    for (const { spec } of fields) after += fixedSize(spec) ?? 0;
    for (const { name, spec } of fields) {
      after -= fixedSize(spec) ?? 0;
      const value = this.read(namedBy(spec, target), path === '' ? name : `${path}.${name}`, after);
      if (this.stopped !== undefined) return;
      if (value === UNREADABLE) this.isReadable = false;
      else if (value !== undefined) target[name] = value;
    }
  }

  /** The value of one field; undefined: it has none. */
  private read(spec: FieldSpec, path: string, tail: number): unknown {
    switch (spec.kind) {
      case 'list':
        return this.list(spec, path, tail);
      case 'struct': {
        const target = {};
        this.sequence(spec.fields, path, tail, target);
        return target;
      }
      case 'optional':
        return this.at < this.end - tail ? this.read(spec.of, path, tail) : undefined;
      case 'choice': {
        const tag = this.number(spec.tag, path, 'tag');
        if (tag === undefined) return UNREADABLE;
        const found = spec.cases.find((one) => one.tag === tag);
        if (found === undefined) {
          this.spoilLast('range', spec.cases.map((one) => numberText(spec.tag, one.tag)).join(', '));
          return this.lose();
        }
        const target = { type: found.name };
        this.sequence(found.fields, path, tail, target);
        return target;
      }
      case 'length':
        return this.length(spec, path);
      default: {
        const before = this.at;
        const limit = Math.max(before, this.end - tail);
        return this.scalar(kindOf(spec).read(spec, this.bytes, before, limit), spec, path);
      }
    }
  }

  private scalar(found: Scalar | 'short', spec: ScalarSpec, path: string): unknown {
    if (found === 'short') return this.cut(path, spec);
    const { prefix } = found;
    if (prefix !== undefined) {
      const flaw = found.flaw?.code === 'length' ? this.placed(found.flaw, path) : undefined;
      this.piece({ path, role: 'count', offset: this.at, ...prefix, flaw });
      if (flaw !== undefined) return this.lose();
    }
    const flaw = found.flaw === undefined ? undefined : this.placed(found.flaw, path);
    const { length, shown, meaning } = found;
    const role = spec.kind === 'constant' ? 'constant' : 'value';
    if (length > 0) this.piece({ path, role, offset: this.at, length, value: shown, meaning, spec, flaw });
    if (found.isLost === true) return this.lose();
    return found.isReadable === false ? UNREADABLE : found.value;
  }

  private placed({ code, offset, expected, seen }: Omit<Flaw, 'path'>, path: string): Flaw {
    return this.flaw(code, this.at + offset, path, expected, seen);
  }

  private length({ of, from, plus }: Extract<FieldSpec, { kind: 'length' }>, path: string): undefined {
    const { bytes, at: offset } = this;
    if (offset + of.bytes > bytes.length) {
      this.cut(path, of);
      return;
    }
    const due = bytes.length + plus - (from === 'here' ? offset + of.bytes : 0);
    const value = numberReader(of)(bytes, offset);
    const missing = value - due;
    let meaning = of.names?.[value];
    let flaw: Flaw | undefined;
    if (missing > 0) {
      this.cutOff();
      meaning = missing === 1 ? '1 byte is missing' : `${missing} bytes are missing`;
    } else if (missing < 0)
      flaw = this.flaw('length', offset, path, numberText(of, due), numberText(of, value));
    this.piece({ path, role: 'length', offset, length: of.bytes, value, meaning, spec: of, due, flaw });
  }

  private list(spec: ListSpec, path: string, tail: number): unknown {
    const item = knownSize(spec.of);
    const size = item.min === item.max ? item.min : undefined;
    let count = typeof spec.count === 'number' ? spec.count : undefined;
    const flawsBefore = this.flaws.length;
    if (typeof spec.count === 'object')
      count = this.number(
        spec.count,
        path,
        'count',
        Math.max(spec.least, spec.count.min),
        Math.min(spec.most, spec.count.max),
      );
    let stop: number | undefined;
    if (spec.bytes !== undefined && this.stopped === undefined && this.flaws.length === flawsBefore) {
      const [least, most] = bytesRange(spec, count, size, item);
      const bytes = this.number(spec.bytes, path, 'bytes', least, most);
      if (bytes !== undefined) {
        if (size !== undefined && bytes % size !== 0 && this.flaws.length === flawsBefore)
          this.spoilLast('length', `a multiple of ${size}`);
        stop = this.at + bytes;
      }
    }
    if (this.stopped !== undefined) return UNREADABLE;
    if (this.flaws.length > flawsBefore) return this.lose();
    if (count === undefined && stop === undefined) stop = Math.max(this.at, this.end - tail);
    return this.items(spec, path, count, stop);
  }

  private items(spec: ListSpec, path: string, count: number | undefined, stop: number | undefined): unknown {
    const items: unknown[] = [];
    let isReadable = true;
    const begin = this.at;
    while (count === undefined ? this.at < (stop ?? 0) : items.length < count) {
      const value = this.read(spec.of, `${path}[${items.length}]`, 0);
      if (this.stopped !== undefined) return UNREADABLE;
      isReadable &&= value !== UNREADABLE;
      items.push(value);
    }
    const isOpen = spec.count === undefined && spec.bytes === undefined;
    if (stop !== undefined && !isOpen && this.at !== stop) {
      this.flaw('length', begin, path, `${stop - begin} bytes of items`, `${this.at - begin} bytes`);
      return this.lose();
    }
    if (items.length < spec.least || items.length > spec.most) {
      this.flaw('length', begin, path, `${spec.least} to ${spec.most} items`, String(items.length));
      return this.lose();
    }
    if (spec.unique !== undefined) this.repeats(spec, path, begin, items.length);
    return isReadable ? items : UNREADABLE;
  }

  /** The first item that repeats an earlier one. */
  private repeats(spec: ListSpec, path: string, begin: number, count: number): void {
    const found = repeatFinder(spec)(this.bytes, begin, count);
    if (found === undefined) return;
    const { item, earlier, offset, key } = found;
    this.flaw('repeat', offset, `${path}[${item}]`, `no repeat of ${path}[${earlier}]`, hexOf(key));
  }
}

/** The tags of its forms, for people. */
const tagsOf = cachedBySpec(({ tag, forms }: WireLayout): string =>
  forms
    .flatMap((form) =>
      tag !== undefined && typeof form.tag === 'number' ? [numberText(tag.spec, form.tag)] : [],
    )
    .join(', '),
);

/** The range of a prefix that counts bytes. */
function bytesRange(
  { bytes, least, most }: ListSpec,
  count: number | undefined,
  size: number | undefined,
  item: { readonly min: number; readonly max: number },
): readonly [least: number, most: number] {
  const [min, max] = [bytes?.min ?? 0, bytes?.max ?? 0];
  if (count !== undefined && size !== undefined) return [count * size, count * size];
  return [Math.max(min, (count ?? least) * item.min), Math.min(max, (count ?? most) * item.max)];
}
