/** Cases for any described protocol: what its wire allows, what it forbids, and unusual times. */
import { silenceOf } from '../../../../protocols/wire/framing';
import { concat } from '../../../../protocols/bytes';
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { micros, millis, type Micros } from '../../../../protocols/time';
import { frameContent } from '../../../../protocols/wire/frame-content';
import type { NamedSpec } from '../../../../protocols/wire/layout/field-spec';
import { hasSum, plainWires } from '../../../../protocols/wire/parts/plain-wires';
import { nearMisses, type NearMissGroup } from '../../../../protocols/wire/near-misses';
import type { Dice } from '../../campaign/dice';
import { listen, send, type FuzzStep } from '../../../player/step';
import type { Generator } from '../../target';
import { generator, sendInPieces } from '../case-building';
import type { RequestResponseView } from './model';
import type { RequestSource } from './request-source';

type View = RequestResponseView;

/** A short pause for any board whose frames do not end by silence. */
const SHORT_PAUSE = millis(20);
const LONG_NOISE = 4;
/** Firmware that sends by itself does so after a second or more. */
const LONG_QUIET = millis(400);

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
export function fieldNames({ requests }: AnySession): readonly string[] {
  const { head, forms } = requests.wire.layout;
  const own = forms.flatMap(({ fields }) => fields);
  const names = [...head, ...own].flatMap((field) => namesOf(field));
  return [...new Set([...names, ...tagNames(requests), ...(hasSum(requests.wire) ? ['checksum'] : [])])];
}

function tagNames({ wire }: AnySession['requests']): readonly string[] {
  return plainWires(wire).flatMap((one) => one.wire.layout.tag?.name ?? []);
}

function namesOf({ name, spec }: NamedSpec): readonly string[] {
  return spec.kind === 'constant' ? [] : [name];
}

/** Whether a value of some request can be written in several ways. */
function hasSpellings({ requests }: AnySession): boolean {
  const specs = requests.wire.layout.forms.flatMap(({ fields }) => fields.map(({ spec }) => spec));
  return specs.some(
    (spec) =>
      spec.kind === 'words' || spec.kind === 'digits' || (spec.kind === 'constant' && spec.anyCase === true),
  );
}

export function generators(
  session: AnySession,
  link: string,
  source: RequestSource,
): readonly Generator<View>[] {
  const cases = new CaseParts(session, link, source);
  const isDatagram = session.requests.framing.kind === 'datagram';
  return [
    ...cases.valid(),
    ...cases.nearMisses(),
    ...cases.noise(),
    ...(isDatagram ? [] : cases.timing()),
    ...cases.sessions(),
  ];
}

class CaseParts {
  private readonly silence: Micros | undefined;
  private readonly groups: readonly NearMissGroup[];

  constructor(
    private readonly session: AnySession,
    private readonly link: string,
    private readonly source: RequestSource,
  ) {
    this.silence = silenceOf(session.requests.framing);
    const fields = session.requests.wire.layout.forms.flatMap((form) => form.fields);
    const isUnique = fields.some(({ spec }) => spec.kind === 'list' && spec.unique !== undefined);
    const isSpelled = hasSpellings(session);
    this.groups = NEAR_MISS_WEIGHTS.map(([group]) => group).filter(
      (group) => (group !== 'repeat' || isUnique) && (group !== 'spelling' || isSpelled),
    );
  }

  valid(): readonly Generator<View>[] {
    return [
      generator('any request', 'valid', 40, [], (dice, view) => [this.tx(this.any(dice, view))]),
      generator('an earlier request, changed', 'valid', 15, [], (dice, view) => [
        this.tx(this.source.changed(dice, view)),
      ]),
    ];
  }

  nearMisses(): readonly Generator<View>[] {
    const all = fieldNames(this.session);
    const { requests } = this.session;
    const [tags, isSummed] = [tagNames(requests), hasSum(requests.wire)];
    const fields: Readonly<Partial<Record<NearMissGroup, readonly string[]>>> = {
      checksum: isSummed ? ['checksum'] : [],
      'unknown-form': tags,
      range: all.filter((name) => !tags.includes(name) && name !== 'checksum'),
    };
    return NEAR_MISS_WEIGHTS.flatMap(([group, weight]) => {
      if (!this.groups.includes(group) || (group === 'checksum' && !isSummed)) return [];
      if (group === 'unknown-form' && tags.length === 0) return [];
      return [
        generator(
          `near-miss: ${group}`,
          'near-miss',
          weight,
          fields[group] ?? [],
          (dice: Dice, view: View) => {
            const bad = this.nearMiss(dice, view, group);
            return dice.once(2) ? [bad] : [bad, this.tx(this.any(dice, view))];
          },
        ),
      ];
    });
  }

  noise(): readonly Generator<View>[] {
    const bytes = (dice: Dice): Uint8Array =>
      dice.bytes(dice.once(LONG_NOISE * 3) ? dice.pick([64, 300, 600]) : dice.int(1, 24));
    return [
      generator('noise', 'noise', 2, [], (dice) => [this.tx(bytes(dice))]),
      generator('noise, then a request', 'noise', 2, [], (dice, view) => [
        this.tx(bytes(dice)),
        this.tx(this.any(dice, view)),
      ]),
      generator('a request inside noise', 'noise', 1, [], (dice, view) => [
        this.tx(
          concat(dice.bytes(dice.int(0, 4)), this.encode(this.any(dice, view)), dice.bytes(dice.int(0, 4))),
        ),
      ]),
      generator('one byte many times', 'noise', 0.3, [], (dice) => [
        this.tx(
          new Uint8Array(dice.pick([8, 64, 600])).fill(dice.pick([0x00, 0xff, 0x55, dice.int(0, 255)])),
        ),
      ]),
    ];
  }

  timing(): readonly Generator<View>[] {
    const { silence } = this;
    const pieces = generator<View>('a request in pieces', 'timing', 4, [], (dice, view) =>
      sendInPieces(dice, this.encode(this.any(dice, view)), silence ?? SHORT_PAUSE, (part, gap) =>
        this.tx(part, gap),
      ),
    );
    const crowded = this.session.clauses.pipelined === undefined ? 0.5 : 4;
    const together = generator<View>('two requests at once', 'timing', crowded, [], (dice, view) => [
      this.tx(concat(this.encode(this.any(dice, view)), this.encode(this.any(dice, view)))),
    ]);
    const quiet = generator<View>('silence', 'timing', 0.5, [], (dice) => [listen(this.quiet(dice))]);
    if (silence === undefined) return [pieces, together, quiet];
    const cut = generator<View>('a request cut by a silence', 'timing', 2, [], (dice, view) => {
      const frame = this.encode(this.any(dice, view));
      const at = dice.int(1, Math.max(1, frame.length - 1));
      const gap = micros(Math.round(silence * dice.pick([1.3, 1.6, 2, 4])));
      const rest = this.tx(frame.subarray(at), gap);
      return [this.tx(frame.subarray(0, at)), rest, this.tx(this.any(dice, view))];
    });
    return [pieces, together, quiet, cut];
  }

  sessions(): readonly Generator<View>[] {
    const { baseline, probe } = this.session;
    return [
      generator('a few requests', 'session', 12, [], (dice, view) =>
        Array.from({ length: dice.int(2, 5) }, () => this.tx(this.any(dice, view))),
      ),
      generator('a request between two of another', 'session', 8, [], (dice, view) => {
        const outer = this.any(dice, view);
        return [this.tx(outer), this.tx(this.any(dice, view)), this.tx(dice.once(2) ? outer : probe)];
      }),
      generator('a change, then a look at the state', 'session', 8, [], (dice, view) =>
        this.source.changeAndLook(dice, view).map((request) => this.tx(request)),
      ),
      generator('a request many times', 'session', 1, [], (dice, view) => {
        const step = this.tx(this.any(dice, view));
        return Array.from({ length: dice.pick([3, 5, 10, 20]) }, () => step);
      }),
      generator('the baseline, then requests', 'session', 2, [], (dice, view) => [
        ...baseline.map((request) => this.tx(request)),
        ...Array.from({ length: dice.int(1, 4) }, () => this.tx(this.any(dice, view))),
      ]),
      generator('something wrong between two requests', 'session', 6, [], (dice, view) => [
        this.tx(this.any(dice, view)),
        this.nearMiss(dice, view, dice.any(this.groups)),
        this.tx(dice.once(2) ? probe : this.any(dice, view)),
      ]),
    ];
  }

  private any(dice: Dice, view: View): Message {
    return this.source.any(dice, view);
  }

  private encode(message: Message): Uint8Array {
    return this.session.requests.codec.encode(message);
  }

  private tx(what: Message | Uint8Array, gap?: Micros): FuzzStep {
    return send(this.link, what instanceof Uint8Array ? what : this.encode(what), gap);
  }

  /** A near-miss of this group, or of any group if the request has none of it. */
  private nearMiss(dice: Dice, view: View, group: NearMissGroup | undefined): FuzzStep {
    const { wire, framing } = this.session.requests;
    const message = this.any(dice, view);
    const all = [...nearMisses(wire, message)];
    const bad = dice.any(all.filter((one) => one.group === group)) ?? dice.any(all);
    return this.tx(bad === undefined ? this.encode(message) : frameContent(framing, bad.bytes));
  }

  private quiet(dice: Dice): Micros {
    const periods = this.session.unsolicited.map(({ period }) => period?.max ?? 0);
    const longest = Math.max(LONG_QUIET, this.session.idle, ...periods);
    return micros(longest * dice.pick([1, 2, 4]) + millis(300));
  }
}
