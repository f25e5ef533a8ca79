/**
 * What a finding comes to for somebody without this program: exchanges, and what a sound board answers to each.
 *
 *     send  send after a gap  |  send  |  listen           one exchange each; what comes belongs to it
 *     06 0A ..  0C  any order: 00 01                       `..` may be any byte; those that vary are a shuffle of these
 *
 * The answers are those of sound virtual boards with randomness of their own: where they differ the page leaves it open.
 */
import { after, micros, type Micros } from '../../../protocols/time';
import { hex } from '../../channel';
import type { BytesRecord } from '../../record';
import { stepsOf, type Finding } from '../finding';
import type { Play } from '../play';
import type { FuzzStep } from '../step';
import type { FailureKind, FuzzSession, TimeBounds } from '../target';
import type { TwinRig } from '../twin-rig';

/** What is due on a link: two characters a byte, `..` for any; `*` for something of no certain length. */
export interface Pattern {
  readonly hex: string;
  /** The bytes that stand at the `..`, sorted, where they are the same ones in another order. */
  readonly anyOrder?: string;
}

export interface Exchange {
  readonly steps: readonly FuzzStep[];
  readonly expected: Readonly<Record<string, Pattern>>;
}

export interface Exported {
  readonly finding: Finding;
  readonly links: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** What came in the last exchange when it was shown last. */
  readonly seen: Readonly<Record<string, string>>;
  /** How long after the last byte nothing more may come, microseconds. */
  readonly quiet: Micros;
  /** Limits of the last answer's time, of a finding about time. */
  readonly bounds: TimeBounds;
  /** Exchanges whose answers may not all be the same: it is chance that is missing. */
  readonly chance: readonly number[];
  /** The bytes tell whether it shows. */
  readonly decidable: boolean;
}

const BOARDS = 12;
/** They are asked at different times since they were switched on: what tells the time differs too. */
const APART_US = 3_733_123_457;
const ANYTHING = '*';
const MOST_CHUNKS = 4000;
const ABOUT_TIME: readonly FailureKind[] = ['late', 'early', 'gap'];

/** `sound`: a board without defects, with randomness of its own for each number. */
export function exported(finding: Finding, session: FuzzSession, sound: (seed: number) => TwinRig): Exported {
  const own = stepsOf(finding.steps);
  const steps = finding.from === 'baseline' ? [...session.baseline, ...own] : own;
  const groups = exchangesOf(steps);
  const rigs = Array.from({ length: BOARDS }, (_, n) => sound(n + 1));
  const tries = rigs.map((rig, n) =>
    rig
      .play(listened(groups, rig.links, session, micros(session.fromReset === true ? 0 : n * APART_US)))
      .map((heard) => withoutChatter(session, heard)),
  );
  const links = rigs[0]?.links ?? [];
  const exchanges = groups.map((group, i) => ({
    steps: group,
    expected: patterns(
      links,
      session,
      tries.map((one) => one[i] ?? {}),
    ),
  }));
  const seen = withoutChatter(session, seenLast(groups.at(-1) ?? [], finding.evidence));
  const bounds = session.times?.(finding) ?? {};
  const differs = tellsApart(exchanges.at(-1), seen);
  const chance = differs ? [] : open(exchanges);
  const timed = ABOUT_TIME.includes(finding.kind) ? Object.keys(bounds).length > 0 : differs;
  const decidable = timed || chance.length > 1;
  return { finding, links, exchanges, seen, quiet: session.quiet, bounds, chance, decidable };
}

function withoutChatter({ chatter = [] }: FuzzSession, heard: Heard): Heard {
  if (chatter.length === 0) return heard;
  return Object.fromEntries(
    Object.entries(heard).map(([link, text]) => {
      const said = Buffer.from(text, 'hex').toString('latin1');
      const rest = chatter.reduce(
        (all, one) => all.replaceAll(Buffer.from(one).toString('latin1'), ''),
        said,
      );
      return [link, Buffer.from(rest, 'latin1').toString('hex')];
    }),
  );
}

type Heard = Readonly<Record<string, string>>;

function exchangesOf(steps: readonly FuzzStep[]): readonly (readonly FuzzStep[])[] {
  const groups: FuzzStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last !== undefined && step.kind === 'send' && step.gap !== undefined) last.push(step);
    else groups.push([step]);
  }
  return groups.length > 0 ? groups : [[]];
}

/** Plays them, each until the board is quiet. */
function* listened(
  groups: readonly (readonly FuzzStep[])[],
  links: readonly string[],
  { quiet, chatter = [] }: FuzzSession,
  wait: Micros,
): Play<Heard[]> {
  // What comes again and again leaves no silence to wait for.
  const rounds = chatter.length > 0 ? 1 : MOST_CHUNKS;
  const all: Heard[] = [];
  yield* collect(links, after((yield { op: 'now' }).now, wait), new Map());
  let sentAt = (yield { op: 'now' }).now;
  for (const steps of groups) {
    const heard = new Map<string, string>();
    for (const step of steps) {
      const { now } = yield { op: 'now' };
      if (step.kind === 'listen') yield* collect(links, after(now, step.span), heard);
      else if (step.kind === 'present') yield { op: 'present', step };
      else if (step.kind === 'dial') yield { op: 'dial', link: step.link, up: step.up };
      else {
        if (step.gap !== undefined) yield* collect(links, after(sentAt, step.gap), heard);
        const { chunk } = yield { op: 'send', link: step.link, bytes: step.bytes };
        sentAt = chunk?.notAfter ?? now;
      }
    }
    for (let size = -1, n = 0; size !== heardSize(heard) && n < rounds; n++) {
      size = heardSize(heard);
      yield* collect(links, after((yield { op: 'now' }).now, quiet), heard);
    }
    all.push(Object.fromEntries(heard));
  }
  return all;
}

function* collect(links: readonly string[], until: Micros, heard: Map<string, string>): Play<void> {
  for (const link of links)
    for (let n = 0; n < MOST_CHUNKS; n++) {
      const { chunk } = yield { op: 'receive', link, until };
      if (chunk === undefined) break;
      heard.set(link, (heard.get(link) ?? '') + hex(chunk.bytes));
    }
}

function heardSize(heard: ReadonlyMap<string, string>): number {
  return [...heard.values()].reduce((sum, text) => sum + text.length, 0);
}

function patterns(
  links: readonly string[],
  session: FuzzSession,
  heard: readonly Heard[],
): Readonly<Record<string, Pattern>> {
  return Object.fromEntries(
    links.flatMap((link) => {
      const pattern = patternOf(
        link,
        session,
        heard.map((one) => one[link] ?? ''),
      );
      return pattern === undefined ? [] : [[link, pattern]];
    }),
  );
}

/** Undefined where nothing is due. */
function patternOf(link: string, session: FuzzSession, texts: readonly string[]): Pattern | undefined {
  const [first = ''] = texts;
  if (first === '') return undefined;
  if (texts.some((text) => text.length !== first.length)) return { hex: ANYTHING };
  const alike = texts.map(bytesOf);
  const own = bytesOf(first);
  const varying = new Set<number>();
  for (const other of alike) other.forEach((byte, at) => (byte === own[at] ? undefined : varying.add(at)));
  if (varying.size === 0) return { hex: first.toUpperCase() };
  // What varies in one place may vary wherever the same is said.
  for (const at of likeFields(session, link, own, varying)) varying.add(at);
  const sorted = alike.map((bytes) => sortedAt(bytes, varying));
  const text = own.map((byte, at) => (varying.has(at) ? '..' : byte)).join('');
  return new Set(sorted).size === 1 ? { hex: text, anyOrder: sorted[0] ?? '' } : { hex: text };
}

function bytesOf(text: string): string[] {
  return text.toUpperCase().match(/../g) ?? [];
}

function sortedAt(bytes: readonly string[], places: ReadonlySet<number>): string {
  return bytes
    .filter((_, at) => places.has(at))
    .sort()
    .join('');
}

function likeFields(
  session: FuzzSession,
  link: string,
  bytes: readonly string[],
  places: ReadonlySet<number>,
): readonly number[] {
  const spans = session.fields(
    link,
    'rx',
    Uint8Array.from(bytes, (byte) => parseInt(byte, 16)),
  );
  const kindOf = (name: string): string => name.replace(/\d+/g, '');
  const open = new Set(
    spans.filter(({ offset, length }) => length === 1 && places.has(offset)).map(({ name }) => kindOf(name)),
  );
  return spans
    .filter(({ name, length }) => length === 1 && open.has(kindOf(name)))
    .map(({ offset }) => offset);
}

function seenLast(steps: readonly FuzzStep[], evidence: readonly BytesRecord[]): Heard {
  const sends = Math.max(1, steps.filter(({ kind }) => kind === 'send').length);
  const sent = evidence.flatMap(({ direction }, at) => (direction === 'tx' ? [at] : []));
  const from = steps.some(({ kind }) => kind === 'send') ? sent.at(-sends) : sent.at(-1);
  const heard = new Map<string, string>();
  for (const { link, direction, hex: text } of evidence.slice(from ?? 0))
    if (direction === 'rx') heard.set(link, (heard.get(link) ?? '') + text.toUpperCase());
  return Object.fromEntries(heard);
}

function tellsApart(last: Exchange | undefined, seen: Heard): boolean {
  const links = new Set([...Object.keys(last?.expected ?? {}), ...Object.keys(seen)]);
  return [...links].some((link) => !fits(last?.expected[link], seen[link] ?? ''));
}

function fits(pattern: Pattern | undefined, text: string): boolean {
  if (pattern?.hex === ANYTHING) return text !== '';
  const due = bytesOf(pattern?.hex ?? '');
  const bytes = bytesOf(text);
  const open = new Set(due.flatMap((byte, at) => (byte === '..' ? [at] : [])));
  if (bytes.length !== due.length || bytes.some((byte, at) => !open.has(at) && byte !== due[at]))
    return false;
  return pattern?.anyOrder === undefined || sortedAt(bytes, open) === pattern.anyOrder;
}

/** Exchanges with a part that is left open, of the same bytes sent as in the last of them. */
function open(exchanges: readonly Exchange[]): readonly number[] {
  const nameOf = ({ steps }: Exchange): string =>
    steps.map((step) => (step.kind === 'send' ? hex(step.bytes) : step.kind)).join(' ');
  const varying = exchanges.flatMap((one, at) =>
    Object.values(one.expected).some(({ hex: text }) => text.includes('..')) ? [at] : [],
  );
  const last = exchanges[varying.at(-1) ?? -1];
  return last === undefined
    ? []
    : varying.filter((at) => {
        const one = exchanges[at];
        return one !== undefined && nameOf(one) === nameOf(last);
      });
}
