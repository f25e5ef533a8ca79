/** A firmware bug that follows from a description alone. If it shows, it becomes a stock defect of the protocol. */
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { chooseOutcome } from '../../../../protocols/request-response/outcomes';
import type { RuledRequest } from '../../../../protocols/request-response/ruled-request';
import type { NamedSpec } from '../../../../protocols/wire/layout/field-spec';
import type { Suspect } from '../defect-session';
import type { AnyRuling, FirmwareChange } from '../firmware';
import type { RequestPool } from '../request-pool';
import { requestStep, type SessionStep } from '../session-step';

export interface StockBug extends Suspect {
  /** Bugs with the same name are variants of one defect: the first that shows is used. */
  readonly name: string;
  readonly text: string;
  /** The clause that it breaks. Default: the first that the judge finds broken. */
  readonly clause?: string | undefined;
}

/** The input for making bugs. */
export interface StockSource {
  readonly session: AnySession;
  readonly pool: RequestPool;
}

/** A trigger: one of these requests, sent in some way. */
export function oneOf(
  requests: readonly RuledRequest[],
  step: (request: Message) => SessionStep | undefined,
): NonNullable<Suspect['trigger']> {
  return (random) => {
    const one = requests[random.int(0, Math.max(0, requests.length - 1))];
    const sent = one === undefined ? undefined : step(one.request);
    return sent === undefined ? [] : [sent];
  };
}

/** The request that any board answers, `count` times. */
export function probes({ session }: StockSource, count = 1): NonNullable<Suspect['trigger']> {
  return () => Array.from({ length: count }, () => requestStep(session, session.probe));
}

/** Requests whose answer has this form, after one that changes the state. */
export function answeredBy({ session, pool }: StockSource, form: string): Pick<Suspect, 'trigger'> {
  const answered = pool.all().filter(({ ruling }) => ruling.answer?.type === form);
  if (answered.length === 0) return {};
  const send = (requests: readonly RuledRequest[]): NonNullable<Suspect['trigger']> =>
    oneOf(requests, (request) => requestStep(session, request));
  const changing = send(pool.all().filter(({ changesState }) => changesState));
  const asking = send(answered);
  return { trigger: (random) => [...changing(random), ...asking(random), ...asking(random)] };
}

/** Rare bugs spoil one frame in this many. Each board draws the number. */
export const [LEAST_EVERY, MOST_EVERY] = [3, 6];

export function changeRule(
  change: (
    ruling: AnyRuling,
    request: Message,
    again: (request: Message) => AnyRuling,
    state: unknown,
  ) => AnyRuling,
): FirmwareChange {
  return (sound) => ({
    rule: (request, state) =>
      change(sound.rule(request, state), request, (other) => sound.rule(other, state), state),
  });
}

/** A ruling that does not change the state. */
export function withoutState(ruling: AnyRuling): AnyRuling {
  const { state: _, oneOf, ...rest } = ruling;
  if (oneOf === undefined) return rest;
  return { ...rest, oneOf: oneOf.map(({ answer }) => (answer === undefined ? {} : { answer })) };
}

export function withoutAnswers(ruling: AnyRuling): AnyRuling {
  const { state } = chooseOutcome(ruling, undefined);
  return state === undefined ? { clause: ruling.clause } : { clause: ruling.clause, state };
}

export function isSilent({ answer, answers = [], oneOf = [] }: AnyRuling): boolean {
  return answer === undefined && answers.length === 0 && oneOf.length === 0;
}

/** The numbers at the top of a message, by their names. */
export function numbersOf(message: Message): readonly (readonly [name: string, value: number])[] {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(message);
  return entries.flatMap(([name, value]) => (typeof value === 'number' ? [[name, value] as const] : []));
}

export function withField(message: Message, name: string, value: unknown): Message {
  return { ...message, [name]: value };
}

/** The fields of a form and of the head, by their names in messages. */
export function fieldsOf({ layout }: AnySession['requests']['wire'], form: string): readonly NamedSpec[] {
  return [...layout.head, ...(layout.forms.find(({ name }) => name === form)?.fields ?? [])];
}

/** Whether the wire can carry this value of a number. */
export function canSend({ requests }: AnySession, { type }: Message, field: string, value: number): boolean {
  const spec = fieldsOf(requests.wire, type).find(({ name }) => name === field)?.spec;
  const isNumber = spec?.kind === 'number' || spec?.kind === 'digits';
  return isNumber && value >= spec.min && value <= spec.max;
}

/** `writeMany`, `write_many` and `write many` as `write-many`: part of a defect's name. */
export function slug(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
