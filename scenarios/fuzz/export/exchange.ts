/**
 * A finding for use without wirejig: exchanges, and what a conformant board answers to each.
 *
 *     send  send after a gap  |  send  |  listen           one exchange each, with what comes after it
 *     send  send                                          one exchange, if nothing is due between them
 *
 * The answers come from conformant virtual boards with different seeds. Where they differ, the page leaves the answer open.
 */
import { after, micros, type Micros } from '../../../protocols/time';
import { hex } from '../../../protocols/bytes';
import type { BytesRecord } from '../../record';
import { stepsOf, type Finding } from '../triage/finding';
import { hasRecipes } from '../reduce/reproducibility';
import type { Play } from '../../player/play';
import type { FuzzStep } from '../../player/step';
import type { FailureKind } from '../../../protocols/monitor/failure';
import type { FuzzSession, TimeBounds } from '../target';
import type { VirtualRig } from '../execution/virtual-rig';
import { recordedRx, type RecordedRx } from './recorded-rx';
import { matchesPattern, patterns, findWords, type RxByLink, type Pattern } from './pattern';

export interface Exchange {
  readonly steps: readonly FuzzStep[];
  readonly expected: Readonly<Record<string, Pattern>>;
}

export interface ExportedFinding {
  readonly finding: Finding;
  readonly links: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** What the last exchange received when the failure was last seen. */
  readonly seen: Readonly<Record<string, string>>;
  /** After the last byte nothing more may come for this time, microseconds. */
  readonly quiet: Micros;
  /** Limits of the last answer's time, if the finding is about time. */
  readonly bounds: TimeBounds;
  /** Exchanges whose answers must not all be the same, because the page asks for randomness. */
  readonly randomExchanges: readonly number[];
  /** true: bytes and times show whether the failure is there. */
  readonly decidable: boolean;
  /** The failure shows within this many rounds. `expected` of each exchange is then what came in the failing round. */
  readonly rounds?: number;
}

const BOARDS = 12;
/** For answers that depend on the board's choices, so that rare answers of conformant boards are seen too. */
const MANY_BOARDS = 60;
/** This many boards show after which steps nothing is due. */
const LOOKED_AT = 2;
/** Boards are asked at different times after the start, so that answers with a time differ. */
const APART_US = 3_733_123_457;
const MOST_CHUNKS = 4000;
const ABOUT_SILENCE: readonly FailureKind[] = ['silence', 'hang'];
const ABOUT_TIME: readonly FailureKind[] = ['late', 'early', 'gap'];

/** `sound`: a board without defects, for each seed. */
export function exportFinding(
  finding: Finding,
  session: FuzzSession,
  sound: (seed: number) => VirtualRig,
): ExportedFinding {
  const own = stepsOf(finding.steps);
  const steps = finding.from === 'baseline' ? [...session.baseline, ...own] : own;
  const soundReplies = (groups: Groups, boards: number): readonly (readonly RxByLink[])[] =>
    Array.from({ length: boards }, (_, n) => {
      const rig = sound(n + 1);
      const wait = session.startup?.greeting ?? micros(session.blocks?.fromReset === true ? 0 : n * APART_US);
      return rig
        .play(playExchanges(groups, rig.links, session, wait))
        .map((one) => withoutChatter(session, one));
    });
  const { links } = sound(1);
  const single = exchangesOf(steps);
  const groups = joinUnanswered(session, single, soundReplies(single, LOOKED_AT));
  const shared = { finding, links, quiet: session.quiet };
  const { rounds } = finding.repeats;
  const recorded = rounds && recordedRx(groups, finding.evidence);
  if (recorded !== undefined) {
    const exchanges = groups.map((steps, i) => ({ steps, expected: exactPatterns(recorded[i] ?? {}) }));
    const seen = recorded.at(-1) ?? {};
    return {
      ...shared,
      exchanges,
      seen,
      bounds: {},
      randomExchanges: [],
      decidable: true,
      rounds: rounds?.most ?? 1,
    };
  }
  const isPlayed = session.blocks?.fromReset === true && session.scripts?.words !== undefined;
  const tries = soundReplies(groups, isPlayed ? MANY_BOARDS : BOARDS);
  const exchanges = groups.map((group, i) => ({
    steps: group,
    expected: patterns(
      links,
      session,
      tries.map((one) => one[i] ?? {}),
    ),
  }));
  const seen = withoutChatter(session, lastRx(groups.at(-1) ?? [], finding.evidence));
  const bounds = session.times?.(finding) ?? {};
  // If the evidence is cut, the missing words are unknown.
  const whole =
    session.scripts?.words === undefined || finding.evidence.every(({ elided }) => elided === undefined);
  const settled = !isPlayed || exchanges.every(({ expected }) => isSettled(expected));
  const differs = whole && settled && differsFromSound(session, exchanges.at(-1), seen, finding.kind);
  const randomExchanges = differs ? [] : openExchanges(exchanges);
  const timed = ABOUT_TIME.includes(finding.kind) ? Object.keys(bounds).length > 0 : differs;
  // With recipes, fixed bytes are wrong as soon as the board makes another choice.
  const decidable = rounds === undefined && !hasRecipes(own) && (timed || randomExchanges.length > 1);
  return { ...shared, exchanges, seen, bounds, randomExchanges, decidable };
}

function exactPatterns(came: RecordedRx): Exchange['expected'] {
  return Object.fromEntries(Object.entries(came).map(([link, text]) => [link, { hex: text }]));
}

function withoutChatter({ scripts: { chatter = [] } = {} }: FuzzSession, rx: RxByLink): RxByLink {
  if (chatter.length === 0) return rx;
  return Object.fromEntries(
    Object.entries(rx).map(([link, text]) => {
      const latin = Buffer.from(text, 'hex').toString('latin1');
      const rest = chatter.reduce(
        (all, one) => all.replaceAll(Buffer.from(one).toString('latin1'), ''),
        latin,
      );
      return [link, Buffer.from(rest, 'latin1').toString('hex')];
    }),
  );
}

type Groups = readonly (readonly FuzzStep[])[];

/** A send after which nothing is due joins the exchange before it. */
function joinUnanswered(
  session: FuzzSession,
  groups: Groups,
  replies: readonly (readonly RxByLink[])[],
): Groups {
  const all: FuzzStep[][] = [];
  groups.forEach((group, i) => {
    const isSilent = replies.every((one) => isNothing(session, one[i - 1] ?? {}));
    const before = all.at(-1);
    if (before !== undefined && isSilent && [before.at(-1), group[0]].every((step) => step?.kind === 'send'))
      before.push(...group);
    else all.push([...group]);
  });
  return all;
}

function isNothing({ scripts: { words = {} } = {} }: FuzzSession, rx: RxByLink): boolean {
  return Object.entries(rx).every(([link, text]) => {
    const source = words[link];
    return source === undefined ? text === '' : findWords(source, text).length === 0;
  });
}

function exchangesOf(steps: readonly FuzzStep[]): Groups {
  const groups: FuzzStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last !== undefined && step.kind === 'send' && step.gap !== undefined) last.push(step);
    else groups.push([step]);
  }
  return groups.length > 0 ? groups : [[]];
}

/** Plays the exchanges, each until the board is quiet. */
function* playExchanges(
  groups: readonly (readonly FuzzStep[])[],
  links: readonly string[],
  { quiet, scripts: { chatter = [] } = {} }: FuzzSession,
  wait: Micros,
): Play<RxByLink[]> {
  // With chatter, silence never comes.
  const rounds = chatter.length > 0 ? 1 : MOST_CHUNKS;
  const all: RxByLink[] = [];
  yield* collect(links, after((yield { op: 'now' }).now, wait), new Map());
  let sentAt = (yield { op: 'now' }).now;
  for (const steps of groups) {
    const rx = new Map<string, string>();
    for (const step of steps) {
      const { now } = yield { op: 'now' };
      if (step.kind === 'listen') yield* collect(links, after(now, step.span), rx);
      else if (step.kind === 'present') yield { op: 'present', step };
      else if (step.kind === 'dial') yield { op: 'dial', link: step.link, up: step.up };
      else {
        if (step.gap !== undefined) yield* collect(links, after(sentAt, step.gap), rx);
        const { chunk } = yield { op: 'send', link: step.link, bytes: step.bytes };
        sentAt = chunk?.notAfter ?? now;
      }
    }
    for (let size = -1, n = 0; size !== rxSize(rx) && n < rounds; n++) {
      size = rxSize(rx);
      yield* collect(links, after((yield { op: 'now' }).now, quiet), rx);
    }
    all.push(Object.fromEntries(rx));
  }
  return all;
}

function* collect(links: readonly string[], until: Micros, rx: Map<string, string>): Play<void> {
  for (const link of links)
    for (let n = 0; n < MOST_CHUNKS; n++) {
      const { chunk } = yield { op: 'receive', link, until };
      if (chunk === undefined) break;
      rx.set(link, (rx.get(link) ?? '') + hex(chunk.bytes));
    }
}

function rxSize(rx: ReadonlyMap<string, string>): number {
  return [...rx.values()].reduce((sum, text) => sum + text.length, 0);
}

function lastRx(steps: readonly FuzzStep[], evidence: readonly BytesRecord[]): RxByLink {
  const sends = Math.max(1, steps.filter(({ kind }) => kind === 'send').length);
  const sent = evidence.flatMap(({ direction }, at) => (direction === 'tx' ? [at] : []));
  const from = steps.some(({ kind }) => kind === 'send') ? sent.at(-sends) : sent.at(-1);
  const rx = new Map<string, string>();
  for (const { link, direction, hex: text } of evidence.slice(from ?? 0))
    if (direction === 'rx') rx.set(link, (rx.get(link) ?? '') + text.toUpperCase());
  return Object.fromEntries(rx);
}

/** All conformant boards send the same words. */
function isSettled(expected: Exchange['expected']): boolean {
  return Object.values(expected).every(({ words = {} }) =>
    Object.values(words).every(([least, most]) => least === most),
  );
}

function differsFromSound(
  session: FuzzSession,
  last: Exchange | undefined,
  seen: RxByLink,
  kind: FailureKind,
): boolean {
  const links = new Set([...Object.keys(last?.expected ?? {}), ...Object.keys(seen)]);
  // The evidence of a text ends with the failure: what had not come by then is missing only where the failure says so.
  return [...links].some(
    (link) =>
      !matchesPattern(
        last?.expected[link],
        seen[link] ?? '',
        session.scripts?.words?.[link] ?? '',
        ABOUT_SILENCE.includes(kind),
      ),
  );
}

/** Exchanges with an open part in the answer, and the same steps as the last of these. */
function openExchanges(exchanges: readonly Exchange[]): readonly number[] {
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
