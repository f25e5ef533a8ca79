/**
 * What many answers of one server show together: their times (TTT-TM-01), and the machine's answers to first moves (TTT-24).
 *
 *     join 4→1 leave  join 4→7 leave  …        how many of the 64 answers to 4 are different
 */
import type { JudgementLog } from '../../monitor/judgement-log';
import { between, type Bounds } from '../../monitor/timed-decoder';
import type { Micros } from '../../time';
import type { Cell } from '../message';
import type { Asked, PlayedTurn } from './turn';

/** The least answers for a median. */
const LEAST_TIMES = 10;
export const JOINS = 64;
const LEAST_DIFFERENT = 4;

type Span = ReturnType<typeof between>;

export class ResponseTimes {
  private readonly spans: Readonly<Record<'join' | 'move', Span[]>> = { join: [], move: [] };

  constructor(private readonly limit: Micros) {}

  /** An answer came. Judges the median of all answers to such turns, at each tenth of them. */
  add({ event, at }: PlayedTurn, answer: Bounds, log: JudgementLog<Asked>): void {
    if (event?.kind !== 'join' && event?.kind !== 'move') return;
    const { kind } = event;
    const spans = this.spans[kind];
    spans.push(between(at, answer));
    if (spans.length % LEAST_TIMES !== 0) return;
    const [low, high] = [median(spans.map((one) => one.low)), median(spans.map((one) => one.high))];
    const name = `median, ${kind} to its answer`;
    log.measure(
      'TTT-TM-01',
      { trigger: 'answers', due: 'soon', pipelined: false },
      () => `${kind} to its answer, median of ${spans.length}`,
      { name, unit: 'us', low, high, max: this.limit },
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

export class FirstAnswers {
  private readonly answers = new Map<Cell, Cell[]>();
  private hasJoined = false;

  /** A turn that has an effect. */
  played({ event }: PlayedTurn): void {
    if (event?.kind !== 'move') this.hasJoined = event?.kind === 'join';
  }

  /** The machine's cell came. */
  answered({ event }: PlayedTurn, cell: Cell, log: JudgementLog<Asked>): void {
    if (!this.hasJoined || event?.kind !== 'move') return;
    this.hasJoined = false;
    const answers = [...(this.answers.get(event.cell) ?? []), cell];
    const isWhole = answers.length === JOINS;
    this.answers.set(event.cell, isWhole ? [] : answers);
    if (!isWhole) return;
    const { size } = new Set(answers);
    if (size >= LEAST_DIFFERENT) return log.pass('TTT-24', 'answer');
    const expected = `at least ${LEAST_DIFFERENT} different answers`;
    const title = `${JOINS} joins with the first move ${event.cell}`;
    log.fail(
      'TTT-24',
      { trigger: 'first moves', due: expected, pipelined: false },
      { kind: 'answer', title, expected, seen: `${size} different` },
    );
  }
}
