/** Cases for the host's side of any link that a wire describes: what it allows, what it forbids, and unusual times. */
import { concat } from '../../../protocols/bytes';
import type { Message, Side } from '../../../protocols/request-response/definition';
import { micros, millis, type Micros } from '../../../protocols/time';
import { frameContent } from '../../../protocols/wire/frame-content';
import { silenceOf } from '../../../protocols/wire/framing';
import type { NamedSpec } from '../../../protocols/wire/layout/field-spec';
import { nearMisses, type NearMissGroup } from '../../../protocols/wire/near-misses';
import { hasSum, plainWires } from '../../../protocols/wire/parts/plain-wires';
import { listen, send, type FuzzStep } from '../../player/step';
import type { Dice } from '../campaign/dice';
import type { Generator } from '../target';
import { generator, sendInPieces } from './case-building';

/** A short pause for any board whose frames do not end by silence. */
const SHORT_PAUSE = millis(20);
const LONG_NOISE = 4;

/** How often a near-miss of each group is tried. */
const NEAR_MISS_WEIGHTS: readonly (readonly [NearMissGroup, number])[] = [
  ['checksum', 8],
  ['truncated', 4],
  ['over-long', 3],
  ['unknown-form', 5],
  ['range', 10],
  ['length', 5],
  ['constant', 3],
  ['repeat', 2],
  ['spelling', 3],
];

/** Names of a wire's fields, also those within structures. */
export function fieldNames({ wire }: Pick<AnySide, 'wire'>): readonly string[] {
  const { head, forms } = wire.layout;
  const own = forms.flatMap(({ fields }) => fields);
  const names = [...head, ...own].flatMap((field) => namesOf(field));
  return [...new Set([...names, ...tagNames({ wire }), ...(hasSum(wire) ? ['checksum'] : [])])];
}

function tagNames({ wire }: Pick<AnySide, 'wire'>): readonly string[] {
  return plainWires(wire).flatMap((one) => one.wire.layout.tag?.name ?? []);
}

function namesOf({ name, spec }: NamedSpec): readonly string[] {
  return spec.kind === 'constant' ? [] : [name];
}

/** Whether a value of some request can be written in several ways. */
function hasSpellings({ wire }: Pick<AnySide, 'wire'>): boolean {
  const specs = wire.layout.forms.flatMap(({ fields }) => fields.map(({ spec }) => spec));
  return specs.some(
    (spec) =>
      spec.kind === 'words' || spec.kind === 'digits' || (spec.kind === 'constant' && spec.anyCase === true),
  );
}

type AnySide = Side<Message>;

/** What cases are made of. */
export interface WireCaseParts<View> {
  readonly side: AnySide;
  readonly link: string;
  /** A message in the names of generators: `request`, `message on keypad`. */
  readonly noun: string;
  /** Any good message. */
  any(dice: Dice, view: View): Message;
  /** How often two messages come at once, relative to other cases. */
  readonly crowded: number;
  /** How long the host may be silent. */
  quiet(dice: Dice): Micros;
}

export class WireCases<View> {
  private readonly silence: Micros | undefined;
  private readonly groups: readonly NearMissGroup[];

  constructor(private readonly parts: WireCaseParts<View>) {
    const { side } = parts;
    this.silence = silenceOf(side.framing);
    const fields = side.wire.layout.forms.flatMap((form) => form.fields);
    const isUnique = fields.some(({ spec }) => spec.kind === 'list' && spec.unique !== undefined);
    const isSpelled = hasSpellings(side);
    this.groups = NEAR_MISS_WEIGHTS.map(([group]) => group).filter(
      (group) => (group !== 'repeat' || isUnique) && (group !== 'spelling' || isSpelled),
    );
  }

  /** All of them. */
  all(): readonly Generator<View>[] {
    return [
      this.valid(),
      ...this.nearMisses(),
      ...this.noise(),
      ...this.timing(),
      this.few(),
      this.repeated(),
      this.wrongBetween((dice, view) => this.parts.any(dice, view)),
    ];
  }

  valid(): Generator<View> {
    return generator(`any ${this.parts.noun}`, 'valid', 40, [], (dice, view) => [this.one(dice, view)]);
  }

  nearMisses(): readonly Generator<View>[] {
    const { side } = this.parts;
    const all = fieldNames(side);
    const [tags, isSummed] = [tagNames(side), hasSum(side.wire)];
    const fields: Readonly<Partial<Record<NearMissGroup, readonly string[]>>> = {
      checksum: isSummed ? ['checksum'] : [],
      'unknown-form': tags,
      range: all.filter((name) => !tags.includes(name) && name !== 'checksum'),
    };
    return NEAR_MISS_WEIGHTS.flatMap(([group, weight]) => {
      if (!this.groups.includes(group) || (group === 'checksum' && !isSummed)) return [];
      if (group === 'unknown-form' && tags.length === 0) return [];
      const name = this.named(`near-miss: ${group}`);
      return [
        generator(name, 'near-miss', weight, fields[group] ?? [], (dice: Dice, view: View) => {
          const bad = this.nearMiss(dice, view, group);
          return dice.once(2) ? [bad] : [bad, this.one(dice, view)];
        }),
      ];
    });
  }

  noise(): readonly Generator<View>[] {
    const { noun } = this.parts;
    const bytes = (dice: Dice): Uint8Array =>
      dice.bytes(dice.once(LONG_NOISE * 3) ? dice.pick([64, 300, 600]) : dice.int(1, 24));
    return [
      generator(this.named('noise'), 'noise', 2, [], (dice) => [this.tx(bytes(dice))]),
      generator(`noise, then a ${noun}`, 'noise', 2, [], (dice, view) => [
        this.tx(bytes(dice)),
        this.one(dice, view),
      ]),
      generator(`a ${noun} inside noise`, 'noise', 1, [], (dice, view) => [
        this.tx(concat(dice.bytes(dice.int(0, 4)), this.bytes(dice, view), dice.bytes(dice.int(0, 4)))),
      ]),
      generator(this.named('one byte many times'), 'noise', 0.3, [], (dice) => [
        this.tx(
          new Uint8Array(dice.pick([8, 64, 600])).fill(dice.pick([0x00, 0xff, 0x55, dice.int(0, 255)])),
        ),
      ]),
    ];
  }

  /** None for packets. */
  timing(): readonly Generator<View>[] {
    const { silence } = this;
    const { noun, crowded, side } = this.parts;
    if (side.framing.kind === 'datagram') return [];
    const pieces = generator<View>(`a ${noun} in pieces`, 'timing', 4, [], (dice, view) =>
      sendInPieces(dice, this.bytes(dice, view), silence ?? SHORT_PAUSE, (part, gap) => this.tx(part, gap)),
    );
    const together = generator<View>(`two ${plural(noun)} at once`, 'timing', crowded, [], (dice, view) => [
      this.tx(concat(this.bytes(dice, view), this.bytes(dice, view))),
    ]);
    const quiet = generator<View>(this.named('silence'), 'timing', 0.5, [], (dice) => [
      listen(this.parts.quiet(dice)),
    ]);
    if (silence === undefined) return [pieces, together, quiet];
    const cut = generator<View>(`a ${noun} cut by a silence`, 'timing', 2, [], (dice, view) => {
      const frame = this.bytes(dice, view);
      const at = dice.int(1, Math.max(1, frame.length - 1));
      const gap = micros(Math.round(silence * dice.pick([1.3, 1.6, 2, 4])));
      const rest = this.tx(frame.subarray(at), gap);
      return [this.tx(frame.subarray(0, at)), rest, this.one(dice, view)];
    });
    return [pieces, together, quiet, cut];
  }

  few(): Generator<View> {
    return generator(`a few ${plural(this.parts.noun)}`, 'session', 12, [], (dice, view) =>
      Array.from({ length: dice.int(2, 5) }, () => this.one(dice, view)),
    );
  }

  repeated(): Generator<View> {
    return generator(`a ${this.parts.noun} many times`, 'session', 1, [], (dice, view) => {
      const step = this.one(dice, view);
      return Array.from({ length: dice.pick([3, 5, 10, 20]) }, () => step);
    });
  }

  /** `after`: the message that follows. */
  wrongBetween(after: (dice: Dice, view: View) => Message): Generator<View> {
    const name = `something wrong between two ${plural(this.parts.noun)}`;
    return generator(name, 'session', 6, [], (dice, view) => [
      this.one(dice, view),
      this.nearMiss(dice, view, dice.any(this.groups)),
      this.message(after(dice, view)),
    ]);
  }

  message(message: Message): FuzzStep {
    return this.tx(this.parts.side.codec.encode(message));
  }

  private named(name: string): string {
    const { noun } = this.parts;
    return noun.includes(' ') ? `${name}${noun.slice(noun.indexOf(' '))}` : name;
  }

  private one(dice: Dice, view: View): FuzzStep {
    return this.message(this.parts.any(dice, view));
  }

  private bytes(dice: Dice, view: View): Uint8Array {
    return this.parts.side.codec.encode(this.parts.any(dice, view));
  }

  private tx(bytes: Uint8Array, gap?: Micros): FuzzStep {
    return send(this.parts.link, bytes, gap);
  }

  /** A near-miss of this group, or of any group if the message has none of it. */
  private nearMiss(dice: Dice, view: View, group: NearMissGroup | undefined): FuzzStep {
    const { wire, framing } = this.parts.side;
    const message = this.parts.any(dice, view);
    const all = [...nearMisses(wire, message)];
    const bad = dice.any(all.filter((one) => one.group === group)) ?? dice.any(all);
    return bad === undefined ? this.message(message) : this.tx(frameContent(framing, bad.bytes));
  }
}

/** `messages on keypad`. */
function plural(noun: string): string {
  return noun.replace(/^\w+/, '$&s');
}
